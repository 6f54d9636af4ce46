"""Solvers: the joint update of all dual variables of a sample against updates of one class at a time (ours).

On the set with the class count of Caltech 101, from zero, at C = 1, with the loss β (with k = 1 it is α): epochs of n
updates until the relative duality gap is .001, computed after each, and operations up to there: multiplications
and additions, the d of each score of a sample and of each class vector changed, and of each joint update the G log₂ G
comparisons of sorting all scores, though most are not sorted; the gap and the choice of the pair are left out. Neither
is accelerated. Both begin with the samples in one order; later each leaves out for a while those that its own updates
did not move, so that the orders part. Both look at all scores of a sample; an update of one class moves the pair of
classes that gains most within its bounds, as far as it gains. Of α with k > 1 there is no such update from zero: a
class may not have more than a k-th of what all have. Mean and 95 % interval over draws. That an exact joint update
raises the dual objective most in one step, as the document says, is so by construction; what it saves is our question.
Source: Lapin, Hein and Schiele 2015, section 3.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import statistics
from manyclass.exhibits.lapin2015.convergence import GAP
from manyclass.exhibits.lapin2015.trials import SETS, solution
from manyclass.protocol.claims import claim
from manyclass.protocol.results import failure
from manyclass.protocol.trial.record import OK
from manyclass.protocol.trial.spec import Trial

KS, UPDATES = (1, 5, 10), {"joint": "all classes of a sample", "single": "one class, of the best pair"}
MOST = 1000  # epochs
STATEMENTS = ("joint-update",)


def trial(config) -> Trial:
    """Declare the trial: both kinds of updates for every k, until the document's gap."""
    dataset = SETS[0] if config["scale"] == "smoke" else SETS[1]
    fixed = {"C": 1.0, "loss": "beta", "tol": GAP, "accelerated": False, "certified_every": 1}
    series = {"k": list(KS), "updates": list(UPDATES)}
    return Trial(dataset, "topk_svm", "solvers", fixed=fixed, series=series, search={}, passes=MOST, halving=False)


def trials(config):
    """One trial."""
    return [trial(config)]


def epochs(results, k, updates) -> np.ndarray:
    """Epochs until the gap is reached, float64 (seeds,): one more than all where it was not; nan without a result."""
    return np.array([_epochs(each) for each in _solutions(results, k, updates)])


def operations(results, k, updates) -> np.ndarray:
    """Multiplications, additions and comparisons of sorting up to there, float64 (seeds,); nan without a result."""
    solved, card = _solutions(results, k, updates), results.card(trial(results.config).dataset)
    n, d, n_classes = card["train"], card["features"], card["classes"]
    an_update = 2.0 * d * n_classes + (n_classes * np.log2(n_classes) if updates == "joint" else 0.0)
    return np.array([np.nan if s is None else n * _trained(s) * an_update + 2.0 * d * s["changed"] for s in solved])


def table(results):
    """One row a k and kind of updates."""
    if reason := failure(results.records(trial(results.config))):
        return pd.DataFrame([{"k": k, "epochs": reason} for k in KS])
    return pd.DataFrame([_row(results, k, updates) for k in KS for updates in UPDATES], dtype=object)


def claims(results):
    """List the claims: fewer epochs, and fewer operations, for each k."""
    listed, on = [], trial(results.config).dataset
    for k in KS:
        for of, count in (("epochs", epochs), ("operations", operations)):
            text = f"k = {k}: joint updates take fewer {of} to a relative gap of {GAP:g} than those of one class"
            both = (count(results, k, updates) for updates in ("single", "joint"))
            listed.append(claim.ratio("joint-update", text, *both, 1, np.inf, on=on))
    return listed


def _solutions(results, k, updates) -> list[dict | None]:
    """What the one candidate of each seed says of its solution; None where there is none."""
    listed = []
    for record in results.records(trial(results.config)):
        of = [each for each in record.candidates if each.params["k"] == k and each.params["updates"] == updates]
        listed.append(solution(of[0]) if record.status == OK and of else None)
    return listed


def _trained(solved) -> float:
    """Epochs made."""
    return solved["certificates"][-1][0]


def _epochs(solved) -> float:
    if solved is None:
        return np.nan
    return _trained(solved) if solved["gap"] <= GAP else MOST + 1.0


def _row(results, k, updates):
    changed = np.array([np.nan if each is None else each["changed"] for each in _solutions(results, k, updates)])
    made = results.card(trial(results.config).dataset)["train"] * epochs(results, k, updates)
    return {
        "k": k,
        "updates": UPDATES[updates],
        "epochs": statistics.mean_interval(epochs(results, k, updates)),
        "class vectors changed an update": statistics.mean_interval(changed / made),
        "10⁶ operations": statistics.mean_interval(operations(results, k, updates) / 1e6),
    }
