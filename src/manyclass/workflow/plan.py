"""From a checked configuration to the jobs of the workflow."""

import json
import shlex
from pathlib import Path

from manyclass.exhibits import registry
from manyclass.protocol import config as checks
from manyclass.protocol.data import make as data
from manyclass.protocol.sources import closure
from manyclass.protocol.trial import estimators

# What the report shows in the browser; the other formats of the same tables and figures are files.
SHOWN = {".html": "table", ".svg": "figure"}

# Repetitions of a trial where the configuration does not say.
SEEDS = {"smoke": 2, "standard": 5, "full": 5}


class Plan:
    """The jobs that a configuration calls for.

    Parameters
    ----------
    config : dict
        The configuration, valid by its schema.

    Raises
    ------
    ConfigError
        If it names something that there is not; one line.
    """

    def __init__(self, config: dict):
        """Check the names and list exhibits and trials."""
        self.config = config
        config["seeds"] = config["seeds"] or SEEDS[config["scale"]]
        self.own = config["own"]
        self.results = f"results/{config['scale']}"
        self.figures = f"figures/{config['scale']}"
        self._check_names()
        # A process takes two seconds to start, which at the smaller scales is most of what a seed takes.
        self.together = config["scale"] != "full"
        self.exhibits = registry.selected(config)
        self.trials = {trial.address: trial for trial in registry.trials(self.exhibits, config)}

    def _check_names(self) -> None:
        try:
            registry.expand(self.config["exhibits"])
        except ValueError as error:
            raise checks.ConfigError(f"config: exhibits: {error}") from None
        compare, own_sets, own_methods = (self.own.get(key, {}) for key in ("compare", "datasets", "methods"))
        for role, own, ours in (
            ("datasets", own_sets, data.available()),
            ("methods", own_methods, estimators.names()),
        ):
            for name in sorted(set(own) & set(ours)):
                raise checks.ConfigError(f"config: own.{role}: {name!r} is a name of the package's own; choose another")
            checks.check_names(f"own.compare.{role}", compare.get(role, []), [*own, *ours])
        for name, entry in own_sets.items():
            for file in _local_files(entry):
                if not Path(file).is_file():
                    raise checks.ConfigError(f"config: own.datasets.{name}: there is no file {file}")
        for name, entry in own_methods.items():
            _check_module(name, entry["import"])

    def record(self, address: str, seed: int | str, ending: str = "json") -> str:
        """Path of a trial's record, or of the predictions beside it (``npz``)."""
        return f"{self.results}/trial/{address}/{seed}.{ending}"

    def exhibit_inputs(self, name: str) -> list[str]:
        """Records, predictions, cards and data that an exhibit reads."""
        trials, sets = registry.inputs(name, self.config)
        seeds = range(self.config["seeds"])
        records = [self.record(t.address, seed, end) for t in trials for seed in seeds for end in ("json", "npz")]
        return [
            *records,
            *(f"{self.results}/data/{dataset}.{end}" for dataset in sets for end in ("json", "npz")),
        ]

    def exhibit_sources(self, name: str) -> list[str]:
        """Source files that decide what an exhibit shows."""
        return closure(registry.module_of(name), "manyclass.exhibits.__main__")

    def exhibit_config(self) -> str:
        """The part of the configuration that exhibits read, as one shell word."""
        return shlex.quote(json.dumps({"seeds": self.config["seeds"], "own": self.own}, sort_keys=True))

    def data_inputs(self, name: str) -> list[str]:
        """Files that a data set is made from: sources, and those of one's own data."""
        if name not in self.own.get("datasets", {}):
            return closure(f"manyclass.datasets.{data.file_of(name)}", "manyclass.protocol.data.make")
        files = _local_files(self.own["datasets"][name])
        return [*files, *closure("manyclass.protocol.data.own", "manyclass.protocol.data.make")]

    def data_arguments(self, name: str) -> str:
        """Arguments of ``python -m manyclass.protocol.data.make`` after the output."""
        entry = self.own.get("datasets", {}).get(name)
        return f"--own {shlex.quote(json.dumps(entry, sort_keys=True))}" if entry else f"--scale {self.config['scale']}"

    def trial_outputs(self, ending: str) -> list[str]:
        """Pattern of what one job of a trial writes: the files of all seeds, at full scale those of one."""
        address = "{dataset}/{method}/{variant}"
        return [
            self.record(address, seed, ending)
            for seed in (range(self.config["seeds"]) if self.together else ["{seed}"])
        ]

    def seeds(self, wildcards) -> list[int]:
        """Seeds of one job of a trial."""
        return list(range(self.config["seeds"])) if self.together else [int(wildcards.seed)]

    def trial_inputs(self, wildcards) -> list[str]:
        """Source files of a trial, and the records it starts from."""
        trial = self._trial(wildcards)
        module = trial.factory.partition(":")[0] if trial.factory else f"manyclass.methods.{trial.method}"
        return [*closure(module, "manyclass.protocol.trial.worker"), *self._before(wildcards)]

    def trial_arguments(self, wildcards) -> str:
        """Arguments of ``python -m manyclass.protocol.trial.run`` that decide its result."""
        trial = self._trial(wildcards)
        words = ["--passes", str(trial.passes)]
        if trial.fixed:
            words += ["--fixed", json.dumps(dict(trial.fixed), sort_keys=True)]
        if trial.grid is not None:
            words += ["--grid", json.dumps(trial.grid, sort_keys=True)]
        if trial.factory:
            words += ["--factory", trial.factory]
        if trial.depends_on:
            words += ["--depends-on", *self._before(wildcards)]
        if not trial.halving:
            words += ["--no-halving"]
        if trial.patience:
            words += ["--patience", str(trial.patience)]
        return shlex.join(words)

    def _trial(self, wildcards):
        return self.trials[f"{wildcards.dataset}/{wildcards.method}/{wildcards.variant}"]

    def _before(self, wildcards) -> list[str]:
        """Records that the job's seeds start from."""
        after = self._trial(wildcards).depends_on
        return [self.record(after.address, seed) for seed in self.seeds(wildcards)] if after else []

    def claims(self) -> list[str]:
        """Files of the exhibits' claims."""
        found = (registry.outputs(name, self.results, self.figures) for name in self.exhibits)
        return [path for files in found for path in files.get("claims", [])]

    def reported(self, name: str, kind: str, paths: list[str], report):
        """The exhibit's files of one kind, those a browser can show marked for Snakemake's report."""
        document = name.partition("/")[0]
        caption = f"{self.results}/captions/{name}.rst"
        return [
            report(
                path,
                caption=caption,
                category=document,
                # One label: of several, the report makes a switch where values happen to be halved, and then fails
                # on an exhibit without both.
                labels={"exhibit": f"{name}, {SHOWN[Path(path).suffix]}"},
            )
            if Path(path).suffix in SHOWN
            else path
            for path in paths
        ]


def _local_files(entry: dict) -> list[str]:
    """Files that an entry of ``own.datasets`` names."""
    named = (entry.get(key) for key in ("path", "valid_path", "test_path", "tree"))
    return [file for file in named if file and not file.startswith("openml:")]


def _check_module(name: str, factory: str) -> None:
    """Raise ConfigError unless the module of an import path is there."""
    try:
        closure(factory.partition(":")[0])
    except ValueError as error:
        raise checks.ConfigError(f"config: own.methods.{name}: {error}") from None
