"""Figure 2's draw, its counts one sample at a time, and its expected errors by simulation."""

import numpy as np
import pytest

from manyclass.exhibits.gupta2014 import fig2


def by_loop(X, prototypes):
    """Confusion of one draw (4, 11, 2), a sample at a time."""
    counts = np.zeros((4, 4), int)
    for g, samples in enumerate(X):
        for x in samples:
            counts[g, min(range(4), key=lambda h: np.linalg.norm(x - prototypes[h]))] += 1
    return counts


def test_counts_of_draws_are_those_of_their_samples():
    found = fig2.simulate()
    for place in (0, 17, found.chosen[0]):
        for side, prototypes in fig2.PROTOTYPES.items():
            counts = by_loop(found.draws[place], prototypes)
            np.testing.assert_array_equal(found.counts[side][place], counts)
            share = 1 - counts / 11
            np.fill_diagonal(share, 0)
            assert found.losses[side][place] == pytest.approx((counts * share).sum())
            assert found.errors[side][place] == counts.sum() - np.trace(counts)


def test_the_chosen_draw_has_the_printed_counts_and_is_the_first():
    found = fig2.simulate()
    chosen = [
        place
        for place, (left, right) in enumerate(zip(found.counts["left"], found.counts["right"]))
        if (44 - np.trace(left), 44 - np.trace(right)) == (10, 9)
        and left[0, 1] + left[1, 0] == 10
        and (right[0, 1], right[1, 0], right[2, 0]) == (4, 4, 1)
    ]
    assert chosen == found.chosen.tolist()
    assert len(chosen) >= 1
    counts = found.counts["right"][chosen[0]]
    assert counts[2].tolist() == [1, 0, 10, 0]
    assert counts[0].tolist() == [7, 4, 0, 0]
    assert found.losses["right"][chosen[0]] == pytest.approx((4 * 7 + 4 * 7 + 10) / 11)


def test_expected_errors_are_those_of_many_samples():
    rng, n = np.random.default_rng(0), 200_000
    y = rng.integers(4, size=n)
    X = fig2.MEANS[y] + rng.standard_normal((n, 2))
    for side, prototypes in fig2.PROTOTYPES.items():
        error = (fig2.nearest(X, prototypes) != y).mean()
        assert fig2.simulate().expected[side] == pytest.approx(error, abs=5 * np.sqrt(0.25 / n))
        assert fig2.simulate().expected[side] > fig2.bayes_error()
    density = np.exp(-((X[:, None] - fig2.MEANS) ** 2).sum(axis=-1) / 2)
    assert (density.argmax(axis=1) != y).mean() == pytest.approx(fig2.bayes_error(), abs=5 * np.sqrt(0.25 / n))


def test_only_the_first_prototype_moves_and_up():
    left, right = fig2.PROTOTYPES.values()
    np.testing.assert_array_equal(left[1:], right[1:])
    assert right[0, 1] > left[0, 1]
    np.testing.assert_array_equal(fig2.MEANS[0], fig2.MEANS[1])


def test_equation_7_is_lower_where_errors_are_split_unevenly():
    verdicts = [claim.verdict for claim in fig2.claims(None)]
    assert verdicts == ["reproduced"] * 3 + ["not reproduced"] * 2 + ["reproduced"] * 3
    pair = {}
    for side, prototypes in fig2.PROTOTYPES.items():
        shares = fig2.long_run(prototypes)
        pair[side] = sum(shares[g, h] * (1 - shares[g, h]) for g, h in ((0, 1), (1, 0)))
    assert pair["right"] < pair["left"]  # its uneven split of classes 1 and 2 is the cheaper one


def test_costs_are_held_against_the_chance_of_an_error_sample_by_sample():
    found, place = fig2.simulate(), 17
    for side, prototypes in fig2.PROTOTYPES.items():
        counts, total = by_loop(found.draws[place], prototypes), 0
        for g, samples in enumerate(found.draws[place]):
            for x in samples:
                h = min(range(4), key=lambda h: np.linalg.norm(x - prototypes[h]))
                densities = [np.exp(-((x - mean) ** 2).sum() / 2) for mean in fig2.MEANS]
                chance = 1 - densities[h] / sum(densities)
                total += abs(1 - counts[g, h] / 11 - chance) if h != g else 0
        assert found.deviations[side][place] == pytest.approx(total)


def test_ties_count_as_halves():
    values = {"left": np.array([2.0, 1.0, 1.0]), "right": np.array([1.0, 1.0 + 1e-12, 2.0])}
    assert fig2._prefers_worse(values).tolist() == [1, 0.5, 0]


def test_the_hinge_loss_is_that_of_equation_8_pair_by_pair():
    found, place = fig2.simulate(), 17
    for side, prototypes in fig2.PROTOTYPES.items():
        for margin, losses in zip(fig2.MARGINS, found.hinge[side]):
            score = lambda x, h, prototypes=prototypes: -((x - prototypes[h]) ** 2).sum()  # noqa: E731
            terms = [
                max(margin - score(x, g) + score(x, h), 0)
                for g, samples in enumerate(found.draws[place])
                for x in samples
                for h in range(4)
                if h != g
            ]
            assert losses[place] == pytest.approx(sum(terms))


def test_the_margin_is_chosen_on_one_half_of_the_draws_and_tested_on_the_other(monkeypatch):
    left = np.zeros((len(fig2.MARGINS), fig2.DRAWS))
    right = np.ones_like(left)  # nowhere preferred
    right[:, fig2.DRAWS // 2 :] = -1  # everywhere preferred
    right[2, : fig2.DRAWS // 2] = 2
    right[:2], right[3:] = -1, -1
    found = fig2.simulate()._replace(hinge={"left": left, "right": right})
    monkeypatch.setattr(fig2, "simulate", lambda: found)
    helps = fig2._hinge_helps(np.full(fig2.BATCHES, 0.4))
    assert f"b = {fig2.MARGINS[2]:g}, the best" in helps.text
    assert helps.verdict == "not reproduced"
    assert helps.n == fig2.BATCHES // 2
