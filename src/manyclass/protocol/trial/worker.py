"""Attempts at a trial: the sweep, the winner, the record of each seed. `manyclass.protocol.trial.run` watches it."""

import inspect
import json
import resource
import sys
import time
import warnings
from collections.abc import Sequence
from itertools import product

import numpy as np

from manyclass.protocol.data import file as data_file
from manyclass.protocol.files import atomic
from manyclass.protocol.label_trees import views
from manyclass.protocol.lean import lean_scikit_learn
from manyclass.protocol.metrics.ranking import class_views, n_parameters
from manyclass.protocol.seeds import derive
from manyclass.protocol.trial import estimators
from manyclass.protocol.trial.candidate import CURVES, one_line, start
from manyclass.protocol.trial.deadline import Deadline, OutOfTime
from manyclass.protocol.trial.record import Spec, empty, versions
from manyclass.protocol.trial.sweep import sweep
from manyclass.protocol.violators import violating_share


def attempt(spec: Spec) -> tuple[dict, dict[str, np.ndarray]]:
    """Run a trial; return its record and the winner's arrays.

    ``ranked`` int32 (n_test, 10) are its best classes of every test sample; beside it those of
    `manyclass.protocol.metrics.ranking.class_views` and of `manyclass.protocol.label_trees.views`.
    """
    started, cpu = time.perf_counter(), time.process_time()
    record, found, candidates = empty(spec), {}, []
    deadline = Deadline(spec.seconds)
    try:
        split = data_file.read(spec.data)
        make = _maker(spec, split.tree)
        candidates = start(_candidates(spec), make, split)
        sweep(candidates, split, _passes(spec), deadline, _say, spec.halving, spec.patience)
        winner = _winner(candidates)
        best = candidates[winner]
        record |= {"status": "ok", "winner": winner, "test": best.test, "valid": best.valid[-1]}
        record["parameters"] = n_parameters(best.estimator)
        record["violators"] = violating_share(best.estimator, split.train)
        record["hands_on"] = getattr(best.estimator, "hands_on_", {})
        found = {"ranked": best.ranked, **class_views(best.estimator), **views(best.estimator, split.test)}
    except OutOfTime as error:
        record |= {"status": "timeout", "error": str(error)}
    except Exception as error:  # every trial ends with a record
        record |= {"status": "failed", "error": one_line(error)}
    record["candidates"] = [_described(candidate) for candidate in candidates]
    record["timing"] = {
        "wall_s": time.perf_counter() - started,
        "cpu_s": time.process_time() - cpu,
        "peak_bytes": _peak_bytes(),
        "seconds": [candidate.seconds for candidate in candidates],
    }
    record["versions"] = versions()
    return record, found


def _winner(candidates: list) -> int:
    """Number of the best tested candidate on validation, the first of equals."""
    tested = [number for number, candidate in enumerate(candidates) if candidate.test is not None]
    if not tested:
        raise RuntimeError(f"no candidate could be trained: {candidates[0].error}")
    return max(tested, key=lambda number: (candidates[number].valid[-1], -number))


def _passes(spec: Spec) -> int:
    """Passes of the sweep; a method that cannot stop between passes makes its one ``fit``."""
    return spec.passes if hasattr(estimators.load(spec.method, spec.factory), "passes") else 1


def _base(spec: Spec) -> dict:
    """What all candidates have in common: what is held, over what the same method's winner had."""
    started = _winner_of(spec.after) if spec.after else None
    same = started is not None and started["trial"]["method"] == spec.method
    return {**(started["params"] if same else {}), **spec.fixed}


def _candidates(spec: Spec) -> list[dict]:
    """Parameters of each candidate: grid by grid, those declared or the method's own, less what is held."""
    grid = estimators.load(spec.method, spec.factory).search if spec.grid is None else spec.grid
    grids = grid if isinstance(grid, list) else [grid]
    swept = [{name: values for name, values in each.items() if name not in spec.fixed} for each in grids]
    base = _base(spec)
    return [{**base, **point} for each in swept for point in _points(each)]


def _points(grid: dict) -> list[dict]:
    """Every combination of the values of one grid, the last name by the alphabet varying fastest."""
    for name, values in grid.items():
        if isinstance(values, str) or not isinstance(values, Sequence | np.ndarray) or not len(values):
            raise ValueError(f"{name}={values!r} is swept: it must be a list with a value at least")
    names = sorted(grid)
    return [dict(zip(names, values)) for values in product(*(grid[name] for name in names))]


def _maker(spec: Spec, tree=None):
    """From parameters to an unfitted estimator with the trial's seed and passes, the set's tree, what is handed on."""
    cls = estimators.load(spec.method, spec.factory)
    takes = inspect.signature(cls).parameters
    held = {}
    if "random_state" in takes:
        seed = derive("trial", spec.dataset, spec.method, spec.seed)
        held["random_state"] = int(seed.generate_state(1)[0])
    if spec.factory is None and "max_iter" in takes:
        held["max_iter"] = spec.passes
    if spec.factory is None and "tree" in takes and tree is not None:
        held["tree"] = tree.parent
    if spec.after is not None:
        before = _winner_of(spec.after)
        held |= {name: value for name, value in before["hands_on"].items() if name in takes}
        if "estimator" in takes:
            held["estimator"] = estimators.load(before["trial"]["method"])(**before["params"], max_iter=spec.passes)
    return lambda params: cls(**{**held, **params})


def _winner_of(path) -> dict:
    """Trial and parameters of the winner in the record at ``path``, and what it hands on."""
    record = json.loads(path.read_text())
    if record["winner"] is None:
        raise ValueError(f"starts from {path}, which {record['status']}: {record['error']}")
    params = record["candidates"][record["winner"]]["params"]
    return {"trial": record["trial"], "params": params, "hands_on": record.get("hands_on", {})}


def _described(candidate) -> dict:
    """What the record keeps of a candidate."""
    once = ("trained", "dropped", "error", "test", "validated", "lines", "solution", "costs", "objective")
    kept = ("params", *CURVES, *once)
    return {name: getattr(candidate, name) for name in kept}


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _peak_bytes() -> int:
    """Largest resident size of the process so far, earlier seeds' included; Linux counts it in KiB, macOS in bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else 1024 * peak


def main(arguments: str) -> None:
    """Make the attempts that `manyclass.protocol.trial.run` asks for, in JSON, and write the files of each."""
    lean_scikit_learn()
    warnings.simplefilter("once")
    for words in json.loads(arguments):
        spec = Spec.from_json(words)
        record, found = attempt(spec)
        with atomic(spec.out.with_suffix(".npz")) as part, open(part, "wb") as file:
            np.savez_compressed(file, **found)
        with atomic(spec.out) as part:
            part.write_text(json.dumps(record, indent=1) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
