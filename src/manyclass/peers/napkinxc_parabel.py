"""Parabel (Prabhu et al. 2018) by the label trees of napkinXC, a public library (Jasinska-Kobus et al. 2020)."""

from manyclass.peers.napkinxc_plt import ProbabilisticLabelTree


class Parabel(ProbabilisticLabelTree):
    """Binary trees of balanced 2-means clusters of classes, with a linear SVM at every child; their mean decides.

    A node of few enough classes has these as its children, so that a path ends in one-vs-rest among them. The SVMs have
    the squared hinge loss, of which the library makes probabilities. Defaults are the published settings. All else is
    as in `ProbabilisticLabelTree`, LIBLINEAR's primal solver, too.

    Parameters
    ----------
    C : float
        LIBLINEAR's weight of the losses.
    max_leaves : int
        Most classes of a node that is not split further.
    trees : int
        How many there are, of other first clusters.
    beam : int
        Nodes kept at every level in prediction.
    random_state : int, RandomState instance or None
        First clusters, orders.
    """

    def __init__(self, C=1.0, max_leaves=100, trees=3, beam=10, random_state=None):
        self.C = C
        self.max_leaves = max_leaves
        self.trees = trees
        self.beam = beam
        self.random_state = random_state

    def _options(self):
        trees = {"arity": 2, "max_leaves": int(self.max_leaves), "ensemble": int(self.trees)}
        nodes = {"loss": "squaredHinge", "liblinear_c": float(self.C), "liblinear_solver": "L2R_L2LOSS_SVC"}
        return {**trees, **nodes, "tree_search_type": "beam", "beam_search_width": int(self.beam)}
