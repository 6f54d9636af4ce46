"""What a stochastic step does to the class vectors, by the type of their discriminant.

`Inner` stays in a ball, `L2Regularised` decays, `AveragedL2` notes what the mean over its steps needs as well, and
`Distance` and its kinds are moved in pairs only.
"""

import numpy as np

from manyclass.kernels.common.class_vectors import add_multiple, measure, multiply
from manyclass.kernels.common.discriminants import (
    AveragedL2,
    Distance,
    DistanceByElement,
    DistanceInBall,
    Inner,
    L2Regularised,
)
from manyclass.kernels.common.dispatch import by_type, inner_by_type, inner_kernel, kernel
from manyclass.kernels.common.rows import add_to, dot_dense, squared_norm
from manyclass.kernels.common.steps import adaptive_step
from manyclass.kernels.sgd.projected import project

# Below this the scale is multiplied into the stored vector, so that it keeps float32's full precision.
SMALLEST_SCALE = 1e-3


@inner_by_type
def decay_weights(discriminant, eta):
    """What regularisation takes, in a step of size η, from all class vectors that share a scale."""


@inner_by_type
def row_squared_norm(discriminant, rows, r):
    """``‖x_r‖²`` for `add_and_project` and for adaptive steps, or 0 where neither asks for it."""


@inner_by_type
def add_and_project(discriminant, rows, r, g, amount, x_squared):
    """β_g += amount · x_r, then back into the ball if there is one; ``x_squared`` is ‖x_r‖². Not `Distance`.

    Returns whether a scale was multiplied into what is stored, of this class or of all: elsewhere inner products with
    β_g change by amount · x_r / scale.
    """


@inner_by_type
def pairwise_step(discriminant, query, positive, negative, weight, steps, eta, alpha, direction):
    """Raise f(z; y⁺) and lower f(z; y⁻) by one step of the loss's gradient in β. `Inner`, `Distance` and its kinds.

    ``query`` holds z as its row 0; ``alpha`` float64 (G,) are the classes' accumulators. ``direction``
    float32 (m,) receives the factor of xᵀ in the gradient with respect to W, taken before the step. Accumulators of
    `DistanceByElement` are its own.
    """


@by_type
def renormalise(discriminant):
    """Done after every pass: multiply the scales in, and measure the lengths anew before errors add up."""


@decay_weights.case(Inner)
def _decay_inner(discriminant, eta):
    pass


@row_squared_norm.case(Inner)
def _row_squared_norm_inner(discriminant, rows, r):
    return squared_norm(rows, r)


@add_and_project.case(Inner)
def _add_and_project_inner(discriminant, rows, r, g, amount, x_squared):
    scale = discriminant.scale[g]
    before = scale * add_to(rows, r, np.float32(amount / scale), discriminant.beta[g])
    after = discriminant.squared_norm[g] + 2.0 * amount * before + amount * amount * x_squared
    if after > discriminant.radius**2:
        discriminant.scale[g] *= discriminant.radius / np.sqrt(after)
        after = discriminant.radius**2
    discriminant.squared_norm[g] = after
    small = discriminant.scale[g] < SMALLEST_SCALE
    if small:
        apply_scale(discriminant, g)
    return small


@pairwise_step.case(Inner)
def _pairwise_step_inner(discriminant, query, positive, negative, weight, steps, eta, alpha, direction):
    plus, minus = discriminant.beta[positive], discriminant.beta[negative]
    for j in range(direction.shape[0]):
        difference = discriminant.scale[negative] * minus[j] - discriminant.scale[positive] * plus[j]
        direction[j] = weight * difference
    z_squared = squared_norm(query, 0)
    mean_square = weight * weight * z_squared / direction.shape[0]
    step = adaptive_step(steps, eta, alpha, positive, mean_square)
    add_and_project(discriminant, query, 0, positive, step * weight, z_squared)
    step = adaptive_step(steps, eta, alpha, negative, mean_square)
    add_and_project(discriminant, query, 0, negative, -step * weight, z_squared)


@kernel
def apply_scale(discriminant, g):
    """Multiply the scale of class ``g`` of `Inner` into its vector and measure its length anew."""
    beta = discriminant.beta[g]
    for j in range(beta.shape[0]):
        beta[j] *= discriminant.scale[g]
    discriminant.scale[g] = 1.0
    discriminant.squared_norm[g] = dot_dense(beta, beta)


@renormalise.case(Inner)
def _renormalise_inner(discriminant):
    multiply(discriminant.beta, discriminant.scale)
    measure(discriminant.beta, discriminant.squared_norm)
    for g in range(discriminant.beta.shape[0]):
        discriminant.scale[g] = 1.0


@pairwise_step.case(Distance)
def _pairwise_step_distance(discriminant, query, positive, negative, weight, steps, eta, alpha, direction):
    plus, minus, z = discriminant.beta[positive], discriminant.beta[negative], query.X[0]
    twice = np.float32(2.0 * weight)
    square_plus = square_minus = np.float32(0)
    for j in range(z.shape[0]):
        direction[j] = twice * (minus[j] - plus[j])
        square_plus += (plus[j] - z[j]) * (plus[j] - z[j])
        square_minus += (minus[j] - z[j]) * (minus[j] - z[j])
    squared = twice * twice / z.shape[0]
    towards = twice * adaptive_step(steps, eta, alpha, positive, squared * square_plus)
    away = twice * adaptive_step(steps, eta, alpha, negative, squared * square_minus)
    for j in range(z.shape[0]):
        plus[j] -= towards * (plus[j] - z[j])
        minus[j] += away * (minus[j] - z[j])


