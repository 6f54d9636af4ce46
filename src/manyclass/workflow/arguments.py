"""Which run a program is told of, in the words that ``snakemake`` takes: exhibits, a file, single keys."""

import argparse
from pathlib import Path

import yaml
from snakemake.cli import parse_config
from snakemake.utils import update_config

from manyclass.protocol.errors import ConfigError, one_line
from manyclass.workflow.plan import Plan

CONFIG = Path("config.yaml")  # as the Snakefile says


def add_run(parser: argparse.ArgumentParser) -> None:
    """Add the words that say which run."""
    parser.add_argument("exhibits", metavar="EXHIBIT", nargs="*", help="tables, figures or documents; default: all")
    parser.add_argument("--configfile", type=Path, help="a configuration, as snakemake takes it")
    parser.add_argument("--config", metavar="KEY=VALUE", nargs="+", default=[], help="keys of it, likewise")
    parser.add_argument("--scale", help="smoke, standard, large or full")


def plan_of(options: argparse.Namespace) -> Plan:
    """The plan of the run that was said.

    Raises
    ------
    ConfigError
        If a file is not there or no YAML mapping, or the plan cannot be made; one line.
    ValueError
        If what stands where a key is wanted is none.
    """
    return Plan(configuration(options.configfile, options.config, options.scale, options.exhibits))


def configuration(file: Path | None, keys: list[str], scale: str | None, exhibits: list[str]) -> dict:
    """What the workflow would read: `config.yaml` here, laid over it a file, and over that the command line.

    Raises
    ------
    ConfigError, ValueError
        As `plan_of` does.
    """
    said = _mapping(CONFIG) if CONFIG.is_file() else {}
    update_config(said, _mapping(file) if file else {})
    update_config(said, parse_config(keys))
    return said | ({"scale": scale} if scale else {}) | ({"exhibits": exhibits} if exhibits else {})


def _mapping(file: Path) -> dict:
    if not file.is_file():
        raise ConfigError(f"there is no file {file}")
    try:
        said = yaml.safe_load(file.read_text(encoding="utf-8")) or {}
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError) as error:
        raise ConfigError(f"{file} is no YAML: {one_line(error)}") from None
    if not isinstance(said, dict):
        raise ConfigError(f"{file} is no mapping of keys to values")
    return said
