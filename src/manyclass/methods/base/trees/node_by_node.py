"""Training each node of a given label tree by itself, with the node learner of Deng et al. (2011)."""

from dataclasses import replace

import numpy as np

from manyclass.kernels.label_tree.descent import send
from manyclass.methods.base.samples import rows_of
from manyclass.methods.base.trees.growth import averaged_pass
from manyclass.methods.base.trees.joint import JointState
from manyclass.methods.base.trees.nodes import LabelNodes


def node_pass(
    X, y: np.ndarray, rows: np.ndarray, tree: LabelNodes, step: float, state: JointState, filtered: bool
) -> LabelNodes:
    """One pass over some rows at every node, in a new order at each; ``state`` changes.

    A node's loss is that of OP2 for its children, of which one holds the sample's class.

    Parameters
    ----------
    X : ndarray or csr_array (n, d) of float32
    y : ndarray (n,) of int32
        Class numbers.
    rows : ndarray (t,) of int
        Those to train on.
    tree : LabelNodes
        The structure, of disjoint children.
    step : float
        η.
    state : JointState
        Without an embedding.
    filtered : bool
        Whether a node is trained on the samples that its ancestors, trained before it, send there, as Deng et al.
        have it; otherwise on all samples of its classes.

    Returns
    -------
    LabelNodes
        The tree, its weights averaged over the steps; of nodes that no sample comes to, those it had.
    """
    data, mean, local = rows_of(X), tree.weights.copy(), np.zeros(len(y), np.int32)
    samples = {0: rows}
    for v in np.flatnonzero(tree.n_children):
        here = samples.pop(v)
        if not len(here):
            samples |= dict.fromkeys(range(tree.starts[v], tree.starts[v + 1]), here)
            continue
        labels, part = tree.labels[[v]].indices, slice(tree.starts[v] - 1, tree.starts[v + 1] - 1)
        local[here] = np.searchsorted(labels, y[here])
        membership = np.ascontiguousarray(tree.partition(v)[:, labels].toarray().T > 0)
        order, w = state.rng.permutation(here), state.w[part]
        state.w[part], mean[part] = averaged_pass(data, order, local, membership, step, w, state.counts)
        child = membership.argmax(axis=1)[local[here]]
        if filtered:
            sent = np.empty(len(here), np.int32)
            send(data, here, mean[part], sent)
            here, child = here[sent == child], child[sent == child]
        samples |= {tree.starts[v] + q: here[child == q] for q in range(len(w))}
    return replace(tree, weights=mean)
