"""What a sample adds to the mean of its class's mode: how large, of what shape, and how far its tails reach."""

import numpy as np
from threadpoolctl import threadpool_limits

# Shapes that all modes of all classes share. Had every class its own, one sample would name its class by its shape
# alone: with 1,024 of them the Bayes-optimal classifier of 1,000 classes makes no error, and is no ceiling for anybody.
SHAPES = 8
# Standard deviation that stays along the directions which a piece leaves out. A hundredth of the variance leaves nine
# tenths of it inside a piece of a tenth of the directions. Were nothing left, a class would have no density, hence the
# set no Bayes-optimal classifier; a hundredfold range of the variances is no matter in float32.
LEFT = 0.1


class WithinClass:
    """Noise of the samples, in the basis of its principal directions, then stretched along them.

    A sample of class g differs from the mean of the mode it shows by

        size_g · t · (z * shape) @ stretch        z ~ N(0, I),  t² = (tails - 2) / χ²(tails), one t a sample

    Parameters
    ----------
    parameters : FeatureVectors
        Sizes, shapes, tails.
    variance : float64 (d,)
        Variances of the noise along its principal directions.
    rotation : float64 (d, d)
        The principal directions, in columns.
    concept : int64 (G,)
        Concept of each class, ascending; classes of one concept have one size and the same shapes.
    modes : int
        Of each class.
    rng : Generator
        Draws sizes and shapes.

    Attributes
    ----------
    stretch : float32 (d, d)
        The principal directions in rows, as long as the standard deviations along them, once `rotate` was called.
    size : float32 (G,)
        Standard deviation of each class, as a factor.
    shapes : float32 (at most SHAPES, d)
        Standard deviations along the principal directions, as factors that keep the total variance.
    shape : int64 (G, modes)
        Which shape each mode of each class has.
    tails : float
        Degrees of freedom of the Student distribution; inf for the normal one.
    """

    def __init__(self, parameters, variance, rotation, concept, modes, rng):
        """Draw the classes' sizes and shapes."""
        p = parameters
        self.variance, self.rotation, self.tails = variance, rotation, p.tails
        self.sized, self.shaped = p.size_spread > 0, p.shape_spread > 0 or p.piece < 1
        deviation = np.sqrt(np.log1p(p.size_spread**2))  # of the logarithm of a factor of mean 1
        concepts = concept[-1] + 1
        variance_factor = np.exp(rng.normal(0, deviation, concepts) - deviation**2 / 2)
        self.size = np.sqrt(variance_factor).astype(np.float32)[concept]
        pool = min(SHAPES, concepts * modes) if self.shaped else 1
        self.shapes = self._shapes(pool, p.shape_spread, p.piece, rng)
        self.shape = rng.integers(pool, size=(concepts, modes))[concept]

    def _shapes(self, pool, spread, piece, rng) -> np.ndarray:
        """Draw shapes of the noise's total variance: float32 (pool, d)."""
        kept = np.arange(len(self.variance)) < max(1, round(piece * len(self.variance)))
        kept = rng.permuted(np.broadcast_to(kept, (pool, len(kept))), axis=1)
        shapes = np.where(kept, 1, LEFT) * rng.lognormal(0, spread, kept.shape)
        total = np.sqrt(self.variance.sum() / (shapes**2 @ self.variance))
        return (shapes * total[:, None]).astype(np.float32)

    def covariance(self, prior, shares) -> np.ndarray:
        """Average covariance under the class prior and the modes' shares, before `rotate`: float64 (d, d)."""
        shape, weight = self.shape.ravel(), np.outer(prior, shares)
        factor = np.bincount(shape, (weight * self.size[:, None] ** 2).ravel(), len(self.shapes)) @ self.shapes**2
        factor /= np.bincount(shape, weight.ravel()).sum()
        return (self.rotation * (self.variance * factor)) @ self.rotation.T

    def rotate(self, axes) -> None:
        """Express the principal directions in the basis of ``axes``, its columns."""
        self.stretch = (np.sqrt(self.variance)[:, None] * (self.rotation.T @ axes)).astype(np.float32)

    def scale(self, factor) -> None:
        """Scale the space, in place."""
        self.stretch *= np.float32(factor)

    def samples(self, shown, mode, rng) -> np.ndarray:
        """Draw the noise of samples of the classes ``shown``, of these modes: float32 (len(shown), d)."""
        X = rng.standard_normal((len(shown), len(self.stretch)), dtype=np.float32)
        if self.shaped:
            X *= self.shapes.take(self.shape[shown, mode], axis=0)
        if self.sized:
            X *= self.size[shown, None]
        if self.tails < np.inf:
            X *= np.sqrt((self.tails - 2) / rng.chisquare(self.tails, (len(X), 1))).astype(np.float32)
        with threadpool_limits(1, user_api="blas"):
            return X @ self.stretch
