"""Errors that a user can mend, each said in one line."""


class ConfigError(ValueError):
    """The configuration cannot be used."""


class DataError(ValueError):
    """A data file or a data set cannot be used."""
