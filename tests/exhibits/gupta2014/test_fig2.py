"""Figure 2's draw, its counts one sample at a time, and its expected errors by simulation."""

import numpy as np
import pytest

from manyclass.exhibits.gupta2014 import fig2, fig2_classes, fig2_pairs


def by_loop(X, prototypes):
    """Confusion of one draw (4, 11, 2), a sample at a time."""
    counts = np.zeros((4, 4), int)
    for g, samples in enumerate(X):
        for x in samples:
            counts[g, min(range(4), key=lambda h: np.linalg.norm(x - prototypes[h]))] += 1
    return counts


@pytest.fixture
def few(monkeypatch):
    """Twenty pairs, on all draws."""
    monkeypatch.setattr(fig2_pairs, "PAIRS", 20)
    fig2_pairs.simulate.cache_clear()
    yield
    fig2_pairs.simulate.cache_clear()


def test_counts_of_draws_are_those_of_their_samples():
    found = fig2.simulate()
    for place in (0, 17, found.chosen[0]):
        for side, prototypes in fig2_classes.PROTOTYPES.items():
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
    assert [fig2._costs(*pair)[1] for pair in ((2, 0), (0, 1))] == pytest.approx([10 / 11, 7 / 11])  # as printed
    assert found.losses["right"][chosen[0]] == pytest.approx((4 * 7 + 4 * 7 + 10) / 11)


def test_expected_errors_are_those_of_many_samples():
    rng, n = np.random.default_rng(0), 200_000
    y = rng.integers(4, size=n)
    X = fig2_classes.MEANS[y] + rng.standard_normal((n, 2))
    for side, prototypes in fig2_classes.PROTOTYPES.items():
        error = (fig2_classes.nearest(X, prototypes) != y).mean()
        assert fig2.simulate().expected[side] == pytest.approx(error, abs=5 * np.sqrt(0.25 / n))
        assert fig2.simulate().expected[side] > fig2_classes.bayes_error()
    density = np.exp(-((X[:, None] - fig2_classes.MEANS) ** 2).sum(axis=-1) / 2)
    assert (density.argmax(axis=1) != y).mean() == pytest.approx(fig2_classes.bayes_error(), abs=5 * np.sqrt(0.25 / n))


def test_only_the_first_prototype_moves_and_up():
    left, right = fig2_classes.PROTOTYPES.values()
    np.testing.assert_array_equal(left[1:], right[1:])
    assert right[0, 1] > left[0, 1]
    np.testing.assert_array_equal(fig2_classes.MEANS[0], fig2_classes.MEANS[1])


def test_equation_7_is_lower_where_errors_are_split_unevenly(few):
    verdicts = {claim.statement: claim.verdict for claim in fig2.claims(None)[:4]}
    assert verdicts.pop("fig2-typical") == "not reproduced"
    assert set(verdicts.values()) == {"reproduced"}
    pair = {}
    for side, prototypes in fig2_classes.PROTOTYPES.items():
        shares = fig2_classes.long_run(prototypes)
        pair[side] = sum(shares[g, h] * (1 - shares[g, h]) for g, h in ((0, 1), (1, 0)))
    assert pair["right"] < pair["left"]  # its uneven split of classes 1 and 2 is the cheaper one


def test_costs_are_held_against_the_chance_of_an_error_sample_by_sample():
    draws = fig2.simulate().draws[17:18]
    for prototypes in fig2_classes.PROTOTYPES.values():
        counts, total = by_loop(draws[0], prototypes), 0
        for g, samples in enumerate(draws[0]):
            for x in samples:
                h = min(range(4), key=lambda h: np.linalg.norm(x - prototypes[h]))
                densities = [np.exp(-((x - mean) ** 2).sum() / 2) for mean in fig2_classes.MEANS]
                chance = 1 - densities[h] / sum(densities)
                total += abs(1 - counts[g, h] / 11 - chance) if h != g else 0
        given = fig2_classes.nearest(draws, prototypes)
        assert fig2_classes.deviations(draws, given, counts[None])[0] == pytest.approx(total)


def test_a_coarse_quadrature_tells_expected_errors_to_two_thousandths():
    rng = np.random.default_rng(3)
    for _ in range(20):
        prototypes = fig2_classes.MEANS + fig2_pairs.MOVED * rng.standard_normal((4, 2))
        exact = 1 - np.trace(fig2_classes.long_run(prototypes)) / 4
        assert fig2_classes.expected_error(prototypes) == pytest.approx(exact)
        assert fig2_classes.expected_error(prototypes, fig2_pairs.STEP) == pytest.approx(exact, abs=2e-3)


