"""What the exhibits of all documents read off records: settings tuned by themselves, and courses of their winners."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from made_up_records import candidate, record

from manyclass.exhibits import base, registry
from manyclass.exhibits.gupta2014 import alternatives
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.exhibits.perronnin2012 import fig2
from manyclass.protocol.claims import claim
from manyclass.protocol.data.make import file_of
from manyclass.protocol.trial.spec import Trial
from manyclass.report.tables import Interval


def test_a_setting_is_tuned_on_validation_for_itself_alone():
    tried = [candidate(0.3, 0.9, last_violators=0)]
    tried += [candidate(t, v, last_violators=1, margin=t) for t, v in ((0.1, 0.2), (0.2, 0.1))]
    records = [record(0, tried), record(1, [])]
    np.testing.assert_allclose(base.accuracy(records, last_violators=1), [10, np.nan])
    np.testing.assert_allclose(base.accuracy(records, last_violators=0), [30, np.nan])
    np.testing.assert_allclose(base.accuracy(records), [30, np.nan])


def test_a_course_is_the_winners_and_as_long_as_is_asked():
    tried = [candidate(0.1, v, ignored, last_violators=1) for v, ignored in ((0.2, (0, 0.4)), (0.1, (0, 1)))]
    records = [record(0, tried), record(1, [])]
    np.testing.assert_allclose(base.course(records, "ignored", 3, last_violators=1), [[0, 40, np.nan], [np.nan] * 3])
    np.testing.assert_allclose(base.course(records, "valid", 1), [[20], [np.nan]])


def test_what_draws_chose_together_counts_once():
    declared = Trial("web21k", "wsabie_pp")
    np.testing.assert_array_equal(base.independent(declared, [8, 4, 8]), [8, np.nan, np.nan])
    np.testing.assert_array_equal(base.independent(replace(declared, anew=True), [8, 4, 8]), [8, 4, 8])


@pytest.mark.parametrize("scale", ["smoke", "standard", "full"])
def test_claims_on_what_is_chosen_rest_on_sweeps_that_begin_anew(scale):
    config = {"scale": scale}
    rows = [gupta.row_trial(config, dataset, "wsabie_pp") for dataset in gupta.SETS]
    assert all(trial.anew for trial in [*rows, alternatives.trial(config, "imagenet16k", alternatives.NEGATIVES)])
    assert all(trial.anew for trial in fig2.trials(config))


def test_a_claim_on_the_points_of_a_design_has_the_mark_of_any_of_them():
    of_points, of_set = (claim.greater("a", "text", [1.0], [0.0], on=name) for name in ("look_alikes", "web21k"))

    def texts(*at_edge):
        return [each.text for each in base.marked([of_points, of_set], {*at_edge}, "look_alikes")]

    assert texts("look_alikes") == texts("look_alikes-2") == ["† text", "text"]
    assert texts("web21k-small") == ["text", "text"]
    assert texts("web21k") == ["text", "† text"]
    assert texts() == ["text", "text"]


@pytest.mark.parametrize("name", ["gupta2014/regimes", "deng2011/regimes", "lapin2015/regimes"])
def test_an_exhibit_of_a_design_says_which(name):
    """Its claims are on that file, and its points are the file and variants of it."""
    exhibit, config = registry.load(name), {"scale": "standard"}
    assert {file_of(each) for each in exhibit.DESIGN.datasets(config)} == {exhibit.DESIGN.dataset}
    assert exhibit.DESIGN.dataset in registry.inputs(name, config)[1]


def test_a_caption_explains_the_marks_that_its_table_shows_and_it_does_not():
    table = pd.DataFrame({"accuracy": [Interval(1.0, 0.5, 5, 5, base.RISING), "-"]}, dtype=object)
    assert base.explained("Title", table) == f"Title\n{base.RISING}: {base.MEANINGS[base.RISING]}.\n"
    said = f"Title. {base.RISING} is explained."
    assert base.explained(said, table) == said
