"""How near pairs of classes are in the class tree, and how near they would be by chance.

By chance: the other class drawn uniformly from all the others, computed exactly from the tree. ``tree`` is a
`manyclass.datasets.base.Tree` throughout.
"""

import numpy as np

from manyclass.protocol.claims import claim

NEARER = "are nearer in the class tree", "share their parent more often"


def chance(tree, g) -> tuple[np.ndarray, np.ndarray]:
    """Expected tree distance, and chance of the same parent, of each class in `g` and another one.

    Parameters
    ----------
    tree : Tree
    g : ndarray of int, shape (n,)
        Class numbers.

    Returns
    -------
    distance, same_parent : ndarray, shape (n,), float64
    """
    n_others, all_classes = tree.classes - 1, np.arange(tree.classes)
    classes, position = np.unique(g, return_inverse=True)
    edges = np.array([tree.distance(np.full_like(all_classes, h), all_classes).sum() for h in classes])
    siblings = np.bincount(tree.parent[: tree.classes])[tree.parent[g]] - 1
    return edges[position] / n_others, siblings / n_others


def nearness(tree, g, h) -> dict[str, tuple[float, float]]:
    """Mean over the pairs (g, h), arrays of one shape (n,), beside chance; nan where there is no pair.

    Returns
    -------
    dict of str to (measured, chance)
        ``distance``: edges between the two; ``same_parent``: share with the same parent.
    """
    if not len(g):
        return {"distance": (np.nan, np.nan), "same_parent": (np.nan, np.nan)}
    distance, same_parent = chance(tree, g)
    return {
        "distance": (float(tree.distance(g, h).mean()), float(distance.mean())),
        "same_parent": (float((tree.parent[g] == tree.parent[h]).mean()), float(same_parent.mean())),
    }


def claims(statement, subject, measured, *, on=(), printed="") -> list:
    """Test that pairs are nearer than by chance.

    Parameters
    ----------
    statement : str
        Id of the statement tested.
    subject : str
        What the pairs are, in the plural.
    measured : list of dict
        `nearness` of each draw.
    on, printed
        As `manyclass.protocol.claims.claim.greater` takes them.
    """
    distance, same = (np.array([draw[name] for draw in measured]).T for name in ("distance", "same_parent"))
    nearer, siblings = (f"{subject} {what} than by chance" for what in NEARER)
    show = "{:+.2f} edges".format
    return [
        claim.greater(statement, nearer, distance[1], distance[0], on=on, printed=printed, show=show),
        claim.ratio(statement, siblings, *same, 1, np.inf, on=on, printed=printed),
    ]
