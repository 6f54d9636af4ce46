"""Table 9: what is shown of the chosen parameters."""

import pytest
from fake_results import CONFIG, rewrite, with_winner

from manyclass.exhibits.gupta2014 import table9
from manyclass.exhibits.gupta2014 import trials as gupta


@pytest.mark.parametrize(("order", "verdict"), [(8, "reproduced"), (1, "not reproduced")])
def test_a_chain_of_several_last_violators_is_not_one(fake, order, verdict):
    def chosen(record, seed):
        Q = order if seed else 2 * order
        return with_winner(record, params=record.best.params | {"last_violators": Q})

    rewrite(fake, gupta.row_trial(CONFIG, "web21k", "wsabie_pp"), chosen)
    found = [claim for claim in table9.claims(fake) if claim.statement == "table9-order" and claim.on == ("web21k",)]
    assert [claim.verdict for claim in found] == [verdict]
    assert {claim.statement for claim in table9.claims(fake)} == {*table9.STATEMENTS}


def test_a_parameter_at_an_edge_is_marked(fake):
    rewrite(
        fake,
        gupta.row_trial(CONFIG, "web97k", "wsabie_pp"),
        lambda record, seed: with_winner(record, edges=["margin"] if seed == 2 else []),
    )
    row = table9.table(fake).set_index(["method", "data set"]).loc[("wsabie_pp", "web97k")]
    assert str(row["margin"]).endswith("†")
    assert not str(row["step"]).endswith("†")


def test_shows_chosen_and_held_parameters(fake):
    frame = table9.table(fake).set_index(["method", "data set"])
    assert frame.loc[("one_vs_rest/balance1_as_printed", "web97k"), "β"] == 1
    records = fake.records(gupta.row_trial(CONFIG, "web97k", "wsabie_pp"))
    best = max(records, key=lambda record: record.valid)
    chosen = best.best.params
    row = frame.loc[("wsabie_pp", "web97k")]
    assert (row["step"], row["margin"], row["m"]) == (chosen["step"], chosen["margin"], chosen["dimensions"])
    assert (row["margin: printed"], row["m: printed"], row["Q: printed"]) == (10_000, 256, 32)
