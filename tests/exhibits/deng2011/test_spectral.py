"""The two scalings on records made by hand."""

from fake_results import CONFIG, rewrite, with_winner

from manyclass.exhibits.deng2011 import spectral, table1
from manyclass.exhibits.deng2011.trials import shapes
from manyclass.protocol.claims.claim import NOT_REPRODUCED, REPRODUCED


def give(store, trial, dots, ambiguity):
    def change(record, seed):
        known = record.best.diagnostics["costs"]
        measured = {"test": dots + seed / 10, "ambiguity": [share + seed / 1e4 for share in ambiguity]}
        return with_winner(record, diagnostics={"costs": known | measured})

    rewrite(store, trial, change)


def test_by_rows_the_trees_are_those_of_table_1():
    by_rows = [spectral.trial(spectral.ROWS, shape) for shape in shapes(CONFIG)]
    assert set(by_rows) < set(table1.trials(CONFIG))
    others = set(spectral.trials(CONFIG)) - set(by_rows)
    assert {trial.fixed["scaling"] for trial in others} == {"degrees"}
    assert others.isdisjoint(table1.trials(CONFIG))


def test_claims_are_on_the_other_scaling(fake):
    shallow, middle, deep = shapes(CONFIG)
    give(fake, spectral.trial(spectral.DEGREES, shallow), 50, [0.3, 0.3])
    give(fake, spectral.trial(spectral.DEGREES, middle), 40, [0.3, 0.3, 0.3])
    give(fake, spectral.trial(spectral.DEGREES, deep), 60, [0.3, 0.6, 0.5, 0.2])
    give(fake, spectral.trial(spectral.ROWS, deep), 30, [0.3, 0.3, 0.3, 0.3])
    assert [claim.verdict for claim in spectral.claims(fake)] == [REPRODUCED] * 5
    give(fake, spectral.trial(spectral.DEGREES, deep), 20, [0.3, 0.3, 0.3, 0.3])
    assert [claim.verdict for claim in spectral.claims(fake)] == [NOT_REPRODUCED] * 5
