"""The card of a data set: how large, how skewed, how ambiguous, and how well one can do on it at all."""

import json
from pathlib import Path

import numpy as np
from scipy.sparse import issparse

from manyclass.protocol.data.repeated import seen
from manyclass.protocol.metrics.ranking import evaluate

CARD = "card.json"  # in the folder of a draw
# What another seed draws anew: all of a set of the package, classes and samples; of a user's data which sample, or
# which group of samples, is in which part, or in train and validation where the test part is given, or nothing.
DRAWN, RESPLIT = "drawn anew for every seed", "one set, split anew for every seed"
GROUPED = "one set, its groups split anew for every seed"
TEST_GIVEN, GIVEN = "test given, the rest split anew for every seed", "given"


def card(name, scale, split, drawn=DRAWN) -> dict:
    """Describe a draw of a data set.

    Parameters
    ----------
    name, scale : str
        What the set is called.
    split : Split
        The draw.
    drawn : str
        `DRAWN`, `RESPLIT`, `GROUPED`, `TEST_GIVEN` or `GIVEN`.

    Returns
    -------
    dict
        ``split``, how the samples came to their parts, as `drawn` says; sizes; ``classes_per_feature``; of train
        ``labels_per_sample`` and ``multi_label``, the share of the samples given several, ``class_size``, the
        samples given the smallest, the median and the largest class, and ``size_skew``, the largest over the median;
        ``density`` of X; of a user's data ``test_in_train``, how many samples of test have the features of one in
        train; and ``controls``, the metrics on test of the class prior and of the generator's
        Bayes-optimal classifier (None without a generator); its ``samples`` says on how many, the first of test.
    """
    Y = split.train.Y
    labels, sizes = np.diff(Y.indptr), np.bincount(Y.indices, minlength=Y.shape[1])
    return {
        "name": name,
        "scale": scale,
        "split": drawn,
        "classes": Y.shape[1],
        "features": split.train.X.shape[1],
        **{part: getattr(split, part).Y.shape[0] for part in ("train", "valid", "test")},
        "classes_per_feature": Y.shape[1] / split.train.X.shape[1],
        "labels_per_sample": float(labels.mean()),
        "multi_label": float((labels > 1).mean()),
        "class_size": {"min": int(sizes.min()), "median": float(np.median(sizes)), "max": int(sizes.max())},
        "size_skew": float(sizes.max() / np.median(sizes)),
        "density": split.train.X.nnz / np.prod(split.train.X.shape) if issparse(split.train.X) else 1.0,
        **({} if drawn == DRAWN else {"test_in_train": seen(split)}),
        "controls": {
            "class_prior": evaluate(prior_ranking(split), split.test.Y, split.tree),
            "bayes_optimal": _ceiling(split),
        },
    }


def _ceiling(split) -> dict | None:
    """Metrics of the generator's ranking and ``samples``, on how many of test; None without one."""
    if (optimal := split.bayes_ranking) is None:
        return None
    n = optimal.shape[0]
    return evaluate(optimal, split.test.Y[:n], split.tree) | {"samples": n}


def prior_ranking(split) -> np.ndarray:
    """Rank the classes by how often train gives them, ties by number: int64 (n_test, at most 10)."""
    classes, sizes = np.unique(split.train.Y.indices, return_counts=True)
    best = classes[np.argsort(-sizes, kind="stable")[:10]]
    return np.broadcast_to(best, (split.test.Y.shape[0], len(best)))


def is_given(folder) -> bool:
    """Whether the card in the folder of a draw, if there is one, says that a user gave the split."""
    return _card_in(folder).get("split") == GIVEN


def alike(folder, other) -> bool:
    """Whether two draws have as many classes, features and samples to train on, as far as their folders have cards."""
    one, two = _card_in(folder), _card_in(other)
    return all(one.get(name) == two.get(name) for name in ("classes", "features", "train"))


def _card_in(folder) -> dict:
    path = Path(folder) / CARD
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
