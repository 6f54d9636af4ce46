"""Configurations that cannot be used, by what is wrong with them: wrong types, names, numbers, and what contradicts."""

import datetime
from copy import deepcopy

GOOD = {
    "scale": "smoke",
    "exhibits": ["own/comparison"],
    "seeds": 2,
    "seconds": 60.0,
    "longest_job_hours": 24.0,
    "strict": False,
    "name": "mine",
    "own": {
        "datasets": {"mine": {"path": "mine.npz"}},
        "methods": {
            "theirs": {"import": "sklearn.svm:LinearSVC", "fixed": {"tol": 0.1}, "search": {"C": [0.1, 1.0]}},
            "ours": {"method": "one_vs_rest", "search": {"step": {"start": [0.1, 1.0]}}, "passes": 3},
        },
        "compare": {"title": "Mine", "datasets": ["mine"], "methods": ["lda", "ours", "theirs"]},
    },
}
LISTED = []
LISTED.append(LISTED)
NAMED = {}
NAMED["again"] = NAMED
VALUES = {
    "none": None,
    "truth": True,
    "zero": 0,
    "whole": 3,
    "negative": -2,
    "fraction": 2.5,
    "nan": float("nan"),
    "infinite": float("inf"),
    "huge": 10**400,
    "empty text": "",
    "text": "no such thing",
    "lines": "one\ntwo",
    "long text": "a" * 5000,
    "empty list": [],
    "list": [3],
    "list of lists": [["a"]],
    "list of itself": LISTED,
    "names": {"no such key": 1},
    "names of themselves": NAMED,
    "numbers as names": {1: 2},
    "date": datetime.date(2020, 1, 1),
    "time": datetime.datetime(2020, 1, 1, 12),
    "bytes": b"\xff\xfe",
    "set": {1, 2},
}
TEXTS = {"text", "lines", "long text"}
NO = {"none"}
SET, THEIRS, OURS, COMPARE = "own.datasets.mine", "own.methods.theirs", "own.methods.ours", "own.compare"
# Of each option the values above that it may have: all others are wrong.
ALLOWED = {
    "scale": set(),
    "exhibits": {"empty list"},
    "seeds": {"whole", "none"},
    "seconds": {"whole", "fraction", "none"},
    "longest_job_hours": {"whole", "fraction", "none"},
    "strict": {"truth"},
    "name": NO,
    "own": set(),
    "own.datasets": set(),
    "own.methods": set(),
    "own.compare": set(),
    SET: set(),
    THEIRS: set(),
    OURS: set(),
    f"{SET}.path": set(),
    **{f"{SET}.{name}": NO for name in ("valid_path", "test_path", "tree", "x_valid", "y_valid", "x_test", "y_test")},
    f"{SET}.x": TEXTS | NO,
    f"{SET}.y": TEXTS | NO,
    **{f"{SET}.{name}": TEXTS | NO for name in ("split", "text", "group", "groups")},
    **{f"{SET}.{name}": NO for name in ("valid", "test")},
    f"{SET}.svd": {"whole", *NO},
    f"{SET}.scale": NO,
    f"{SET}.version": NO,
    f"{THEIRS}.import": set(),
    f"{THEIRS}.fixed": {"names", *NO},
    f"{THEIRS}.fixed.tol": {*VALUES}
    - {"names of themselves", "list of itself", "date", "time", "bytes", "set", "numbers as names"},
    f"{THEIRS}.search": NO,
    f"{THEIRS}.search.C": {"list", "list of lists"},
    f"{THEIRS}.passes": NO,
    f"{OURS}.method": set(),
    f"{OURS}.fixed": NO,
    f"{OURS}.search": NO,
    f"{OURS}.search.step": {"list"},
    f"{OURS}.search.step.start": {"list"},
    f"{OURS}.search.step.factor": {"whole", "fraction"},
    f"{OURS}.search.step.low": {*NO, "negative", "zero"},
    f"{OURS}.search.step.high": {*NO, "whole", "fraction"},
    f"{OURS}.search.step.whole": set(),
    f"{OURS}.search.step.of": NO,
    f"{OURS}.search.step.reach": {"zero", "whole"},
    f"{OURS}.passes": {"whole", *NO},
    f"{COMPARE}.title": {"text", "long text"},
    f"{COMPARE}.datasets": set(),
    f"{COMPARE}.methods": set(),
    f"{COMPARE}.refit": NO,
}


def changed(path, value) -> dict:
    """The good configuration with one option set."""
    config = deepcopy(GOOD)
    *above, last = path.split(".")
    place = config
    for name in above:
        place = place[name]
    place[last] = value
    return config


def wrong_values() -> dict[str, dict]:
    """Every option with every value that it may not have."""
    return {
        f"{path}: {kind}": changed(path, value)
        for path, allowed in ALLOWED.items()
        for kind, value in VALUES.items()
        if kind not in allowed and not (path == "own.compare" and kind == "none")
    }
