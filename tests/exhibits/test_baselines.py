"""Baselines: which stand for which size, and that what they declare can be run."""

import inspect

import pytest

from manyclass.exhibits import baselines
from manyclass.methods.base.ladder import groups
from manyclass.protocol.data.make import available
from manyclass.protocol.data.size import Size
from manyclass.protocol.trial import estimators

STANDARD = {"scale": "standard"}
SMALL = Size(train=1000, classes=10, features=10, several=False)
EVERY = [
    baselines.MEANS,
    baselines.LDA,
    *baselines.BATCH.values(),
    *baselines.STAND_INS.values(),
    baselines.PLT,
    baselines.HSM,
]


@pytest.fixture
def sized(monkeypatch):
    """Give every data set this size."""

    def give(known, installed=True):
        monkeypatch.setattr(baselines, "size", lambda dataset, scale: known)
        monkeypatch.setattr(baselines, "installed", lambda: installed)
        return list(baselines.trials({"scale": "standard"}, "some_set"))

    return give


def test_small_sets_have_the_batch_solvers_and_the_trees(sized):
    assert sized(SMALL) == [
        "Nearest means",
        "LDA",
        "LIBLINEAR one-vs-rest",
        "LIBLINEAR Crammer–Singer",
        "Logistic regression",
        "napkinXC PLT",
        "napkinXC HSM",
    ]


@pytest.mark.parametrize("kind", baselines.BATCH)
@pytest.mark.parametrize("name", ["train", "classes", "features"])
def test_a_solver_gives_way_where_its_fit_is_over_a_minute(kind, name):
    batch = baselines.BATCH[kind]
    product = baselines.longest(kind, "standard") / batch.seconds
    rest = SMALL.train * SMALL.classes * SMALL.features / getattr(SMALL, name)
    below, above = (SMALL._replace(**{name: share * product / rest}) for share in (0.99, 1.01))
    assert baselines.of_kind(kind, below, "standard") is batch
    assert baselines.of_kind(kind, above, "standard") is baselines.STAND_INS[kind]


STAND_INS = ["Nearest means", "LDA", "Averaged one-vs-rest", "Averaged multiclass SVM", "Softmax regression"]


def test_samples_of_several_classes_have_what_takes_them(sized):
    assert sized(SMALL._replace(several=True)) == [*STAND_INS, "napkinXC PLT"]
    for trial in baselines.trials(STANDARD, "some_set").values():
        assert hasattr(estimators.load(trial.method, trial.factory), "passes")  # which is given all labels


def test_own_data_have_what_takes_any_size(sized):
    assert sized(None) == [*STAND_INS, "napkinXC PLT"]


def test_more_features_than_lda_takes(sized):
    assert "LDA" not in sized(SMALL._replace(features=baselines.MOST_FEATURES + 1))
    assert "LDA" in sized(SMALL._replace(features=baselines.MOST_FEATURES))


def test_without_napkinxc_its_rows_are_left_out_and_a_note_says_so(sized, monkeypatch):
    assert not [row for row in sized(SMALL, installed=False) if "napkinXC" in row]
    assert "napkinXC is not installed" in baselines.note()
    monkeypatch.setattr(baselines, "installed", lambda: True)
    assert baselines.note() == ""


@pytest.mark.parametrize("scale", ["smoke", "standard", "full"])
def test_every_set_has_baselines_of_every_kind_at_every_scale(scale):
    for dataset in available():
        declared = baselines.trials({"scale": scale}, dataset)
        addresses = [trial.address for trial in declared.values()]
        assert len(set(addresses)) == len(addresses)
        assert all(address.startswith(f"{dataset}/") for address in addresses)
        for kind in baselines.BATCH:
            assert (baselines.BATCH[kind].row in declared) != (baselines.STAND_INS[kind].row in declared)


def test_at_large_scale_those_are_left_out_that_take_too_long():
    large = baselines.trials({"scale": "large"}, "imagenet16k")
    assert {*large} == {"Nearest means", "LDA", "Averaged one-vs-rest"}
    few = baselines.trials({"scale": "large"}, "imagenet16k-classes250")
    assert all(baselines.BATCH[kind].row in few or baselines.STAND_INS[kind].row in few for kind in baselines.BATCH)


@pytest.mark.parametrize("baseline", EVERY, ids=lambda each: each.row)
def test_what_is_declared_are_parameters_of_the_estimator(baseline):
    trial = baselines.declare(baseline, "standard", "some_set")
    cls = estimators.load(trial.method, trial.factory)
    search = groups(cls.search if trial.search is None else trial.search)
    swept = [name for group in search for name in group]
    assert {*trial.fixed, *swept} <= set(inspect.signature(cls).parameters)
    assert not set(trial.fixed) & set(swept)


@pytest.mark.parametrize("scale", ["smoke", "standard", "large", "full"])
def test_stochastic_gradients_are_stopped_early_and_nothing_else(scale):
    """At large scale they make their few passes; what ends by itself or makes one fit has no patience anywhere."""
    for each in EVERY:
        trial = baselines.declare(each, scale, "some_set")
        of_gradients = trial.method in ("weighted_one_vs_rest", "multiclass_svm")
        assert bool(trial.patience) == bool(trial.least_passes) == (of_gradients and scale != "large")


def test_an_exhibit_may_declare_them_otherwise():
    declared = baselines.trials({"scale": "smoke"}, "indoor67", "topk", metrics=("accuracy", "top5"), halving=False)
    assert {trial.variant for trial in declared.values()} == {"topk"}
    assert {trial.metrics for trial in declared.values()} == {("accuracy", "top5")}
