"""One-vs-rest on sparse samples each of which all classes use: many classes side by side.

A number of a sparse sample meets one number of every class. Where these lie side by side it takes a cache line for as
many classes as fit into it, instead of a line for each, and all are computed at once. The last columns of the last
panel may belong to no class and are left alone.
"""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import inner_by_type, inner_kernel, kernel
from manyclass.kernels.common.losses import negative_gradient, sample_weight
from manyclass.kernels.common.rows import feature, values_of
from manyclass.kernels.common.steps import learning_rate
from manyclass.kernels.sgd.binary import LastIterate
from manyclass.kernels.sgd.updates import SMALLEST_SCALE

# Numbers of float32 in a line of the cache, of most processors.
LINE = 16


class PanelMean(NamedTuple):
    """`manyclass.kernels.sgd.binary.Mean` of a panel: ``rest`` (Q, d, P), ``rest_of_bias`` (Q, P), ``weight`` (Q,)."""

    weight: np.ndarray
    rest: np.ndarray
    rest_of_bias: np.ndarray


class Panels(NamedTuple):
    """f(x; g) = scale_q · w_gᵀx + constant · bias_g of class g = q P + c, which is column c of panel q.

    ``w`` float32 (Q, d, P), ``bias`` float32 (Q, P); ``scale`` float64 (Q,) and ``n_steps`` int64 (Q,), which the
    classes of a panel share, as all of them step on every sample. ``vectors`` float32 (G, d) receives the solution
    after every pass. The rest is as in `manyclass.kernels.sgd.binary.Penalised`.
    """

    w: np.ndarray
    bias: np.ndarray
    constant: float
    scale: np.ndarray
    n_steps: np.ndarray
    penalty: float
    mean: NamedTuple
    vectors: np.ndarray


@inner_by_type
def _note_change(mean, q, rows, i, push, amount, on_bias, n_steps):
    """Done when, after ``n_steps`` steps, push_c ``amount`` x_i is added to column c, and its bias moves alike."""


@inner_by_type
def _note_step(mean, q, scale):
    """Done after every step, with the scale that it leaves."""


@inner_by_type
def _note_rescaling(mean, q, w):
    """Done before the scale of panel ``q`` is multiplied into ``w`` float32 (d, P)."""


@inner_by_type
def _solution(mean, q, w, n_steps, j, c):
    """Element ``j`` of the solution of column ``c``, the panel's scale being 1."""


@kernel
def train_panel(rows, labels, model, loss, steps, samples, q):
    """Make a step of all classes of panel ``q`` on every sample drawn (Perronnin et al. 2012, table 1: u-OVR).

    Parameters
    ----------
    rows : Sparse
        x_i, float32 (n, d).
    labels : Labels
        The right classes of the samples.
    model : Panels
        Changed in place, in this panel only.
    loss : Hinge or WeightedHinge
    steps : Steps
    samples : int32 (T,)
    q : int

    Returns
    -------
    int
        Steps with a gradient, of all classes.
    """
    w, bias, first = model.w[q], model.bias[q], q * model.w.shape[2]
    width = min(model.w.shape[2], model.vectors.shape[0] - first)
    z, push, signs = np.zeros(width, np.float32), np.zeros(width, np.float32), np.full(width, np.float32(-1))
    updated = 0
    for t in range(samples.shape[0]):
        i = samples[t]
        _score(rows, i, w, np.float32(model.scale[q]), bias, model.constant, z)
        _mark(signs, labels, i, first, np.float32(1))
        count = _weigh(loss, first, signs, z, push)
        _mark(signs, labels, i, first, np.float32(-1))
        eta = learning_rate(steps, model.n_steps[q])
        model.scale[q] *= 1.0 - eta * model.penalty
        if count > 0:
            updated += count
            _push(model, rows, i, q, eta, push)
        model.n_steps[q] += 1
        _note_step(model.mean, q, model.scale[q])
    _apply_scale(model, q)
    _solve(model, q, first, width)
    return updated


@inner_kernel
def _score(rows, i, w, scale, bias, constant, z):
    """Scores of the first classes of a panel, as many as ``z`` float32 has room for."""
    for c in range(z.shape[0]):
        z[c] = np.float32(0)
    k, end = np.int64(rows.indptr[i]), np.int64(rows.indptr[i + 1])
    while k + 4 <= end:
        x0, x1, x2, x3 = rows.data[k], rows.data[k + 1], rows.data[k + 2], rows.data[k + 3]
        w0, w1 = w[feature(rows, k)], w[feature(rows, k + 1)]
        w2, w3 = w[feature(rows, k + 2)], w[feature(rows, k + 3)]
        for c in range(z.shape[0]):
            z[c] += (x0 * w0[c] + x1 * w1[c]) + (x2 * w2[c] + x3 * w3[c])
        k += 4
    while k < end:
        x0, w0 = rows.data[k], w[feature(rows, k)]
        for c in range(z.shape[0]):
            z[c] += x0 * w0[c]
        k += 1
    for c in range(z.shape[0]):
        z[c] = scale * z[c] + constant * bias[c]


