"""Errors that a user can mend, each said in one line."""

from textwrap import shorten


class ConfigError(ValueError):
    """The configuration cannot be used."""


class DataError(ValueError):
    """A data file or a data set cannot be used."""


def one_line(text, most=2000) -> str:
    """A text in one line of at most so many characters, what cannot be printed written as Python escapes it."""
    printable = (letter if letter.isprintable() or letter.isspace() else repr(letter)[1:-1] for letter in str(text))
    return shorten("".join(printable), most, placeholder=" ...")
