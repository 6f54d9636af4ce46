"""What one-vs-rest and reweighting draw: how often each sample serves each class, against the document's formulas."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernel_models import inner, new_state, one_row, pattern, reweighted, samples
from scipy import stats

from manyclass.kernels.common.dispatch import kernel
from manyclass.kernels.common.labels import draw_example
from manyclass.kernels.common.rng import uniform
from manyclass.kernels.sgd.negative_sampling import UniformNegatives, draw_negative
from manyclass.kernels.sgd.violator_sampling import Hardest, draw_violator
from manyclass.methods.weighted_one_vs_rest import balanced

ONE = pattern([[0]] * 20 + [[1]] * 6 + [[2]] * 3 + [[3]], 4)
SEVERAL = pattern([[0]] * 8 + [[0, 1]] * 5 + [[1, 2, 3]] * 4 + [[2]] * 3 + [[0, 3]] * 2, 4)


@kernel
def used(labels, negatives, n_draws, rng):
    """How often each sample was a positive and a negative of each class, in so many draws of a pass."""
    counts = np.zeros((2, labels.indptr.shape[0] - 1, labels.n_classes), np.int64)
    for _ in range(n_draws):
        i, positive = draw_example(labels, rng)
        counts[0, i, positive] += 1
        for _ in range(int(negatives.n_proposals + uniform(rng))):
            g = draw_negative(negatives, labels, i, rng)
            if g >= 0:
                counts[1, i, g] += 1
    return counts


@kernel
def hardest(discriminant, rows, labels, threshold, rng):
    return draw_violator(Hardest(), discriminant, rows, 0, labels, 0, threshold, rng)


def right(labels):
    """Bool (n, G), which classes are correct for each sample."""
    sets = np.split(labels.classes, labels.indptr[1:-1])
    return np.array([np.isin(np.arange(labels.n_classes), each) for each in sets])


def agree(counts, expected):
    """Assert that counts of independent draws are as expected."""
    assert (counts[expected == 0] == 0).all()
    kept = expected > 0
    z = (counts[kept] - expected[kept]) / np.sqrt(expected[kept])
    assert abs(z).max() < 5
    assert abs(counts.sum() - expected.sum()) < 5 * np.sqrt(expected.sum())


@pytest.mark.parametrize("labels", [ONE, SEVERAL])
@pytest.mark.parametrize("balance", [0.3, 1.0, 4.5])
def test_every_class_has_its_negatives_per_positive(labels, balance):
    """β of them whatever its size, each sample of the others as often: equation 3 with ρ = 1/(1 + β)."""
    n_draws, correct = 200_000, right(labels)
    positives, negatives = used(labels, balanced(labels, balance), n_draws, new_state(0))
    weights = correct / correct.sum(1, keepdims=True)
    agree(positives, n_draws / len(correct) * weights)
    agree(negatives, positives.sum(1, keepdims=True) * ~correct * balance * weights.sum(0) / (~correct).sum(0))


@pytest.mark.parametrize("labels", [ONE, SEVERAL])
def test_a_sample_is_a_negative_of_wrong_classes_alike(labels):
    """Gupta et al. (2014), section 8.3: uniform among the sample's wrong classes."""
    n_draws, wrong = 200_000, ~right(labels)
    _, negatives = used(labels, UniformNegatives(1.7), n_draws, new_state(3))
    agree(negatives, 1.7 * n_draws / len(wrong) * wrong / wrong.sum(1, keepdims=True))


def test_a_class_that_all_samples_have_gets_no_negatives():
    labels = pattern([[0, 1], [0, 2], [0, 1], [0, 2]], 3)
    negatives = used(labels, balanced(labels, 2.0), 1000, new_state(0))[1]
    assert negatives[:, 0].sum() == 0 and (negatives[:, 1:].sum(0) > 0).all()


@pytest.mark.parametrize("labels", [ONE, SEVERAL])
def test_reweighted_labels_are_drawn_class_by_class(labels):
    n_draws, correct = 100_000, right(labels)
    nobody = UniformNegatives(0.0)
    positives, _ = used(reweighted(labels), nobody, n_draws, new_state(2))
    expected = n_draws / 4 * correct / correct.sum(0)
    drawn = correct.ravel()
    assert positives.ravel()[~drawn].sum() == 0
    assert stats.chisquare(positives.ravel()[drawn], expected.ravel()[drawn]).pvalue > 1e-4


@given(n_classes=st.integers(2, 150), d=st.integers(1, 30), seed=st.integers(0, 10_000), above=st.booleans())
def test_the_hardest_wrong_class(n_classes, d, seed, above):
    generator = np.random.default_rng(seed)
    x, beta = samples(seed, 1, d), samples(seed + 1, n_classes, d)
    correct = generator.choice(n_classes, generator.integers(1, n_classes), replace=False)
    f = (beta.astype(float) @ x[0].astype(float))[np.setdiff1d(np.arange(n_classes), correct)]
    threshold = f.max() - 0.1 if above else f.max() + 0.1
    violator, tries = hardest(
        inner(beta), one_row(x, n_classes), pattern([correct], n_classes), threshold, new_state(0)
    )
    assert tries == len(f)
    assert (violator not in correct and (beta[violator] @ x[0]) >= f.max() - 1e-5) if above else violator == -1


def test_of_equally_hard_classes_the_first():
    beta = np.array([[2.0], [0.5], [1.0], [1.0]])
    rows, labels = one_row(np.ones((1, 1), np.float32), 4), pattern([[0]], 4)
    assert hardest(inner(beta), rows, labels, 0.0, new_state(0)) == (2, 3)
    assert hardest(inner(beta), rows, labels, 1.0, new_state(0)) == (-1, 3)
