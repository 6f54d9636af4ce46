"""What the record keeps of a label tree: counted and timed costs, local measures, its partition and paths."""

import time

import numpy as np

from manyclass.protocol.metrics.ranking import single_labels


def costs(estimator, part) -> dict | None:
    """What a fitted tree cost to train, and costs on the samples of a part; None for other estimators.

    ``training`` and ``kept`` vector operations per training sample, over all and over those not given up, and the
    ``additions`` really made; ``structure``, the operations before the tree's own weights were trained, None where
    there are none; ``test`` dot products per sample, ``prediction_s`` seconds for all; ``local_loss`` and
    ``ambiguity`` lists, one number a depth (Deng et al. 2011, table 2).
    """
    if not hasattr(estimator, "local_measures"):
        return None
    loss, ambiguity = estimator.local_measures(part.X, single_labels(part.Y))
    started = time.perf_counter()
    estimator.predict(part.X)
    return {
        "prediction_s": time.perf_counter() - started,
        "training": estimator.training_operations_,
        "kept": estimator.kept_operations_,
        "additions": float(estimator.training_counts_[:, 1].mean()),
        "structure": getattr(estimator, "structure_operations_", None),
        "test": estimator.test_operations(part.X),
        "local_loss": loss.tolist(),
        "ambiguity": ambiguity.tolist(),
    }


def views(estimator, part) -> dict[str, np.ndarray]:
    """A tree's arrays by name, of which there are none for other estimators.

    ``starts`` int32 (V + 1,) as in `manyclass.methods.base.trees.nodes.LabelNodes`; ``set_starts`` int32 (V + 1,) and
    ``set_classes`` int32: the label sets of the nodes, one after the other; ``paths`` int32 (n, H + 1) of the
    samples of a part.
    """
    if not hasattr(estimator, "local_measures"):
        return {}
    tree = estimator.tree_
    return {
        "starts": tree.starts,
        "set_starts": tree.labels.indptr.astype(np.int32),
        "set_classes": tree.labels.indices.astype(np.int32),
        "paths": estimator.paths(part.X),
    }
