"""Softmax regression of one's own: solved by L-BFGS to a duality gap, as where it is a baseline.

So it is compared at its optimum. ``fixed: {solver: sgd}`` asks for stochastic steps, which have other parameters.
"""

from manyclass.exhibits.lapin2015.trials import SOFTMAX
from manyclass.methods.base.ladder import groups
from manyclass.protocol.trial import axis, estimators

SGD = "fixed: {solver: sgd}"
OF_SGD = ("step", "power", "batch_size", "replacement", "average_from")  # parameters that L-BFGS does not read


def declared(fixed, search=None) -> dict:
    """What its trial is declared with, beside what holds of every method; all of its candidates go to the end.

    Parameters
    ----------
    fixed : dict
        Parameters that the user holds. The baseline's are held as well, unless the user sweeps them.
    search : dict, optional
        What the user sweeps, beside the penalty, which has the baseline's ladder where it is in neither.
    """
    if _by_sgd(fixed):
        return {} if search is None else {"search": search}
    search = search or {}
    held = {name: value for name, value in SOFTMAX.declared["fixed"].items() if name not in search}
    swept = SOFTMAX.declared["search"] | search
    return SOFTMAX.declared | {"fixed": held | fixed, "search": swept, "patience": 0}


def wrong(fixed, search=None) -> str | None:
    """Say in a line what of an entry nobody would read, or why a candidate could not be trained; None if all is well.

    Parameters
    ----------
    fixed, search : dict
        As of `declared`, each value valid by itself.
    """
    given = (*fixed, *(search or {}))
    if "solver" in (search or {}):
        return f"the solver is held, and not searched: give {SGD}, or leave it out"
    if not _by_sgd(fixed) and (unread := [name for name in given if name in OF_SGD]):
        return f"{unread[0]} is not read by L-BFGS, by which it is solved here: give {SGD}, or leave it out"
    try:
        for point in _points(declared(fixed, search), fixed):
            estimators.load(SOFTMAX.method)(**point)._check_solver()
    except ValueError as error:
        return f"{error}; {_why(fixed, search)}".removesuffix("; ")
    return None


def _why(fixed, search) -> str:
    """What of it the user may not have said; empty where all was."""
    if not _by_sgd(fixed):
        return (
            f"it is solved by L-BFGS, to tol: {SOFTMAX.declared['fixed']['tol']:g} unless that is said, or give {SGD}"
        )
    return "radii are swept where no search is given" if search is None and "tol" in fixed else ""


def _by_sgd(fixed) -> bool:
    return fixed.get("solver") == "sgd"


def _points(entry, fixed) -> list[dict]:
    """Each value that is swept, by its parameter, beside the middle ones of the others, with what is held.

    None where some are shares of what a data set has, which are not known yet.
    """
    held = entry.get("fixed", fixed)
    search = groups(entry.get("search", estimators.load(SOFTMAX.method).search))
    known = {name: axis.start_values(values) for group in search for name, values in group.items() if name not in held}
    if not all(known.values()):
        return []
    middle = held | {name: values[len(values) // 2] for name, values in known.items()}
    return [middle, *(middle | {name: value} for name, values in known.items() for value in values)]
