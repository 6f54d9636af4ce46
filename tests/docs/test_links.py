"""Links within the project lead somewhere: the file is there, and so is the heading; others are not fetched."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = (".", "docs", "reference", "reference/large", "benchmarks")
PAGES = sorted(path for folder in FOLDERS for path in (ROOT / folder).glob("*.md"))
# Pages that speak of the project as it is; the changelog also names what there was.
PRESENT = [path for path in PAGES if "reference" not in path.relative_to(ROOT).parts and path.name != "CHANGELOG.md"]

FENCE = re.compile(r"^ *(`{3,}|~{3,}).*?^ *\1`*$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"(`+)[^`].*?\1", re.DOTALL)
LINK = re.compile(r"\]\(\s*<?([^)>\s]+)>?(?:\s+[\"'][^)]*)?\)")
HEADING = re.compile(r"^#{1,6} +(.+?)(?: +#+)?$", re.MULTILINE)
FILE = re.compile(r"`((?:src|docs|reference|profiles|envs|tests|benchmarks|\.ci)/[\w./-]+)(?:::\w+)?`")
SECTION = re.compile(r"^### (\w+/\w+)$(.*?)(?=^#|\Z)", re.MULTILINE | re.DOTALL)
MADE = "docs/_build"  # by the build of the site


def anchors(text: str) -> set[str]:
    """What a forge, and the site, call the headings of a page."""
    found = []
    for heading in HEADING.findall(FENCE.sub("", text)):
        said = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        name = re.sub(r"[^\w\- ]", "", said.lower()).strip().replace(" ", "-")
        found.append(f"{name}-{found.count(name)}" if name in found else name)
    return set(found)


def broken(page: Path) -> list[str]:
    """The links of a page that lead nowhere."""
    targets = LINK.findall(CODE.sub("", FENCE.sub("", page.read_text(encoding="utf-8"))))
    return [target for target in targets if not _leads_somewhere(target, page)]


def _leads_somewhere(target, page) -> bool:
    if re.match(r"[a-z]+:", target):
        return True
    name, _, anchor = target.partition("#")
    file = page.parent / name if name else page
    return file.exists() and (not anchor or anchor in anchors(file.read_text(encoding="utf-8")))


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page):
    assert broken(page) == []


@pytest.mark.parametrize("page", PRESENT, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_files_that_a_page_names_are_there(page):
    named = FILE.findall(page.read_text(encoding="utf-8"))
    assert [name for name in named if not (name.startswith(MADE) or (ROOT / name).exists())] == []


def test_what_leads_nowhere_is_found(tmp_path):
    (tmp_path / "other.md").write_text("# One two\n\n## Of `x`, y\n\n## One two\n\n```\n# none\n```\n")
    there = ["other.md", "other.md#one-two", "other.md#of-x-y", "other.md#one-two-1", "#here", "https://a.org/b"]
    gone = ["another.md", "other.md#two", "other.md#none", "other.md#one-two-2", "#there"]
    links = "\n".join(f"[text]({target}) and ![text](<{target}>)" for target in [*there, *gone])
    (tmp_path / "page.md").write_text(f"# Here\n\n{links}\n\n`[code](gone.md)`\n\n```\n[code](gone.md)\n```\n")
    assert broken(tmp_path / "page.md") == [target for target in gone for _ in range(2)]


def test_each_question_of_the_readme_leads_to_a_finding():
    """To a section that is named after an exhibit and says something of it."""
    _, _, rest = (
        (ROOT / "README.md").read_text(encoding="utf-8").partition("Some questions, and where they are answered:")
    )
    asked = re.findall(r"^- (.+?)(?=^- |\Z)", rest.partition("<!--")[0], re.MULTILINE | re.DOTALL)
    assert 4 <= len(asked) <= 6 and any("last violators" in question for question in asked)
    found = (ROOT / "docs/findings.md").read_text(encoding="utf-8")
    sections = {anchor: text for name, text in SECTION.findall(found) for anchor in anchors(f"### {name}")}
    for question in asked:
        targets = [
            target.partition("#")[2] for target in LINK.findall(question) if target.startswith("docs/findings.md")
        ]
        assert "?" in question and targets
        assert all(len(sections[target].split()) > 20 for target in targets)
