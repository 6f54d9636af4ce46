"""The search for a violator against the naive loop, and the chain of last violators against the document."""

import numpy as np
import pytest
from kernel_models import compressed, dense, embedded, euclidean, forgetful, inner, new_state, one_row, pattern
from scipy import stats

from manyclass.kernels.common.dispatch import kernel
from manyclass.kernels.sgd import block
from manyclass.kernels.sgd.violator_sampling import (
    LastViolators,
    Uniform,
    Warp,
    draw_violator,
    is_ignored,
)

CAT, DOG, PIG, OWL = range(4)


@kernel
def many_draws(sampler, discriminant, rows, r, labels, threshold, rng, drawn):
    for k in range(drawn.shape[0]):
        drawn[k] = draw_violator(sampler, discriminant, rows, r, labels, 0, threshold, rng)


def chances(n_classes, n_wrong, n_violators):
    """P(tries = k, k = 1..G; none) of uniform tries, at most G of them, until one violates."""
    p = n_violators / n_wrong
    chance = p * (1 - p) ** np.arange(n_classes)
    return np.append(chance, 1 - chance.sum())


@pytest.mark.parametrize("n_violators", [0, 1, 2, 9, 35])
@pytest.mark.parametrize("make", [inner, euclidean])
def test_violator_and_tries_are_distributed_as_in_the_naive_loop(n_violators, make):
    """Chi-square on the pair (violator, number of tries), with the rank weight a function of the second."""
    n_classes, n_draws = 40, 60_000
    violators = np.random.default_rng(n_violators).permutation(np.arange(2, n_classes))[:n_violators]
    beta = np.zeros((n_classes, 3))
    beta[violators] = beta[:2] = 1.0  # classes 0 and 1 are correct and would violate
    labels, threshold = pattern([[0, 1]], n_classes), 0.5 if make is inner else -0.25
    Z = np.full((2, 3), 1 / 3 if make is inner else 1.0, np.float32)
    drawn, discriminant = np.empty((n_draws, 2), np.int64), make(beta)
    many_draws(Warp(), discriminant, embedded(Z, discriminant), 1, labels, threshold, new_state(n_violators), drawn)
    check_distribution(drawn, violators, n_classes)


def check_distribution(drawn, violators, n_classes):
    """Chi-square of (violator, tries) of many searches, where classes 0 and 1 are the right ones."""
    n_violators, n_draws = len(violators), len(drawn)

    none = drawn[:, 0] < 0
    assert (drawn[none, 1] == n_classes).all()
    assert set(drawn[~none, 0]) <= set(violators)
    tries = np.where(none, n_classes + 1, drawn[:, 1])
    chance = chances(n_classes, n_classes - 2, n_violators)
    expected = [np.outer(np.ones(n_violators) / max(n_violators, 1), chance[:-1]).ravel(), chance[-1:]]
    place = np.searchsorted(np.sort(violators), drawn[:, 0]) * n_classes + tries - 1
    place, last = np.where(none, n_violators * n_classes, place), n_violators * n_classes
    counts = np.bincount(place, minlength=last + 1)
    expected = n_draws * np.concatenate(expected)
    rare = expected < 5
    counts = np.append(counts[~rare], counts[rare].sum())
    expected = np.append(expected[~rare], expected[rare].sum())
    if expected[-1] == 0:
        assert counts[-1] == 0
        counts, expected = counts[:-1], expected[:-1]
    assert len(counts) == 1 or stats.chisquare(counts, expected).pvalue > 1e-4


@pytest.mark.parametrize("n_violators", [0, 1, 2, 9, 35])
@pytest.mark.parametrize("layout", [dense, compressed])
@pytest.mark.parametrize("at_once", [False, True])
def test_violator_and_tries_in_a_linear_pass_are_distributed_as_in_the_naive_loop(layout, at_once, n_violators):
    n_classes = 40
    violators = np.random.default_rng(n_violators).permutation(np.arange(2, n_classes))[:n_violators]
    beta = np.zeros((n_classes, 3))
    beta[violators] = beta[:2] = 1.0
    labels, discriminant = pattern([[0, 1]], n_classes), inner(beta)
    rows, state = layout(np.full((1, 3), 1 / 3, np.float32)), new_state(n_violators)
    examples = second_sample(rows, discriminant, labels, state, tries=n_classes if at_once else 1)
    assert examples.counters[block.AT_ONCE] == at_once
    drawn = np.empty((60_000, 2), np.int64)
    many_draws(Warp(), discriminant, examples, 0, labels, 0.5, state, drawn)
    check_distribution(drawn, violators, n_classes)


@kernel
def second_sample(rows, discriminant, labels, state, tries):
    """The second sample of a pass, as if the search for the first had taken so many tries."""
    examples = block.block_for(rows, rows, discriminant)
    block.draw_samples(examples, rows, labels, discriminant, 1, state)
    block.count_tries(examples, tries)
    block.draw_samples(examples, rows, labels, discriminant, 1, state)
    return examples


