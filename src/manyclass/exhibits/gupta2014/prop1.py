"""Proposition 1: how many losses remain when last violators are ignored.

One violating class: of n samples that it violates with probability p each, np losses become (n − 1)p(1 − p) + p.
Lines are these two, markers our training code, which skips a sample if the last violator violates again. Two
independent violating classes, a case that the document leaves out: equation 14 compares sets of violators, the
code stores one of them (section 6.2) and keeps it while it is ignored, so that the two do not count the same
samples. Exact shares from the chain of figure 3. Source: Gupta, Bengio and Weston 2014, proposition 1.
"""

from functools import cache

import numpy as np
import pandas as pd

from manyclass.exhibits.gupta2014 import chain, fig3, frozen_ranking
from manyclass.protocol.claims import claim
from manyclass.protocol.seeds import derive
from manyclass.report import style
from manyclass.report.tables import Interval

RUNS, BATCHES = {10: 4000, 100: 1000}, 20  # runs by the number of samples n
TENTHS = (1, 3, 5, 7, 9)
STATEMENTS = ("prop1", "fig3-stationary", "sampling-implements-sets")


def printed(n, p) -> float:
    """Losses that equation 14 counts of n samples, by the proposition."""
    return (n - 1) * p * (1 - p) + p


def sets(p, q) -> float:
    """Share of the samples with a violator that equation 14 counts: one that did not violate the sample before."""
    return 1 - (1 - p * (1 - p)) * (1 - q * (1 - q))


def sampled(p, q) -> float:
    """Share of the samples that section 6.2 counts in the long run: those that draw a new violator."""
    states = chain.printed(p, q)
    return states[0] * (1 - (1 - p) * (1 - q)) + states[1] * (1 - p) * q + states[2] * p * (1 - q)


@cache
def simulate() -> dict:
    """Counted losses by (samples, tenths of p, chain depth), each int (runs,): depth 0 ignores nothing."""
    counted = {}
    for n in RUNS:
        for tenth in TENTHS:
            violates = frozen_ranking.independent(tenth * n // 10, of=n)
            for depth in (0, 1):
                seed = derive("exhibit", "gupta2014_prop1", n, tenth, depth)
                counted[n, tenth, depth] = frozen_ranking.count(violates, RUNS[n], seed, depth)
    return counted


def two_classes() -> dict:
    """Share of the samples that our code counts, by cell of figure 3, each of shape (repeats,)."""
    return {cell: np.array([run.updated / run.draws for run in runs]) for cell, runs in fig3.simulate().items()}


def table(results):
    """Counted losses per 100 samples: without the rule, by the document, exactly, and simulated."""
    rows = []
    for (n, tenth, depth), counts in simulate().items():
        p = tenth / 10
        if depth:
            exact, batches = 100 * printed(n, p) / n, 100 * _batches(counts) / n
            cells = {"n": n, "p_g": p, "p_h": None, "nothing ignored": 100 * p, "proposition, eq. 14": exact}
            rows.append(cells | {"rule, exact": exact, "rule, simulated": Interval.over(batches, BATCHES)})
    for (g, h), shares in two_classes().items():
        p, q = g / fig3.OF, h / fig3.OF
        cells = {"n": None, "p_g": p, "p_h": q, "nothing ignored": 100 * (1 - (1 - p) * (1 - q))}
        cells |= {"proposition, eq. 14": 100 * sets(p, q), "rule, exact": 100 * sampled(p, q)}
        rows.append(cells | {"rule, simulated": Interval.over(100 * shares, len(shares))})
    return pd.DataFrame(rows, dtype=object)


def figure(results):
    """Left one violating class, right two: the share of the samples that is counted."""
    shown, (one, two) = style.panels(2, height=3.0)
    fine = np.linspace(0, 1, 101)
    one.plot(fine, fine, color="0.6", label="nothing ignored: p")
    for n, colour, marker in zip(RUNS, style.COLOURS, style.MARKERS):
        one.plot(fine, printed(n, fine) / n, color=colour)
        means = [simulate()[n, tenth, 1].mean() / n for tenth in TENTHS]
        one.plot(np.array(TENTHS) / 10, means, marker, color=colour, label=f"n = {n}")
    one.set(title="one violating class", xlabel="p", ylabel="share of the samples counted", xlim=(0, 1), ylim=(0, 1))
    shares, fine = two_classes(), fine[1:-1]
    for h, colour, marker in zip(fig3.SHARES[::2], style.COLOURS, style.MARKERS):
        q = h / fig3.OF
        two.plot(fine, sets(fine, q), "--", color=colour)
        two.plot(fine, sampled(fine, q), color=colour)
        means = [shares[g, h].mean() for g in fig3.SHARES]
        two.plot(np.array(fig3.SHARES) / fig3.OF, means, marker, color=colour, label=f"$p_h = {q}$")
    two.plot([], [], "k-", label="one stored violator")
    two.plot([], [], "k--", label="sets, equation 14")
    two.set(title="two violating classes", xlabel="$p_g$", xlim=(0, 1), ylim=(0, 1))
    one.legend(title="lines printed, markers simulated", loc="upper left")
    two.legend(ncols=2, loc="upper left")
    return shown


def claims(results):
    """Test both counts of the proposition, and the two-class case against chain and sets."""
    listed = [_counted(n, depth) for n in RUNS for depth in (0, 1)]
    shares = two_classes()
    exact = {(g, h): sampled(g / fig3.OF, h / fig3.OF) for g, h in shares}
    by_sets = {(g, h): sets(g / fig3.OF, h / fig3.OF) for g, h in shares}
    for statement, text, number, expected in (
        ("fig3-stationary", "as the chain of figure 3 says", "1, not stated", exact),
        (
            "sampling-implements-sets",
            "as equation 14 with sets would",
            "“an online sampling implementation of (14)”",
            by_sets,
        ),
    ):
        ratios = np.array([shares[cell] / expected[cell] for cell in shares]).mean(axis=0)
        text = f"two violating classes: the code counts as many samples {text} (mean ratio, within 2 %)"
        looks = {"printed": number, "printed_value": 1, "unit": "batches"}
        listed.append(claim.between(statement, text, ratios, 0.98, 1.02, **looks))
    return listed


def _counted(n, depth):
    """The claim that the mean count, summed over the probabilities, is the proposition's within 2 %."""
    expected = sum(printed(n, tenth / 10) if depth else n * tenth / 10 for tenth in TENTHS)
    counts = sum(_batches(simulate()[n, tenth, depth]) for tenth in TENTHS)
    formula = "(n − 1)p(1 − p) + p" if depth else "np"
    what = "last violators ignored" if depth else "nothing ignored"
    text = f"n = {n}, {what}: {formula} losses are counted, summed over p (within 2 %)"
    looks = {"printed": f"{expected:.4g}", "printed_value": 1, "unit": "batches"}
    return claim.ratio("prop1", text, counts, np.full(BATCHES, expected), 0.98, 1.02, **looks)


def _batches(counts):
    return counts.reshape(BATCHES, -1).mean(axis=1)
