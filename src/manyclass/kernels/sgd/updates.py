"""What a stochastic step does to the class vectors."""

import numpy as np

from manyclass.kernels.common.discriminants import Distance, Inner
from manyclass.kernels.common.dispatch import by_type, kernel
from manyclass.kernels.common.rows import add_to, dot_dense, squared_norm
from manyclass.kernels.common.steps import take

# Below this the stored vector is multiplied out, so that it keeps float32's full precision.
SMALLEST_SCALE = 1e-3


@kernel
def fold(discriminant, g):
    """Multiply the scale of class ``g`` into its vector and measure its length anew."""
    beta = discriminant.beta[g]
    for j in range(beta.shape[0]):
        beta[j] *= discriminant.scale[g]
    discriminant.scale[g] = 1.0
    discriminant.squared_norm[g] = dot_dense(beta, beta)


@by_type
def refresh(discriminant):
    """Done after every pass: multiply the scales in, and measure the lengths anew before errors add up."""


@refresh.case(Inner)
def _refresh_inner(discriminant):
    for g in range(discriminant.beta.shape[0]):
        fold(discriminant, g)


@refresh.case(Distance)
def _refresh_distance(discriminant):
    pass


@by_type
def length_of(discriminant, rows, r):
    """``‖x_r‖²`` for `push` and for adapted steps, or 0 where neither asks for it."""


@by_type
def push(discriminant, rows, r, g, amount, length):
    """β_g += amount · x_r, then back into the constraint if there is one; ``length`` is ‖x_r‖². Not `Distance`."""


@by_type
def shrink(discriminant, g, eta):
    """What regularisation takes, in a step of size η, from all that is trained together with class ``g``."""


@by_type
def own_time(discriminant, g, t):
    """Steps made before this one by what is trained together with class ``g``, if it counts them, else t."""


@length_of.case(Inner)
def _length_inner(discriminant, rows, r):
    return squared_norm(rows, r)


@shrink.case(Inner)
def _shrink_inner(discriminant, g, eta):
    pass


@own_time.case(Inner)
def _own_time_inner(discriminant, g, t):
    return t


@push.case(Inner)
def _push_inner(discriminant, rows, r, g, amount, length):
    scale = discriminant.scale[g]
    before = scale * add_to(rows, r, np.float32(amount / scale), discriminant.beta[g])
    after = discriminant.squared_norm[g] + 2.0 * amount * before + amount * amount * length
    if after > discriminant.radius**2:
        discriminant.scale[g] *= discriminant.radius / np.sqrt(after)
        after = discriminant.radius**2
    discriminant.squared_norm[g] = after
    if discriminant.scale[g] < SMALLEST_SCALE:
        fold(discriminant, g)


@by_type
def separate(discriminant, query, positive, negative, weight, steps, eta, alpha, direction):
    """Raise f(z; y⁺) and lower f(z; y⁻) by one step of the loss's gradient in β.

    ``query`` holds z as its row 0; ``alpha`` float64 (G,) are the classes' accumulators. ``direction``
    float32 (m,) receives the factor of xᵀ in the gradient with respect to W, taken before the step.
    """


@separate.case(Inner)
def _separate_inner(discriminant, query, positive, negative, weight, steps, eta, alpha, direction):
    plus, minus = discriminant.beta[positive], discriminant.beta[negative]
    for j in range(direction.shape[0]):
        difference = discriminant.scale[negative] * minus[j] - discriminant.scale[positive] * plus[j]
        direction[j] = weight * difference
    length = squared_norm(query, 0)
    mean_square = weight * weight * length / direction.shape[0]
    step = take(steps, eta, alpha, positive, mean_square)
    push(discriminant, query, 0, positive, step * weight, length)
    step = take(steps, eta, alpha, negative, mean_square)
    push(discriminant, query, 0, negative, -step * weight, length)


@separate.case(Distance)
def _separate_distance(discriminant, query, positive, negative, weight, steps, eta, alpha, direction):
    plus, minus, z = discriminant.beta[positive], discriminant.beta[negative], query.X[0]
    twice = np.float32(2.0 * weight)
    square_plus = square_minus = np.float32(0)
    for j in range(z.shape[0]):
        direction[j] = twice * (minus[j] - plus[j])
        square_plus += (plus[j] - z[j]) * (plus[j] - z[j])
        square_minus += (minus[j] - z[j]) * (minus[j] - z[j])
    squared = twice * twice / z.shape[0]
    towards = twice * take(steps, eta, alpha, positive, squared * square_plus)
    away = twice * take(steps, eta, alpha, negative, squared * square_minus)
    for j in range(z.shape[0]):
        plus[j] -= towards * (plus[j] - z[j])
        minus[j] += away * (minus[j] - z[j])
