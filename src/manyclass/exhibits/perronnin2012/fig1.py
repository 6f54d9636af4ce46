"""Figure 1: what the imbalance of one-vs-rest costs, on features of several sizes.

Test accuracy (mean over classes) of w-OVR, which draws β negatives for each positive, over β; dashed u-OVR, which uses
every sample for every class, as if β were about the number of classes. β = 1 is the natural rebalancing; the others are
powers of two up to 256, or up to the number of rivals, the classes less one, where these are fewer. N: Gaussians of the
Fisher vectors; D: features; BOV: a bag of words. Mean and 95 % interval over draws of the data. The best β of a claim
is the one that validation chooses in each draw; steps are chosen for each D and β. The table has top-5 accuracy as
well, of which the claims are made once more, β and steps chosen by it, and the cap on a winner's passes, three times
that of the sweep: the smaller β below 8, the larger it is, for at least as many inner products as 8 has. At the cap:
draws in which the cap came before so many checkpoints without an increase as end training. †: a sweep whose best value
is the last one tried. Source: Perronnin, Akata, Harchaoui and Schmid 2012, figure 1, whose curves stand without
numbers.
"""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pandas as pd

from manyclass.exhibits import base, statistics
from manyclass.exhibits.perronnin2012.trials import (
    CHOSEN_BY,
    EACH,
    GAUSSIANS,
    ILSVRC,
    LITTLE,
    MEASURES,
    METHODS,
    NATURAL,
    TIMES,
    accuracy_by_draw,
    accuracy_shown,
    balances,
    cell,
    dataset_name,
    features_by_kind,
    fisher_sizes,
    marks,
    passes,
    rising_mark,
    still_rises,
    svm_trial,
    times_as_many,
)
from manyclass.protocol import selection
from manyclass.protocol.claims import claim
from manyclass.protocol.trial.spec import Trial
from manyclass.protocol.trial.winner import score
from manyclass.report import curves, style

TOP5 = "fig1-top5"
STATEMENTS = (
    "fig1-weighted-above-unweighted",
    "fig1-natural-not-enough",
    "fig1-largest-little",
    "fig1-smaller-more",
    TOP5,
)
SEEN = "figure 1, no numbers"
PERCENT = "{:+.1f} %".format


def all_features(config) -> list[str]:
    """Names of the features, small ones first."""
    *small, large = fisher_sizes(config)
    return list(dict.fromkeys([*small, features_by_kind(config)["BOV"], large]))


def weighted(config, features) -> dict[int, Trial]:
    """Declare the trial that each β of w-OVR is part of, each with a sweep of steps: those of one cap share a trial."""
    of_cap = {}
    for beta in balances(config):
        of_cap.setdefault(times_as_many(beta), []).append(beta)
    return {beta: _with_cap(config, features, times, betas) for times, betas in of_cap.items() for beta in betas}


def _with_cap(config, features, times, betas):
    if betas == [1]:
        return svm_trial(config, NATURAL, features)
    variant = None if times == 1 else f"{METHODS[EACH][1]}{TIMES}{times}"
    most, series = times * passes(config), {"balance": betas}
    return svm_trial(config, EACH, features, variant=variant, passes=most, series=series)


def trials(config):
    """w-OVR, with all values of β, and u-OVR on each of the features."""
    every = all_features(config)
    return [trial for each in every for trial in (*of_all(config, each), svm_trial(config, "u-OVR", each))]


def of_all(config, features) -> list[Trial]:
    """The trials of w-OVR, each once."""
    return list(dict.fromkeys(weighted(config, features).values()))


def best_accuracy(results, features, measure="top-1") -> np.ndarray:
    """Accuracy in percent with the β that validation chooses by it, float64 (seeds,); nan where a trial failed.

    All are nan where training at one that was chosen still rises.
    """
    by, declared = CHOSEN_BY[measure], of_all(results.config, features)
    by_draw = zip(*(base.winners(results.records(trial), by) for trial in declared))
    chosen = [_best(list(zip(winners, declared)), by) for winners in by_draw]
    rises = any(still_rises(*each) for each in chosen if each)
    tests = [each[0].test.get(MEASURES[measure], np.nan) if each else np.nan for each in chosen]
    return base.unless(rises, 100 * np.array(tests, dtype=float))


def _best(tried, by) -> tuple | None:
    """The best of one draw's winners, and its trial, the first of equals; None where a trial has no winner."""
    complete = all(winner for winner, _ in tried)
    return max(tried, key=lambda each: score(each[0], by)) if complete else None


def label(results, features) -> str:
    """Name of the features in the legend."""
    kind = f"N = {GAUSSIANS[features]}" if features in GAUSSIANS else "BOV"
    return f"{kind}, D = {results.card(dataset_name(ILSVRC, features))['features']:,}"


