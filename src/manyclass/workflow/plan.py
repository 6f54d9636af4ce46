"""From a configuration to the jobs of the workflow."""

import json
import shlex
from pathlib import Path

from manyclass.exhibits import registry
from manyclass.protocol.data.make import file_of
from manyclass.protocol.sources import closure
from manyclass.workflow.configuration import checked, local_files

# What the report shows in the browser; the other formats of the same tables and figures are files.
SHOWN = {".html": "table", ".svg": "figure"}

# Repetitions of a trial where the configuration does not say.
SEEDS = {"smoke": 2, "standard": 5, "full": 5}

# Seeds that one job of a trial runs, one after the other. A process takes seconds to start, which at the smaller
# scales is most of what a seed takes; at full scale seeds run side by side.
SEEDS_PER_JOB = {"smoke": "all", "standard": "all", "full": "one"}


class Plan:
    """The jobs that a configuration calls for.

    Parameters
    ----------
    config : dict
        The configuration as it was given, see `manyclass.workflow.configuration.Configuration`.

    Attributes
    ----------
    config : dict
        The same with its defaults, the number of ``seeds`` among them.
    results, figures : str
        Folders of the scale.
    exhibits : list of str
        The exhibits to make.
    trials : dict of str to Trial
        The trials that they need, by address.
    job : str
        Pattern of what one job of a trial is called: the trial's address, and the seed where it has one.
    seeds : list of str
        Seeds of one job; a pattern where it has one.

    Raises
    ------
    ConfigError
        If the configuration is not valid; one line.
    """

    def __init__(self, config: dict):
        """Check the configuration, and list exhibits and trials."""
        self.config = checked(config)
        scale, self.own = self.config["scale"], self.config["own"]
        number = self.config.setdefault("seeds", SEEDS[scale])
        self.results, self.figures = f"results/{scale}", f"figures/{scale}"
        address = "trial/{dataset}/{method}/{variant}"
        all_seeds = SEEDS_PER_JOB[scale] == "all"
        self.job = address if all_seeds else f"{address}/{{seed}}"
        self.seeds = [str(seed) for seed in range(number)] if all_seeds else ["{seed}"]
        self.exhibits = registry.selected(self.config)
        self.trials = {trial.address: trial for trial in registry.trials(self.exhibits, self.config)}

    def record(self, address: str, seed, ending: str = "json") -> str:
        """Path of a trial's record, or of the predictions beside it (``npz``)."""
        return f"{self.results}/trial/{address}/{seed}.{ending}"

    def data(self, name: str) -> str:
        """Folder of a data set."""
        return f"{self.results}/data/{name}"

    def exhibit_rule(self, name: str) -> str:
        """Name of the rule that makes an exhibit."""
        return f"exhibit_{name.replace('/', '_')}"

    def exhibit_inputs(self, name: str) -> list[str]:
        """Records, predictions and data sets that an exhibit reads."""
        trials, sets = registry.inputs(name, self.config)
        seeds = range(self.config["seeds"])
        records = [self.record(t.address, seed, end) for t in trials for seed in seeds for end in ("json", "npz")]
        return [*records, *map(self.data, sets)]

    def exhibit_sources(self, name: str) -> list[str]:
        """Source files that decide what an exhibit shows."""
        return closure(registry.module_of(name), "manyclass.exhibits.__main__")

    def exhibit_config(self) -> str:
        """The part of the configuration that exhibits read, as one shell word."""
        return shlex.quote(json.dumps({"seeds": self.config["seeds"], "own": self.own}, sort_keys=True))

    def data_inputs(self, name: str) -> list[str]:
        """Files that a data set is made from: sources, and those of one's own data."""
        if name in self.own["datasets"]:
            return [*local_files(self.own["datasets"][name]), *closure("manyclass.protocol.data.make")]
        return closure(f"manyclass.datasets.{file_of(name)}", "manyclass.protocol.data.make")

    def data_arguments(self, name: str) -> str:
        """Arguments of ``python -m manyclass.protocol.data.make`` after the output."""
        entry = self.own["datasets"].get(name)
        return f"--own {shlex.quote(json.dumps(entry, sort_keys=True))}" if entry else f"--scale {self.config['scale']}"

    def trial_outputs(self, ending: str) -> list[str]:
        """Patterns of what one job of a trial writes: a file for each of its seeds."""
        return [self.record("{dataset}/{method}/{variant}", seed, ending) for seed in self.seeds]

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
        return [self.record(after.address, seed.format(**wildcards)) for seed in self.seeds] if after else []

    def claims(self) -> list[str]:
        """Files of the exhibits' claims."""
        outputs = (registry.outputs(name, self.results, self.figures) for name in self.exhibits)
        return [path for files in outputs for path in files.get("claims", [])]

    def reported(self, name: str, kind: str, paths: list[str], report):
        """The exhibit's files of one kind, those a browser can show marked for Snakemake's report."""
        place = {"caption": f"{self.results}/captions/{name}.rst", "category": name.partition("/")[0]}
        # One label: of several, the report makes a switch where values happen to be halved, and then fails on an
        # exhibit without both.
        ending = {path: Path(path).suffix for path in paths}
        labelled = {path: {"exhibit": f"{name}, {SHOWN[ending[path]]}"} for path in paths if ending[path] in SHOWN}
        return [report(path, labels=labelled[path], **place) if path in labelled else path for path in paths]
