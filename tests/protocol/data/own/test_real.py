"""Real data sets, where their folder is: a table of letters, and sentences with their intents."""

import json
import os
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from own_data import PARTS
from scipy.sparse import csr_array
from sklearn.linear_model import LogisticRegression

from manyclass.protocol.data.make import main
from manyclass.protocol.data.own import own_split
from manyclass.protocol.data.storage import read

ROOT = Path(__file__).parents[4]
REAL = Path(os.environ.get("MANYCLASS_TEST_DATA", ROOT.parent / "shared" / "data"))
needs_real = pytest.mark.skipif(not REAL.is_dir(), reason=f"no folder of real data sets: {REAL}")


@needs_real
def test_letters(tmp_path):
    path = tmp_path / "letters.csv"
    path.write_bytes((REAL / "letter-recognition.data").read_bytes())
    out = tmp_path / "letters"
    main(["letters", "--out", str(out), "--own", json.dumps({"path": str(path), "y": "Letter"})])
    split, card = read(out), json.loads((out / "card.json").read_text())
    assert split.names == [chr(65 + g) for g in range(26)]
    assert (card["classes"], card["features"]) == (26, 16)
    assert card["train"] + card["valid"] + card["test"] == 20_000
    assert card["test"] == pytest.approx(4000, abs=13)
    assert card["controls"]["bayes_optimal"] is None
    table = pd.read_csv(path)
    sizes = sum(np.bincount(getattr(split, part).Y.indices) for part in PARTS)
    np.testing.assert_array_equal(sizes, table["Letter"].value_counts().sort_index())
    assert np.linalg.norm(split.train.X, axis=1).mean() == pytest.approx(1, abs=0.1)


@pytest.fixture(scope="module")
def intents(tmp_path_factory):
    """CLINC150 as a user would bring it: a table of sentences, and one of the domains."""
    folder = tmp_path_factory.mktemp("intents")
    data = json.loads((REAL / "clinc150_data_full.json").read_text())
    rows = [(*row, part) for part in ("train", "val", "test") for row in data[part]]
    pd.DataFrame(rows, columns=["text", "intent", "split"]).to_csv(folder / "intents.csv", index=False)
    domains = json.loads((REAL / "clinc150_domains.json").read_text())
    groups = [(intent, domain) for domain, names in domains.items() for intent in names]
    pd.DataFrame(groups, columns=["class", "group"]).to_csv(folder / "domains.csv", index=False)
    entry = {"path": "intents.csv", "tree": "domains.csv"}
    entry = {key: str(folder / file) for key, file in entry.items()}
    return entry | {"text": "text", "y": "intent", "split": "split"}, domains


@needs_real
def test_intents(intents, tmp_path):
    entry, domains = intents
    out = tmp_path / "intents"
    main(["intents", "--out", str(out), "--own", json.dumps(entry)])
    split = read(out)
    assert [getattr(split, part).Y.shape for part in PARTS] == [(15_000, 150), (3_000, 150), (4_500, 150)]
    assert isinstance(split.train.X, csr_array)
    assert split.train.X.shape[1] > 4000
    assert sorted(split.names) == sorted(name for names in domains.values() for name in names)
    for g in (0, 40, 149):
        domain = next(names for names in domains.values() if split.names[g] in names)
        assert {split.names[h] for h in split.tree.siblings(g)} == set(domain) - {split.names[g]}


@needs_real
def test_intents_reduced_can_be_learnt(intents):
    split = own_split("intents", intents[0] | {"svd": 128})
    assert split.train.X.shape == (15_000, 128)
    model = LogisticRegression(C=10).fit(split.train.X, split.train.Y.indices)
    assert model.score(split.test.X, split.test.Y.indices) > 0.75  # of 150 intents
