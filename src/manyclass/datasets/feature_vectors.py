"""Feature vectors of many confusable classes: the generator behind every dense set of the suite.

Concept means follow a class tree, synonyms name one concept, polysemous classes have several modes, and most
of the variance is nuisance that carries no label. Classes may differ in size and shape, lie on pieces of few
dimensions, and have heavy tails. Labels may be wrong, missing, or several. Its parameters are the causes that
decide the documents' results, so a claim can be tested as a function of its cause:

    concept means   mu_c = sum over the levels of the tree of spread_level · N(0, diag(between))
    classes         mu_g = mu_c(g) + apart · N(0, diag(between));  `group` synonyms name one concept
    places          a share `elsewhere` of a class's samples lies at a second place, as far from that of a class drawn
                    at random as a concept is from its parent
    samples         x = mu_g + sense + R · size_g · t · N(0, diag(shape² (nuisance² · within + isotropic²)))
                    between_j ∝ j^-class_decay, within_j ∝ j^-nuisance_decay, both of mean 1 over the first
                    `directions` features and 0 over the others;  R one random rotation of these directions
    size            size_g² log-normal of mean 1 and coefficient of variation `size_spread`
    shape           of each mode of a class, one of eight: log-normal factors exp(shape_spread · N(0, I)), a tenth
                    of these outside a random share `piece` of the directions; scaled to the same total variance
    tails           t² = (tails - 2) / chi²(tails), one t a sample: Student's distribution, of the same covariance
    then            centred, rotated to the principal axes of the population, scaled to mean norm 1,
                    as the kernel PCA of Gupta et al. 2014 (section 8.2) would give
    labels          the class and each of its synonyms with probability `given`; instead of all of them, with
                    probability `noise`, one class drawn from the class prior (a wrong click)
    class prior     ∝ rank^-zipf, the ranks in random order

Without sizes, shapes, pieces and tails all classes are normal with one covariance, the model of linear discriminant
analysis. The set of this file itself is a plain one: that model, clean labels, no synonyms, one mode; its variants are
the families of `manyclass.datasets.base.families`, which were fitted to signatures of real sets.
"""

import math
from dataclasses import dataclass, replace

from manyclass.datasets.base import Split
from manyclass.datasets.base.families import CLEAN, IMAGES, TEXTS
from manyclass.datasets.base.population import Population


