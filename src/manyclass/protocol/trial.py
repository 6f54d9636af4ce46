"""Run one trial with one seed: the sweep over its candidates, the winner's test metrics, the record.

``python -m manyclass.protocol.trial DATA.npz METHOD --seed 0 --out RECORD.json [...]``

Every trial ends with a record, also one that fails, runs out of time or memory, or crashes: the work is done
by a second process (`manyclass.protocol.attempt`) and this one watches it.
"""

import argparse
import json
import math
import signal
import subprocess
import sys
from pathlib import Path

from manyclass.protocol.files import atomic
from manyclass.protocol.record import Spec, empty

# How long after its budget a trial may take to notice, before it is stopped from outside.
GRACE = 60.0


def parser() -> argparse.ArgumentParser:
    """The command line."""
    described = argparse.ArgumentParser(prog="python -m manyclass.protocol.trial", description=__doc__.splitlines()[0])
    described.add_argument("data", type=Path, help="the data set's .npz")
    described.add_argument("method", help="a file of methods/, or any name with --factory")
    described.add_argument("--seed", type=int, required=True)
    described.add_argument("--out", type=Path, required=True, help="the record; predictions go beside it")
    described.add_argument("--variant", default="default")
    described.add_argument("--fixed", type=json.loads, default={}, help="parameters held, as JSON")
    described.add_argument("--grid", type=json.loads, help="values swept, as JSON; default: the method's own")
    described.add_argument("--passes", type=int, default=20, help="passes of a candidate that reaches the end")
    described.add_argument("--after", type=Path, help="record whose winner this trial starts from")
    described.add_argument("--no-halving", dest="halving", action="store_false", help="train all candidates to the end")
    described.add_argument("--patience", type=int, default=0, help="looks without an increase before stopping early")
    described.add_argument("--factory", help="package.module:Class of a classifier of one's own")
    described.add_argument("--seconds", type=float, default=math.inf, help="time budget")
    described.add_argument("--strict", action="store_true", help="exit with an error unless the status is ok")
    return described


def run(spec: Spec) -> dict:
    """Make the attempt in a process of its own and return its record, or one that says why there is none.

    Raises
    ------
    InterruptedError
        If someone stopped the attempt; that says nothing of the method, so there is no record.
    """
    for stale in (spec.out, spec.out.with_suffix(".npz")):
        stale.unlink(missing_ok=True)
    command = [sys.executable, "-m", "manyclass.protocol.attempt", spec.to_json()]
    limit = None if math.isinf(spec.seconds) else spec.seconds + GRACE
    try:
        code = subprocess.run(command, timeout=limit).returncode
    except subprocess.TimeoutExpired:
        return _hole(spec, "timeout", f"not finished within {spec.seconds:g} seconds")
    if code in (-signal.SIGTERM, -signal.SIGINT):
        raise InterruptedError(f"interrupted by {signal.Signals(-code).name}; run it again")
    if code or not spec.out.exists():
        reason = f"was killed by signal {-code} (out of memory?)" if code < 0 else f"ended with exit status {code}"
        return _hole(spec, "failed", f"{reason}; see the log")
    return json.loads(spec.out.read_text())


def _hole(spec: Spec, status: str, error: str) -> dict:
    """Write the record of a trial that wrote none itself."""
    record = empty(spec, status, error)
    with atomic(spec.out.with_suffix(".npz")) as part:
        part.write_bytes(b"PK\x05\x06" + bytes(18))
    with atomic(spec.out) as part:
        part.write_text(json.dumps(record, indent=1) + "\n")
    return record


def main(arguments=None) -> None:
    """Run the command line; with ``--strict`` a trial without a result is an error."""
    options = vars(parser().parse_args(arguments))
    strict = options.pop("strict")
    try:
        record = run(Spec(**options))
    except OSError as error:
        sys.exit(f"error: {error}")
    print(f"{record['status']}: {record['error'] or record['test']}", file=sys.stderr)
    if strict and record["status"] != "ok":
        sys.exit(f"error: trial {record['status']}: {record['error']}")


if __name__ == "__main__":
    main()
