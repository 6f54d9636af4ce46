"""Figure 4: the classes that w-OVR recognises best and worst.

Top-1 accuracy of a class in percent, for w-OVR on Fisher vectors of the set of many classes. Every draw of the data has
classes of its own: table and figure show those of the first, the claims are of all. A class's name spells its place in
the class tree, so that classes with a common beginning are relatives. Rivals: the two classes that most of its images
are called instead, the share of them, and how many edges of the tree lie between (2 between siblings). †: a sweep whose
best value is the last one tried. The document shows photographs of four classes of each kind. Source: Perronnin, Akata,
Harchaoui and Schmid 2012, figure 4; the claims are ours.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import base, tree_proximity
from manyclass.exhibits.perronnin2012.trials import imagenet10k_trial
from manyclass.protocol.claims import claim
from manyclass.protocol.metrics.ranking import class_accuracy
from manyclass.protocol.results import failure
from manyclass.protocol.selection import succeeded
from manyclass.report import style

STATEMENTS = ("errors-among-relatives", "classes-differ")
SHOWN = 4  # classes of each kind, as in the document
RIVALS = 2


def trial(config):
    """Declare the trial, which table 3 shows too."""
    return imagenet10k_trial(config, "w-OVR", "FV")


def trials(config):
    """The one trial."""
    return [trial(config)]


def table(results):
    """One row a class: the best, then the worst."""
    seed = shown_seed(results)
    if seed is None:
        return pd.DataFrame([{"": failure(results.records(trial(results.config)))}])
    data, counts = results.data(trial(results.config).dataset, seed), confusion(results, seed)
    order = np.argsort(-np.diag(counts), kind="stable")
    best, worst = order[:SHOWN].tolist(), order[::-1][:SHOWN].tolist()
    rows = [{"": kind} | _card(data, counts, g) for kind, some in (("best", best), ("worst", worst)) for g in some]
    return pd.DataFrame(rows, dtype=object)


def figure(results):
    """Accuracy of all classes, best first, with those of the table marked."""
    shown, (ax,) = style.panels(1, columns=1, height=2.6)
    seed = shown_seed(results)
    if seed is None:
        ax.set_title("no draw succeeded")
        return shown
    accuracy = 100 * np.sort(np.diag(confusion(results, seed)))[::-1]
    rank = np.arange(1, len(accuracy) + 1)
    mark = base.edge_mark(results.records(trial(results.config)))
    ax.plot(rank, accuracy, color="0.5", label=f"all classes{mark}")
    marked = {"best": slice(0, SHOWN), "worst": slice(-SHOWN, None)}
    for (name, some), colour, marker in zip(marked.items(), style.COLOURS, style.MARKERS):
        ax.plot(rank[some], accuracy[some], color=colour, marker=marker, linestyle="", label=name, clip_on=False)
    ax.axhline(accuracy.mean(), color="0.5", linestyle=":", linewidth=0.8, label="mean")
    ax.set(xlabel="classes, best first", ylabel="accuracy of a class, %", ylim=(0, 100), xlim=(0, len(rank) + 1))
    style.legend(shown, [ax])
    return shown


def claims(results):
    """Test that errors stay among relatives, and that classes differ by more than chance."""
    name, near, beyond = trial(results.config).dataset, [], []
    ok = seeds(results)
    for seed in results.seeds:
        data = results.data(name, seed)
        right = data.test.Y.indices
        predicted = results.predicted(trial(results.config), seed) if seed in ok else right
        wrong = predicted != right
        near.append(tree_proximity.nearness(data.tree, right[wrong], predicted[wrong]))
        beyond.append(_excess(class_accuracy(predicted, data.test.Y), data.test.Y) if seed in ok else np.nan)
    text = "classes differ in accuracy by more than chance: standard deviation over that of as good classes (ours)"
    return [
        *tree_proximity.claims("errors-among-relatives", "wrong answers (ours)", near, on=name),
        claim.between("classes-differ", text, beyond, 1, np.inf, on=name),
    ]


def seeds(results) -> list[int]:
    """Those of the draws with a result."""
    return [record.seed for record in succeeded(results.records(trial(results.config)))]


def shown_seed(results) -> int | None:
    """The draw whose classes are shown, the first with a result; None without one."""
    return min(seeds(results), default=None)


def confusion(results, seed) -> np.ndarray:
    """Share of the test images of each class (rows) called each class (columns), float64 (G, G)."""
    name = trial(results.config).dataset
    right, G = results.data(name, seed).test.Y.indices, results.card(name, seed)["classes"]
    cells = right.astype(np.int64) * G + results.predicted(trial(results.config), seed)
    counts = np.bincount(cells, minlength=G * G).reshape(G, G)
    return counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)


def _excess(accuracy, Y) -> float:
    """Standard deviation of the classes' accuracies, over that of counts on as many images with their mean."""
    images = np.bincount(Y.indices, minlength=Y.shape[1])
    mean = np.nanmean(accuracy)
    by_chance = np.sqrt(np.mean(mean * (1 - mean) / images[images > 0]))
    return float(np.nanstd(accuracy) / by_chance) if by_chance else np.nan


def _card(data, counts, g) -> dict:
    row = counts[g].copy()
    accuracy, row[g] = row[g], 0
    card = {"class": data.names[g], "images to train on": int((data.train.Y.indices == g).sum())}
    card["accuracy, %"] = 100 * float(accuracy)
    for number, h in enumerate(np.argsort(-row, kind="stable")[:RIVALS].tolist(), 1):
        edges = int(data.tree.distance(np.array(g), np.array(h)))
        card[f"rival {number}"] = f"{data.names[h]}: {100 * row[h]:.0f} %, {edges} edges" if row[h] else "–"
    return card
