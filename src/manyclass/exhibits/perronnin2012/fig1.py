"""Figure 1: what the imbalance of one-vs-rest costs, on features of several sizes.

Test accuracy (mean over classes) of w-OVR, which draws β negatives for each positive, over β; dashed u-OVR, which uses
every sample for every class, as if β were about the number of classes. β = 1 is the natural rebalancing. N: Gaussians
of the Fisher vectors; D: features; BOV: a bag of words. Mean and 95 % interval over seeds. The best β of a claim is the
one that validation chooses in each seed; steps are fixed for each D. Source: Perronnin, Akata, Harchaoui and Schmid
2012, figure 1, whose curves stand without numbers.
"""

import numpy as np

from manyclass.exhibits import statistics
from manyclass.exhibits.perronnin2012.trials import (
    GAUSSIANS,
    ILSVRC,
    accuracy_by_seed,
    balances,
    dataset_name,
    features_by_kind,
    fisher_sizes,
    svm_trial,
)
from manyclass.protocol.claims import claim
from manyclass.report import curves, style

SEEN = "figure 1, no numbers"
LITTLE = 5  # percent of the accuracy


def all_features(config) -> list[str]:
    """Names of the features, small ones first."""
    *small, large = fisher_sizes(config)
    return list(dict.fromkeys([*small, features_by_kind(config)["BOV"], large]))


def trials(config):
    """w-OVR, with all values of β in one trial, and u-OVR on each of the features."""
    return [svm_trial(config, method, features) for features in all_features(config) for method in ("w-OVR", "u-OVR")]


def label(results, features) -> str:
    """Name of the features in the legend."""
    kind = f"N = {GAUSSIANS[features]}" if features in GAUSSIANS else "BOV"
    return f"{kind}, D = {results.card(dataset_name(ILSVRC, features))['features']:,}"


def figure(results):
    """Accuracy over β, one colour for each of the features."""
    shown, (ax,) = style.panels(1, height=3.4)
    shown.set_figwidth(style.PAGE)
    betas, every = balances(results.config), all_features(results.config)
    over_beta = {label(results, features): accuracy_by_beta(results, features) for features in every}
    curves.draw(ax, {name: statistics.band(values) for name, values in over_beta.items()}, betas)
    for line in ax.lines:
        line.set_linestyle("-")
    for features, colour in zip(every, style.COLOURS):
        level = statistics.band([accuracy(results, "u-OVR", features)])
        if level is not None:
            ax.axhline(level[0, 0], color=colour, linestyle="--", linewidth=0.9)
            ax.axhspan(level[1, 0], level[2, 0], color=colour, alpha=0.08, linewidth=0)
    ax.plot([], [], color="0.3", linestyle="--", label="u-OVR")
    ax.set_xscale("log", base=2)
    ax.set_xticks(betas, [str(beta) for beta in betas])
    ax.set(xlabel="β, negatives per positive", ylabel="accuracy, %", ylim=(0, None))
    style.legend(shown, [ax])
    return shown


def accuracy_by_beta(results, features) -> np.ndarray:
    """Accuracy in percent at each β, float64 (betas, seeds); nan where a seed has no result."""
    betas = balances(results.config)
    return np.array([accuracy(results, "w-OVR", features, balance=beta) for beta in betas])


def accuracy(results, method, features, **params) -> np.ndarray:
    """Top-1 accuracy in percent on some features at these parameters, float64 (seeds,)."""
    return accuracy_by_seed(results, svm_trial(results.config, method, features), **params)


def claims(results):
    """List the claims: β matters on small features, and little on the largest."""
    *small, large = all_features(results.config)
    gains = {features: _gain(results, features, 1) for features in (*small, large)}
    show = "{:+.1f} %".format
    listed = []
    for features in small:
        best, unweighted = (accuracy(results, method, features) for method in ("w-OVR", "u-OVR"))
        text = f"{label(results, features)}: w-OVR is more accurate than u-OVR"
        listed.append(claim.greater(text, best, unweighted, printed=SEEN))
        text = f"{label(results, features)}: the best β is more accurate than β = 1"
        listed.append(claim.between(text, gains[features], 0, np.inf, printed=SEEN, show=show))
    name = label(results, large)
    text = f"{name}: choosing β instead of 1 has little effect (less than {LITTLE} %)"
    listed.append(claim.between(text, gains[large], -np.inf, LITTLE, printed=SEEN, show=show))
    for features in small:
        text = f"choosing β gains more at {label(results, features)} than at {name}"
        listed.append(claim.greater(text, gains[features], gains[large], printed=SEEN, show=show))
    leads = [_gain(results, features, None) for features in (small[0], large)]
    text = f"w-OVR leads u-OVR by a larger share at {label(results, small[0])} than at {name}"
    return [*listed, claim.greater(text, *leads, printed=SEEN, show=show)]


def _gain(results, features, beta) -> np.ndarray:
    """By how many percent the chosen β is more accurate than `beta`, None for u-OVR; shape (seeds,)."""
    best = accuracy(results, "w-OVR", features)
    method, params = ("u-OVR", {}) if beta is None else ("w-OVR", {"balance": beta})
    other = accuracy(results, method, features, **params)
    return 100 * (np.divide(best, other, out=np.full(len(best), np.nan), where=other > 0) - 1)
