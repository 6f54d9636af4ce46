"""Batch solvers on planted results: their data, their claims, their seconds."""

from dataclasses import replace
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
import pytest
from fake_results import CONFIG, change_candidates

from manyclass.datasets import small_images
from manyclass.exhibits import base
from manyclass.exhibits.perronnin2012 import batch, batch_time
from manyclass.protocol.data.make import generate
from manyclass.protocol.trial.estimators import load
from manyclass.protocol.trial.record import CandidateRecord, Record

STANDARD = {"scale": "standard"}


def test_sizes_of_the_subsets_are_those_of_the_data():
    """C = 1 / (λ n) is right only then."""
    for scale, sets in batch.SETS.items():
        for name, n in sets.items():
            changes = small_images.VARIANTS.get(name.partition("-")[2], {})
            assert (small_images.SCALES[scale].train if not changes else changes["train"]) == n
    assert generate("small_images", "smoke").train.X.shape[0] == batch.SETS["smoke"]["small_images"]


def test_stochastic_gradients_take_as_many_steps_on_every_size():
    """Their last step, about as large as what is left of the objective, is then small beside it (.4 and more)."""
    made = [batch.trial(STANDARD, dataset, "multiclass_svm") for dataset in batch.sets(STANDARD)]
    (draws,) = {trial.passes * n for trial, n in zip(made, batch.sets(STANDARD).values())}
    penalty, first = min(batch.PENALTIES), batch.SETTINGS["step"]
    assert 1 / (penalty * draws + 1 / first) < 0.4 * (batch.CLOSE - 1)


def test_the_batch_solver_says_what_became_of_its_objective():
    assert hasattr(load(batch.BATCH, batch.FACTORY), "diagnostics")


def timed(valid):
    """A record of one candidate with λ = 0.1."""
    candidate = CandidateRecord({"penalty": 0.1, "step": 1.0}, valid=valid, test={"accuracy": 0.5})
    return Record("small_images", "multiclass_svm", "batch", 0, "ok", None, [candidate])


@pytest.mark.parametrize(
    ("ahead", "passes"),
    [
        ([-0.01, 0.2, 0.0], 1),
        ([-0.02, 0.2, 0.0], 2),
        ([-0.02, 0.2, -0.02, 0.1], 4),
        ([0.2, -0.011], None),
        ([np.nan, 0.0], 2),
    ],
)
def test_par_is_reached_where_accuracy_stays_there(ahead, passes):
    assert batch_time.passes_to_par(np.array(ahead)) == passes


def plant(fake, ours, theirs):
    """Give every draw of MUL this validation accuracy by pass, and LIBLINEAR that by tolerance; the first data set."""
    (dataset, _), *_ = batch.sets(CONFIG).items()
    by_tolerance = dict(zip(batch.TOLERANCES, theirs))
    declared = batch.trial(CONFIG, dataset, "multiclass_svm")
    change_candidates(fake, declared, lambda each, seed: replace(each, valid=ours))
    declared = batch.trial(CONFIG, dataset, batch.BATCH)
    change_candidates(fake, declared, lambda each, seed: replace(each, valid=[by_tolerance[each.params["tol"]]]))
    return dataset


@pytest.mark.parametrize(
    ("ours", "passes", "made", "seconds"),
    [([0.3, 0.39, 0.38, 0.41], 4, 4, 0.2), ([0.39] * 4, 1, 1, 0.2), ([0.3] * 4, np.nan, 4, 0.5)],
    ids=["late", "at once", "never"],
)
def test_both_are_timed_to_the_same_accuracy(fake, monkeypatch, ours, passes, made, seconds):
    """The second tolerance of LIBLINEAR is enough; what never comes to par takes no less than it."""
    asked = []

    def timed(folder, dataset, seed, fits):
        asked.append(fits)
        return [0.2, 0.5]

    monkeypatch.setattr(batch_time, "side_by_side", timed)
    dataset = plant(fake, ours, [0.2, 0.395, 0.38, 0.4])
    values = batch_time.measured(fake, dataset, batch.PENALTIES[0], "MUL")
    assert {fits[0].method for fits in asked} == {"multiclass_svm"}
    assert {dict(fits[0].params)["max_iter"] for fits in asked} == {made}
    assert {dict(fits[1].params)["tol"] for fits in asked} == {batch.TOLERANCES[1]} == {*values["tolerance"]}
    np.testing.assert_array_equal(values["passes"], [passes] * len(fake.seeds))
    assert {*values["to par"]} == {seconds} and {*values["batch to par"]} == {0.5}


