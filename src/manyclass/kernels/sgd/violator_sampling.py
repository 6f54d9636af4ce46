"""How a wrong class is chosen: by a uniform draw, WARP's search, or among all; ranks; the chain of last violators."""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.discriminants import exceeds
from manyclass.kernels.common.dispatch import inner_by_type, inner_kernel
from manyclass.kernels.common.exceeding import highest_above, n_above, nth_above
from manyclass.kernels.common.labels import draw_wrong, is_correct, n_correct
from manyclass.kernels.common.rng import below, geometric
from manyclass.kernels.sgd.block import Block, Numbered, compute_scores, most_tries


class Uniform(NamedTuple):
    """AUC sampling (Grangier & Bengio 2008; Gupta et al. 2014, section 5.1): a single uniform try."""


class Warp(NamedTuple):
    """WARP sampling (Weston et al. 2011; Gupta et al. 2014, section 5.2): tries until one violates."""


class FewTries(NamedTuple):
    """`Warp` that gives up after ``max_tries`` tries (considered in Gupta et al. 2014, section 10)."""

    max_tries: int


class Hardest(NamedTuple):
    """The wrong class of the highest score (Crammer & Singer 2001; Perronnin et al. 2012, table 1: MUL)."""


class Counted(NamedTuple):
    """A uniform draw from all that violate, which are counted: the exact rank (Perronnin et al. 2012, equation 2).

    The loss of a sample, ℓ_r / r times the sum over its r violators' hinges (as printed r counts the right class, too,
    so that one violator would weigh 3/4), is ℓ_r times their mean, which such a draw estimates.

    ``rank`` int64 (1,) is that of the last draw, so that it is counted once.
    """

    rank: np.ndarray


class LastViolators(NamedTuple):
    """The last violator of each class, ``classes`` int32 (G,), -1 for none, and how far its chain is followed.

    ``depth`` is the order Q of Gupta et al. (2014), equation 15; 0 ignores nothing.
    """

    classes: np.ndarray
    depth: int


@inner_by_type
def draw_violator(sampler, discriminant, rows, r, labels, i, threshold, rng):
    """A wrong class that violates, and the number of tries it took.

    Parameters
    ----------
    sampler : Uniform, Warp, FewTries, Hardest or Counted
    discriminant : Inner, L2Regularised or Distance
    rows, r
        Scores are those of row ``r``, which is sample ``i`` itself or its embedding.
    labels : Labels
    threshold : float
        A wrong class g violates if f(x; g) exceeds it.
    rng : uint64 (4,)
        Generator of the draws; changed in place.

    Returns
    -------
    violator : int
        -1 when none was found.
    tries : int
    """


@draw_violator.case(Uniform)
def _draw_uniform(sampler, discriminant, rows, r, labels, i, threshold, rng):
    g = draw_wrong(labels, i, rng)
    if exceeds(discriminant, rows, r, g, threshold):
        return g, 1
    return -1, 1


@draw_violator.case(Warp)
def _draw_warp(sampler, discriminant, rows, r, labels, i, threshold, rng):
    return search_violator(rows, discriminant, r, labels, i, threshold, rng)


@draw_violator.case(FewTries)
def _draw_in_few_tries(sampler, discriminant, rows, r, labels, i, threshold, rng):
    """What WARP finds, if that is among the first tries."""
    g, tries = search_violator(rows, discriminant, r, labels, i, threshold, rng)
    if tries > sampler.max_tries:
        return -1, sampler.max_tries
    return g, tries


@draw_violator.case(Hardest)
def _draw_hardest(sampler, discriminant, rows, r, labels, i, threshold, rng):
    """All wrong classes count as tried. ``rows`` are no samples by themselves."""
    return find_hardest(rows, discriminant, r, labels, i, threshold), labels.n_classes - n_correct(labels, i)


@draw_violator.case(Counted)
def _draw_counted(sampler, discriminant, block, b, labels, i, threshold, rng):
    """All wrong classes count as tried. Of a `Block` alone, which keeps their scores."""
    compute_wrong_scores(block, discriminant, b, labels, i)
    tries = labels.n_classes - n_correct(labels, i)
    sampler.rank[0] = n_above(block.scores, 0, labels.n_classes, np.float32(threshold))
    if sampler.rank[0] == 0:
        return -1, tries
    return nth_above(block.scores, np.float32(threshold), below(rng, sampler.rank[0])), tries


