"""The table of several labels a sample: which sets it shows, and of which rankings."""

import numpy as np
import pytest
from fake_results import CONFIG, MadeUp, comparing, fail, path

from manyclass.exhibits.own import comparison, labels
from manyclass.protocol.data.card import prior_ranking
from manyclass.protocol.metrics.multilabel import inverse_propensities, precision, propensity_scored_precision


@pytest.fixture
def of_several(fake):
    """A comparison on a set of one label a sample, and on one of several."""
    compare = CONFIG["own"]["compare"] | {"datasets": ["letters", "web21k"], "methods": ["nearest_means", "ours"]}
    return MadeUp(fake.folder, fake.shared, CONFIG | {"own": CONFIG["own"] | {"compare": compare}})


def rows(store):
    return labels.table(store).set_index(["data set", "method"])


def test_sets_of_one_label_a_sample_are_left_out(of_several):
    assert set(rows(of_several).index.get_level_values(0)) == {"web21k"}


def test_sets_of_one_label_a_sample_stand_there_where_there_are_no_others(fake):
    assert set(rows(fake).index.get_level_values(0)) == {"letters", "sentences"}


def test_cells_are_means_over_draws_of_the_winners_rankings(of_several):
    trial = comparison.own_trial(of_several.config, "web21k", "ours")
    found = {"P@3": [], "PSP@5": []}
    for seed in of_several.seeds:
        ranked, data = of_several.ranked(trial, seed), of_several.data("web21k", seed)
        several = data.train.Y.toarray(), data.valid.Y.toarray()
        counts, n = sum(Y.sum(axis=0, dtype=int) for Y in several), sum(map(len, several))
        weights = 1 + (np.log(n) - 1) * 2.5**0.55 * (counts + 1.5) ** -0.55
        hits = data.test.Y.toarray()[np.arange(len(ranked))[:, None], ranked]
        found["P@3"].append(100 * hits[:, :3].mean())
        found["PSP@5"].append(100 * propensity_scored_precision(ranked, data.test.Y, weights)[4])
    shown = rows(of_several).loc[("web21k", "ours")]
    for column, values in found.items():
        assert shown[column].mean == pytest.approx(np.mean(values))
        assert shown[column].n == len(values)
    assert shown["P@1"].mean == pytest.approx(100 * of_several.test(trial).mean())


@pytest.mark.parametrize("changed", [{}, {"refit": "train+valid"}])
def test_precision_of_the_first_is_the_accuracy_with_its_interval(fake, changed):
    """Also on splits of one set, whose intervals are widened: the same number must not stand there with two."""
    comparing(fake, **changed)
    accuracies = comparison.table(fake).set_index(["data set", "method"])["accuracy"]
    for method in ("ours", "class prior"):
        shown, expected = rows(fake).loc[("letters", method), "P@1"], accuracies["letters", method]
        assert (shown.mean, shown.half) == (pytest.approx(expected.mean), pytest.approx(expected.half))
        assert shown.half > 0


def test_the_class_prior_ranks_by_size(of_several):
    draws = [of_several.data("web21k", seed) for seed in of_several.seeds]
    expected = np.mean([100 * precision(prior_ranking(draw), draw.test.Y)[2] for draw in draws])
    assert rows(of_several).loc[("web21k", "class prior"), "P@3"].mean == pytest.approx(expected)


def test_a_single_prediction_has_no_more_than_one_place(of_several):
    data = of_several.data("web21k", 0)
    first = data.test.Y.indices[data.test.Y.indptr[:-1]][:, None]
    weights = inverse_propensities(data.train.Y)
    assert labels.measured(first, data).keys() == {"P@1", "PSP@1"}
    assert labels.measured(first, data)["P@1"] == 100
    assert propensity_scored_precision(first, data.test.Y, weights)[0] < 1  # the first label is not always the rarest


def test_a_draw_that_failed_is_left_out_and_counted(of_several):
    trial = comparison.own_trial(of_several.config, "web21k", "ours")
    of_several.records(trial)
    fail(path(of_several, trial, 1))
    assert "3 of 4 draws" in str(rows(of_several).loc[("web21k", "ours"), "PSP@3"])
