"""Three classes of the plane, the second between the others: where one-vs-all fails (Hazan & Singer, lecture 11).

The lecture's picture is not in its text, its matrix W is: [[-1, 1], [0, √2], [1, 1]] is right where the classes lie in
the directions of its rows. They are discs here, around (-1, 1), (0, 1) and (1, 1), then scaled to mean norm 1. No line
has the second class on one side and the others on the other, not even one that misses the origin.
"""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from manyclass.datasets.base import Part, Split, Tree
from manyclass.datasets.base.streams import sequence, stream

W = np.array([[-1, 1], [0, np.sqrt(2)], [1, 1]])
CENTRES = np.array([[-1, 1], [0, 1], [1, 1]])
PARTS = ("train", "valid", "test")


@dataclass(frozen=True)
class ThreeClasses:
    """Sizes of the parts, and the radius of the discs, at which W is right below sin(π/8) = .38.

    Parameters
    ----------
    train, valid, test : int
        Samples of each part, of all classes as many, within one.
    radius : float
        Of the discs, before the scaling.
    classes, features : int
        What the plane has.
    """

    train: int
    valid: int
    test: int
    radius: float = 0.3
    classes: int = 3
    features: int = 2

    def split(self, seed) -> Split:
        """Draw the set; the Bayes-optimal ranking is that by W, which makes no error."""
        places = {part: self._draw(stream(sequence(seed), number), part) for number, part in enumerate(PARTS)}
        mean = np.linalg.norm(places["train"], axis=1).mean()
        parts = {name: Part((X / mean).astype(np.float32), _labels(len(X))) for name, X in places.items()}
        bayes_ranking = np.argsort(-places["test"] @ W.T, axis=1).astype(np.int32)
        names = ["left", "middle", "right"]
        return Split(**parts, tree=Tree(np.array([3, 3, 3, -1], np.int32)), names=names, bayes_ranking=bayes_ranking)

    def _draw(self, rng, part) -> np.ndarray:
        """Uniform on the discs, class by class in turn: float64 (n, 2)."""
        n = getattr(self, part)
        angle, length = 2 * np.pi * rng.random(n), self.radius * np.sqrt(rng.random(n))
        return CENTRES[np.arange(n) % 3] + np.column_stack([length * np.cos(angle), length * np.sin(angle)])


def _labels(n) -> csr_array:
    y = np.arange(n, dtype=np.int32) % 3
    return csr_array((np.ones(n, np.int8), y, np.arange(n + 1, dtype=np.int32)), shape=(n, 3))


STANDARD = ThreeClasses(train=300, valid=300, test=900)
SCALES = {"smoke": ThreeClasses(train=60, valid=60, test=90), "standard": STANDARD, "full": STANDARD}
# The discs lie where W says, and no line has the middle one on its own side; so its predictor has no sign to go by.
