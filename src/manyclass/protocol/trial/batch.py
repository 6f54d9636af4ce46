"""Run several trials, one after the other, in one process.

``python -m manyclass.protocol.trial.batch --seconds S [--strict]`` reads the words that `manyclass.protocol.trial.run`
takes, a list in JSON on each line of stdin: a command line has an end, and a batch of many seeds is longer. The budget
is none of these words, since another one trains nothing anew. Where trials are tiny, most of what one takes is the
start of its process.
"""

import argparse
import json
import sys

from manyclass.protocol.trial.run import finish, run, specs_from


def main(arguments=None) -> None:
    """Run the trials of stdin; with ``--strict`` one without a result is an error."""
    described = argparse.ArgumentParser(
        prog="python -m manyclass.protocol.trial.batch", description=__doc__.splitlines()[0]
    )
    described.add_argument("--seconds", required=True, help="time budget of each trial")
    described.add_argument("--strict", action="store_true", help="exit with an error unless every status is ok")
    options = described.parse_args(arguments)
    run_all([["--seconds", options.seconds, *json.loads(line)] for line in sys.stdin], options.strict)


def run_all(lines: list[list[str]], strict: bool) -> None:
    """Run trials in their order, so that one may start from the record of another before it; ``lines`` their words."""
    try:
        records = run([spec for words in lines for spec in specs_from(words)])
    except (ValueError, OSError) as error:
        sys.exit(f"error: {error}")
    finish(records, strict)


if __name__ == "__main__":
    main()
