"""Signatures: which real data the data sets resemble, and what their classes look like (ours).

Of draw 0 of each set; of a large one on 150 classes, 20,000 train and 5,000 test samples at most, and on 128 dimensions
of a truncated singular value decomposition where there are more features. Accuracy on test of scikit-learn's
classifiers with its defaults, not tuned (k-NN: 5 neighbours; logistic regression: C = 1, features of mean variance 1),
the ratio of each to linear discriminant analysis (LDA), and accuracy from a few samples a class. Within / between:
variance within classes over variance of their means. Kurtosis: within classes, mean over features. Spread: coefficient
of variation of the classes' variances. Dimension: intrinsic (Levina and Bickel 2004). For comparison: where classes are
Gaussians with one covariance, LDA is the best rule in the limit of many samples, kurtosis is 3 and the spread near 0.
The sets in bold are real: one's own, and three public ones (printed, as measured once: letter, digits, CLINC150 as
tf-idf). "Nearest real set": by the root mean square difference, in brackets, of the columns of the figure, each in
units of its standard deviation over all rows (within / between, kurtosis and dimension as logarithms). The figure shows
these standardised numbers as colours; sets that join early in the tree are alike.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import registry
from manyclass.protocol.signature.public import PUBLIC
from manyclass.protocol.signature.record import value
from manyclass.report import heat_map, style

FEW = (2, 8, 32)  # samples a class
PERCENT = {  # column titles of the table
    "class prior": "class_prior",
    "nearest means": "nearest_means",
    "LDA": "lda",
    "logistic": "logistic",
    "k-NN": "neighbours",
    **{f"nearest means, {n} a class": f"nearest_means@{n}" for n in FEW},
    **{f"LDA, {n} a class": f"lda@{n}" for n in FEW},
}
COMPARED = {  # the columns of the figure
    "nearest\nmeans / LDA": "nearest_means/lda",
    "logistic\n/ LDA": "logistic/lda",
    "k-NN\n/ LDA": "neighbours/lda",
    "LDA, 8 a\nclass / LDA": "lda@8/lda",
    "within /\nbetween": "within_between",
    "kurtosis": "kurtosis",
    "spread": "variance_spread",
    "dimension": "dimension",
}
LOGARITHMIC = ("within_between", "kurtosis", "dimension")
OTHER_FOLDERS = ("data/", "own/")  # whose exhibits show whatever sets there are


def signatures(config):
    """The data sets that exhibits of documents read, then one's own.

    Of a set that is read itself no variants, which differ in one parameter.
    """
    exhibits = [name for name in registry.names() if not name.startswith(OTHER_FOLDERS)]
    read = {dataset for name in exhibits for dataset in registry.inputs(name, config)[1]}
    shown = [name for name in sorted(read) if "-" not in name or name.partition("-")[0] not in read]
    return [*shown, *_own(config)]


def _own(config) -> list[str]:
    return list((config.get("own") or {}).get("datasets") or {})


def table(results):
    """One row a data set: the package's, one's own, public ones."""
    found = _all(results)
    real = _real(results.config)
    titles = {key: title.replace("\n", " ") for title, key in COMPARED.items()}
    near = _nearest(found, real)
    return pd.DataFrame(
        {
            "data set": name,
            "kind": _kind(name, results.config),
            "classes": each.classes,
            "features": each.features,
            **{f"{title}, %": 100 * value(each, key) for title, key in PERCENT.items()},
            **{title: value(each, key) for key, title in titles.items()},
            "nearest real set": near[name],
        }
        for name, each in found.items()
    )


def figure(results):
    """A row a data set, in the order of a hierarchical clustering, whose tree stands to the left."""
    found = _all(results)
    shown, (ax,) = style.panels(1, height=1.2 + 0.175 * len(found))
    shown.set_figwidth(style.PAGE)
    numbers = np.array([[value(each, key) for key in COMPARED.values()] for each in found.values()])
    heat_map.draw(ax, _standardised(found), numbers, list(found), list(COMPARED), bold=_real(results.config))
    return shown


def _all(results) -> dict:
    """Signatures by name of data set."""
    measured = {name: results.signature(name) for name in signatures(results.config)}
    return measured | PUBLIC


def _real(config) -> list[str]:
    return [*_own(config), *PUBLIC]


def _kind(name, config) -> str:
    return "own" if name in _own(config) else "public" if name in PUBLIC else "synthetic"


def _standardised(found) -> np.ndarray:
    """The compared quantities, each of mean 0 and variance 1 over the sets: float64 (sets, quantities).

    What a set has not is at the mean.
    """
    numbers = [[_on_its_scale(each, key) for key in COMPARED.values()] for each in found.values()]
    numbers = np.ma.masked_invalid(numbers)
    spread = np.ma.filled(numbers.std(axis=0), 0)
    return np.ma.filled((numbers - numbers.mean(axis=0)) / np.where(spread > 0, spread, 1), 0)


def _on_its_scale(signature, key) -> float:
    number = value(signature, key)
    return float(np.log(number)) if key in LOGARITHMIC and number > 0 else number


def _nearest(found, real) -> dict[str, str]:
    """The real set nearest to each, other than itself, and how far it is."""
    names, standardised = list(found), _standardised(found)
    near = {}
    for name, row in zip(names, standardised):
        away = np.sqrt(((standardised - row) ** 2).mean(axis=1))
        distances = {other: away[names.index(other)] for other in real if other != name}
        best = min(distances, key=distances.get)
        near[name] = f"{best} ({distances[best]:.2f})"
    return near
