"""Table 5: the stochastic gradient methods as implemented.

Beside what the document prints stands what is implemented, and the parameters that are swept or held in the row of
table 8. Of a linear model the radius is, with step and margin, one of scale. Source: Gupta, Bengio and Weston 2014,
table 5.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.methods.base.ladder import groups
from manyclass.protocol.trial import estimators

PROPERTIES = (
    "loss function",
    "regularization",
    "negatives per positive in training",
    "learning rate adaptation",
    "empirical class-confusion loss",
    "discriminant function",
)
_BALL, _EMBEDDED = "ℓ2 constraint", "embedding matrix, ℓ2 constraint"
_UNTIL = "as many as needed to find a violator"
PRINTED = {
    "one_vs_rest/balance1_as_printed": ("separable", _BALL, "1", "adagrad", "no", "βᵀx"),
    "one_vs_rest/as_printed": ("separable", _BALL, "chosen using validation set", "adagrad", "no", "βᵀx"),
    "auc_ranking": ("pairwise", _BALL, "1", "adagrad", "no", "βᵀx"),
    "wsabie": ("pairwise", _EMBEDDED, _UNTIL, "based on estimated rank", "no", "βᵀWx"),
    "wsabie_pp": ("pairwise", "embedding matrix", _UNTIL, "adagrad", "yes", "‖β − Wx‖²"),
}
IMPLEMENTED = {
    "one_vs_rest/balance1_as_printed": ("separable hinge", _BALL, "1", "adagrad", "no", "β_gᵀx"),
    "one_vs_rest/as_printed": ("separable hinge", _BALL, "chosen using validation set", "adagrad", "no", "β_gᵀx"),
    "auc_ranking": ("pairwise hinge", _BALL, "1", "adagrad", "no", "β_gᵀx"),
    "wsabie": ("pairwise hinge, weighted by rank", _EMBEDDED, _UNTIL, "based on estimated rank", "no", "β_gᵀWx"),
    "wsabie_pp": ("pairwise hinge", "embedding matrix", _UNTIL, "adagrad", "yes", "-‖β_g - Wx‖²"),
}


def table(results):
    """One row a method and property: printed and as implemented."""
    rows = []
    for row, printed in PRINTED.items():
        method = row.partition("/")[0]
        fixed = gupta.FIXED.get(row, {})
        rows += [(row, *cells) for cells in zip(PROPERTIES, printed, IMPLEMENTED[row])]
        swept = [name for group in groups(estimators.load(method).search) for name in group if name not in fixed]
        rows.append((row, "parameters swept", "–", ", ".join(swept)))
        held = fixed | ({"radius": radius} if np.isfinite(radius := estimators.load(method)().radius) else {})
        rows.append((row, "parameters held", "–", ", ".join(f"{k} = {v:g}" for k, v in held.items()) or "–"))
    return pd.DataFrame(rows, columns=["method", "property", "printed", "implemented"]).astype(object)
