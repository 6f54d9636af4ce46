"""What a signature is made of, each number measured when it is first asked for."""

import warnings
from functools import cached_property

import numpy as np
import pandas as pd
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid, NearestNeighbors
from threadpoolctl import threadpool_limits

from manyclass.protocol.signature.record import ACCURACIES, SHAPE, Signature
from manyclass.protocol.signature.sample import Sample, sample

LEAST = 2  # samples a class at which the curves begin; they go on by doubling
NEIGHBOURS, POINTS = 20, 5000  # of a point, and points, from which the intrinsic dimension is estimated
SAME = 1e-6  # distance below which two points are one
VARIES = 1e-9  # of the mean variance; less is rounding


class Measured:
    """The quantities of a sample.

    Accuracies are shares of the test samples, a class that is one of a sample's right ones counting as right. The
    classifiers are scikit-learn's with its defaults, none of them tuned: ``NearestCentroid``,
    ``LinearDiscriminantAnalysis``, ``KNeighborsClassifier``, and ``LogisticRegression``, whose penalty has C = 1 where
    the features have a mean variance of one, with as many as 1,000 iterations.

    Parameters
    ----------
    sample : Sample
        The samples.

    Attributes
    ----------
    class_prior, nearest_means, lda, logistic, neighbours : float
        Accuracy of always the most frequent class of train, of the nearest mean, of linear discriminant analysis, of
        multinomial logistic regression and of 5 nearest neighbours.
    within_between : float
        Mean squared distance of train samples from their class's mean, over that of their class's mean from the mean
        of all.
    kurtosis : float
        Fourth moment of the distances from the class means over the square of the second, feature by feature, of all
        train samples together; the mean over the features that vary in every class. 3 for Gaussian classes that
        share a covariance; heavy tails within classes and classes of unequal spread both raise it.
    variance_spread : float
        Coefficient of variation, over the classes, of the variance within a class, summed over features and
        unbiased; classes of one sample are left out.
    dimension : float
        Intrinsic dimension of the train samples by the maximum likelihood of Levina and Bickel (2004) from the
        distances of POINTS points at most to their 20 nearest ones, without duplicates; the inverses are averaged over
        points, after MacKay and Ghahramani (2005).
    """

    def __init__(self, sample: Sample):
        self.sample = sample
        self.sizes = np.bincount(sample.y, minlength=sample.Y_test.shape[1])

    def _accuracy(self, predicted) -> float:
        right = self.sample.Y_test[np.arange(len(predicted)), predicted]
        return float((np.asarray(right) > 0).mean())

    def _of(self, classifier, rows=slice(None)) -> float:
        """Accuracy of a classifier trained on these rows."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # of constant and collinear features, which change nothing
            trained = classifier.fit(self.sample.X[rows], self.sample.y[rows])
        return self._accuracy(trained.predict(self.sample.X_test))

    @cached_property
    def class_prior(self) -> float:
        """Accuracy of the most frequent class."""
        return self._accuracy(np.full(len(self.sample.X_test), self.sizes.argmax()))

    @cached_property
    def nearest_means(self) -> float:
        """Accuracy of the nearest class mean."""
        return self._of(NearestCentroid())

    @cached_property
    def lda(self) -> float:
        """Accuracy of linear discriminant analysis."""
        return self._of(LinearDiscriminantAnalysis())

    @cached_property
    def logistic(self) -> float:
        """Accuracy of multinomial logistic regression."""
        return self._of(LogisticRegression(max_iter=1000))

    @cached_property
    def neighbours(self) -> float:
        """Accuracy of 5 nearest neighbours."""
        return self._of(KNeighborsClassifier())

    @cached_property
    def _means(self) -> np.ndarray:
        """Class means: float64 (G, d); of a class without samples 0."""
        sums = np.zeros((len(self.sizes), self.sample.X.shape[1]))
        np.add.at(sums, self.sample.y, self.sample.X)
        return sums / np.maximum(self.sizes, 1)[:, None]

    @cached_property
    def _squares(self) -> np.ndarray:
        """Squared differences of the samples from their class's mean: float64 (n, d)."""
        return (self.sample.X - self._means[self.sample.y]) ** 2

    @cached_property
    def _class_squares(self) -> np.ndarray:
        """Sums of the squared differences by class: float64 (G, d)."""
        sums = np.zeros_like(self._means)
        np.add.at(sums, self.sample.y, self._squares)
        return sums

    @cached_property
    def within_between(self) -> float:
        """Variance within classes over that between them."""
        apart = self._means[self.sample.y] - self.sample.X.mean(axis=0)
        return float(self._squares.sum() / (apart**2).sum())

    @cached_property
    def kurtosis(self) -> float:
        """Kurtosis within classes; nan where no feature varies in every class."""
        varies = (self._class_squares[self.sizes >= 2] > VARIES * self._squares.mean()).all(axis=0)
        squares = self._squares[:, varies]
        return float(((squares**2).mean(axis=0) / squares.mean(axis=0) ** 2).mean()) if varies.any() else np.nan

    @cached_property
    def variance_spread(self) -> float:
        """Coefficient of variation of the classes' variances."""
        several = self.sizes >= 2
        variances = self._class_squares[several].sum(axis=1) / (self.sizes[several] - 1)
        return float(variances.std() / variances.mean()) if variances.any() else np.nan

    @cached_property
    def dimension(self) -> float:
        """Intrinsic dimension."""
        points = self.sample.X[:POINTS]
        k = min(NEIGHBOURS, len(points) - 1)
        distances = np.maximum(NearestNeighbors(n_neighbors=k).fit(points).kneighbors()[0], SAME)
        logs = np.log(distances[:, -1:] / distances[:, :-1])[distances[:, :-1] > SAME]
        return float(1 / logs.mean()) if logs.any() else np.nan

    @cached_property
    def few(self) -> dict[str, dict[str, float]]:
        """Accuracy by samples of each class that are trained on: of nearest means and LDA, by number.

        Numbers double up to the class size that half of the classes have; a class with fewer samples gives all.
        """
        turn = pd.Series(self.sample.y).groupby(self.sample.y).cumcount().to_numpy()  # samples of its class before each
        numbers, most = [LEAST], np.median(self.sizes)
        while 2 * numbers[-1] <= most:
            numbers.append(2 * numbers[-1])
        classifiers = {"nearest_means": NearestCentroid, "lda": LinearDiscriminantAnalysis}
        return {
            name: {str(number): self._of(made(), turn < number) for number in numbers}
            for name, made in classifiers.items()
        }


def signature(split, seed=0) -> Signature:
    """Measure the signature of a data set, the same to the byte whatever the number of cores.

    Parameters
    ----------
    split : Split
        The data set.
    seed : int
        Decides, with the labels, which of its samples are looked at; see `manyclass.protocol.signature.sample`.

    Raises
    ------
    DataError
        If the set has not what a signature needs; one line.
    """
    with threadpool_limits(1):
        measured = Measured(sample(split, seed))
        numbers = {name: getattr(measured, name) for name in (*ACCURACIES, *SHAPE, "few")}
    looked_at = measured.sample
    kept = {"classes": int((measured.sizes > 0).sum()), "features": looked_at.X.shape[1]}
    kept |= {"train": len(looked_at.X), "test": len(looked_at.X_test)}
    return Signature(split.train.Y.shape[1], split.train.X.shape[1], kept, **numbers)
