"""Convergence: the relative duality gap against epochs and seconds, for both losses and several k (ours).

On the set with the class count of Caltech 101, from zero, at C = 1, where no loss is collapsed to small weights: mean
over seeds (geometric) at every fifth epoch; a curve ends where its first seed has converged. Dashed: 0.001, where
the document stops. CPU seconds are of training, without the evaluation of the gap. Larger k take
fewer epochs than k = 1.
Source: Lapin, Hein and Schiele 2015, section 3 and algorithm 1.
"""

import numpy as np

from manyclass.exhibits.lapin2015 import trials as lapin
from manyclass.protocol.claims import claim
from manyclass.protocol.trial.spec import Trial

GAP = 1e-3
BUDGETS = {"smoke": (lapin.SETS[0], 25), "standard": (lapin.SETS[1], 100), "full": (lapin.SETS[1], 300)}
KS = (1, 5, 10)
CURVES = {f"k = {k}, {name}": {"k": k, "loss": loss} for k in KS for loss, name in (("alpha", "α"), ("beta", "β"))}
CURVES.pop("k = 1, β")  # the same as α


def trial(config) -> Trial:
    """Declare the trial: every loss from zero, until it has converged well beyond the document's gap."""
    dataset, passes = BUDGETS[lapin.scale(config)]
    fixed, grid = {"C": 1.0, "tol": GAP / 2}, {"k": list(KS), "loss": ["alpha", "beta"]}
    return Trial(dataset, "topk_svm", "cold", fixed=fixed, grid=grid, passes=passes, halving=False)


def trials(config):
    """One trial."""
    return [trial(config)]


def courses(results, held) -> list[np.ndarray]:
    """Of each seed that succeeded (epochs, seconds, gap), float64 (3, certificates)."""
    found = lapin.solutions(results.records(trial(results.config)), **held)
    return [_course(np.array(each["certificates"])) for each in found if each["certificates"]]


def figure(results):
    """Gap against epochs, and against seconds."""
    from manyclass.report import style

    shown, axes = style.panels(2, height=2.9, sharey=True)
    for ax, (axis, label) in zip(axes, enumerate(("epochs", "CPU seconds"))):
        means = {name: _mean(courses(results, held)) for name, held in CURVES.items()}
        looks = zip(style.COLOURS, style.MARKERS, style.LINES)
        for (name, course), (colour, marker, line) in zip(means.items(), looks):
            if course is not None:
                ax.plot(course[axis], course[2], color=colour, marker=marker, linestyle=line, label=name)
        ax.axhline(GAP, color="0.5", linewidth=0.8, linestyle="--")
        ax.set(xlabel=label, yscale="log", xlim=(0, None))
    axes[0].set_ylabel("relative duality gap")
    style.legend(shown, axes)
    return shown


def claims(results):
    """List the claims: 0.001 is reached, a larger k takes fewer epochs, and no gap was ever negative."""
    passes = trial(results.config).passes
    needed = {name: _needed(results, held) for name, held in CURVES.items()}
    listed = [
        claim.between(
            f"{name}: a relative gap of 0.001 is reached within {passes} epochs",
            epochs,
            0,
            passes + 1,
            printed="training stops at a relative gap of 0.001",
        )
        for name, epochs in needed.items()
    ]
    for name in ("α", "β"):
        text = f"{name}: k = 10 takes fewer epochs than k = 1"
        listed.append(claim.greater(text, needed["k = 1, α"], needed[f"k = 10, {name}"]))
    return [*listed, _never_negative(results)]


def _course(certificates):
    epochs, seconds, primal, dual = certificates.T
    return np.array([epochs, seconds, (primal - dual) / np.maximum(abs(primal), abs(dual))])


def _mean(found):
    if not found:
        return None
    length = min(len(course[0]) for course in found)
    cut = np.array([course[:, :length] for course in found])
    gap = np.exp(np.log(np.maximum(cut[:, 2], 1e-12)).mean(axis=0))
    return np.array([cut[:, 0].mean(axis=0), cut[:, 1].mean(axis=0), gap])


def _needed(results, held):
    """Epochs until the gap is reached, float64 (seeds,): one more than all where it was not; nan for holes."""
    found = courses(results, held)
    epochs = [next((e for e, _, gap in c.T if gap <= GAP), trial(results.config).passes + 1.0) for c in found]
    return epochs + [np.nan] * (len(results.seeds) - len(epochs))


def _never_negative(results):
    text = "no gap is negative, of any candidate at any epoch"
    records = results.records(trial(results.config))
    gaps = [_course(np.array(each["certificates"]))[2].min() for each in lapin.solutions(records)]
    if not gaps:
        return claim.between(text, [np.nan] * len(results.seeds), 0, np.inf)
    return claim.exact(text, min(gaps) >= 0, f"smallest {min(gaps):.2g} of {len(gaps)} runs", printed="P ≥ D")
