"""What the linear models that certify their solution share."""

import numpy as np

from manyclass.methods.base.classifier import ManyClassClassifier


def certified(estimator) -> dict[str, object]:
    """``gap`` and ``certificates`` of a fitted estimator that has them, see `CertifiedClassifier.diagnostics`."""
    gap = float(estimator.dual_gap_) if np.isfinite(estimator.dual_gap_) else None
    return {"gap": gap, "certificates": [list(map(float, each)) for each in estimator.certificates_]}


def refuse_other_samples(before: np.ndarray, y: np.ndarray) -> None:
    """Raise ValueError unless a fit that is to begin with the last one's dual variables has the classes of that."""
    if not np.array_equal(before, y):
        raise ValueError("warm_start=True needs the samples of the last fit, in their order: y has changed")


class CertifiedClassifier(ManyClassClassifier):
    """Scores are X Wᵀ; subclasses train W, ``coef_`` float32 (G, d), and set ``dual_gap_`` and ``certificates_``."""

    def diagnostics(self, train, test) -> dict[str, object]:
        """``solution``: how near the model is to the optimum of its objective, and its size.

        ``norm`` of all coefficients; ``gap``, relative, None where it was not computed; ``certificates``, each a list
        of epochs, seconds of training, primal and dual objective.
        """
        return {"solution": {"norm": self._length(), **certified(self)}}

    def _length(self) -> float:
        """‖W‖."""
        return float(np.linalg.norm(np.asarray(self.coef_, dtype=np.float64)))

    def _arrays(self):
        return [self.coef_]
