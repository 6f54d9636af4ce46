"""Keep a run as the reference, and write README's numbers from it.

``python -m manyclass.reference.keep [--scale SCALE] [EXHIBIT ...]`` copies tables, figures, statements and tests of
the standard scale to ``reference/``, notes the machine, the versions and the time taken, lists the exhibits and the
statements that were not reproduced, and renews the generated section of README.md. What is kept of a document takes the
place of all that was; documents of which nothing was run stay as they are. Exhibits that are named are kept beside what
there is of their documents, with all statements that no other exhibit tests. Beside them stand the workflow and its
configuration, and a description of all as a research object, which takes the packages of the extra ``test``
(`manyclass.reference.crate`). What each trial took goes to the package itself, which forecasts by it
(`manyclass.protocol.cost`). At the end it names the statements that docs/findings.md does not explain yet, and the
exhibits that a document lacks. Another scale is kept the same way in a folder of its own, as ``reference/large/``.

With ``--judge`` it keeps no run, but judges the kept tests anew (`manyclass.reference.judge`), those of runs on other
machines too.

With ``--elsewhere RESULTS`` it keeps the verdicts alone of a run that was made on another machine
(`manyclass.reference.elsewhere`). It notes the machine and BLAS's kernels that it runs on itself, so start it as that
run was started.
"""

import argparse
import json
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import get_args

import pandas as pd

from manyclass.exhibits import registry, statements
from manyclass.protocol.claims.collect import read_claims
from manyclass.protocol.claims.tables import names_of, read_statements, read_tests, write
from manyclass.protocol.cost import measured
from manyclass.protocol.files import atomic
from manyclass.reference import changed, compare, crate, elsewhere, runs, summaries
from manyclass.reference.findings import unexplained
from manyclass.reference.judge import judged
from manyclass.reference.readme import renew_all
from manyclass.reference.runs import LATER
from manyclass.reference.summary import kept_exhibits, open_statements
from manyclass.workflow import costs
from manyclass.workflow.configuration import Scale
from manyclass.workflow.machine import processor
from manyclass.workflow.taken import run_facts

STANDARD = "standard"
KEPT = {"tables": ("csv", "md"), "figures": ("svg", "png")}
PAGES = {  # the crate last, which names the others
    "open_statements.md": open_statements,
    "exhibits.md": kept_exhibits,
    "runs.md": runs.page,
    "changed.md": changed.page,
    crate.METADATA: crate.metadata,
}
READ = {"statements.csv": read_statements, "tests.csv": read_tests}
KEYS = {"statements.csv": "id", "tests.csv": "statement"}  # the column with the statement


def keep(results: Path, figures: Path, reference: Path, names: Sequence[str] = ()) -> None:
    """Copy what a run shows of each of its documents to ``reference``, in place of what there was of these.

    Parameters
    ----------
    results, figures, reference : Path
        Folders.
    names : sequence of str
        Exhibits that alone are kept, beside what there is of their documents; none for all.

    Raises
    ------
    ValueError
        If nothing has been made, or one of the names has not, or the last call of the workflow did not judge all that
        is to be kept, or another exhibit tests a statement of what is named too; one line.
    """
    files = made(results, figures)
    _check_judged(results, names, {name for _, name, _ in files})
    files = [each for each in files if not names or each[1] in names]
    documents = sorted({name.partition("/")[0] for _, name, _ in files})
    of_run = _of_run(results, documents, names)
    # What can fail by what was run comes first, while nothing kept has been touched.
    on = run_facts(results, names)
    merged = judged(*(_merged(results / name, reference / name, of_run) for name in KEYS))
    for kind in KEPT:
        for document in documents if not names else ():
            shutil.rmtree(reference / kind / document, ignore_errors=True)
    for kind, name, file in files:
        kept = reference / kind / f"{name}{file.suffix}"
        kept.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, kept)
    for name, table in zip(KEYS, merged):
        write(table, reference / name)
    elsewhere.forget(reference, of_run)
    for folder in elsewhere.folders(reference):
        _judge_anew(folder)
    # To judge anew may change what is said of documents of which nothing was run.
    summaries.write(reference, registry.documents(), results.name)
    for name in crate.PARTS:
        shutil.copyfile(results.parents[1] / name, reference / name)
    _note(on, documents, names, reference / crate.MACHINE)
    changed.note(reference, {name for _, name, _ in files}, results.name)
    write_pages(reference)


