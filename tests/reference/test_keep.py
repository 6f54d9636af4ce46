import json
import re
import shutil
from pathlib import Path

import pandas as pd
import pytest
from made_up_run import run

from manyclass.exhibits import registry, statements
from manyclass.protocol.claims.tables import read_statements, read_tests, write
from manyclass.protocol.trial.record import Record, Timing
from manyclass.reference import runs
from manyclass.reference.crate import TAKEN
from manyclass.reference.keep import PAGES, keep, unfinished
from manyclass.reference.readme import END, MEASURED, START, renew, waits
from manyclass.reference.summary import OPEN, exhibits, kept_exhibits, open_statements, section
from manyclass.workflow.taken import run_facts

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "reference"
needs_statements = pytest.mark.skipif(
    not (KEPT / "statements.csv").exists(), reason="reference/ is of a run before there were statements"
)


@needs_statements
def test_readme_says_what_the_reference_run_measured():
    _, _, rest = (ROOT / "README.md").read_text().partition(START)
    written, _, _ = rest.partition(END)
    assert written.strip() == section(KEPT).strip()


def test_readme_says_how_long_its_commands_took():
    readme = (ROOT / "README.md").read_text()
    for name, text in waits(ROOT / "benchmarks" / "numbers" / "commands.csv").items():
        start, end = (mark.format(name) for mark in MEASURED)
        assert f"{start}{text}{end}" in readme


@needs_statements
@pytest.mark.parametrize("name", PAGES)
def test_the_pages_of_the_reference_are_those_of_its_run(name):
    assert (KEPT / name).read_text() == PAGES[name](KEPT)


@needs_statements
def test_reference_holds_every_exhibit_of_its_tests():
    for name in set(read_tests(KEPT / "tests.csv")["exhibit"]):
        assert [*KEPT.glob(f"*/{name}.*")]


def test_open_statements_are_listed_with_the_tests_that_leave_them_open(tmp_path):
    statements, tests = run(tmp_path)
    parts = open_statements(tmp_path).split("\n## ")[1:]
    left = statements[statements["verdict"].isin(OPEN)]
    assert [part.splitlines()[0] for part in parts] == (left["document"] + "/" + left["id"]).tolist()
    for part, name in zip(parts, left["id"]):
        of_it = tests[(tests["statement"] == name) & tests["verdict"].isin(OPEN)]
        lines = [line for line in part.splitlines() if line.startswith("- ")]
        assert len(lines) == len(of_it)
        assert all(text in line for text, line in zip(of_it["measured"], lines))


def test_the_section_of_a_run_begins_with_its_score(tmp_path):
    run(tmp_path)
    on = {"jobs": 3, "job_minutes": 7, "cores": 2, "processor": "P", "memory_gib": 4, "versions": {"a": "1"}}
    noted = {"lapin2015": on, "lecture": on, "deng2011": on | {"jobs": 5}}
    (tmp_path / "machine.json").write_text(json.dumps(noted))
    said = section(tmp_path)
    table = [line for line in said.splitlines() if line.startswith("|")]
    assert [line.split("|")[1].strip() for line in table[2:5]] == ["lapin2015", "lecture", "all"]
    assert said.index("5 empirical statements") < said.index("| lapin2015") < said.index("Made in 2 runs of 8 jobs")
    assert "on 2 cores of P with 4 GiB." in said
    listed = [
        [cell.strip() for cell in line.split("|")[1:-1]] for line in runs.page(tmp_path).splitlines() if "|" in line
    ]
    assert listed[2:] == [["lapin2015, lecture", "3", "7"], ["deng2011", "5", "7"]]
    assert "Not run yet since its experiments were changed: data, gupta2014, perronnin2012." in said


def test_exhibits_are_listed_with_what_is_kept_of_them(tmp_path):
    _, tests = run(tmp_path)
    exhibit = tests["exhibit"].iloc[0]
    kept = [tmp_path / "tables" / f"{exhibit}.md", tmp_path / "figures" / f"{exhibit}.svg"]
    for path in kept:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("kept\n")
    said = exhibits(registry.names(), tmp_path, "there")
    rows = [line.split("|")[1:-1] for line in said.splitlines() if line.startswith("| `")]
    listed = {name.strip(" `"): [cell.strip() for cell in rest] for name, *rest in rows}
    assert list(listed) == registry.names()
    of_it = tests[tests["exhibit"] == exhibit]
    links = f"[table](there/tables/{exhibit}.md), [figure](there/figures/{exhibit}.svg)"
    assert listed[exhibit][1:] == [links, str(of_it["statement"].nunique()), str(len(of_it))]
    untouched = [name for name in listed if name not in set(tests["exhibit"])]
    assert untouched and all(listed[name][1:] == ["–"] * 3 for name in untouched)
    assert re.findall(r"^\| `(.+?)`", kept_exhibits(tmp_path), re.MULTILINE) == [exhibit]


