"""Errors that a user can mend, each said in one line."""

from textwrap import shorten


class ConfigError(ValueError):
    """The configuration cannot be used."""


class DataError(ValueError):
    """A data file or a data set cannot be used."""


def error_line(error: BaseException) -> str:
    """The kind of an error and the first line of what it says."""
    lines = str(error).splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__


def one_line(text, most=2000) -> str:
    """A text in one line of at most so many characters, what cannot be printed written as Python escapes it."""
    printable = (letter if letter.isprintable() or letter.isspace() else repr(letter)[1:-1] for letter in str(text))
    return shorten("".join(printable), most, placeholder=" ...")
