"""Which child of a node holds which class: OP3 and OP3' of Deng et al. (2011), as fractional knapsacks.

With fixed weights, let n_qk of the m examples at a node be of class k and go to child q, and n_q = Σ_k n_qk. A choice
of P (Q, K) has the loss L = 1 - Σ P_qk n_qk / m and the ambiguity A = Σ P_qk n_q / (m K). The document solves a linear
program and rounds; one coupling constraint and a box are a knapsack, which sorting by n_qk / n_q solves exactly, with
one fraction at most.
"""

import numpy as np


def least_loss(counts: np.ndarray, max_ambiguity: float) -> np.ndarray:
    """OP3': the least loss with an ambiguity of at most δ; the fraction rounded down.

    Parameters
    ----------
    counts : ndarray (Q, K) of int
        n_qk.
    max_ambiguity : float
        δ.

    Returns
    -------
    ndarray (Q, K) of bool
        P; its loss is at most max_k Σ_q n_qk / m above the optimum (theorem 4.3). No n_qk = 0 is held.
    """
    gain, cost, order = _by_ratio(counts)
    capacity = max_ambiguity * counts.sum() * counts.shape[1]
    # The capacity is a product of floats, the costs are integers; a cap met exactly counts as met.
    fits = np.cumsum(cost[order]) <= capacity * (1 + 1e-12)
    return _chosen(order[fits & (gain[order] > 0)], counts.shape)


def least_ambiguity(counts: np.ndarray, max_loss: float) -> np.ndarray:
    """OP3: the least ambiguity with a loss of at most ε; the fraction rounded up.

    Parameters
    ----------
    counts : ndarray (Q, K) of int
        n_qk.
    max_loss : float
        ε.

    Returns
    -------
    ndarray (Q, K) of bool
        P; its ambiguity is at most 1 / K above the optimum (theorem 4.2). No n_qk = 0 is held.
    """
    gain, _, order = _by_ratio(counts)
    needed = (1 - max_loss) * counts.sum()
    before = np.cumsum(gain[order]) - gain[order]
    return _chosen(order[(before < needed * (1 - 1e-12)) & (gain[order] > 0)], counts.shape)


def least_disjoint_loss(counts: np.ndarray, max_ambiguity: float) -> np.ndarray:
    """OP3' of children that share no class: the least loss with an ambiguity of at most δ, rounded down. Not printed.

    The linear program has one constraint more for each class, that its entries sum to one at most. At a price λ of the
    ambiguity every class goes to the child with the largest n_qk - λ n_q above 0, if any; the λ is sought at which the
    ambiguity meets the cap. Of the classes that change their child there, those that cost least change first.

    Parameters
    ----------
    counts : ndarray (Q, K) of int
        n_qk.
    max_ambiguity : float
        δ.

    Returns
    -------
    ndarray (Q, K) of bool
        P, with one child at most for each class; its loss is at most max_k Σ_q n_qk / m above that of the linear
        program.
    """
    cost = np.append(counts.sum(axis=1), 0)  # the last is that of no child
    capacity = max_ambiguity * counts.sum() * counts.shape[1] * (1 + 1e-12)
    dear, cheap = 1.0, 0.0  # at the first price nothing is held, as n_qk ≤ n_q
    chosen, wanted = _at_price(counts, dear), _at_price(counts, cheap)
    # Prices at which a class changes its child are ratios of counts: further apart than the last interval is wide.
    for _ in range(50):
        price = (dear + cheap) / 2
        children = _at_price(counts, price)
        if cost[children].sum() <= capacity:
            dear, chosen = price, children
        else:
            cheap, wanted = price, children
    more = cost[wanted] - cost[chosen]
    order = np.argsort(more, kind="stable")
    fits = order[np.cumsum(more[order]) <= capacity - cost[chosen].sum()]
    chosen[fits] = wanted[fits]
    P = chosen == np.arange(len(counts))[:, None]
    return P & (counts > 0)


def _at_price(counts, price):
    """The child of each class at a price of the ambiguity, int64 (K,): Q for none."""
    worth = np.where(counts > 0, counts - price * counts.sum(axis=1, keepdims=True), -np.inf)
    children = worth.argmax(axis=0)
    return np.where(worth.max(axis=0) > 0, children, len(counts))


def ambiguity(P: np.ndarray, counts: np.ndarray) -> float:
    """A(P): the mean share of the classes that is held where an example goes."""
    return float((P * counts.sum(axis=1, keepdims=True)).sum() / (counts.sum() * counts.shape[1]))


def _by_ratio(counts):
    """Gain n_qk and cost n_q of every (q, k), flat, and their order by gain per cost, best first."""
    gain = counts.ravel()
    cost = np.repeat(counts.sum(axis=1), counts.shape[1])
    ratio = np.divide(gain, cost, out=np.zeros(gain.shape), where=cost > 0)
    return gain, cost, np.argsort(-ratio, kind="stable")


def _chosen(places, shape):
    P = np.zeros(shape, bool)
    P.ravel()[places] = True
    return P
