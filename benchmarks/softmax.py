"""Softmax regression against LogisticRegression by lbfgs: the time until the objective is nearly its optimum.

Both minimise the mean of -log P[y|x] plus ½ λ ‖W‖², with λ = 1/n, the peer's default C = 1, and without an intercept.
Excess is how far the objective is above its optimum, as a share of it; the optimum is the least that anyone finds when
the peer may go on. What it has after each of its iterations is recorded once; then it is trained anew for as many as an
excess needs, in turns with ours. Ours may take twice as long as the peer to the least excess.

    OPENBLAS_NUM_THREADS=1 python benchmarks/softmax.py [--data FOLDER] [--rounds 3] [--out softmax.csv]
"""

import sys
import warnings
from functools import partial
from unittest import mock

import numpy as np
import pandas as pd
import scipy.optimize
from corpora import SETS, Part, corpora
from equal_accuracy import train
from scipy.special import logsumexp
from script import options, show
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression
from timing import in_turns, timed

from manyclass.methods.softmax_regression import SoftmaxRegression

CORPORA = ["letter", "CLINC150 tf-idf", "100 × 64", "1,000 × 64"]
EXCESSES = (1e-2, 1e-3, 1e-4, 1e-5)
MOST_ITERATIONS, MOST_PASSES = 2_000, 60

OURS = {
    "lbfgs": [partial(SoftmaxRegression, solver="lbfgs")],
    "mini-batches": [
        partial(SoftmaxRegression, step=step, power=0.5, batch_size=64, average_from=1) for step in (1.0, 10.0)
    ],
}


def objective(W, part: Part) -> float:
    """The objective of class vectors W (G, d), in float64 from scores in float32, which is right to a few 1e-8."""
    scores = (part.X @ W.T).astype(np.float64)
    losses = logsumexp(scores, axis=1) - scores[np.arange(len(part.y)), part.y]
    return float(losses.mean() + 0.5 / len(part.y) * np.vdot(W, W))


def peer(max_iter: int, tol=1e-7) -> LogisticRegression:
    """The peer, which stops after so many iterations."""
    return LogisticRegression(C=1.0, fit_intercept=False, max_iter=max_iter, tol=tol)


def peers_values(part: Part, most: int) -> np.ndarray:
    """The peer's objective after each iteration of one training."""
    values, minimize = [], scipy.optimize.minimize

    def record(intermediate_result):
        values.append(intermediate_result.fun)

    def recorded(*arguments, **keywords):
        return minimize(*arguments, **{**keywords, "callback": record})

    with mock.patch.object(scipy.optimize, "minimize", recorded):
        peer(most).fit(*part)
    return np.array(values)


def our_values(model, corpus, most: int, limit: float) -> pd.DataFrame:
    """CPU seconds and objective after each pass, for so many passes or seconds."""
    rows, spent, training = [], 0.0, model.set_params(max_iter=most).passes(*corpus.train)
    while len(rows) < most and spent < limit:
        seconds, trained = timed(lambda: next(training, None))
        if trained is None:
            break
        spent += seconds
        rows.append({"seconds": spent, "objective": objective(model.coef_, corpus.train)})
    return pd.DataFrame(rows)


def first(values, goal: float) -> int | None:
    """The number of iterations until the goal is reached; None: never."""
    reached = np.flatnonzero(values <= goal)
    return int(reached[0]) + 1 if len(reached) else None


def fastest(found, goal: float):
    """The candidate of ours that is first to reach the goal, and its passes until then; None, None: none does."""
    passes = [first(values["objective"], goal) for _, values in found]
    reaching = [(values["seconds"][n - 1], model, n) for (model, values), n in zip(found, passes) if n]
    return min(reaching, key=lambda each: each[0])[1:] if reaching else (None, None)


def compare(corpus, most_iterations: int, most_passes: int, rounds: int):
    """Lines of the table for one set."""
    whole, values = timed(lambda: peers_values(corpus.train, most_iterations))
    limit = 2 * whole * first(values, values.min() * (1 + min(EXCESSES))) / len(values)
    penalty, found = 1 / len(corpus.train.y), {}
    for name, candidates in OURS.items():
        models = [make(penalty=penalty, random_state=0) for make in candidates]
        train(models[0], corpus.small(), 1)  # compiles
        found[name] = [(model, our_values(model, corpus, most_passes, limit)) for model in models]
    best = min(values.min(), *(mine["objective"].min() for each in found.values() for _, mine in each))
    for excess in EXCESSES:
        yield from reached(corpus, excess, best * (1 + excess), values, found, rounds)


def reached(corpus, excess: float, goal: float, values, found, rounds: int):
    """Lines of the table for one excess."""
    iterations, calls = first(values, goal), {}
    if iterations:
        calls["peer"] = lambda: peer(iterations).fit(*corpus.train)
    pairs = {name: fastest(candidates, goal) for name, candidates in found.items()}
    calls |= {name: partial(train, model, corpus, n) for name, (model, n) in pairs.items() if model}
    times = in_turns(calls, rounds).reindex(columns=["peer", *pairs])
    for name, (_, passes) in pairs.items():
        yield {
            "set": corpus.name,
            "excess": excess,
            "iterations of lbfgs": iterations,
            "lbfgs seconds": times["peer"].median(),
            "ours": name,
            "passes": passes,
            "seconds": times[name].median(),
            "lbfgs / ours": (times["peer"] / times[name]).median(),
        }


def main():
    """Print the table."""
    parser = options(__doc__, rounds=3, data=True)
    parser.add_argument("--sets", nargs="+", choices=SETS, default=CORPORA)
    arguments = parser.parse_args()
    warnings.simplefilter("ignore", ConvergenceWarning)  # training is cut off on purpose
    most = (20, 3) if arguments.quick else (MOST_ITERATIONS, MOST_PASSES)
    lines = []
    for corpus in corpora(arguments.sets, arguments.data, arguments.quick):
        print(f"{corpus.name} ...", file=sys.stderr)
        lines += compare(corpus, *most, arguments.rounds)
    show(lines, arguments.out)


if __name__ == "__main__":
    main()
