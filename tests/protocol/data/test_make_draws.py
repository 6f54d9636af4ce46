"""One command makes all draws of a set; of one's own data the split is drawn, unless the data give it."""

import json
import os

import numpy as np
import pytest
from own_data import PARTS, as_npz, frame, rows_of, sample

from manyclass.protocol.data.card import is_given
from manyclass.protocol.data.make import main
from manyclass.protocol.data.storage import read

ANEW = "drawn anew for every seed"


def make(folder, name, *arguments, seeds=(0, 1, 2)):
    """Make draws of a set; their folders."""
    outs = [folder / name / str(seed) for seed in seeds]
    main([name, *arguments, "--seed", *map(str, seeds), "--out", *map(str, outs)])
    return outs


def own(folder, entry, **options):
    return make(folder, "mine", "--own", json.dumps(entry), **options)


def contents(folder):
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def cards(outs):
    return [json.loads((out / "card.json").read_text()) for out in outs]


def test_draws_made_together_are_those_made_alone(tmp_path):
    together = make(tmp_path / "together", "web21k", "--scale", "smoke")
    (alone,) = make(tmp_path / "alone", "web21k", "--scale", "smoke", seeds=(2,))
    assert contents(together[2]) == contents(alone)
    assert len({contents(out)["X_train.npy"] for out in together}) == 3
    assert [card["split"] for card in cards(together)] == [ANEW] * 3
    assert len({card["controls"]["bayes_optimal"]["accuracy"] for card in cards(together)}) == 3
    assert not any(map(is_given, together))


def test_every_draw_needs_a_folder(tmp_path, capsys):
    with pytest.raises(SystemExit):
        main(["web21k", "--seed", "0", "1", "--out", str(tmp_path / "0")])
    assert "--out has 1 folders for 2 draws; give one for each" in capsys.readouterr().err.splitlines()[-1]
    assert not os.listdir(tmp_path)


def test_the_split_of_own_data_is_drawn_anew(tmp_path):
    X, y = sample()
    outs = own(tmp_path, as_npz(tmp_path, X, y) | {"scale": "none"})
    rows = [[frozenset(part.tolist()) for part in rows_of(read(out), X)] for out in outs]
    for of_draw in rows:
        assert frozenset.union(*of_draw) == set(range(len(X))) and sum(map(len, of_draw)) == len(X)
    for part in range(3):
        assert len({of_draw[part] for of_draw in rows}) == 3
    assert [card["split"] for card in cards(outs)] == ["one set, split anew for every seed"] * 3


def column(folder, parts):
    """A table whose column says the part, `parts` in turn."""
    frame(part=np.resize(parts, 120)).to_csv(folder / "mine.csv", index=False)
    return {"path": str(folder / "mine.csv"), "split": "part"}


def files(folder, parts):
    """A file for each part."""
    for number, part in enumerate(parts):
        X, y = sample(seed=number)
        np.savez(folder / f"{part}.npz", X=X, y=y)
    paths = {"train": "path", "valid": "valid_path", "test": "test_path"}
    return {paths[part]: str(folder / f"{part}.npz") for part in parts}


def arrays(folder, parts):
    """One file with arrays for each part."""
    held = {}
    for number, part in enumerate(parts):
        ending = "" if part == "train" else f"_{part}"
        held[f"X{ending}"], held[f"y{ending}"] = sample(seed=number)
    np.savez(folder / "mine.npz", **held)
    keys = {f"{axis}_{part}": f"{axis.upper() if axis == 'x' else axis}_{part}" for part in parts[1:] for axis in "xy"}
    return {"path": str(folder / "mine.npz")} | keys


GIVEN_BY = pytest.mark.parametrize("give", [column, files, arrays])


@GIVEN_BY
def test_a_given_split_is_the_same_for_every_seed(tmp_path, give):
    outs = own(tmp_path, give(tmp_path, PARTS))
    assert contents(outs[0]) == contents(outs[1]) == contents(outs[2])
    assert [card["split"] for card in cards(outs)] == ["given"] * 3
    assert all(map(is_given, outs))
    inodes = {(out / "X_train.npy").stat().st_ino for out in outs}
    assert len(inodes) == 1  # made once, and no space for the others
    own(tmp_path, give(tmp_path, PARTS), seeds=(1,))  # one of them made anew leaves the others as they are
    assert contents(outs[0]) == contents(outs[1]) == contents(outs[2])


@GIVEN_BY
@pytest.mark.parametrize("known", ["valid", "test"])
def test_the_part_that_is_not_given_is_drawn(tmp_path, give, known):
    outs = own(tmp_path, give(tmp_path, ["train", known]) | {"scale": "none"})
    drawn = "test" if known == "valid" else "valid"
    held = [contents(out) for out in outs]
    for name in (f"X_{known}.npy", f"Y_{known}_indices.npy"):
        assert held[0][name] == held[1][name] == held[2][name]
    for name in (f"X_{drawn}.npy", "X_train.npy"):
        assert len({each[name] for each in held}) == 3
    told = {"valid": "one set, split anew for every seed", "test": "test given, the rest split anew for every seed"}
    assert [card["split"] for card in cards(outs)] == [told[known]] * 3
    assert not any(map(is_given, outs))


def test_without_links_a_given_split_is_copied(tmp_path, monkeypatch):
    def refused(source, target):
        raise OSError("no links here")

    monkeypatch.setattr(os, "link", refused)
    outs = own(tmp_path, files(tmp_path, PARTS))
    assert contents(outs[0]) == contents(outs[1])
    assert not os.path.samefile(outs[0] / "X_train.npy", outs[1] / "X_train.npy")