def test_a_single_uniform_try():
    beta = np.array([[0.0], [1.0], [0.0], [1.0]])
    drawn = np.empty((30_000, 2), np.int64)
    rows, labels = dense(np.ones((1, 1), np.float32)), pattern([[0]], 4)
    many_draws(Uniform(), inner(beta), rows, 0, labels, 0.5, new_state(0), drawn)
    assert (drawn[:, 1] == 1).all()
    assert stats.chisquare(np.bincount(drawn[:, 0] + 1, minlength=5)[[0, 2, 4]]).pvalue > 1e-4


def scripted(violators):
    """Row and class vectors with which just these classes violate the threshold 1/2."""
    x = np.zeros((1, 4), np.float32)
    x[0, violators] = 1
    return one_row(x, 4), inner(np.eye(4))


def test_table_1_of_gupta_2014():
    """Eight cat samples: who violates, cat's last violator, whether it does, and what is sampled instead."""
    samples_of_cat = [
        ([DOG, PIG], -1, False, DOG),
        ([DOG, PIG], DOG, True, None),
        ([DOG], DOG, True, None),
        ([DOG, PIG], DOG, True, None),
        ([PIG], DOG, False, PIG),
        ([], PIG, False, -1),
        ([DOG], -1, False, DOG),
        ([DOG], DOG, True, None),
    ]
    last, labels = forgetful(4, depth=1), pattern([[CAT]], 4)
    for violators, last_violator, ignored, sampled in samples_of_cat:
        rows, discriminant = scripted(violators)
        assert last.classes[CAT] == last_violator
        assert is_ignored(last, discriminant, rows, 0, labels, 0, CAT, 0.5) == ignored
        if not ignored:
            negative, _ = draw_until(sampled, discriminant, rows, labels)
            last.classes[CAT] = negative
    assert last.classes.tolist() == [DOG, -1, -1, -1]


def draw_until(sampled, discriminant, rows, labels):
    """The table's draw; only the first sample leaves a choice, and a state is searched that makes it."""
    for seed in range(100):
        drawn = draw_violator(Warp(), discriminant, rows, 0, labels, 0, 0.5, new_state(seed))
        if drawn[0] == sampled:
            return drawn
    raise AssertionError(f"class {sampled} is never drawn")


@pytest.mark.parametrize(
    ("depth", "violators", "ignored"),
    [
        (0, [DOG], False),
        (1, [DOG], True),
        (1, [PIG], False),
        (2, [PIG], True),
        (3, [CAT], False),
        (9, [CAT], False),
    ],
)
def test_a_chain_is_followed_to_its_depth(depth, violators, ignored):
    """cat -> dog -> pig -> cat: a mutual confusion, in which cat never violates itself."""
    last = LastViolators(np.array([DOG, PIG, CAT, -1], np.int32), depth)
    rows, discriminant = scripted(violators)
    assert is_ignored(last, discriminant, rows, 0, pattern([[CAT]], 4), 0, CAT, 0.5) == ignored


def test_a_chain_ends_at_an_empty_link():
    last = LastViolators(np.array([DOG, -1, CAT, -1], np.int32), 9)
    rows, discriminant = scripted([PIG, OWL])
    assert not is_ignored(last, discriminant, rows, 0, pattern([[CAT]], 4), 0, CAT, 0.5)


def test_another_correct_class_never_violates():
    last = LastViolators(np.array([DOG, -1, -1, -1], np.int32), 9)
    rows, discriminant = scripted([DOG])
    assert not is_ignored(last, discriminant, rows, 0, pattern([[CAT, DOG]], 4), 0, CAT, 0.5)
    assert is_ignored(last, discriminant, rows, 0, pattern([[CAT]], 4), 0, CAT, 0.5)


@kernel
def share_of_states(discriminant, rows, n, labels, last, state, share):
    """Train class 0 on n samples, one after the other; ``share`` counts its last violators."""
    for t in range(n):
        rows.samples[0] = t
        if not is_ignored(last, discriminant, rows, 0, labels, 0, 0, 0.5):
            last.classes[0], _ = draw_violator(Warp(), discriminant, rows, 0, labels, 0, 0.5, state)
        share[last.classes[0] + 1] += 1


@pytest.mark.parametrize(("p", "q"), [(0.5, 0.5), (0.3, 0.8), (0.05, 0.6)])
def test_stationary_states_of_figure_3(p, q):
    """P(g) / P(none) = p (2 + q - pq) / (2 (p - 1)(pq - 1)), and the same with p and q changed (Gupta 2014).

    Classes g and h are fifty copies each: as two of a few, G uniform tries would sometimes find neither.
    """
    n, copies = 400_000, 50
    G = 1 + 2 * copies
    of_class = np.repeat(np.eye(3, dtype=np.float32), [1, copies, copies], axis=0)
    violating = np.zeros((n, 3), np.float32)
    violating[:, 1:] = np.random.default_rng(1).random((n, 2)) < (p, q)
    share, rows = np.zeros(G + 1), one_row(violating, G)
    share_of_states(inner(of_class), rows, n, pattern([[0]], G), forgetful(G, 1), new_state(1), share)
    none, right, g, h = np.add.reduceat(share / n, [0, 1, 2, 2 + copies])
    assert right == 0

    def relative(p, q):
        return p * (2 + q - p * q) / (2 * (p - 1) * (p * q - 1))

    expected = np.array([1, relative(p, q), relative(q, p)])
    np.testing.assert_allclose([none, g, h], expected / expected.sum(), atol=0.01)
