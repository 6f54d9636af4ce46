"""Table 2: a chain of classes and their last violators, read off a trained model.

Each class is the last violator of the one before it: when a sample of the class was last tried, this was the wrong
class found to violate its margin. Of the best run of Wsabie++ in table 8 on 21k web data, as it was kept; the chain
starts at the largest class from which it reaches five. Names spell the place in the class tree, and classes with a
common beginning are near in it; many labels of this set are wrong, and so are many of the samples that decided a link.
The claims take all classes of all sets of table 8: orders 1 and 2 are the last violator and the last violator's.
Chance: another class drawn uniformly. The five most confused of a class: those that stand, wrongly, among the first
five of most of its test samples. Source: Gupta, Bengio and Weston 2014, table 2.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import base, tree_proximity
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.protocol.claims import claim
from manyclass.protocol.metrics.confusion import most_confused
from manyclass.protocol.selection import succeeded
from manyclass.protocol.trial.record import Record

SET, METHOD = "web21k", "wsabie_pp"
PRINTED = (("tiger", "lion"), ("lion", "cat"), ("cat", "kitten"), ("kitten", "panther"), ("panther", "cat"))
ORDERS = {1: "last violators", 2: "last violators of order 2"}
STATEMENTS = ("table2-last-violators", "table2-chain")  # by order
NONE = np.array([], dtype=int), np.array([], dtype=int)  # no pairs


def trials(config):
    """Trial of Wsabie++ on every set."""
    return [gupta.row_trial(config, dataset, METHOD) for dataset in gupta.SETS]


def table(results):
    """Five links, printed and ours, with their distance in the tree."""
    columns = ["true class: printed", "last violator: printed", "true class", "last violator", "edges between"]
    trial = gupta.row_trial(results.config, SET, METHOD)
    best = base.best(results, trial)
    if not isinstance(best, Record):
        return pd.DataFrame([(*pair, best, best, None) for pair in PRINTED], columns=columns, dtype=object)
    data, last_violators = results.data(SET, best.seed), results.array(trial, best.seed, "last_violators")
    mark = base.edge_mark(results.records(trial))
    links = [(g, int(last_violators[g])) for g in chain(last_violators, data.train.Y)]
    cells = [(data.names[g] + mark, data.names[h], int(data.tree.distance(g, h))) for g, h in links]
    cells += [("no chain so long", "–", None)] * (len(PRINTED) - len(cells))
    rows = [(*pair, *link) for pair, link in zip(PRINTED, cells)]
    return pd.DataFrame(rows, columns=columns, dtype=object)


def claims(results):
    """Test for both orders that the members of a chain are near in the class tree, and among the most confused."""
    return [test for dataset in gupta.SETS for test in _claims(results, dataset)]


def _claims(results, dataset):
    trial, listed = gupta.row_trial(results.config, dataset, METHOD), []
    data = {seed: results.data(dataset, seed) for seed in results.seeds}
    last = {r.seed: results.array(trial, r.seed, "last_violators") for r in succeeded(results.records(trial))}
    confused = {seed: most_confused(results.ranked(trial, seed), data[seed].test.Y) for seed in last}
    on = {"on": dataset, "printed": "tiger, lion, cat, kitten, panther"}
    for statement, (order, name) in zip(STATEMENTS, ORDERS.items()):
        pairs = {seed: ends(last[seed], order) if seed in last else NONE for seed in data}
        near = [tree_proximity.nearness(data[seed].tree, *pairs[seed]) for seed in data]
        shares = [_share_confused(confused[seed], *pairs[seed]) if seed in last else np.nan for seed in data]
        what = f"{dataset}: {name}"
        text = f"{what} are among the five most confused of their classes in most cases"
        most = claim.between(statement, text, shares, 0.5, np.inf, **on, show="{:.0%}".format)
        listed += [*tree_proximity.claims(statement, what, near, **on), most]
    return listed


def _share_confused(confused, g, h) -> float:
    """Share of the pairs of which ``h`` is among the most confused of ``g``, of the classes that have such."""
    known = confused[g, 0] >= 0
    return float((confused[g] == h[:, None]).any(axis=1)[known].mean()) if known.any() else np.nan


def chain(last_violators, Y) -> list[int]:
    """First five classes of the chain from the largest class that reaches so many; the longest if none does.

    Parameters
    ----------
    last_violators : ndarray of int, shape (G,)
        Last violator of each class, -1 for none.
    Y : csr_array, shape (n, G)
        Given labels, by which classes are large.

    Returns
    -------
    list of int
        Different classes, each the last violator of the one before; the last one has a last violator too.
    """
    order = np.argsort(-np.bincount(Y.indices, minlength=Y.shape[1]), kind="stable")
    return max((_from(last_violators, int(g)) for g in order), key=len)


def _from(last_violators, g) -> list[int]:
    members = []
    while len(members) < len(PRINTED) and g not in members and last_violators[g] >= 0:
        members.append(g)
        g = int(last_violators[g])
    return members


def ends(last_violators, order) -> tuple[np.ndarray, np.ndarray]:
    """Classes and their last violators of this order, where there is one and it is not the class itself."""
    g = np.arange(len(last_violators))
    h = g
    for _ in range(order):
        h = np.where(h >= 0, last_violators[h], -1)
    there = (h >= 0) & (h != g)
    return g[there], h[there]
