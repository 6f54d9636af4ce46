"""Verdicts of statements: Holm's correction, what is scored, what rests on what, and how often chance is wrong."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_up_document import statement

from manyclass.protocol.claims import claim, verdicts
from manyclass.protocol.claims.claim import Claim
from manyclass.protocol.claims.interval import ERROR
from manyclass.protocol.claims.statement import Statement

YES, NO, OPEN = (0.0, 1.0), (1.0, 0.0), (1.0, 1.0)


def made(*p, name="a", on=()):
    return [("doc/table1", Claim(name, f"test {place}", "", "", *each, on=on)) for place, each in enumerate(p)]


def judge(claims, *entries, on=()):
    statements = {entry["id"]: Statement(**entry) for entry in entries or [statement("a", calibrated_on=[*on])]}
    found = verdicts.judgements(statements, claims)
    return {each.statement.id: each for each in found}


def test_holm_by_hand():
    # sorted .005 .01 .03 .04: times 4, 3, 2, 1 = .02 .03 .06 .04, and no smaller than the one before
    np.testing.assert_allclose(verdicts.holm([0.01, 0.04, 0.03, 0.005]), [0.03, 0.06, 0.06, 0.02])
    np.testing.assert_allclose(verdicts.holm([0.5, 0.9]), [1.0, 1.0])
    assert verdicts.holm([]).shape == (0,)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=9), st.floats(0.001, 0.2))
def test_holm_rejects_what_the_step_down_rule_does(p, level):
    """The rule as Holm states it: from the smallest p on, reject while p ≤ level / number left."""
    adjusted = verdicts.holm(p)
    if np.any(np.isclose(adjusted, level)):
        return
    rejected = set()
    for number, place in enumerate(sorted(range(len(p)), key=lambda place: p[place])):
        if p[place] > level / (len(p) - number):
            break
        rejected.add(place)
    assert {place for place in range(len(p)) if adjusted[place] <= level} == rejected


@pytest.mark.parametrize(
    ("p", "verdict"),
    [
        ([YES], "reproduced"),
        ([YES, YES], "reproduced"),
        ([YES, NO], "partly"),
        ([YES, OPEN], "partly"),
        ([NO, OPEN], "not reproduced"),
        ([NO, NO], "not reproduced"),
        ([OPEN, OPEN], "undecided"),
        ([], "not run"),
        ([(0.02, 0.9)], "reproduced"),
        ([(0.02, 0.9), (0.02, 0.9)], "undecided"),
        ([(0.012, 0.9), (0.02, 0.9)], "reproduced"),
        ([(0.9, 0.02)] * 3, "undecided"),
        ([(0.9, 0.008)] * 3, "not reproduced"),
    ],
)
def test_verdict_of_a_statement(p, verdict):
    assert judge(made(*p))["a"].verdict == verdict


def test_what_could_not_be_tested_is_no_part_of_the_family():
    found = judge(made((0.9, 0.02), OPEN, OPEN))["a"]
    assert found.verdict == "not reproduced"
    assert [test.verdict for test in found.tests] == ["not reproduced", "undecided", "undecided"]
    assert judge(made((0.02, 0.9), OPEN))["a"].verdict == "partly"


def test_an_untested_statement_says_why():
    found = judge([], statement("a", untested="no data"))["a"]
    assert (found.verdict, found.reason) == ("untested", "no data")


def test_a_test_on_calibrated_data_is_shown_and_not_scored():
    claims = [*made(NO, on=("web21k", "other")), *made((0.02, 0.9), on=("other",))]
    found = judge(claims, on=["web21k"])["a"]
    assert found.verdict == "partly"  # not more, since not even a set chosen with it in view has it
    assert [test.scored for test in found.tests] == ["calibrated on web21k", "yes"]
    # The calibrated test is no part of the family either, or of what is counted.
    assert [test.verdict for test in found.tests] == ["not reproduced", "reproduced"]
    assert found.counted == Counter({"reproduced": 1})


def test_where_a_statement_fails_on_calibrated_data_is_said():
    claims = [*made(YES, on=["fresh"]), *made(NO, on=["fitted"]), *made(YES, on=["fitted", "other"])]
    found = judge(claims, on=["fitted", "other"])["a"]
    assert found.verdict == "partly"
    alone = "scored on fresh alone, as the others were chosen with it in view"
    assert found.reason == f"{alone}; not reproduced on fitted, chosen with it in view and not scored"
    held = judge(claims[::2], on=["fitted", "other"])["a"]
    assert (held.verdict, held.reason) == ("reproduced", alone)


def test_what_refutes_on_calibrated_data_is_corrected_for_with_the_rest():
    claims = [*made((0.9, 0.02), on=["fresh"]), *made((0.9, 0.02), on=["fitted"])]
    found = judge(claims, on=["fitted"])["a"]
    assert [test.holm_outside for test in found.tests] == [0.04, 0.04]
    assert [test.holm_inside for test in found.tests] == [0.9, 0.9]


@pytest.mark.parametrize(("fresh", "verdict"), [(OPEN, "undecided"), (NO, "not reproduced")])
def test_a_refutation_on_calibrated_data_is_none_of_the_statement(fresh, verdict):
    claims = [*made(fresh, on=["fresh"]), *made(NO, on=["fitted"])]
    assert judge(claims, on=["fitted"])["a"].verdict == verdict


def test_a_statement_with_calibrated_tests_alone_is_calibrated():
    found = judge(made(YES, on=("web21k",)), on=["web21k"])["a"]
    assert found.verdict == "calibrated"
    assert found.reason == "web21k: parameters chosen with it in view"
    refuted = judge(made(NO, on=("web21k",)), on=["web21k"])["a"]
    assert refuted.reason == f"{found.reason}; not reproduced on web21k, chosen with it in view and not scored"
    assert judge(made(YES, on=("web97k",)), on=["web21k"])["a"].verdict == "reproduced"


def test_a_claim_on_what_is_calibrated_somewhere_says_on_which_data():
    """One that no chance enters, too: it would be scored where it cannot be."""
    with pytest.raises(ValueError, match="doc/table1: claim 'test 0' must say on which data: .* web21k"):
        judge(made(YES), on=["web21k"])
    assert judge(made(YES), on=[])["a"].verdict == "reproduced"


def test_variants_are_calibrated_as_their_file_and_others_not():
    said = Statement(**statement("a", calibrated_on=["web21k", "label_noise"]))
    names = ["web21k", "mine", "web21k-normal", "web97k", "label_noise-noise80"]
    assert said.calibrated(names) == ["web21k", "web21k-normal", "label_noise-noise80"]


@pytest.mark.parametrize("kind", ["mathematical", "ours"])
def test_what_is_not_the_documents_own_finding_is_not_scored(kind):
    found = judge(made(YES), statement("a", kind=kind))["a"]
    assert found.verdict == "reproduced"
    assert [test.scored for test in found.tests] == [kind]


@pytest.mark.parametrize(
    ("of_b", "of_a", "rests", "reason"),
    [
        (NO, NO, True, "rests on a, not reproduced"),
        (OPEN, NO, True, "rests on a, not reproduced"),
        (YES, NO, True, "rests on a, not reproduced"),
        (YES, OPEN, True, "rests on a, undecided"),
        (YES, YES, False, ""),
        (OPEN, OPEN, False, ""),
        (NO, YES, False, ""),
        (NO, OPEN, False, ""),
    ],
)
def test_a_statement_rests_on_one_that_it_requires_and_no_failure_is_counted_twice(of_b, of_a, rests, reason):
    claims = [*made(of_a), *made(of_b, name="b")]
    found = judge(claims, statement("b", requires=["a"]), statement("a"))["b"]
    assert (found.rests, found.reason) == (rests, reason)


def test_a_claim_on_no_statement_is_refused():
    with pytest.raises(ValueError, match="doc/table1: claim 'test 0' names 'b', which is no statement"):
        judge(made(YES, name="b"))


def test_true_statements_are_refuted_and_false_ones_reproduced_as_seldom_as_promised():
    """Worst cases: means at an end of the claimed range, five draws, eight tests a statement."""
    rng = np.random.default_rng(15)
    n_statements, n_tests = 2000, 8
    counted = Counter()
    for values in rng.normal(size=(n_statements, n_tests, 5)):
        claims = [("doc/table1", claim.greater("a", "", row, 0.0)) for row in values]
        tests = judge(claims)["a"].tests
        counted.update({test.verdict for test in tests})
    error = np.sqrt(ERROR * (1 - ERROR) / n_statements)
    for verdict in ("reproduced", "not reproduced"):
        assert counted[verdict] / n_statements < ERROR + 4 * error
        assert counted[verdict] / n_statements > ERROR / 2 - 4 * error  # and the correction is no more than it need be
