from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from fake_results import change_candidates
from made_accuracies import NOISE
from method_samples import indicator, samples

from manyclass.datasets.base import Part, Split, Tree
from manyclass.exhibits.lapin2015.trials import METRICS

LOW = 10.0  # percent


@pytest.fixture
def samples_of_a_draw():
    """A draw of eight classes, the same samples in every part."""
    X, y = samples(n=320)
    part = Part(X, indicator([{g} for g in y.tolist()], 8))
    return Split(part, part, part, Tree(np.array([8] * 8 + [-1], np.int32)), [f"class {g}" for g in range(8)])


@pytest.fixture
def plant(fake):
    """Give rows top-k accuracies in percent, by (row, k), but for a little noise; all else of their trials has 10 %.

    ``find(row, k)`` is the trial and the parameters of a row.
    """

    def planted(find, percents):
        rows = [(*find(name, k), k, percent) for (name, k), percent in percents.items()]
        for trial in dict.fromkeys(trial for trial, *_ in rows):
            change_candidates(fake, trial, partial(_give, [row for each, *row in rows if each == trial]))

    return planted


def _give(rows, candidate, seed):
    own = [(k, percent) for params, k, percent in rows if params.items() <= candidate.params.items()]
    percents = dict.fromkeys(METRICS, LOW) | dict(own)
    return replace(
        candidate, test=candidate.test | {METRICS[k]: (each + NOISE[seed]) / 100 for k, each in percents.items()}
    )


@pytest.fixture
def in_turn():
    """Percent by (row, k): rows rise in small steps from the one whose turn it is, another at each k."""

    def turned(names, ks, turn):
        return {(name, k): 50 + 0.3 * ((place + turn + k) % len(names)) for place, name in enumerate(names) for k in ks}

    return turned


@pytest.fixture
def stop(fake):
    """Let the candidates of a row have this duality gap in one draw."""

    def stopped(trial, params, gap):
        def change(candidate, seed):
            if seed == 2 and params.items() <= candidate.params.items():
                candidate.diagnostics["solution"]["gap"] = gap
            return candidate

        change_candidates(fake, trial, change)

    return stopped
