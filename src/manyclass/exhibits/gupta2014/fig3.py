"""Figure 3: the last violator of a class as a Markov chain.

Two classes g and h violate the samples of a class independently, with probabilities p_g and p_h. Top left, the
chain: solid, a violation that is counted; dotted, one that is ignored; grey, no violation. Elsewhere, the share
of the time in each state: lines, the printed stationary distribution (its formulas hold relative to
P(no LV) = 1/Z); markers, our training code run 50 steps long, 3000 times each. The chain that the document's
section 6.2 prescribes, solved exactly, equals the printed one. Source: Gupta, Bengio and Weston 2014, figure 3.
"""

import itertools
from fractions import Fraction
from functools import cache

import numpy as np
import pandas as pd

from manyclass.exhibits.gupta2014 import chain, frozen_ranking
from manyclass.exhibits.gupta2014.chain import printed
from manyclass.protocol.claims import claim
from manyclass.protocol.seeds import derive
from manyclass.report import chain as diagrams
from manyclass.report import style
from manyclass.report.tables import Interval

STATES = ("no LV", "g", "h")
OF, SHARES = 5, (1, 2, 3, 4)  # probabilities 1/5 .. 4/5
CHAINS, REPEATS = 300, 10
STATEMENTS = ("fig3-stationary",)
NO_VIOLATION = "(1 - p_g)(1 - p_h)"
DIAGRAM = {  # by the places of two states: the probability, and what happens to the sample
    (0, 1): ("p_g(1 - p_h/2)", "counted"),
    (0, 2): ("p_h(1 - p_g/2)", "counted"),
    (1, 2): ("(1 - p_g)p_h", "counted"),
    (2, 1): ("(1 - p_h)p_g", "counted"),
    (1, 1): ("p_g", "ignored"),
    (2, 2): ("p_h", "ignored"),
    (0, 0): (NO_VIOLATION, "no violation"),
    (1, 0): (NO_VIOLATION, "no violation"),
    (2, 0): (NO_VIOLATION, "no violation"),
}


@cache
def simulate() -> dict:
    """REPEATS times CHAINS runs of our code by (fifths of p_g, fifths of p_h): a list of `LongRun`."""
    runs = {}
    for cell in itertools.product(SHARES, SHARES):
        seeds = derive("exhibit", "gupta2014_fig3", *cell).spawn(REPEATS)
        violates = frozen_ranking.independent(*cell, of=OF)
        runs[cell] = [frozen_ranking.run_chains(violates, CHAINS, seed) for seed in seeds]
    return runs


def occupied() -> dict:
    """How many chains of each repetition end in each state, by cell: int (REPEATS, 3)."""
    return {
        cell: np.array([np.bincount(run.states + 1, minlength=3) for run in runs]) for cell, runs in simulate().items()
    }


def table(results):
    """One row a state and pair of probabilities: printed, exact and simulated share, in percent."""
    rows = []
    for (g, h), counts in occupied().items():
        stated, exact = printed(g / OF, h / OF), chain.stationary(chain.transition(g / OF, h / OF))
        for state, name in enumerate(STATES):
            simulated = Interval.over(100 * counts[:, state] / CHAINS, REPEATS)
            cells = {"p_g": g / OF, "p_h": h / OF, "state": name, "printed": 100 * stated[state]}
            rows.append(cells | {"exact": 100 * exact[state], "simulated": simulated})
    return pd.DataFrame(rows)


def figure(results):
    """The chain, and the share of each state against p_g for every p_h."""
    shown, (diagram, *axes) = style.panels(4, height=2.7)
    _diagram(diagram)
    counted, fine = occupied(), np.linspace(0.02, 0.98, 97)
    for state, ax in enumerate(axes):
        for h, colour, marker in zip(SHARES, style.COLOURS, style.MARKERS):
            ax.plot(fine, [printed(p, h / OF)[state] for p in fine], color=colour)
            simulated = [counted[g, h][:, state].mean() / CHAINS for g in SHARES]
            ax.plot([g / OF for g in SHARES], simulated, marker, color=colour, label=f"$p_h = {h / OF}$")
        ax.set(title=f"P(LV = {STATES[state]})" if state else "P(no LV)", xlabel="$p_g$", xlim=(0, 1), ylim=(0, 1))
    axes[0].set_ylabel("share of the time")
    axes[1].set_ylabel("share of the time")
    axes[0].legend(title="lines printed, markers simulated")
    return shown


def claims(results):
    """Test the printed formulas against the rule, exactly, and the simulation against them."""
    # Both sides are quotients of polynomials of degree below 10 in each of the two: equal here, equal everywhere.
    grid = list(itertools.product([Fraction(k, 20) for k in range(1, 20)], repeat=2))
    exact = sum(chain.is_stationary(printed(p, q), chain.transition(p, q)) for p, q in grid)
    equal = "the printed distribution is stationary under the rule of section 6.2 (in rational arithmetic)"
    spread = f"{CHAINS} simulated chains a pair scatter about the printed shares as they must: χ²/df is 1 (0.7 to 1.3)"
    return [
        claim.exact(
            STATEMENTS[0], equal, exact == len(grid), f"{exact} of {len(grid)} pairs (p_g, p_h)", printed="figure 3"
        ),
        claim.between(
            STATEMENTS[0], spread, scatter(occupied()), 0.7, 1.3, printed="1", printed_value=1, unit="batches"
        ),
        _mean_share(),
    ]


def scatter(counts, expected=printed) -> np.ndarray:
    """Pearson's χ² of the chains' states over its degrees of freedom, (REPEATS,); 1 on average if all is right."""
    total = 0.0
    for (g, h), observed in counts.items():
        shares = CHAINS * np.array(expected(g / OF, h / OF))
        total = total + ((observed - shares) ** 2 / shares).sum(axis=1)
    return total / (2 * len(counts))


def _mean_share():
    """The claim that the simulated share of g, mean over all pairs, is the printed one."""
    stated = {(g, h): printed(g / OF, h / OF)[1] for g, h in occupied()}
    off = [counts[:, 1] / CHAINS - stated[cell] for cell, counts in occupied().items()]
    text = "mean over all pairs: the simulated P(LV = g) is the printed one (within .015)"
    looks = {"printed": f"{np.mean(list(stated.values())):.3f}", "show": "{:+.4f}".format, "unit": "batches"}
    return claim.between(STATEMENTS[0], text, np.mean(off, axis=0), -0.015, 0.015, printed_value=0, **looks)


def _diagram(ax):
    looks = {
        "counted": {"color": style.COLOURS[0], "linestyle": "-"},
        "ignored": {"color": style.COLOURS[1], "linestyle": ":"},
        "no violation": {"color": "0.4", "linestyle": "-"},
    }
    places = dict(zip(STATES, ((0.95, 1.25), (0.0, 0.0), (1.9, 0.0))))
    arrows = [
        (STATES[a], STATES[b], f"${label if label != NO_VIOLATION else 'r'}$", looks[kind])
        for (a, b), (label, kind) in DIAGRAM.items()
    ]
    diagrams.draw(ax, places, arrows)
    ax.text(0.95, -0.5, f"$r = {NO_VIOLATION}$", ha="center")
