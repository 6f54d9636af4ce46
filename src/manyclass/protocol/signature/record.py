"""The record of a signature: its numbers by name, written and read here."""

import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path

import numpy as np

from manyclass.protocol.errors import DataError
from manyclass.protocol.files import atomic
from manyclass.protocol.validation import check_names

ACCURACIES = ("class_prior", "nearest_means", "lda", "logistic", "neighbours")
RATIOS = ("nearest_means/lda", "logistic/lda", "neighbours/lda")
SHAPE = ("within_between", "kurtosis", "variance_spread", "dimension")
CURVES = ("nearest_means", "lda")  # of which there is the accuracy by samples a class


def value(measured, name) -> float:
    """A quantity of a `Measured` or a `Signature`, or the ratio of two.

    Parameters
    ----------
    measured : Measured or Signature
    name : str
        One of ACCURACIES or SHAPE; ``lda@8`` or ``nearest_means@8``, an accuracy from so many samples of each class; or
        two of these with / between them.

    Returns
    -------
    float
        nan where a class has not so many samples, or where the second is 0.
    """
    above, _, below = name.partition("/")
    if not below:
        return _quantity(measured, above)
    divisor = _quantity(measured, below)
    return _quantity(measured, above) / divisor if divisor else np.nan


def _quantity(measured, name) -> float:
    method, _, number = name.partition("@")
    return measured.few[method].get(number, np.nan) if number else getattr(measured, name)


@dataclass(frozen=True)
class Signature:
    """The signature of one draw of a data set.

    Attributes
    ----------
    classes, features : int
        Of the data set.
    kept : dict of str to int
        ``classes``, ``features``, ``train`` and ``test`` samples that it was measured on; see
        `manyclass.protocol.signature.sample`.
    class_prior, nearest_means, lda, logistic, neighbours, within_between, kurtosis, variance_spread, dimension : float
        See `manyclass.protocol.signature.measured.Measured`.
    few : dict of str to dict of str to float
        Accuracy of ``nearest_means`` and ``lda`` by number of samples a class.
    """

    classes: int
    features: int
    kept: dict
    class_prior: float
    nearest_means: float
    lda: float
    logistic: float
    neighbours: float
    within_between: float
    kurtosis: float
    variance_spread: float
    dimension: float
    few: dict

    def write(self, path) -> None:
        """Write the record as JSON."""
        with atomic(path) as part:
            part.write_text(json.dumps(asdict(self), indent=1) + "\n", encoding="utf-8")

    @classmethod
    def read(cls, path) -> "Signature":
        """Read a record.

        Raises
        ------
        FileNotFoundError
            If there is no such file.
        DataError
            If it holds no signature; one line that names the file.
        """
        try:
            given = json.loads(Path(path).read_text(encoding="utf-8"))
            check_names("key", given, [field.name for field in fields(cls)])
            return cls(**given)
        except (ValueError, TypeError) as error:
            raise DataError(f"{path} is no signature: {error}") from None
