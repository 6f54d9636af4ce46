"""Figure 3: the gap between four SVMs shrinks as Fisher vectors grow.

Mean over classes of top-1 and top-5 accuracy over the number N of Gaussians, that is over 48 N features, and the spread
of the methods: the best one's accuracy less the worst's as a share of their mean, seed by seed. Mean and 95 % interval
over seeds. w-OVR's negatives per positive are chosen on the validation part. The document's curves stand beside each
other without numbers. Source: Perronnin, Akata, Harchaoui and Schmid 2012, figure 3.
"""

import numpy as np

from manyclass.exhibits import statistics
from manyclass.exhibits.perronnin2012.trials import (
    FOUR,
    MEASURES,
    accuracy_by_seed,
    fisher_sizes,
    relative_span,
    span,
    svm_trial,
)
from manyclass.protocol.claims import claim
from manyclass.report import curves, style

SEEN = "figure 3, no numbers"
PRINTED = {"top-1": "figure 3; table 2: 1.1 % at N = 256", "top-5": "figure 3; table 2: 2.6 % at N = 256"}


def trials(config):
    """Four methods at each size."""
    return [svm_trial(config, method, features) for features in fisher_sizes(config) for method in FOUR]


def accuracies(results, measure) -> dict:
    """Accuracy in percent by features, then by method, each of shape (seeds,)."""
    config = results.config
    return {
        features: {m: accuracy_by_seed(results, svm_trial(config, m, features), measure) for m in FOUR}
        for features in fisher_sizes(config)
    }


def figure(results):
    """Top-1, top-5 and the spread over N."""
    shown, axes = style.panels(3, columns=3, height=2.7)
    at, spreads = list(fisher_sizes(results.config).values()), {}
    for ax, measure in zip(axes, MEASURES):
        by_features = accuracies(results, measure)
        bands = {method: statistics.band(values[method] for values in by_features.values()) for method in FOUR}
        curves.draw(ax, bands, at)
        ax.set(title=measure, ylabel="accuracy, %", ylim=(0, None))
        spreads[f"spread, {measure}"] = statistics.band(map(relative_span, by_features.values()))
    for (name, band), colour, look in zip(spreads.items(), ("#000000", "0.5"), ("-", "--")):
        if band is not None:
            axes[2].plot(at, band[0], color=colour, linestyle=look, marker="X", label=name)
            axes[2].fill_between(at, band[1], band[2], color=colour, alpha=0.2, linewidth=0)
    axes[2].set(title="best less worst", ylabel="% of the mean", ylim=(0, None))
    for ax in axes:
        ax.set_xscale("log", base=2)
        ax.set_xticks(at, [str(N) for N in at])
        ax.set_xlabel("Gaussians N")
    style.legend(shown, axes)
    return shown


def claims(results):
    """List the claims: the spread falls from each size to the largest, and all methods gain."""
    listed, sizes = [], fisher_sizes(results.config)
    for measure in MEASURES:
        *smaller, (largest, end) = accuracies(results, measure).items()
        for features, values in smaller:
            text = (
                f"{measure}: the spread of the methods is larger at N = {sizes[features]} than at N = {sizes[largest]}"
            )
            shares = relative_span(values), relative_span(end)
            listed.append(claim.greater(text, *shares, printed=PRINTED[measure], show="{:+.1f} %".format))
        points = span(smaller[0][1]), span(end)
        text = f"{measure}: so it is in points, from the smallest N to the largest"
        listed.append(claim.greater(text, *points, printed=SEEN))
        least = np.min([end[method] - values[method] for _, values in smaller for method in FOUR], axis=0)
        text = f"{measure}: the largest features are the best for every method"
        listed.append(claim.between(text, least, 0, np.inf, printed=SEEN, show="{:+.1f}".format))
    return listed
