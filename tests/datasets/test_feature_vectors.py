"""The generator against the population that its parameters describe."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest, chisquare
from threadpoolctl import threadpool_limits

from manyclass.datasets.base.geometry import spectrum
from manyclass.datasets.base.population import Population
from manyclass.datasets.feature_vectors import FeatureVectors

PLAIN = FeatureVectors(classes=60, features=12, train=20_000, valid=50, test=9000)
WEB = replace(PLAIN, grouped=0.5, group=3, apart=0.3, given=0.4, modes=3, mode_spread=0.8, noise=0.3, zipf=0.7)
REAL = replace(WEB, size_spread=0.5, shape_spread=0.3, piece=0.5, tails=12.0)

parameters = st.builds(
    lambda classes, extra, modes, **others: FeatureVectors(
        classes=classes, train=max(2, modes) * classes + extra, modes=modes, **others
    ),
    classes=st.integers(2, 40),
    extra=st.integers(0, 300),
    features=st.integers(1, 9),
    valid=st.integers(1, 40),
    test=st.integers(1, 40),
    spreads=st.lists(st.floats(0, 2), min_size=1, max_size=4).map(tuple),
    evenness=st.sampled_from([0.3, 1.0, float("inf")]),
    grouped=st.floats(0, 1),
    group=st.integers(2, 4),
    apart=st.floats(0, 1),
    given=st.floats(0, 1),
    modes=st.integers(1, 3),
    mode_spread=st.floats(0, 2),
    size_spread=st.floats(0, 2),
    shape_spread=st.floats(0, 1),
    piece=st.floats(0, 1, exclude_min=True),
    tails=st.one_of(st.just(float("inf")), st.floats(2, 1e6, exclude_min=True)),
    noise=st.floats(0, 1),
    zipf=st.floats(0, 2),
    clean_test=st.booleans(),
)


@settings(max_examples=60)
@given(parameters, st.integers(0, 2**32))
def test_every_set_is_whole(parameters, seed):
    split = parameters.split(seed)
    for part in ("train", "valid", "test"):
        X, Y = np.asarray(getattr(split, part).X), getattr(split, part).Y
        assert X.shape == (getattr(parameters, part), parameters.features)
        assert X.dtype == np.float32
        assert np.isfinite(X).all()
        assert Y.shape == (len(X), parameters.classes)
        Y.check_format(full_check=True)
        assert np.diff(Y.indptr).min() >= 1
        assert all(np.diff(Y[[i]].indices).min(initial=1) > 0 for i in range(min(len(X), 5)))
    assert np.bincount(split.train.Y.indices, minlength=parameters.classes).min() >= 2
    ceiling = np.asarray(split.bayes_ranking)
    assert ceiling.shape == (parameters.test, min(10, parameters.classes))
    assert all(len(set(row)) == len(row) for row in ceiling.tolist())
    assert np.linalg.norm(np.asarray(split.train.X), axis=1).mean() == pytest.approx(1, abs=1e-3)


def everything(split):
    arrays = [np.asarray(split.bayes_ranking), split.tree.parent]
    for part in (split.train, split.valid, split.test):
        arrays += [np.asarray(part.X), part.Y.indices, part.Y.indptr]
    return [array.tobytes() for array in arrays] + split.names


@pytest.mark.parametrize("parameters", [WEB, REAL], ids=["web", "real"])
def test_same_bytes_every_time_whatever_the_threads(parameters):
    sets = []
    for threads in (1, 2, 4):
        with threadpool_limits(threads):
            sets.append(everything(parameters.split(np.random.SeedSequence(5))))
    assert sets[0] == sets[1] == sets[2]
    assert everything(parameters.split(6))[2:] != sets[0][2:]


@pytest.mark.parametrize("parameters", [WEB, REAL], ids=["web", "real"])
def test_blocks_do_not_depend_on_one_another(parameters):
    population = Population(parameters, 1)
    forwards = [population.samples("train", block) for block in range(3)]
    backwards = [Population(parameters, 1).samples("train", block) for block in (2, 1, 0)]
    for a, b in zip(forwards, backwards[::-1]):
        np.testing.assert_array_equal(a, b)
    assert not np.array_equal(forwards[0][:100], forwards[1][:100])
    assert not np.array_equal(population.samples("test", 0)[:100], forwards[0][:100])


def test_noise_is_drawn_anew_for_every_part_and_block():
    population = Population(replace(PLAIN, valid=9000), 1)
    centres, rows = population.geometry.centres, []
    for part, block in (("train", 0), ("train", 1), ("valid", 0), ("test", 0)):
        called, _ = population.content(part, block)
        rows.append((population.samples(part, block) - centres[called])[:8000].ravel())
    correlation = np.corrcoef(rows) - np.eye(4)
    assert np.abs(correlation).max() < 5 / np.sqrt(8000)


def test_more_test_samples_change_no_other():
    ours, theirs = WEB.split(1), replace(WEB, valid=70, test=12_000).split(1)
    np.testing.assert_array_equal(np.asarray(ours.train.X), np.asarray(theirs.train.X))
    np.testing.assert_array_equal(ours.train.Y.indices, theirs.train.Y.indices)


def average_covariance(geometry):
    """Covariance around the modes' means, averaged over the classes and their modes one by one."""
    within, average = geometry.within, 0.0
    for g, prior in enumerate(geometry.prior):
        for shape, share in zip(within.shape[g], geometry.shares):
            stretch = within.size[g] * within.shapes[shape, :, None].astype(float) * within.stretch
            average = average + prior * share * stretch.T @ stretch
    return average


