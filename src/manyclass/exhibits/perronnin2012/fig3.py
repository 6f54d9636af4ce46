"""Figure 3: the gap between four SVMs shrinks as Fisher vectors grow.

Mean over classes of top-1 and top-5 accuracy over the number N of Gaussians, that is over 48 N features, and the spread
of the methods: the best one's accuracy less the worst's in points, draw by draw. Mean and 95 % interval over draws of
the data. w-OVR's negatives per positive are chosen on the validation part. †: a sweep whose best value is the last one
tried; ↑: with some draw accuracy still rose when the cap on passes ended training, and no claim is made on it. The
document's curves stand beside each other without numbers. Source: Perronnin, Akata, Harchaoui and Schmid
2012, figure 3.
"""

from itertools import pairwise

import numpy as np

from manyclass.exhibits import statistics
from manyclass.exhibits.perronnin2012.trials import (
    FOUR,
    ILSVRC,
    MEASURES,
    accuracy_by_draw,
    accuracy_shown,
    dataset_name,
    fisher_sizes,
    marks,
    span,
    svm_trial,
)
from manyclass.protocol.claims import claim
from manyclass.report import curves, style

STATEMENTS = ("fig3-gap-shrinks", "fig3-larger-better")
SEEN = "figure 3, no numbers"


def trials(config):
    """Four methods at each size."""
    return [svm_trial(config, method, features) for features in fisher_sizes(config) for method in FOUR]


def accuracies(results, measure, taken=accuracy_by_draw) -> dict:
    """Accuracy in percent by features, then by method, each of shape (seeds,), as ``taken``."""
    config = results.config
    return {
        features: {m: taken(results, svm_trial(config, m, features), measure) for m in FOUR}
        for features in fisher_sizes(config)
    }


def figure(results):
    """Top-1, top-5 and the spread over N."""
    shown, axes = style.panels(3, columns=3, height=2.7)
    at, spreads = list(fisher_sizes(results.config).values()), {}
    names = {method: marked(results, method) for method in FOUR}
    for ax, measure in zip(axes, MEASURES):
        by_features = accuracies(results, measure, accuracy_shown)
        bands = {names[method]: statistics.band(values[method] for values in by_features.values()) for method in FOUR}
        curves.draw(ax, bands, at)
        ax.set(title=measure, ylabel="accuracy, %", ylim=(0, None))
        spreads[f"spread, {measure}"] = statistics.band(map(span, by_features.values()))
    for (name, band), colour, look in zip(spreads.items(), ("#000000", "0.5"), ("-", "--")):
        if band is not None:
            axes[2].plot(at, band[0], color=colour, linestyle=look, marker="X", label=name)
            axes[2].fill_between(at, band[1], band[2], color=colour, alpha=0.2, linewidth=0)
    axes[2].set(title="best less worst", ylabel="points", ylim=(0, None))
    for ax in axes:
        ax.set_xscale("log", base=2)
        ax.set_xticks(at, [str(N) for N in at])
        ax.set_xlabel("Gaussians N")
    style.legend(shown, axes)
    return shown


def marked(results, method) -> str:
    """The name of a method, with the marks that it has at any size."""
    of_sizes = [svm_trial(results.config, method, features) for features in fisher_sizes(results.config)]
    return method + marks(results, of_sizes, MEASURES)


def claims(results):
    """List the claims: the spread falls from each size to the next, and (ours) all methods gain."""
    listed, sizes = [], fisher_sizes(results.config)
    for measure in MEASURES:
        ours = accuracies(results, measure)
        for small, large in pairwise(sizes):
            text = f"{measure}: the spread of the methods is larger at N = {sizes[small]} than at N = {sizes[large]}"
            spans, on = (span(ours[small]), span(ours[large])), _sets(small, large)
            said = {"on": on, "printed": SEEN, "show": "{:+.2f} points".format}
            listed.append(claim.greater("fig3-gap-shrinks", text, *spans, **said))
        smallest, *_, largest = sizes
        least = np.min([ours[largest][method] - ours[smallest][method] for method in FOUR], axis=0)
        text = f"{measure}: the largest features are better than the smallest for every method, the least gain"
        said = {"on": _sets(smallest, largest), "show": "{:+.1f}".format}
        listed.append(claim.between("fig3-larger-better", text, least, 0, np.inf, **said))
    return listed


def _sets(*features):
    return [dataset_name(ILSVRC, each) for each in features]
