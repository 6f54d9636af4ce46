"""What a trial is: a data set, a method, and the parameters held fixed while the others are swept."""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path

from manyclass.methods.base.ladder import Ladder
from manyclass.protocol.trial.record import Record

SNAPSHOT_EVERY = 10.0  # seconds
FURTHEST = 1_000_000  # seeds; nobody has more
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")


def as_json(values) -> str:
    """What is held, varied or swept, as the command line of a trial takes it."""
    return json.dumps(values, sort_keys=True, default=Ladder.as_given)


@dataclass(frozen=True, eq=False)
class Trial:
    """One sweep of one method on one data set; two trials are the same when their addresses are.

    Parameters
    ----------
    dataset : str
        A file of ``datasets`` without its ending, or a name under ``own.datasets``.
    method : str
        A file of ``methods`` without its ending, or a name under ``own.methods``.
    variant : str
        Names what `fixed` holds; "default" when nothing is held.
    fixed : Mapping of str to object
        Parameters held; they are left out of the sweep.
    series : Mapping of str to list, or list of such, optional
        Values of the parameters that the exhibit varies, every one with every other; of several mappings, one after the
        other. Each point has a sweep and a winner of its own.
    search : Mapping of str to Ladder or list, or list of such, optional
        The parameters swept and the values to try, see `manyclass.protocol.trial.climb.Climb`; of several mappings, the
        groups that take their turn. What is held or varied is not swept. None is the method's own ``search``.
    passes : int
        Largest number of passes over the training part.
    depends_on : Trial, optional
        Trial whose winner's parameters this one starts from: the same method's, which `fixed`, `series` and `search`
        then change, or those of an ensemble's members. Of another method, it is its outputs (the attribute
        ``outputs_``, a dict) that become parameters of this one's, if it has such.
    halving : bool
        Whether weaker candidates are dropped after a third of the passes. Without it every candidate is trained to the
        end and tested, and if it has no `patience` validated after every pass.
    patience : int
        If not 0, each candidate is trained until so many checkpoints in a row show no higher validation accuracy, and
        kept as it was at its best; `passes` is the cap.
    least_passes : int
        Passes before which none is stopped so.
    winner_passes : int, optional
        The cap on those of a winner, where it is larger: one that came to that of the sweep before it was flat is
        trained for longer, with the same parameters. None for the same cap.
    metrics : tuple of str
        Validation metrics (of `manyclass.protocol.metrics.ranking.evaluate`); the sweep goes on until the winner
        by each of them stands inside. Others than the accuracy are for trials without halving.
    refine : bool
        Whether half-steps around the winner are tried at the end, where a claim rests on a ratio.
    refit : bool
        Whether the winner is trained anew on train and validation together, and that model tested.
    draws : int, optional
        Draws of the data that it is run on, the first ones, where a run of all would take days; None for all.
    anew : bool
        Whether the sweep of every draw begins from the start values, and not from where that of the first has ended:
        for claims on the values that are chosen, which are to be as independent as the draws, and where draws are
        splits of one set: some that test here are some that the first draw validated on, whose winner has seen them.
    chunk_rows : int, optional
        Samples of the training part that are read at a time, by the methods that can; None for all.
    factory : str, optional
        Import path ``"package.module:Class"`` of a user's own classifier.

    Raises
    ------
    ValueError
        When a name could not be part of a path, `passes` or `draws` are not positive, `patience` is negative,
        `least_passes` are above the `passes` or without a `patience`, `winner_passes` are not above them or without
        one, `refit` goes with a `series`, which has several
        winners, `halving` goes with other `metrics` than accuracy, or what it starts from is run on fewer draws.
    """

    dataset: str
    method: str
    variant: str = "default"
    fixed: Mapping = field(default_factory=dict)
    series: Mapping | list | None = None
    search: Mapping | list | None = None
    passes: int = 20
    depends_on: "Trial | None" = None
    halving: bool = True
    patience: int = 0
    least_passes: int = 0
    winner_passes: int | None = None
    metrics: tuple[str, ...] = ("accuracy",)
    refine: bool = False
    refit: bool = False
    draws: int | None = None
    anew: bool = False
    chunk_rows: int | None = None
    factory: str | None = None

    def __post_init__(self):
        """Check the names and the budget."""
        for role in ("dataset", "method", "variant"):
            if not NAME.fullmatch(name := getattr(self, role)):
                raise ValueError(f"{role} {name!r}: use letters, digits, '_', '-' and '.' only")
        if self.passes < 1:
            raise ValueError(f"{self.address}: passes must be at least 1, got {self.passes}")
        if self.patience < 0:
            raise ValueError(f"{self.address}: patience must not be negative, got {self.patience}")
        if not 0 <= self.least_passes <= (self.passes if self.patience else 0):
            raise ValueError(f"{self.address}: least_passes={self.least_passes} goes with a patience, and up to passes")
        if self.winner_passes is not None and not (self.patience and self.passes < self.winner_passes):
            more = f"winner_passes={self.winner_passes}"
            raise ValueError(f"{self.address}: {more} goes with a patience, and is above the {self.passes} passes")
        if self.refit and self.series is not None:
            raise ValueError(f"{self.address}: refit is of one winner, and a series has several: leave out one of them")
        if self.halving and tuple(self.metrics) != ("accuracy",):
            raise ValueError(f"{self.address}: candidates are dropped by accuracy, so other metrics go without halving")
        if self.draws is not None and self.draws < 1:
            raise ValueError(f"{self.address}: draws must be at least 1, got {self.draws}")
        if (first := self.depends_on) is not None and len(first.seeds(FURTHEST)) < len(self.seeds(FURTHEST)):
            raise ValueError(f"{self.address} starts from {first.address}, which is run on fewer draws")

    @property
    def address(self) -> str:
        """``data set/method/variant``: the path of the trial's results, less the seed."""
        return f"{self.dataset}/{self.method}/{self.variant}"

    @property
    def most_passes(self) -> int:
        """The cap on the passes of a winner."""
        return self.winner_passes or self.passes

    def seeds(self, number: int) -> range:
        """The seeds that it is run with, of so many: numbers of the draws."""
        return range(number if self.draws is None else min(number, self.draws))

    def told(self) -> dict:
        """What a `Spec` of it has as it stands here, by name: all but draws, and what it starts from."""
        shared = {each.name for each in fields(self)} & {each.name for each in fields(Spec)} - {"depends_on"}
        return {name: getattr(self, name) for name in shared}

    def words(self, before=(), brief=False) -> list[str]:
        """What of the command line of `manyclass.protocol.trial.run` decides the result, beside data and seeds.

        Parameters
        ----------
        before : sequence of str
            Paths of the records that its seeds start from.
        brief : bool
            Whether ladders are climbed from their middle start value alone and at most one value beyond it.
        """
        words = ["--passes", str(self.passes)]
        if self.fixed:
            words += ["--fixed", json.dumps(dict(self.fixed), sort_keys=True)]
        if self.series is not None:
            words += ["--series", as_json(self.series)]
        if self.search is not None:
            words += ["--search", as_json(self.search)]
        if self.metrics != ("accuracy",):
            words += ["--metrics", *self.metrics]
        if before:
            words += ["--depends-on", *before]
        if self.factory:
            words += ["--factory", self.factory]
        if self.patience:
            words += ["--patience", str(self.patience)]
        if self.least_passes:
            words += ["--least-passes", str(self.least_passes)]
        if self.winner_passes:
            words += ["--winner-passes", str(self.winner_passes)]
        if self.chunk_rows:
            words += ["--chunk-rows", str(self.chunk_rows)]
        said = {
            "--no-halving": not self.halving,
            "--refine": self.refine,
            "--refit": self.refit,
            "--anew": self.anew,
            "--brief": brief,
        }
        return words + [option for option, holds in said.items() if holds]

    def __eq__(self, other):
        """Compare addresses."""
        return isinstance(other, Trial) and self.address == other.address

    def __hash__(self):
        """Hash of the address."""
        return hash(self.address)


