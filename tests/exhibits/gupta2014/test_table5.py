"""Table 5 lists the stochastic methods of table 8, and what their rows sweep and hold."""

from manyclass.exhibits.gupta2014 import table5
from manyclass.exhibits.gupta2014.trials import NAMES
from manyclass.methods.base.sgd.stochastic import StochasticClassifier
from manyclass.protocol.trial import estimators


def test_table5_lists_the_stochastic_methods_of_table8(fake):
    frame = table5.table(fake)
    rows = [row for row, name in NAMES.items() if not name.endswith("(ours)")]
    stochastic = [row for row in rows if issubclass(estimators.load(row.partition("/")[0]), StochasticClassifier)]
    assert frame["method"].unique().tolist() == stochastic == list(table5.PRINTED)
    assert {len(cells) for cells in (*table5.PRINTED.values(), *table5.IMPLEMENTED.values())} == {
        len(table5.PROPERTIES)
    }
    held = frame[frame["property"] == "parameters held"].set_index("method")["implemented"]
    assert held["one_vs_rest/balance1_as_printed"] == "balance = 1, intercept = 0, radius = 1"
    assert held["one_vs_rest/as_printed"] == "intercept = 0, radius = 1" and held["wsabie_pp"] == "–"
