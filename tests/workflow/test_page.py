"""The page of a run, from the files that a run leaves."""

import base64
import math
import re
import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_up_page import EXHIBIT, FRAME, Elements, shown

from manyclass.protocol.claims.score import score
from manyclass.report import tables
from manyclass.workflow.page.bar import WIDTH, bar


def test_every_statement_stands_in_the_page_with_its_verdict_and_its_tests(made):
    folder, statements, tests = made
    folded = {attributes["id"]: (attributes, text) for attributes, text in Elements(shown(folder)).tags("details")}
    assert len(folded) == len(statements)
    for _, statement in statements.iterrows():
        attributes, text = folded[f"{statement['document']}/statement/{statement['id']}"]
        assert attributes["data-verdict"] == statement["verdict"]
        assert all(statement[name] in text for name in ("place", "says", "printed", "rule", "reason"))
        of_it = tests[(tests["document"] == statement["document"]) & (tests["statement"] == statement["id"])]
        for _, test in of_it.iterrows():
            assert all(test[name] in text for name in ("text", "printed", "measured", "verdict", "scored", "exhibit"))


def test_a_statement_shows_its_only_test_as_a_bar_and_several_as_marks(made):
    folder, statements, tests = made
    text = shown(folder)
    for each in statements.itertuples():
        own = tests[(tests["document"] == each.document) & (tests["statement"] == each.id)]
        start = text.index(f'id="{each.document}/statement/{each.id}"')
        glance = Elements(text[text.index("<summary>", start) : text.index("</summary>", start) + len("</summary>")])
        marks = [mark for named, mark in glance.tags("span") if named["class"].startswith("sample")]
        bars = glance.tags("svg")
        assert len(bars) == (len(own) == 1 and math.isfinite(own["mean"].iloc[0]))
        assert [mark in "●■◆" for mark in marks] == ([] if bars else (own["scored"] == "yes").tolist())
        kinds = {"○": "reproduced", "●": "reproduced", "□": "undecided", "■": "undecided"}
        assert bars or [kinds.get(mark, "not reproduced") for mark in marks] == own["verdict"].tolist()


def test_the_score_counts_as_the_table_of_scores_does(made):
    folder, statements, _ = made
    (_, said), *_ = Elements(shown(folder)).tags("section", id="score")
    assert "At smoke scale" in said
    for row in score(statements).to_dict("records"):
        assert str(row["reproduced"]) in said and row["mathematical"] in said


def test_an_exhibit_is_shown_and_can_be_saved(made):
    folder, *_ = made
    found = Elements(shown(folder))
    ((_, text),) = found.tags("article", id=EXHIBIT)
    assert all(part in text for part in ("A <b>title</b>.", "What it shows.", "a < b", "50.0† ± 1.50"))
    (picture, _), (csv, _) = found.tags("img")[0], found.tags("a", download="lecture-ova_failure.csv")[0]
    assert base64.b64decode(picture["src"].partition(",")[2]) == b"<svg/>"
    assert base64.b64decode(csv["href"].partition(",")[2]).decode() == tables.csv(FRAME)
    ((_, sets),) = found.tags("section", id="data-sets")
    assert "blobs" in sets and "1,200" in sets


def test_the_page_needs_nothing_from_outside_and_its_links_lead_somewhere(made):
    folder, *_ = made
    found = Elements(shown(folder))
    names = Counter(attributes["id"] for _, attributes, _ in found.found if "id" in attributes)
    assert set(names.values()) == {1}
    for _, attributes, _ in found.found:
        for address in (attributes.get(name) for name in ("src", "href") if attributes.get(name)):
            assert address.startswith("data:") or address[1:] in names
    assert "@import" not in shown(folder) and "url(" not in shown(folder)


def test_a_run_without_claims_has_a_page(made):
    folder, statements, tests = made
    statements[:0].to_csv(folder / "statements.csv", index=False)
    tests[:0].to_csv(folder / "tests.csv", index=False)
    text = shown(folder)
    assert EXHIBIT in text and "In tables †" in text
    assert "statement" not in re.sub(r"<(style|script)>.*?</\1>", "", text, flags=re.DOTALL)  # of which there are none


@pytest.mark.parametrize("content", ["", "exhibit,text\n"])
def test_what_is_no_table_is_refused_in_a_line(made, content):
    folder, *_ = made
    (folder / "tests.csv").write_text(content)
    out = folder / "index.html"
    folders = [f"--results={folder}", f"--figures={folder / 'figures'}", f"--out={out}"]
    done = subprocess.run(
        [sys.executable, "-m", "manyclass.workflow.page", EXHIBIT, *folders], capture_output=True, text=True
    )
    assert done.returncode == 1 and len(done.stderr.splitlines()) == 1 and "tests.csv" in done.stderr
    assert not out.exists()


NUMBERS = st.floats(-1e6, 1e6)


@settings(max_examples=50)
@given(st.lists(NUMBERS, min_size=5, max_size=5).map(sorted), NUMBERS, st.sampled_from(["difference", "value"]))
def test_a_bar_keeps_the_order_of_its_numbers(ends, printed, scale):
    low, mean, high, range_low, range_high = (ends[place] for place in (0, 1, 2, 3, 4))
    test = {"scale": scale, "mean": mean, "low": low, "high": high, "range_low": range_low, "range_high": range_high}
    drawn = bar(test | {"printed_value": printed})
    numbers = [low, mean, high, range_low, range_high, printed]
    places = [*drawn["interval"][:1], drawn["mean"], drawn["interval"][1], *drawn["range"], drawn["printed"]]
    assert all(0 <= place <= WIDTH for place in places)
    pairs = sorted(zip(numbers, places))
    assert [place for _, place in pairs] == sorted(places)


def test_a_bar_of_a_ratio_is_logarithmic_and_an_open_range_goes_to_the_end():
    test = {"scale": "ratio", "mean": 2.0, "low": 1.0, "high": 4.0, "range_low": 1.0, "range_high": math.inf}
    drawn = bar(test | {"printed_value": math.nan})
    assert drawn["mean"] == pytest.approx(sum(drawn["interval"]) / 2, abs=0.1)
    assert drawn["range"] == [drawn["none"], WIDTH]
    assert drawn["printed"] is None


def test_a_test_without_numbers_has_no_bar():
    assert bar({"mean": math.nan}) is None
