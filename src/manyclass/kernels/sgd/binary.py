"""The binary problem of each class: its vector, in a ball or with an ℓ2 penalty, and what a step does to it.

No problem reads what another writes, so that classes can be trained one by one, in any order and in many threads.
"""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import inner_by_type, inner_kernel, kernel, part_of_loop
from manyclass.kernels.common.losses import negative_gradient, sample_weight
from manyclass.kernels.common.rows import add_to, dot, dot_dense, squared_norm
from manyclass.kernels.common.steps import adaptive_step, learning_rate
from manyclass.kernels.sgd.updates import SMALLEST_SCALE


class LastIterate(NamedTuple):
    """The solution is the class vectors as the last step leaves them."""


class Mean(NamedTuple):
    """The solution is the mean over all steps of a class's vector, as it was after each.

    A step changes few numbers, so the sum of all vectors is held in two parts. The true vector is s v, for the v that
    is stored and its scale s. A change of v by δ in step t counts from then on, so that

        Σ_t s_t v_t = (Σ_t s_t) v - Σ_t S_t δ_t,    where S_t sums the scales of the steps before.

    ``weight`` float64 (G,) is Σ_t s_t, and ``rest`` float32 (G, D) is -Σ_t S_t δ_t. ``rest_of_bias`` float64 (G,) is
    that of the biases, whose scale is 1. ``vectors`` float32 (G, D) receives the mean vectors after every pass.
    """

    weight: np.ndarray
    rest: np.ndarray
    rest_of_bias: np.ndarray
    vectors: np.ndarray


class Penalised(NamedTuple):
    """f(x; g) = scale_g · w_gᵀx + constant · bias_g, the ℓ2 penalty λ = ``penalty`` being on scale_g · w_g.

    ``w`` float32 (G, d); ``bias`` float32 (G,), the weight of a constant feature, does not decay; ``scale`` float64
    (G,), as in float32 a small penalty would be lost; ``n_steps`` int64 (G,), steps made by each class. ``mean`` is
    `LastIterate` or `Mean`. Steps are not adaptive.
    """

    w: np.ndarray
    bias: np.ndarray
    constant: float
    scale: np.ndarray
    n_steps: np.ndarray
    penalty: float
    mean: NamedTuple


class InBall(NamedTuple):
    """f(x; g) = scale_g · w_gᵀx with ‖scale_g · w_g‖ ≤ ``radius``, which may be inf.

    Projecting a vector changes one number. ``squared_norm`` float64 (G,) is the squared length of the true vector, kept
    up to date by the updates, and ``alpha`` float64 (G,) holds the accumulators of adaptive steps; the other arrays are
    those of `Penalised`.
    """

    w: np.ndarray
    squared_norm: np.ndarray
    scale: np.ndarray
    n_steps: np.ndarray
    alpha: np.ndarray
    radius: float
    mean: NamedTuple


@inner_by_type
def _score(model, rows, i, g):
    """f(x_i; g)."""


@inner_by_type
def _decay(model, g, eta):
    """What the penalty takes in a step of size η."""


@inner_by_type
def _push(model, rows, i, g, weight, eta, steps):
    """Add the gradient step ``weight`` · η x_i to class ``g``."""


@inner_by_type
def _note_change(mean, rows, i, g, amount, on_bias, n_steps):
    """Done when ``amount`` · x_i is added to w_g and ``on_bias`` to its bias, after ``n_steps`` steps."""


@inner_by_type
def _note_step(mean, g, scale):
    """Done after every step, with the scale that it leaves."""


@inner_by_type
def _note_rescaling(mean, w, g):
    """Done before the scale of class ``g`` is multiplied into ``w`` float32 (D,)."""


@inner_by_type
def _finish_mean(mean, model, g):
    """Fill the mean of class ``g``."""


@inner_by_type
def _measure(model, g):
    """Measure the length of vector ``g`` anew, whose scale is 1, where it is kept."""


@part_of_loop
def binary_step(model, rows, i, g, sign, loss, steps):
    """A step of class ``g`` on sample ``i`` with label ``sign``, 1 or -1; returns 1 if its loss has a gradient.

    ``loss`` is a `Hinge` or `WeightedHinge`, ``steps`` the `Steps`; the time of the schedule is the number of steps
    that g has made.
    """
    weight = negative_gradient(loss, sign * _score(model, rows, i, g))
    eta = learning_rate(steps, model.n_steps[g])
    _decay(model, g, eta)
    if weight != 0.0:
        _push(model, rows, i, g, sign * weight * sample_weight(loss, g, sign), eta, steps)
    model.n_steps[g] += 1
    _note_step(model.mean, g, model.scale[g])
    return 0 if weight == 0.0 else 1


