"""Selections against brute force over every candidate of every seed."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from manyclass.protocol import selection
from manyclass.protocol.trial.record import CandidateRecord, Record, Timing

VALUES = st.integers(0, 4).map(lambda value: value / 4)  # few values, so that ties are common


@st.composite
def sweeps(draw):
    """Records of one trial: some seeds failed, some candidates were dropped early."""
    number = draw(st.integers(1, 4))
    return [one_record(draw, seed, number) for seed in range(draw(st.integers(1, 4)))]


def one_record(draw, seed, number):
    failed = draw(st.booleans()) and draw(st.booleans())
    kept = draw(st.lists(st.booleans(), min_size=number, max_size=number).filter(any))
    candidates = [
        CandidateRecord(
            {"step": n, "margin": 1},
            passes=[1, 2],
            valid=[draw(VALUES), draw(VALUES)],
            dropped=not finished,
            test={"accuracy": draw(VALUES)} if finished else None,
        )
        for n, finished in enumerate(kept)
    ]
    winner = max((n for n in range(number) if kept[n]), key=lambda n: (candidates[n].valid[-1], -n))
    timing = Timing(candidates=[[0.1 * n, 0.2 * n] for n in range(number)])
    result = {"status": "ok", "winner": winner, "n_parameters": 10 * seed, "timing": timing}
    if failed:
        result = {"status": "failed", "error": "no luck"}
    return Record("letters", "wsabie", "default", seed, candidates=candidates, **result)


def finished(records):
    return [
        (record, number, candidate)
        for record in records
        if record.status == "ok"
        for number, candidate in enumerate(record.candidates)
        if candidate.test is not None
    ]


@given(sweeps())
def test_best_run_is_the_best_of_all_candidates_and_seeds(records):
    runs = finished(records)
    best = selection.best_run(records)
    if not runs:
        assert best is None
        return
    top = max(candidate.valid[-1] for _, _, candidate in runs)
    first = next((r, c) for r, n, c in runs if c.valid[-1] == top and n == r.winner)
    assert best.valid == top
    assert best.seed == min(r.seed for r, _, c in runs if c.valid[-1] == top)
    assert best.best == first[1]
    assert best == first[0]


@given(sweeps(), st.randoms())
def test_order_of_the_records_does_not_matter(records, random):
    shuffled = random.sample(records, len(records))
    assert selection.best_run(records) == selection.best_run(shuffled)


@given(sweeps(), st.integers(0, 3))
def test_holding_a_parameter_is_having_swept_no_other_value_of_it(records, step):
    for record, held in zip(records, selection.holding(records, step=step), strict=True):
        tested = [c for c in record.candidates if c.params["step"] == step and c.test is not None]
        assert all(c.params["step"] == step for c in held.candidates)
        if record.status == "ok" and tested:
            assert held.best == tested[0]
            assert held.training_s == record.timing.candidates[record.candidates.index(tested[0])][-1]
            assert held.n_parameters == (record.n_parameters if tested[0] == record.best else None)
        else:
            assert held.status != "ok" and held.best is None and held.n_parameters is None


@given(sweeps())
def test_holding_what_all_candidates_have_changes_nothing(records):
    kept = [record for record in records if record.status == "ok"]
    assert selection.holding(kept, margin=1) == kept


@given(sweeps())
def test_by_another_metric_another_candidate_wins(records):
    """Of the tree distance less is better: by minus the accuracy as a distance, the winners are the same."""

    def with_metrics(candidate):
        metrics = {"top5": 1 - candidate.valid[-1], "tree_distance": -candidate.valid[-1]}
        return replace(candidate, valid_metrics=metrics)

    records = [replace(each, candidates=[*map(with_metrics, each.candidates)]) for each in records]
    for record, least, same in zip(
        records, selection.holding(records, "top5"), selection.holding(records, "tree_distance")
    ):
        tested = [each for each in record.candidates if each.test is not None]
        if record.status == "ok" and tested:
            assert least.best.valid[-1] == min(each.valid[-1] for each in tested)
        assert same.best == record.best
