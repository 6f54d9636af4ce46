"""Statements: what a document says, one sentence each, and how it is judged; a file of them for each document."""

from collections import Counter
from pathlib import Path
from typing import Annotated, Literal

import yaml
from pydantic import BeforeValidator, Field

from manyclass.protocol.data.make import file_of
from manyclass.protocol.errors import ConfigError
from manyclass.protocol.validation import Options, guess, validated

KINDS = EMPIRICAL, MATHEMATICAL, OURS = "empirical", "mathematical", "ours"

Text = Annotated[str, BeforeValidator(lambda given: given.strip() if isinstance(given, str) else given)]
Said = Annotated[Text, Field(min_length=1)]


class Statement(Options):
    """One statement of a document.

    Parameters
    ----------
    id : str
        Its name within the document: lower case, digits and hyphens.
    place : str
        Where it stands: section, table, figure.
    says : str
        Our wording, one sentence.
    printed : str
        The document's numbers, or "none".
    kind : {"empirical", "mathematical", "ours"}
        Whether it could have come out otherwise, follows from definitions and tests the code, or is a question that
        the document does not ask.
    rule : str
        How it is judged and by which threshold, fixed before the run; may be missing where it is not tested.
    calibrated_on : list of str
        Data sets, by the names of their files, whose parameters were chosen with it in view, or whose outcomes were
        known when its rule was said: on these, and their variants, it cannot be tested.
    requires : list of str
        Statements that it rests on: where one of them fails, its own failure is not counted once more; where one is not
        reproduced, neither is this one.
    size : str
        At what size it is judged.
    untested : str
        Why no exhibit tests it; empty where one does.
    """

    id: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")
    place: Said
    says: Said
    printed: Said
    kind: Literal["empirical", "mathematical", "ours"]
    rule: Text = ""
    calibrated_on: list[str] = []
    requires: list[str] = []
    size: Said = "smaller than the document"
    untested: Text = ""

    def calibrated(self, datasets) -> list[str]:
        """Those of these data sets that are calibrated on it: a variant is as its file, and what is one's own never."""
        return [name for name in datasets if file_of(name) in self.calibrated_on]


def read(path) -> dict[str, Statement]:
    """Statements of one document by id, in the order of the file.

    Parameters
    ----------
    path : path
        A YAML list of mappings, see `Statement`; the folder's name is that of the document.

    Raises
    ------
    ConfigError
        One line that names the file and the statement: it is no such list, a key is unknown or missing, a value is
        not valid, an id stands there twice, or a required statement is missing or rests in turn on the one that
        requires it.
    """
    where = "/".join(Path(path).parts[-2:])
    try:
        given = yaml.safe_load(Path(path).read_text(encoding="utf-8")) or []
    except FileNotFoundError:
        raise ConfigError(f"{where}: there is no such file; it lists the statements of the document") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ConfigError(f"{where}: not YAML: {' '.join(str(error).split())}") from None
    if not isinstance(given, list):
        raise ConfigError(f"{where}: a list of statements is wanted, each beginning with '- id:'")
    try:
        statements = [_statement(number, entry) for number, entry in enumerate(given, 1)]
        _check_ids(statements)
    except ConfigError as error:
        raise ConfigError(f"{where}: {error}") from None
    return {statement.id: statement for statement in statements}


def _statement(number, entry) -> Statement:
    """One statement, named by its id in errors, or by its place in the list where it has none."""
    named = isinstance(entry, dict) and "id" in entry
    name = f"statement {entry['id']!r}" if named else f"statement {number} of the list"
    if not isinstance(entry, dict):
        raise ConfigError(f"{name}: keys and values are wanted, not {entry!r}")
    try:
        statement = validated(Statement, entry)
    except ConfigError as error:
        raise ConfigError(f"{name}: {error}") from None
    if not statement.rule and not statement.untested:
        raise ConfigError(f"{name}: rule is missing: say how it is judged, or in untested why it is not")
    return statement


def _check_ids(statements) -> None:
    for name, times in Counter(statement.id for statement in statements).items():
        if times > 1:
            raise ConfigError(f"statement {name!r} stands there {times} times")
    requires = {statement.id: statement.requires for statement in statements}
    for name, required in requires.items():
        for other in required:
            if other not in requires:
                raise ConfigError(f"statement {name!r} requires {other!r}, which is none{guess(other, requires)}")
        if name in _required(name, requires):
            raise ConfigError(f"statement {name!r} requires itself, directly or through others")


def _required(name, requires) -> set[str]:
    """All that a statement rests on, directly or through others."""
    found, waiting = set(), list(requires[name])
    while waiting:
        other = waiting.pop()
        if other not in found:
            found.add(other)
            waiting += requires.get(other, [])
    return found
