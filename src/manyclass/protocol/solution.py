"""What a model says of its own training: how near it is to the optimum of its objective, and its size."""

import numpy as np


def solution(estimator) -> dict | None:
    """Describe the solution of a method that certifies it; None for others.

    Parameters
    ----------
    estimator : object
        Fitted; one with ``certificates_``, ``dual_gap_`` and ``coef_`` (see `manyclass.methods.topk_svm`) is described.

    Returns
    -------
    dict or None
        ``norm``: Euclidean norm of all coefficients. ``gap``: relative duality gap, None where it was not computed.
        ``certificates``: each time that it was, [epochs, seconds of training, primal objective, dual objective].
    """
    if not hasattr(estimator, "certificates_"):
        return None
    gap = float(estimator.dual_gap_)
    return {
        "norm": float(np.linalg.norm(np.asarray(estimator.coef_, dtype=np.float64))),
        "gap": gap if np.isfinite(gap) else None,
        "certificates": [list(map(float, certificate)) for certificate in estimator.certificates_],
    }
