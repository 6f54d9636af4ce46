"""What a trial is: a data set, a method, and the parameters held fixed while the others are swept.

A light module, without heavy imports, because the workflow and every exhibit import it only to list trials.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")


@dataclass(frozen=True, eq=False)
class Trial:
    """One sweep of one method on one data set; two trials are the same when their addresses are.

    Parameters
    ----------
    dataset : str
        A file of ``datasets`` without its ending, or a name under ``own.datasets``.
    method : str
        A file of ``methods`` without its ending, or a name under ``own.methods``.
    variant : str
        Names what `fixed` holds; "default" when nothing is held.
    fixed : Mapping of str to object
        Parameters held; they are left out of the sweep.
    grid : Mapping of str to list, or list of such, optional
        Values of the parameters swept, every one with every other; of several grids, one after the other. None is the
        method's own ``search``.
    passes : int
        Largest number of passes over the training part.
    depends_on : Trial, optional
        Trial whose winner's parameters this one starts from: the same method's, which `fixed` and `grid` then
        change, or those of an ensemble's members. Of another method, it is what that one hands on (the attribute
        ``outputs_``, a dict) that becomes parameters of this one's, if it has such.
    halving : bool
        Whether weaker candidates are dropped early. Without it every candidate is trained to the end, looked at
        after every pass, and tested.
    patience : int
        If not 0, candidates are trained one by one, each until so many looks in a row show no higher validation
        accuracy, and kept as they were at their best; `passes` is the cap, and nothing is dropped.
    factory : str, optional
        Import path ``"package.module:Class"`` of a user's own classifier.

    Raises
    ------
    ValueError
        When a name could not be part of a path, or `passes` is not positive, or `patience` negative.
    """

    dataset: str
    method: str
    variant: str = "default"
    fixed: Mapping = field(default_factory=dict)
    grid: Mapping | list | None = None
    passes: int = 20
    depends_on: "Trial | None" = None
    halving: bool = True
    patience: int = 0
    factory: str | None = None

    def __post_init__(self):
        """Check the names and the budget."""
        for role in ("dataset", "method", "variant"):
            if not NAME.fullmatch(name := getattr(self, role)):
                raise ValueError(f"{role} {name!r}: use letters, digits, '_', '-' and '.' only")
        if self.passes < 1:
            raise ValueError(f"{self.address}: passes must be at least 1, got {self.passes}")
        if self.patience < 0:
            raise ValueError(f"{self.address}: patience must not be negative, got {self.patience}")

    @property
    def address(self) -> str:
        """``data set/method/variant``: the path of the trial's results, less the seed."""
        return f"{self.dataset}/{self.method}/{self.variant}"

    def __eq__(self, other):
        """Compare addresses."""
        return isinstance(other, Trial) and self.address == other.address

    def __hash__(self):
        """Hash of the address."""
        return hash(self.address)
