"""The page of a run for those who use the keyboard, hear it, or see other colours."""

import re
from pathlib import Path

import pytest
from colours import SIGHTS, contrast, least_distance
from made_up_page import EXHIBIT, Elements, shown

from manyclass.report import forest, style
from manyclass.workflow import page
from manyclass.workflow.page.contents import MARKS

FOLDER = Path(page.__file__).parent
CSS = (FOLDER / "style.css").read_text(encoding="utf-8")
VARIABLES = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6});", CSS))
READABLE = 4.5  # contrast of text, WCAG 2.2, level AA
APART = 14.0  # CIELAB; what is just noticeable is 2.3
VERDICTS = ("reproduced", "undecided", "not")
STACK = ("reproduced", "partly", "not", "undecided", "rests", "calibrated", "untested", "not-run")
PAPER = "#ffffff"


def declared(name: str) -> set[str]:
    """Colours that rules of the style sheet give to a property, by their digits."""
    values = re.findall(rf"(?:^|[{{;\s]){name}: ?(var\(--[\w-]+\)|#[0-9a-f]+)", CSS, re.MULTILINE)
    return {VARIABLES[value[6:-1]] if value.startswith("var") else value for value in values}


def test_text_is_readable_on_what_it_stands_on():
    texts = declared("color")
    assert len(texts) >= 6
    assert {colour: round(contrast(colour, PAPER), 2) for colour in texts if contrast(colour, PAPER) < READABLE} == {}


def test_text_stands_on_white_alone():
    """Other grounds are those of bars and keys, which hold no text."""
    coloured = [rule for rule in re.findall(r"[^{}]+\{[^}]*\}", CSS) if re.search(r"background: (?!#fff)", rule)]
    assert coloured and all(re.search(r"\.(stack|key|bar)\b", rule) for rule in coloured)


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("names", [VERDICTS, STACK], ids=["verdicts", "stack"])
def test_colours_of_the_page_are_apart_for_every_sight(names, sight):
    colours = [VARIABLES[name] for name in names]
    assert least_distance(colours, sight)[0] > APART


@pytest.mark.parametrize("sight", SIGHTS)
def test_colours_of_figures_are_apart_for_every_sight(sight):
    assert least_distance(style.COLOURS, sight)[0] > APART
    assert least_distance([colour for colour, _ in forest.LOOKS.values()], sight)[0] > APART


def test_verdicts_have_marks_of_their_own_as_well():
    assert len({mark for pair in MARKS.values() for mark in pair}) == 2 * len(MARKS)
    assert len({marker for _, marker in forest.LOOKS.values()}) == len(forest.LOOKS)


def test_nothing_moves():
    """So that there is nothing to stop for those who asked for less motion."""
    assert not re.search(r"transition|animation|scroll-behavior|@keyframes", CSS)
    assert "smooth" not in (FOLDER / "script.js").read_text(encoding="utf-8")


def test_what_has_the_focus_shows_it():
    (rule,) = re.findall(r"(?:^|\})\s*:focus-visible \{ outline: (\d)px solid (#[0-9a-f]+)", CSS)
    assert int(rule[0]) >= 2 and contrast(rule[1], PAPER) >= 3
    assert not re.search(r"outline: *(none|0)", CSS)


def test_headings_go_down_by_one(made):
    folder, *_ = made
    levels = [int(tag[1]) for tag, *_ in Elements(shown(folder)).found if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after <= before + 1 for before, after in zip(levels, levels[1:]))


def test_landmarks_have_names_and_what_scrolls_can_be_reached(made):
    folder, *_ = made
    found = Elements(shown(folder))
    ids = {attributes["id"]: "".join(texts).strip() for _, attributes, texts in found.found if "id" in attributes}
    assert len(found.tags("main")) == len(found.tags("header")) == len(found.tags("nav")) == 1
    for tag, attributes, _ in found.found:
        if tag == "section":
            assert ids[attributes["aria-labelledby"]]
        if tag in ("nav", "form") or attributes.get("role") in ("img", "group"):
            assert attributes["aria-label"].strip()
        if tag == "img":
            assert attributes["alt"].strip()
    scrolling = found.tags("div", **{"class": "scroll"})
    assert len(scrolling) >= 4 and all(attributes["tabindex"] == "0" for attributes, _ in scrolling)
    assert len(found.tags("table")) == len(scrolling)


def test_everything_to_use_is_an_element_that_takes_the_keyboard(made):
    """Links, folded parts and fields alone; each field has a label, and the first link leads to the content."""
    folder, *_ = made
    found = Elements(shown(folder))
    assert not [attributes for _, attributes, _ in found.found if any(name.startswith("on") for name in attributes)]
    assert not [attributes for _, attributes, _ in found.found if int(attributes.get("tabindex", 0)) > 0]
    fields = len(found.tags("select")) + len(found.tags("input"))
    assert fields == len(found.tags("label")) == 4
    assert found.tags("a")[0][0]["href"] == "#content"
    assert len(found.tags("summary")) == len(found.tags("details"))


def test_a_question_of_ours_and_its_exhibit_are_three_clicks_from_the_top(made):
    folder, statements, tests = made
    asked = statements[statements["kind"] == "ours"].iloc[0]
    text = page_with(folder, tests[tests["statement"] == asked["id"]]["exhibit"].iloc[0])
    part, statement = f"{asked['document']}/ours", f"{asked['document']}/statement/{asked['id']}"
    top = text[: text.index("<form")]
    assert f'href="#{part}"' in top
    after = text[text.index(f'id="{part}"') :]
    within = after[after.index(f'id="{statement}"') :]
    assert "<h" not in after[: after.index(f'id="{statement}"')].partition("</h3>")[2]
    assert 'href="#' in within[: within.index("</details>")]


def page_with(folder, exhibit):
    """The page where the tests of an exhibit lead to it: of one that there is."""
    for name in ("statements.csv", "tests.csv"):
        file = folder / name
        file.write_text(file.read_text().replace(exhibit, EXHIBIT))
    return shown(folder)
