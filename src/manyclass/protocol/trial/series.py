"""The sweeps of one trial: one at each point of its series, from where those of other trials and draws have ended."""

from dataclasses import replace
from functools import partial

from sklearn.model_selection import ParameterGrid

from manyclass.methods.base.ladder import counts
from manyclass.methods.base.ladder import groups as groups_of
from manyclass.protocol.data import storage
from manyclass.protocol.data.card import alike
from manyclass.protocol.seeds import derive
from manyclass.protocol.trial import estimators, pilot
from manyclass.protocol.trial.axis import Axis
from manyclass.protocol.trial.candidate import Candidate, train_in_passes
from manyclass.protocol.trial.climb import Climb
from manyclass.protocol.trial.early_stopping import ended_by_cap, train_until_no_better
from manyclass.protocol.trial.pilot import Start
from manyclass.protocol.trial.progress import Progress
from manyclass.protocol.trial.record import CandidateRecord, Record
from manyclass.protocol.trial.spec import Spec
from manyclass.protocol.trial.sweep import OneByOne, SideBySide, finish

SWEPT, LONGER = "candidate", "longer"  # how snapshots of candidates are called: with their number


class Series:
    """What a trial reads, and the sweeps that it makes.

    Parameters
    ----------
    spec : Spec
        The trial.
    progress : Progress
        By which candidates are kept, and taken up.

    Attributes
    ----------
    candidates : list of Candidate
        All that have been tried so far, whatever ended the sweeps.
    split : Split
        The data.
    """

    def __init__(self, spec: Spec, progress: Progress):
        """Begin with nothing read and nothing tried."""
        self.spec, self.progress = spec, progress
        self.candidates: list[Candidate] = []

    def run(self) -> None:
        """Read what the trial needs, and sweep at every point."""
        spec = self.spec
        split = storage.read(spec.data)
        self.split = pilot.first_rows(replace(split, train=replace(split.train, chunk_rows=spec.chunk_rows)), spec.rows)
        self._cls = estimators.load(spec.method, spec.factory)
        self.progress.stop.waits = estimators.resumable(self._cls)
        self.progress.stop.here()
        before = None if spec.depends_on is None else _dependency(spec.depends_on)
        self._common = _common_parameters(spec, estimators.takes(self._cls), self.split.tree, before)
        earlier = _earlier(spec) if spec.pilot is None else _dependency(spec.pilot).candidates
        for held in _points(spec, before):
            training = self._training()
            for start in _starts(spec, self._cls, held, earlier):
                self._sweep(start, training)
        for candidate in self.candidates if before else ():  # where the trial before stands at an edge, so do these
            candidate.edges = sorted({*candidate.edges, *before.best.edges})

    def estimator(self, params: dict):
        """A classifier of the trial with these parameters, not trained yet."""
        return self._cls(**{**self._common, **params})

    def _training(self) -> OneByOne | SideBySide:
        """How the candidates of one point are trained."""
        spec, ours = self.spec, estimators.in_passes(self._cls)
        passes, late = (spec.passes, getattr(self._cls, "late", ())) if ours else (1, ())  # others make their one fit
        if spec.halving:
            return SideBySide(self.split, passes, late, spec.patience, spec.least_passes)
        return OneByOne(self.split, passes, spec.patience, spec.least_passes)

    def _sweep(self, start: Start, training: OneByOne | SideBySide) -> None:
        spec, first = self.spec, len(self.candidates)
        known = counts(self.split.train.X.shape[1], self.split.train.Y.shape[1])
        groups = [
            {name: Axis(values, known, spec.brief) for name, values in group.items() if name not in start.held}
            for group in estimators.searched(self._cls, spec.search)
        ]
        train = partial(self._train, start.held, training)
        climb = Climb(groups, train, spec.metrics, self.split.valid.Y.shape[0], start.begin)
        climb.run(spec.refine)
        if spec.winner_passes and estimators.in_passes(self._cls):
            self._train_winners_longer(climb)
        for candidate in self.candidates[first:]:
            candidate.edges = sorted({*candidate.edges, *start.edges})

    def _train(self, held: dict, training: OneByOne | SideBySide, points: list[dict]) -> list[Candidate]:
        """Train candidates with these values of what is swept."""
        new = []
        for swept in points:
            new.append(self._candidate(f"{SWEPT}{len(self.candidates) + len(new)}", held | swept, swept))
        self.candidates.extend(new)
        training.train(new)
        return new

    def _candidate(self, name: str, params: dict, swept: dict) -> Candidate:
        """One with these parameters, where it was if that is known by its name, or not trained yet."""
        estimator = self.estimator(params)
        candidate = Candidate(params, estimator, train_in_passes(estimator, self.split.train), swept)
        self.progress.take_up(name, candidate, self.split.train)
        return candidate

    def _train_winners_longer(self, climb: Climb) -> None:
        """Train longer each winner that the sweep's cap has ended; with more passes the winner may be another."""
        longer = set()
        while capped := self._winners_at_cap(climb) - longer:
            number = min(capped)
            self._train_longer(number)
            longer.add(number)
        climb.note_edges()

    def _winners_at_cap(self, climb: Climb) -> set[int]:
        """Numbers of the candidates that are best by some metric, and were not flat at the sweep's cap."""
        cap, patience = self.spec.passes, self.spec.patience
        winners = [winner for metric in self.spec.metrics if (winner := climb.best(metric))]
        made_all = (each for each in winners if each.made >= cap)  # and have not converged before
        at_cap = (each for each in made_all if ended_by_cap(each.passes, each.n_passes, cap, patience))
        return {self.candidates.index(each) for each in at_cap}

    def _train_longer(self, number: int) -> None:
        """Train a candidate anew with the cap of winners; up to that of the sweep it is what it was."""
        candidate, spec = self.candidates[number], self.spec
        longer = self._candidate(f"{LONGER}{number}", candidate.params, candidate.swept)
        train_until_no_better(longer, self.split, spec.winner_passes, spec.patience, spec.least_passes)
        finish(longer, self.split)
        vars(candidate).update(vars(longer), edges=candidate.edges)


