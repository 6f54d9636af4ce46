"""Which statements the parameters of a data set were chosen with: what was calibrated cannot be tested there."""

import importlib

from manyclass.protocol.data.make import available, file_of


def of(dataset) -> dict[str, tuple[str, ...]]:
    """Ids of the statements that a data set was calibrated on, by document.

    Parameters
    ----------
    dataset : str
        A file of ``datasets``, a variant of one (calibrated as its file is), or a data set of one's own (on nothing).
    """
    file = file_of(dataset)
    if file not in available():
        return {}
    return dict(getattr(importlib.import_module(f"manyclass.datasets.{file}"), "CALIBRATED_ON", {}))


def calibrated_on(dataset, document) -> tuple[str, ...]:
    """Ids of the statements of one document that a data set was calibrated on."""
    return tuple(of(dataset).get(document, ()))
