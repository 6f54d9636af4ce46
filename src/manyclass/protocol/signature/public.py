"""Signatures of three public data sets, as measured once by this package: what real data look like.

ENTRIES are what a configuration says of them, so that anybody who has the files can measure them again.

- letter: Frey and Slate (1991), UCI Machine Learning Repository; 16 features of 20,000 images of capital letters.
- digits: Alpaydin and Kaynak (1998), the test part of the UCI set, as scikit-learn has it; 8 × 8 pixels.
- CLINC150: Larson et al. (2019); sentences with one of 150 intents, in the authors' parts; tf-idf.
"""

from manyclass.protocol.signature.record import Signature

ENTRIES = {
    "letter": {"path": "letter.csv", "y": "Letter", "valid": 0.05, "test": 0.25},
    "digits": {"path": "digits.npz", "valid": 0.05, "test": 0.25},
    "CLINC150": {"path": "intents.csv", "text": "text", "y": "intent", "split": "split"},
}


def _few(nearest_means, lda) -> dict[str, dict[str, float]]:
    """Accuracies by 2, 4, 8, ... samples a class."""
    curves = {"nearest_means": nearest_means, "lda": lda}
    return {name: {str(2**power): each for power, each in enumerate(curve, 1)} for name, curve in curves.items()}


PUBLIC = {
    "letter": Signature(
        classes=26,
        features=16,
        kept={"classes": 26, "features": 16, "train": 13_997, "test": 5000},
        class_prior=0.0406,
        nearest_means=0.577,
        lda=0.707,
        logistic=0.777,
        neighbours=0.942,
        within_between=2.01,
        kurtosis=4.03,
        variance_spread=0.168,
        dimension=4.54,
        few=_few(
            nearest_means=(0.317, 0.361, 0.433, 0.478, 0.499, 0.530, 0.552, 0.567, 0.577),
            lda=(0.399, 0.524, 0.591, 0.630, 0.660, 0.672, 0.693, 0.699, 0.707),
        ),
    ),
    "digits": Signature(
        classes=10,
        features=64,
        kept={"classes": 10, "features": 64, "train": 1256, "test": 451},
        class_prior=0.102,
        nearest_means=0.887,
        lda=0.962,
        logistic=0.987,
        neighbours=0.965,
        within_between=2.21,
        kurtosis=4.21,
        variance_spread=0.379,
        dimension=7.00,
        few=_few(
            nearest_means=(0.634, 0.718, 0.796, 0.825, 0.863, 0.885),
            lda=(0.475, 0.583, 0.632, 0.854, 0.922, 0.940),
        ),
    ),
    "CLINC150": Signature(
        classes=150,
        features=5026,
        kept={"classes": 150, "features": 128, "train": 15_000, "test": 4500},
        class_prior=0.00667,
        nearest_means=0.673,
        lda=0.688,
        logistic=0.816,
        neighbours=0.677,
        within_between=1.48,
        kurtosis=5.17,
        variance_spread=0.279,
        dimension=6.38,
        few=_few(
            nearest_means=(0.438, 0.553, 0.608, 0.645, 0.668, 0.670),
            lda=(0.423, 0.585, 0.635, 0.671, 0.682, 0.686),
        ),
    ),
}
