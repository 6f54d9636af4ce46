"""Signatures as files: written from draws, read again, refused where they are none."""

import json

import numpy as np
import pytest
from own_data import as_npz, one_line, sample

from manyclass.protocol.data.make import main as make_draw
from manyclass.protocol.errors import DataError
from manyclass.protocol.signature.make import main
from manyclass.protocol.signature.public import PUBLIC
from manyclass.protocol.signature.record import Signature


def draw(folder, name="indoor67"):
    make_draw([name, "--scale", "smoke", "--out", str(folder / name)])
    return folder / name


def test_one_process_measures_several(tmp_path):
    draws = [draw(tmp_path, name) for name in ("indoor67", "web97k")]
    files = [tmp_path / f"{number}.json" for number in range(2)]
    main([*map(str, draws), "--out", *map(str, files)])
    one, two = map(Signature.read, files)
    assert (one.classes, one.features) == (20, 12)
    assert two.kept["classes"] == 150 < two.classes
    again = tmp_path / "again.json"
    main([str(draws[1]), "--out", str(again)])
    assert again.read_bytes() == files[1].read_bytes()


def test_own_data_have_one(tmp_path):
    X, y = sample()
    entry = as_npz(tmp_path, X, y)
    make_draw(["mine", "--out", str(tmp_path / "mine"), "--own", json.dumps(entry)])
    main([str(tmp_path / "mine"), "--out", str(tmp_path / "mine.json")])
    assert Signature.read(tmp_path / "mine.json").kept["classes"] == 4


def test_a_set_without_one_ends_in_one_line(tmp_path):
    entry = as_npz(tmp_path, np.ones((40, 2)), np.arange(40) % 4)
    make_draw(["mine", "--out", str(tmp_path / "mine"), "--own", json.dumps(entry)])
    with pytest.raises(SystemExit) as caught:
        main([str(tmp_path / "mine"), "--out", str(tmp_path / "mine.json")])
    one_line(caught, "mine: a signature needs features that vary")
    with pytest.raises(SystemExit) as caught:
        main([str(tmp_path / "gone"), "--out", str(tmp_path / "gone.json")])
    one_line(caught, "gone does not exist")


@pytest.mark.parametrize("text", ["{", "[]", '{"lda": 1}', '{"ldaa": 1}'])
def test_what_is_no_signature(tmp_path, text):
    (tmp_path / "it.json").write_text(text)
    with pytest.raises(DataError) as caught:
        Signature.read(tmp_path / "it.json")
    one_line(caught, "it.json is no signature")


def test_what_is_written_is_read(tmp_path):
    PUBLIC["letter"].write(tmp_path / "it.json")
    assert Signature.read(tmp_path / "it.json") == PUBLIC["letter"]
