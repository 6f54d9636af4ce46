"""The four methods on other sets, on records made by hand."""

import pytest
from fake_results import CONFIG, verdicts
from made_accuracies import give

from manyclass.exhibits import statements
from manyclass.exhibits.perronnin2012 import elsewhere
from manyclass.protocol.data.make import parameters

AS_PRINTED = {"w-OVR": 40.0, "MUL": 38.0, "RNK": 36.0, "WAR": 39.0}


def plant(store, top1, top5, wrong=1.0):
    """The same accuracies on every set; with wrong labels their differences so many times as large."""
    for each in elsewhere.SETS:
        for measure, percents in (("top-1", top1), ("top-5", top5)):
            highest = max(percents.values())
            for method, percent in percents.items():
                times = wrong if each == elsewhere.WRONG else 1.0
                give(store, elsewhere.trial(CONFIG, each, method), highest + times * (percent - highest), measure)


def test_claims_follow_what_is_planted(fake):
    plant(fake, AS_PRINTED, {"w-OVR": 60.0, "MUL": 55.0, "RNK": 57.0, "WAR": 59.0}, wrong=2.0)
    claims = elsewhere.claims(fake)
    assert verdicts(claims) == {"reproduced"}
    assert {claim.statement for claim in claims} == {*elsewhere.STATEMENTS}
    assert len(claims) == 3 * (2 * (2 + 4) + 1) + 2
    ahead = {"w-OVR": 40.0, "MUL": 42.0, "RNK": 46.0, "WAR": 46.0}
    plant(fake, ahead, {"w-OVR": 55.0, "MUL": 64.0, "RNK": 65.0, "WAR": 65.0}, wrong=0.5)
    claims = [claim for claim in elsewhere.claims(fake) if "WAR is less than 3 points behind" not in claim.text]
    assert verdicts(claims) == {"not reproduced"}
    plant(fake, AS_PRINTED | {"WAR": 36.5}, AS_PRINTED)
    made = {claim.text: claim.verdict for claim in elsewhere.claims(fake) if "behind w-OVR" in claim.text}
    assert len(made) == 6
    assert {text for text, verdict in made.items() if verdict != "reproduced"} == {
        text for text in made if ", top-1: WAR is less than 3 points behind" in text
    }


@pytest.mark.parametrize("each", elsewhere.SETS)
def test_no_set_was_made_with_the_document_in_view(each):
    """And it is one of the package, with parameters that train at standard scale."""
    name = "-".join(each)
    assert not any(said.calibrated([name]) for said in statements.listed("perronnin2012").values())
    assert parameters(name, "standard").train > 0
