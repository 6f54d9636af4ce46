"""What certifies that a solution is near the optimum."""

from typing import NamedTuple


class Certificate(NamedTuple):
    """The least primal and the largest dual objective up to some epoch, so that the gap never rises.

    Every dual objective bounds the optimum from below, whichever iterate it is of. ``seconds`` are CPU seconds of
    training up to there, without the evaluations.
    """

    epochs: int
    seconds: float
    primal: float
    dual: float

    @property
    def gap(self) -> float:
        """(P - D) / max(|P|, |D|); P is no further than P - D from its optimum."""
        return (self.primal - self.dual) / max(abs(self.primal), abs(self.dual))
