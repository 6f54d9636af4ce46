"""Table 8's order on sparse features."""

import pytest
from fake_results import CONFIG, rewrite, with_winner

from manyclass.exhibits.gupta2014 import sparse, table8
from manyclass.exhibits.gupta2014 import trials as gupta


def give(store, row, accuracy, *datasets):
    test = {seed: {"accuracy": accuracy * (1 + 1e-4 * seed)} for seed in store.seeds}
    for dataset in datasets or sparse.SETS:
        rewrite(store, gupta.row_trial(CONFIG, dataset, row), lambda r, seed: with_winner(r, test=test[seed]))


@pytest.mark.parametrize(
    ("row", "accuracy", "fails"),
    [
        (None, 0, 0),
        ("wsabie_pp", 0.09, 3),
        ("wsabie", 0.045, 1),
        ("one_vs_rest/as_printed", 0.07, 1),
        ("one_vs_rest", 0.12, 1),
    ],
)
@pytest.mark.parametrize("dataset", sparse.SETS)
def test_the_printed_numbers_reproduce_every_claim_and_each_can_fail(fake, dataset, row, accuracy, fails):
    for each in sparse.ROWS:
        give(fake, each, table8.printed(each, sparse.PRINTED_ON) / 100)
    give(fake, "one_vs_rest", table8.printed(table8.ONE_VS_ALL, sparse.PRINTED_ON) / 100)
    if row:
        give(fake, row, accuracy, dataset)
    found = {each: [claim.verdict for claim in sparse.claims(fake) if claim.on == (each,)] for each in sparse.SETS}
    assert {each: verdicts.count("not reproduced") for each, verdicts in found.items()} == {
        each: fails if each == dataset else 0 for each in sparse.SETS
    }
    assert {len(verdicts) for verdicts in found.values()} == {2 + len(sparse.ROWS)}
