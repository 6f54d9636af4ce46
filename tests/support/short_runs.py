"""Short runs of the loops on fixed samples, to compare processes, and with no compilation at all."""

import numpy as np
from kernel_models import (
    compressed,
    confused,
    dense,
    forgetful,
    linear_model,
    minibatch_model,
    new_state,
    samples,
    single,
)
from topk_models import topk_runs

from manyclass.kernels.common import costs, discriminants, losses, steps
from manyclass.kernels.embedding import epoch, projection
from manyclass.kernels.sgd import (
    binary,
    class_weights,
    linear,
    minibatch,
    negative_sampling,
    one_vs_rest,
    panels,
    rule,
    violator_sampling,
)
from manyclass.methods.base.sgd import binary as models

N, G, D, M = 40, 10, 6, 4
ADAGRAD = steps.Steps(0.2, 0.0, 1.0, 1.0, 0.0)
ONES = np.ones(G, np.float32)


def one_vs_rest_run():
    """Averaged vectors in a ball on drawn samples; and under a penalty on all of them, one by one and side by side."""
    rows, known, loss = dense(samples(0, N, D)), single(0, N, G), losses.Hinge(0.5)
    bounded = models.in_ball(samples(1, G, D), np.zeros(G), 1.0, average=True)
    uses = one_vs_rest.Uses(np.zeros((2, 80), np.int32), np.zeros((2, G + 1), np.int32))
    states, negatives = one_vs_rest.spawn(new_state(0), 2), negative_sampling.UniformNegatives(2.5)
    tries = one_vs_rest.draw_uses(known, negatives, np.array([N // 2, N // 2]), uses, states)
    counts = [tries, one_vs_rest.train_on_uses(rows, bounded, loss, ADAGRAD, uses, 0, G)]
    binary.finish_pass(bounded, 0, G)
    runs = {"one_vs_rest": bounded.w, "one_vs_rest, mean": bounded.mean.vectors}
    order, fixed = np.zeros(N, np.int32), ADAGRAD._replace(by_gradient=0.0)
    one_vs_rest.draw_samples(known, order, new_state(1))
    for average in (False, True):
        single_file = models.penalised(G, D, 0.5, 0.1, average)
        side_by_side = models.panels(G, D, 0.5, 0.1, average)
        counts.append(one_vs_rest.train_on_all(rows, known, single_file, loss, fixed, order, 8, 0, G))
        binary.finish_pass(single_file, 0, G)
        counts.append(panels.train_panel(compressed(rows.X), known, side_by_side, loss, fixed, order, 0))
        for model in (single_file, side_by_side):
            name = f"one_vs_rest on all, {type(model).__name__}, {average}"
            runs |= {name: models.vectors_of(model), f"{name}, biases": models.biases_of(model)}
    return runs | {"one_vs_rest counts": np.array(counts)}


def linear_run():
    model = linear_model(samples(1, G, D), radius=1.0)
    r = rule.Rule(losses.Hinge(0.5), violator_sampling.Warp(), ONES, ADAGRAD)
    counts = linear.epoch(dense(samples(0, N, D)), single(0, N, G), model, r, 0, new_state(0))
    return {"linear": model.discriminant.beta, "linear counts": np.array(counts)}


def costs_run():
    model = linear_model(samples(1, G, D), radius=1.0)
    r = rule.Rule(losses.Hinge(0.5), violator_sampling.Warp(), ONES, ADAGRAD, confused(0, G)[0])
    linear.epoch(dense(samples(0, N, D)), single(0, N, G), model, r, 0, new_state(0))
    return {"linear, with costs": model.discriminant.beta}


def embedding_run(layout):
    """Wsabie++ with last violators, so few tries before the cached scores that both ways of the search are taken."""
    W = np.random.default_rng(2).choice(np.float32([-1, 1]), (M, D))
    V = np.ascontiguousarray(W.T) if layout is compressed else W
    model = epoch.Embedded(
        discriminants.Distance(np.zeros((G, M), np.float32)),
        np.zeros(G),
        projection.Embedding(V, np.ones(M, np.float32), np.full(M, float(D)), np.zeros(M), np.inf),
    )
    r, last = rule.Rule(losses.Hinge(1.0), violator_sampling.Warp(), ONES, ADAGRAD), forgetful(G, 2)
    rows = layout(samples(0, N, D, 0.6))
    workspace = epoch.new_workspace(rows, model)
    counts = epoch.epoch(rows, single(0, N, G), model, r, last, 0, new_state(0), workspace)
    name = f"embedding of {layout.__name__} rows"
    return {name: V, f"{name}, prototypes": model.discriminant.beta, f"{name}, counts": np.array(counts)}


def minibatch_run():
    """Averaged mini-batches with both orders, one of them of the softmax, one of violators by margin."""
    runs = {}
    by_margin = class_weights.ViolatorsByMargin(1.0, costs.ZeroOne())
    for order, weights in (
        (minibatch.Shuffled(np.arange(N)), class_weights.Softmax()),
        (minibatch.WithReplacement(), by_margin),
    ):
        descent = minibatch.Descent(order, weights, steps.Steps(2.0, 1.0, 1.0, 0.0, 0.0))
        for layout in (dense, compressed):
            model, batch = minibatch_model(layout, (G, D), 7)
            model = model._replace(radius=0.5, penalty=0.01, average_from=2)
            rows = layout(samples(0, N, D, 0.6))
            counts = minibatch.epoch(rows, single(0, N, G), model, descent, batch, 0, new_state(0))
            name = f"minibatch of {layout.__name__} rows, {type(weights).__name__}"
            runs |= {name: model.W, f"{name}, sum": model.total, f"{name}, counts": np.array(counts)}
    return runs


def all_runs():
    embeddings = {**embedding_run(dense), **embedding_run(compressed)}
    return {**one_vs_rest_run(), **linear_run(), **costs_run(), **minibatch_run(), **embeddings, **topk_runs()}
