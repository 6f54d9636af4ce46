"""Which candidates the cells of a row are of, and what a given split shows once."""

import json
from dataclasses import replace
from typing import get_args

import numpy as np
import pandas as pd
import pytest
from fake_results import comparing, rewrite, with_winner
from scipy import stats

from manyclass.exhibits import base, baselines
from manyclass.exhibits.__main__ import render
from manyclass.exhibits.own import comparison, cost_time, labels, topk
from manyclass.exhibits.own.standing import BEHIND
from manyclass.protocol.files import atomic
from manyclass.protocol.trial import estimators
from manyclass.protocol.trial.record import Refit
from manyclass.workflow.configuration import ENSEMBLE, Scale

DATASET, METHOD = "letters", "ours"


def row(store, method=METHOD):
    table = comparison.table(store)
    return table[(table["data set"] == DATASET) & (table["method"] == method)].iloc[0]


def trial(store):
    return comparison.own_trial(store.config, DATASET, METHOD)


def test_all_cells_of_a_row_are_of_the_draws_own_winners(fake):
    winners = [record.best for record in fake.records(trial(fake))]
    for column, metric in (("accuracy", "accuracy"), ("top-5", "top5"), ("mean over classes", "mean_class_accuracy")):
        cell = row(fake)[column]
        assert cell.mean == pytest.approx(100 * np.mean([each.test[metric] for each in winners]))
        assert cell.n == len(winners) and cell.half > 0
    best = max(winners, key=lambda each: each.valid[-1])
    assert row(fake)["best run"] == pytest.approx(100 * best.test["accuracy"])


def test_a_winner_at_an_end_marks_the_row(fake):
    assert base.EDGE not in str(row(fake)["accuracy"])
    rewrite(fake, trial(fake), lambda record, seed: with_winner(record, edges=["C"]) if seed == 1 else record)
    assert base.EDGE in str(row(fake)["accuracy"])
    assert base.EDGE not in str(row(fake, "nearest_means")["accuracy"])


def test_a_training_that_was_cut_short_marks_the_row_and_the_curve(fake):
    assert base.EARLY not in "".join(map(str, row(fake)))
    rewrite(fake, trial(fake), lambda record, seed: with_winner(record, cut_short=seed == 2, edges=["C"] * (seed == 1)))
    assert f"{base.EDGE}{base.EARLY} ±" in str(row(fake)["accuracy"])
    assert f"{METHOD}{base.EDGE}{base.EARLY}" in [text.get_text() for text in topk.figure(fake).legends[0].get_texts()]
    assert base.EARLY in str(labels.table(fake).set_index(["data set", "method"]).loc[(DATASET, METHOD), "P@1"])
    assert base.EARLY not in str(row(fake, "nearest_means")["accuracy"])


def test_a_winner_that_was_cut_short_marks_every_tables_cell_and_its_caption_says_so(fake):
    def written():
        cell = base.cell(fake, trial(fake))
        return str(cell), base.explained("Title", pd.DataFrame({"accuracy": [cell]}))

    cell, caption = written()
    assert base.EARLY not in cell and caption == "Title"
    rewrite(fake, trial(fake), lambda record, seed: with_winner(record, cut_short=seed == 1))
    cell, caption = written()
    assert f"{base.EARLY} ±" in cell and f"{base.EARLY}: with some draw" in caption
    assert base.explained(caption, pd.DataFrame({"accuracy": [cell]})) == caption


def swept(store, **entry):
    """The trial of Wsabie++ as an entry has it, compared with the others."""
    own = store.config["own"] | {"methods": store.config["own"]["methods"] | {"mine": {"method": "wsabie_pp"} | entry}}
    store.config = store.config | {"own": own}
    comparing(store, methods=[*own["compare"]["methods"], "mine"])
    return comparison.own_trial(store.config, DATASET, "mine")


def shown_of(store, method) -> list[str]:
    """What the exhibits that mark methods show of one."""
    legend = [text.get_text() for text in topk.figure(store).legends[0].get_texts()]
    return [
        str(row(store, method)["accuracy"]),
        next(label for label in legend if label.startswith(method)),
        str(labels.table(store).set_index(["data set", "method"]).loc[(DATASET, method), "P@1"]),
        str(cost_time.table(store).set_index(["data set", "method"]).loc[(DATASET, method), "accuracy, %"]),
    ]


