"""A pass of the embedding models in several threads: the bytes of `manyclass.kernels.embedding.epoch`.

What is worked on panel by panel, W and the scores of a block, is shared out. The steps of a block go one after the
other, in one thread, which also scores classes again where a block's scores have become doubtful.
"""

from functools import partial

from manyclass.kernels.embedding.block import BLOCK, PANEL, begin_block, load_panel
from manyclass.kernels.embedding.epoch import end_pass, make_steps
from manyclass.kernels.embedding.score_cache import CLASS_PANEL, measure_classes, score_classes
from manyclass.kernels.embedding.search import begin_search
from manyclass.kernels.sgd.rule import Counts
from manyclass.methods.base.threads import in_threads

# Classes that a thread takes at a time: a call from here costs little beside scoring as many.
PIECE = 4 * CLASS_PANEL


def is_worth_threads(n_classes: int) -> bool:
    """Whether there are enough classes to share out."""
    return n_classes > PIECE


def epoch_in_threads(rows, labels, model, rule, last, first, rng, workspace, n_jobs) -> Counts:
    """What `manyclass.kernels.embedding.epoch.epoch` does, with the same arguments, in ``n_jobs`` threads."""
    n, V = len(labels.indptr) - 1, model.embedding.V
    block, query = workspace.block, workspace.query
    measure_classes(query.cache, model.discriminant)
    of_W, of_classes = _pieces(len(model.embedding.scale), PANEL), _pieces(labels.n_classes, PIECE)
    load, score = partial(load_panel, rows, block, V), partial(score_classes, query.cache)
    for start in range(0, n, BLOCK):
        begin_block(rows, labels, block, rng)
        in_threads(lambda piece: load(*piece), of_W, n_jobs)
        if begin_search(query):
            in_threads(lambda piece: score(*piece), of_classes, n_jobs)
        steps = min(BLOCK, n - start)
        make_steps(rows, labels, model, rule, last, workspace, first + start, steps, rng)
    end_pass(rows, model, block)
    return Counts(*workspace.counts.tolist())


def _pieces(n: int, size: int) -> list[tuple[int, int]]:
    """(first, last + 1) of pieces that begin at multiples of ``size``."""
    return [(first, min(first + size, n)) for first in range(0, n, size)]