@inner_by_type
def rank_of(sampler, labels, tries):
    """How many classes violate, by what `draw_violator` has just tried.

    Parameters
    ----------
    sampler : Uniform, Warp, FewTries, Hardest or Counted
    labels : Labels
    tries : int
    """


@rank_of.case(Uniform)
@rank_of.case(Warp)
@rank_of.case(FewTries)
def estimated_rank(sampler, labels, tries):
    """⌊(G - 1) / tries⌋ (Weston et al. 2011; Gupta et al. 2014, section 5.2)."""
    return (labels.n_classes - 1) // tries


@rank_of.case(Hardest)
def _first_rank(sampler, labels, tries):
    """No class violates by more, however many right classes leave fewer that are tried."""
    return 1


@rank_of.case(Counted)
def _counted_rank(sampler, labels, tries):
    return sampler.rank[0]


@inner_by_type
def find_hardest(rows, discriminant, r, labels, i, threshold):
    """The wrong class of the highest score above the threshold, of equal ones the first; -1 if there is none.

    Another case: `manyclass.kernels.embedding.search`.
    """


@find_hardest.case(Numbered)
@find_hardest.case(Block)
def _find_hardest(block, discriminant, b, labels, i, threshold):
    compute_wrong_scores(block, discriminant, b, labels, i)
    return highest_above(block.scores, np.float32(threshold))


@inner_by_type
def search_violator(rows, discriminant, r, labels, i, threshold, rng):
    """G uniform tries at the most, in distribution, until one violates; what `draw_violator` returns.

    Another case: `manyclass.kernels.embedding.search`.
    """


@search_violator.case(Numbered)
@search_violator.case(Block)
def _search_violator(block, discriminant, b, labels, i, threshold, rng):
    """A few tries are drawn, about as many as cost what a look at all classes costs, which replaces the rest.

    With H violators among the wrong classes, the tries still to come are geometric with p = H / #wrong, and
    the violator they end at is uniform among the H. How many tries are drawn may depend on all that has been, not on
    what comes.
    """
    limit = min(most_tries(block, labels.n_classes), labels.n_classes)
    for tries in range(1, limit + 1):
        g = draw_wrong(labels, i, rng)
        if exceeds(discriminant, block, b, g, threshold):
            return g, tries
    compute_wrong_scores(block, discriminant, b, labels, i)
    n_violators = n_above(block.scores, 0, labels.n_classes, np.float32(threshold))
    if n_violators == 0:
        return -1, labels.n_classes
    tries = limit + geometric(rng, n_violators / (labels.n_classes - n_correct(labels, i)))
    if tries > labels.n_classes:
        return -1, labels.n_classes
    return nth_above(block.scores, np.float32(threshold), below(rng, n_violators)), tries


@inner_kernel
def compute_wrong_scores(block, discriminant, b, labels, i):
    """``block.scores`` = f(x_b; g) of all classes g, but -inf for its right ones."""
    compute_scores(block, discriminant, b)
    for k in range(labels.indptr[i], labels.indptr[i + 1]):
        block.scores[labels.classes[k]] = -np.inf


@inner_kernel
def is_ignored(last, discriminant, rows, r, labels, i, positive, threshold):
    """Whether a last violator of ``positive``, of order 1..Q, violates again (Gupta et al. 2014, eq. 15).

    The chain v¹ = last(y⁺), v^q = last(v^(q-1)) ends at an empty link. A member that is itself in ``Y_i`` is
    no violator: read literally, y⁺ would violate itself by the margin, and mutual confusions be ignored for
    ever. The arguments are those of `draw_violator`, and ``last``, the `LastViolators`.
    """
    g = positive
    for _ in range(last.depth):
        g = np.int64(last.classes[g])
        if g < 0:
            return False
        if exceeds(discriminant, rows, r, g, threshold) and not is_correct(labels, i, g):
            return True
    return False
