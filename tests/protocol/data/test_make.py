"""The command that makes a data set: the set and its card, whole or not there, and errors of one line."""

import errno
import json
import os
import signal
import subprocess
import sys

import numpy as np
import pytest
from scipy.sparse import csr_array

from manyclass.datasets.base import Part, Split, Tree
from manyclass.datasets.web21k import SCALES
from manyclass.protocol.data import storage
from manyclass.protocol.data.card import card
from manyclass.protocol.data.make import main
from manyclass.protocol.data.storage import read
from manyclass.protocol.metrics.ranking import evaluate

COMMAND = ["manyclass.protocol.data.make", "web21k", "--scale", "smoke", "--out"]


def make(out, *program):
    """Run the command, or a program in place of its module."""
    start = ["-c", *program, *COMMAND[1:]] if program else ["-m", *COMMAND]
    return subprocess.run([sys.executable, *start, str(out)], capture_output=True, text=True, check=False)


def contents(folder):
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    out = tmp_path_factory.mktemp("made") / "web21k"
    done = make(out)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert os.listdir(out.parent) == [out.name]
    return out


def test_the_command_writes_the_set_and_its_card(made):
    split, described, parameters = read(made), json.loads((made / "card.json").read_text()), SCALES["smoke"]
    assert (described["name"], described["scale"]) == ("web21k", "smoke")
    for size in ("classes", "features", "train", "valid", "test"):
        assert described[size] == getattr(parameters, size)
    Y = split.train.Y.toarray()
    assert described["classes_per_feature"] == parameters.classes / parameters.features
    assert described["labels_per_sample"] == pytest.approx(Y.sum(axis=1).mean())
    assert described["multi_label"] == pytest.approx((Y.sum(axis=1) > 1).mean())
    sizes = np.sort(Y.sum(axis=0))
    assert described["class_size"] == {"min": sizes[0], "median": np.median(sizes), "max": sizes[-1]}
    assert described["size_skew"] == pytest.approx(sizes[-1] / np.median(sizes))
    assert described["density"] == 1 and "test_in_train" not in described
    floor, ceiling = described["controls"]["class_prior"], described["controls"]["bayes_optimal"]
    ranked = {"samples": parameters.test}
    assert ceiling == evaluate(split.bayes_ranking, split.test.Y, split.tree) | ranked
    largest = Y.sum(axis=0).argmax()
    assert floor["accuracy"] == pytest.approx(split.test.Y.toarray()[:, largest].mean())
    assert floor["accuracy"] < ceiling["accuracy"]
    assert floor["top10"] < ceiling["top10"]


def test_the_card_of_own_data_counts_test_samples_that_are_in_train(tmp_path):
    X = np.random.default_rng(0).standard_normal((60, 3))
    X[40:] = X[:20]
    np.savez(tmp_path / "mine.npz", X=X, y=np.arange(60) % 2)
    main(["mine", "--own", json.dumps({"path": str(tmp_path / "mine.npz")}), "--out", str(tmp_path / "made")])
    split, described = read(tmp_path / "made"), json.loads((tmp_path / "made" / "card.json").read_text())
    both = sum((row == split.train.X).all(axis=1).any() for row in split.test.X)
    assert described["test_in_train"] == both > 0


def test_the_prior_control_ranks_the_most_given_labels():
    Y = csr_array(np.array([[1, 0, 0], [0, 1, 1], [0, 0, 1], [0, 0, 1], [0, 1, 0]], dtype=np.int8))
    part = Part(np.zeros((5, 2), np.float32), Y)
    described = card("tiny", "smoke", Split(part, part, part, Tree(np.array([3, 3, 3, -1])), list("abc")))
    assert described["controls"]["class_prior"]["accuracy"] == pytest.approx(3 / 5)
    assert described["controls"]["bayes_optimal"] is None


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ["web12k", "--scale", "smoke"],
            "unknown data set 'web12k': choose one of ",
        ),
        (
            ["web21k", "--scale", "huge"],
            "unknown scale 'huge' of web21k: choose one of smoke, standard, full",
        ),
        (["mine", "--own", '{"path": "nowhere.npz"}'], "nowhere.npz"),
        (["mine", "--own", '{"pth": "nowhere.npz"}'], "unknown key 'pth' (did you mean 'path'?)"),
    ],
)
def test_the_command_fails_in_a_line(tmp_path, arguments, says):
    with pytest.raises(SystemExit) as caught:
        main([*arguments, "--out", str(tmp_path / "out")])
    message = str(caught.value)
    assert message.startswith("error: ")
    assert says in message
    assert "\n" not in message
    assert not os.listdir(tmp_path)


# The process kills itself before the second half of the arrays, as if someone did.
KILLED = """
import os, signal
from manyclass.protocol.data import make, storage

def create(path, shape, dtype, original=storage._create):
    if path.name == "X_test.npy":
        os.kill(os.getpid(), signal.SIGKILL)
    return original(path, shape, dtype)

storage._create = create
make.main()
"""


def test_a_killed_writer_leaves_nothing_and_the_next_one_the_same_set(made, tmp_path):
    out = tmp_path / "web21k"
    assert make(out, KILLED).returncode == -signal.SIGKILL
    assert [file.name for file in tmp_path.glob("*/X_train.npy")]  # it was midway
    assert not out.exists()
    assert make(out).returncode == 0
    assert contents(out) == contents(made)
    assert os.listdir(tmp_path) == ["web21k"]


def test_a_full_disk_is_one_line_and_leaves_nothing(tmp_path, monkeypatch):
    def full(descriptor, offset, length):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(storage.os, "posix_fallocate", full, raising=False)
    out = tmp_path / "web21k"
    with pytest.raises(SystemExit) as caught:
        main([*COMMAND[1:], str(out)])
    assert str(caught.value) == f"error: disk full while writing {out}: free some space and run again"
    assert not os.listdir(tmp_path)


SMALL_DISK = 'mount -t tmpfs -o size=100k none "$1" && exec "$2" -m "$3" "$4" "$5" "$6" "$7" "$1/web21k"'


def test_a_disk_that_fills_up_is_one_line(tmp_path):
    command = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", SMALL_DISK, "sh", str(tmp_path)]
    try:
        done = subprocess.run([*command, sys.executable, *COMMAND], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        pytest.skip("no unshare here to make a small disk")
    if "mount" in done.stderr or "unshare" in done.stderr:
        pytest.skip(f"no small disk can be made here: {done.stderr.strip()}")
    assert done.returncode == 1
    assert done.stderr == f"error: disk full while writing {tmp_path}/web21k: free some space and run again\n"
