"""exp of the scores of one sample, in float32 and as code that becomes vector instructions.

``np.exp`` in a compiled loop calls the mathematical library for each number, which takes four times as long.
"""

from functools import partial

import numpy as np

from manyclass.kernels.common.dispatch import FASTMATH, INNER, inner_kernel, kernel

# Below it 2^n leaves the normal float32 numbers: exp(-87) is 1.6e-38.
_LEAST = np.float32(-87.0)
_LOG2_E = np.float32(1.44269504)
# ln 2 as the sum of one number of 10 bits, which times n ≥ -126 is exact, and the rest.
_LN2_HIGH, _LN2_LOW = np.float32(0.693359375), np.float32(-2.12194440e-4)
# (exp(r) - 1 - r) / r² for |r| ≤ ½ ln 2, minimax (Moshier, Cephes library, expf).
_C5, _C4, _C3 = np.float32(1.9875691500e-4), np.float32(1.3981999507e-3), np.float32(8.3334519073e-3)
_C2, _C1, _C0 = np.float32(4.1665795894e-2), np.float32(1.6666665459e-1), np.float32(5.0000001201e-1)


# In the order as written: "reassoc" would take n ln 2 from the maximum first, and round that.
@partial(kernel, options=INNER | {"fastmath": {"contract", "nsz"}})
def exp_not_positive(x):
    """exp(x) of a float32 x ≤ 0: 2^n exp(r), where x = n ln 2 + r; x below -87 counts as -87, NaN stays NaN.

    The relative error is at most 2e-7: n times the high part and its difference from x are exact, the polynomial is
    off by 2e-8, and rounding r and the last two additions adds ½ ulp or less each.
    """
    x = _LEAST if x < _LEAST else x
    n = np.floor(x * _LOG2_E + np.float32(0.5))
    r = x - n * _LN2_HIGH - n * _LN2_LOW
    series = ((((_C5 * r + _C4) * r + _C3) * r + _C2) * r + _C1) * r + _C0
    power = np.int32((np.int32(n) + np.int32(127)) << np.int32(23)).view(np.float32)
    return (series * r * r + r + np.float32(1)) * power


# Of a NaN, any number may be the maximum: the sample's exponentials are NaN anyway.
@partial(kernel, options=INNER | {"fastmath": FASTMATH | {"nnan"}})
def largest(z):
    """The largest of float32 (G,) scores."""
    top = z[0]
    for j in range(1, z.shape[0]):
        top = max(top, z[j])
    return top


@inner_kernel
def exponentiate(z, top):
    """Replace scores float32 (G,) by exp(z_j - top); returns their sum."""
    total = np.float32(0)
    for j in range(z.shape[0]):
        e = exp_not_positive(z[j] - top)
        z[j] = e
        total += e
    return total
