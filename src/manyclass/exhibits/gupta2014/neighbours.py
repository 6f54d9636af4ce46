"""Nearest neighbours: exact search against Wsabie++.

Exact k nearest neighbours among all training samples, by Euclidean distance, k and the weights of the neighbours chosen
on validation; beside Wsabie++ of table 8, of the same draws. Test accuracy in percent, mean over draws of the data and
95 % interval, and the difference draw by draw. Chosen: the values of the draws. What a class looks like was fitted to
real sets, 5 nearest neighbours among what was aimed at (`manyclass.datasets.base.families`); no method of the document
was. † marks a sweep that ended at an edge. Source: Gupta, Bengio and Weston 2014, section 10.
"""

import pandas as pd

from manyclass.exhibits import statistics
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.exhibits.gupta2014.rising import accuracy_unless_rising, cell
from manyclass.methods.base.ladder import Ladder
from manyclass.protocol.claims import claim
from manyclass.protocol.selection import succeeded

ROW = "wsabie_pp"
FACTORY = "manyclass.peers.nearest_neighbours:NearestNeighbours"
SEARCH = [{"n_neighbors": Ladder([5, 10, 20], factor=2, whole=True)}, {"weights": ["uniform", "distance"]}]
STATEMENTS = ("exact-neighbours-best",)


def trial(config, dataset):
    """Declare the trial of nearest neighbours on one data set."""
    declared = {"passes": 1, "search": SEARCH, "factory": FACTORY, "patience": 0}
    return gupta.trial(config, dataset, "nearest_neighbours", **declared)


def trials(config):
    """Nearest neighbours and Wsabie++ on each data set."""
    return [each for name in gupta.SETS for each in (trial(config, name), gupta.row_trial(config, name, ROW))]


def table(results):
    """One row a data set."""
    return pd.DataFrame([_cells(results, dataset) for dataset in gupta.SETS], dtype=object)


def claims(results):
    """Test on each data set that nearest neighbours are more accurate."""
    return [_better(results, dataset) for dataset in gupta.SETS]


def pair(results, dataset):
    """`accuracy_unless_rising` of nearest neighbours and of Wsabie++."""
    both = trial(results.config, dataset), gupta.row_trial(results.config, dataset, ROW)
    return tuple(accuracy_unless_rising(results, each) for each in both)


def _better(results, dataset):
    text = f"{dataset}: exact nearest neighbours are more accurate than {gupta.NAMES[ROW]}"
    stated = {"on": dataset, "printed": "supposed, no number"}
    return claim.greater("exact-neighbours-best", text, *pair(results, dataset), **stated)


def _cells(results, dataset):
    neighbours, other = pair(results, dataset)
    chosen = [record.best.params for record in succeeded(results.records(trial(results.config, dataset)))]
    return {
        "data set": dataset,
        "nearest neighbours, %": cell(results, trial(results.config, dataset)),
        f"{gupta.NAMES[ROW]}, %": cell(results, gupta.row_trial(results.config, dataset, ROW)),
        "difference": statistics.mean_interval(neighbours - other),
        "k chosen": ", ".join(map(str, sorted({each["n_neighbors"] for each in chosen}))) or None,
        "weights chosen": ", ".join(sorted({each["weights"] for each in chosen})) or None,
    }
