"""Errors of the configuration, before any rule runs, in a line with the key, the value and what is valid."""

from difflib import get_close_matches

from jsonschema.exceptions import ValidationError


class ConfigError(ValueError):
    """The configuration cannot be used; the message is one line."""


def explain(error: Exception) -> str:
    """The error of a check, in a line; Snakemake's own message of a schema's violation dumps the schema."""
    violation = error if isinstance(error, ValidationError) else error.__context__
    return f"config: {_explained(violation)}" if isinstance(violation, ValidationError) else str(error)


def check_names(role: str, given: list[str], valid: list[str]) -> None:
    """Raise ConfigError if a given name is not among the valid ones."""
    for name in given:
        if name not in valid:
            raise ConfigError(f"config: {role}: unknown {name!r}{_guess(name, valid)}; choose from {', '.join(valid)}")


def _explained(error: ValidationError) -> str:
    """The error in a line."""
    where = ".".join(str(step) for step in error.absolute_path)
    prefix = f"{where}: " if where else ""
    if error.validator == "additionalProperties":
        valid = list(error.schema.get("properties", {}))
        unknown = sorted(set(error.instance) - set(valid))[0]
        return f"{prefix}unknown key {unknown!r}{_guess(unknown, valid)}; valid keys are {', '.join(valid)}"
    if error.validator == "enum":
        valid = ", ".join(map(str, error.validator_value))
        return f"{prefix}{error.instance!r} is not valid; choose from {valid}"
    if error.validator == "type":
        return f"{prefix}{error.instance!r} must be of type {error.validator_value}"
    return f"{prefix}{error.message}"


def _guess(name: str, valid: list[str]) -> str:
    close = get_close_matches(name, valid, n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""