def test_a_training_that_the_cap_on_passes_ended_is_marked_and_one_that_was_stopped_is_not(fake):
    capped = swept(fake, passes=2 * base.LEAST)
    at_best = [winner.passes[-1] for winner in base.winners(fake.records(capped))]
    assert max(at_best) < base.LEAST
    for dataset in comparison.compared(fake.config)["datasets"]:
        trial = comparison.own_trial(fake.config, dataset, "mine")
        rewrite(fake, trial, lambda record, seed: with_winner(record, n_passes=2 * base.LEAST))
    assert [base.RISING in shown for shown in shown_of(fake, "mine")] == [False] * 4
    rewrite(fake, capped, lambda record, seed: with_winner(record, n_passes=at_best[seed] + (1 if seed == 2 else 60)))
    assert [base.RISING in shown for shown in shown_of(fake, "mine")] == [True] * 4
    assert [base.RISING in shown for shown in shown_of(fake, "ours")] == [False] * 4


def test_a_cap_that_ends_every_training_is_no_reason_for_a_mark(fake):
    """As at smoke scale, or where a user asks for a few passes."""
    few = swept(fake, passes=base.LEAST - 1)
    rewrite(fake, few, lambda record, seed: with_winner(record, n_passes=base.LEAST - 1, passes=[base.LEAST - 1]))
    assert all(base.hit_cap(winner, few) for winner in base.winners(fake.records(few)))
    assert base.RISING not in "".join(map(str, comparison.table(fake).to_numpy().flat))


@pytest.mark.parametrize("cut_short", [False, True])
def test_a_refit_is_marked_by_its_own_training(fake, cut_short):
    """And not by that of the model that was chosen."""
    comparing(fake, refit="train+valid")
    refit = Refit(1000, 1, fake.record(trial(fake), 0).best.test, cut_short=cut_short)
    rewrite(fake, trial(fake), lambda record, seed: replace(with_winner(record, cut_short=not cut_short), refit=refit))
    assert (base.EARLY in str(row(fake)["accuracy"])) is cut_short


def test_passes_are_those_of_the_package_s_methods(fake):
    declared = comparison.own_trial(fake.config, DATASET, "wsabie_pp")
    assert row(fake, "wsabie_pp")["passes"] == base.best(fake, declared).best.passes[-1]
    assert row(fake)["passes"] is None


def test_what_repeats_itself_on_a_given_split_has_no_interval(fake):
    for seed in fake.seeds:
        given = fake.card(DATASET, seed) | {"split": "given"}
        with atomic(fake.folder / "data" / DATASET / str(seed) / "card.json") as card:
            card.write_text(json.dumps(given))
    rewrite(fake, trial(fake), lambda record, seed: replace(record, repeats=0) if seed else record)
    shown = row(fake)
    assert shown["split"] == "given"
    assert shown["accuracy"].mean == pytest.approx(100 * fake.record(trial(fake), 0).test["accuracy"])
    assert "±" not in str(shown["accuracy"]) and "±" not in str(row(fake, "class prior")["accuracy"])
    assert "±" in str(row(fake, "one_vs_rest")["accuracy"])


def test_the_chosen_parameter_at_an_end_has_the_mark(fake):
    rewrite(fake, trial(fake), lambda record, seed: with_winner(record, edges=["C"]))
    assert row(fake)["chosen"].startswith("C = ") and row(fake)["chosen"].endswith(base.EDGE)
    assert base.EDGE not in row(fake, "one_vs_rest")["chosen"]


def test_intervals_over_splits_of_one_set_are_corrected(fake):
    card, values = fake.card(DATASET), 100 * fake.test(trial(fake))
    assert row(fake)["interval over"] == "4 splits"
    half = stats.t.isf(0.025, 3) * np.sqrt((1 / 4 + card["test"] / card["train"]) * values.var(ddof=1))
    assert row(fake)["accuracy"].half == pytest.approx(half)


def with_repeated(store, counts):
    """Cards that say of the first draws of a data set that so many test samples are in train, of others that none."""
    for dataset in comparison.compared(store.config)["datasets"]:
        for seed in store.seeds:
            count = counts[seed] if dataset == DATASET and seed < len(counts) else 0
            repeated = store.card(dataset, seed) | {"test_in_train": count}
            with atomic(store.folder / "data" / dataset / str(seed) / "card.json") as card:
                card.write_text(json.dumps(repeated))


def test_test_samples_that_are_in_train_are_told(fake):
    fake.make("own/comparison")
    with_repeated(fake, [])
    assert comparison.remark(fake) == ""
    with_repeated(fake, [1, 3])
    assert f"know by heart: up to 3 of {fake.card(DATASET)['test']} of {DATASET} (" in comparison.remark(fake)
    render("own/comparison", fake.config, fake.folder, fake.folder / "figures")
    written = (fake.folder / "captions" / "own" / "comparison.rst").read_text(encoding="utf-8")
    assert written.endswith(f"\n\n{comparison.remark(fake)}\n")