def _check_judged(results: Path, names: Sequence[str], there: set[str]) -> None:
    """Raise `ValueError`, one line, where a name was not made, or what is kept not judged by the last call."""
    if missing := {*names} - there:
        raise ValueError(f"{results}: {', '.join(sorted(missing))} has not been made")
    # Of what a call does not judge its tables say nothing, or "not run": beside a new table a verdict of before.
    judged = {*read_tests(results / "tests.csv")["exhibit"]}
    if older := sorted(name for name in names or there if name not in judged and _makes_claims(results, name)):
        raise ValueError(f"{results}/tests.csv: no tests of {', '.join(older)}: run all that is to be kept in one call")


def _makes_claims(results: Path, name: str) -> bool:
    """Whether an exhibit has made claims in a run: at small scales one with statements may have none."""
    path = results / "claims" / f"{name}.json"
    return path.exists() and bool(read_claims(path))


def _of_run(results: Path, documents: list[str], names: Sequence[str]) -> Callable[[pd.Series], pd.Series]:
    """Tell of which statements of these documents, ``document/id``, what the run says takes the place of what is kept.

    Where exhibits are named, those that others test stay. So do all of a document of which the last call lists none, as
    it has made exhibits without tests alone.
    """
    listed = {*read_statements(results / "statements.csv")["document"]} & {*documents}
    stay = statements.judged_by_others(names) if names else set()
    return lambda made: made.str.split("/").str[0].isin(listed) & ~made.isin(stay)


def keep_elsewhere(results: Path, on: dict, reference: Path) -> None:
    """Keep the statements that a run elsewhere has tested, and their tests, in place of what that machine said before.

    Left out are those that were tested by another rule, on other draws or on trials that are declared otherwise than
    when the reference was kept (`manyclass.reference.changed`): what comes out otherwise does not hang on rounding.

    Parameters
    ----------
    results : Path
        Folder of the run.
    on : dict
        What it ran on, as `manyclass.workflow.taken.run_facts` says it.
    reference : Path
        The kept runs.

    Raises
    ------
    ValueError, OSError
        If the run has no statements and tests, or none that the kept runs have tested alike, of the trials that are
        declared now; one line.
    """
    both, tests = compare.side_by_side(results, reference)
    anew = tests["exhibit"].isin(changed.trials(reference)["exhibit"])
    again = {*names_of(both, "id")} - {*names_of(tests[anew], "statement")}
    if not again:
        raise ValueError(f"{reference}: exhibits of all that {results} has tested declare other trials than those kept")
    folder = elsewhere.folder_of(on, reference)
    folder.mkdir(parents=True, exist_ok=True)
    merged = judged(*(_merged(results / name, folder / name, lambda made: made.isin(again)) for name in KEYS))
    for name, table in zip(KEYS, merged):
        write(table, folder / name)
    elsewhere.note(on, folder)


def judge(reference: Path, scale: str = STANDARD) -> None:
    """Give the kept tests and statements the verdicts that they have by the rules as they are now.

    So it does with those of other machines: a verdict that is another one by its rule alone hangs on no rounding.

    Parameters
    ----------
    reference : Path
        The kept runs.
    scale : str
        Of these runs.

    Raises
    ------
    ValueError, OSError
        If there are none; one line.
    """
    for folder in (reference, *elsewhere.folders(reference)):
        _judge_anew(folder)
    summaries.write(reference, registry.documents(), scale)
    write_pages(reference)


def _judge_anew(folder: Path) -> None:
    for name, table in zip(KEYS, judged(*(READ[name](folder / name) for name in KEYS))):
        write(table, folder / name)


def write_pages(reference: Path) -> None:
    """Write what is made of the kept runs."""
    for name, page in PAGES.items():
        with atomic(reference / name) as part:
            part.write_text(page(reference), encoding="utf-8")


