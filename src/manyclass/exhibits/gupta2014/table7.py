"""Table 7: the classes whose prototypes lie nearest.

The five nearest prototypes (Euclidean distance in the embedded space) of six classes, of the best run of Wsabie++ in
table 8 on 21k web data. The six: the largest classes that have synonyms, one for each concept. A language in
brackets marks a synonym of the class of the same name; names spell the place in the class tree, and classes with a
common beginning are near in it. The claims take all classes. Precision at 5: share of the five nearest that are
synonyms of the class, over the classes that have some; a class with s synonyms can reach s/5. Chance: five other
classes drawn uniformly. Source: Gupta, Bengio and Weston 2014, table 7.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import base, tree_proximity
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.protocol.claims import claim
from manyclass.protocol.selection import succeeded
from manyclass.protocol.trial.record import Record

SET, METHOD = "web21k", "wsabie_pp"
PRINTED = {
    "poodle": ("caniche", "pudel", "labrador", "puppies", "cocker spaniel"),
    "dolphin": ("dauphin", "delfin", "dolfinjnen", "delfiner", "dolphins"),
    "San Diego": ("Puerto Madero", "Sydney", "Vancouver", "Kanada", "Tripoli"),
    "mountain": ("mountains", "montagne", "Everest", "Alaska", "Himalaya"),
    "router": ("modem", "switch", "server", "lan", "network"),
    "calligraphy": ("fonts", "Islamic calligraphy", "borders", "quotes", "network"),
}
STATEMENTS = ("table7-synonyms", "table7-related")
NEAREST = [f"{k}-NN" for k in range(1, 6)]


def trials(config):
    """Trial of Wsabie++ on the set."""
    return [gupta.row_trial(config, SET, METHOD)]


def table(results):
    """Six printed rows, then six of ours."""
    rows = [("printed", name, *nearest) for name, nearest in PRINTED.items()]
    return pd.DataFrame(rows + _ours(results), columns=["", "class", *NEAREST], dtype=object)


def claims(results):
    """Test that synonyms are retrieved, and that the other neighbours are near in the class tree."""
    trial, printed = (
        gupta.row_trial(results.config, SET, METHOD),
        "dolphin: dauphin, delfin, dolfinjnen, delfiner, dolphins",
    )
    ok = {record.seed for record in succeeded(results.records(trial))}
    draws = [_draw(results, trial, seed if seed in ok else None, results.data(SET, seed)) for seed in results.seeds]
    at, by_chance, best = np.array([precision(neighbours, concept) for neighbours, concept, _ in draws]).T
    text = f"{SET}: synonyms are retrieved, precision at 5 above chance"
    share = f"{SET}: most synonyms that five neighbours can hold are among them"
    others = [tree_proximity.nearness(tree, *_others(neighbours, concept)) for neighbours, concept, tree in draws]
    on_set = {"on": SET, "printed": printed}
    return [
        claim.greater(STATEMENTS[0], text, 100 * at, 100 * by_chance, **on_set, show="{:+.1f} points".format),
        claim.between(STATEMENTS[0], share, at / best, 0.5, np.inf, **on_set, show="{:.0%}".format),
        *tree_proximity.claims(
            STATEMENTS[1],
            f"{SET}: neighbours that are no synonyms",
            others,
            on=SET,
            printed="router: modem, switch, server, lan",
        ),
    ]


def _draw(results, trial, seed, data):
    """Neighbours in the run with this seed (None if it failed), and concepts and tree of its draw of the data."""
    neighbours = None if seed is None else results.array(trial, seed, "neighbours")
    return neighbours, concepts(data.names), data.tree


def concepts(names) -> np.ndarray:
    """Number of the concept that each class names: synonyms differ in nothing but a language in brackets."""
    return np.unique([name.partition(" (")[0] for name in names], return_inverse=True)[1]


def precision(neighbours, concept) -> tuple[float, float, float]:
    """Precision at k of the synonyms, over the classes that have some: measured, by chance, and the best possible.

    Parameters
    ----------
    neighbours : ndarray of int, shape (G, k), or None
        Nearest classes of each class; None where the seed failed.
    concept : ndarray of int, shape (G,)

    Returns
    -------
    tuple of float
        nan where the seed failed, and where no class has a synonym.
    """
    synonyms = np.bincount(concept)[concept] - 1
    has = synonyms > 0
    if neighbours is None or not has.any():
        return np.nan, np.nan, np.nan
    k = neighbours.shape[1]
    measured = (concept[neighbours] == concept[:, None])[has].mean()
    by_chance, best = synonyms[has] / (len(concept) - 1), np.minimum(synonyms[has], k) / k
    return float(measured), float(by_chance.mean()), float(best.mean())


def _others(neighbours, concept):
    """Pairs of a class and a neighbour that is no synonym of it."""
    if neighbours is None:
        return np.array([], dtype=int), np.array([], dtype=int)
    g, h = np.repeat(np.arange(len(concept)), neighbours.shape[1]), neighbours.ravel()
    other = concept[g] != concept[h]
    return g[other], h[other]


def _ours(results) -> list[tuple]:
    trial = gupta.row_trial(results.config, SET, METHOD)
    best = base.best(results, trial)
    if not isinstance(best, Record):
        return [("ours", best, *[None] * len(NEAREST))]
    data, neighbours = results.data(SET, best.seed), results.array(trial, best.seed, "neighbours")
    ours = "ours" + base.edge_mark(results.records(trial))
    shown = _largest(data.train.Y, concepts(data.names), len(PRINTED))
    names = [[data.names[h] for h in neighbours[g]] for g in shown]
    return [(ours, data.names[g], *(row + ["–"] * len(NEAREST))[: len(NEAREST)]) for g, row in zip(shown, names)]


def _largest(Y, concept, count) -> list[int]:
    """The largest class of each of the `count` concepts with synonyms that have the largest classes."""
    size = np.bincount(Y.indices, minlength=Y.shape[1])
    several = np.bincount(concept)[concept] > 1
    order = [g for g in np.argsort(-size, kind="stable").tolist() if several[g]]
    firsts = {concept[g]: g for g in reversed(order)}
    return sorted(firsts.values(), key=order.index)[:count]