@dataclass(frozen=True)
class FeatureVectors:
    """Parameters of one population of feature vectors, and the sizes of the sample drawn from it.

    Parameters
    ----------
    classes, features : int
        G and d.
    train, valid, test : int
        Samples of each part; train holds at least two of each class.
    spreads : tuple of float
        Standard deviation that each level of the class tree adds, from the top level to the concepts.
    evenness : float
        Concentration of the Dirichlet split of a tree node's concepts among its children: inf makes a
        balanced tree, 1 an irregular one.
    grouped, group, apart : float, int, float
        Share of the classes that have synonyms; classes that name one such concept; standard deviation of
        a class around its concept.
    given : float
        Probability that a synonym of a sample's class is given as a label too.
    modes, mode_spread : int, float
        Meanings of each class, equally likely; their standard deviation.
    class_decay, nuisance_decay : float
        Decay of the class spectrum and of the nuisance spectrum.
    nuisance, isotropic : float
        Root mean square per direction of the nuisance, and per feature of the isotropic noise, in the units of
        ``spreads``.
    directions : int, optional
        Directions in which classes, their modes and the nuisance vary; along the others there is isotropic noise alone.
        None for all.
    size_spread : float
        Coefficient of variation of the classes' variances around their modes' means.
    shape_spread : float
        Standard deviation of the logarithm of what a mode of a class is stretched by along each principal direction
        of nuisance and noise.
    piece : float
        Share of the principal directions along which a mode of a class spreads, in (0, 1]; along the others a tenth of
        the standard deviation stays.
    tails : float
        Degrees of freedom of the samples around their modes' means, above 2; inf for normal ones.
    noise : float
        Share of labels drawn from the class prior, of which a few are the right ones again.
    zipf : float
        Exponent of the class sizes, 0 for uniform.
    elsewhere : float
        Share of a class's samples that lie at its second place in the tree; 0 for none, and then only may there be
        several modes.
    clean_test : bool
        Whether the labels of the test part are all right.
    """

    classes: int
    features: int
    train: int
    valid: int
    test: int
    spreads: tuple[float, ...] = (0.6, 0.5, 0.6)
    evenness: float = 1.0
    grouped: float = 0.0
    group: int = 1
    apart: float = 0.0
    given: float = 0.5
    modes: int = 1
    mode_spread: float = 0.0
    class_decay: float = 0.5
    nuisance_decay: float = 1.5
    nuisance: float = 2.0
    isotropic: float = 1.0
    directions: int | None = None
    size_spread: float = 0.0
    shape_spread: float = 0.0
    piece: float = 1.0
    tails: float = math.inf
    noise: float = 0.0
    zipf: float = 0.0
    elsewhere: float = 0.0
    clean_test: bool = False

    def __post_init__(self):
        """Refuse sizes, shares and spreads that no set can have."""
        if self.train < 2 * self.classes:
            raise ValueError(f"train={self.train} is too few samples for two of each of the {self.classes} classes")
        for share in ("grouped", "given", "noise", "elsewhere"):
            if not 0 <= getattr(self, share) <= 1:
                raise ValueError(f"{share}={getattr(self, share)} is a share: it must lie in [0, 1]")
        for count in ("features", "group", "modes", "valid", "test"):
            if getattr(self, count) < 1:
                raise ValueError(f"{count}={getattr(self, count)} must be at least 1")
        for spread in ("apart", "mode_spread", "nuisance", "size_spread", "shape_spread"):
            if not 0 <= getattr(self, spread) < math.inf:
                raise ValueError(f"{spread}={getattr(self, spread)} is a spread: it must be finite, and 0 or more")
        if not all(0 <= spread < math.inf for spread in self.spreads):
            raise ValueError(f"spreads={self.spreads} must be finite, and 0 or more")
        if self.directions is not None and not 1 <= self.directions <= self.features:
            raise ValueError(f"directions={self.directions} must lie between 1 and features={self.features}")
        if not 0 < self.piece <= 1:
            raise ValueError(f"piece={self.piece} is a share of the directions: it must lie in (0, 1]")
        if not self.tails > 2:
            raise ValueError(f"tails={self.tails} must be above 2: up to 2 degrees of freedom there is no covariance")
        if self.modes * self.classes > self.train:
            each = self.train // self.classes
            raise ValueError(f"modes={self.modes} are more than the {each} samples of a class: take at most {each}")
        if self.grouped and self.group == 1:
            raise ValueError("group=1 leaves no synonyms: grouped must be 0")
        if self.elsewhere and self.modes > 1:
            raise ValueError(f"elsewhere={self.elsewhere} gives every class two modes: modes must be 1")
        if self.isotropic <= 0 or not self.spreads or self.evenness <= 0:
            raise ValueError("isotropic and evenness must be positive, and the tree needs one spread at least")

    def wrong(self, part) -> float:
        """Share of wrong labels in "train", "valid" or "test"."""
        return 0.0 if self.clean_test and part == "test" else self.noise

    def population(self, seed) -> Population:
        """The classes themselves, before any sample: a pure function of ``seed`` and the parameters."""
        return Population(self, seed)

    def split(self, seed) -> Split:
        """Draw the set.

        Parameters
        ----------
        seed : int or SeedSequence
            Decides every byte of the set together with the parameters.

        Returns
        -------
        Split
            Labels are drawn at once, ``X`` and ``bayes_ranking`` are `Blocks` made on demand.
        """
        return Population(self, seed).split()


VARIANTS = {"images": IMAGES, "clean": CLEAN, "texts": TEXTS}
STANDARD = FeatureVectors(classes=1000, features=64, train=100_000, valid=10_000, test=10_000)
SCALES = {
    "smoke": replace(STANDARD, classes=100, features=16, train=3000, valid=500, test=500),
    "standard": STANDARD,
    "full": replace(STANDARD, classes=10_000, features=512, train=5_000_000, valid=500_000, test=500_000),
}
