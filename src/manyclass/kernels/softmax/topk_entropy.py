"""The top-k entropy loss (Lapin, Hein & Schiele 2016): a logistic loss that forgives k - 1 classes ahead.

With a_j = z_j - z_y for the classes j ≠ y it is

    max ⟨a, x⟩ - Σ x_j log x_j - (1 - Σ x_j) log(1 - Σ x_j)  over the top-k simplex  0 ≤ x_j ≤ Σ x / k, Σ x ≤ 1,

and x its gradient. With k = 1 that is the logistic loss of all classes. The solution is x = s p: p maximises
v = ⟨a, p⟩ - Σ p_j log p_j where Σ p = 1 and p_j ≤ 1/k, and for that v the best s is 1 / (1 + exp(-v)), the loss
log(1 + exp(v)). Of p the u largest a_j have 1/k each, for the least u that leaves nobody above that, and the others
share r = 1 - u/k in proportion to exp(a_j). So the k largest need to be known one by one, and of the rest their sum.
"""

import numpy as np

from manyclass.kernels.common.dispatch import inner_kernel, kernel
from manyclass.kernels.common.largest import largest_columns
from manyclass.kernels.softmax.exponentials import exponentiate


@kernel
def losses(S, y, k):
    """Replace scores by the gradients of the losses, in place.

    Parameters
    ----------
    S : float32 (b, G)
        The scores of the samples.
    y : int32 (b,)
        Their classes.
    k : int
        From 1 to G - 1.

    Returns
    -------
    float
        The sum of the losses.
    """
    own, places = np.empty(S.shape[0], np.float32), np.empty((S.shape[0], k), np.int64)
    for b in range(S.shape[0]):
        own[b], S[b, y[b]] = S[b, y[b]], -np.inf
    largest_columns(S, places)
    largest, shares, total = np.empty(k, np.float32), np.empty(k + 1), 0.0
    for b in range(S.shape[0]):
        total += _loss(S[b], y[b], np.float64(own[b]), places[b], largest, shares)
    return total


@inner_kernel
def _loss(z, y, own, places, largest, shares):
    """The loss of one sample of class y, whose z becomes the gradient.

    Its score is ``own``, in z is -inf; the k largest of the others are at ``places`` int64 (k,), largest first.
    ``largest`` float32 (k,) and ``shares`` float64 (k + 1,) are overwritten.
    """
    k = places.shape[0]
    for i in range(k):
        largest[i], z[places[i]] = z[places[i]], -np.inf
    shares[k] = np.log(np.float64(exponentiate(z, largest[k - 1])))
    capped = _capped(largest, shares)
    left = 1.0 - capped / k
    v = left * (shares[capped] + np.float64(largest[k - 1]) - own - np.log(left)) + capped / k * np.log(np.float64(k))
    for i in range(capped):
        v += (np.float64(largest[i]) - own) / k
    s = 1.0 / (1.0 + np.exp(-v)) if v > 0.0 else np.exp(v) / (1.0 + np.exp(v))
    factor = np.float32(s * left * np.exp(-shares[capped]))
    for j in range(z.shape[0]):
        z[j] *= factor
    for i in range(k):
        above = np.float64(largest[i]) - np.float64(largest[k - 1])
        z[places[i]] = s / k if i < capped else s * left * np.exp(above - shares[capped])
    z[y] = -s
    return max(v, 0.0) + np.log1p(np.exp(-abs(v)))


@inner_kernel
def _capped(largest, shares):
    """u, how many of the largest have 1/k each.

    ``shares`` float64 (k + 1,) become the logarithms of Σ exp(z_j - z_[k]) over the classes from the first on, from the
    second on, and so on; the last is given, that of the classes after the k-th.
    """
    k, top = largest.shape[0], np.float64(largest[largest.shape[0] - 1])
    for i in range(k - 1, -1, -1):
        ahead, behind = np.float64(largest[i]) - top, shares[i + 1]
        if ahead < behind:
            shares[i] = behind + np.log1p(np.exp(ahead - behind))
        else:
            shares[i] = ahead + np.log1p(np.exp(behind - ahead))
    u = 0
    while u < k - 1 and np.float64(largest[u]) - top - shares[u] + np.log(1.0 - u / k) > -np.log(np.float64(k)):
        u += 1
    return u