@pytest.mark.parametrize("parameters", [PLAIN, WEB, REAL], ids=["plain", "web", "real"])
def test_samples_have_the_population_s_moments(parameters):
    population = Population(replace(parameters, valid=200_000), 3)
    X = np.asarray(population.part("valid").X, np.float64)
    mean, between = population.geometry.moments()
    covariance = between + average_covariance(population.geometry)
    assert np.abs(mean).max() < 1e-5
    off = covariance - np.diag(np.diag(covariance))
    assert np.abs(off).max() < 1e-5 * covariance.max()
    assert (np.diff(np.diag(covariance)) < 0).all()
    assert (np.abs(X.mean(axis=0)) < 5 * X.std(axis=0) / np.sqrt(len(X))).all()
    sampled = np.cov(X.T)
    error = np.sqrt(((X**2).T @ X**2 / len(X) - sampled**2) / len(X))
    assert (np.abs(sampled - covariance) < 5 * error).all()


def test_a_class_shows_its_modes_and_the_noise():
    parameters = replace(WEB, noise=0.0)
    population = Population(parameters, 2)
    geometry = population.geometry
    shown = np.full(150_000, 7)
    X = geometry.samples(shown, np.random.default_rng(0)).astype(float)
    modes = geometry.centres[7] + geometry.senses[geometry.sense[7]].astype(float)
    covariance = np.cov(modes.T, bias=True) + geometry.within.stretch.T.astype(float) @ geometry.within.stretch
    assert (np.abs(X.mean(axis=0) - modes.mean(axis=0)) < 5 * X.std(axis=0) / np.sqrt(len(X))).all()
    error = np.sqrt(2 * np.outer(np.diag(covariance), np.diag(covariance)) / len(X))
    assert (np.abs(np.cov(X.T) - covariance) < 5 * error).all()


def test_noise_has_the_spectrum_of_its_parameters():
    parameters = replace(PLAIN, features=40, nuisance=5.0, isotropic=0.7, nuisance_decay=1.2)
    stretch = Population(parameters, 2).geometry.within.stretch.astype(float)
    variance = np.linalg.eigvalsh(stretch.T @ stretch)[::-1]
    expected = 25 * spectrum(40, 1.2) + 0.49
    np.testing.assert_allclose(variance / variance.sum(), expected / expected.sum(), rtol=1e-4)


