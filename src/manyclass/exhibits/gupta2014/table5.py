"""Table 5: the stochastic gradient methods as implemented.

Read off the estimators themselves: their declared properties, the parameters they sweep, and what the row of
table 8 holds fixed. Beside them what the document prints. Source: Gupta, Bengio and Weston 2014, table 5.
"""

from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.protocol.trial import estimators

PROPERTIES = {
    "loss": "loss function",
    "regularization": "regularization",
    "negatives": "negatives per positive in training",
    "learning_rate": "learning rate adaptation",
    "confusion_loss": "empirical class-confusion loss",
    "discriminant": "discriminant function",
}
_BALL, _EMBEDDED = "ℓ2 constraint", "embedding matrix, ℓ2 constraint"
_UNTIL = "as many as needed to find a violator"
PRINTED = {
    "one_vs_rest/balance1": ("separable", _BALL, "1", "adagrad", "no", "βᵀx"),
    "one_vs_rest": ("separable", _BALL, "chosen using validation set", "adagrad", "no", "βᵀx"),
    "auc_ranking": ("pairwise", _BALL, "1", "adagrad", "no", "βᵀx"),
    "wsabie": ("pairwise", _EMBEDDED, _UNTIL, "based on estimated rank", "no", "βᵀWx"),
    "wsabie_pp": ("pairwise", "embedding matrix", _UNTIL, "adagrad", "yes", "‖β − Wx‖²"),
}


def table(results):
    """One row a method and property: printed and as implemented."""
    import pandas as pd

    rows = []
    for row, printed in PRINTED.items():
        method = row.partition("/")[0]
        own, fixed = properties(method), gupta.FIXED.get(row, {})
        rows += [(row, text, said, own[name]) for (name, text), said in zip(PROPERTIES.items(), printed)]
        swept = [name for name in estimators.load(method).search if name not in fixed]
        rows.append((row, "parameters swept", "–", ", ".join(swept)))
        rows.append((row, "parameters held", "–", ", ".join(f"{k} = {v}" for k, v in fixed.items()) or "–"))
    return pd.DataFrame(rows, columns=["method", "property", "printed", "implemented"]).astype(object)


def properties(method) -> dict[str, str]:
    """Properties that an estimator class declares, as text.

    Raises
    ------
    ValueError
        When the class lacks some.
    """
    declared = getattr(estimators.load(method), "properties", {})
    missing = [name for name in PROPERTIES if name not in declared]
    if missing:
        raise ValueError(f"methods/{method}.py: `properties` lacks {', '.join(missing)}")
    return {name: str(declared[name]) for name in PROPERTIES}
