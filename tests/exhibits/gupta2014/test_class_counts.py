"""Updates of AUC sampling against the number of classes."""

from dataclasses import replace

import numpy as np
import pytest
from fake_results import CONFIG, change_candidates

from manyclass.exhibits import statements
from manyclass.exhibits.gupta2014 import class_counts
from manyclass.protocol.claims import statement
from manyclass.protocol.data.make import parameters


@pytest.mark.parametrize(("power", "verdict"), [(-1, "reproduced"), (0.1, "not reproduced")])
def test_the_share_that_updates_falls_with_the_classes_or_not(fake, monkeypatch, power, verdict):
    monkeypatch.setitem(class_counts.COUNTS, "smoke", class_counts.COUNTS["standard"])  # ranks enough to tell
    for n_classes in class_counts.counts(CONFIG):

        def give(candidate, seed, n_classes=n_classes):
            share = 0.2 * (n_classes / 32) ** (power if candidate.params["margin"] == 0.3 else -1)
            return replace(candidate, test={"accuracy": 0.1}, updated=[1.0, share * (1 + 0.1 * seed)])

        change_candidates(fake, class_counts.trial(CONFIG, n_classes), give)
    found = {claim.text.partition(":")[0]: claim.verdict for claim in class_counts.claims(fake)}
    assert found == {"margin 0.1": "reproduced", "margin 0.3": verdict, "margin 1": "reproduced"}


def test_what_is_printed_is_the_same_in_the_test_and_in_its_statement(fake):
    said = statement.read(statements.file("gupta2014"))["auc-updates-fall-with-classes"].printed
    assert {claim.printed for claim in class_counts.claims(fake)} == {said}


def test_no_correlation_of_what_is_missing_or_all_the_same():
    shares = np.array([[0.3, 0.2, 0.1], [0.2, 0.2, np.nan], [0.1, 0.2, 0.1]])
    np.testing.assert_array_equal(class_counts.correlations(shares, (1, 2, 3)), [-1, np.nan, np.nan])


@pytest.mark.parametrize("scale", ["smoke", "standard", "full"])
def test_sets_differ_in_nothing_but_the_number_of_classes(scale):
    sets = [parameters(class_counts.dataset(count), scale) for count in class_counts.counts({"scale": scale})]
    sizes = ("classes", "train", "valid", "test")
    assert len({tuple(getattr(each, size) / each.classes for size in sizes) for each in sets}) == 1
    assert len({str({**vars(each), **dict.fromkeys(sizes)}) for each in sets}) == 1
