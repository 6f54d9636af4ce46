"""Results made by hand: records, predictions, data sets and cards of all that the exhibits read."""

import json
import os
from dataclasses import replace
from functools import cache

import fake_trees
import numpy as np
from scipy.sparse import csr_array
from sklearn.model_selection import ParameterGrid

from manyclass.datasets.base import Part, Split, Tree
from manyclass.exhibits import registry
from manyclass.methods.base.ladder import counts, groups
from manyclass.protocol.claims.claim import dumps, greater
from manyclass.protocol.data.card import CARD, DRAWN, RESPLIT, card
from manyclass.protocol.data.storage import write
from manyclass.protocol.metrics import ranking as metrics
from manyclass.protocol.results import Results
from manyclass.protocol.signature.public import PUBLIC
from manyclass.protocol.signature.record import ACCURACIES, SHAPE, Signature
from manyclass.protocol.trial import estimators
from manyclass.protocol.trial.axis import Axis
from manyclass.protocol.trial.record import CandidateRecord, Record, Timing

CLASSES, SAMPLES, BRANCH = 60, 800, 12
SKILL = {
    "nearest_means": 0.1,
    "nearest_neighbours": 0.45,
    "one_vs_rest": 0.4,
    "auc_ranking": 0.2,
    "wsabie": 0.3,
    "warp_ranking": 0.3,
    "weighted_one_vs_rest": 0.5,
    "weighted_ranking_svm": 0.45,
    "multiclass_svm": 0.4,
    "ranking_svm": 0.35,
    "max_margin_sgd": 0.4,
    "softmax_regression": 0.4,
    "cost_sensitive_svm": 0.4,
    "wsabie_pp": 0.5,
    "liblinear": 0.4,
    "label_tree": 0.4,
    "confusion_label_tree": 0.3,
    "lda": 0.4,
    "liblinear_one_vs_rest": 0.45,
    "liblinear_crammer_singer": 0.4,
    "logistic_regression": 0.45,
    "napkinxc_plt": 0.35,
    "napkinxc_hsm": 0.35,
    "napkinxc_parabel": 0.35,
    "ours": 0.6,
    "topk_svm": 0.5,
    "topk_entropy": 0.5,
    "top_push": 0.3,
    "recall_at_k": 0.3,
    "softmax": 0.5,
    "crammer_singer": 0.4,
}
TREES = ("label_tree", "confusion_label_tree")
CERTIFIED = ("topk_svm", "topk_entropy", "top_push", "recall_at_k", "softmax_regression")
CONFIG = {
    "scale": "smoke",
    "seeds": 4,
    "own": {
        "datasets": {"letters": {"path": "letters.npz"}, "sentences": {"path": "sentences.csv"}},
        "methods": {"ours": {"import": "sklearn.svm:LinearSVC", "search": {"C": [0.1, 1.0]}}},
        "compare": {
            "title": "My comparison",
            "datasets": ["letters", "sentences"],
            "methods": ["nearest_means", "one_vs_rest", "wsabie_pp", "ours"],
        },
    },
}