def test_along_other_directions_there_is_isotropic_noise_alone():
    few, wide = replace(WEB, features=12), replace(WEB, features=40, directions=12)
    small, large = (Population(each, 2).geometry for each in (few, wide))
    means = np.concatenate([large.centres + large.senses[large.sense[:, mode]] for mode in range(WEB.modes)])
    assert np.linalg.matrix_rank(means, tol=1e-4 * np.abs(means).max()) == 12
    stretch = large.within.stretch.astype(float)
    variance = np.linalg.eigvalsh(stretch.T @ stretch)
    np.testing.assert_allclose(variance[:28], variance[0], rtol=1e-3)
    signal = [np.trace(each.moments()[1]) for each in (small, large)]
    noise = [each.within.stretch.astype(float).ravel() @ each.within.stretch.ravel() for each in (small, large)]
    alone = 28 * variance[0]
    assert signal[1] / (noise[1] - alone) == pytest.approx(signal[0] / noise[0], rel=0.1)  # other draws of the classes


def test_confusable_classes_are_neighbours_in_the_tree():
    spreads = (1.5, 1.0, 0.5)
    parameters = replace(PLAIN, classes=1500, train=3000, features=30, spreads=spreads, class_decay=0.0)
    population = Population(parameters, 8)
    geometry, tree = population.geometry, population.tree
    a, b = np.random.default_rng(0).integers(1500, size=(2, 400_000))
    squared = ((geometry.centres[a] - geometry.centres[b]) ** 2).sum(axis=1)
    distance = tree.distance(a, b)
    expected = np.cumsum(np.square(spreads[::-1]))  # of classes that part 1, 2, 3 levels up
    measured = [squared[distance == 2 * level].mean() for level in (1, 2, 3)]
    np.testing.assert_allclose(np.array(measured) / measured[0], expected / expected[0], rtol=0.25)


def test_synonyms_lie_apart_from_their_concept():
    population = Population(replace(WEB, classes=900, train=2700, features=30, apart=0.2, class_decay=0.0), 8)
    centres, concept = population.geometry.centres, population.concept
    strangers = ((centres[1:] - centres[:-1]) ** 2).sum(axis=1)
    same = concept[1:] == concept[:-1]
    near = population.tree.distance(np.arange(899), np.arange(1, 900)) == 2
    ratio = strangers[same].mean() / strangers[near & ~same].mean()
    assert ratio == pytest.approx(0.2**2 / (0.2**2 + WEB.spreads[-1] ** 2), rel=0.15)


def test_the_share_of_wrong_labels_is_noise():
    population = Population(WEB, 4)
    wrong = np.concatenate([population.content("train", block)[1] for block in range(3)]) >= 0
    assert binomtest(int(wrong.sum()), len(wrong), WEB.noise).pvalue > 1e-4


def test_wrong_labels_are_single_and_say_nothing_of_the_sample():
    population = Population(replace(WEB, noise=1.0), 4)
    Y = population.part("test").Y
    assert (np.diff(Y.indptr) == 1).all()
    called, shown = population.content("test", 0)
    assert (called == Y.indices[:8192]).all()
    assert (shown >= 0).all()
    assert chisquare(np.bincount(shown, minlength=60), population.prior * 8192).pvalue > 1e-4
    agree = int((called == shown).sum())
    assert binomtest(agree, 8192, float(np.square(population.prior).sum())).pvalue > 1e-4


def test_labels_of_right_clicks_are_the_class_and_some_synonyms():
    parameters = replace(WEB, noise=0.0)
    population = Population(parameters, 4)
    Y, (called, _) = population.part("test").Y, population.content("test", 0)
    Y = Y[:8192].toarray()
    assert Y[np.arange(8192), called].all()
    synonyms = population.concept[None, :] == population.concept[called][:, None]
    assert not (Y & ~synonyms).any()
    synonyms[np.arange(8192), called] = False
    others = Y[synonyms]
    assert binomtest(int(others.sum()), len(others), 0.4).pvalue > 1e-4


def test_sizes_follow_the_prior():
    population = Population(replace(WEB, noise=0.0), 4)
    assert np.sort(population.prior)[::-1] == pytest.approx(np.arange(1, 61) ** -0.7 / (np.arange(1, 61) ** -0.7).sum())
    called = np.concatenate([population.content("test", block)[0] for block in range(2)])
    assert chisquare(np.bincount(called, minlength=60), population.prior * 9000).pvalue > 1e-4


