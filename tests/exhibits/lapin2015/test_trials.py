"""Which methods run where, and which candidate stands for a method."""

from manyclass.exhibits.lapin2015 import trials
from manyclass.protocol.trial.record import CandidateRecord, Record


def candidate(params, valid, test):
    return CandidateRecord(params, valid_metrics=valid and {"top5": valid}, test=test and {"top5": test})


def test_a_method_is_tuned_for_each_k_by_its_own_accuracy():
    candidates = [
        candidate({"k": 5, "C": 0.1}, 0.6, 0.5),
        candidate({"k": 5, "C": 1.0}, 0.7, 0.4),
        candidate({"k": 1, "C": 1.0}, 0.9, 0.9),
        candidate({"k": 5, "C": 10.0}, None, None),
    ]
    records = [
        Record("a", "b", "c", seed, status, candidates=candidates) for seed, status in enumerate(("ok", "timeout"))
    ]
    best, none = trials.best_candidates(records, "top5", k=5)
    assert best.params["C"] == 1.0 and none is None


def test_every_method_runs_on_the_small_sets_and_pairs_on_them_alone():
    for dataset in trials.SETS:
        methods = {trial and trial.method for trial, _ in trials.rows({}, dataset).values()}
        assert ("top_push" in methods) == ("recall_at_k" in methods) == (dataset in trials.SMALL)
        assert {"one_vs_rest", "topk_svm", "wsabie_pp", "softmax"} <= methods
    every = [trial for dataset in trials.SETS for trial in trials.dataset_trials({}, dataset)]
    assert len({trial.address for trial in every}) == 5 * 5 + 2 * 2
