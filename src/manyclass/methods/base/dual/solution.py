"""What a model that certifies its solution says of it: how near it is to the optimum of its objective, and its size."""

import numpy as np


def solution(coef: np.ndarray, gap: float, certificates: list) -> dict[str, dict]:
    """Describe a solution.

    Parameters
    ----------
    coef : ndarray (G, d)
        The class vectors.
    gap : float
        Relative duality gap; infinite where it was not computed.
    certificates : list of Certificate
        As they were computed.

    Returns
    -------
    dict
        ``solution``: ``norm``, the Euclidean norm of all coefficients; ``gap``, None where it was not computed;
        ``certificates``, each as a list [epochs, seconds of training, primal objective, dual objective].
    """
    norm = float(np.linalg.norm(np.asarray(coef, dtype=np.float64)))
    found = {"norm": norm, "gap": float(gap) if np.isfinite(gap) else None}
    return {"solution": found | {"certificates": [list(map(float, certificate)) for certificate in certificates]}}
