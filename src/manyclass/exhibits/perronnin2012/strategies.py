"""Strategies elsewhere: the three ways of regularisation of figure 2, for every method.

Mean over classes of top-1 accuracy in percent, mean ± half of the 95 % interval over draws of the data, on Fisher
vectors of 4 Gaussians of 50 classes, which have about as many images per feature as the largest of figure 3. (i) a
penalty and a decreasing step, with t0 from Bottou's heuristic, by which the first step is λ^(-1/4); (ii) a penalty and
a fixed step; (iii) no penalty and a fixed step. All stop early. Ours is (i) with a first step chosen by validation. The
first row is of figure 2; the next two have the same number β of negatives per positive for all strategies. Fixed steps
and penalties are chosen by validation for each. †: a sweep whose best value is the last one tried. Source: Perronnin,
Akata, Harchaoui and Schmid 2012, sections 4.2 and 5.2, without numbers.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits.perronnin2012 import fig2
from manyclass.exhibits.perronnin2012.trials import (
    FOUR,
    SMALL,
    accuracy_by_draw,
    cell,
    passes,
    svm_trial,
    swept,
    times_as_many,
)
from manyclass.protocol.claims import claim
from manyclass.protocol.trial.spec import Trial

STATEMENTS = ("fig2-other-settings", "offset-needs-no-tuning")
FEATURES = "fv4"
FIGURE2 = "w-OVR, β = 1, figure 2"
BALANCES = {f"w-OVR, β = {beta}": beta for beta in (4, 32)}  # the document's "different β"
OTHERS = (*BALANCES, *FOUR[1:])  # settings but figure 2's
NAMES = {name: shown for name, (shown, *_) in fig2.STRATEGIES.items()}
POINT = 1.0  # of accuracy
SHOW = "{:+.2f} points".format


def trial(config, method, strategy) -> Trial:
    """Declare the trial of one of `OTHERS`, or of figure 2's, by one of the NAMES."""
    if method == FIGURE2:
        return fig2.trial(config, strategy)
    _, fixed, tuned = fig2.STRATEGIES[strategy]
    name = "w-OVR" if method in BALANCES else method
    own = swept(name)
    search = tuned | {each: own[each] for each in tuned if each in own}  # a step from the method's own ladder
    if method in BALANCES:
        beta = BALANCES[method]
        held = {"fixed": fixed | {"balance": beta}, "passes": times_as_many(beta) * passes(config)}
        return svm_trial(config, name, FEATURES, SMALL, variant=f"{strategy}_balance{beta}", search=search, **held)
    if strategy == "none":
        return svm_trial(config, name, FEATURES, SMALL)
    return svm_trial(config, name, FEATURES, SMALL, variant=strategy, fixed=fixed, search=search)


def trials(config) -> list[Trial]:
    """Every strategy of every method, and figure 2's."""
    return [trial(config, method, strategy) for method in (FIGURE2, *OTHERS) for strategy in NAMES]


def table(results):
    """One row a method."""
    rows = [
        {"method": method} | {NAMES[each]: cell(results, trial(results.config, method, each)) for each in NAMES}
        for method in (FIGURE2, *OTHERS)
    ]
    return pd.DataFrame(rows, dtype=object)


def claims(results):
    """Test that the strategies end alike in every setting, and that the heuristic does as well as a swept step."""
    listed = []
    for method in (FIGURE2, *OTHERS):
        ends = {each: accuracy_by_draw(results, trial(results.config, method, each)) for each in NAMES}
        said = {"on": trial(results.config, method, "none").dataset, "show": SHOW}
        if method != FIGURE2:  # whose own claims these are there
            for other in ("penalty", "none"):
                text = f"{method}: (i) and {_number(other)} end within a point of each other on test"
                both = ends["heuristic"], ends[other], POINT
                listed.append(claim.equivalent("fig2-other-settings", text, *both, printed="similar results", **said))
        text = f"{method}: a first step chosen by validation gains less than a point on t0 by the heuristic"
        gained, printed = ends["decreasing"] - ends["heuristic"], "never observed significant improvements"
        within = gained, -np.inf, POINT
        listed.append(claim.between("offset-needs-no-tuning", text, *within, printed=printed, **said))
    return listed


def _number(strategy) -> str:
    return NAMES[strategy].partition(" ")[0]
