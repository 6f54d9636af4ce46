import numpy as np
import pytest
from method_samples import indicator, samples

from manyclass.datasets.base import Part, Split, Tree


@pytest.fixture
def samples_of_a_draw():
    """A draw of eight classes, the same samples in every part."""
    X, y = samples(n=320)
    part = Part(X, indicator([{g} for g in y.tolist()], 8))
    return Split(part, part, part, Tree(np.array([8] * 8 + [-1], np.int32)), [f"class {g}" for g in range(8)])
