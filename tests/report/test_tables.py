"""Tables in four formats."""

import csv
import io
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from manyclass.exhibits.registry import load, names
from manyclass.report import tables
from manyclass.report.tables import Exact, Interval, Probability

ROOT = Path(__file__).parents[2]
CAPTION = "A title & more\n\nIts text, 5 % of it.\n"
FRAME = pd.DataFrame(
    {
        "row_key": ["a|b", "<c>", "d & 100 %"],
        "printed": [Exact(7.0), None, Exact(0.001)],
        "best": [12.3456789, "failed: ValueError: no_luck", np.nan],
        "over draws": [Interval(12.3, 0.456, 5, 5, "†"), "failed: no", Interval(1.0, np.nan, 1, 5)],
        "size": [1234567, 12, None],
    },
    dtype=object,
)


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (None, "–"),
        (np.nan, "–"),
        (True, "yes"),
        (np.False_, "no"),
        (7, "7"),
        (np.int64(12345), "12,345"),
        (0.0, "0"),
        (8.5, "8.50"),
        (99.96, "100"),
        (1234.5, "1,234"),
        (-0.5, "-0.500"),
        (0.00012, "0.00012"),
        ("text", "text"),
        (Exact(7.0), "7.0"),
        (Exact(0.001), "0.001"),
        (Probability(0.0456), "0.046"),
        (Probability(1e-9), "< 0.001"),
        (Probability(1.0), "> 0.999"),
        (Exact(10_000), "10,000"),
        (Interval(8.25, 0.123, 5, 5), "8.25 ± 0.12"),
        (Interval(8.25, 0.123, 3, 5), "8.25 ± 0.12 (3 of 5 draws)"),
        (Interval(8.25, 0.123, 5, 5, "†"), "8.25† ± 0.12"),
        (Interval(8.25, np.nan, 1, 1), "8.25"),
        (Interval(2892299.4, 406305.38, 5, 5), "2,892,299 ± 406,305"),
    ],
)
def test_cells_for_reading(cell, text):
    assert tables.show(cell) == text


def test_an_interval_is_the_t_interval_of_the_mean():
    made = Interval.over([1, 2, 4], 5)
    low, high = stats.ttest_1samp([1, 2, 4], 0).confidence_interval(0.95)
    assert (made.mean - made.half, made.mean + made.half) == pytest.approx((low, high))
    assert made[2:] == (3, 5, "")
    assert np.isnan(Interval.over([1.0], 1).half)


def test_csv_keeps_numbers_and_splits_intervals():
    rows = list(csv.DictReader(io.StringIO(tables.csv(FRAME))))
    assert rows[0]["best"] == "12.3457"
    parts = ("mean", "half of the interval", "draws", "mark")
    assert [rows[0][f"over draws: {part}"] for part in parts] == ["12.3", "0.456", "5", "†"]
    assert "over draws: mark" not in tables.csv(FRAME.iloc[1:])
    assert rows[1]["over draws: mean"] == "failed: no"
    assert rows[0]["size"] == "1234567"
    assert rows[1]["printed"] == ""


def test_markdown_escapes_and_aligns():
    lines = tables.markdown(FRAME, CAPTION).splitlines()
    assert lines[0] == "**A title & more**"
    assert lines[3] == "| --- | ---: | ---: | ---: | ---: |"
    assert lines[4] == r"| a\|b | 7.0 | 12.3 | 12.3† ± 0.46 | 1,234,567 |"
    assert lines[5].count("|") == 6
    assert lines[-1] == "Its text, 5 % of it."


def test_latex_escapes():
    text = tables.latex(FRAME, CAPTION)
    assert r"\caption{A title \& more}" in text
    assert r"failed: ValueError: no\_luck" in text
    assert r"12.3$\dagger$ $\pm$ 0.46" in text
    assert r"d \& 100 \%" in text
    assert all(line.endswith(r"\\") for line in text.splitlines() if " & " in line)
    assert "±" not in text


def set_in_latex():
    """Titles of exhibits, and titles and cells of the kept tables."""
    yield from (load(name).__doc__.partition("\n")[0] for name in names())
    for path in (ROOT / "reference" / "tables").rglob("*.md"):
        yield from (line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith(("**", "|")))


def test_latex_can_set_what_exhibits_say():
    """The others of these characters are an error of pdfLaTeX, which knows of Latin-1 all that we use."""
    said = {letter for text in set_in_latex() for letter in tables.tex(text)}
    assert len(said) > 80 and not [letter for letter in said if ord(letter) > 255]
    assert tables.tex("√n ≤ λ₁ → Δβ̄, 10⁶").startswith(r"$\surd$n $\leq$ $\lambda$$_1$ $\to$ $\Delta$$\beta$")


def test_html_is_one_page_on_its_own():
    text = tables.html(FRAME, CAPTION)
    page = ET.fromstring(text.replace("<!DOCTYPE html>", "").replace('<meta charset="utf-8">', ""))
    cells = ["".join(cell.itertext()) for cell in page.iter("td")]
    assert cells[:2] == ["a|b", "7.0"]
    assert "<c>" in cells
    assert "http" not in text
    assert "src=" not in text


def test_html_keeps_long_texts_whole_and_sets_them_to_the_left():
    words = "long words".ljust(200, "x")
    text = tables.html(pd.DataFrame({"n": [1], "words": [words]}), CAPTION)
    assert f"<td>{words}</td>" in text
    assert "td:nth-child(2) { text-align: left" in text
    assert "td:nth-child(1)" not in text


def test_all_formats_in_order():
    first = [text.split("\n")[0] for text in tables.texts(FRAME, CAPTION)]
    assert first[0].startswith("row_key,")
    assert first[1:] == ["**A title & more**", r"\begin{table}", "<!DOCTYPE html>"]
