"""Parameters of the generator fitted to a signature: ``python -m manyclass.protocol.signature.fit TARGET [...]``.

A target is a file of a signature, the name of a public set, or a quantity and its value, which overrides the former:

    python -m manyclass.protocol.signature.fit letter kurtosis=4.5 --set classes=26 features=16 train=14000 test=5000

What is printed are the parameters, and each quantity's target beside what they reach on draws that the search has not
seen. Real data are what decides parameters of the generator, never the results that the suite is about.
"""

import argparse
import ast
import sys
from dataclasses import fields, replace

import numpy as np
import pandas as pd

from manyclass.protocol.data.make import parameters
from manyclass.protocol.errors import ConfigError
from manyclass.protocol.signature.public import PUBLIC
from manyclass.protocol.signature.record import ACCURACIES, CURVES, SHAPE, Signature, value
from manyclass.protocol.signature.search import COMPARED, search, varied
from manyclass.protocol.validation import check_names

SIZES = {"classes": 100, "features": 32, "train": 6000, "valid": 100, "test": 3000}  # where none are given
REACHED = 2.0  # tolerances: farther off than this, a quantity is not reached


def main(arguments=None) -> None:
    """Find parameters of FeatureVectors whose signature comes nearest to the targets."""
    parser = argparse.ArgumentParser(prog="python -m manyclass.protocol.signature.fit", description=main.__doc__)
    parser.add_argument(
        "targets", nargs="+", metavar="TARGET", help="file.json, a public set's name, or quantity=value"
    )
    parser.add_argument("--set", nargs="+", default=[], metavar="NAME=VALUE", help="parameters that stay")
    parser.add_argument("--vary", nargs="+", metavar="NAME", help="parameters to change; all with a range if not said")
    parser.add_argument("--evaluations", type=int, default=200, help="points tried, at most")
    options = parser.parse_args(arguments)
    try:
        targets, given = targets_of(options.targets), given_of(options.set)
        start = _start(given)
        names = varied(start, given)
        if options.vary:
            check_names("parameter", options.vary, names, where="--vary: ")
            names = list(dict.fromkeys(options.vary))
        if not names:
            raise ConfigError("--set: nothing is left to vary")
        print(report(search(start, targets, names, options.evaluations), targets))
    except (ValueError, OSError) as error:
        sys.exit(f"error: {error}")


def targets_of(words) -> dict[str, float]:
    """Targets by quantity: of a signature those that do not depend on the number of classes, then single ones.

    Raises
    ------
    ConfigError, DataError, FileNotFoundError
        One line that names the word.
    """
    targets = {}
    for word in words:
        name, equals, given = word.partition("=")
        if equals:
            targets[_checked(name)] = _number(word, given)
            continue
        signature = PUBLIC[word] if word in PUBLIC else _read(word)
        known = {each: value(signature, each) for each in COMPARED}
        targets = {each: number for each, number in known.items() if np.isfinite(number)} | targets
    return targets


def _read(word) -> Signature:
    try:
        return Signature.read(word)
    except FileNotFoundError:
        known = ", ".join(PUBLIC)
        raise ConfigError(f"{word} is no file, and no public set ({known}); or give quantity=value") from None


def _checked(name) -> str:
    """The name of a quantity, or of a ratio of two accuracies, which may be of a number of samples a class."""
    valid = ACCURACIES if "/" in name else (*ACCURACIES, *SHAPE)
    for each in name.split("/", 1):
        method, at, number = each.partition("@")
        check_names("quantity", [method], CURVES if at else valid, where=f"{name}: ")
        if at and not number.isdigit():
            raise ConfigError(f"{name}: after @ stands a number of samples a class")
    return name


def _number(word, given) -> float:
    try:
        number = float(given)
    except ValueError:
        number = np.nan
    if not np.isfinite(number) or number < 0:
        raise ConfigError(f"{word}: give a number that is not negative")
    return number


def given_of(words) -> dict:
    """Parameters by name, their values as Python writes them."""
    given = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not (name and equals):
            raise ConfigError(f"--set {word}: give NAME=VALUE, such as noise=0.1")
        try:
            given[name] = np.inf if text == "inf" else ast.literal_eval(text)
        except (ValueError, SyntaxError):
            raise ConfigError(
                f"--set {word}: {text} is no value: write it as Python does, such as 0.1 or (1.0,)"
            ) from None
    return given


def _start(given):
    """The generator's parameters, as given and else plain."""
    plain = parameters("feature_vectors", "standard")
    check_names("parameter", given, [field.name for field in fields(plain)], where="--set: ")
    try:
        return replace(plain, **SIZES | given)
    except TypeError as error:
        raise ConfigError(f"--set: {error}") from None


def report(found, targets) -> str:
    """The parameters, the quantities, and a line that says whether they were reached."""
    plain = {field.name: field.default for field in fields(found.parameters)}
    chosen = {name: getattr(found.parameters, name) for name in plain}
    words = [f"{name}={each!r}" for name, each in chosen.items() if each != plain[name]]
    rows = [(name, targets[name], found.reached[name], found.off[name]) for name in targets]
    rows = pd.DataFrame(rows, columns=["quantity", "target", "reached", "off, in tolerances"])
    table = rows.to_markdown(index=False, floatfmt=".3g")
    return f"FeatureVectors({', '.join(words)})\n\n{table}\n\n{_verdict(found, targets)}"


def _verdict(found, targets) -> str:
    worst = max(found.off, key=lambda name: abs(found.off[name]))
    far = f"{found.distance:.1f} tolerances away (root mean square)"
    if abs(found.off[worst]) <= REACHED:
        return f"reached: {far}"
    return (
        f"not reached: the nearest is {far}; farthest off is {worst}, {found.reached[worst]:.3g}"
        f" where {targets[worst]:.3g} was wanted"
    )


if __name__ == "__main__":
    main()
