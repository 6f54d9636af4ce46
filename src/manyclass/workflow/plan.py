"""From a configuration to the jobs of the workflow."""

import json
import re
import shlex
from dataclasses import replace
from pathlib import Path

from manyclass.exhibits import registry, statements
from manyclass.protocol.data.make import file_of
from manyclass.protocol.data.size import chunk_rows
from manyclass.protocol.seeds import NUMBER
from manyclass.protocol.sources import relative
from manyclass.protocol.trial.spec import Trial
from manyclass.workflow import batches
from manyclass.workflow.configuration import checked, local_files
from manyclass.workflow.paths import Paths, address_of
from manyclass.workflow.pilots import OF_TRIALS, Pilots, module_of
from manyclass.workflow.stamps import stamps

# What the report shows in the browser; the other formats of the same tables and figures are files.
SHOWN = {".html": "table", ".svg": "figure"}

# Seeds that one job takes, one after the other: draws of a data set, runs of a trial. A process takes seconds to start,
# which at the smaller scales is most of what a seed takes; at full scale seeds run side by side.
SEEDS_PER_JOB = {"smoke": "all", "standard": "all", "large": "one", "full": "one"}

# The scale at which sweeps are cut short: there the numbers mean little, and all that counts is that everything runs.
# Jobs do several things there (`manyclass.workflow.batches`); one's own data are a job each, and swept as elsewhere.
BRIEF = "smoke"

