"""Which methods run where, and which candidate stands for a method."""

from dataclasses import replace

import pytest
from fake_results import change_candidates

from manyclass.exhibits import base, baselines, statements
from manyclass.exhibits.lapin2015 import smooth, table1, trials
from manyclass.methods.base.certified import CertifiedClassifier
from manyclass.protocol.trial import estimators
from manyclass.protocol.trial.record import CandidateRecord, Record

STANDARD = {"scale": "standard"}


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
    best, none = base.winners(records, "top5", k=5)
    assert best.params["C"] == 1.0 and none is None


@pytest.mark.parametrize("scale", ["smoke", "standard"])
def test_every_method_has_the_same_budget_on_every_set(scale):
    config = {"scale": scale}
    of_sets = [trials.rows(config, dataset) for dataset in (*trials.SETS, *trials.UNGROUPED)]
    for row, (method, _) in trials.ROWS.items():
        declared = [of_set[row][0] for of_set in of_sets]
        assert all(trial is not None and not trial.halving for trial in declared), method
        budgets = [
            (trial.passes, trial.patience, trial.fixed, trial.series, trial.search, trial.metrics) for trial in declared
        ]
        assert all(budget == budgets[0] for budget in budgets)


def test_what_has_no_gap_is_trained_until_it_no_longer_rises():
    for trial, _ in trials.rows({"scale": "standard"}, trials.SETS[0]).values():
        if trial.method in ("wsabie_pp", "one_vs_rest"):
            assert trial.passes > base.LEAST == trial.least_passes and trial.patience
        elif trial.method in trials.GAPS:
            assert not trial.patience


def test_what_a_gap_is_asked_of_is_trained_to_it():
    of_table = [trial for trial, _ in trials.rows(STANDARD, trials.SETS[0]).values()]
    declared = {trial.method: trial for trial in [*of_table, smooth.entropy(STANDARD, trials.SETS[0])]}
    certified = {method for method in estimators.names() if issubclass(estimators.load(method), CertifiedClassifier)}
    assert set(trials.GAPS) == (certified | {"softmax_regression"}) & set(declared)
    for method, gap in trials.GAPS.items():
        assert declared[method].fixed.get("tol", estimators.load(method)().tol) == gap


@pytest.mark.parametrize("scale", ["smoke", "standard"])
def test_softmax_is_solved_to_the_same_gap_on_every_set(scale):
    of_sets = [trials.rows({"scale": scale}, dataset) for dataset in (*trials.SETS, *trials.UNGROUPED)]
    assert {rows[trials.SOFTMAX.row][0].fixed["tol"] for rows in of_sets} == {trials.GAPS["topk_svm"]}
    assert not any("Logistic" in row or "Crammer" in row for rows in of_sets for row in rows)


def test_a_kind_of_baseline_is_found_by_whichever_solver_stands_for_it():
    """At standard scale the document's own, LIBLINEAR, on every set."""

    def found(scale):
        config = {"scale": scale}
        return {trials.row_of(config, dataset, trials.ONE_VS_ALL)[0].method for dataset in trials.sets(config)}

    assert found("standard") == {baselines.BATCH[trials.ONE_VS_ALL].method}
    assert found("full") == {baselines.STAND_INS[trials.ONE_VS_ALL].method}


def test_liblinear_that_did_not_converge_is_no_baseline_of_a_claim(fake):
    dataset = trials.SETS[0]
    trial, params = trials.row_of(fake.config, dataset, trials.ONE_VS_ALL)
    assert trials.trained(fake, trial, 5, **params) and not unknown(fake, "gain-ova", dataset)
    change_candidates(fake, trial, lambda candidate, seed: replace(candidate, cut_short=seed == 1))
    assert trials.marks(fake, trial, 5, **params) == base.EARLY
    assert unknown(fake, "gain-ova", dataset)


