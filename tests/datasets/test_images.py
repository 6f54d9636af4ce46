"""Images against the population that their parameters describe."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.sparse import issparse
from scipy.stats import binomtest, chisquare, kstest
from sklearn.pipeline import make_pipeline
from threadpoolctl import threadpool_limits

from manyclass.datasets.base.album import BLOCK, Album, apportion
from manyclass.datasets.base.images import Images
from manyclass.features.bag_of_words import BagOfWords
from manyclass.features.descriptor_pca import DescriptorPCA
from manyclass.features.fisher_vectors import FisherVectors

BOV = make_pipeline(DescriptorPCA(), BagOfWords(8))
FV = make_pipeline(DescriptorPCA(), FisherVectors(2))
PLAIN = Images(
    classes=12, train=600, valid=36, test=300, encoder=BOV, vocabulary=50, descriptors=20, dimensions=6, adds=(5, 3)
)


def everything(split):
    arrays = [split.tree.parent]
    for part in (split.train, split.valid, split.test):
        arrays += [np.asarray(part.X), part.Y.indices, part.Y.indptr]
    return [array.tobytes() for array in arrays] + split.names


@pytest.mark.parametrize("encoder", [BOV, FV], ids=["sparse", "dense"])
def test_same_bytes_every_time_whatever_the_threads(encoder):
    parameters, sets = replace(PLAIN, encoder=encoder), []
    for threads in (1, 2):
        with threadpool_limits(threads):
            sets.append(everything(parameters.split(np.random.SeedSequence(5))))
    assert sets[0] == sets[1]
    assert everything(parameters.split(6))[2] != sets[0][2]


@pytest.mark.parametrize("encoder", [BOV, FV], ids=["sparse", "dense"])
def test_features_are_the_encoder_s_of_the_images(encoder):
    parameters = replace(PLAIN, encoder=encoder)
    album, split = Album(parameters, 3), parameters.split(3)
    train = np.concatenate([album.bags("train", block) for block in range(3)])
    assert (train.shape, train.dtype) == ((600, 20, 8), np.float32)
    test = np.concatenate([album.bags("test", block) for block in range(2)])
    fitted = encoder.fit(train[:50])
    assert split.test.X.sparse == (encoder is BOV) and all(issparse(each) == (encoder is BOV) for each in split.test.X)
    expected, made = fitted.transform(test), np.asarray(split.test.X)
    np.testing.assert_allclose(made, expected.toarray() if issparse(expected) else expected, atol=1e-4)
    assert made.dtype == np.float32
    assert split.bayes_ranking is None


def test_the_set_s_own_encoder_is_never_fitted():
    PLAIN.split(0)
    encoder = make_pipeline(BagOfWords(4))
    replace(PLAIN, encoder=encoder).split(0)
    assert not hasattr(encoder[0], "words_")


def test_blocks_and_parts_do_not_depend_on_one_another():
    album, again = Album(PLAIN, 1), Album(replace(PLAIN, valid=99, test=900, encoder=FV), 1)
    for block in (2, 0, 1):
        np.testing.assert_array_equal(again.bags("train", block), album.bags("train", block))
    np.testing.assert_array_equal(album.contents["train"], again.contents["train"])
    assert len(album.bags("train", 2)) == 600 - 2 * BLOCK
    assert not np.array_equal(album.bags("train", 0)[:40], album.bags("train", 1)[:40])
    assert not np.array_equal(album.bags("train", 0)[:40], album.bags("test", 0)[:40])


def test_sizes():
    split = replace(PLAIN, noise=0.0).split(0)
    sizes = np.sort(np.bincount(split.train.Y.indices))
    assert sizes.sum() == 600
    assert sizes[-1] / sizes[0] == pytest.approx(PLAIN.skew, rel=0.1)
    assert np.bincount(split.valid.Y.indices).tolist() == [3] * 12
    assert np.bincount(split.test.Y.indices).tolist() == [25] * 12
    assert len(set(split.names)) == split.tree.classes == 12
    assert split.tree.depth[:12].tolist() == [len(PLAIN.adds)] * 12


@pytest.mark.parametrize("total", [0, 1, 7, 100, 1001])
def test_shares_are_within_one_of_exact(total):
    weights = np.random.default_rng(total).random(13)
    shares = apportion(total, weights)
    assert shares.sum() == total
    assert np.abs(shares - total * weights / weights.sum()).max() < 1


def test_a_wrong_label_is_of_any_other_class():
    album = Album(replace(PLAIN, train=20_000, noise=0.2), 4)
    called, shown = album.contents["train"]
    wrong = called != shown
    assert binomtest(int(wrong.sum()), len(wrong), 0.2).pvalue > 1e-4
    assert chisquare(np.bincount((shown - called)[wrong] % 12, minlength=12)[1:]).pvalue > 1e-4
    called, shown = Album(replace(PLAIN, noise=0.0), 4).contents["test"]
    np.testing.assert_array_equal(called, shown)


def one_class(album, shown, n=40_000):
    """Images that all show one class: bags (n, L, d + 2)."""
    album.contents = {"train": (None, np.full(n, shown))}
    return np.concatenate([album.bags("train", block) for block in range(-(-n // BLOCK))])


def test_descriptors_have_the_moments_of_the_mixture():
    """Half of them the class, half a scene; light is common to an image."""
    p = replace(PLAIN, descriptors=4, scenes=1, light=0.7, spread=2.0)
    album = Album(p, 2)
    made, m = one_class(album, 7), album.mixtures
    X = made[:, :, :-2].astype(float)
    weights = np.concatenate([m.weights[7], m.weights[p.classes]]) / 2
    centres = np.concatenate([m.centres[7], m.centres[p.classes]]).astype(float)
    mean = weights @ centres
    light = p.light**2 * (m.axes.T * m.deviation**2) @ m.axes
    covariance = (centres - mean).T @ (weights[:, None] * (centres - mean)) + np.eye(p.dimensions) + light
    scale = np.sqrt(np.diag(covariance))
    ours = np.cov(X.reshape(-1, p.dimensions).T)
    assert np.abs((X.mean(axis=(0, 1)) - mean) / scale).max() < 0.02
    assert np.abs((ours - covariance) / np.outer(scale, scale)).max() < 0.03


def test_burstiness_and_light_are_of_the_image():
    """Two descriptors of an image are alike because of light, clutter's share and the image's own proportions."""
    p = replace(PLAIN, descriptors=2, scenes=1, light=0.7, clutter=(1e9, 1.0), burst=1.5)
    album = Album(p, 2)
    made, m = one_class(album, 7), album.mixtures
    pair = made[:, :, :-2].astype(float)
    weights, centres = m.weights[p.classes], m.centres[p.classes].astype(float)
    centres = centres - weights @ centres
    proportions = (centres.T * weights) @ centres / (1 + p.burst)  # of a Dirichlet: alike with chance 1 / (1 + burst)
    light = p.light**2 * (m.axes.T * m.deviation**2) @ m.axes
    first, second = (pair[:, t] - pair[:, t].mean(axis=0) for t in (0, 1))
    ours, scale = first.T @ second / len(pair), pair.std(axis=(0, 1))
    assert np.abs((ours - proportions - light) / np.outer(scale, scale)).max() < 0.03


def test_parts_lie_at_their_heights_and_anywhere_across():
    album = Album(replace(PLAIN, scatter=0.0, clutter=(1.0, 1e9)), 5)
    made = one_class(album, 3, 2000)
    assert set(np.unique(made[:, :, -1])) <= set(album.mixtures.heights[3])
    assert kstest(made[:, :, -2].ravel(), "uniform").pvalue > 1e-4
    places = one_class(Album(replace(PLAIN, scatter=5.0), 5), 3, 500)[:, :, -2:]
    assert places.min() >= 0
    assert places.max() < 1


def test_classes_share_the_parts_of_their_branch():
    p = replace(PLAIN, classes=60, train=2000, parts=1000)
    m, tree = Album(p, 8).mixtures, Album(p, 8).tree
    near = tree.distance(*np.triu_indices(60, 1)) == 2
    shared = np.array([len(set(m.parts[a]) & set(m.parts[b])) for a, b in zip(*np.triu_indices(60, 1))])
    assert (shared[near] >= 5).all()
    assert shared[~near].mean() < 0.5
    assert m.weights.sum(axis=1) == pytest.approx(np.ones(80))
    assert m.weights[:60, :5].sum(axis=1) == pytest.approx(np.full(60, 0.85))


def test_relatives_shift_their_parts_by_what_the_parameters_say():
    p = replace(PLAIN, classes=400, train=4000, dimensions=20, shifts=(0.5, 0.2))
    album = Album(p, 8)
    centres, parent = album.mixtures.centres[:400, :5], album.tree.parent[:400]
    branch = np.stack([centres[parent == node].mean(axis=0) for node in np.unique(parent)])
    within = centres - branch[parent - parent.min()]
    size = np.bincount(parent - parent.min())[parent - parent.min()]
    assert np.sqrt((within**2 * (size / (size - 1))[:, None, None]).mean()) == pytest.approx(0.2, rel=0.05)


def test_views_of_a_class_spread_around_it_as_a_dirichlet_does():
    p = replace(PLAIN, classes=200, train=4000, views=40, turn=6.0)
    plain, seen = Album(replace(p, views=0), 3).mixtures, Album(p, 3).mixtures
    own = plain.weights[:200, None]
    views = seen.weights[:-20].reshape(200, 40, -1)
    assert views.sum(axis=2) == pytest.approx(np.ones((200, 40)))
    assert np.square(views - own).sum() == pytest.approx((own * (1 - own)).sum() * 40 / 7, rel=0.05)


def test_a_class_is_shown_in_the_scenes_of_its_views():
    """Nothing but clutter, and of each descriptor nothing but its scene's light is left when parts lie in one place."""
    p = replace(PLAIN, views=2, clutter=(1e9, 1.0), spread=0.0, shifts=(0.0, 0.0), light=0.0, glow=2.0, descriptors=200)
    album = Album(p, 2)
    light = one_class(album, 7, 1000)[:, :, :-2].mean(axis=1)
    scenes = album.mixtures.scene[[14, 15]]
    assert scenes[0] != scenes[1]
    off = np.linalg.norm(light[:, None] - album.mixtures.glow, axis=2)
    shown = np.bincount(off.argmin(axis=1), minlength=20)
    assert shown[scenes].sum() == 1000
    assert binomtest(int(shown[scenes[0]]), 1000).pvalue > 1e-4


