"""What the record keeps of a label tree: counted and timed costs, local measures, its partition and paths."""

import time

import numpy as np

from manyclass.methods.base.samples import one_class_each


def costs(tree, part) -> dict[str, object]:
    """What a fitted `LabelTreeClassifier` cost to train, and costs on the samples of a part.

    ``training`` and ``kept`` vector operations per training sample, over all and over those not given up, and the
    ``additions`` really made; ``structure``, the operations before the tree's own weights were trained, None where
    there are none; ``test`` dot products per sample, ``prediction_s`` seconds for all; ``local_loss`` and
    ``ambiguity`` lists, one number a depth (Deng et al. 2011, table 2).
    """
    loss, ambiguity = tree.local_measures(part.X, tree.classes_[one_class_each(part.Y)])
    started = time.perf_counter()
    tree.predict(part.X)
    return {
        "prediction_s": time.perf_counter() - started,
        "training": tree.training_operations_,
        "kept": tree.kept_operations_,
        "additions": float(tree.training_counts_[:, 1].mean()),
        "structure": tree.structure_operations_,
        "test": tree.test_operations(part.X),
        "local_loss": loss.tolist(),
        "ambiguity": ambiguity.tolist(),
    }


def arrays(tree, part) -> dict[str, np.ndarray]:
    """A fitted `LabelTreeClassifier` in arrays.

    ``starts`` int32 (V + 1,) as in `manyclass.methods.base.trees.nodes.LabelNodes`; ``set_starts`` int32 (V + 1,) and
    ``set_classes`` int32: the label sets of the nodes, one after the other; ``paths`` int32 (n, H + 1) of the
    samples of a part.
    """
    nodes = tree.tree_
    return {
        "starts": nodes.starts,
        "set_starts": nodes.labels.indptr.astype(np.int32),
        "set_classes": nodes.labels.indices.astype(np.int32),
        "paths": tree.paths(part.X),
    }
