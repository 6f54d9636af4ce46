"""Judge the statements of all documents by the claims of their exhibits, and write both as tables.

``python -m manyclass.protocol.claims.collect --scale S --tests TESTS.csv --statements STATEMENTS.csv
--said [exhibits/<document>/statements.yaml ...] --claims [results/<scale>/claims/<document>/<exhibit>.json ...]
--left-out [<document>/<statement>:<document>/<exhibit> ...]``
"""

import argparse
import sys
from pathlib import Path

from manyclass.protocol.claims import claim, statement, tables
from manyclass.protocol.claims.verdicts import Judgement, judgements


def read_claims(path) -> list[claim.Claim]:
    """Claims of one exhibit.

    Raises
    ------
    FileNotFoundError
        When the exhibit has not been made.
    ValueError
        If the file holds no list of claims; one line that names it.
    """
    try:
        return claim.loads(Path(path).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise FileNotFoundError(f"{path}: the exhibit's claims are not there yet; run the workflow") from None
    except (ValueError, TypeError) as error:
        raise ValueError(f"{path}: not a list of claims ({error}); delete it and run again") from None


def judged(said, made, left_out=()) -> dict[str, list[Judgement]]:
    """Judge the statements of documents.

    Parameters
    ----------
    said : iterable of path
        Files of statements, ``.../<document>/statements.yaml``.
    made : iterable of path
        Files of claims, ``.../<document>/<exhibit>.json``.
    left_out : iterable of str
        Statements that an exhibit tests which is not of this run, ``document/statement:document/exhibit``.

    Returns
    -------
    dict of str to list of Judgement
        By document, documents by name.

    Raises
    ------
    ValueError, OSError
        One line that names the file that is missing or wrong.
    """
    made = sorted(map(Path, made))
    untested, by_document = [each.split(":") for each in left_out], {}
    for path in sorted(map(Path, said)):
        document = path.parent.name
        files = [file for file in made if file.parent.name == document]
        claims = [(f"{document}/{file.stem}", each) for file in files for each in read_claims(file)]
        listed = statement.read(path)
        by_others = {each: [other for name, other in untested if name == f"{document}/{each}"] for each in listed}
        by_document[document] = judgements(listed, claims, by_others)
    for path in made:
        if path.parent.name not in by_document:
            raise ValueError(f"{path}: no file of statements of {path.parent.name} is given")
    return by_document


def main(arguments=None) -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m manyclass.protocol.claims.collect", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--scale", required=True)
    parser.add_argument("--tests", required=True, help="the table of tests to write")
    parser.add_argument("--statements", required=True, help="the table of statements to write")
    parser.add_argument("--said", nargs="*", default=[], help="the documents' files of statements")
    parser.add_argument("--claims", nargs="*", default=[], help="the exhibits' files of claims")
    parser.add_argument("--left-out", nargs="*", default=[], help="statement:exhibit of those that test it elsewhere")
    given = parser.parse_args(arguments)
    try:
        documents = judged(given.said, given.claims, given.left_out)
        tables.write(tables.tests_table(documents), given.tests)
        tables.write(tables.statements_table(documents, given.scale), given.statements)
    except (ValueError, OSError) as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