@inner_kernel
def _mark(signs, labels, i, first, sign):
    """Give the right classes of sample i this sign, where they are in the panel that begins with class ``first``."""
    for k in range(labels.indptr[i], labels.indptr[i + 1]):
        c = labels.classes[k] - first
        if 0 <= c < signs.shape[0]:
            signs[c] = sign


@inner_kernel
def _weigh(loss, first, signs, z, push):
    """Fill ``push`` with minus the derivatives of the losses of classes ``first`` and on by their scores.

    Returns how many are not 0.
    """
    count = 0
    for c in range(z.shape[0]):
        weight = negative_gradient(loss, signs[c] * z[c])
        push[c] = signs[c] * np.float32(weight) * sample_weight(loss, first + c, signs[c])
        count += weight != 0.0
    return count


@inner_kernel
def _push(model, rows, i, q, eta, push):
    """Add η push_c x_i to column c of panel ``q``, for all c; ``push`` is overwritten."""
    if model.scale[q] < SMALLEST_SCALE:
        _apply_scale(model, q)
    w, bias, on_bias = model.w[q], model.bias[q], np.float32(eta * model.constant)
    amount = np.float32(eta / model.scale[q])
    for c in range(push.shape[0]):
        bias[c] += on_bias * push[c]
    _note_change(model.mean, q, rows, i, push, amount, on_bias, model.n_steps[q])
    for c in range(push.shape[0]):
        push[c] *= amount
    _add(rows, i, push, w)


@inner_kernel
def _add(rows, i, amounts, w):
    for k in values_of(rows, i):
        x, column = rows.data[k], w[feature(rows, k)]
        for c in range(amounts.shape[0]):
            column[c] += x * amounts[c]


@inner_kernel
def _apply_scale(model, q):
    if model.scale[q] != 1.0:
        w, scale = model.w[q], np.float32(model.scale[q])
        _note_rescaling(model.mean, q, w)
        for j in range(w.shape[0]):
            for c in range(w.shape[1]):
                w[j, c] *= scale
        model.scale[q] = 1.0


@inner_kernel
def _solve(model, q, first, width):
    """Write the solutions of the first ``width`` columns; some rows at a time, which are read and written by lines."""
    w, n_steps = model.w[q], max(model.n_steps[q], 1)
    for begin in range(0, w.shape[0], LINE):
        end = min(begin + LINE, w.shape[0])
        for c in range(width):
            out = model.vectors[first + c]
            for j in range(begin, end):
                out[j] = _solution(model.mean, q, w, n_steps, j, c)


@_note_change.case(LastIterate)
def _note_no_change(mean, q, rows, i, push, amount, on_bias, n_steps):
    pass


@_note_step.case(LastIterate)
def _note_no_step(mean, q, scale):
    pass


@_note_rescaling.case(LastIterate)
def _note_no_rescaling(mean, q, w):
    pass


@_solution.case(LastIterate)
def _last(mean, q, w, n_steps, j, c):
    return w[j, c]


@_note_change.case(PanelMean)
def _note_change_mean(mean, q, rows, i, push, amount, on_bias, n_steps):
    factor, rest, bias = np.float32(-mean.weight[q] * amount), mean.rest[q], mean.rest_of_bias[q]
    for c in range(push.shape[0]):
        bias[c] -= n_steps * on_bias * push[c]
    for k in values_of(rows, i):
        x, column = factor * rows.data[k], rest[feature(rows, k)]
        for c in range(push.shape[0]):
            column[c] += x * push[c]


@_note_step.case(PanelMean)
def _note_step_mean(mean, q, scale):
    mean.weight[q] += scale


@_note_rescaling.case(PanelMean)
def _note_rescaling_mean(mean, q, w):
    rest, weight = mean.rest[q], np.float32(mean.weight[q])
    for j in range(w.shape[0]):
        for c in range(w.shape[1]):
            rest[j, c] += weight * w[j, c]
    mean.weight[q] = 0.0


@_solution.case(PanelMean)
def _mean(mean, q, w, n_steps, j, c):
    return (mean.rest[q, j, c] + np.float32(mean.weight[q]) * w[j, c]) / np.float32(n_steps)
