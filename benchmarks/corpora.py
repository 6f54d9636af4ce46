"""The data sets of the comparisons: two public ones, where their files are, and two of the project's generator.

The public files are not part of the project. `--data FOLDER` names a folder that holds them, as their authors publish
them:

    letter-recognition.data   Frey & Slate (1991), UCI Machine Learning Repository,
                              https://archive.ics.uci.edu/dataset/59/letter+recognition
    data_full.json            CLINC150, Larson et al. (2019), https://github.com/clinc/oos-eval, in its folder `data`;
                              the name clinc150_data_full.json will do as well

The tests on real data, not these comparisons, also read domains.json from there, which groups the intents. They have
both under the names clinc150_data_full.json and clinc150_domains.json, and the letters with a line of column names.
"""

import json
import random
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd
from sklearn.feature_extraction.text import TfidfVectorizer

from manyclass.datasets.feature_vectors import FeatureVectors


class Part(NamedTuple):
    """X float32 (n, d), dense or CSR, and y int64 (n,), numbered from 0."""

    X: object
    y: np.ndarray


@dataclass
class Corpus:
    """A data set in three parts."""

    name: str
    train: Part
    valid: Part
    test: Part

    @property
    def n_classes(self) -> int:
        """G, as seen in training."""
        return int(self.train.y.max()) + 1

    def small(self, n_classes=20, each=20) -> "Corpus":
        """About so many samples of each of the first classes, to try a script out."""
        return Corpus(self.name, *(_first(part, n_classes, each) for part in (self.train, self.valid, self.test)))


def generated(name, n_classes, features, train, noise=0.2) -> Corpus:
    """Feature vectors of the project's generator: confusable classes and a share of wrong labels."""
    sizes = {"train": train, "valid": max(3_000, n_classes), "test": max(6_000, 2 * n_classes)}
    split = FeatureVectors(n_classes, features, **sizes, noise=noise).split(0)
    parts = split.train, split.valid, split.test
    return Corpus(name, *(Part(np.asarray(part.X), part.Y.indices.astype(np.int64)) for part in parts))


def letter(name, file) -> Corpus:
    """16 numbers that describe the image of a letter, standardised, and a constant; the last 4,000 are for testing."""
    table = pd.read_csv(file, header=None, dtype=str)
    table = table[table[0].str.len() == 1]  # some copies name the columns
    X, y = table.iloc[:, 1:].to_numpy(np.float64), np.unique(table[0], return_inverse=True)[1]
    train, valid, test = slice(0, 13_000), slice(13_000, 16_000), slice(16_000, None)
    X = (X - X[train].mean(axis=0)) / X[train].std(axis=0)
    X = np.column_stack([X, np.ones(len(X))]).astype(np.float32)
    return Corpus(name, *(Part(X[part], y[part]) for part in (train, valid, test)))


def intents(name, file, **features) -> Corpus:
    """Sentences and which of 150 intents they have, in the authors' parts, shuffled; rows of length one."""
    data = json.loads(file.read_text())
    random.Random(0).shuffle(data["train"])  # they are sorted by intent, which those who read them once do not like
    sentences = {part: [sentence for sentence, _ in data[part]] for part in ("train", "val", "test")}
    words = TfidfVectorizer(dtype=np.float32, **features).fit(sentences["train"])
    classes = sorted({intent for _, intent in data["train"]})
    parts = [(words.transform(X), np.searchsorted(classes, [y for _, y in data[p]])) for p, X in sentences.items()]
    return Corpus(name, *(Part(*part) for part in parts))


# All sets by name: "100 × 64" is 100 classes of 64 features. Of each the names that its file may have (None: it is
# generated), and how it is read.
SETS = {
    "letter": (("letter-recognition.data",), letter),
    "CLINC150 tf-idf": (("data_full.json", "clinc150_data_full.json"), partial(intents, ngram_range=(1, 2))),
    "CLINC150 unigrams": (("data_full.json", "clinc150_data_full.json"), partial(intents, use_idf=False)),
    "100 × 64": (None, partial(generated, n_classes=100, features=64, train=20_000)),
    "1,000 × 64": (None, partial(generated, n_classes=1000, features=64, train=20_000)),
    "6,000 × 64": (None, partial(generated, n_classes=6000, features=64, train=60_000)),
}


def corpora(names, folder: str | None, small=False):
    """The sets of these names, one after the other; for one without its file a line says what to do.

    Parameters
    ----------
    names : list of str
        Of `SETS`.
    folder : str or None
        Where the public files are; None: nowhere.
    small : bool
        Whether a few classes of each will do.
    """
    for name in names:
        files, read = SETS[name]
        paths = [Path(folder) / file for file in files or () if folder]
        found = [path for path in paths if path.is_file()]
        if files and not found:
            print(f"{name}: left out; --data FOLDER names the folder of {files[0]}, see benchmarks/corpora.py")
            continue
        corpus = read(name, *found[:1])
        yield corpus.small() if small else corpus


def _first(part: Part, n_classes: int, each: int) -> Part:
    some = np.flatnonzero(part.y < n_classes)
    some = some[:: max(1, len(some) // (n_classes * each))]
    return Part(part.X[some], part.y[some])
