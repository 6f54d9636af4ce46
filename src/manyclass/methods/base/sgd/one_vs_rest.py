"""Passes of one-vs-rest in many threads, each of which trains classes of its own."""

import numpy as np

from manyclass.kernels.common.labels import InTurn, Labels
from manyclass.kernels.common.losses import Hinge, WeightedHinge
from manyclass.kernels.common.rows import Dense, Sparse, WithConstant
from manyclass.kernels.common.steps import Steps
from manyclass.kernels.sgd.binary import InBall, Penalised, finish_pass
from manyclass.kernels.sgd.negative_sampling import BalancedNegatives, UniformNegatives, max_uses
from manyclass.kernels.sgd.one_vs_rest import Uses, draw_samples, draw_uses, spawn, train_on_all, train_on_uses
from manyclass.kernels.sgd.panels import Panels, train_panel
from manyclass.kernels.sgd.rule import Counts
from manyclass.methods.base.threads import cuts, in_threads, n_threads

# Steps that a class makes, on average, before the next class does: to fetch its vector is then little beside them, and
# so few samples serve all classes that they stay in cache.
STEPS_A_CLASS = 8

# Room for so many draws, int32, is made at a time.
USES_AT_A_TIME = 2**20


def pass_on_drawn(
    rows: Dense | Sparse | WithConstant,
    labels: Labels,
    model: Penalised | InBall,
    loss: Hinge,
    steps: Steps,
    negatives: UniformNegatives | BalancedNegatives,
    rng: np.ndarray,
    n_jobs: int | None,
) -> Counts:
    """Draw as many samples as there are, and step on the classes' problems that use them.

    The draws are cut into chunks, each with a generator of its own, so that they too can be made in threads; ``rng``
    uint64 (4,) moves on.

    Returns
    -------
    Counts
        ``tries`` are the negatives.
    """
    n, threads = len(labels.indptr) - 1, n_threads(n_jobs)
    room = max_uses(negatives)
    firsts = np.array([chunk.start for chunk in cuts(n, -(-STEPS_A_CLASS * labels.n_classes // room))])
    sizes, states = np.diff(firsts, append=n), spawn(rng, len(firsts))
    updated = tries = 0
    for some in cuts(len(sizes), max(1, USES_AT_A_TIME // (room * sizes.max()))):
        drawn = sizes[some]
        uses = Uses(
            np.empty((len(drawn), room * drawn.max()), np.int32),
            np.empty((len(drawn), labels.n_classes + 1), np.int32),
        )

        def draw(part, drawn=drawn, uses=uses, states=states[some], firsts=firsts[some]):
            there = _from_turn(labels, firsts[part.start])
            return draw_uses(there, negatives, drawn[part], Uses(uses.samples[part], uses.starts[part]), states[part])

        def train(part, uses=uses):
            return train_on_uses(rows, model, loss, steps, uses, part.start, part.stop)

        tries += sum(in_threads(draw, _equal_shares(len(drawn), n_jobs), n_jobs))
        work = np.diff(uses.starts, axis=1).sum(axis=0, dtype=np.int64)
        updated += sum(in_threads(train, even_shares(work, threads), n_jobs))
    _finish(model, n_jobs)
    return Counts(updated, 0, tries)


def drawn_bytes(n_samples: int, balance: float) -> int:
    """Bytes of the draws that `pass_on_drawn` holds, of so many negatives for a positive.

    Those before them are there until there is room for the next; where each class's begin takes an eighth of them.
    """
    room = 2 + int(balance)
    return 9 * min(USES_AT_A_TIME + room, n_samples * room)


def pass_on_all(
    rows: Dense | Sparse | WithConstant,
    labels: Labels,
    model: Penalised | InBall | Panels,
    loss: Hinge | WeightedHinge,
    steps: Steps,
    samples: np.ndarray,
    n_jobs: int | None,
) -> Counts:
    """Step on every class's problem with each of these samples, int32 (T,), one after the other.

    Returns
    -------
    Counts
        ``tries`` are the negatives, and positives beyond the first of a sample.
    """
    tries = len(samples) * (labels.n_classes - 1)
    if isinstance(model, Panels):
        panels = range(len(model.w))
        updated = in_threads(lambda q: train_panel(rows, labels, model, loss, steps, samples, q), panels, n_jobs)
        return Counts(sum(updated), 0, tries)

    def train(part):
        return train_on_all(rows, labels, model, loss, steps, samples, STEPS_A_CLASS, part.start, part.stop)

    updated = in_threads(train, _equal_shares(labels.n_classes, n_jobs), n_jobs)
    _finish(model, n_jobs)
    return Counts(sum(updated), 0, tries)


def draws(labels: Labels, rng: np.ndarray) -> np.ndarray:
    """As many draws as there are samples: int32 (n,)."""
    samples = np.empty(len(labels.indptr) - 1, np.int32)
    draw_samples(labels, samples, rng)
    return samples


def even_shares(work: np.ndarray, number: int) -> list[slice]:
    """The classes cut into ``number`` ranges of about as much ``work`` int64 (G,) each, fewer if some would be empty.

    The cuts change who trains a class and nothing else.
    """
    done = np.cumsum(work)
    ends = np.searchsorted(done, done[-1] * np.arange(1, number) / number, side="left") + 1
    bounds = np.unique(np.concatenate([[0], ends, [len(work)]]))
    return [slice(*pair) for pair in zip(bounds[:-1].tolist(), bounds[1:].tolist())]


def _from_turn(labels: Labels, first: int) -> Labels:
    """Labels of samples taken in turn, from the turn of a thread's first on: a turn of its own; other labels as is."""
    return labels._replace(turn=np.array([first], np.int64)) if isinstance(labels, InTurn) else labels


def _equal_shares(n: int, n_jobs: int | None) -> list[slice]:
    return cuts(n, -(-n // n_threads(n_jobs)))


def _finish(model: Penalised | InBall, n_jobs: int | None) -> None:
    in_threads(lambda part: finish_pass(model, part.start, part.stop), _equal_shares(len(model.w), n_jobs), n_jobs)
