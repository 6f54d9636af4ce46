"""A look at all classes, in either memory order and by blocks, against float64 NumPy on the same draws."""

from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernel_models import compressed, dense, inner, new_state, pattern, samples
from numba import njit

from manyclass.kernels.common import labels, losses, rows, steps
from manyclass.kernels.common.discriminants import AveragedL2, L2Regularised
from manyclass.kernels.common.dispatch import OPTIONS
from manyclass.kernels.sgd import linear, rule
from manyclass.kernels.sgd.block import block_for
from manyclass.kernels.sgd.violator_sampling import Hardest, draw_violator, estimated_rank, rank_of

STEP, CONSTANT = 0.25, 0.5
KINDS = pytest.mark.parametrize("kind", ["dense", "sparse", "sparse, vectors by class"])


class Recorded(NamedTuple):
    """`Hardest`, and what it chose: ``chosen`` int64 (n,), -1 for none, and ``place`` int64 (1,), where to go on."""

    chosen: np.ndarray
    place: np.ndarray


@draw_violator.case(Recorded)
def _draw_recorded(sampler, discriminant, rows, r, labels, i, threshold, rng):
    g, tries = draw_violator(Hardest(), discriminant, rows, r, labels, i, threshold, rng)
    sampler.chosen[sampler.place[0]] = g
    sampler.place[0] += 1
    return g, tries


rank_of.case(Recorded)(estimated_rank)


@linear.block_of.case(Recorded)
def _block_of_recorded(sampler, rows, discriminant):
    return block_for(rows, rows, discriminant)


# Not cached, as the kernel's own cache must not know a type of a test's module.
recorded = njit(**OPTIONS)(linear.epoch.py_func)


def layout(kind):
    """How the rows are stored, and the memory order of the class vectors."""
    return (dense, "C") if kind == "dense" else (compressed, "F" if kind == "sparse" else "C")


def some_samples(seed, n, d, n_classes, density):
    """Rows of which some, and features of which some, are all zeros; one to three right classes each."""
    generator = np.random.default_rng(seed)
    X = 4 * samples(seed, n, d, density)
    X[generator.random(n) < 0.1] = 0
    X[:, generator.random(d) < 0.2] = 0
    most = min(3, n_classes - 1)
    right = [generator.choice(n_classes, generator.integers(1, most + 1), replace=False) for _ in range(n)]
    return X, pattern(right, n_classes)


class Reference:
    """Steps on the right class of a sample and on the wrong one of the highest score, all in float64.

    Which one that is may be a matter of rounding: then it is what was ``chosen``.
    """

    def __init__(self, beta, margin, penalty=0.0, radius=np.inf, constant=0.0):
        self.beta, self.bias = beta.astype(float), np.zeros(len(beta))
        self.margin, self.penalty, self.radius, self.constant = margin, penalty, radius, constant
        self.total, self.total_bias = np.zeros_like(self.beta), np.zeros(len(beta))

    def run(self, X, known, state, chosen):
        for wrong in chosen:
            i, right = labels.draw_example(known, state)
            x = X[i].astype(float)
            f = self.beta @ x + self.constant * self.bias
            advantage, rounding = f - (f[right] - self.margin), 1e-5 * (np.abs(f).max() + self.margin)
            advantage[known.classes[known.indptr[i] : known.indptr[i + 1]]] = -np.inf
            assert (advantage[wrong] if wrong >= 0 else 0.0) >= max(advantage.max(), 0.0) - rounding
            self.beta *= 1 - STEP * self.penalty
            if wrong >= 0:
                self.move(right, STEP, x)
                self.move(wrong, -STEP, x)
            self.total += self.beta
            self.total_bias += self.bias

    def move(self, g, amount, x):
        self.beta[g] += amount * x
        self.bias[g] += amount * self.constant
        self.beta[g] *= min(1.0, self.radius / max(np.linalg.norm(self.beta[g]), 1e-30))


def train(X, known, discriminant, margin, state):
    """A pass, and what it chose."""
    n = len(known.indptr) - 1
    sampler = Recorded(np.zeros(n, np.int64), np.zeros(1, np.int64))
    ones, plain = np.ones(known.n_classes, np.float32), steps.Steps(STEP, 0.0, 1.0, 0.0, 0.0)
    how = rule.Rule(losses.Hinge(margin), sampler, ones, plain)
    counts = recorded(X, known, linear.Linear(discriminant, np.ones(known.n_classes)), how, 0, state)
    assert counts.updated == (sampler.chosen >= 0).sum()
    return sampler.chosen


def l2(beta, penalty, order, averaged):
    beta, one = np.array(beta, np.float32, order=order), np.zeros(1, np.int64)
    bias = np.zeros(len(beta), np.float32)
    plain = L2Regularised(beta, bias, np.float32(CONSTANT), np.ones(1), one, penalty)
    return AveragedL2(*plain, np.zeros_like(beta), np.zeros_like(bias), np.zeros(2)) if averaged else plain


def check(ours, theirs):
    np.testing.assert_allclose(ours, theirs, atol=3e-4 * max(np.abs(theirs).max(), 1e-30))


SHAPES = {
    "n": st.integers(3, 150),
    "d": st.integers(1, 40),
    "n_classes": st.integers(2, 70),
    "density": st.sampled_from([1.0, 0.3]),
    "seed": st.integers(0, 1000),
}


@KINDS
@pytest.mark.parametrize("averaged", [False, True])
@given(penalty=st.sampled_from([0.0, 0.05, 2.0, 3.9]), **SHAPES)
def test_on_an_l2_penalty(kind, averaged, penalty, n, d, n_classes, density, seed):
    """Also with a penalty so strong that the scale is multiplied out within a block, every other step."""
    X, known = some_samples(seed, n, d, n_classes, density)
    store, order = layout(kind)
    beta = samples(seed + 1, n_classes, d)
    f, reference = l2(beta, penalty, order, averaged), Reference(beta, 1.0, penalty, constant=CONSTANT)
    ours, theirs = new_state(seed), new_state(seed)
    for _ in range(2):
        reference.run(X, known, theirs, train(store(X), known, f, 1.0, ours))
        check(f.beta, reference.beta)
        check(f.bias, reference.bias)
        if averaged:
            check(f.total, reference.total)
            check(f.total_bias, reference.total_bias)


@KINDS
@pytest.mark.parametrize("constant", [0.0, CONSTANT])
@given(radius=st.sampled_from([np.inf, 0.5, 1e-4]), **SHAPES)
def test_in_a_ball(kind, constant, radius, n, d, n_classes, density, seed):
    """Also in one so small that a class's scale is multiplied out at every step; the constant is in the ball."""
    X, known = some_samples(seed, n, d, n_classes, density)
    store, order = layout(kind)
    margin, stored = 0.4 * min(radius, 1.0), store(X)
    if constant:
        stored, X = rows.WithConstant(stored, np.float32(constant)), np.column_stack([X, np.full(n, constant)])
    beta = np.float32(min(radius, 1.0) / 3) * samples(seed + 1, n_classes, X.shape[1])
    f, reference = inner(beta, radius, order), Reference(beta, margin, radius=radius)
    reference.run(X, known, new_state(seed), train(stored, known, f, margin, new_state(seed)))
    check(f.beta, reference.beta)
    np.testing.assert_allclose(f.squared_norm, (f.beta.astype(float) ** 2).sum(1), rtol=1e-4, atol=1e-12)
    assert (f.scale == 1).all()