@kernel
def finish_pass(model, first, last):
    """Multiply in the scales of some classes, lest errors add up, and fill their means."""
    for g in range(first, last):
        _apply_scale(model, g)
        _measure(model, g)
        _finish_mean(model.mean, model, g)


@inner_kernel
def _apply_scale(model, g):
    if model.scale[g] != 1.0:
        w, scale = model.w[g], np.float32(model.scale[g])
        _note_rescaling(model.mean, w, g)
        for j in range(w.shape[0]):
            w[j] *= scale
        model.scale[g] = 1.0


@_score.case(Penalised)
def _score_penalised(model, rows, i, g):
    return np.float32(model.scale[g]) * dot(rows, i, model.w[g]) + model.constant * model.bias[g]


@_decay.case(Penalised)
def _decay_penalised(model, g, eta):
    model.scale[g] *= 1.0 - eta * model.penalty


@_push.case(Penalised)
def _push_penalised(model, rows, i, g, weight, eta, steps):
    # Only here, as a scale that has fallen to 0 meanwhile is that of a vector which is 0.
    if model.scale[g] < SMALLEST_SCALE:
        _apply_scale(model, g)
    change = weight * eta
    amount, on_bias = np.float32(change / model.scale[g]), np.float32(change * model.constant)
    add_to(rows, i, amount, model.w[g])
    model.bias[g] += on_bias
    _note_change(model.mean, rows, i, g, amount, on_bias, model.n_steps[g])


@_measure.case(Penalised)
def _measure_penalised(model, g):
    pass


@_score.case(InBall)
def _score_in_ball(model, rows, i, g):
    return np.float32(model.scale[g]) * dot(rows, i, model.w[g])


@_decay.case(InBall)
def _decay_in_ball(model, g, eta):
    pass


@_push.case(InBall)
def _push_in_ball(model, rows, i, g, weight, eta, steps):
    x_squared = squared_norm(rows, i)
    change = weight * adaptive_step(steps, eta, model.alpha, g, weight * weight * x_squared / model.w.shape[1])
    amount = np.float32(change / model.scale[g])
    before = model.scale[g] * add_to(rows, i, amount, model.w[g])
    _note_change(model.mean, rows, i, g, amount, np.float32(0), model.n_steps[g])
    after = model.squared_norm[g] + 2.0 * change * before + change * change * x_squared
    if after > model.radius**2:
        model.scale[g] *= model.radius / np.sqrt(after)
        after = model.radius**2
    model.squared_norm[g] = after
    if model.scale[g] < SMALLEST_SCALE:
        _apply_scale(model, g)
        _measure(model, g)


@_measure.case(InBall)
def _measure_in_ball(model, g):
    model.squared_norm[g] = dot_dense(model.w[g], model.w[g])


@_note_change.case(LastIterate)
def _note_no_change(mean, rows, i, g, amount, on_bias, n_steps):
    pass


@_note_step.case(LastIterate)
def _note_no_step(mean, g, scale):
    pass


@_note_rescaling.case(LastIterate)
def _note_no_rescaling(mean, w, g):
    pass


@_finish_mean.case(LastIterate)
def _finish_no_mean(mean, model, g):
    pass


@_note_change.case(Mean)
def _note_change_mean(mean, rows, i, g, amount, on_bias, n_steps):
    add_to(rows, i, np.float32(-mean.weight[g] * amount), mean.rest[g])
    mean.rest_of_bias[g] -= n_steps * on_bias


@_note_step.case(Mean)
def _note_step_mean(mean, g, scale):
    mean.weight[g] += scale


@_note_rescaling.case(Mean)
def _note_rescaling_mean(mean, w, g):
    rest, weight = mean.rest[g], np.float32(mean.weight[g])
    for j in range(w.shape[0]):
        rest[j] += weight * w[j]
    mean.weight[g] = 0.0


@_finish_mean.case(Mean)
def _finish_mean_mean(mean, model, g):
    w, rest, out, n_steps = model.w[g], mean.rest[g], mean.vectors[g], max(model.n_steps[g], 1)
    weight, each = np.float32(mean.weight[g]), np.float32(1 / n_steps)
    for j in range(w.shape[0]):
        out[j] = (rest[j] + weight * w[j]) * each