def _starts(spec: Spec, cls: type, held: dict, earlier: list[CandidateRecord]) -> list[Start]:
    """Where sweeps begin at one point of the series: at the winners of a pilot, or of an earlier draw's sweep."""
    varied = {name for each in groups_of(spec.series or {}) for name in each}
    point = {name: value for name, value in held.items() if name in varied}
    names = [name for group in estimators.searched(cls, spec.search) for name in group if name not in held]
    found = pilot.winners(earlier, point, spec.metrics)
    if spec.pilot is None:
        return [Start(held, [{name: each.params[name] for name in names} for each in found])]
    again = pilot.swept_again(cls, names)
    return [pilot.start(each, held, again) for each in found]


def _earlier(spec: Spec) -> list[CandidateRecord]:
    """Candidates of the first seed's sweep, from whose winners this one's begins; none where it begins anew.

    As it does on a draw of other sizes, which is another problem.
    """
    if spec.first is None or spec.anew:
        return []
    first = Record.read(spec.first)
    return first.candidates if alike(spec.data, spec.data.with_name(str(first.seed))) else []


def _dependency(path) -> Record:
    """The record at ``path``, which must have a winner."""
    record = Record.read(path)
    if record.best is None:
        raise ValueError(f"starts from {path}, which {record.status}: {record.error}")
    return record


def _common_parameters(spec: Spec, takes, tree, before: Record | None) -> dict:
    """What all candidates are made with, as far as their class ``takes`` it, and the record does not mention.

    The trial's seed and most passes, the set's tree, and of the trial before its outputs, or its winner as an estimator
    that makes as many passes as that was kept after.
    """
    seed = derive("trial", spec.dataset, spec.method, spec.seed)
    common = {"random_state": int(seed.generate_state(1)[0])}
    if spec.factory is None:
        common |= {"max_iter": spec.winner_passes or spec.passes} | ({} if tree is None else {"tree": tree.parent})
    if before is not None:
        common |= before.outputs
        if "estimator" in takes:
            kept = {"max_iter": before.best.passes[-1]}
            common["estimator"] = estimators.load(before.method)(**before.best.params, **kept)
    return {name: value for name, value in common.items() if name in takes}


def _points(spec: Spec, before: Record | None) -> list[dict]:
    """Parameters held at each point of the series.

    A trial that depends on one of the same method has the winner's parameters but for those that it declares or sweeps.
    """
    same = before is not None and before.method == spec.method
    swept = {name for group in groups_of(spec.search or {}) for name in group}
    taken = {name: value for name, value in before.best.params.items() if name not in swept} if same else {}
    return [{**taken, **spec.fixed, **point} for point in ParameterGrid(spec.series or {})]