def test_keep_copies_a_run_and_sums_its_jobs(finished, tmp_path):
    keep(finished.folder / "results/smoke", finished.folder / "figures/smoke", tmp_path / "reference")
    kept = tmp_path / "reference"
    for name in ("statements.csv", "tests.csv"):
        assert (kept / name).read_bytes() == (finished.folder / "results/smoke" / name).read_bytes()
    times = [*(finished.folder / "results/smoke/benchmarks").rglob("*.tsv")]
    assert {on["jobs"] for on in json.loads((kept / "machine.json").read_text()).values()} == {len(times)}
    assert all((kept / name).read_text() == page(kept) for name, page in PAGES.items())
    for folder, name in (("tables", "own/comparison.csv"), ("figures", "own/topk.svg")):
        original = next(finished.folder.glob(f"*/smoke/**/{name}"))
        assert (kept / folder / name).read_bytes() == original.read_bytes()


def test_of_named_exhibits_their_own_jobs_are_counted(tmp_path):
    """Kept records of others lie in the same folder; what all exhibits share counts with each."""
    results = tmp_path / "standard"
    named, config = "gupta2014/noise", {"scale": "standard"}
    needed = registry.trials([named], config)
    other = next(each for each in registry.trials(["lapin2015/table1"], config) if each not in needed)
    jobs = [f"trial/{trial.address}" for trial in (*needed, other)]
    jobs += [f"data/{trial.dataset}" for trial in (needed[0], other)]
    jobs += [f"exhibit/{named}", "exhibit/lapin2015/table1", "page"]
    for number, job in enumerate(jobs):
        path = results / "benchmarks" / f"{job}.tsv"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"s\tmax_rss\n60\t{number}\n")
    assert run_facts(results)["jobs"] == len(jobs)
    taken = run_facts(results, [named])
    assert taken["jobs"] == taken["job_minutes"] == len(needed) + 3 == len(jobs) - 3


def test_what_was_taken_up_took_all_of_its_pieces(tmp_path):
    """Snakemake's times are of the last call; a record's are of all, whether a job has one seed or several."""
    results = tmp_path / "large"
    for job, records in {
        "pilot/a/b/c": {"pilot/a/b/c/0": 600.0},
        "trial/a/b/c/0": {"trial/a/b/c/0": 240.0},
        "trial/a/b/d": {"trial/a/b/d/0": 20.0, "trial/a/b/d/1": 10.0},
        "data/a/0": {},
    }.items():
        path = results / "benchmarks" / f"{job}.tsv"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("s\tmax_rss\n60\t1\n")
        for name, seconds in records.items():
            record = Record("a", "b", "c", 0, "ok", timing=Timing(wall_s=seconds))
            record.write(results / f"{name}.json", arrays={})
    assert run_facts(results)["job_minutes"] == 10 + 4 + 1 + 1


def test_what_is_kept_of_documents_that_were_not_run_stays_as_it_is(finished, tmp_path):
    of_run = finished.folder / "results/smoke", finished.folder / "figures/smoke"
    kept = tmp_path / "reference"
    kept.mkdir()
    before, _ = run(kept)
    for name in ("lecture/sgd.csv", "gupta2014/table8.csv"):
        (kept / "tables" / name).parent.mkdir(parents=True)
        (kept / "tables" / name).write_text("kept\n")
    on = dict.fromkeys(TAKEN, 1) | {"versions": {"numpy": "1"}}
    of_before = {"lecture": on | {"jobs": 7}, "gupta2014": on | {"jobs": 8}}
    (kept / "machine.json").write_text(json.dumps(of_before))
    keep(*of_run, kept)
    after = read_statements(kept / "statements.csv")
    pd.testing.assert_frame_equal(after[after["document"].isin(before["document"])].reset_index(drop=True), before)
    assert after["document"].drop_duplicates().tolist() == ["gupta2014", "lapin2015", "lecture"]
    assert (kept / "tables/lecture/sgd.csv").read_text() == "kept\n"
    assert not (kept / "tables/gupta2014/table8.csv").exists()
    noted = json.loads((kept / "machine.json").read_text())
    assert noted["lecture"] == of_before["lecture"]
    assert noted["gupta2014"] == noted["own"] != of_before["gupta2014"]
    once = {path: path.read_bytes() for path in kept.rglob("*.*")}
    keep(*of_run, kept)
    assert {path: path.read_bytes() for path in kept.rglob("*.*")} == once


