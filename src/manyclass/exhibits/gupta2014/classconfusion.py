"""The batch class-confusion loss in two stages: what it adds to the plain loss.

Test accuracy in percent, mean over draws of the data of each draw's winner, with its 95 % interval. Plain: a linear
classifier trained by WARP, and Wsabie++ that ignores no last violators. Class confusion: the confusions on the training
samples of a classifier like the plain one, trained for as many passes as that was kept after, give P̂(h|g), and one
trained from scratch weights an error g→h by 1 − P̂(h|g), with step and margin swept anew and all else as in the plain
one. One last violator: Wsabie++ that ignores one, equation 14, with its own sweep, the online form of this loss. Last
violators: the same with as many as its sweep chooses, as in section 6.3.

Recurs: how probable it is that another test sample of the class is taken for the same wrong class, on average over the
plain classifier's errors: about so much equation 7 discounts an error (its P̂, from the training samples, also counts
the error itself). Ignored: share of the samples that one last violator made go unused in the last pass. Equation 7
counts the class a sample is taken for, last violators every class within the margin. † marks a row whose sweep ended at
an edge.

In `label_noise-names3` and `-names8` a concept has three or eight names, of which a sample is given one at random.
`synonyms` is a set made for errors to recur: three names a concept, of unequal sizes, so that the rarer ones are mostly
taken for the commonest; `synonyms-even`, its control, has equal sizes. The document prints no number. Source: Gupta,
Bengio and Weston 2014, section 3.3, equations 6 and 7, and section 6.1.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import statistics
from manyclass.exhibits.gupta2014 import last_violators
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.exhibits.gupta2014.rising import accuracy_unless_rising, cell
from manyclass.protocol.claims import claim
from manyclass.protocol.metrics.confusion import recurrence
from manyclass.protocol.results import failure
from manyclass.protocol.selection import succeeded

UNEVEN, EVEN = "synonyms", "synonyms-even"
SETS = ("web21k", "label_noise-names3", "label_noise-names8", UNEVEN, EVEN)
NAMES = {"warp_ranking": "WARP, linear", "wsabie_pp": "Wsabie++, Q = 0"}
ROWS = [(dataset, method) for dataset in SETS for method in NAMES]
ONLINE = "wsabie_pp"
MARGIN = 0.5  # points, within which accuracies are similar
STATEMENTS = "eq7-training-helps", "eq7-unequal-names", "online-equals-batch"


def plain_trial(config, dataset, method):
    """Declare the trial of the plain loss; that of Wsabie++ is table 8's."""
    if method == ONLINE:
        return gupta.row_trial(config, dataset, "wsabie_pp/q0")
    return gupta.trial(config, dataset, method)


def confusion_trial(config, dataset, method):
    """Declare the trial of the class-confusion loss: the plain one's winner, with a step and a margin of its own."""
    plain = plain_trial(config, dataset, method)
    declared = {"search": gupta.step_and_margin(method), "depends_on": plain}
    declared |= {"passes": plain.passes, "halving": plain.halving}
    return gupta.trial(config, dataset, "class_confusion", method, **declared)


def online_trial(config, dataset):
    """Declare the trial of Wsabie++ that ignores one last violator."""
    return gupta.row_trial(config, dataset, "wsabie_pp/q1")


def chain_trial(config, dataset):
    """Declare the trial of Wsabie++ that ignores as many as its sweep chooses, that of table 8."""
    return gupta.row_trial(config, dataset, ONLINE)


def trials(config):
    """Per data set and classifier the plain and the class-confusion loss; per data set the online form."""
    both = [make(config, *row) for row in ROWS for make in (plain_trial, confusion_trial)]
    return both + [make(config, dataset) for dataset in SETS for make in (online_trial, chain_trial)]


def table(results):
    """One row a data set and classifier."""
    return pd.DataFrame([_row(results, *row) for row in ROWS], dtype=object)


def claims(results):
    """Test that the loss is more accurate, that unequal sizes are a cause, and that its online form is its equal."""
    gains, listed = {}, []
    for dataset, method in ROWS:
        plain, confusion = both_accuracies(results, dataset, method)
        gains[dataset, method] = confusion - plain
        text = f"{dataset}: {NAMES[method]}, trained again with the class-confusion loss, is more accurate"
        listed.append(claim.greater("eq7-training-helps", text, confusion, plain, on=dataset, printed="no number"))
    for method, name in NAMES.items():
        text = f"{name}: the class-confusion loss gains more with synonyms of unequal sizes than of equal ones"
        both = gains[UNEVEN, method], gains[EVEN, method]
        listed.append(claim.greater("eq7-unequal-names", text, *both, on=(UNEVEN, EVEN), printed="ours"))
    return listed + [_equals_online(results, dataset) for dataset in SETS]


def both_accuracies(results, dataset, method) -> tuple[np.ndarray, np.ndarray]:
    """`accuracy_unless_rising` with the plain and with the class-confusion loss."""
    made = (make(results.config, dataset, method) for make in (plain_trial, confusion_trial))
    return tuple(accuracy_unless_rising(results, trial) for trial in made)


def _row(results, dataset, method):
    plain, confusion = (make(results.config, dataset, method) for make in (plain_trial, confusion_trial))
    before, after = both_accuracies(results, dataset, method)
    reason = failure(results.records(plain)) or failure(results.records(confusion))
    cells = {"data set": dataset, "classifier": NAMES[method], "plain": cell(results, plain)}
    cells |= {"class confusion": cell(results, confusion)}
    cells |= {"difference": reason or statistics.mean_interval(after - before)}
    cells |= {"recurs, %": 100 * _recurs(results, dataset, method)}
    cells |= dict.fromkeys(("one last violator", "ignored, %", "last violators"))
    if method == ONLINE:
        cells["one last violator"] = cell(results, online_trial(results.config, dataset))
        online = results.records(online_trial(results.config, dataset))
        cells["ignored, %"] = statistics.mean(last_violators.ignored(online))
        cells["last violators"] = cell(results, chain_trial(results.config, dataset))
    return cells


def _recurs(results, dataset, method) -> float:
    trial = plain_trial(results.config, dataset, method)
    runs = [record.seed for record in succeeded(results.records(trial))]
    by_draw = [recurrence(results.predicted(trial, seed), results.data(dataset, seed).test.Y) for seed in runs]
    return statistics.mean(by_draw) if runs else np.nan


def _equals_online(results, dataset):
    online = accuracy_unless_rising(results, online_trial(results.config, dataset))
    _, confusion = both_accuracies(results, dataset, ONLINE)
    text = (
        f"{dataset}: Wsabie++ that ignores one last violator and Wsabie++ trained with the class-confusion loss differ "
        f"by less than {MARGIN} points"
    )
    stated = {"on": dataset, "printed": "section 6.1: it implements (7)"}
    return claim.equivalent("online-equals-batch", text, online, confusion, MARGIN, **stated)
