"""Figure 1: the partition matrices of the roots of both methods' widest tree, classes in the order of the class tree.

Each entry says whether a class (column) is in a child (row); rows are ordered by the mean place of their classes, which
is ours. Vertical lines mark the subtrees of the class tree. Where neighbours in the class tree share children, runs
appear: the alignment that the document sees in WordNet's order. It calls Deng's matrix the noisier one, since a class
may be in several children or in none; Bengio's children share none. Alikeness of two classes: the share of the children
of either that both are in (Jaccard). The more neighbours are alike, beyond any two classes, the less noisy is a matrix.
On bimodal_classes, where two fifths of the samples of a class lie elsewhere in the tree, so that no disjoint partition
can hold them; the claims are on ilsvrc_llc and imagenet16k, too, where they do not. Of the first draw; the claims take
all. Source: Deng, Satheesh, Berg and Fei-Fei 2011, figure 1.
"""

import numpy as np

from manyclass.exhibits.deng2011.trials import DENSE, NAMES, OTHER, SPARSE, pair, root_partition, shapes, tree_name
from manyclass.protocol.claims import claim
from manyclass.protocol.selection import succeeded
from manyclass.report import confusion, style

STATEMENTS = "alignment", "noisier-partition", "overlapping-children"
SETS = DENSE, OTHER, SPARSE


def widest(config, dataset=DENSE) -> list:
    """The trials of both methods, of a set's widest tree."""
    return pair(shapes(config, dataset)[0], dataset)


def trials(config):
    """Both methods, the widest tree of the dense sets and of the sparse one."""
    return [trial for dataset in SETS for trial in widest(config, dataset)]


def figure(results):
    """Deng's matrix above Bengio's."""
    shown, axes = style.panels(2, columns=1, height=2.6, width=style.PAGE)
    shown.set_figwidth(style.PAGE)
    for ax, trial in zip(axes, widest(results.config)):
        ax.set(title=f"{NAMES[trial.method]}, root of {tree_name(shapes(results.config)[0])}")
        of_seeds = partitions(results, trial)
        if not of_seeds:
            ax.text(0.5, 0.5, "no result", ha="center", transform=ax.transAxes)
            continue
        seed = next(iter(of_seeds))
        tree = results.data(DENSE, seed).tree
        ax.imshow(ordered(of_seeds[seed]), aspect="auto", cmap="Greys", vmin=0, vmax=1)
        for border in confusion.blocks(tree.paths[: tree.classes]):
            ax.axvline(border - 0.5, color=style.COLOURS[1], linewidth=0.6)
        ax.set(xlabel="class, in the order of the class tree", ylabel="child")
    return shown


def claims(results):
    """List the claims: both follow the class tree, Deng's the less closely, and only its children overlap."""
    return [each for dataset in SETS for each in _on(results, dataset)]


def _on(results, dataset):
    deng, bengio = (_alike(results, trial) for trial in widest(results.config, dataset))
    listed = []
    for name, (near, far) in zip(NAMES.values(), (deng, bengio)):
        text = f"{dataset}, {name}: neighbours in the class tree share children more than any two classes do"
        listed.append(claim.greater("alignment", text, near, far, on=dataset, printed="visible alignment"))
    text = f"{dataset}: beyond any two classes neighbours are less alike in Deng's children than in Bengio's"
    gaps, says = (bengio[0] - bengio[1], deng[0] - deng[1]), {"printed": "notably “noisier”", "show": "{:+.3f}".format}
    return [*listed, claim.greater("noisier-partition", text, *gaps, on=dataset, **says), _overlap(results, dataset)]


def _alike(results, trial):
    """Alikeness of neighbours and of all pairs, float64 (seeds,) each."""
    ours = {seed: alikeness(P) for seed, P in partitions(results, trial).items()}
    return np.array([ours.get(seed, (np.nan, np.nan)) for seed in results.seeds]).T


def partitions(results, trial) -> dict[int, np.ndarray]:
    """P bool (Q, G) of the root, by seed; without the seeds that failed."""
    n_classes = results.card(trial.dataset)["classes"]
    seeds = [record.seed for record in succeeded(results.records(trial))]
    return {seed: root_partition(results, trial, seed, n_classes) for seed in seeds}


def ordered(P) -> np.ndarray:
    """Rows of P (Q, G) by the mean number of their classes."""
    centres = (P @ np.arange(P.shape[1])) / np.maximum(P.sum(axis=1), 1)
    return P[np.argsort(centres, kind="stable")]


def alikeness(P) -> tuple[float, float]:
    """Mean Jaccard index of the columns of P (Q, G), of neighbours and of all pairs; 0 of a column of zeros."""
    columns = P.astype(np.int64)
    both = columns.T @ columns
    sizes = np.diag(both)
    index = both / np.maximum(sizes[:, None] + sizes - both, 1)
    apart = ~np.eye(len(index), dtype=bool)
    return float(np.diag(index, 1).mean()), float(index[apart].mean())


def _overlap(results, dataset):
    """Deng's children overlap on this set."""
    deng, bengio = (_shared(results, trial) for trial in widest(results.config, dataset))
    text = f"{dataset}: Deng's children share classes, more than a tenth of them; Bengio's share none"
    says = {"printed": "overlapping partitions", "show": "{:.1f} %".format}
    return claim.between("overlapping-children", text, deng - bengio, 10, np.inf, on=dataset, **says)


def _shared(results, trial):
    shares = {seed: 100 * (P.sum(axis=0) > 1).mean() for seed, P in partitions(results, trial).items()}
    return np.array([shares.get(seed, np.nan) for seed in results.seeds])
