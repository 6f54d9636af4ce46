"""Trials of Gupta 2014: settings of last violators, what they gain and ignore, and that they fit their data sets."""

import itertools
from importlib import import_module

import numpy as np
import pytest
from made_up_records import candidate, record
from sklearn.model_selection import ParameterGrid

from manyclass.exhibits.gupta2014 import burnin, dims, noise
from manyclass.exhibits.gupta2014 import trials as gupta


def test_a_gain_is_relative_to_no_last_violators():
    tried = [candidate(0.3, 0.9, last_violators=0, burn_in=0)]
    tried += [candidate(t, v, last_violators=1, burn_in=0, margin=t) for t, v in ((0.1, 0.2), (0.2, 0.1))]
    records = [record(0, tried), record(1, [])]
    np.testing.assert_allclose(gupta.gain(records, 1, 0), [100 * (0.1 / 0.3 - 1), np.nan])
    np.testing.assert_allclose(gupta.gain(records, 0, 5), [0, np.nan])  # nothing to burn in


def test_ignored_is_the_winners_last_pass():
    tried = [candidate(0.1, v, ignored, last_violators=1, burn_in=5) for v, ignored in ((0.2, (0, 0.4)), (0.1, (0, 1)))]
    np.testing.assert_allclose(gupta.ignored([record(0, tried), record(1, [])], 1, 5), [40, np.nan])


@pytest.mark.parametrize("scale", ["smoke", "standard", "full"])
@pytest.mark.parametrize("exhibit", [noise, burnin])
def test_every_setting_is_trained_once(exhibit, scale):
    config = {"scale": scale}
    for trial in exhibit.trials(config):
        tried = [(each["last_violators"], each["burn_in"]) for each in ParameterGrid(trial.grid)]
        asked = {
            tuple(gupta.setting(Q, b).values()) for Q in (0, *exhibit.ORDERS) for b in exhibit.rules(config).values()
        }
        assert set(tried) == asked
        assert len({tried.count(each) for each in asked}) == 1


@pytest.mark.parametrize(
    ("exhibit", "scale"), list(itertools.product((noise, burnin, dims), ("smoke", "standard", "full")))
)
def test_trials_fit_their_data_sets(exhibit, scale):
    for trial in exhibit.trials({"scale": scale}):
        name, _, variant = trial.dataset.partition("-")
        module = import_module(f"manyclass.datasets.{name}")
        assert variant in {"", *getattr(module, "VARIANTS", {})}
        d, m = module.SCALES[scale].features, trial.fixed.get("dimensions", 1)
        assert m < d
        if exhibit is dims:
            printed = [m / 1024 for m in dims.PRINTED]
            shares = [m / d for m in trial.grid["dimensions"]]
            assert shares == printed if scale != "smoke" else set(shares) <= set(printed)
