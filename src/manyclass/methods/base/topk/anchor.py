"""Acceleration of dual coordinate ascent: class vectors are held near an anchor, which moves on.

Shalev-Shwartz & Zhang (2014), Accelerated proximal stochastic dual coordinate ascent for regularized loss minimization;
that an epoch a problem is enough, and begins with the dual variables of the last, Lin, Mairal & Harchaoui (2015).
"""

from dataclasses import dataclass

import numpy as np

# κ at most: beyond, problems cost more epochs than there are fewer of them.
MOST = 20.0


def kappa_for(scaled_norm: float) -> float:
    """κ for the largest C·‖x‖²: the fewest epochs were measured near this one, from C = .1 to 1,000 and beyond."""
    return min(1.0 + 0.5 * scaled_norm**0.5, MOST)


@dataclass
class Anchor:
    """The class vectors Z near which W is held, by κ/2 ‖W - Z‖² beside ½‖W‖², and what moves them.

    Parameters
    ----------
    Z, W : ndarray of float64
        The anchor, and the last problem's solution, as long as class vectors are; empty where there is none.
    momentum : float
        Nesterov's t, 1 or more: how far Z goes beyond W.
    dual : float
        The dual objective after the last problem.
    """

    Z: np.ndarray
    W: np.ndarray
    momentum: float = 1.0
    dual: float = -np.inf

    def move(self, of_duals: np.ndarray, dual: float, kappa: float) -> np.ndarray:
        """Move on from the problem that these dual variables solve, and return the class vectors of the next one.

        Parameters
        ----------
        of_duals : ndarray of float64
            Aᵀ X.
        dual : float
            Their objective; where it has fallen Z does not go beyond W, and gathers momentum anew.
        kappa : float
            κ.

        Returns
        -------
        ndarray of float64
            (κ Z + Aᵀ X) / (1 + κ).
        """
        W, root = (kappa * self.Z + of_duals) / (1.0 + kappa), np.sqrt(1.0 + kappa)
        beyond, momentum = 0.0, 1.0
        if dual >= self.dual:
            momentum = 0.5 * (1.0 + np.sqrt(1.0 + 4.0 * self.momentum**2))
            beyond = min((root - 1.0) / (root + 1.0), (self.momentum - 1.0) / momentum)
        self.Z, self.W, self.momentum, self.dual = W + beyond * (W - self.W), W, momentum, dual
        return (kappa * self.Z + of_duals) / (1.0 + kappa)
