"""Every file of the datasets folder is a data set at three scales."""

import importlib
import tracemalloc
from dataclasses import is_dataclass, replace
from pathlib import Path

import numpy as np
import pytest
from scipy.sparse import issparse
from sklearn.base import clone

import manyclass.datasets
from manyclass.datasets.base.album import BLOCK, Album
from manyclass.datasets.base.population import Population
from manyclass.features.regions import count
from manyclass.protocol.data import make
from manyclass.protocol.data.make import available, generate
from manyclass.protocol.errors import DataError
from manyclass.protocol.seeds import derive

SETS = sorted(file.stem for file in Path(manyclass.datasets.__file__).parent.glob("*.py") if file.stem != "__init__")
IMAGES = {  # features at smoke and standard
    "ilsvrc": 256,
    "imagenet10k": 256,
    "small_images": 256,
    "ilsvrc_llc": 1280,
    "imagenet10k_llc": 256,
}
BY_VARIANT = ["ilsvrc", "imagenet10k"]  # what their features are, a variant says
SPARSE_CODES = ["ilsvrc_llc", "imagenet10k_llc"]
PLANE = ["three_classes"]
VECTORS = sorted(set(SETS) - set(IMAGES) - set(PLANE))  # the others have vectors of their own
PRINTED = {  # Gupta et al. 2014, table 4: classes, features, samples; shares from section 8.1
    "imagenet16k": (15_589, 1024, 9e6, (0.8, 0.1, 0.1)),
    "imagenet22k": (21_841, 479, 14e6, (0.8, 0.1, 0.1)),
    "web21k": (21_171, 1024, 9e6, (0.6, 0.2, 0.2)),
    "web97k": (96_812, 1024, 40e6, (0.8, 0.1, 0.1)),
}


def dense(X):
    return X.toarray() if issparse(X) else np.asarray(X)


def scales(name):
    return importlib.import_module(f"manyclass.datasets.{name}").SCALES


def drawn(name, scale):
    """The parameters of draw 0, which may draw them itself."""
    parameters = scales(name)[scale]
    return parameters.at(derive("data", name, 0)) if hasattr(parameters, "at") else parameters


def test_the_folder_is_the_list():
    assert available() == SETS
    assert set(PRINTED) < set(SETS)


@pytest.mark.parametrize("name", SETS)
def test_has_its_scales_and_says_what_it_is(name):
    assert [scale for scale in scales(name) if scale != "large"] == ["smoke", "standard", "full"]
    assert all(is_dataclass(scale) and scale.__dataclass_params__.frozen for scale in scales(name).values())
    assert importlib.import_module(f"manyclass.datasets.{name}").__doc__


VARIANTS = [
    f"{name}-{variant}"
    for name in SETS
    for variant in getattr(importlib.import_module(f"manyclass.datasets.{name}"), "VARIANTS", {})
]


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_differs_in_nothing_but_what_it_changes(name, monkeypatch):
    """Neither in its parameters nor in what its draws are seeded by; and it can be drawn."""
    file, variant = name.split("-")
    changed = importlib.import_module(f"manyclass.datasets.{file}").VARIANTS[variant]
    assert make.parameters(name, "smoke") == replace(scales(file)["smoke"], **changed)
    seeded = []
    monkeypatch.setattr(make, "derive", lambda *names: seeded.append(names) or derive(*names))
    made = generate(name, "smoke")
    assert seeded == [("data", file, 0)]
    assert np.isfinite(dense(made.valid.X)).all()


def test_an_unknown_variant_is_named():
    with pytest.raises(DataError, match="unknown variant 'imagenet16k-odd'; those of imagenet16k: imagenet16k-normal"):
        generate("imagenet16k-odd", "smoke")


@pytest.mark.parametrize("name", PRINTED)
def test_full_scale_is_the_documents(name):
    classes, features, samples, shares = PRINTED[name]
    full = scales(name)["full"]
    assert (full.classes, full.features) == (classes, features)
    assert np.allclose([full.train, full.valid, full.test], np.array(shares) * samples)


@pytest.mark.parametrize("name", PRINTED)
def test_smaller_scales_keep_the_ratio_of_classes_to_features(name):
    ratio = PRINTED[name][0] / PRINTED[name][1]
    assert scales(name)["standard"].classes / scales(name)["standard"].features == pytest.approx(ratio, rel=0.03)
    assert scales(name)["smoke"].classes / scales(name)["smoke"].features == pytest.approx(ratio, rel=0.03)


# Images as sparse codes take long to draw, and the one set of them differs from the other by parameters alone.
AT_STANDARD = [name for name in SETS if name != "imagenet10k_llc"]


