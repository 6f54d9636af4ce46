"""CITATION.cff says what the citation file format asks for, of this version and of every document."""

import datetime
import re
import tomllib
from pathlib import Path

import pytest
import yaml

from manyclass.exhibits import registry, statements

ROOT = Path(__file__).parents[1]
CITED = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
DOCUMENTS = [document for document in registry.documents() if statements.file(document).exists()]
# Of the types that the format knows, those of these documents.
TYPES = {"article", "conference-paper", "slides"}
UNDATED = {"lecture"}


def test_it_is_of_this_version():
    assert CITED["cff-version"] == "1.2.0"
    assert CITED["title"].startswith(f"{PROJECT['name']}:") and CITED["type"] == "software"
    assert (CITED["version"], CITED["license"]) == (PROJECT["version"], PROJECT["license"])
    assert [author["name"] for author in CITED["authors"]] == [author["name"] for author in PROJECT["authors"]]
    assert isinstance(CITED["date-released"], datetime.date)
    assert len(CITED["message"]) > 20 and len(CITED["abstract"].split()) > 30


def test_keywords_are_distinct_texts():
    assert all(isinstance(word, str) and word.strip() for word in CITED["keywords"])
    assert len(set(CITED["keywords"])) == len(CITED["keywords"]) >= 3


@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_document_is_a_reference(document):
    """Its authors, in their order, are those of the title of its exhibits, and its year is that of their folder."""
    title = registry.title(document)
    (found,) = (entry for entry in CITED["references"] if title.startswith(entry["authors"][0]["family-names"]))
    names = "[,&\\s]+".join(re.escape(author["family-names"]) for author in found["authors"])
    assert re.match(names, title)
    assert all(author["given-names"] for author in found["authors"])
    assert found["type"] in TYPES and found["title"]
    assert ("year" in found) != (document in UNDATED)
    assert document in UNDATED or document.endswith(str(found["year"]))


def test_nothing_else_is_referred_to():
    assert len(CITED["references"]) == len(DOCUMENTS)
