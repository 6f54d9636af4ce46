"""A made-up classifier whose best parameter is far from where one would begin to look."""

import numpy as np
from sklearn.neighbors import NearestCentroid


class FarOptimum(NearestCentroid):
    """Nearest means that give a quarter of the samples the next class for every decade between strength and best.

    It draws nothing: which samples it spoils, their features decide.
    """

    def __init__(self, strength=1.0, best=1000.0):
        super().__init__()
        self.strength = strength
        self.best = best

    def predict(self, X):
        right = np.searchsorted(self.classes_, super().predict(X))
        spoiled = np.modf(997 * np.abs(np.asarray(X).sum(axis=1)))[0] < abs(np.log10(self.strength / self.best)) / 4
        return self.classes_[(right + spoiled) % len(self.classes_)]