def test_half_of_the_classes_have_synonyms():
    population = Population(WEB, 4)
    assert np.bincount(population.sizes).tolist() == [0, 30, 0, 10]


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"train": 100}, "train=100"),
        ({"noise": 1.2}, "noise=1.2"),
        ({"given": -0.1}, "given=-0.1"),
        ({"grouped": 0.5}, "group"),
        ({"modes": 0}, "modes=0"),
        ({"directions": 0}, "directions=0"),
        ({"directions": 1000}, "directions=1000 must lie between 1 and features="),
        ({"isotropic": 0.0}, "isotropic"),
        ({"spreads": ()}, "spread"),
        ({"spreads": (0.5, -0.1)}, "spreads="),
        ({"apart": -0.1}, "apart=-0.1"),
        ({"mode_spread": float("nan")}, "mode_spread=nan"),
        ({"nuisance": -1.0}, "nuisance=-1.0"),
        ({"size_spread": -0.2}, "size_spread=-0.2"),
        ({"shape_spread": float("inf")}, "shape_spread=inf"),
        ({"piece": 0.0}, "piece=0.0"),
        ({"piece": 1.1}, "piece=1.1"),
        ({"tails": 2.0}, "tails=2.0"),
        ({"tails": float("nan")}, "tails=nan"),
        ({"modes": 334}, "modes=334 are more than the 333 samples of a class"),
    ],
)
def test_impossible_parameters_are_refused_in_a_line(wrong, says):
    with pytest.raises(ValueError, match=says) as caught:
        replace(PLAIN, **wrong)
    assert "\n" not in str(caught.value)


def test_blocks_gather_only_on_demand():
    X = PLAIN.split(0).train.X
    assert (X.shape, X.dtype, X.ndim, len(X)) == ((20_000, 12), np.float32, 2, 3)
    with pytest.raises(ValueError, match="made on demand"):
        np.array(X, copy=False)
    np.testing.assert_array_equal(np.concatenate(list(X)), np.asarray(X))


def test_a_share_of_a_class_lies_at_its_second_place():
    """At two places, in the shares that are asked for, the second as far from another class as from a parent."""
    parameters = replace(PLAIN, classes=40, features=30, test=40_000, elsewhere=0.3, nuisance=0.05, isotropic=0.05)
    population = Population(parameters, 4)
    geometry = population.geometry
    places = geometry.centres[:, None] + geometry.senses[geometry.sense]
    X, y = np.asarray(population.part("test").X), population.part("test").Y.indices
    near = ((X[:, None] - places[y]) ** 2).sum(axis=-1).argmin(axis=1)
    assert binomtest(int(near.sum()), len(near), 0.3).pvalue > 1e-3
    apart = np.linalg.norm(places[:, 1, None] - geometry.centres, axis=-1)
    own = apart[np.arange(40), np.arange(40)].copy()
    scale = np.linalg.norm(geometry.centres - geometry.centres[population.tree.siblings(3)[0]], axis=-1)[3] / np.sqrt(2)
    assert apart.min(axis=1).mean() == pytest.approx(scale, rel=0.25)
    assert own.mean() > 1.3 * apart.min(axis=1).mean()


def test_second_places_leave_room_for_no_modes():
    with pytest.raises(ValueError, match="elsewhere=0.2 gives every class two modes: modes must be 1"):
        replace(PLAIN, elsewhere=0.2, modes=2)


def test_only_the_labels_of_the_test_part_can_be_clean():
    noisy, clean = (replace(PLAIN, noise=0.5, clean_test=each).split(3) for each in (False, True))
    for part in ("train", "valid"):
        np.testing.assert_array_equal(getattr(noisy, part).X, getattr(clean, part).X)
    np.testing.assert_array_equal(noisy.test.Y.indices, clean.test.Y.indices)
    right = [(np.asarray(each.bayes_ranking)[:, 0] == each.test.Y.indices).mean() for each in (noisy, clean)]
    by_chance = 0.5 / PLAIN.classes  # a wrong label is drawn from all classes, the right one among them
    assert right[0] == pytest.approx(0.5 * right[1] + by_chance, abs=4 * np.sqrt(0.25 / PLAIN.test))
