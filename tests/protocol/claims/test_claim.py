"""Verdicts: against SciPy's t test, at the ends of ranges, with holes and with few seeds."""

import csv
import io
import json
import re
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from manyclass.protocol.claims import claim as claims
from manyclass.protocol.claims.interval import REACH

VALUES = st.lists(st.floats(-5, 5), min_size=3, max_size=8)


@given(VALUES)
def test_interval_is_that_of_the_t_test(values):
    assume(np.std(values) > 1e-3)
    expected = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    mean, low, high = claims.interval(np.array(values))
    np.testing.assert_allclose([mean, low, high], [np.mean(values), *expected], rtol=1e-9, atol=1e-9)


@given(VALUES, VALUES)
def test_order_agrees_with_the_paired_t_test_and_flips_with_it(a, b):
    n = min(len(a), len(b))
    a, b = np.array(a[:n]), np.array(b[:n])
    assume(np.std(a - b) > 1e-3)
    p = stats.ttest_rel(a, b).pvalue
    assume(abs(p - 0.05) > 1e-6)
    flipped = {"reproduced": "not reproduced", "not reproduced": "reproduced", "inconclusive": "inconclusive"}
    verdict = claims.greater("a is better", a, b).verdict
    expected = "inconclusive" if p > 0.05 else "reproduced" if np.mean(a) > np.mean(b) else "not reproduced"
    assert verdict == expected
    assert claims.greater("b is better", b, a).verdict == flipped[verdict]


@pytest.mark.parametrize(
    ("values", "verdict"),
    [
        ([1.3, 1.4, 1.5], "reproduced"),
        ([2.3, 2.4, 2.5], "not reproduced"),
        ([0.1, 0.2, 0.3], "not reproduced"),
        ([0.9, 1.0, 1.1], "inconclusive"),
        ([1.5, 1.5, 1.5], "reproduced"),
        ([1.0, 1.0, 1.0], "not reproduced"),
    ],
)
def test_between_wants_the_whole_interval_inside(values, verdict):
    assert claims.between("in (1, 2)", values, 1, 2).verdict == verdict


def test_what_is_computed_holds_or_says_why_not():
    assert claims.certain("2 is 2", True, "2", why="never shown") == claims.Claim("2 is 2", "", "2", "reproduced")
    failed = claims.certain("2 is 3", False, "2", printed="3", why="it is even")
    assert (failed.verdict, failed.printed, failed.why) == ("not reproduced", "3", "it is even")
    assert claims.certain("2 is 3", False, "2").why


@pytest.mark.parametrize("values", [[], [1.5], [1.5, 1.5], [1.5, 1.5, np.nan, np.inf]])
def test_fewer_than_three_seeds_say_nothing_and_say_why(values):
    claim = claims.between("in (1, 2)", values, 1, 2)
    assert claim.verdict == "inconclusive"
    assert f"{np.isfinite(values).sum()}" in claim.why
    assert "at least 3" in claim.why


def test_holes_are_left_out_and_counted():
    claim = claims.greater("a > b", [2, 2.1, np.nan, 2.2], [1, 1, 1, 1])
    assert claim.verdict == "reproduced"
    assert "3 of 4 seeds" in claim.measured


def test_ratio_is_tested_on_its_logarithm():
    b = np.array([1.0, 2.0, 4.0])
    assert claims.ratio("2–4 times", [3.0, 6.1, 11.9], b, 2, 4).verdict == "reproduced"
    assert claims.ratio("2–4 times", 5 * b, b, 2, 4).verdict == "not reproduced"
    assert claims.ratio("2–4 times", 2.05 * b * [0.9, 1, 1.1], b, 2, 4).verdict == "inconclusive"
    assert claims.ratio("at least 90 %", b, b, 0.9, np.inf).measured == "×1 [×1, ×1] (3 seeds)"
    assert claims.ratio("at most", b, b, 0, 2).verdict == "reproduced"


def test_ratio_with_a_zero_is_a_hole():
    claim = claims.ratio("2–4 times", [3.0, 3.0, 3.0], [1.0, 0.0, 1.0], 2, 4)
    assert claim.verdict == "inconclusive"
    assert "only 2 of 3 seeds" in claim.why


