"""The lean start, in processes of its own: what it leaves out of them, and that all of it is there when wanted."""

import json
import subprocess
import sys

import pytest

SPARED = (
    "spared = [name for name in ('pandas', 'scipy.stats', 'sklearn.svm') if name in sys.modules]; assert not spared"
)


def run(*lines):
    code = "\n".join(("import sys", "import numpy as np", *lines))
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("module", ["attempt", "data", "trial"])
def test_processes_choose_how_to_import_scikit_learn(module):
    run(f"import manyclass.protocol.{module}", "assert 'sklearn' not in sys.modules")


def test_an_attempt_spares_itself_what_it_does_not_need(tmp_path):
    out, data = tmp_path / "0.json", tmp_path / "web21k.npz"
    words = {
        "data": str(data),
        "method": "one_vs_rest",
        "variant": "default",
        "seed": 0,
        "out": str(out),
        "after": None,
    }
    words |= {"passes": 1, "seconds": 60, "grid": {"step": [0.1], "balance": [1]}}
    run(
        "from manyclass.protocol import attempt, data",
        f"data.main(['web21k', '--scale', 'smoke', '--out', {str(data)!r}])",
        f"attempt.main({json.dumps([json.dumps(words)])!r})",
        SPARED,
    )
    assert json.loads(out.read_text())["status"] == "ok"


def test_what_was_spared_works_when_wanted():
    run(
        "from manyclass.protocol.lean import lean_scikit_learn",
        "lean_scikit_learn()",
        SPARED,
        "import pickle, scipy, sklearn.utils.fixes as fixes",
        "assert fixes.scipy.stats.norm.cdf(0) == 0.5",
        "from scipy.stats import kendalltau",
        "assert kendalltau([1, 2, 3], [1, 2, 3]).statistic == 1",
        "assert pickle.loads(pickle.dumps(scipy.stats.norm(1))).mean() == 1",
        "import pandas as pd",
        "from sklearn.svm import LinearSVC",
        "X = pd.DataFrame({'a': [0.0, 1, 2, 3], 'b': pd.array([1, 2, 3, 4], dtype='Int64')})",
        "fitted = LinearSVC().fit(X, ['no', 'no', 'yes', 'yes'])",
        "assert list(fitted.feature_names_in_) == ['a', 'b'] and fitted.score(X, ['no', 'no', 'yes', 'yes']) == 1",
    )


@pytest.mark.parametrize("early", ["pandas", "scipy.stats", "sklearn.base"])
def test_what_is_loaded_already_stays(early):
    run(
        f"import {early}; before = sys.modules['{early}']",
        "from manyclass.protocol.lean import lean_scikit_learn",
        "lean_scikit_learn()",
        f"assert sys.modules['{early}'] is before and 'sklearn.utils' in sys.modules",
    )