def test_images_of_a_class_are_as_unlike_as_its_factor_says():
    p = replace(PLAIN, unlike=1.0, light=2.0, clutter=(1.0, 1.0), spread=0.0, shifts=(0.0, 0.0), descriptors=200)
    album = Album(p, 2)
    factors = album.mixtures.unlike
    assert np.abs(np.log(factors)).max() <= 1
    for shown in (factors.argmin(), factors.argmax()):
        light = one_class(album, shown, 4000)[:, :, :-2].mean(axis=1)
        assert light.var(axis=0).mean() == pytest.approx((2.0 * factors[shown]) ** 2 + 1 / 200, rel=0.1)


def test_clutter_of_a_class_has_the_odds_of_its_factor():
    """The scene's parts lie at one height and the class's at another; of clutter's even odds the factor's square."""
    p = replace(PLAIN, unlike=1.0, clutter=(1e6, 1e6), scatter=0.0, descriptors=100)
    album = Album(p, 2)
    shown = album.mixtures.unlike.argmax()
    album.mixtures.heights[: p.classes], album.mixtures.heights[p.classes :] = 0.2, 0.8
    cluttered = (one_class(album, shown, 500)[:, :, -1] > 0.5).mean()
    odds = float(album.mixtures.unlike[shown]) ** 2
    assert cluttered == pytest.approx(odds / (1 + odds), abs=0.02)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"train": 90}, "train=90 is too few"),
        ({"classes": 1}, "classes=1"),
        ({"noise": 1.2}, "noise=1.2"),
        ({"skew": 0.5}, "skew=0.5"),
        ({"descriptors": 0}, "descriptors=0"),
        ({"adds": (5,)}, "same levels"),
        ({"burst": 0.0}, "burst"),
        ({"turn": 0.0}, "turn"),
        ({"views": -1}, "views=-1"),
        ({"unlike": -0.5}, "unlike=-0.5"),
    ],
)
def test_impossible_parameters_are_refused_in_a_line(wrong, says):
    with pytest.raises(ValueError, match=says) as caught:
        replace(PLAIN, **wrong)
    assert "\n" not in str(caught.value)