def test_how_long_a_draw_takes_is_told_by_the_others(fake, monkeypatch):
    """The first of them comes to par at once, the others in the third pass: two of three others are the later."""
    monkeypatch.setattr(batch_time, "side_by_side", lambda *args: [0.2, 0.5])
    dataset = plant(fake, [0.3, 0.3, 0.45], [0.4] * 4)
    declared = batch.trial(CONFIG, dataset, "multiclass_svm")
    change_candidates(fake, declared, lambda each, seed: replace(each, valid=[0.45] * 3) if seed == 0 else each)
    passes = batch_time.measured(fake, dataset, batch.PENALTIES[0], "MUL")["passes"]
    np.testing.assert_array_equal(passes, [3] * len(fake.seeds))


def test_fits_are_timed_in_turns_and_the_least_counts(monkeypatch):
    split = generate("small_images", "smoke")
    monkeypatch.setattr(batch_time, "Results", lambda folder: SimpleNamespace(data=lambda dataset, seed: split))
    clock, made = iter([5.0, 1.0, 3.0, 2.0, 4.0, 7.0]), []

    class Timed(NamedTuple):
        name: str

        def compile(self, X, y):
            made.append(f"compile {self.name}")

        def seconds(self, X, y):
            made.append(self.name)
            return next(clock)

    found = batch_time.side_by_side("results", "small_images", 0, (Timed("a"), Timed("b")))
    assert found == [3.0, 1.0]
    assert made == ["compile a", "compile b", *"ababab"]


@pytest.mark.parametrize("name", ["MUL", "w-OVR", batch.JOINT, batch.SINGLE])
def test_a_fit_takes_time(name):
    X, y = np.random.default_rng(0).standard_normal((40, 3)).astype(np.float32), np.arange(40) % 4
    solver = batch.SOLVERS[name]
    factory = batch.FACTORY if solver.batch is None else None
    fit = batch_time.Fit(solver.method, factory, tuple(solver.params.items()))
    fit.compile(X, y)
    assert fit.seconds(X, y) > 0


def test_a_candidate_is_that_of_the_penalty_if_it_was_tested():
    record = timed([0.1])
    assert batch._number(record, {"penalty": 0.1}) == 0
    assert batch._number(record, {"penalty": 0.2}) is None
    assert batch._number(replace(record, status="failed"), {"penalty": 0.1}) is None
    assert batch._number(replace(record, candidates=[replace(record.candidates[0], test=None)]), {}) is None


def solved(test, seconds, objective):
    """Planted results of five seeds at two penalties, of which the batch solvers' second is their better one."""
    noise = 1 + 0.001 * np.arange(5)

    def of(test, valid, objective, seconds):
        values = {"test": test, "valid": valid, "objective": objective, "to par": seconds, "batch to par": 1.0}
        values["early"] = 0.0
        return {name: value * noise for name, value in values.items()}

    ours = [of(0.9, 0.1, 9.0, 9.0), of(test, 0.1, objective, seconds)]
    theirs = [of(0.1, 0.2, 1.0, 1.0), of(0.3, 0.3, 1.0, 1.0)]
    return {name: theirs if solver.batch is None else ours for name, solver in batch.SOLVERS.items()}


def verdicts(**planted):
    claims = [*batch.claims_of_size("a set", "here", solved(**planted))]
    claims += batch_time.claims_of_size("a set", "here", solved(**planted))
    assert {claim.statement for claim in claims} == {*batch.STATEMENTS[:-1], *batch_time.STATEMENTS}
    return [claim.verdict for claim in claims]


