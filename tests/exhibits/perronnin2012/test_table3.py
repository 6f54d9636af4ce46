"""Table 3 on records made by hand."""

import pytest
from fake_results import CONFIG, verdicts
from made_accuracies import give, prefer

from manyclass.exhibits.perronnin2012 import table3
from manyclass.exhibits.perronnin2012.trials import imagenet10k_trial


def test_the_printed_table_reproduces_every_claim(fake):
    for position, kind in enumerate(table3.KINDS):
        for method in table3.trained(kind):
            trial, printed = imagenet10k_trial(CONFIG, method, kind), table3.PRINTED[method][position]
            natural = table3.PRINTED[table3.NATURAL][position] or 5.0
            give(fake, trial, {1: natural, 8: printed} if method == "w-OVR" else printed)
            if method == "w-OVR":
                prefer(fake, trial, 8)
    claims = table3.claims(fake)
    assert len(claims) == 15
    assert verdicts(claims) == {"reproduced"}
    frame = table3.table(fake).set_index("method")
    assert frame.loc[table3.NATURAL, "FV"].mean == pytest.approx(16.7)
    assert frame.loc["RNK", "FV"] is None
