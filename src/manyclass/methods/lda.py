"""Linear discriminant analysis: the nearest mean under the classes' pooled covariance (Hastie et al. 2001)."""

from collections.abc import Iterator

import numpy as np
import scipy.sparse as sp
from scipy.linalg import cho_factor, cho_solve
from scipy.special import softmax

from manyclass.methods.base.classifier import ManyClassClassifier
from manyclass.methods.base.parameters import AT_LEAST_ONE, N_JOBS, SHARE, one_of
from manyclass.methods.base.pooled_covariance import ROWS, Pooled, ledoit_wolf, pooled, principal_components
from manyclass.methods.base.scores import inner_products
from manyclass.methods.base.threads import cuts, in_threads

MOST_FEATURES = 10_000  # of which the covariance takes 800 MB
RIDGE = 1e-8  # in units of a feature's variance
CLASSES = 4096  # whose vectors are solved for at a time


class LinearDiscriminantAnalysis(ManyClassClassifier):
    """f(x; g) = w_gᵀ(x - x̄) - ½ w_gᵀ(mean_g - x̄) + log π_g, with w_g = Σ⁻¹ (mean_g - x̄); in closed form.

    Σ is the mean of (x - mean_g)(x - mean_g)ᵀ over all samples, the estimate of maximum likelihood; a sample of several
    right classes counts in each of them. Where classes are Gaussians with one covariance, f is the logarithm of their
    posterior probability but for a constant.

    ``sklearn.discriminant_analysis.LinearDiscriminantAnalysis`` is the same classifier. It takes neither sparse X nor
    several right classes, holds several copies of X or a covariance for each class, and estimates the shrinkage class
    by class, from as many samples as each has. Here the data stay as they are, in float32; sums are float64.

    No covariance is too singular: 1e-8 of the variance of every feature is added to its diagonal. So constant features
    and such as repeat others have no effect; where classes differ in directions in which none of them varies, as
    always if there are more features than samples, or one sample a class, the nearest mean in these directions decides.

    Parameters
    ----------
    priors : {"empirical", "uniform"}
        π_g: the classes' shares of the labels, or 1/G, for the mean over classes.
    shrinkage : float, "auto" or None
        ρ in [0, 1] of Σ ← (1 - ρ) Σ + ρ μ I, where features are scaled to variance one, and μ is the mean of the
        diagonal; None is 0. "auto" estimates ρ by Ledoit & Wolf (2004) from the samples of all classes together.
    components : int or None
        Largest principal components of the samples in which classes are told apart, min(components, d) of them; None
        for all features. Where few of many features tell classes apart, the errors of the means along all others, which
        Σ⁻¹ makes as large as any, are left out.
    n_jobs : int or None
        Threads, with the same result whatever their number; None is 1, -1 all cores.

    Attributes
    ----------
    coef_ : ndarray (G, d) of float32
        w.
    intercept_ : ndarray (G,) of float64
        f less ``coef_ @ x``.
    mean_ : ndarray (d,) of float32
        x̄.
    shrinkage_ : float
        ρ.
    """

    citation = "Hastie, Tibshirani & Friedman (2001), section 4.3; shrinkage: Ledoit & Wolf (2004)"

    in_blocks = True
    _parameter_constraints = {
        "priors": one_of("empirical", "uniform"),
        "shrinkage": [SHARE, *one_of("auto"), None],
        "components": [AT_LEAST_ONE, None],
        "n_jobs": N_JOBS,
    }

    def __init__(self, priors="empirical", shrinkage=None, components=None, n_jobs=None):
        self.priors = priors
        self.shrinkage = shrinkage
        self.components = components
        self.n_jobs = n_jobs

    def _passes(self, X, y) -> Iterator["LinearDiscriminantAnalysis"]:
        """Compute the class vectors, in the one pass there is."""
        X, Y = self._samples(X, y)
        if X.shape[1] > MOST_FEATURES:
            raise ValueError(
                f"X has {X.shape[1]} features, and of more than {MOST_FEATURES} no covariance is computed: "
                "reduce them first, by TruncatedSVD for example"
            )
        found = pooled(X, Y, self.n_jobs)
        self.shrinkage_ = ledoit_wolf(X, Y, found) if self.shrinkage == "auto" else float(self.shrinkage or 0)
        self._publish(found)
        self.n_iter_ = 1
        yield self

    def training_bytes(self, n_samples, n_features, n_classes, density=1.0) -> int:
        """Three matrices of the covariance's size, or six, and the means with what is solved from them, in float64."""
        dense_block = 16 * min(n_samples, max(ROWS, n_classes)) * n_features
        matrices = 3 if self.components is None else 6
        return 8 * matrices * n_features**2 + 40 * n_classes * n_features + dense_block

    def _publish(self, found: Pooled) -> None:
        """Solve for the class vectors, and turn them back to features that are not scaled."""
        G, d = found.means.shape
        covariance, basis = self._shrunk(found), None
        if self.components is not None:
            basis = principal_components(found, self.components)
            covariance = basis.T @ covariance @ basis
        seen = found.means if basis is None else found.means @ basis
        factor = cho_factor(covariance, overwrite_a=True, check_finite=False)
        self.coef_, self.intercept_ = np.empty((G, d), np.float32), np.empty(G)
        self.mean_ = found.mean.astype(np.float32)

        def solve(classes: slice) -> None:
            means = seen[classes]
            w = cho_solve(factor, means.T, check_finite=False).T
            self.coef_[classes] = (w if basis is None else w @ basis.T) / found.scale
            self.intercept_[classes] = -0.5 * np.einsum("gj,gj->g", w, means) - self.coef_[classes] @ found.mean

        in_threads(solve, cuts(G, CLASSES), self.n_jobs)
        if self.priors == "empirical":
            self.intercept_ += np.log(found.sizes / found.sizes.sum())
        if not np.isfinite(self.coef_).all():
            raise FloatingPointError("the features of X are too small for weights in float32; scale X up")

    def _shrunk(self, found: Pooled) -> np.ndarray:
        """The covariance of scaled features, shrunk: float64 (d, d)."""
        covariance = found.covariance
        of_identity = self.shrinkage_ * np.trace(covariance) / max(found.n_varying, 1) + RIDGE
        covariance *= 1 - self.shrinkage_
        covariance.flat[:: len(covariance) + 1] += of_identity
        return covariance

    def predict_proba(self, X) -> np.ndarray:
        """Posterior probability of each class for each row of X (n, d): float32 (n, G)."""
        return softmax(self._scores(self._validated(X)), axis=1)

    def _arrays(self):
        return [self.coef_, self.intercept_]

    def _scorer(self, X):
        if sp.issparse(X):
            return inner_products(True, self.coef_, self.intercept_.astype(np.float32))
        # Dense rows are taken relative to the mean, lest their common distance from the origin swallow the differences.
        bias = self.intercept_ + self.coef_ @ self.mean_.astype(np.float64)
        scorer = inner_products(False, self.coef_, bias.astype(np.float32))
        return lambda rows: scorer(rows - self.mean_)
