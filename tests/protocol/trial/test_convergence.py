"""What a record says of trainings that were stopped before they had converged."""

import pytest
from trials import own, trial

ASKED = {"converges": 1000, "is cut short": 1}
LOGISTIC = "from sklearn.linear_model import LogisticRegression as Own\n"
IN_A_PIPELINE = (
    "from sklearn.linear_model import LogisticRegression\nfrom sklearn.pipeline import Pipeline\n"
    "class Own(Pipeline):\n    def __init__(self, max_iter=1):\n        self.max_iter = max_iter\n"
    "        super().__init__([('last', LogisticRegression(max_iter=max_iter))])\n"
)


@pytest.mark.parametrize("code", [LOGISTIC, IN_A_PIPELINE])
@pytest.mark.parametrize("refit", [(), ("--refit",)])
@pytest.mark.parametrize("case", ASKED)
def test_a_warning_of_scikit_learn_is_heard(data, tmp_path, case, refit, code):
    record = trial(
        data, tmp_path, *own(tmp_path, code), "--fixed", f'{{"max_iter": {ASKED[case]}}}', *refit, method="own"
    )
    assert record.status == "ok", record.error
    assert record.best.cut_short == (case == "is cut short")
    assert not refit or record.refit.cut_short == record.best.cut_short


def test_other_warnings_are_none(data, tmp_path):
    code = (
        "import warnings\nfrom sklearn.neighbors import NearestCentroid\nclass Own(NearestCentroid):\n"
        "    def fit(self, X, y):\n        warnings.warn('did not converge')\n        return super().fit(X, y)\n"
    )
    assert not trial(data, tmp_path, *own(tmp_path, code), method="own").best.cut_short


@pytest.mark.parametrize("method", ["topk_svm", "top_push", "recall_at_k", "topk_entropy"])
@pytest.mark.parametrize("refit", [(), ("--refit",)])
def test_a_gap_above_the_tolerance_is_told(data, tmp_path, method, refit):
    """Also of a training that has made as many passes as it may, and was not asked for another."""
    for passes, cut_short in ((1, True), (500, False)):
        told = ("--search", "{}", "--passes", str(passes), "--no-halving", "--fixed", '{"tol": 0.05}')
        record = trial(data, tmp_path, *told, *refit, method=method)
        assert record.best.cut_short is cut_short, (record.best.diagnostics, record.error)
        assert not refit or record.refit.cut_short is cut_short


def test_stochastic_gradients_do_not_say(data, tmp_path):
    assert not trial(data, tmp_path, "--passes", "1", method="one_vs_rest").best.cut_short