def test_claims_follow_what_is_planted():
    assert verdicts(test=0.301, seconds=0.2, objective=1.01) == ["reproduced"] * 6
    assert verdicts(test=0.25, seconds=2.0, objective=1.2) == ["not reproduced"] * 6
    cheaper = verdicts(test=0.301, seconds=0.7, objective=1.01)[-2:]
    assert cheaper == ["not reproduced"] * 2  # less is no fraction yet


def test_no_claim_is_made_where_the_batch_solver_was_stopped_early():
    planted = solved(test=0.301, seconds=0.2, objective=1.01)
    planted[batch.SINGLE] = [values | {"early": np.eye(5)[3]} for values in planted[batch.SINGLE]]  # in one draw
    for made in batch.claims_of_size("a set", "here", planted):
        assert made.n == (0 if batch.SINGLE in made.text else 5)


def give(store, trial, percent):
    """Give every tested candidate of a trial this test accuracy, but for a little noise."""

    def given(candidate, seed):
        return replace(candidate, test=candidate.test and candidate.test | {"accuracy": (percent + 0.1 * seed) / 100})

    change_candidates(store, trial, given)


def test_w_ovr_and_liblinear_are_compared_each_at_its_own_penalty(fake):
    (dataset, _), *_ = batch.sets(CONFIG).items()
    ours, theirs = batch.tuned(CONFIG, dataset).values()
    give(fake, theirs, 40.0)
    for percent, verdict in ((45.0, "reproduced"), (35.0, "not reproduced")):
        give(fake, ours, percent)
        made = [claim for claim in batch.claims(fake) if claim.statement == "weighted-above-liblinear"]
        assert [claim.verdict for claim in made if claim.on == (dataset,)] == [verdict]
    assert ours not in batch_time.trials(CONFIG) and ours in batch.trials(CONFIG)
    change_candidates(fake, theirs, lambda each, seed: replace(each, cut_short=seed == 1))
    made = [claim for claim in batch.claims(fake) if claim.statement == "weighted-above-liblinear"]
    assert [claim.n for claim in made if claim.on == (dataset,)] == [0]


def test_a_row_of_a_given_penalty_that_was_stopped_early_is_marked(fake):
    (dataset, _), *_ = batch.sets(CONFIG).items()
    declared = batch.trial(CONFIG, dataset, batch.BATCH)
    change_candidates(fake, declared, lambda each, seed: replace(each, cut_short=seed == 1))
    rows = batch.table(fake).query("not solver.str.contains('chosen')").set_index("solver")["test accuracy, %"]
    marked = {solver for solver, cell in rows.items() if getattr(cell, "mark", "") == base.EARLY}
    assert marked == {batch.JOINT, batch.SINGLE}


def test_both_sweep_the_same_penalties():
    for dataset, n in batch.sets(STANDARD).items():
        ours, theirs = batch.tuned(STANDARD, dataset).values()
        penalties = [1 / (strength * n) for strength in theirs.search["C"].start]
        np.testing.assert_allclose(sorted(penalties), ours.search["penalty"].start, rtol=1e-5)
        assert min(batch.TUNED) < min(batch.PENALTIES)


def test_the_steps_of_a_class_of_w_ovr_are_fewer():
    """The caption's 1/10: a class takes 1 + β steps for each of its positives, 1 of C of the samples drawn."""
    steps = batch.DRAWS["standard"] * (1 + batch.SOLVERS["w-OVR"].params["balance"]) / small_images.STANDARD.classes
    assert small_images.STANDARD.classes == 50
    assert round(1 + min(batch.PENALTIES) * steps) == 10


def test_the_document_is_judged_by_accuracy_alone():
    claims = batch.claims_of_size("a set", "here", solved(test=0.301, seconds=0.2, objective=1.2))
    by_statement = {claim.statement: claim.verdict for claim in claims}
    assert {by_statement[each] for each in batch.ON_PAR.values()} == {"reproduced"}
    assert {by_statement[each] for each in batch.OBJECTIVE.values()} == {"not reproduced"}
