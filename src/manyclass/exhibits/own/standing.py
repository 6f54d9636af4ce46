"""How a method stands to the best of its data set, and what the numbers of a data set vary over."""

from typing import NamedTuple

import numpy as np

from manyclass.exhibits.differences import Practical, mean_difference, p_value, practical
from manyclass.protocol.claims.interval import ERROR
from manyclass.protocol.claims.verdicts import holm
from manyclass.protocol.data.card import DRAWN, GIVEN, GROUPED, RESPLIT, TEST_GIVEN
from manyclass.protocol.metrics.confusion import correct
from manyclass.protocol.selection import succeeded

BEST, TIED, BEHIND, UNTESTED = "best", "tied for best", "behind", "not tested"
UNITS = {DRAWN: "draw", RESPLIT: "split", GROUPED: "split of groups", TEST_GIVEN: "split of the rest", GIVEN: "run"}
EQUAL_WITHIN = 1.0  # points of accuracy that make no practical difference, where the configuration does not say


class Standing(NamedTuple):
    """A method beside the one with the highest mean accuracy of a data set.

    Attributes
    ----------
    name : str
        `BEST`, `TIED`, `BEHIND` or `UNTESTED`.
    p : float or None
        Of the difference, after Holm's correction over all methods that are compared with the best; None of the best.
    practical : Practical
        Probabilities that it is practically better than the best, equal to it, and worse; None of the best.
    """

    name: str
    p: float | None = None
    practical: Practical = Practical(None, None, None)


def overlap(card, refit=False) -> float:
    """How many samples are tested for each that is trained on, where one set is split again and again; else 0.

    A `refit` is trained on validation, too.
    """
    trained = card["train"] + card["valid"] * refit
    return card["test"] / trained if card["split"] in (RESPLIT, GROUPED) else 0.0


def varies_over(card, values) -> str:
    """What the interval of a mean is over: so many draws, splits or runs, of which `values` has one each."""
    n, unit = int(np.isfinite(values).sum()), UNITS[card["split"]]
    head, _, tail = unit.partition(" ")
    return f"1 {unit}: no interval" if n == 1 else f"{n} {head}s {tail}".strip()


def standings(results, dataset, trials, within) -> dict[str, Standing]:
    """Compare every method with the one of the highest mean accuracy.

    Independent draws of a data set, and repeated splits of one, are compared draw by draw. Where the test part is
    given, draws say nothing of other test samples; there the share of runs that are right is compared sample by sample.

    Parameters
    ----------
    results : Results
    dataset : str
    trials : dict of str to Trial
        By method.
    within : float
        Points of accuracy that make no practical difference.

    Returns
    -------
    dict of str to Standing
        Of the methods that have a result.
    """
    card = results.card(dataset)
    measured, least = _measured(results, card, trials)
    if not measured:
        return {}
    best = _highest(measured)
    differences = {name: values - measured[best] for name, values in measured.items() if name != best}
    wide = overlap(card, trials[best].refit)
    believed = {name: _believed(values, least, wide) for name, values in differences.items()}
    tested = [name for name in believed if believed[name] is not None]
    p = dict(zip(tested, holm([p_value(believed[name]) for name in tested]).tolist()))
    names = {name: UNTESTED if name not in p else TIED if p[name] > 2 * ERROR else BEHIND for name in believed}
    compared = {
        name: Standing(names[name], p[name], practical(believed[name], within)) if name in p else Standing(UNTESTED)
        for name in believed
    }
    own = next((name for name in (TIED, UNTESTED) if name in names.values()), BEST)
    return {name: compared.get(name, Standing(own)) for name in measured}


def best_method(results, dataset, trials) -> str | None:
    """Name of the method with the highest mean accuracy, with which `standings` compares all others; None without."""
    measured, _ = _measured(results, results.card(dataset), trials)
    return _highest(measured) if measured else None


def _highest(measured) -> str:
    """The method with the highest mean, among those with as many results as any."""
    return max(measured, key=lambda name: (np.isfinite(measured[name]).sum(), np.nanmean(measured[name])))


def _measured(results, card, trials):
    """What methods are compared by, in percent: values of each that has any, and the least variance of a difference."""
    n = card["test"]
    if card["split"] in (GIVEN, TEST_GIVEN):  # equal samples are taken to vary as if one more were told apart
        values, least = {name: _by_sample(results, trial) for name, trial in trials.items()}, 100**2 / n
    else:  # equal draws vary at least as rounding to samples does
        values, least = {name: 100 * results.test(trial) for name, trial in trials.items()}, (100 / n) ** 2 / 12
    return {name: each for name, each in values.items() if np.isfinite(each).any()}, least


def _by_sample(results, trial) -> np.ndarray:
    """Percent of the runs that are right on each test sample, float64 (n_test,); nan where no run succeeded."""
    seeds = [record.seed for record in succeeded(results.records(trial))]
    Y = results.data(trial.dataset, 0).test.Y
    right = [correct(results.predicted(trial, seed), Y) for seed in seeds]
    return 100 * np.mean(right, axis=0) if right else np.full(Y.shape[0], np.nan)


def _believed(differences, least, overlap):
    """What is believed of the mean difference; None where fewer than two are to be had."""
    there = differences[np.isfinite(differences)]
    return mean_difference(there, least, overlap) if len(there) > 1 else None