@pairwise_step.case(DistanceInBall)
def _pairwise_step_in_ball(discriminant, query, positive, negative, weight, steps, eta, alpha, direction):
    free = Distance(discriminant.beta)
    pairwise_step(free, query, positive, negative, weight, steps, eta, alpha, direction)
    project(discriminant.beta[positive], discriminant.radius)
    project(discriminant.beta[negative], discriminant.radius)


@pairwise_step.case(DistanceByElement)
def _pairwise_step_by_element(discriminant, query, positive, negative, weight, steps, eta, alpha, direction):
    plus, minus, z = discriminant.beta[positive], discriminant.beta[negative], query.X[0]
    twice = np.float32(2.0 * weight)
    for j in range(z.shape[0]):
        direction[j] = twice * (minus[j] - plus[j])
    _step_by_element(discriminant, positive, z, twice, steps, eta)
    _step_by_element(discriminant, negative, z, -twice, steps, eta)


@inner_kernel
def _step_by_element(discriminant, g, z, factor, steps, eta):
    """A step of β_g along the gradient ``factor`` · (β_g - z), back into the ball if there is one."""
    beta, alpha = discriminant.beta[g], discriminant.alpha[g]
    for j in range(z.shape[0]):
        gradient = factor * (beta[j] - z[j])
        beta[j] -= adaptive_step(steps, eta, alpha, j, gradient * gradient) * gradient
    project(beta, discriminant.radius)


@renormalise.case(Distance)
@renormalise.case(DistanceInBall)
@renormalise.case(DistanceByElement)
def _renormalise_distance(discriminant):
    pass


@decay_weights.case(L2Regularised)
def _decay_l2(discriminant, eta):
    discriminant.n_steps[0] += 1
    discriminant.scale[0] *= 1.0 - eta * discriminant.penalty


@decay_weights.case(AveragedL2)
def _decay_averaged_l2(discriminant, eta):
    discriminant.n_steps[0] += 1
    discriminant.scale[0] *= 1.0 - eta * discriminant.penalty
    discriminant.elapsed[0] += discriminant.scale[0]
    discriminant.elapsed[1] += 1.0


@row_squared_norm.case(L2Regularised)
@row_squared_norm.case(AveragedL2)
def _row_squared_norm_l2(discriminant, rows, r):
    return np.float32(0)  # there is no ball, and the steps are not adaptive


@add_and_project.case(L2Regularised)
def _add_l2(discriminant, rows, r, g, amount, x_squared):
    # Here and not in `decay_weights`, which is called for every inner product and must stay that small to be inlined.
    # A scale that has fallen to 0 meanwhile is that of a vector which is 0.
    small = discriminant.scale[0] < SMALLEST_SCALE
    if small:
        renormalise(discriminant)
    add_to(rows, r, np.float32(amount / discriminant.scale[0]), discriminant.beta[g])
    discriminant.bias[g] += np.float32(amount * discriminant.constant)
    return small


@add_and_project.case(AveragedL2)
def _add_averaged_l2(discriminant, rows, r, g, amount, x_squared):
    small = discriminant.scale[0] < SMALLEST_SCALE
    if small:
        renormalise(discriminant)
    scale = discriminant.scale[0]
    # Of the steps before this one, which is counted already, with the scale as it is now.
    scales, steps = discriminant.elapsed[0] - scale, discriminant.elapsed[1] - 1.0
    add_to(rows, r, np.float32(amount / scale), discriminant.beta[g])
    add_to(rows, r, np.float32(-scales * amount / scale), discriminant.total[g])
    discriminant.bias[g] += np.float32(amount * discriminant.constant)
    discriminant.total_bias[g] -= np.float32(steps * amount * discriminant.constant)
    return small


@renormalise.case(L2Regularised)
def _renormalise_l2(discriminant):
    if discriminant.scale[0] < 1.0:
        multiply(discriminant.beta, np.full(discriminant.beta.shape[0], np.float32(discriminant.scale[0])))
    discriminant.scale[0] = 1.0


@renormalise.case(AveragedL2)
def _renormalise_averaged_l2(discriminant):
    elapsed = np.full(discriminant.beta.shape[0], np.float32(discriminant.elapsed[0]))
    add_multiple(discriminant.total, elapsed, discriminant.beta)
    for g in range(discriminant.bias.shape[0]):
        discriminant.total_bias[g] += np.float32(discriminant.elapsed[1]) * discriminant.bias[g]
    if discriminant.scale[0] < 1.0:
        multiply(discriminant.beta, np.full(discriminant.beta.shape[0], np.float32(discriminant.scale[0])))
    discriminant.scale[0] = 1.0
    discriminant.elapsed[:] = 0.0
