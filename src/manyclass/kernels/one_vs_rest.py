"""One pass of one-vs-rest: each class its own binary problem, with so many negatives per positive."""

from manyclass.kernels.discriminants import score
from manyclass.kernels.dispatch import kernel
from manyclass.kernels.labels import draw_correct, draw_wrong
from manyclass.kernels.losses import pull
from manyclass.kernels.rng import below, uniform
from manyclass.kernels.rows import squared_norm
from manyclass.kernels.rule import Counts
from manyclass.kernels.steps import scheduled, take
from manyclass.kernels.updates import push, refresh


@kernel
def epoch(rows, labels, model, loss, steps, balance, first, state):
    """n positives, and on average ``balance`` uniform negatives for each; changes ``model`` and ``state``.

    Gupta et al. (2014), section 8.3, after Perronnin et al. (2012). Returns `Counts`.
    """
    n = labels.indptr.shape[0] - 1
    updated = tries = 0
    for t in range(first, first + n):
        i = below(state, n)
        length = squared_norm(rows, i)
        eta = scheduled(steps, t)
        updated += _step(model, rows, i, draw_correct(labels, i, state), 1.0, loss, steps, eta, length)
        negatives = int(balance + uniform(state))
        for _ in range(negatives):
            updated += _step(model, rows, i, draw_wrong(labels, i, state), -1.0, loss, steps, eta, length)
        tries += negatives
    refresh(model.discriminant)
    refresh(model.discriminant)
    return Counts(updated, 0, tries)


@kernel
def _step(model, rows, i, g, sign, loss, steps, eta, length):
    """A step of class ``g``'s binary problem with label ``sign``; returns 1 if there was something to do."""
    weight = pull(loss, sign * score(model.discriminant, rows, i, g))
    if weight == 0.0:
        return 0
    mean_square = weight * weight * length / model.discriminant.beta.shape[1]
    step = take(steps, eta, model.alpha, g, mean_square)
    push(model.discriminant, rows, i, g, sign * weight * step, length)
    return 1
