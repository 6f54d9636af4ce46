"""What docs/errata.md says of the documents, checked; and that the tests it names exist."""

import ast
import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from manyclass.exhibits.gupta2014 import frozen_ranking, prop1, table1, table8, table9
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.kernels.common.labels import Labels
from manyclass.kernels.common.rng import new_state
from manyclass.kernels.common.rows import Dense
from manyclass.kernels.common.steps import adaptive_step
from manyclass.kernels.sgd.violator_sampling import Uniform, draw_violator
from manyclass.methods.base.sgd.linear import inner
from manyclass.methods.base.sgd.steps import rank_weights, steps
from manyclass.methods.ensemble_of import _as_large_as_linear
from manyclass.methods.wsabie_pp import WsabiePP

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "errata.md").read_text(encoding="utf-8")
NAMED = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)

SETS = {"16k": (15_589, 1024), "22k": (21_841, 479), "21k": (21_171, 1024), "97k": (96_812, 1024)}  # table 4: G, d
TABLE_6 = {"wsabie": 3.7, "violators": 5.0, "adagrad": 5.0, "w=1": 4.1, "adagrad, w=1": 6.0, "all": 7.1}


@pytest.mark.parametrize(("file", "name"), NAMED, ids=[name for _, name in NAMED])
def test_the_page_names_tests_that_exist(file, name):
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_every_entry_of_the_page_says_what_shows_it():
    entries = re.split(r"^### ", PAGE, flags=re.MULTILINE)[1:]
    without = [entry.splitlines()[0] for entry in entries if "**Shown by:** `tests/" not in entry]
    assert without == ["Slips of reference"]
    assert len(entries) > 20
    unmentioned = {name for name in globals() if name.startswith("test_")} - {name for _, name in NAMED}
    assert unmentioned == {
        "test_the_page_names_tests_that_exist",
        "test_every_entry_of_the_page_says_what_shows_it",
    }


def test_the_printed_discriminant_has_no_shape():
    rng = np.random.default_rng(0)
    X, y = rng.standard_normal((30, 7)), np.arange(30) % 3
    model = WsabiePP(dimensions=4, max_iter=1, random_state=0).fit(X, y)
    W, x, beta = model.embedding_, X[0], model.prototypes_[0]
    assert (W.shape, beta.shape) == ((4, 7), (4,))
    with pytest.raises(ValueError, match="matmul|operands"):
        (beta - x) @ W @ (beta - x)
    assert model.decision_function(X[:1])[0, 0] == pytest.approx(-((beta - W @ x) ** 2).sum(), rel=1e-4)


def test_a_hundred_samples_are_seldom_a_tenth_away():
    errors = stats.binom(100, 0.5)
    assert errors.std() / 100 == pytest.approx(0.05)
    assert errors.cdf(40) + errors.sf(59) == pytest.approx(0.057, abs=5e-4)


@pytest.mark.parametrize("G", [5, 21, 101])
def test_g_tries_miss_a_single_violator_a_third_of_the_time(G, monkeypatch):
    monkeypatch.setattr(frozen_ranking, "COPIES", 1)
    model, n = frozen_ranking.FrozenRanking(1, G - 1, np.random.SeedSequence(G), depth=0), 20_000
    violates = np.zeros((n, G - 1), bool)
    violates[:, 0] = True
    missed = 1 - model.run(violates).updated / n
    expected = (1 - 1 / (G - 1)) ** G
    assert missed == pytest.approx(expected, abs=5 * np.sqrt(0.25 / n))
    assert {5: 0.24, 21: 0.34, 101: 0.36}[G] == pytest.approx(expected, abs=0.005)
    assert expected < 1 / np.e