def made(results: Path, figures: Path) -> list[tuple[str, str, Path]]:
    """Tables and figures of a run that are kept: "tables" or "figures", the exhibit's name, and the file.

    Raises
    ------
    ValueError
        If there are none; one line.
    """
    folders = {"tables": results / "tables", "figures": figures}
    found = [
        (kind, f"{file.parent.name}/{file.stem}", file)
        for kind, folder in folders.items()
        for ending in KEPT[kind]
        for file in sorted(folder.glob(f"*/*.{ending}"))
    ]
    if not found:
        raise ValueError(f"{results}: no table or figure has been made; run the workflow at standard scale")
    return found


def unfinished(results: Path, figures: Path) -> list[str]:
    """Exhibits that a run lacks of the documents of which it has others."""
    names = {name for _, name, _ in made(results, figures)}
    documents = sorted({name.partition("/")[0] for name in names})
    of_scale = {"exhibits": documents, "scale": results.name}
    return [name for name in registry.selected(of_scale) if name not in names]


def _merged(table: Path, kept: Path, of_run: Callable[[pd.Series], pd.Series]) -> pd.DataFrame:
    """The kept table, with the rows of a run's that are on the statements ``of_run`` in place of those kept of these.

    Documents stand by name, and the statements of one in the order that the run lists them in.
    """
    read, key = READ[table.name], KEYS[table.name]
    new = read(table)
    new = new[of_run(names_of(new, key))]
    if kept.exists():
        old = read(kept)
        new = pd.concat([old[~of_run(names_of(old, key))], new])
    listed = names_of(read_statements(table.with_name("statements.csv")), "id")
    order = names_of(new, key).map({name: place for place, name in enumerate(listed)}).fillna(-1)
    return new.assign(order=order).sort_values(["document", "order"], kind="stable").drop(columns="order")


def _note(taken: dict, documents: list[str], names: Sequence[str], path: Path) -> None:
    """Note what the run of these documents took, or of exhibits that were run later than the rest of them."""
    noted = json.loads(path.read_text()) if path.exists() else {}
    for document in documents:
        later = noted.get(document, {}).get(LATER, {}) | {
            name: taken for name in names if name.startswith(f"{document}/")
        }
        noted[document] = noted.get(document, taken) | {LATER: later} if names else taken
    with atomic(path) as part:
        part.write_text(json.dumps(noted, indent=1, sort_keys=True) + "\n")


def main(arguments=None) -> None:
    """Keep a run of this folder, or exhibits of it; what is kept of the standard scale is also in README.md."""
    parser = argparse.ArgumentParser(prog="python -m manyclass.reference.keep", description=main.__doc__)
    parser.add_argument("exhibits", metavar="EXHIBIT", nargs="*", help="tables or figures; default: all that were made")
    of_scale = "of the run; kept in a folder of its own unless standard"
    parser.add_argument("--scale", default=STANDARD, choices=get_args(Scale), help=of_scale)
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--judge", action="store_true", help="keep no run, but judge the kept tests by the rules anew")
    way.add_argument("--elsewhere", type=Path, help="keep the verdicts alone of this run, made on another machine")
    options = parser.parse_args(arguments)
    if not crate.installed():
        sys.exit(f"error: {crate.LIBRARY} is not installed: pip install -c envs/pins.txt -e '.[test]'")
    if (options.elsewhere or options.judge) and options.exhibits:
        sys.exit("error: --elsewhere and --judge are of all that is kept: leave out the exhibits")
    run, kept = (Path("results") / options.scale, Path("figures") / options.scale), Path("reference")
    kept = kept if options.scale == STANDARD else kept / options.scale
    try:
        left = []
        if options.judge:
            judge(kept, options.scale)
        elif options.elsewhere:
            keep_elsewhere(options.elsewhere, run_facts(options.elsewhere), kept)
            write_pages(kept)
        else:
            left = unfinished(*run)
            keep(*run, kept, options.exhibits)
            costs.renew(run[0], measured.shipped(), processor())
        renew_all(Path("README.md"), Path("reference"))
        for name in unexplained(Path("docs/findings.md").read_text(), elsewhere.settled(kept)[0]):
            print(f"docs/findings.md: no paragraph yet on {name}")
        if left and not options.exhibits:
            print(f"not made yet, and their statements “not run”: {', '.join(left)}")
    except (OSError, ValueError) as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
