"""Table 5 says what the estimators are."""

import pytest

from manyclass.exhibits.gupta2014 import table5
from manyclass.methods.wsabie import Wsabie


def test_table5_is_read_off_the_estimators(fake, monkeypatch):
    altered = {**Wsabie.properties, "loss": "none whatever"}
    monkeypatch.setattr(Wsabie, "properties", altered)
    frame = table5.table(fake).set_index(["method", "property"])
    assert frame.loc[("wsabie", "loss function"), "implemented"] == "none whatever"
    monkeypatch.setattr(Wsabie, "properties", {"loss": "pairwise"})
    with pytest.raises(ValueError, match="methods/wsabie.py: `properties` lacks regularization"):
        table5.table(fake)
