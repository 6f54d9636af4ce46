"""Which run a program is told of, in the words that ``snakemake`` takes: exhibits, files, single keys."""

import argparse
import json
from collections.abc import Iterable
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
    files = "configurations, as snakemake takes them: a later one over those before"
    parser.add_argument("--configfile", metavar="FILE", type=Path, nargs="+", default=[], help=files)
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


def configuration(files: list[Path], keys: list[str], scale: str | None, exhibits: list[str]) -> dict:
    """What the workflow would read: `config.yaml` here, laid over it the files, and over these the command line.

    Raises
    ------
    ConfigError, ValueError
        As `plan_of` does.
    """
    said = _mapping(CONFIG) if CONFIG.is_file() else {}
    for file in files:
        update_config(said, _mapping(file))
    update_config(said, parse_config(keys))
    return said | ({"scale": scale} if scale else {}) | ({"exhibits": exhibits} if exhibits else {})


def refuse_repeated(files: Iterable[Path | str]) -> None:
    """Raise `ConfigError`, one line, where one of the files names a key twice, of which Snakemake takes the last."""
    for file in map(Path, files):
        if file.is_file():  # what is no file, such as a pipe, can be read but once
            _mapping(file)


class _Once(yaml.SafeLoader):
    """YAML in which no mapping names a key twice; the keys that it merges it may name again."""

    def compose_mapping_node(self, anchor):
        """Check the keys as they are written."""
        node = super().compose_mapping_node(anchor)
        _check_once(key.value for key, _ in node.value if isinstance(key, yaml.ScalarNode))
        return node


def _check_once(keys: Iterable[str]) -> None:
    seen = set()
    for key in keys:
        if key in seen:
            raise ConfigError(f"{key!r} stands there more than once")
        seen.add(key)


def _of_pairs(pairs: list[tuple]) -> dict:
    _check_once(key for key, _ in pairs)
    return dict(pairs)


def _read(text: str):
    """What a text says, as Snakemake reads it: JSON, or else YAML."""
    try:
        return json.loads(text, object_pairs_hook=_of_pairs)
    except json.JSONDecodeError:
        return yaml.load(text, Loader=_Once)


def _mapping(file: Path) -> dict:
    if not file.is_file():
        raise ConfigError(f"there is no file {file}")
    try:
        said = _read(file.read_text(encoding="utf-8")) or {}
    except ConfigError as error:
        raise ConfigError(f"{file}: {one_line(error)}") from None
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError) as error:
        raise ConfigError(f"{file} is no YAML: {one_line(error)}") from None
    if not isinstance(said, dict):
        raise ConfigError(f"{file} is no mapping of keys to values")
    return said
