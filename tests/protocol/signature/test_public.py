"""The printed signatures of public sets, measured again."""

import json
import os
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_digits

from manyclass.protocol.data.own import own_split
from manyclass.protocol.signature.measured import signature
from manyclass.protocol.signature.public import ENTRIES, PUBLIC
from manyclass.protocol.signature.record import ACCURACIES, SHAPE

ROOT = Path(__file__).parents[3]
REAL = Path(os.environ.get("MANYCLASS_TEST_DATA", ROOT.parent / "shared" / "data"))
needs_real = pytest.mark.skipif(not REAL.is_dir(), reason=f"no folder of real data sets: {REAL}")


def agrees(name, folder):
    """Measured from the files below a folder: to the three digits printed, but for what another version may round."""
    entry = ENTRIES[name] | {"path": str(folder / ENTRIES[name]["path"])}
    found, printed = signature(own_split(name.lower(), entry)), PUBLIC[name]
    assert (found.classes, found.features, found.kept) == (printed.classes, printed.features, printed.kept)
    for quantity in (*ACCURACIES, *SHAPE):
        assert getattr(found, quantity) == pytest.approx(getattr(printed, quantity), rel=0.01), quantity
    for method, curve in printed.few.items():
        assert list(found.few[method]) == list(curve)
        assert list(found.few[method].values()) == pytest.approx(list(curve.values()), abs=0.006)


def test_digits(tmp_path):
    X, y = load_digits(return_X_y=True)
    np.savez(tmp_path / "digits.npz", X=X, y=y)
    agrees("digits", tmp_path)


@needs_real
def test_letter(tmp_path):
    (tmp_path / "letter.csv").write_bytes((REAL / "letter-recognition.data").read_bytes())
    agrees("letter", tmp_path)


@needs_real
def test_intents(tmp_path):
    data = json.loads((REAL / "clinc150_data_full.json").read_text())
    rows = [(*row, part) for part in ("train", "val", "test") for row in data[part]]
    pd.DataFrame(rows, columns=["text", "intent", "split"]).to_csv(tmp_path / "intents.csv", index=False)
    agrees("CLINC150", tmp_path)


def test_real_sets_are_not_the_model_of_discriminant_analysis():
    for found in PUBLIC.values():
        assert found.logistic > found.lda and found.kurtosis > 4 and found.variance_spread > 0.15