@dataclass(frozen=True)
class Spec:
    """A `Trial` with one seed as its process is told: by the files it reads and writes, and with its time budget.

    Parameters
    ----------
    data : Path
        The seed's draw of the data set, ``SET/NUMBER``.
    seed : int
    out : Path
        The record; arrays lie beside it.
    seconds : float
        The time budget; inf for none.
    depends_on : Path, optional
        Record of the trial that this one depends on.
    brief : bool
        Whether ladders are climbed from their middle start value alone and at most one value beyond it.
    first : Path, optional
        Record of the job's first seed, where this one's sweep begins unless it begins `anew`, and which it repeats if
        chance decides nothing; None for the first itself.
    rows : int, optional
        Samples of the training part that are read, the first ones; None for all.
    pilot : Path, optional
        Record of the sweep that this one begins from, see `manyclass.protocol.trial.pilot`; None for none.
    method, variant, passes, fixed, series, search, halving, patience, least_passes, winner_passes, metrics, refine,
    refit, anew, chunk_rows, factory
        As in `Trial`.
    snapshot_every : float
        Seconds between two snapshots of what is done, at least.
    """

    data: Path
    method: str
    variant: str
    seed: int
    out: Path
    passes: int
    seconds: float
    fixed: dict = field(default_factory=dict)
    series: dict | list | None = None
    search: dict | list | None = None
    depends_on: Path | None = None
    first: Path | None = None
    halving: bool = True
    patience: int = 0
    least_passes: int = 0
    winner_passes: int | None = None
    metrics: tuple[str, ...] = ("accuracy",)
    refine: bool = False
    refit: bool = False
    anew: bool = False
    brief: bool = False
    rows: int | None = None
    chunk_rows: int | None = None
    pilot: Path | None = None
    factory: str | None = None
    snapshot_every: float = SNAPSHOT_EVERY

    @property
    def dataset(self) -> str:
        """Name of the data set, which is that of the folder above its draws."""
        return self.data.parent.name

    def record(self, **result) -> Record:
        """The record of this trial, with these fields of its result."""
        return Record(self.dataset, self.method, self.variant, self.seed, **result)

    def to_json(self) -> str:
        """One line of JSON."""
        return json.dumps(asdict(self), default=str)

    @classmethod
    def from_json(cls, text: str) -> "Spec":
        """The inverse of `to_json`."""
        fields = json.loads(text)
        for name in ("data", "out", "depends_on", "first", "pilot"):
            fields[name] = fields[name] and Path(fields[name])
        return cls(**fields)