@pytest.mark.parametrize(
    ("scale", "name"), [*(("smoke", name) for name in SETS), *(("standard", name) for name in AT_STANDARD)]
)
def test_every_scale_gives_what_its_parameters_say(name, scale):
    parameters = drawn(name, scale)
    split = generate(name, scale)
    X = dense(split.train.X)
    assert X.shape == (parameters.train, IMAGES[name] if name in IMAGES else parameters.features)  # noqa: SIM401
    assert X.dtype == np.float32
    for part in ("train", "valid", "test"):
        Y = getattr(split, part).Y
        assert Y.shape == (getattr(parameters, part), parameters.classes)
        assert np.diff(Y.indptr).min() >= 1
        assert Y.has_sorted_indices
        assert (Y.indices.dtype, Y.indptr.dtype, Y.data.dtype) == (np.int32, np.int32, np.int8)
        assert (Y.data == 1).all()
    assert np.bincount(split.train.Y.indices, minlength=parameters.classes).min() >= 2
    norms = np.linalg.norm(X, axis=1)
    assert norms.mean() == pytest.approx(1, abs=5 * norms.std() / np.sqrt(min(len(X), 8192)))
    assert len(set(split.names)) == parameters.classes == split.tree.classes
    if name in VECTORS and scale == "standard":  # there are samples enough to tell
        assert_principal_axes_centred(X.astype(np.float64))


def assert_principal_axes_centred(X):
    error = X.std(axis=0) / np.sqrt(len(X))
    assert (np.abs(X.mean(axis=0)) < 6 * error).all()
    correlation = np.corrcoef(X.T) - np.eye(X.shape[1])
    # modes drawn with the classes and classes of few samples leave some correlation beside the sampling error
    assert np.abs(correlation).max() < 8 / np.sqrt(len(X)) + 0.01
    variance = X.var(axis=0)
    assert (np.diff(variance) < 10 / np.sqrt(len(X)) * variance[:-1]).all()  # five standard errors of a difference


@pytest.mark.parametrize("name", SPARSE_CODES)
def test_full_scale_is_that_of_deng_2011(name):
    """Section 5: classes, images of train and validation together, of test, features; sizes near uniform."""
    full = scales(name)["full"]
    features = full.encoder[1].words * count(full.encoder[1].pyramid)
    printed = {"ilsvrc_llc": (1000, 1.25e6, 150_000, 50_000), "imagenet10k_llc": (10_184, 6.75e6, 2.2e6, 10_000)}[name]
    assert (full.classes, full.train, full.test, features) == printed
    assert full.skew == 1
    assert generate(name, "smoke").train.X.sparse


@pytest.mark.parametrize("name", BY_VARIANT)
def test_full_scale_is_that_of_perronnin_2012(name):
    """Section 5.1: classes, images of each part, descriptors of 64 numbers, 4,096 and some 130,000 features."""
    full, variants = scales(name)["full"], importlib.import_module(f"manyclass.datasets.{name}").VARIANTS
    sizes = full.classes, full.train, full.valid, full.test
    assert (
        sizes
        == {
            "ilsvrc": (1000, 1_200_000, 50_000, 150_000),
            "imagenet10k": (10_184, 4_500_000, 50_000, 4_450_000),
        }[name]
    )
    reduce, bov = variants["bov1024"]["encoder"]
    assert min(reduce.components, full.dimensions) == 64
    assert bov.words * count(bov.pyramid) == 4096
    fv = variants["fv256sp"]["encoder"][1]
    assert fv.gaussians * 2 * 64 * count(fv.pyramid) == 131_072


def test_images_of_the_largest_set_at_full_scale():
    """A slice of imagenet10k: 10,184 classes, 9 million images, as bags of words and of a small Fisher vector."""
    parameters = scales("imagenet10k")["full"]
    tracemalloc.start()
    album = Album(parameters, derive("data", "imagenet10k"))
    bags = album.bags("train", 7)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2e9
    assert bags.shape == (BLOCK, parameters.descriptors, parameters.dimensions + 2)
    variants = importlib.import_module("manyclass.datasets.imagenet10k").VARIANTS
    for name, features in (("bov64", 256), ("fv8", 1024)):
        X = dense(clone(variants[name]["encoder"]).fit(bags[:20]).transform(bags[:50]))
        assert X.shape == (50, features)
        assert np.linalg.norm(X, axis=1) == pytest.approx(np.ones(50), abs=1e-4)


def test_one_block_of_the_largest_set_at_full_scale():
    """A slice of web97k as the document has it: 96,812 classes, 1,024 features, 32 million samples."""
    parameters = scales("web97k")["full"]
    tracemalloc.start()
    population = Population(parameters, derive("data", "web97k"))
    X = population.samples("train", 0)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2 * population.geometry.centres.nbytes < 1e9
    assert X.shape == (8192, 1024)
    assert np.linalg.norm(X, axis=1).mean() == pytest.approx(1, abs=1e-4)
    last = (parameters.train - 1) // 8192
    counts, labels = population.labels("train", last)
    assert len(counts) == parameters.train - last * 8192
    assert labels.max() < 96_812
    assert len(labels) == counts.sum()
