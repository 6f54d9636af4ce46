"""Take a run along: what its trials have found so far, without its data, to go on from there elsewhere.

``python -m manyclass.workflow.carry [EXHIBIT ...] --out FOLDER [--scale SCALE] [--configfile mine.yaml]`` fills FOLDER
with snapshots (`manyclass.protocol.trial.progress`): of trials that have ended well their records and predictions, and
of those on their way, or that ended without a result, what became of the candidates that have ended; no models but
those that others go on from. Copied over the results of the same configuration on another machine, they are taken up by
the same run: a snapshot says what data, parameters, sources and versions it is of, and is named and not used where
these are others.
"""

import argparse
import sys
import zlib
from functools import cache, partial
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from manyclass.protocol.errors import one_line
from manyclass.protocol.trial.candidate import Outcome
from manyclass.protocol.trial.progress import Progress
from manyclass.protocol.trial.record import OK, Record
from manyclass.protocol.trial.run import specs_from
from manyclass.protocol.trial.series import LONGER, SWEPT
from manyclass.protocol.trial.signals import Stop
from manyclass.protocol.trial.snapshots import RECORD, Snapshots, folder_of, identity
from manyclass.protocol.trial.spec import Spec
from manyclass.protocol.trial.winner import best
from manyclass.workflow.arguments import add_run, plan_of
from manyclass.workflow.plan import Plan

ARRAYS = "arrays/"  # which arrays of a snapshot a record takes


def main(arguments=None) -> None:
    """Fill the folder, and print how many trials were found."""
    parser = argparse.ArgumentParser(prog="python -m manyclass.workflow.carry", description=main.__doc__)
    parser.add_argument("--out", type=Path, required=True, help="where; what is there of the same trials goes")
    add_run(parser)
    options = parser.parse_args(arguments)
    try:
        plan = plan_of(options)
        carried = [carry(spec, Path(plan.paths.results), options.out) for spec in specs(plan)]
    except (ValueError, OSError) as error:
        sys.exit(f"error: {one_line(error)}")
    ended, begun = carried.count("ended"), carried.count("begun")
    if not ended + begun:
        sys.exit(f"error: {plan.paths.results} has nothing of these trials yet that would be worth to be carried")
    print(f"{ended} trials that have ended and {begun} on their way: copy {options.out} over {plan.paths.results}")


def specs(plan: Plan) -> list[Spec]:
    """What the process of each trial is told, seed by seed, and before them those of pilots."""
    trials = plan.trials.values()
    piloted = [(plan.trials[address], plan.pilots.draws(address)) for address in plan.pilots.rows]
    lines = [plan.pilots.words(trial, seed) for trial, draws in piloted for seed in draws]
    lines += [plan.trial_words(trial, wildcards) for trial in trials for wildcards in plan.jobs(trial)]
    budget = ["--seconds", str(plan.config["seconds"])]
    return [spec for line in lines for spec in specs_from(line + budget)]


def carry(spec: Spec, results: Path, folder: Path) -> str | None:
    """Write what a trial has found so far below ``folder``, at its place below ``results``.

    Returns
    -------
    "ended", "begun" or None
        Which it has; None where nothing is found, or it took too little to be worth it.

    Raises
    ------
    ValueError
        If ``folder`` is where the results are, or its predictions cannot be read; one line that names them.
    OSError
        If the folder cannot be written.
    """
    of = cache(partial(identity, spec))  # reads all of the data, once for both folders
    theirs = Snapshots(folder_of(folder / spec.out.relative_to(results)), of)
    if theirs.folder.resolve() == folder_of(spec.out).resolve():
        raise ValueError(f"{folder} holds the results themselves: name another folder")
    theirs.remove()
    if ended := _ended(spec):
        record, predictions = ended
        worth = record.timing.wall_s >= spec.snapshot_every
        found = {RECORD: ({"record": record.to_json(), "seconds": spec.seconds}, predictions)} if worth else {}
    else:
        found = _ended_candidates(Snapshots(folder_of(spec.out), of))
    for name, (about, arrays) in found.items():
        theirs.write(name, about, arrays)
    return ("ended" if ended else "begun") if found else None


def _ended(spec: Spec) -> tuple[Record, dict[str, np.ndarray]] | None:
    """Record and predictions of a trial with a result, also where its job, which has other seeds, has not ended.

    Without one, as its time was over or it was killed, it goes on from its snapshots once it is run again.
    """
    if spec.out.is_file():
        record, predictions = Record.read(spec.out), spec.out.with_suffix(".npz")
        if record.status != OK:
            return None
        try:
            with np.load(predictions, allow_pickle=False) as stored:
                return record, dict(stored)
        except (ValueError, EOFError, BadZipFile, zlib.error) as error:
            raise ValueError(f"{predictions} is damaged: {error}") from None
    found = Progress(spec, Stop()).finished() if folder_of(spec.out).is_dir() else None
    return found if found and found[0].status == OK else None


def _ended_candidates(snapshots: Snapshots) -> dict[str, tuple[dict, dict[str, np.ndarray]]]:
    """The last snapshots of candidates that have ended, and of the time taken; arrays of the best of them alone.

    One that is not the best so far will not win, and what it predicts is asked of the winner alone.
    """
    # Of equals the best is the first, and one that was trained longer takes the place of what it was before.
    in_order = [*_named(snapshots, LONGER), *_named(snapshots, SWEPT)]
    read = {name: each for name in in_order if (each := snapshots.read(name))}
    outcomes = {name: Outcome.from_facts(about) for name, (about, _) in read.items()}
    found = {name: read[name] for name, each in outcomes.items() if each.dropped or each.test is not None}
    winner = best(outcomes[name] for name in found)
    for name, (about, arrays) in found.items():
        if outcomes[name] is not winner:
            found[name] = about, {key: array for key, array in arrays.items() if not key.startswith(ARRAYS)}
    if found and (time := snapshots.read("time")):
        found["time"] = time
    return found


def _named(snapshots: Snapshots, kind: str) -> list[str]:
    """Names of the snapshots of this kind, in the order of their candidates."""
    names = {file.name.partition(".")[0] for file in snapshots.folder.glob(f"{kind}*.npz")}
    return sorted(names, key=lambda name: int(name.removeprefix(kind)))


if __name__ == "__main__":
    main()