READ_OWN = ("data/", "own/")  # folders of exhibits that show one's own data and methods


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
    paths : Paths
        Where its files stand.
    exhibits : list of str
        The exhibits to make.
    trials : dict of str to Trial
        The trials that they need, by address.
    data_job, job : str
        Patterns of what one job of a data set and of a trial is called: the set's name or the trial's address, and the
        seed where the job has one.
    seeds : list of str
        Seeds of one job, of a data set or a trial; a pattern where it has one.
    sets : dict of str to list of str
        Data sets of the package that one job makes together, by the first document that reads them; empty where each
        is a job.
    batches : dict of str to list of Trial
        Trials that one job runs together, by the document that reads them first and a number; all on the variants of a
        data set are in one, and none before one that it starts from. Empty where each is a job.
    pilots : Pilots
        The sweeps that are made on a slice.
    signatures : dict of str to list of str
        Data sets whose signatures one job measures, by what the job is called.
    exhibit_jobs : dict of str to list of str
        Exhibits that one job makes, by what the job is called: the exhibit or, at smoke scale, the document. None
        before one whose claims it reads.

    Raises
    ------
    ConfigError
        If the configuration is not valid, or the statements of a document and the exhibits that test them do not
        agree; one line.
    """

    def __init__(self, config: dict):
        """Check the configuration, and list exhibits and trials."""
        self.config = checked(config)
        scale, self.own = self.config["scale"], self.config["own"]
        number = self.config.setdefault("seeds", NUMBER[scale])
        self.paths = Paths(self.config["name"])
        all_seeds = SEEDS_PER_JOB[scale] == "all"
        jobs = ("data/{dataset}", "trial/{dataset}/{method}/{variant}")
        self.data_job, self.job = jobs if all_seeds else (f"{job}/{{seed}}" for job in jobs)
        self.seeds = [str(seed) for seed in range(number)] if all_seeds else ["{seed}"]
        self.exhibits = registry.selected(self.config)
        statements.check(self.exhibits)
        trials = map(self._on_its_set, registry.trials(self.exhibits, self.config))
        self.trials = {trial.address: trial for trial in trials}
        self.pilots = Pilots(self.trials, self.config, self.paths)
        self.signatures = self._signatures(scale)
        brief = scale == BRIEF
        self.sets = batches.sets(self.exhibits, self.signatures, self.config) if brief else {}
        self.batches = batches.trials(self.trials.values(), self.sets) if brief else {}
        alone = {name: [name] for name in self.exhibits}
        self.exhibit_jobs = batches.exhibits(self.exhibits, self.config) if brief else alone

    def data_outputs(self) -> list[str]:
        """Patterns of what one job of a data set writes, and one of a trial reads: a draw for each of its seeds."""
        return [self.paths.data("{dataset}", seed) for seed in self.seeds]

    def exhibit_rule(self, job: str) -> str:
        """Name of the rule of a job of exhibits."""
        return f"exhibit_{job.replace('/', '_')}"

    def exhibit_inputs(self, job: str) -> list[str]:
        """Records, predictions, data sets and claims of exhibits made elsewhere that a job of exhibits reads."""
        names, seeds = self.exhibit_jobs[job], range(self.config["seeds"])
        trials, sets = zip(*(registry.inputs(name, self.config) for name in names))
        records = self._written(_once(trials))
        draws = [self.paths.data(name, seed) for name in _once(sets) for seed in seeds]
        elsewhere = [name for name in self._read_by(job) if name not in names]
        signatures = map(self.paths.signature, _once(registry.signatures(name, self.config) for name in names))
        return [*records, *draws, *signatures, *self.paths.claims(elsewhere)]

    def exhibit_sources(self, job: str) -> list[str]:
        """Stamps of the sources and other files that decide what the exhibits of a job show."""
        modules = map(registry.module_of, self.exhibit_jobs[job])
        return [*stamps(*modules, "manyclass.exhibits.__main__"), *self.statements(self._read_by(job))]

    def exhibit_outputs(self, job: str, report) -> dict[str, list]:
        """Files of a job of exhibits by kind, those a browser can show marked for Snakemake's report."""
        files = {}
        for name in self.exhibit_jobs[job]:
            for kind, paths in self.paths.exhibit(name).items():
                files.setdefault(kind, []).extend(self._reported(name, paths, report))
        return files

    def exhibit_config(self, job: str) -> str:
        """The part of the configuration that the exhibits of a job read, as one shell word."""
        own = {"own": self.own} if any(name.startswith(READ_OWN) for name in self.exhibit_jobs[job]) else {}
        return shlex.quote(json.dumps({"seeds": self.config["seeds"]} | own, sort_keys=True))

    def data_inputs(self, *names: str) -> list[str]:
        """Files that data sets, or one of one's own, are made from."""
        if names[0] in self.own["datasets"]:
            return [*local_files(self.own["datasets"][names[0]]), *stamps("manyclass.protocol.data.make")]
        return stamps(*(f"manyclass.datasets.{file_of(name)}" for name in names), "manyclass.protocol.data.make")

    def draw_folders(self, names: list[str]) -> list[str]:
        """Folders of the draws of all data sets that one job makes."""
        return [self.paths.data(name, seed) for name in names for seed in self.seeds]

    def data_arguments(self, name: str) -> str:
        """Arguments of ``python -m manyclass.protocol.data.make`` beside seeds and outputs."""
        entry = self.own["datasets"].get(name)
        return f"--own {shlex.quote(json.dumps(entry, sort_keys=True))}" if entry else f"--scale {self.config['scale']}"

    def own_sets(self) -> list[str]:
        """Names of the user's own data sets that trials are on."""
        return sorted({trial.dataset for trial in self.trials.values()} & {*self.own["datasets"]})

    def trial(self, wildcards) -> Trial:
        """The trial of a job."""
        return self.trials[address_of(wildcards)]

    def is_brief(self, trial: Trial) -> bool:
        """Whether ladders are climbed from their middle value alone: at smoke scale, but for the user's own data."""
        return bool(self.batches) and trial.dataset not in self.own["datasets"]

    def trial_outputs(self, ending: str) -> list[str]:
        """Patterns of what one job of a trial writes: a file for each of its seeds."""
        return [self.paths.record("{dataset}/{method}/{variant}", seed, ending) for seed in self.seeds]

    def trial_inputs(self, wildcards) -> list[str]:
        """Stamps of a trial's sources, and the records it starts from."""
        trial = self.trial(wildcards)
        sources = stamps(module_of(trial), *OF_TRIALS)
        return [*sources, *self.start_records(trial, wildcards), *self.pilots.start_record(trial, wildcards)]

    def trial_arguments(self, wildcards) -> str:
        """Arguments of ``python -m manyclass.protocol.trial.run`` that decide its result."""
        return shlex.join(self._deciding_words(self.trial(wildcards), wildcards))

    def single_set_pattern(self) -> str:
        """Pattern of the data sets that are a job each, as are the trials on them: beside batches, one's own."""
        return "|".join(map(re.escape, self.own["datasets"])) or "(?!)" if self.sets else "[^/]+"

    def batch_inputs(self, job: str) -> list[str]:
        """Draws of data sets, stamps of the trials' sources, and the records on other sets that they start from."""
        trials = self.batches[job]
        written = self.batch_outputs(job)
        before = [record for trial in trials for record in self.start_records(trial, {}) if record not in written]
        modules = sorted({module_of(trial) for trial in trials})
        return [
            *(self.paths.data(name, seed) for name in _once([t.dataset] for t in trials) for seed in self.seeds),
            *stamps(*modules, "manyclass.protocol.trial.batch", *OF_TRIALS),
            *before,
        ]

    def batch_outputs(self, job: str) -> list[str]:
        """Records and predictions of all trials of a job."""
        return self._written(self.batches[job])

    def batch_lines(self, job: str) -> str:
        """What `manyclass.protocol.trial.batch` reads, the words of each trial, as one shell word."""
        return shlex.quote("\n".join(json.dumps(self.trial_words(trial, {})) for trial in self.batches[job]))

    def jobs(self, trial: Trial) -> list[dict[str, str]]:
        """The wildcards of each of a trial's jobs: its seed, where it has one."""
        one_each = [{"seed": str(seed)} for seed in trial.seeds(self.config["seeds"])]
        return one_each if self.seeds == ["{seed}"] else [{}]

    def trial_words(self, trial: Trial, wildcards) -> list[str]:
        """Arguments of ``python -m manyclass.protocol.trial.run`` for one of a trial's jobs, without its budget."""
        seeds = [seed.format(**wildcards) for seed in self.seeds]
        return [
            *(self.paths.data(trial.dataset, seed) for seed in seeds),
            *(trial.method, "--variant", trial.variant, "--seed", *seeds),
            *("--out", *(self.paths.record(trial.address, seed) for seed in seeds)),
            *self._deciding_words(trial, wildcards),
        ]

    def signature_draws(self, job: str) -> list[str]:
        """Folders of the draws whose signatures a job measures: the first of each of its data sets."""
        return [self.paths.data(name, 0) for name in self.signatures[job]]

    def signature_outputs(self, job: str) -> list[str]:
        """Signatures that a job measures."""
        return [self.paths.signature(name) for name in self.signatures[job]]

    def _on_its_set(self, trial: Trial) -> Trial:
        """A trial as its data set asks for: in chunks where that may be larger than memory; anew on splits of one."""
        if trial.dataset in self.own["datasets"]:
            return replace(trial, anew=True)
        return replace(trial, chunk_rows=chunk_rows(trial.dataset, self.config["scale"]) or trial.chunk_rows)

    def _signatures(self, scale) -> dict[str, list[str]]:
        read = dict.fromkeys(name for each in self.exhibits for name in registry.signatures(each, self.config))
        own = [name for name in read if name in self.own["datasets"]]
        ours = [name for name in read if name not in own]
        together = {"all": ours} if scale == BRIEF and ours else {name: [name] for name in ours}
        return together | {f"own-{name}": [name] for name in own}

    def _written(self, trials) -> list[str]:
        return [
            self.paths.record(trial.address, seed, end)
            for trial in trials
            for seed in trial.seeds(self.config["seeds"])
            for end in ("json", "npz")
        ]

    def _deciding_words(self, trial, wildcards) -> list[str]:
        declared, more = self.pilots.fitted(trial, wildcards)
        return [*declared.words(self.start_records(trial, wildcards), self.is_brief(trial)), *more]

    def start_records(self, trial, wildcards) -> list[str]:
        """Records that the seeds of a trial's job start from."""
        after = trial.depends_on
        return [self.paths.record(after.address, seed.format(**wildcards)) for seed in self.seeds] if after else []

    def statements(self, exhibits: list[str] | None = None) -> list[str]:
        """Files of the statements of all documents of which these exhibits, or all of the plan, make claims."""
        documents = statements.documents(self.exhibits if exhibits is None else exhibits)
        return [relative(statements.file(document)) for document in documents]

    def _reported(self, name: str, paths: list[str], report) -> list:
        """An exhibit's files of one kind, those a browser can show marked for Snakemake's report."""
        place = {"caption": self.paths.caption(name), "category": name.partition("/")[0]}
        # One label: of several, the report makes a switch where values happen to be halved, and then fails on an
        # exhibit without both.
        ending = {path: Path(path).suffix for path in paths}
        labelled = {path: {"exhibit": f"{name}, {SHOWN[ending[path]]}"} for path in paths if ending[path] in SHOWN}
        return [report(path, labels=labelled[path], **place) if path in labelled else path for path in paths]

    def _read_by(self, job: str) -> list[str]:
        """Exhibits whose claims those of a job read."""
        return _once(registry.claimants(name, self.config) for name in self.exhibit_jobs[job])


def _once(lists) -> list:
    """What stands in these lists, each once, in the order of the first time."""
    return list(dict.fromkeys(each for listed in lists for each in listed))
