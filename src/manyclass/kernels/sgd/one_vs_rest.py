"""One pass of one-vs-rest: each class its own binary problem, with all other samples or some of them as negatives."""

from manyclass.kernels.common.discriminants import score
from manyclass.kernels.common.dispatch import kernel
from manyclass.kernels.common.labels import draw_example, n_draws
from manyclass.kernels.common.losses import pull
from manyclass.kernels.common.steps import scheduled, take
from manyclass.kernels.sgd.negative_sampling import NEITHER, POSITIVE, n_others, other
from manyclass.kernels.sgd.rule import Counts
from manyclass.kernels.sgd.updates import length_of, own_time, push, refresh, shrink


@kernel
def epoch(rows, labels, model, loss, steps, rest, first, state):
    """A positive for each draw, and what ``rest`` adds to them; changes ``model`` and ``state``. Returns `Counts`.

    Gupta et al. (2014), section 8.3; Perronnin et al. (2012), table 1. The classes' problems have nothing in
    common, so that a sample can be used for several of them while it is at hand.
    """
    n = n_draws(labels)
    updated = tries = 0
    for t in range(first, first + n):
        i, positive = draw_example(labels, state)
        length = length_of(model.discriminant, rows, i)
        updated += _step(model, rows, i, positive, POSITIVE, loss, steps, t, length)
        for k in range(n_others(rest, labels, state)):
            g, sign = other(rest, labels, i, positive, k, state)
            if sign != NEITHER:
                tries += 1
                updated += _step(model, rows, i, g, sign, loss, steps, t, length)
    refresh(model.discriminant)
    refresh(model.discriminant)
    return Counts(updated, 0, tries)


@kernel
def _step(model, rows, i, g, sign, loss, steps, t, length):
    """A step of class ``g``'s binary problem with label ``sign``; returns 1 if the sample pulls at it."""
    weight = pull(loss, sign * score(model.discriminant, rows, i, g))
    eta = scheduled(steps, own_time(model.discriminant, g, t))
    shrink(model.discriminant, g, eta)
    if weight == 0.0:
        return 0
    mean_square = weight * weight * length / model.discriminant.beta.shape[1]
    step = take(steps, eta, model.alpha, g, mean_square)
    push(model.discriminant, rows, i, g, sign * weight * step, length)
    return 1
