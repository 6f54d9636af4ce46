"""Run the trials of a batch, one after the other, in one process.

``python -m manyclass.workflow.batch_job --seconds S [--strict]`` reads the words that `manyclass.protocol.trial.run`
takes, a list in JSON on each line of stdin: a command line has an end, and a batch of many seeds is longer. The budget
is none of these words, since another one trains nothing anew.
"""

import argparse
import json
import sys

from manyclass.protocol.trial import batch


def main(arguments=None) -> None:
    """Run the trials of stdin; with ``--strict`` one without a result is an error."""
    described = argparse.ArgumentParser(
        prog="python -m manyclass.workflow.batch_job", description=__doc__.splitlines()[0]
    )
    described.add_argument("--seconds", required=True, help="time budget of each trial")
    described.add_argument("--strict", action="store_true", help="exit with an error unless every status is ok")
    options = described.parse_args(arguments)
    allowed = ["--seconds", options.seconds, *(["--strict"] if options.strict else [])]
    batch.main([json.dumps(json.loads(line) + allowed) for line in sys.stdin])


if __name__ == "__main__":
    main()
