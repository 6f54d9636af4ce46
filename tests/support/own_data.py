"""A user's data set in several forms, and what tests ask of the set made of it."""

import json

import numpy as np
import pandas as pd
import pytest

PARTS = ("train", "valid", "test")


def sample(n=120, d=5, classes=4, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.arange(n) % classes)
    return (rng.standard_normal((n, d)) * 3 + y[:, None]).astype(np.float32), y


def frame(n=120, **columns):
    X, y = sample(n)
    return pd.DataFrame(X, columns=[f"f{j}" for j in range(5)]).assign(y=[f"class{g}" for g in y], **columns)


def labels(part):
    """Labels of single-label samples."""
    assert (np.diff(part.Y.indptr) == 1).all()
    return part.Y.indices


def rows_of(split, X):
    """Row of X that every sample came from, part after part; samples must be unchanged."""
    place = {row.tobytes(): i for i, row in enumerate(np.asarray(X, np.float32))}
    return [np.array([place[row.tobytes()] for row in getattr(split, part).X]) for part in PARTS]


def one_line(caught, says):
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def as_npz(folder, X, y):
    np.savez(folder / "mine.npz", X=X, y=y)
    return {"path": str(folder / "mine.npz")}


def as_compressed(folder, X, y):
    np.savez_compressed(folder / "mine.npz", a=X.astype(np.float64), b=y.astype(np.uint8))
    return {"path": str(folder / "mine.npz"), "x": "a", "y": "b"}


def as_csv(folder, X, y):
    pd.DataFrame(X).assign(y=y).to_csv(folder / "mine.csv", index=False, float_format="%.9g")
    return {"path": str(folder / "mine.csv")}


def as_parquet(folder, X, y):
    pytest.importorskip("pyarrow")
    table = pd.DataFrame(X, columns=list("abcde")).assign(label=y, unused="text")
    table.to_parquet(folder / "mine.parquet")
    return {"path": str(folder / "mine.parquet"), "y": "label", "x": list("abcde")}


def as_embeddings(folder, X, y):
    """A column of lists, and labels whose names the metadata have, as Hugging Face's data sets do."""
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    said = {"names": [str(g) for g in range(4)], "_type": "ClassLabel"}
    table = pa.table({"embedding": list(X[:, :4]), "rest": X[:, 4], "label": y})
    table = table.replace_schema_metadata({"huggingface": json.dumps({"info": {"features": {"label": said}}})})
    parquet.write_table(table, folder / "mine.parquet")
    return {"path": str(folder / "mine.parquet"), "y": "label"}


def as_folder(folder, X, y):
    (folder / "mine").mkdir(exist_ok=True)
    np.save(folder / "mine" / "X.npy", X)
    np.save(folder / "mine" / "labels.npy", y)
    return {"path": str(folder / "mine"), "y": "labels"}


def as_arff(folder, X, y):
    names = [f"@attribute f{column} numeric" for column in range(X.shape[1])]
    rows = [",".join([*(f"{value:.9g}" for value in row), f"{label:d}"]) for row, label in zip(X, y)]
    text = ["@relation mine", *names, "@attribute y numeric", "@data", *rows]
    (folder / "mine.arff").write_text("\n".join(text) + "\n")
    return {"path": str(folder / "mine.arff")}
