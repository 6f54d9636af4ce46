"""Figure 1: the empirical error of confusable classes is the noisier one.

Histograms of 1000 simulated empirical errors, each the mean of 10 (top) or 100 (bottom) samples that are
misclassified with probability .5 (left) or .01 (right). Dashed: the expected error. Source: Gupta, Bengio and
Weston 2014, figure 1. The claims repeat the simulation 20 times.
"""

import numpy as np

from manyclass.protocol.claims import claim
from manyclass.protocol.seeds import derive
from manyclass.report import style

SIMULATIONS, REPEATS = 1000, 20
ERRORS, SAMPLES = (0.5, 0.01), (10, 100)
CELLS = [(n, p) for n in SAMPLES for p in ERRORS]
STATEMENTS = ("error-variance", "confusable-noisier", "often-a-tenth-off")


def simulate() -> dict:
    """Empirical errors by (samples, probability of an error), each of shape (REPEATS, SIMULATIONS)."""
    draws = np.random.default_rng(derive("exhibit", "gupta2014_fig1"))
    return {(n, p): draws.binomial(n, p, (REPEATS, SIMULATIONS)) / n for n, p in CELLS}


def theory(n, p) -> float:
    """Standard deviation of the mean of `n` errors of probability `p`."""
    return float(np.sqrt(p * (1 - p) / n))


def figure(results):
    """Four histograms, arranged and scaled as the document's."""
    shown, axes = style.panels(4, height=1.9, sharey=True)
    for ax, (cell, errors) in zip(axes, simulate().items()):
        n, p = cell
        ax.hist(errors[0], bins=np.linspace(-0.025, 1.025, 22), color=style.COLOURS[0])
        ax.axvline(p, color=style.COLOURS[1], linestyle="--")
        ax.set(title=f"{n} samples, P(error) = {p:g}".replace("0.", "."), xlim=(-0.03, 1.03))
        ax.label_outer()
    for ax in axes[2:]:
        ax.set_xlabel("empirical error")
    for ax in axes[::2]:
        ax.set_ylabel("simulations")
    return shown


def claims(results):
    """Test that the spread is larger at .5, shrinks with samples and is √(p(1−p)/n)."""
    simulated = simulate()
    spread = {cell: errors.std(axis=1, ddof=1) for cell, errors in simulated.items()}
    by_theory = [
        claim.ratio(
            "error-variance",
            f"{n} samples, P(error) = {p:g}: the spread is √(p(1−p)/n) = {theory(n, p):.3f} (within 5 %)",
            spread[n, p],
            theory(n, p),
            1 / 1.05,
            1.05,
            printed_value=1,
            unit="repetitions",
        )
        for n, p in CELLS
    ]
    return [*by_theory, *_noisier(spread), _often_off(simulated[100, 0.5])]


def _noisier(spread):
    by_error = [
        (
            f"{n} samples: the empirical error spreads more where P(error) = .5 than where it is .01",
            [(n, p) for p in ERRORS],
        )
        for n in SAMPLES
    ]
    by_samples = [
        (
            f"P(error) = {p:g}: the empirical error of 10 samples spreads more than that of 100",
            [(n, p) for n in SAMPLES],
        )
        for p in ERRORS
    ]
    show, unit = "{:+.3f}".format, "repetitions"
    return [
        claim.greater("confusable-noisier", text, spread[more], spread[less], show=show, unit=unit)
        for text, (more, less) in by_error + by_samples
    ]


def _often_off(errors):
    off = np.abs(np.round(100 * errors) - 50) >= 10  # counts, since .6 − .5 is below .1 in floating point
    text = "100 samples, P(error) = .5: one in four empirical errors or more is at least .1 off"
    share = off.mean(axis=1)
    return claim.between(
        "often-a-tenth-off", text, share, 0.25, 1, printed="“often”", show="{:.1%}".format, unit="repetitions"
    )
