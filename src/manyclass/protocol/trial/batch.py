"""Run several trials, one after the other, in one process.

``python -m manyclass.protocol.trial.batch [JSON ...]``, each a list of the words that
`manyclass.protocol.trial.run` takes. Where trials are tiny, most of what one takes is the start of its process.
"""

import json
import sys

from manyclass.protocol.trial.run import finish, parser, run, specs_of


def main(arguments) -> None:
    """Run the trials in their order, so that one may start from the record of another before it."""
    options = [vars(parser().parse_args(json.loads(words))) for words in arguments]
    strict = [each.pop("strict") for each in options]
    try:
        records = run([spec for each in options for spec in specs_of(each)])
    except (ValueError, OSError) as error:
        sys.exit(f"error: {error}")
    finish(records, any(strict))


if __name__ == "__main__":
    main(sys.argv[1:])