@cache
def split(name, seed=0) -> Split:
    """A draw: a test part of SAMPLES samples in CLASSES classes; some of the web sets' carry two labels."""
    rng = np.random.default_rng([seed, sum(map(ord, name))])
    labels = [(g, (g + 1) % CLASSES) if "web" in name and rng.random() < 0.3 else (g,) for g in _classes(rng)]
    indptr = np.cumsum([0, *map(len, labels)], dtype=np.int32)
    indices = np.array([g for row in labels for g in sorted(row)], dtype=np.int32)
    Y = csr_array((np.ones(len(indices), np.int8), indices, indptr), shape=(SAMPLES, CLASSES))
    part = Part(np.zeros((SAMPLES, 3), np.float32), Y)
    branches = CLASSES + np.arange(CLASSES) // BRANCH
    root = CLASSES + CLASSES // BRANCH
    tree = Tree(np.concatenate([branches, np.full(CLASSES // BRANCH, root), [-1]]).astype(np.int32))
    names = [f"class {g}" for g in range(CLASSES)]
    if "web" in name:  # every second class is a synonym of the one before
        names[1::2] = [f"{synonym} (fr)" for synonym in names[::2]]
    found = Split(part, part, part, tree, names)
    return found if name in CONFIG["own"]["datasets"] else replace(found, bayes_ranking=ranked(found, 1.2, rng))


def _classes(rng):
    return (CLASSES * rng.random(SAMPLES) ** 1.3).astype(int)


def ranked(data, skill, rng) -> np.ndarray:
    """Ten classes a sample: right first with probability `skill`, else a neighbour of the label."""
    first = data.test.Y.indices[data.test.Y.indptr[:-1]]
    right = rng.random(SAMPLES) < skill * (0.5 + first / CLASSES)
    shift = np.where(right, 0, rng.integers(1, 6, SAMPLES))
    order = np.argsort(rng.random((SAMPLES, CLASSES)), axis=1)
    best = (first + shift) % CLASSES
    rest = order[order != best[:, None]].reshape(SAMPLES, CLASSES - 1)[:, :9]
    return np.column_stack([best, rest]).astype(np.int32)


def record(trial, seed, data, rng):
    """Make one sweep, half of whose candidates are dropped after one pass and the others tested: record and arrays."""
    began = starts(trial)
    params = [{**trial.fixed, **point, **start} for point in ParameterGrid(trial.series or {}) for start in began]
    skills = SKILL[_skilled(trial)] * rng.uniform(0.9, 1, len(params))
    if trial.variant in ("balance1", "q0"):
        skills *= 0.5
    halved = trial.halving and len(began) > 1  # of one candidate at a point none is dropped
    kept = np.argsort(-skills)[: max(1, len(params) // 2) if halved else None].tolist()
    predictions = {number: ranked(data, skills[number], rng) for number in kept}
    candidates = [
        candidate(trial, each, skill, predictions.get(number), data, rng)
        for number, (each, skill) in enumerate(zip(params, skills))
    ]
    made = Record(
        *(trial.dataset, trial.method, trial.variant, seed),
        status="ok",
        candidates=candidates,
        winner=kept[0],
        n_parameters={"one_vs_rest": 3000, "wsabie_pp": 1000}.get(trial.method, 2000),
        timing=Timing(cpu_s=2.0, candidates=[list(map(float, each.passes)) for each in candidates]),
    )
    paths = fake_trees.arrays(CLASSES, 4, SAMPLES, rng) if trial.method in TREES else {}
    return made, {"ranked": predictions[kept[0]], **views(rng), **paths}


def starts(trial) -> list[dict]:
    """Every combination of two values of each parameter that the trial sweeps itself, the first and the middle one.

    Of its method's own sweep two of each in the first group, by the middle ones of the others.
    """
    own = trial.search is None
    search = getattr(estimators.load(trial.method, trial.factory), "search", {}) if own else trial.search
    known = counts(features=20, classes=CLASSES)
    values = {}
    for later, group in enumerate(groups(search)):
        for name, axis in ((name, Axis(each, known)) for name, each in group.items()):
            first = [] if own and later else axis.start[:1]
            values[name] = list(dict.fromkeys([*first, axis.middle]))
    varied = ParameterGrid(trial.series or {})[0]
    return list(ParameterGrid({name: tried for name, tried in values.items() if name not in {*trial.fixed, *varied}}))


def candidate(trial, params, skill, predicted, data, rng) -> CandidateRecord:
    """Make one candidate, whose validation accuracy rises to `skill`; without predictions it was dropped."""
    test = None if predicted is None else metrics.evaluate(predicted, data.test.Y, data.tree)
    looks = 1 if test is None or trial.passes == 1 else 2 if trial.halving and not trial.patience else 8
    passes, shares = list(range(1, looks + 1)), rng.random((2, looks)).tolist()
    return CandidateRecord(
        params,
        passes=passes,
        valid=(skill * (1 - 0.5 ** np.arange(1, looks + 1))).tolist(),
        updated=shares[0],
        ignored=shares[1],
        n_tries=[9.0 * each for each in passes],
        n_classes_updated=[3.0] * looks,
        n_passes=looks + 1 if trial.patience and test else None,
        dropped=test is None,
        test=test,
        valid_metrics=test and {name: max(0.0, value - 0.01) for name, value in test.items()},
        diagnostics=diagnostics(trial, params, test, rng),
    )


def diagnostics(trial, params, test, rng) -> dict:
    """What the estimators of this trial say of themselves, those of a tree or a certified solution also of that."""
    known = {
        "violating_share": rng.random(),
        "updated_ranks": {"auc": 40 + rng.random(), "warp": 30 + rng.random()},
        "objective": {"multiclass": 1.0 + rng.random() / 9, "one_vs_rest": 2.0 + rng.random() / 9},
        "decision_lines": [[-1.0, 1.0, 0.0], [0.0, 1.4, 0.1], [1.0, 1.0, 0.0]],
    }
    if trial.method in CERTIFIED:
        known["solution"] = solution(rng)
    if trial.method in TREES and test:
        known["costs"] = fake_trees.costs(trial.method, params, CLASSES, test["accuracy"], rng)
        known["ambiguity_drifts"] = rng.uniform(0, 0.1, params.get("rounds", 3) - 1).tolist()
    return known


def _skilled(trial):
    """The method whose skill a trial has: an ensemble's that of its members."""
    return trial.depends_on.method if trial.method not in SKILL else trial.method


def solution(rng) -> dict:
    """A gap that closes, the length of W, and what the top-k SVM says beside that."""
    gaps = 0.5 ** np.arange(1, 12) * rng.uniform(0.5, 1)
    certificates = [[5.0 * look, 0.1 * look, 1.0, 1.0 - gap] for look, gap in enumerate(gaps.tolist(), start=1)]
    margins = np.sort(rng.uniform(-1, 1, 11)).tolist()
    said = {"norm": rng.uniform(1, 2), "gap": float(gaps[-1]), "certificates": certificates}
    return said | {"changed": int(rng.integers(100, 200)), "margins": margins}


def views(rng) -> dict:
    """Neighbours and last violators of the classes: often, not always, the next class in the tree; and their counts."""
    classes = np.arange(CLASSES)
    neighbours = (classes[:, None] + rng.permuted(np.tile(np.arange(1, 9), (CLASSES, 1)), axis=1)[:, :5]) % CLASSES
    last = np.where(rng.random(CLASSES) < 0.8, neighbours[:, 0], -1)
    drawn = rng.integers(5, 20, CLASSES)
    return {
        "neighbours": neighbours.astype(np.int32),
        "last_violators": last.astype(np.int32),
        "drawn_by_class": drawn,
        "ignored_by_class": (ignored := rng.integers(0, drawn + 1)),
        "updated_by_class": rng.integers(0, drawn - ignored + 1),
    }


def signature(name) -> Signature:
    """A signature like a public set's, a little off."""
    rng = np.random.default_rng([*name.encode()])
    changes = {each: getattr(PUBLIC["letter"], each) * rng.uniform(0.7, 1.3) for each in (*ACCURACIES, *SHAPE)}
    return replace(PUBLIC["letter"], **changes)


def fail(file, status="failed", error="ValueError: no luck"):
    """Turn a record into that of a trial that failed."""
    replace(Record.read(file), status=status, error=error, winner=None, n_parameters=None).write(file)
    file.with_suffix(".npz").unlink(missing_ok=True)


def path(store, trial, seed):
    """Where the record of a trial is."""
    return store._path(trial, seed, "json")


def rewrite(store, trial, change):
    """Put the records that ``change(record, seed)`` returns in the place of a trial's own, seed by seed."""
    for seed in store.seeds:
        change(Record.read(path(store, trial, seed)), seed).write(path(store, trial, seed))


def with_candidates(record, change) -> Record:
    """The record with every candidate as `change` returns it."""
    return replace(record, candidates=[change(each) for each in record.candidates])


def change_candidates(store, trial, change):
    """Put ``change(candidate, seed)`` in the place of every candidate of a trial."""
    rewrite(store, trial, lambda record, seed: with_candidates(record, lambda each: change(each, seed)))


def with_winner(record, **values) -> Record:
    """The record with other values of its winner."""
    return with_candidates(record, lambda each: replace(each, **values) if each is record.best else each)


def comparing(store, **changes):
    """Let ``own.compare`` of the configuration say this."""
    own = store.config["own"]
    store.config = store.config | {"own": own | {"compare": own["compare"] | changes}}


def verdicts(claims, part="") -> set[str]:
    """Verdicts of the claims whose text has this part."""
    return {claim.verdict for claim in claims if part in claim.text}


class MadeUp(Results):
    """Results of which each is made up when it is first read, so that a test costs no more than what it reads.

    Parameters
    ----------
    folder : Path
        The test's own: it may replace and remove what is in it, though not write into a file.
    shared : Path
        Where what was made up is kept for the tests that follow; their files are other names of those here.
    config : dict
    """

    def __init__(self, folder, shared, config=CONFIG):
        super().__init__(folder, config)
        self.shared, self._there = shared, set()
        self._of_scale = shared / config["scale"]  # a trial has another budget at another scale

    def make(self, exhibit):
        """Make up all that an exhibit says it reads, and nothing else, for one who opens the folder himself.

        Each exhibit whose claims it reads makes one on each of its statements, on data that no statement knows.
        """
        for other in registry.claimants(exhibit, self.config):
            path = self.folder / "claims" / f"{other}.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            named = registry.load(other).STATEMENTS
            path.write_text(dumps([greater(each, each, [1, 2, 3], 0, on="made_up") for each in named]))
        trials, sets = registry.inputs(exhibit, self.config)
        for seed in self.seeds:
            for trial in trials:
                self._path(trial, seed, "json")
            for name in sets:
                self._draw(name, seed)
        for name in registry.signatures(exhibit, self.config):
            self.signature(name)

    def _path(self, trial, seed, ending):
        path = super()._path(trial, seed, ending)
        if self._is_new(path.with_suffix("")):
            kept = self._of_scale / "trial" / trial.address / f"{seed}.json"
            if not kept.exists():
                rng = np.random.default_rng([seed, *trial.address.encode()])
                made, arrays = record(trial, seed, split(trial.dataset, seed), rng)
                made.write(kept, arrays)
            link([kept, kept.with_suffix(".npz")], path.parent)
        return path

    def _draw(self, dataset, seed):
        folder = super()._draw(dataset, seed)
        if self._is_new(folder):
            kept = self._of_scale / "data" / dataset / str(seed)
            if not kept.exists():
                write(split(dataset, seed), kept)
                drawn = RESPLIT if dataset in CONFIG["own"]["datasets"] else DRAWN
                described = card(dataset, self.config["scale"], split(dataset, seed), drawn)
                (kept / CARD).write_text(json.dumps(described))
            link(kept.iterdir(), folder)
        return folder

    def signature(self, dataset):
        path = self.folder / "signature" / f"{dataset}.json"
        if self._is_new(path):
            signature(dataset).write(path)
        return super().signature(dataset)

    def _is_new(self, path):
        """Whether what is there was not asked for before; a test may have removed it since."""
        new = path not in self._there
        self._there.add(path)
        return new


def link(files, folder):
    """Give files another name, in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for file in files:
        os.link(file, folder / file.name)
