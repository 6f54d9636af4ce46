"""Passes that adagrad saves, on curves made by hand."""

import pytest
from fake_results import CONFIG, rewrite, verdicts, with_winner

from manyclass.exhibits.gupta2014 import adagrad_convex as exhibit
from manyclass.exhibits.gupta2014 import trials as gupta


def give(store, method, **curves):
    """Give every draw's winner this curve by kind of step, scaled a little by draw."""
    for kind, valid in curves.items():

        def change(record, seed, valid=valid):
            return with_winner(record, valid=[each * (1 + 0.01 * seed) for each in valid] + [valid[-1]] * seed)

        rewrite(store, exhibit.curve_trial(CONFIG, method, kind), change)


@pytest.mark.parametrize(
    ("fixed", "verdict"),
    [
        ([0.02, 0.06, 0.1, 0.2, 0.2], "reproduced"),
        ([0.2, 0.2, 0.2, 0.2, 0.2], "not reproduced"),
        ([0.15, 0.15, 0.15, 0.15], "reproduced"),  # quick, but never there
    ],
)
def test_passes_are_compared_draw_by_draw(fake, fixed, verdict):
    for method in exhibit.METHODS:
        give(fake, method, adagrad=[0.1, 0.16, 0.2, 0.2], fixed=fixed)
        assert verdicts(exhibit.claims(fake), f"{gupta.NAMES[method]}:") == {verdict}


def test_a_fixed_step_has_its_own_sweep_and_as_many_passes():
    for method in exhibit.METHODS:
        fixed, adagrad = (exhibit.curve_trial({"scale": "standard"}, method, kind) for kind in ("fixed", "adagrad"))
        chosen = fixed.depends_on
        assert fixed.passes == adagrad.passes == chosen.passes == chosen.depends_on.passes
        assert fixed.depends_on.fixed == {"adaptation": "fixed"}
        swept = {"step", "margin", "balance"} if method == gupta.ONE_VS_ALL else {"step", "margin"}
        assert set(fixed.depends_on.search) == swept
        assert fixed.depends_on.depends_on == adagrad.depends_on
