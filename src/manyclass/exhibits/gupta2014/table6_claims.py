"""What table 6 and its text say: each change helps, how much, and how many last violators are best."""

from manyclass.exhibits.gupta2014 import table6_why as _table6_why
from manyclass.protocol.claims import claim

ALL = "adagrad-w1-lv10"
HELPS = (  # row with the change, row without, what the change is
    ("adagrad", "plain", "adagrad alone"),
    ("w1", "plain", "w = 1 alone"),
    ("adagrad-w1", "adagrad", "w = 1 beside adagrad"),
    ("adagrad-w1", "w1", "adagrad beside w = 1"),
)
IGNORING = (
    ("lv10", "plain", "ignoring 10 last violators alone"),
    ("adagrad-lv10", "adagrad", "ignoring 10 last violators beside adagrad"),
    ("adagrad-w1-lv1", "adagrad-w1", "ignoring 1 last violator beside adagrad and w = 1"),
    ("adagrad-w1-lv10", "adagrad-w1", "ignoring 10 last violators beside adagrad and w = 1"),
    ("adagrad-w1-lv100", "adagrad-w1", "ignoring 100 last violators beside adagrad and w = 1"),
)
INNER = (
    ("adagrad-w1-lv10", "adagrad-w1-lv1", "10 last violators are better to ignore than 1"),
    ("adagrad-w1-lv10", "adagrad-w1-lv100", "10 last violators are better to ignore than 100"),
)


def claims(accuracy, printed, why=None) -> list:
    """Test the statements without last violators once, the others under both rules.

    Parameters
    ----------
    accuracy : dict of str to dict of str to list of float
        By rule ("as printed", "with burn-in") and row: test accuracy of each seed's winner, in percent.
    printed : dict of str to float
        The document's accuracies by row.
    why : dict of str to str, optional
        By row what explains that it is not better, as printed; see `_table6_why`.
    """
    first, why = accuracy["as printed"], why or {}
    found = [_helps(first, printed, *each) for each in HELPS]
    text = "adagrad alone improves by about 35 % (20 to 50)"
    found.append(_factor(first, printed, "adagrad", 1.2, 1.5, text, why.get("adagrad", "")))
    text = "w = 1 alone improves by about 10 % (5 to 25; section 5.4 says roughly 20 %)"
    found.append(_factor(first, printed, "w1", 1.05, 1.25, text))
    for rule, rows in accuracy.items():
        told = why if rule == "as printed" else {}
        found += [_helps(rows, printed, *each, rule=rule, why=told.get(each[0], "")) for each in (*IGNORING, *INNER)]
        text = f"{rule}: 10 last violators alone improve by about 35 % (20 to 50)"
        found.append(_factor(rows, printed, "lv10", 1.2, 1.5, text, told.get("lv10", "")))
        text = f"{rule}: together the changes almost double the accuracy (by a factor of 1.75 to 2.1)"
        reason = told.get(ALL, "") or _table6_why.together(rows, printed)
        found.append(_factor(rows, printed, ALL, 1.75, 2.1, text, reason))
    return found


def _helps(rows, printed, a, b, change, rule="", why=""):
    text = f"{change} is better" if " than " not in change else change
    return claim.greater(
        f"{rule}: {text}" if rule else text, rows[a], rows[b], printed=f"{printed[a]} against {printed[b]}", why=why
    )


def _factor(rows, printed, row, low, high, text, why=""):
    factor = f"×{printed[row] / printed['plain']:.3g}"
    return claim.ratio(text, rows[row], rows["plain"], low, high, printed=factor, why=why)