def test_a_violator_found_at_the_last_try_weighs_nothing():
    G = 40
    weights = rank_weights(G, "harmonic")
    assert weights[(G - 1) // G] == 0
    assert weights[(G - 1) // (G - 1)] == 1
    assert (G - 1) % 2 == 1  # found at the second try, the estimate is no integer


def test_auc_sampling_draws_among_the_wrong_classes():
    G, H, n = 8, 3, 4000
    correct, violators = [0, 1, 2], [3, 4, 5]
    x = np.zeros((1, G), np.float32)
    x[0, correct + violators] = 1
    labels = Labels(np.array([0, len(correct)], np.int32), np.array(correct, np.int32), G)
    beta, state = inner(np.eye(G, dtype=np.float32), np.inf), new_state(np.random.SeedSequence(0))
    found = [draw_violator(Uniform(), beta, Dense(x), 0, labels, 0, 0.5, state)[0] >= 0 for _ in range(n)]
    share, error = H / (G - len(correct)), 5 * np.sqrt(0.25 / n)
    assert np.mean(found) == pytest.approx(share, abs=error)
    assert abs(H / (G - 1) - share) > 2 * error
    assert np.diff([H / (G - 1) for G in (10, 20, 30)], n=2) > 0.01  # a line would have 0


def test_what_constant_weights_bring_in_table_6():
    assert TABLE_6["w=1"] / TABLE_6["wsabie"] == pytest.approx(1.11, abs=0.005)
    assert TABLE_6["adagrad, w=1"] / TABLE_6["adagrad"] == pytest.approx(1.20, abs=0.005)


def test_table_1_is_another_example():
    earlier = ["dog and pig", "dog and pig", "none", "dog", "dog", "none", "dog", "pig"]
    in_table = [" and ".join(violators) or "none" for violators in table1.VIOLATORS]
    assert len(earlier) == len(in_table) == 8
    assert earlier[:2] == in_table[:2]
    assert earlier[2:] != in_table[2:]
    assert sorted(earlier) != sorted(in_table)


@pytest.mark.parametrize("n", [1, 10, 1000])
def test_proposition_1_exceeds_the_shorthand_by_p_squared(n):
    for p in (Fraction(1, 10), Fraction(1, 2), Fraction(9, 10)):
        assert prop1.printed(n, p) - n * p * (1 - p) == p**2


def test_equation_14_counts_row_4_of_table_1():
    violators = [set(row) for row in table1.VIOLATORS]
    counted = [bool(now - before) for before, now in zip([set(), *violators], violators)]
    printed = [row[-1] in (table1.DOG, table1.PIG) for row in table1.PRINTED]
    assert [row for row, (a, b) in enumerate(zip(counted, printed), 1) if a != b] == [4, 5]
    assert (counted[3], printed[3]) == (True, False)
    assert (counted[4], printed[4]) == (False, True)  # pig violated row 4, but dog was stored


def hinge(W, plus, minus, x, b):
    z = W @ x
    return max(0.0, b + ((plus - z) ** 2).sum() - ((minus - z) ** 2).sum())


def test_the_gradient_of_table_3():
    """Against central differences of the hinge."""
    rng, (m, d), b, step = np.random.default_rng(0), (3, 5), 100.0, 1e-6
    W, plus, minus, x = rng.standard_normal((m, d)), *rng.standard_normal((2, m)), rng.standard_normal(d)
    units = np.eye(m * d).reshape(-1, m, d) * step
    ahead, behind = ([hinge(W + s * unit, plus, minus, x, b) for unit in units] for s in (1, -1))
    numeric = (np.array(ahead) - behind).reshape(m, d) / (2 * step)
    np.testing.assert_allclose(2 * np.outer(minus - plus, x), numeric, rtol=1e-5, atol=1e-6)
    assert np.outer(minus - plus, W @ x).shape == (m, m)


def test_the_first_step_of_table_3_is_no_number():
    alpha, adagrad = np.zeros(1), steps(0.3, "adagrad")
    with np.errstate(invalid="ignore"):
        assert np.isnan(0.3 * np.zeros(1) / np.sqrt(alpha))
    assert adaptive_step(adagrad, 0.3, alpha, 0, 0.0) == 0
    rng = np.random.default_rng(0)
    model = WsabiePP(dimensions=4, max_iter=1, random_state=0).fit(rng.standard_normal((30, 7)), np.arange(30) % 3)
    assert np.isfinite(model.embedding_).all()


def test_adagrad_divides_by_the_root_of_the_sum():
    squares, alpha, adagrad = np.array([4.0, 1.0, 0.25, 9.0]), np.zeros(1), steps(0.3, "adagrad")
    steps_taken = [adaptive_step(adagrad, 0.3, alpha, 0, square) for square in squares]
    np.testing.assert_allclose(steps_taken, 0.3 / np.sqrt(np.cumsum(squares)), rtol=1e-6)
    assert (np.diff(steps_taken) < 0).all()


def test_dimensions_are_the_rows_of_the_embedding():
    X = np.random.default_rng(0).standard_normal((30, 7))
    model = WsabiePP(dimensions=4, max_iter=1, random_state=0).fit(X, np.arange(30) % 3)
    assert model.embedding_.shape == (4, 7)
    powers, listed = 2 ** np.arange(8), (32, 64, 96, 128, 192, 256, 384, 512, 768, 1024)
    assert not {10, 100} & set(powers.tolist())
    assert 100 not in listed


def ratios(a, b):
    return [over / under for over, under in zip(table8.PRINTED[a], table8.PRINTED[b])]


def test_gains_over_wsabie_in_table_8():
    assert ratios("wsabie_pp", "wsabie") == pytest.approx([1.72, 1.56, 1.89, 2.93], abs=0.005)


def test_gains_over_one_vs_all_in_section_9_2():
    gains = ratios("ensemble_of/wsabie_pp", "one_vs_rest/as_printed")
    assert (min(gains), max(gains)) == pytest.approx((1.036, 1.280), abs=5e-4)
    assert SETS["97k"][0] / SETS["21k"][0] == pytest.approx(4.6, abs=0.05)


def test_sizes_and_members_in_section_9_2():
    dimensions = [printed[2] for printed in table9.PRINTED["wsabie_pp"]]
    sizes = [G * d / (m * (G + d)) for (G, d), m in zip(SETS.values(), dimensions)]
    assert sizes == pytest.approx([5.0, 2.4, 3.8, 4.0], abs=0.05)
    assert [d / m for (_, d), m in zip(SETS.values(), dimensions)] == pytest.approx([5.3, 2.5, 4, 4], abs=0.05)
    assert np.round(sizes).tolist() == [5, 2, 4, 4]
    assert [_as_large_as_linear(m, d) for (_, d), m in zip(SETS.values(), dimensions)] == [4, 2, 4, 4]


def test_table_9_names_the_sets_of_table_8():
    assert gupta.SETS == ("imagenet16k", "imagenet22k", "web21k", "web97k")
    assert {len(printed) for printed in table9.PRINTED.values()} == {len(gupta.SETS)}


def test_ratios_that_are_right():
    assert TABLE_6["adagrad"] / TABLE_6["wsabie"] == pytest.approx(1.35, abs=0.005)
    assert TABLE_6["violators"] / TABLE_6["wsabie"] == pytest.approx(1.35, abs=0.005)
    assert TABLE_6["all"] / TABLE_6["wsabie"] == pytest.approx(1.92, abs=0.005)
    above = ratios("wsabie_pp", "one_vs_rest/as_printed")
    assert (min(above), max(above)) == pytest.approx((1.02, 1.26), abs=0.005)
    tuned = ratios("one_vs_rest/as_printed", "one_vs_rest/balance1_as_printed")
    assert 2 < min(tuned) < max(tuned) < 4.5
