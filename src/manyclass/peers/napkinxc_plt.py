"""Probabilistic label tree of napkinXC, a public library of label trees (Jasinska-Kobus et al. 2020)."""

from manyclass.peers.napkinxc_hsm import HierarchicalSoftmax


class ProbabilisticLabelTree(HierarchicalSoftmax):
    """The same tree as `HierarchicalSoftmax`, but every child has a binary logistic regression of its own.

    It says whether a sample of the parent belongs to the child; so that the leaves' probabilities need not sum to one.
    All else, and the attributes, are as there.

    Parameters
    ----------
    children : int
        Children of a node, also of the lowest.
    C : float
        LIBLINEAR's weight of the losses.
    beam : int or None
        Nodes kept at every level in prediction; None: the most probable leaves are found exactly, best first.
    random_state : int, RandomState instance or None
        First clusters, orders.
    """

    _kind = "PLT"

    def __init__(self, children=8, C=10.0, beam=None, random_state=None):
        super().__init__(children, C, random_state)
        self.beam = beam

    def _search(self):
        if self.beam is None:
            return {"tree_search_type": "exact"}
        return {"tree_search_type": "beam", "beam_search_width": int(self.beam)}