def test_no_claim_rests_on_a_solver_that_was_stopped_early(fake):
    dataset = trials.SETS[0]
    trial, params = trials.row_of(fake.config, dataset, "TopPush")
    assert trials.trained(fake, trial, 5, **params) and not trials.marks(fake, trial, 5, **params)
    assert not unknown(fake, "gain-toppush", dataset)

    def stop(candidate, seed):
        if seed == 2:
            candidate.diagnostics["solution"]["gap"] = 0.0011
        return candidate

    change_candidates(fake, trial, stop)
    assert trials.marks(fake, trial, 5, **params) == base.EARLY
    assert unknown(fake, "gain-toppush", dataset) and not unknown(fake, "gain-recall", dataset)


def test_what_the_cap_ended_while_accuracy_rose_is_marked_and_judged_in_no_claim(fake, monkeypatch):
    """In one draw, of what stochastic gradients train; a cap as low as that of smoke scale ends everything."""
    dataset, name = trials.SETS[0], "Wsabie++"

    def end(cap, last):
        monkeypatch.setitem(trials.PASSES, "smoke", cap)
        trial, params = trials.row_of(fake.config, dataset, name)
        courses = {1: [0.1, 0.5, last]}
        made = {"passes": [1, 60, cap], "n_passes": cap}
        change_candidates(
            fake, trial, lambda each, seed: replace(each, valid=courses.get(seed, [0.1, 0.5, 0.5]), **made)
        )
        shown = trials.marks(fake, trial, 5, **params), trials.cell(fake, trial, 5, **params).mark
        assert trials.trained(fake, trial, 5, **params) == (not any(shown)) and len(set(shown)) == 1
        return shown[0], unknown(fake, "gain-wsabie", dataset)

    assert end(100, 0.505) == ("", False)
    assert end(100, 0.52) == (base.RISING, True)
    assert end(base.LEAST, 0.52) == ("", False)


def test_recall_is_held_to_one_k_a_row():
    """Only the bound for k = 1 is the literature's; the others are named ours, and none takes another's candidate."""
    rows = {name: params for name, (_, params) in trials.rows(STANDARD, trials.SETS[0]).items() if "Recall" in name}
    assert rows == {"Recall@1": {"k": 1}, "Recall@5, ours": {"k": 5}, "Recall@10, ours": {"k": 10}}
    assert (table1.BASELINES["gain-recall"][0], table1.BASELINES["gain-recall-5"][0]) == tuple(rows)[:2]


def test_what_is_ours_has_no_printed_number(fake):
    printed = {claim.statement: claim.printed for claim in table1.claims(fake)}
    assert not printed["gain-recall-5"] and printed["gain-recall"]


def test_sets_made_for_or_against_a_gain_count_as_calibrated():
    """And those on which it was known how long training takes when a limit of it was set."""
    gains = {"gain-multiclass", "gain-ova", "gain-wsabie", "gain-toppush", "gain-recall"}
    limited = {"alpha-converges", "beta-converges"}
    said = statements.listed("lapin2015").values()
    of = {dataset: {each.id for each in said if each.calibrated([dataset])} for dataset in trials.sets(STANDARD)}
    for dataset in trials.SETS:
        assert of[dataset] == gains | limited | {"slack-margin"}
    distinct, taxonomy, more_classes = trials.UNGROUPED
    assert gains | limited <= of[distinct]
    assert of[taxonomy] == limited | {"gain-wsabie", "gain-toppush", "gain-recall"}
    assert not of[more_classes]


def test_an_edge_counts_where_it_is_of_the_candidate_shown(fake):
    dataset = trials.SETS[0]
    trial, params = trials.row_of(fake.config, dataset, "Top-5 SVM α")

    def at_edge(k):
        return lambda candidate, seed: replace_edges(candidate, ["C"] if candidate.params["k"] == k else [])

    change_candidates(fake, trial, at_edge(3))
    assert not trials.marks(fake, trial, 5, **params)
    change_candidates(fake, trial, at_edge(5))
    assert trials.marks(fake, trial, 5, **params) == base.EDGE
    assert str(trials.cell(fake, trial, 5, **params)).count(base.EDGE) == 1


def replace_edges(candidate, edges):
    candidate.edges[:] = edges
    return candidate


def unknown(store, statement, dataset) -> bool:
    """Whether the claims of a statement on a set have no value at all."""
    listed = [each for each in table1.claims(store) if each.statement == statement and dataset in each.on]
    assert listed
    return all(each.n == 0 for each in listed)
