"""Sweeps that are made on a slice of the data first: which they are, and their jobs."""

import shlex
from dataclasses import replace
from functools import cached_property

from manyclass.protocol.cost.expected_sweep import swept
from manyclass.protocol.data.size import size
from manyclass.protocol.trial import estimators
from manyclass.protocol.trial.pilot import SLICE
from manyclass.protocol.trial.spec import Trial
from manyclass.workflow.paths import Paths, address_of
from manyclass.workflow.stamps import stamps

# What every trial runs beside its method: the process that reads its words, and the one that does the work.
OF_TRIALS = "manyclass.protocol.trial.run", "manyclass.protocol.trial.worker"
FIRST = 0  # the draw of which the slice is, unless every draw has its own


class Pilots:
    """The pilots of a run, see `manyclass.protocol.trial.pilot`: none at scales without slices.

    Parameters
    ----------
    trials : dict of str to Trial
        All that are run, by address.
    config : dict
        A checked configuration.
    paths : Paths

    """

    def __init__(self, trials: dict[str, Trial], config: dict, paths: Paths):
        """Import no method yet: one's own may not be loadable, which is to be found out in another process."""
        self.trials, self.config, self.paths = trials, config, paths

    @cached_property
    def rows(self) -> dict[str, int]:
        """Samples of the slice, by the address of the trial."""
        own, scale = self.config["own"]["datasets"], self.config["scale"]
        rows = {name: _rows(trial, scale) for name, trial in self.trials.items() if trial.dataset not in own}
        return {address: number for address, number in rows.items() if number}

    def inputs(self, wildcards) -> list[str]:
        """Stamps of a pilot's sources, and the record that it starts from."""
        trial = self.trials[address_of(wildcards)]
        before = self._start_records(trial, wildcards["seed"])
        return [*stamps(module_of(trial), *OF_TRIALS), *before]

    def arguments(self, wildcards) -> str:
        """Arguments of ``python -m manyclass.protocol.trial.run`` that decide what a pilot finds."""
        return shlex.join(self._deciding_words(self.trials[address_of(wildcards)], wildcards["seed"]))

    def draws(self, address: str) -> range:
        """The draws that have a pilot: of a trial whose every sweep begins anew all, else the first."""
        trial = self.trials[address]
        return trial.seeds(self.config["seeds"]) if trial.anew else range(FIRST, FIRST + 1)

    def words(self, trial: Trial, seed) -> list[str]:
        """Arguments of ``python -m manyclass.protocol.trial.run`` for a pilot of a trial, without its budget."""
        return [
            *(self.paths.data(trial.dataset, seed), trial.method, "--variant", trial.variant, "--seed", str(seed)),
            *("--out", self.paths.pilot(trial.address, seed)),
            *self._deciding_words(trial, seed),
        ]

    def _deciding_words(self, trial: Trial, seed) -> list[str]:
        return [*trial.words(self._start_records(trial, seed)), "--rows", str(self.rows[trial.address])]

    def _start_records(self, trial: Trial, seed) -> list[str]:
        after = trial.depends_on
        return [self.paths.record(after.address, seed)] if after else []

    def start_record(self, trial: Trial, wildcards) -> list[str]:
        """Record of the sweep that a trial's job begins from: its draw's pilot's, or else that of the first draw."""
        if trial.address not in self.rows:
            return []
        seed, sweeps = wildcards["seed"], self._sweeps(trial, wildcards)
        return [self.paths.pilot(trial.address, seed) if sweeps else self.paths.record(trial.address, FIRST)]

    def fitted(self, trial: Trial, wildcards) -> tuple[Trial, list[str]]:
        """What a trial's job trains, without a sweep where the first draw has made it, and words that say so."""
        if trial.address not in self.rows:
            return trial, []
        declared = trial if self._sweeps(trial, wildcards) else replace(trial, search={})
        return declared, ["--pilot", *self.start_record(trial, wildcards)]

    def _sweeps(self, trial: Trial, wildcards) -> bool:
        """Whether a trial's job sweeps from a pilot's winners, and does not train those of the first draw."""
        return int(wildcards["seed"]) in self.draws(trial.address)


def module_of(trial: Trial) -> str:
    """Dotted name of the module of a trial's method."""
    return trial.factory.partition(":")[0] if trial.factory else f"manyclass.methods.{trial.method}"


def _rows(trial: Trial, scale: str) -> int | None:
    """Samples of the slice that a trial's sweep is made on; None of a trial that sweeps on all of them, if at all.

    Those trials have a pilot whose method trains pass by pass: what is solved in one go is cheap. A certified solver
    has none: it goes from one value of its path to the next in little time, and its best C is another where samples are
    fewer. Of one's own data the size is not known before they are read.
    """
    known = size(trial.dataset, scale) if scale in SLICE else None
    if known is None or SLICE[scale] * known.classes >= known.train:
        return None
    cls = estimators.load(trial.method, trial.factory)
    in_passes = hasattr(cls, "passes") and trial.passes > 1 and not hasattr(cls, "path")
    return SLICE[scale] * known.classes if in_passes and any(swept(trial)) else None