def figure(results):
    """Accuracy over β, one colour for each of the features; a mark where a step stands at the end of its ladder."""
    shown, (ax,) = style.panels(1, height=3.4)
    shown.set_figwidth(style.PAGE)
    betas, every = balances(results.config), all_features(results.config)
    over_beta = {_marked(results, features): accuracy_by_beta(results, features, accuracy_shown) for features in every}
    curves.draw(ax, {name: statistics.band(values) for name, values in over_beta.items()}, betas)
    for line in ax.lines:
        line.set_linestyle("-")
    of_unweighted = [svm_trial(results.config, "u-OVR", features) for features in every]
    for trial, colour in zip(of_unweighted, style.COLOURS):
        level = statistics.band([accuracy_shown(results, trial)])
        if level is not None:
            ax.axhline(level[0, 0], color=colour, linestyle="--", linewidth=0.9)
            ax.axhspan(level[1, 0], level[2, 0], color=colour, alpha=0.08, linewidth=0)
    ax.plot([], [], color="0.3", linestyle="--", label=f"u-OVR{marks(results, of_unweighted)}")
    ax.set_xscale("log", base=2)
    ax.set_xticks(betas, [str(beta) for beta in betas])
    ax.set(xlabel="β, negatives per positive", ylabel="accuracy, %", ylim=(0, None))
    style.legend(shown, [ax])
    return shown


def table(results):
    """One row a β, below them u-OVR, for each of the features."""
    rows = []
    for features in all_features(results.config):
        of_beta = weighted(results.config, features).items()
        listed = [(f"{beta}", trial, {"balance": beta}) for beta, trial in of_beta]
        listed.append(("u-OVR", svm_trial(results.config, "u-OVR", features), {}))
        rows += [{"features": label(results, features)} | _row(results, *each) for each in listed]
    return pd.DataFrame(rows, dtype=object)


def _row(results, beta, trial, held):
    best = [record.best for record in selection.succeeded(selection.holding(results.records(trial), **held))]
    accuracies = {f"{measure}, %": cell(results, trial, measure, **held) for measure in MEASURES}
    stopped = {"cap": trial.most_passes, "at the cap": base.n_hit_cap(best, trial) if best else None}
    return {"β": beta} | accuracies | stopped


def accuracy_by_beta(results, features, taken=accuracy_by_draw, measure="top-1") -> np.ndarray:
    """Accuracy in percent at each β, float64 (betas, seeds), as ``taken``; nan where a draw has no result."""
    of_beta = weighted(results.config, features).items()
    return np.array([taken(results, trial, measure, balance=beta) for beta, trial in of_beta])


def unweighted(results, features, measure="top-1") -> np.ndarray:
    """Accuracy of u-OVR in percent, float64 (seeds,)."""
    return accuracy_by_draw(results, svm_trial(results.config, "u-OVR", features), measure)


def claims(results):
    """List the claims: β matters on small features, and little on the largest; and all of it at top-5."""
    at_top5 = (replace(each, statement=TOP5, text=f"top-5: {each.text}") for each in _of(results, "top-5"))
    return [*_of(results, "top-1"), *at_top5]


def _of(results, measure):
    """The figure's claims by one measure."""
    every = all_features(results.config)
    best = {each: best_accuracy(results, each, measure) for each in every}
    others = {each: unweighted(results, each, measure) for each in every}
    leads = {each: statistics.gain(best[each], others[each]) for each in every}
    gains = {each: statistics.gain(best[each], accuracy_by_beta(results, each, measure=measure)[0]) for each in every}
    return [
        *_on_small(results, every[:-1], best, others, gains),
        *_smaller_more(results, leads, gains),
        _little(results, every[-1], gains[every[-1]]),
    ]


def _on_small(results, small, best, others, gains):
    listed = []
    for features in small:
        name, on = label(results, features), dataset_name(ILSVRC, features)
        text, both = f"{name}: w-OVR is more accurate than u-OVR", (best[features], others[features])
        listed.append(claim.greater("fig1-weighted-above-unweighted", text, *both, on=on, printed=SEEN))
        text = f"{name}: the best β is more accurate than β = 1, by more than {LITTLE} %"
        chosen = gains[features], LITTLE, np.inf
        listed.append(claim.between("fig1-natural-not-enough", text, *chosen, on=on, printed=SEEN, show=PERCENT))
    return listed


def _smaller_more(results, leads, gains):
    for small, large in pairwise(fisher_sizes(results.config)):
        both = f"{label(results, small)} than at {label(results, large)}"
        on = [dataset_name(ILSVRC, features) for features in (small, large)]
        said = {f"w-OVR leads u-OVR by a larger share at {both}": leads, f"choosing β gains more at {both}": gains}
        for text, shares in said.items():
            compared = shares[small], shares[large]
            yield claim.greater("fig1-smaller-more", text, *compared, on=on, printed=SEEN, show=PERCENT)


def _little(results, large, gained):
    text = f"{label(results, large)}: choosing β instead of 1 has little effect (less than {LITTLE} %)"
    on = dataset_name(ILSVRC, large)
    return claim.between("fig1-largest-little", text, gained, -np.inf, LITTLE, on=on, printed=SEEN, show=PERCENT)


def _marked(results, features):
    of_beta = weighted(results.config, features).items()
    edge = max(base.edge_mark(results.records(trial)) for trial in of_all(results.config, features))
    return label(results, features) + edge + max(rising_mark(results, trial, balance=beta) for beta, trial in of_beta)
