"""A data set of three blobs, one draw of it."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from manyclass.datasets.base import Part, Split
from manyclass.protocol.data.storage import write


@pytest.fixture(scope="session")
def data(tmp_path_factory):
    path = tmp_path_factory.mktemp("data") / "blobs" / "0"
    rng = np.random.default_rng(0)
    y = np.repeat(np.arange(3), 20)
    X = (3 * rng.normal(size=(3, 4))[y] + rng.normal(size=(60, 4))).astype(np.float32)
    part = Part(X, csr_array((np.ones(60, np.int8), y.astype(np.int32), np.arange(61, dtype=np.int32)), shape=(60, 3)))
    write(Split(part, part, part, None, ["a", "b", "c"]), path)
    return path
