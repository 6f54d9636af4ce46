"""Synthetic images: bags of local descriptors, whose features are what the documents on images vary.

An image is not drawn but described: ``descriptors`` rows of ``dimensions`` numbers, each with a place. They come from
a pool of Gaussian ``parts`` that all classes share:

    parts        centres R · N(0, spread² · diag(j^-1)), within a part N(0, I);  R one random rotation;  each part has
                 a height in the image that it prefers
    classes      are the leaves of a tree. Every node adds parts to those of its parent: `adds` of them, which take the
                 share `shares` of a class's descriptors, in Dirichlet(1) proportions; and it shifts the centres of
                 all its parts by `shifts` · N(0, diag(j^-1)), which tells relatives apart to features that see
                 more of a descriptor than the nearest word
    views        of a class, `views` of them, show its parts in proportions of their own, Dirichlet(turn · those of the
                 class), in one of `scenes` that all classes share, whose light is glow · N(0, diag(j^-1))
    an image     shows a view of its class, drawn uniformly. It mixes the parts in proportions drawn anew,
                 Dirichlet(burst · those of the view), with clutter: a share Beta(clutter) of its descriptors shows
                 the view's scene; the light on it, the scene's and light · N(0, diag(j^-1)), shifts all its
                 descriptors; these lie around the height of their part, `scatter` off
    unlike       images of a class are unlike each other by a factor f of its own, f = exp(unlike · U(-1, 1)): the
                 light on them is f times the above, and the odds of clutter f² times
    labels       one an image; of a share `noise` the image shows another class
    sizes        of train within a factor `skew`; equal in the other parts

    (variances diag(j^-1) are rotated as the parts are, and scaled to mean 1)

What a classifier is given is what an encoder of `manyclass.features` makes of the images, fitted on the first
images of train. Sets that differ in nothing but the encoder show the same images.
"""

import math
from dataclasses import dataclass

from sklearn.pipeline import Pipeline

from manyclass.datasets.base.album import Album
from manyclass.datasets.base.split import Split


@dataclass(frozen=True)
class Images:
    """Parameters of a population of images, the sizes of the sample drawn from it, and its features.

    Parameters
    ----------
    classes : int
        G.
    train, valid, test : int
        Images of each part; train holds at least two of each class.
    encoder : scikit-learn pipeline
        Of transformers of `manyclass.features`: makes features of bags (n, L, d + 2); not fitted, and never changed.
    vocabulary : int
        Images of train that a copy of the encoder is fitted on; all, where there are fewer.
    descriptors, dimensions : int
        L and d, of every image.
    parts, spread : int, float
        Gaussians of the pool, and the root mean square of their centres.
    adds, shares, shifts : tuple of int, float and float
        What each level of the class tree does, from the top level to the classes: parts, their share, shifts.
    burst : float
        Concentration of an image's proportions around its view's: small where few parts fill an image.
    views : int
        Views of each class; 0 for none, when an image has its class's proportions and any scene.
    turn : float
        Concentration of a view's proportions around its class's: small where views differ; inf where they do not.
    scenes, clutter : int, (float, float)
        Kinds of clutter, each of as many parts as a class; parameters of its share's Beta distribution.
    glow, light, scatter : float
        Root mean squares of the shifts common to a scene, 0 for none, and to an image; standard deviation of a
        descriptor's height.
    unlike : float
        Largest logarithm of a class's factor; 0 where all classes vary alike.
    noise, skew : float
        Share of wrong labels; largest class of train over the smallest.
    """

    classes: int
    train: int
    valid: int
    test: int
    encoder: Pipeline
    vocabulary: int = 1000
    descriptors: int = 100
    dimensions: int = 24
    parts: int = 200
    spread: float = 1.5
    adds: tuple[int, ...] = (25, 8)
    shares: tuple[float, ...] = (0.85, 0.15)
    shifts: tuple[float, ...] = (0.25, 0.3)
    burst: float = 6.0
    views: int = 0
    turn: float = math.inf
    scenes: int = 20
    clutter: tuple[float, float] = (2.0, 2.0)
    glow: float = 0.0
    light: float = 0.9
    scatter: float = 0.1
    unlike: float = 0.0
    noise: float = 0.03
    skew: float = 4.0

    def __post_init__(self):
        """Refuse sizes and shares that no set can have."""
        if self.skew < 1:
            raise ValueError(f"skew={self.skew} is the largest class over the smallest: it must be at least 1")
        if self.train < 2 * self.skew * self.classes:
            raise ValueError(
                f"train={self.train} is too few images for two of the smallest of {self.classes} classes "
                f"of skew={self.skew}"
            )
        if self.classes < 2:
            raise ValueError(f"classes={self.classes} leave nothing to tell apart")
        for count in ("valid", "test", "vocabulary", "descriptors", "dimensions", "parts", "scenes"):
            if getattr(self, count) < 1:
                raise ValueError(f"{count}={getattr(self, count)} must be at least 1")
        if not 0 <= self.noise <= 1:
            raise ValueError(f"noise={self.noise} is a share: it must lie in [0, 1]")
        if not len(self.adds) == len(self.shares) == len(self.shifts) > 0:
            raise ValueError("adds, shares and shifts describe the same levels of the class tree, one at least")
        if self.burst <= 0 or self.turn <= 0 or min(self.clutter) <= 0 or min(self.adds) < 1:
            raise ValueError("burst, turn, clutter and adds must be positive")
        for none in ("views", "glow", "unlike"):
            if getattr(self, none) < 0:
                raise ValueError(f"{none}={getattr(self, none)} must be at least 0, which is none")

    @property
    def features(self) -> int:
        """Features that the encoder makes of an image."""
        width = self.dimensions
        for _, step in self.encoder.steps:
            width = step.n_features(width)
        return width

    def split(self, seed) -> Split:
        """Draw the set.

        Parameters
        ----------
        seed : int or SeedSequence
            Decides every byte of the set together with the parameters.

        Returns
        -------
        Split
            Labels and the encoder are made at once, ``X`` are `Blocks` made on demand.
            There is no Bayes-optimal ranking.
        """
        return Album(self, seed).split()
