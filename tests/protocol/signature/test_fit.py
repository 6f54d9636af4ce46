"""The fit: what it aims at, what it finds, and what it says where a signature is out of reach."""

from dataclasses import replace

import numpy as np
import pytest
from own_data import one_line

from manyclass.protocol.data.make import parameters
from manyclass.protocol.errors import ConfigError
from manyclass.protocol.signature import search as module
from manyclass.protocol.signature.fit import given_of, main, report, targets_of
from manyclass.protocol.signature.public import PUBLIC
from manyclass.protocol.signature.search import COMPARED, RANGES, Range, off, search, varied

SMALL = replace(
    parameters("feature_vectors", "standard"), classes=20, features=8, train=800, valid=20, test=600, spreads=(1.0,)
)
CHEAP = ("nearest_means/lda", "within_between", "lda")


def quantities(point, seeds=(7, 8, 9)):
    return module._measured(point, CHEAP, seeds)


def test_it_recovers_a_populations_own_signature():
    targets = quantities(replace(SMALL, nuisance=1.2, isotropic=0.5))
    start = quantities(SMALL)
    assert np.linalg.norm([off(name, start[name], targets[name]) for name in CHEAP]) > 10
    found = search(SMALL, targets, ["nuisance", "isotropic"], evaluations=70)
    assert found.distance < 2  # classes of another draw are other classes
    assert found.parameters.nuisance == pytest.approx(1.2, rel=0.35)
    assert found.parameters.isotropic == pytest.approx(0.5, rel=0.35)
    assert report(found, targets).splitlines()[0].startswith("FeatureVectors(classes=20, ")


def test_the_same_search_finds_the_same():
    targets = quantities(replace(SMALL, nuisance=1.2, isotropic=0.5))
    first, second = (search(SMALL, targets, ["nuisance", "isotropic"], evaluations=10) for _ in range(2))
    assert first == second


def test_what_is_out_of_reach_is_said_in_a_line(capsys):
    sizes = ["classes=10", "features=4", "train=200", "test=100"]
    main(["kurtosis=30", "--set", *sizes, "--vary", "isotropic", "--evaluations", "2"])
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("not reached: the nearest is ")
    assert last.endswith(" where 30 was wanted") and "kurtosis" in last


def test_distances_in_tolerances():
    assert off("kurtosis", 3.0, 3.0) == 0
    assert off("kurtosis", 3.0 * np.e, 3.0) == pytest.approx(10)
    assert off("nearest_means/lda", 0.7, 0.76) == pytest.approx(-2)
    assert off("lda@8", 0.5, 0.44) == pytest.approx(2)
    assert off("variance_spread", 0.33, 0.3) == pytest.approx(1)
    for broken in (np.nan, 0.0):
        assert off("dimension", broken, 3.0) == module.FARTHEST


@pytest.mark.parametrize(
    ("range_", "places"),
    [
        (Range(0, 2), {0: 0.0, 0.25: 0.5, 1: 2.0}),
        (Range(0.1, 10, "logarithm"), {0: 0.1, 0.5: 1.0, 1: 10.0}),
        (Range(np.inf, 2.5, "reciprocal"), {0: np.inf, 0.5: 5.0, 1: 2.5}),
        (Range(1, 6, "whole"), {0: 1, 0.5: 4, 1: 6}),
    ],
)
def test_ranges(range_, places):
    for place, number in places.items():
        assert range_.at(place) == pytest.approx(number)


def test_what_is_given_is_not_varied():
    everything = varied(SMALL)
    some = {"nuisance", "isotropic", "nuisance_decay", "class_decay", "modes", "mode_spread"}
    assert some <= set(everything) <= set(RANGES)
    assert varied(SMALL, ["isotropic", "classes"]) == [name for name in everything if name != "isotropic"]


def test_every_end_of_a_range_is_valid():
    for name in varied(SMALL):
        for place in (0.0, 1.0):
            replace(SMALL, **{name: RANGES[name].at(place)})


def test_targets(tmp_path):
    letter = targets_of(["letter", "kurtosis=4.5"])
    assert list(letter) == list(COMPARED) and letter["kurtosis"] == 4.5
    assert letter["logistic/lda"] == pytest.approx(0.777 / 0.707)
    assert targets_of(["kurtosis=4.5", "letter"]) == letter
    PUBLIC["digits"].write(tmp_path / "mine.json")
    assert targets_of([str(tmp_path / "mine.json")]) == targets_of(["digits"])
    assert targets_of(["lda@8/lda=0.5"]) == {"lda@8/lda": 0.5}
    assert given_of(["classes=26", "spreads=(1.0,)", "tails=inf"]) == {
        "classes": 26, "spreads": (1.0,), "tails": np.inf
    }  # fmt: skip


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["lettr"], "lettr is no file, and no public set (letter, digits, CLINC150)"),
        (["kurtsis=4"], "unknown quantity 'kurtsis' (did you mean 'kurtosis'?)"),
        (["kurtosis/lda=4"], "kurtosis/lda: unknown quantity 'kurtosis'"),
        (["logistic@8=.4"], "unknown quantity 'logistic'"),
        (["lda@few=.4"], "after @ stands a number"),
        (["kurtosis=high"], "kurtosis=high: give a number"),
        (["lda=-1"], "give a number that is not negative"),
    ],
)
def test_bad_targets(words, says):
    with pytest.raises(ConfigError) as caught:
        targets_of(words)
    one_line(caught, says)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--set", "clases=5"], "--set: unknown parameter 'clases' (did you mean 'classes'?)"),
        (["--set", "classes"], "--set classes: give NAME=VALUE"),
        (
            ["--set", "classes=many"],
            "--set classes=many: many is no value: write it as Python does, such as 0.1 or (1.0,)",
        ),
        (["--set", "=3"], "--set =3: give NAME=VALUE"),
        (["--set", "noise=2"], "noise=2 is a share"),
        (["--set", "noise='a'"], "--set: "),
        (["--vary", "noise"], "--vary: unknown parameter 'noise'"),
        (["--set", *(f"{name}={RANGES[name].at(0.5)}" for name in varied(SMALL))], "--set: nothing is left to vary"),
        (["--set", "isotropic=1", "--vary", "isotropic"], "--vary: unknown parameter 'isotropic'"),
    ],
)
def test_bad_parameters(arguments, says):
    with pytest.raises(SystemExit) as caught:
        main(["letter", *arguments])
    one_line(caught, says)