def test_frequent_and_rare_classes_stand_apart(fake):
    expected = []
    for seed in fake.seeds:
        data, predicted = fake.data(DATASET, seed), fake.predicted(trial(fake), seed)
        sizes = np.bincount(data.train.Y.indices)
        order = np.argsort(-sizes, kind="stable")
        last = order[np.flatnonzero(2 * np.cumsum(sizes[order]) >= sizes.sum())[0]]
        often = sizes[data.test.Y.indices] >= sizes[last]
        right = predicted == data.test.Y.indices
        expected.append([right[often].mean(), right[~often].mean()])
    for name, value in zip((comparison.FREQUENT, comparison.RARE), 100 * np.mean(expected, axis=0)):
        assert row(fake)[name].mean == pytest.approx(value)


def test_the_configuration_says_which_k_and_what_is_practically_equal(fake):
    comparing(fake, top=[3, 10], equal_within=100.0)
    shown = row(fake, "nearest_means")
    assert {"top-3", "top-10"} < set(shown.index) and "top-5" not in shown.index
    assert shown["P equal"] > 0.999
    assert "±100 in" in comparison.note(fake.config)


def test_filled_dots_are_the_best_and_what_is_tied_with_it(fake):
    ax = comparison.figure(fake).axes[0]
    filled = {
        ax.get_yticklabels()[int(dot.get_ydata()[0])].get_text(): dot.get_markerfacecolor() != "white"
        for dot in (container[0] for container in ax.containers)
    }
    table = comparison.table(fake)
    rows = table[(table["data set"] == DATASET) & table["standing"].notna()]
    assert filled == {name: standing != BEHIND for name, standing in zip(rows["method"], rows["standing"])}
    assert set(filled.values()) == {True, False}


def declared(**entry):
    config = {"scale": "standard", "own": {"methods": {"mine": entry}, "compare": {}}}
    return comparison.own_trial(config, DATASET, "mine" if entry else "softmax_regression")


def test_softmax_regression_is_solved_as_the_baseline_is():
    """To its gap, by a few dozen steps; never by as many passes of stochastic gradients as a solver may take."""
    baseline = baselines.declare(baselines.STAND_INS["logistic regression"], "standard", DATASET)
    for trial in (declared(), declared(method="softmax_regression", fixed={"intercept": 0.0})):
        assert dict(trial.fixed) | {"intercept": 1.0} == dict(baseline.fixed)
        assert (trial.search, trial.passes, trial.halving) == (baseline.search, baseline.passes, False)
        assert trial.patience == 0
    by_sgd = declared(method="softmax_regression", fixed={"solver": "sgd"})
    assert by_sgd.passes == comparison.MOST
    assert (dict(by_sgd.fixed), by_sgd.search) == ({"solver": "sgd"}, None)


def test_what_a_user_sweeps_of_softmax_regression_is_swept_and_the_penalty_beside_it():
    """And nothing that is swept is held, as the baseline holds it: what is held is not swept."""
    trial = declared(method="softmax_regression", search={"intercept": [0.0, 1.0]}, passes=7)
    assert "intercept" not in trial.fixed and trial.fixed["solver"] == "lbfgs"
    assert trial.search == baselines.STAND_INS["logistic regression"].declared["search"] | {"intercept": [0.0, 1.0]}
    assert trial.passes == 7
    penalties = {"penalty": [1e-4, 1e-3]}
    assert declared(method="softmax_regression", search=penalties).search == penalties
    steps = {"step": [1.0, 10.0]}
    assert declared(method="softmax_regression", fixed={"solver": "sgd"}, search=steps).search == steps


@pytest.mark.parametrize("scale", get_args(Scale))
@pytest.mark.parametrize("method", [name for name in estimators.names() if name != ENSEMBLE])
def test_every_method_can_be_compared_at_every_scale(method, scale):
    trial = comparison.own_trial({"scale": scale, "own": {"methods": {}, "compare": {}}}, DATASET, method)
    assert trial.method == method and trial.passes >= 1


def test_stochastic_gradients_are_stopped_early_and_what_ends_by_itself_is_not():
    config = {"scale": "standard", "own": {"methods": {"few": {"method": "wsabie_pp", "passes": 5}}}}
    methods = ("wsabie_pp", "few", "topk_svm", "kernel_topk_svm", "lda")
    trials = {name: comparison.own_trial(config, DATASET, name) for name in methods}
    assert {name: trial.patience for name, trial in trials.items()} == {
        "wsabie_pp": base.PATIENCE,
        "few": base.PATIENCE,
        "topk_svm": 0,
        "kernel_topk_svm": 0,
        "lda": 0,
    }
    assert (trials["few"].passes, trials["few"].least_passes) == (5, 5)
