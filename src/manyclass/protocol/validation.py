"""Configurations checked against models: errors of one line with the key, the value and what is valid."""

import re
import reprlib
from difflib import get_close_matches

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

from manyclass.protocol.errors import ConfigError


class Options(BaseModel):
    """Options by name, each of the type declared, without conversion, and no others."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _keys(cls, given):
        """Refuse an unknown key with a guess at what is meant, which pydantic's own check has not."""
        if isinstance(given, dict):
            check_names("key", given, [field.alias or name for name, field in cls.model_fields.items()])
        return given


def validated(model, given):
    """Make a model of what is given.

    Parameters
    ----------
    model : type of Options
        What the configuration may say.
    given : dict
        What it says.

    Raises
    ------
    ConfigError
        If an option is unknown, missing or not valid; it names one of them.
    """
    try:
        return model.model_validate(given)
    except ValidationError as error:
        deepest = max(error.errors(), key=lambda each: len(each["loc"]))  # of a union's, the nearest to what is meant
        raise ConfigError(_one_line(deepest, given)) from None


def check_names(kind, given, valid, where="") -> None:
    """Raise ConfigError if a given name is not among the valid ones, with a guess at what is meant."""
    for name in given:
        if name not in valid:
            raise ConfigError(f"{where}unknown {kind} {name!r}{guess(name, valid)}; choose from {', '.join(valid)}")


def check_plain(value):
    """Raise ConfigError unless a value is text, a number, a truth value, none, or made of these by lists and names.

    Other things that YAML knows, such as dates, would not be handed on to a trial as they are.
    """
    try:
        plain = _is_plain(value)
    except RecursionError:
        raise ConfigError("it refers to itself: write it out") from None
    if not plain:
        raise ConfigError(
            f"{shown(value)} is not valid: give text, numbers, true, false or null, lists or names of them"
        )
    return value


def _is_plain(value) -> bool:
    if isinstance(value, list):
        return all(map(_is_plain, value))
    if isinstance(value, dict):
        return all(isinstance(key, str) and _is_plain(each) for key, each in value.items())
    return value is None or isinstance(value, str | int | float)


def shown(value) -> str:
    """A value as Python writes it, on one line, shortened where it is long."""
    short = reprlib.Repr()
    short.maxstring = short.maxother = short.maxlong = 100
    return short.repr(value)


def guess(name, valid) -> str:
    """Ask whether the valid name nearest to an unknown one is meant; nothing where none is near."""
    close = get_close_matches(str(name), valid, n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""


def _one_line(error, given) -> str:
    """One error of pydantic's, with the path of keys that the user wrote; pydantic adds the kinds of a union."""
    path = []
    for step in error["loc"]:
        if isinstance(given, dict) and step in given:
            path.append(str(step))
            given = given[step]
    where = f"{'.'.join(path)}: " if path else ""
    if error["type"] == "missing":
        return f"{where}{error['loc'][-1]} is missing"
    if error["type"] == "value_error":
        return f"{where}{error['ctx']['error']}"
    reason = re.sub(r" or instance of \w+$", "", re.sub(r"^\w+ should", "it should", error["msg"]))
    return f"{where}{shown(error['input'])} is not valid: {reason}"