def test_ties_count_as_halves():
    better, worse = np.array([2.0, 1.0, 1.0]), np.array([1.0, 1.0 + 1e-12, 2.0])
    assert fig2_pairs.prefers_worse(better, worse).tolist() == [1, 0.5, 0]


def test_pairs_are_of_their_population_and_the_better_comes_first():
    rng = np.random.default_rng(5)
    for population in fig2_pairs.POPULATIONS:
        for _ in range(10):
            better, worse = fig2_pairs._pair(rng, population)
            assert fig2_classes.expected_error(better) <= fig2_classes.expected_error(worse) + 4e-3
            assert not np.allclose(better[0], worse[0])
            assert np.array_equal(better[1:], worse[1:]) == (population == fig2_pairs.POPULATIONS[0])


def test_what_a_pair_comes_to_is_counted_draw_by_draw():
    rng, draws = np.random.default_rng(7), fig2.simulate().draws[:6]
    pair = fig2_pairs._pair(rng, fig2_pairs.POPULATIONS[1])
    counts = [[by_loop(draw, prototypes) for draw in draws] for prototypes in pair]
    empirical, own, hinge, *_ = fig2_pairs._compare(draws, *pair)
    better, worse = ([44 - np.trace(one) for one in of_classifier] for of_classifier in counts)
    assert empirical == np.mean([(b > w) + 0.5 * (b == w) for b, w in zip(better, worse)])
    better, worse = ([(one * (1 - one / 11))[~np.eye(4, dtype=bool)].sum() for one in each] for each in counts)
    assert own == np.mean([(b > w + 1e-9) + 0.5 * (abs(b - w) < 1e-9) for b, w in zip(better, worse)])
    assert hinge.shape == (len(fig2_classes.MARGINS),)


def test_every_population_is_tested_and_shown(few):
    found = fig2_pairs.claims()
    assert [claim.n for claim in found] == [20, 10, 10, 20] * 2
    assert len({claim.text for claim in found}) == 8
    assert len(fig2_pairs.rows()) == 2 * (2 + len(fig2_classes.MARGINS))
    assert all(better + worse == pytest.approx(100) for _, better, worse in fig2_pairs.rows())


def test_the_hinge_loss_is_that_of_equation_8_pair_by_pair():
    found, place = fig2.simulate(), 17
    for side, prototypes in fig2_classes.PROTOTYPES.items():
        for margin, losses in zip(fig2_classes.MARGINS, found.hinge[side]):
            score = lambda x, h, prototypes=prototypes: -((x - prototypes[h]) ** 2).sum()  # noqa: E731
            terms = [
                max(margin - score(x, g) + score(x, h), 0)
                for g, samples in enumerate(found.draws[place])
                for x in samples
                for h in range(4)
                if h != g
            ]
            assert losses[place] == pytest.approx(sum(terms))


def test_the_margin_is_chosen_on_one_half_of_the_pairs_and_tested_on_the_other(few):
    half = fig2_pairs.PAIRS // 2
    hinge = np.ones((len(fig2_classes.MARGINS), 2 * half))  # everywhere the worse classifier is preferred
    hinge[:, half:] = 0  # nowhere
    hinge[2, :half], hinge[2, half:] = 0.1, 0.5
    pairs = fig2_pairs.Pairs(np.full(2 * half, 0.4), None, hinge, None, None)
    helps, often = fig2_pairs._hinge_helps(pairs, "pairs", {})
    assert f"b = {fig2_classes.MARGINS[2]:g}, the best" in helps.text and "in more than 5%" in often.text
    assert (helps.verdict, often.verdict) == ("not reproduced", "reproduced")
    assert helps.n == often.n == half


def test_a_hinge_loss_that_never_prefers_the_worse_would_avoid_the_noise():
    of_pairs = 2 * (fig2_pairs.PAIRS // 2)
    pairs = fig2_pairs.Pairs(np.full(of_pairs, 0.4), None, np.zeros((len(fig2_classes.MARGINS), of_pairs)), None, None)
    helps, often = fig2_pairs._hinge_helps(pairs, "pairs", {})
    assert (helps.verdict, often.verdict) == ("reproduced", "not reproduced")


def test_axes_are_named():
    for ax in fig2.figure(None).axes:
        assert (ax.get_xlabel(), ax.get_ylabel()) == ("first feature", "second feature")
        assert "loss of eq. 7" in ax.get_title()
