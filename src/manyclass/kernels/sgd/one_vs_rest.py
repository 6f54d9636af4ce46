"""One pass of one-vs-rest: each class its own binary problem, with all other samples or some of them as negatives."""

from manyclass.kernels.common.discriminants import score
from manyclass.kernels.common.dispatch import kernel
from manyclass.kernels.common.labels import draw_example, n_draws
from manyclass.kernels.common.losses import negative_gradient
from manyclass.kernels.common.steps import adaptive_step, learning_rate
from manyclass.kernels.sgd.negative_sampling import NEITHER, POSITIVE, draw_negative, n_proposals
from manyclass.kernels.sgd.rule import Counts
from manyclass.kernels.sgd.updates import add_and_project, decay_weights, renormalise, row_squared_norm, step_number


@kernel
def epoch(rows, labels, model, loss, steps, negatives, first, rng):
    """Draw samples; step on the binary problem of a right class of each, and on those of the classes drawn to it.

    Gupta et al. (2014), section 8.3; Perronnin et al. (2012), table 1: OVR. The classes' problems have nothing in
    common, so that a sample can be used for several of them while it is at hand.

    Parameters
    ----------
    rows : Dense, Sparse or WithConstant
        x_i, float32 (n, d).
    labels : Labels, Reweighted or InOrder
        The right classes of the samples, how samples are drawn, and how many.
    model : Linear
        `Inner`, `L2Regularised` or `Averaged`; changed in place.
    loss : Hinge
    steps : Steps
    negatives : UniformNegatives, BalancedNegatives or AllClasses
        Which other classes' problems a sample is used for.
    first : int
        The number of the first draw; those before it count in the learning rate, unless problems count their steps.
    rng : uint64 (4,)
        Generator of the draws; changed in place.

    Returns
    -------
    Counts
        ``tries`` are the negatives, and positives beyond the first of a sample.
    """
    n = n_draws(labels)
    updated = tries = 0
    for t in range(first, first + n):
        i, positive = draw_example(labels, rng)
        x_squared = row_squared_norm(model.discriminant, rows, i)
        updated += _binary_step(model, rows, i, positive, POSITIVE, loss, steps, t, x_squared)
        for k in range(n_proposals(negatives, labels, rng)):
            g, sign = draw_negative(negatives, labels, i, positive, k, rng)
            if sign != NEITHER:
                tries += 1
                updated += _binary_step(model, rows, i, g, sign, loss, steps, t, x_squared)
    renormalise(model.discriminant)
    return Counts(updated, 0, tries)


@kernel
def _binary_step(model, rows, i, g, sign, loss, steps, t, x_squared):
    """A step of class ``g``'s binary problem with label ``sign``; returns 1 if the sample's loss has a gradient."""
    weight = negative_gradient(loss, sign * score(model.discriminant, rows, i, g))
    eta = learning_rate(steps, step_number(model.discriminant, g, t))
    decay_weights(model.discriminant, g, eta)
    if weight == 0.0:
        return 0
    mean_square = weight * weight * x_squared / model.discriminant.beta.shape[1]
    step = adaptive_step(steps, eta, model.alpha, g, mean_square)
    add_and_project(model.discriminant, rows, i, g, sign * weight * step, x_squared)
    return 1
