"""The batch class-confusion loss in two stages: what it adds to the plain loss.

Test accuracy in percent, mean ± standard deviation over seeds of each seed's winner. Plain: a linear classifier
trained by WARP, and Wsabie++ that ignores no last violators. Class confusion: the same parameters; once trained, the
classifier's confusions on the training samples give P̂(h|g), and one trained from scratch in as many passes weights
an error g→h by 1 − P̂(h|g). Last violators: Wsabie++ with its own sweep, the online form of this loss.

Recurs: how probable it is that another test sample of the class is taken for the same wrong class, on average over
the plain classifier's errors: about so much equation 7 discounts an error (its P̂, from the training samples, also
counts the error itself). Ignored: share of the samples that last violators made go unused in the last pass. Equation 7
counts the class a sample is taken for, last violators every class within the margin.

On web21k hardly an error recurs, and there is next to nothing to discount. `synonyms` is a set in which errors recur:
three names a concept, of unequal sizes, so that the rarer ones are mostly taken for the commonest; `synonyms-even`, its
control, has equal sizes. The document prints no number. Source: Gupta, Bengio and Weston 2014, section 3.3, equations 6
and 7, and section 6.1.
"""

import numpy as np

from manyclass.exhibits import base
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.exhibits.gupta2014 import table8
from manyclass.protocol import results as stored
from manyclass.protocol.claims import claim
from manyclass.protocol.metrics.recurrence import recurrence

UNEVEN, EVEN = "synonyms", "synonyms-even"
SETS = ("web21k", UNEVEN, EVEN)
NAMES = {"warp_ranking": "WARP, linear", "wsabie_pp": "Wsabie++, Q = 0"}
ROWS = [(dataset, method) for dataset in SETS for method in NAMES]
ONLINE = "wsabie_pp"


def plain_trial(config, dataset, method):
    """Declare the trial of the plain loss; that of Wsabie++ is table 8's."""
    if method == ONLINE:
        return table8.row_trial(config, dataset, "wsabie_pp/q0")
    return gupta.trial(config, dataset, method)


def confusion_trial(config, dataset, method):
    """Declare the trial of the class-confusion loss, with the parameters of the plain one's winner."""
    return gupta.trial(config, dataset, "class_confusion", method, depends_on=plain_trial(config, dataset, method))


def online_trial(config, dataset):
    """Declare the trial of Wsabie++ as it is, table 8's."""
    return table8.row_trial(config, dataset, ONLINE)


def trials(config):
    """Per data set and classifier the plain and the class-confusion loss; per data set the online form."""
    both = [make(config, *row) for row in ROWS for make in (plain_trial, confusion_trial)]
    return both + [online_trial(config, dataset) for dataset in SETS]


def table(results):
    """One row a data set and classifier."""
    import pandas as pd

    return pd.DataFrame([_row(results, *row) for row in ROWS], dtype=object)


def claims(results):
    """Test that the loss is more accurate, that unequal sizes are a cause, and that its online form is its equal."""
    gains, found = {}, []
    for dataset, method in ROWS:
        plain, confusion = _both(results, dataset, method)
        gains[dataset, method] = confusion - plain
        text = f"{dataset}: {NAMES[method]}, trained again with the class-confusion loss, is more accurate"
        found.append(claim.greater(text, confusion, plain, printed="no number", why=_why(results, dataset, method)))
    for method, name in NAMES.items():
        text = f"{name}: the class-confusion loss gains more with synonyms of unequal sizes than of equal ones"
        found.append(claim.greater(text, gains[UNEVEN, method], gains[EVEN, method], printed="ours"))
    return found + [_equals_online(results, dataset) for dataset in SETS]


def _row(results, dataset, method):
    plain, confusion = _both(results, dataset, method)
    hole = stored.hole(results.records(plain_trial(results.config, dataset, method)))
    cells = {"data set": dataset, "classifier": NAMES[method], "plain": hole or _spread(plain)}
    hole = hole or stored.hole(results.records(confusion_trial(results.config, dataset, method)))
    cells |= {"class confusion": hole or _spread(confusion), "difference": hole or _spread(confusion - plain)}
    cells |= {"recurs, %": 100 * _recurs(results, dataset, method), "last violators": None, "ignored, %": None}
    if method == ONLINE:
        trial = online_trial(results.config, dataset)
        cells["last violators"] = stored.hole(results.records(trial)) or _spread(100 * results.test(trial))
        cells["ignored, %"] = 100 * _ignored(results, dataset)
    return cells


def _spread(values):
    from manyclass.report.tables import Spread

    measured = values[np.isfinite(values)]
    return Spread.over(measured, len(values)) if len(measured) else "no seed has both"


def _both(results, dataset, method):
    """Test accuracy in percent of every seed's winner, with the plain and with the class-confusion loss."""
    made = (make(results.config, dataset, method) for make in (plain_trial, confusion_trial))
    return tuple(100 * results.test(trial) for trial in made)


def _recurs(results, dataset, method) -> float:
    trial, Y = plain_trial(results.config, dataset, method), results.data(dataset).test.Y
    runs = [seed for seed in results.seeds if results.record(trial, seed)["test"] is not None]
    return float(np.mean([recurrence(results.predicted(trial, seed), Y) for seed in runs])) if runs else np.nan


def _ignored(results, dataset) -> float:
    records = [r for r in results.records(online_trial(results.config, dataset)) if r["winner"] is not None]
    shares = [record["candidates"][record["winner"]]["ignored"][-1] for record in records]
    return float(np.mean(shares)) if shares else np.nan


def _why(results, dataset, method):
    if dataset == UNEVEN:
        return ""
    recurs = _recurs(results, dataset, method)
    if dataset == EVEN:
        return f"(7) discounts an error by about {recurs:.1%}, but of names of equal sizes none is the better guess"
    return f"an error recurs in {recurs:.1%} of the class's other samples, so (7) discounts next to nothing"


def _equals_online(results, dataset):
    online = 100 * results.test(online_trial(results.config, dataset))
    confusion = _both(results, dataset, ONLINE)[1]
    recurs, ignored = _recurs(results, dataset, ONLINE), _ignored(results, dataset)
    return claim.ratio(
        f"{dataset}: Wsabie++ that ignores last violators is as accurate as with the class-confusion loss (within 5 %)",
        online,
        confusion,
        0.95,
        1.05,
        printed="section 6.1: it implements (7)",
        why=f"(7) discounts an error by about {recurs:.1%}, last violators leave {ignored:.0%} of the samples unused",
    )
