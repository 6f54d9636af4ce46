"""The statements of the documents, and whether exhibits test them all: checked before any job starts.

Each document's folder has its file ``statements.yaml``. An exhibit with ``claims`` names in ``STATEMENTS`` the ids that
they test.
"""

from pathlib import Path

from manyclass.exhibits import registry
from manyclass.protocol.claims import statement
from manyclass.protocol.data.make import available
from manyclass.protocol.errors import ConfigError
from manyclass.protocol.validation import check_names, guess


def file(document) -> Path:
    """File of a document's statements."""
    return registry.FOLDER / document / "statements.yaml"


def listed(document) -> dict[str, statement.Statement]:
    """A document's statements by id; raises as `statement.read`."""
    return statement.read(file(document))


def documents(exhibits) -> list[str]:
    """Documents of which these exhibits make claims."""
    return list(dict.fromkeys(name.partition("/")[0] for name in exhibits if registry.offers(name, "claims")))


def check(exhibits) -> None:
    """Check the statements of the documents that the exhibits belong to.

    Parameters
    ----------
    exhibits : iterable of str
        Names, ``document/exhibit``.

    Raises
    ------
    ConfigError
        One line: a file of statements is missing or wrong; an exhibit with claims names no statement, one that is
        none, or one twice; a statement is neither tested by an exhibit nor given as untested, or both; one is
        calibrated on a data set that is none.
    """
    for document in documents(exhibits):
        statements = listed(document)
        _check_tested(document, statements, _tested_by(document, statements))
        for each in statements.values():
            check_names(
                "data set", each.calibrated_on, available(), where=f"statement {document}/{each.id}: calibrated_on: "
            )


def check_claims(name, claims, config) -> None:
    """Check that the claims an exhibit made are on its statements, all of them at scales that have all data sets.

    Smoke data are fewer, and may have no part on which a statement can be tested; at large scale there is one set.

    Parameters
    ----------
    name : str
        The exhibit.
    claims : list of Claim
    config : dict
        The configuration, with its ``scale``.

    Raises
    ------
    ValueError
        One line that names the exhibit and the claim or the statement.
    """
    named = tested_in(name)
    read = set(registry.inputs(name, config)[1])
    for made in claims:
        if made.statement not in named:
            raise ValueError(f"exhibit {name}: claim {made.text!r} is on {made.statement!r}, not one of its STATEMENTS")
        for dataset in made.on:
            if dataset not in read:
                raise ValueError(
                    f"exhibit {name}: claim {made.text!r} is on data set {dataset!r}, which it does not read"
                )
    missing = [each for each in named if each not in {made.statement for made in claims}]
    if missing and config["scale"] not in ("smoke", registry.LARGE):
        raise ValueError(f"exhibit {name}: none of its claims is on {', '.join(missing)} of its STATEMENTS")


def _tested_by(document, statements) -> dict[str, list[str]]:
    """Exhibits of a document that test each of its statements."""
    tested = {name: [] for name in statements}
    for name in registry.expand([document]):
        if not registry.offers(name, "claims"):
            if hasattr(registry.load(name), "STATEMENTS"):
                raise ConfigError(f"exhibit {name} has STATEMENTS but no claims(results) that test them")
            continue
        ids = tested_in(name)
        if not ids or isinstance(ids, str):
            raise ConfigError(
                f"exhibit {name} has claims: name in STATEMENTS, a tuple of ids, the statements they test"
            )
        _check_known(f"exhibit {name}: STATEMENTS", document, ids, statements)
        for each in dict.fromkeys(ids):
            tested[each].append(name)
    return tested


def _check_known(where, document, ids, statements) -> None:
    for each in ids:
        if each not in statements:
            raise ConfigError(f"{where}: {each!r} is no statement of {document}{guess(each, statements)}")


def _check_tested(document, statements, tested) -> None:
    for name, exhibits in tested.items():
        if exhibits and statements[name].untested:
            raise ConfigError(f"statement {document}/{name} is given as untested, but {exhibits[0]} tests it")
        if not exhibits and not statements[name].untested:
            raise ConfigError(f"statement {document}/{name}: no exhibit tests it; say in untested why")


def left_out(names) -> list[str]:
    """Which exhibits beside these test one of their statements too: ``document/statement:document/exhibit``."""
    judged = {_full(name, each) for name in names for each in tested_in(name)}
    others = [name for name in registry.names() if name not in names]
    return [f"{full}:{name}" for name in others for each in tested_in(name) if (full := _full(name, each)) in judged]


def judged_by_others(names) -> set[str]:
    """Statements that exhibits beside these test: ``document/id``.

    Raises
    ------
    ValueError
        One line: these test one of them too.
    """
    tested = {name: {_full(name, each) for each in tested_in(name)} for name in registry.names()}
    judged = set().union(*(tested[name] for name in names))
    others = [name for name in tested if name not in names]
    for other in others:
        if both := judged & tested[other]:
            raise ValueError(f"{other} tests {', '.join(sorted(both))} too: name it as well")
    return set().union(*(tested[other] for other in others))


def _full(exhibit, statement) -> str:
    """A statement that an exhibit tests, with its document."""
    return f"{exhibit.partition('/')[0]}/{statement}"


def tested_in(name) -> tuple:
    """Ids of the statements that an exhibit tests."""
    return getattr(registry.load(name), "STATEMENTS", ())