def test_an_exhibit_is_kept_beside_the_others_of_its_document(finished, tmp_path):
    of_run = finished.folder / "results/smoke", finished.folder / "figures/smoke"
    kept, name = tmp_path / "reference", "gupta2014/fig1"
    keep(*of_run, kept)
    (kept / "figures/gupta2014/table8.svg").write_text("kept\n")
    rows = read_statements(kept / "statements.csv")
    stay = {each.partition("/")[2] for each in statements.judged_by_others([name]) if each.startswith("gupta2014/")}
    rows.loc[rows["document"] == "gupta2014", "says"] = "of the run before"
    write(rows, kept / "statements.csv")
    keep(*of_run, kept, [name])
    after = read_statements(kept / "statements.csv")
    old = after[after["says"] == "of the run before"]
    assert len(after) == len(rows)
    assert set(old["id"]) == stay != set()
    assert (kept / "figures/gupta2014/table8.svg").read_text() == "kept\n"
    assert [*json.loads((kept / "machine.json").read_text())["gupta2014"]["later"]] == [name]
    assert f"| {name} " in runs.page(kept)
    with pytest.raises(ValueError, match="gupta2014/table8 has not been made"):
        keep(*of_run, kept, ["gupta2014/table8"])


def test_an_exhibit_that_the_last_call_did_not_judge_is_not_kept(finished, tmp_path):
    results = tmp_path / "results"
    shutil.copytree(finished.folder / "results/smoke", results)
    tests = read_tests(results / "tests.csv")
    write(tests[tests["exhibit"] != "gupta2014/fig1"], results / "tests.csv")
    with pytest.raises(ValueError, match="no tests of gupta2014/fig1: run all that is to be kept in one call"):
        keep(results, finished.folder / "figures/smoke", tmp_path / "reference", ["gupta2014/fig1"])
    assert not (tmp_path / "reference").exists()


def test_a_document_that_the_last_call_did_not_judge_is_not_kept_beside_verdicts_of_before(tmp_path):
    """Its tables lie there; what its statements came to was of a call before."""
    results = tmp_path / "results"
    statements, tests = run(results)
    for name in ("lecture/table1", "lapin2015/table1", "lapin2015/untested"):
        (results / f"tables/{name}.csv").parent.mkdir(parents=True, exist_ok=True)
        (results / f"tables/{name}.csv").write_text("made\n")
    for table, name in ((statements, "statements.csv"), (tests, "tests.csv")):
        write(table[table["document"] == "lecture"], results / name)
    with pytest.raises(ValueError, match="no tests of lapin2015/table1: run all that is to be kept in one call"):
        keep(results, tmp_path / "figures", tmp_path / "reference")
    assert not (tmp_path / "reference").exists()


def test_a_run_that_cannot_be_kept_leaves_what_was_kept(finished, tmp_path):
    project = tmp_path / "project"
    shutil.copytree(finished.folder, project, ignore=shutil.ignore_patterns(".snakemake"))
    results, figures = project / "results/smoke", project / "figures/smoke"
    keep(results, figures, tmp_path / "reference")
    kept = {path: path.read_bytes() for path in (tmp_path / "reference").rglob("*.*")}
    shutil.rmtree(results / "benchmarks")
    with pytest.raises(ValueError, match="no job has left its time"):
        keep(results, figures, tmp_path / "reference")
    assert {path: path.read_bytes() for path in (tmp_path / "reference").rglob("*.*")} == kept


def test_an_exhibit_without_tests_leaves_the_statements_of_its_document(finished, tmp_path):
    project, kept = tmp_path / "project", tmp_path / "reference"
    shutil.copytree(finished.folder, project, ignore=shutil.ignore_patterns(".snakemake"))
    of_run = project / "results/smoke", project / "figures/smoke"
    keep(*of_run, kept)
    before = read_statements(kept / "statements.csv")
    assert "gupta2014" in {*before["document"]}
    (of_run[1] / "gupta2014/table5.svg").write_text("a figure\n")
    write(before[before["document"] != "gupta2014"], of_run[0] / "statements.csv")
    keep(*of_run, kept, ["gupta2014/table5"])
    pd.testing.assert_frame_equal(read_statements(kept / "statements.csv"), before)
    assert (kept / "figures/gupta2014/table5.svg").read_text() == "a figure\n"


def test_a_statement_of_two_exhibits_is_not_kept_by_halves():
    with pytest.raises(
        ValueError,
        match="perronnin2012/elsewhere tests .*ranking-no-better.* too: name it as well",
    ):
        statements.judged_by_others(["perronnin2012/table2"])


def test_exhibits_that_a_document_lacks_are_named(finished, tmp_path):
    of_run = finished.folder / "results/smoke", finished.folder / "figures/smoke"
    missing = unfinished(*of_run)
    assert "gupta2014/table8" in missing and not {"gupta2014/fig1", "lecture/sgd"} & {*missing}
    with pytest.raises(ValueError, match="no table or figure has been made"):
        unfinished(tmp_path, tmp_path)


def test_a_readme_without_the_marks_is_an_error(tmp_path):
    (tmp_path / "README.md").write_text("no marks\n")
    with pytest.raises(ValueError, match="no section"):
        renew(tmp_path / "README.md", "text")
    assert (tmp_path / "README.md").read_text() == "no marks\n"