def test_a_claim_that_is_not_reproduced_says_why():
    low = claims.greater("a > b", [1, 1, 1.1], [2, 2, 2])
    assert low.why == "the whole interval lies below +0.00"
    assert claims.between("in (1, 2)", [3, 3, 3.1], 1, 2).why == "the whole interval lies above 2"
    assert claims.greater("a > b", [1, 1, 1], [2, 2, 2], why="noise is missing").why == "noise is missing"
    assert claims.greater("a > b", [3, 3, 3], [2, 2, 2], why="noise is missing").why == ""


def repeated(n, mean, deviation):
    """As many values, with exactly this mean and standard deviation."""
    values = np.arange(n) - (n - 1) / 2
    return mean + deviation * values / np.std(values, ddof=1)


@given(VALUES, st.floats(-6, 6), st.floats(0.01, 12))
def test_an_undecided_claim_says_how_many_seeds_would_decide(values, low, width):
    values, high = np.array(values), low + width
    mean, deviation = values.mean(), np.std(values, ddof=1)
    claim = claims.between("in the range", values, low, high)
    assume(claim.verdict == "inconclusive")
    found = re.search(r"about (\d+) seeds would decide$", claim.why)
    assume(deviation > 1e-3)

    def verdict(n):
        return claims.between("in the range", repeated(n, mean, deviation), low, high).verdict

    fewest = next((n for n in range(3, REACH + 1) if verdict(n) != "inconclusive"), None)
    if fewest is None:
        assert found is None
        assert f"not even {REACH} seeds would decide" in claim.why
    else:
        assert int(found[1]) == fewest
        assert verdict(fewest - 1) == "inconclusive"
        assert fewest > len(values)


@pytest.mark.parametrize(
    ("values", "low", "high", "why"),
    [
        ([1, 2, 3], 1, 2, "reaches across 1 and 2: the mean is 0 away, so near that at this spread not even 100 seeds"),
        (
            [0, 1, 2, 3],
            0,
            np.inf,
            "across 0: the mean is 1.5 away, the half width is 2.05; at this spread about 6 seeds",
        ),
    ],
)
def test_the_reason_is_a_plain_sentence(values, low, high, why):
    assert why in claims.between("in the range", values, low, high).why


def test_the_reason_is_written_as_the_values_are():
    points = claims.greater("a > b", [0.0, 1, 2, 3], 0, show="{:+.1f} points".format, of="data sets")
    assert points.why.startswith("the interval reaches across +0.0 points: the mean is 1.5 points away, the half width")
    assert points.why.endswith("about 6 data sets would decide")
    factor = claims.ratio("twice", np.exp([0.0, 1, 2, 3]), 1.0, 1, np.inf)
    assert "the mean is 348 % away" in factor.why  # e to the 1.5, 4.48


def run(*arguments):
    command = [sys.executable, "-m", "manyclass.protocol.claims.claim", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True)


def test_command_collects_every_exhibit_by_name(tmp_path):
    for name in ("zeta/fig1", "alpha/fig2"):
        (tmp_path / "claims" / name).parent.mkdir(parents=True)
        text = claims.dumps([claims.between(f"{name}, with a comma", [1, 2, 3], 0, 9, printed="√2")])
        (tmp_path / "claims" / f"{name}.json").write_text(text)
    assert run(tmp_path / "claims.csv", *tmp_path.glob("claims/*/*.json")).returncode == 0
    rows = list(csv.DictReader(io.StringIO((tmp_path / "claims.csv").read_text())))
    assert [row["exhibit"] for row in rows] == ["alpha/fig2", "zeta/fig1"]
    assert rows[0]["text"] == "alpha/fig2, with a comma"
    assert rows[0]["printed"] == "√2"
    assert list(rows[0]) == ["exhibit", "text", "printed", "measured", "verdict", "why"]


def test_command_without_claims_writes_the_header(tmp_path):
    assert run(tmp_path / "claims.csv").returncode == 0
    assert (tmp_path / "claims.csv").read_text().startswith("exhibit,text,printed,measured,verdict,why")


@pytest.mark.parametrize("content", ["", "{", json.dumps([{"claim": 1}]), json.dumps(3)])
def test_command_names_a_file_that_holds_no_claims(tmp_path, content):
    (tmp_path / "claims").mkdir()
    (tmp_path / "claims" / "bad.json").write_text(content)
    done = run(tmp_path / "claims.csv", tmp_path / "claims" / "bad.json")
    assert done.returncode != 0
    assert "bad.json" in done.stderr
    assert "Traceback" not in done.stderr


def test_command_wants_a_file_to_write():
    done = run()
    assert done.returncode != 0
    assert done.stderr.startswith("usage:")
