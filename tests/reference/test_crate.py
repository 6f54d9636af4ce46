"""The description of the kept runs as a research object: what it says, and that it is one."""

import json
import shutil
from importlib.resources import files
from pathlib import Path

import pytest
from rocrate_validator import models, services
from rocrate_validator.utils.http import HttpRequester
from small_project import ROOT

from manyclass.exhibits import registry
from manyclass.reference import crate
from manyclass.reference.keep import PAGES
from manyclass.workflow.taken import span

PROFILE = "workflow-run-crate-0.5"
BIOSCHEMAS = "https://bioschemas.org"
# Of which version 1.1 of the context says something else than the newest one, which rocrate brings along.
OLDER = {name: f"{BIOSCHEMAS}/{name}" for name in ("ComputationalWorkflow", "FormalParameter")}
OLDER |= {name: f"{BIOSCHEMAS}/ComputationalWorkflow#{name}" for name in ("input", "output")}
TIMES = {"started": "2026-01-02T03:04:05+00:00", "ended": "2026-01-02T09:00:00+00:00"}


@pytest.fixture
def kept(tmp_path):
    """A folder as `reference/` is, of two documents, of which one knows when it was run."""
    on = json.loads((ROOT / "reference" / crate.MACHINE).read_text())["lecture"]
    on = {name: value for name, value in on.items() if name not in TIMES}
    (tmp_path / crate.MACHINE).write_text(json.dumps({"lecture": on, "gupta2014": on | TIMES}))
    for name in crate.PARTS:
        shutil.copy(ROOT / name, tmp_path / name)
    for name in ("tables/lecture/sgd.csv", "tables/lecture/sgd.md", "figures/gupta2014/fig1.svg", "statements.csv"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("kept\n")
    (tmp_path / crate.METADATA).write_text(crate.metadata(tmp_path), encoding="utf-8")
    return tmp_path


@pytest.fixture
def offline(monkeypatch):
    """The one address that the validator asks for answered with what rocrate has of it."""
    terms = json.loads((files("rocrate") / "data" / "ro-crate.jsonld").read_text(encoding="utf-8"))["@context"]

    class Answer:
        status_code, headers = 200, {"Content-Type": "application/ld+json"}

        def json(self):
            return {"@context": terms | OLDER}

    def get(url, **options):
        assert url == f"https://w3id.org/ro/crate/{crate.VERSION}/context"
        return Answer()

    monkeypatch.setattr(HttpRequester(), "get", get, raising=False)


def by_id(folder: Path) -> dict:
    graph = json.loads((folder / crate.METADATA).read_text(encoding="utf-8"))["@graph"]
    found = {entity["@id"]: entity for entity in graph}
    assert len(found) == len(graph)
    return found


def ids(value) -> list[str]:
    return [each["@id"] for each in (value if isinstance(value, list) else [value])]


def failures(folder) -> list[str]:
    settings = services.ValidationSettings(
        rocrate_uri=str(folder), profile_identifier=PROFILE, requirement_severity=models.Severity.REQUIRED
    )
    return [issue.message for issue in services.validate(settings).get_issues()]


def test_the_kept_runs_are_a_workflow_run_crate(offline):
    assert failures(ROOT / "reference") == []


def test_a_crate_that_lacks_something_is_none(kept, offline):
    text = (kept / crate.METADATA).read_text(encoding="utf-8")
    assert failures(kept) == []
    (kept / crate.METADATA).write_text(text.replace('"instrument"', '"about"'), encoding="utf-8")
    assert any("instrument" in message for message in failures(kept))
    (kept / crate.METADATA).write_text(text, encoding="utf-8")
    (kept / "tables/lecture/sgd.csv").unlink()
    assert any("sgd.csv" in message for message in failures(kept))


def test_the_same_files_give_the_same_bytes(kept):
    assert crate.metadata(kept) == (kept / crate.METADATA).read_text(encoding="utf-8")
    assert PAGES[crate.METADATA] is crate.metadata


def test_each_document_has_a_run_with_what_it_left(kept):
    found = by_id(kept)
    runs = {name: found[f"#run-{name}"] for name in ("lecture", "gupta2014")}
    assert ids(found["./"]["mentions"]) == [each["@id"] for each in runs.values()]
    results = {name: sorted(ids(run["result"])) for name, run in runs.items()}
    assert results == {
        "lecture": ["tables/lecture/sgd.csv", "tables/lecture/sgd.md"],
        "gupta2014": ["figures/gupta2014/fig1.svg"],
    }
    for run in runs.values():
        assert run["instrument"]["@id"] == found["./"]["mainEntity"]["@id"] == crate.WORKFLOW
        assert run["object"]["@id"] == crate.CONFIGURATION
        assert found[run["agent"]["@id"]]["@type"] == "SoftwareApplication"
    assert (runs["gupta2014"]["startTime"], runs["gupta2014"]["endTime"]) == tuple(TIMES.values())
    assert not {"startTime", "endTime"} & {*runs["lecture"]}


def test_machine_and_versions_are_those_that_were_noted(kept):
    found, noted = by_id(kept), json.loads((kept / crate.MACHINE).read_text())["lecture"]
    measured = [found[each] for each in ids(found["#run-lecture"]["resourceUsage"])]
    assert {each["name"]: each["value"] for each in measured} == {name: noted[name] for name in crate.TAKEN}
    needed = [found[each] for each in ids(found[crate.WORKFLOW]["softwareRequirements"])]
    assert {each["name"]: each["softwareVersion"] for each in needed} == noted["versions"]


def test_every_file_is_a_part_by_its_title(kept):
    found = by_id(kept)
    there = {path.relative_to(kept).as_posix() for path in kept.rglob("*") if path.is_file()} - {crate.METADATA}
    assert {*ids(found["./"]["hasPart"])} == there
    title = registry.caption("lecture/sgd", {"scale": "standard"}).splitlines()[0]
    assert found["tables/lecture/sgd.csv"]["name"] == title and found["statements.csv"]["name"] == "statements.csv"


def test_times_of_a_run_are_from_the_first_start_to_the_last_end():
    assert span([100.0, 160.0], [40.0, 30.0], 1) == {
        "started": "1970-01-01T00:01:00+00:00",
        "ended": "1970-01-01T00:02:40+00:00",
    }


def test_times_that_cannot_be_are_left_out():
    """Ten jobs of a minute whose files were written within a second: copied."""
    assert span([100.0 + 0.1 * job for job in range(10)], 10 * [60.0], 2) == {}
