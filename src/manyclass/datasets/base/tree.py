"""The class tree: distances and siblings in it, and how a random one grows."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

CONSONANTS, VOWELS = "bdfgklmnprstvz", "aeiou"
LANGUAGES = ("fr", "de", "es", "it", "pt", "nl", "sv", "pl", "fi", "cs", "tr", "hu")


@dataclass(frozen=True, eq=False)
class Tree:
    """The class tree: the WordNet of a synthetic set.

    Nodes 0..G-1 are the classes in depth-first order, so that neighbours in the tree are neighbours in
    number. Synonyms share their parent, a concept node.

    Parameters
    ----------
    parent : int32 (nodes,)
        Number of each node's parent; -1 for the root.
    """

    parent: np.ndarray

    @cached_property
    def classes(self) -> int:
        """Number of leaves, which are the classes."""
        return len(self.parent) - len(np.unique(self.parent[self.parent >= 0]))

    @cached_property
    def paths(self) -> np.ndarray:
        """Nodes from the root down to each node: int32 (nodes, deepest), filled up with -1."""
        steps = [np.arange(len(self.parent), dtype=np.int32)]
        while (up := np.where(steps[-1] >= 0, self.parent[steps[-1]], -1)).max() >= 0:
            steps.append(up.astype(np.int32))
        upward = np.stack(steps, axis=1)
        downward = np.full_like(upward, -1)
        node, step = np.nonzero(upward >= 0)
        downward[node, (upward >= 0).sum(axis=1)[node] - 1 - step] = upward[node, step]
        return downward

    @cached_property
    def depth(self) -> np.ndarray:
        """Edges between each node and the root: int64 (nodes,)."""
        return (self.paths >= 0).sum(axis=1) - 1

    def distance(self, a, b) -> np.ndarray:
        """Edges on the path between nodes ``a`` and ``b`` (arrays of one shape): int64."""
        ours, theirs = self.paths[a], self.paths[b]
        shared = ((ours == theirs) & (ours >= 0)).sum(axis=-1) - 1
        return self.depth[a] + self.depth[b] - 2 * shared

    def siblings(self, g: int) -> np.ndarray:
        """Other classes below the parent of class ``g``: int64, ascending."""
        same = np.flatnonzero(self.parent[: self.classes] == self.parent[g])
        return same[same != g]


def split_concepts(counts, branching, evenness, rng) -> np.ndarray:
    """Share the concepts of each node among its children, at least one each.

    Parameters
    ----------
    counts : int64 (nodes,)
        Concepts below each node.
    branching : int
        Most children of a node.
    evenness : float
        Concentration of the Dirichlet shares; inf for equal ones.
    rng : Generator
        Draws the shares.

    Returns
    -------
    int64 (nodes, branching)
        Concepts of each child, 0 where there is none.
    """
    shape = (len(counts), branching)
    children = np.minimum(counts, branching)[:, None]
    exists = np.arange(branching) < children
    shares = np.where(exists, np.ones(shape) if np.isinf(evenness) else rng.gamma(evenness, size=shape), 0.0)
    shares /= np.maximum(shares.sum(axis=1, keepdims=True), np.finfo(float).tiny)
    spare = counts[:, None] - children
    extra = np.floor(shares * spare).astype(np.int64)
    left = spare - extra.sum(axis=1, keepdims=True)
    return exists + extra + (exists & (np.arange(branching) < left))


def grow(concepts, levels, evenness, rng) -> list[np.ndarray]:
    """Grow a random tree over ``concepts`` leaves, all ``levels`` edges below the root.

    A node splits into about the same number of children at every level, except that the last level has one
    child for each concept.

    Returns
    -------
    list of int64 (nodes of the level,)
        For each level, top first, which node of the level above is each node's parent; ascending.
    """
    branching = max(1, round(concepts ** (1 / levels)))
    counts, ups = np.array([concepts]), []
    for _ in range(levels - 1):
        children = split_concepts(counts, branching, evenness, rng)
        up, child = np.nonzero(children)
        counts = children[up, child]
        ups.append(up)
    return [*ups, np.repeat(np.arange(len(counts)), counts)]


def attach_classes(ups, concept) -> Tree:
    """Attach the classes to a grown tree of concepts.

    Parameters
    ----------
    ups : list of int64 arrays
        The tree of concepts, as `grow` gives it.
    concept : int64 (G,)
        Concept of each class, ascending. A concept that several classes name becomes a node above them;
        the only class of a concept takes the concept's own place.

    Returns
    -------
    Tree
        Classes first, then concept nodes, then the levels from the bottom up, the root last.
    """
    synonyms = np.bincount(concept)
    several = synonyms > 1
    above = np.cumsum([len(concept) + several.sum(), *(len(up) for up in reversed(ups[:-1]))])
    of_concept = above[0] + ups[-1]
    node = len(concept) + np.cumsum(several) - 1
    of_class = np.where(several, node, of_concept)[concept]
    inner = [base + up for base, up in zip(above[1:], reversed(ups[:-1]))]
    return Tree(np.concatenate([of_class, of_concept[several], *inner, [-1]]).astype(np.int32))


def word(number) -> str:
    """Spell a number in syllables: ``word(0)`` is 'ba', ``word(70)`` is 'beba'."""
    head, tail = divmod(number, len(CONSONANTS) * len(VOWELS))
    syllable = CONSONANTS[tail // len(VOWELS)] + VOWELS[tail % len(VOWELS)]
    return (word(head) if head else "") + syllable


def names(ups, concept) -> list[str]:
    """Name the classes by the concept's place in the tree, and synonyms by a language: 'ba-ki-mo (fr)'."""
    level = [""]
    for up in ups:
        child = np.arange(len(up)) - np.searchsorted(up, up)
        level = [f"{level[u]}-{word(j)}".lstrip("-") for u, j in zip(up.tolist(), child.tolist())]
    nth = np.arange(len(concept)) - np.searchsorted(concept, concept)
    return [level[c] + _language(j) for c, j in zip(concept.tolist(), nth.tolist())]


def _language(nth) -> str:
    if nth == 0:
        return ""
    again, which = divmod(nth - 1, len(LANGUAGES))
    return f" ({LANGUAGES[which]}{again + 1 if again else ''})"
