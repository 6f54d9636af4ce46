"""What the linear models that certify their solution share."""

import numpy as np
import scipy.sparse as sp

from manyclass.methods.base.classifier import ManyClassClassifier
from manyclass.methods.base.scores import inner_products


class CertifiedClassifier(ManyClassClassifier):
    """Scores are X Wᵀ; subclasses train W, ``coef_`` float32 (G, d), and set ``dual_gap_`` and ``certificates_``."""

    def diagnostics(self, train, test) -> dict[str, object]:
        """``solution``: how near the model is to the optimum of its objective, and its size.

        ``norm`` of all coefficients; ``gap``, relative, None where it was not computed; ``certificates``, each a list
        of epochs, seconds of training, primal and dual objective.
        """
        norm = float(np.linalg.norm(np.asarray(self.coef_, dtype=np.float64)))
        gap = float(self.dual_gap_) if np.isfinite(self.dual_gap_) else None
        certificates = [list(map(float, certificate)) for certificate in self.certificates_]
        return {"solution": {"norm": norm, "gap": gap, "certificates": certificates}}

    def _arrays(self):
        return [self.coef_]

    def _scorer(self, X):
        return inner_products(sp.issparse(X), self.coef_)
