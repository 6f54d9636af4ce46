"""Figure 2: the paths of two test samples through Deng's deepest tree of table 1.

A row a sample, by its class. Of each node that it goes through: how many classes it has left, and some of them by name,
at even distances in the order of the class tree; the right class is in bold. Names spell the place in the class tree,
so that classes with a common beginning are near in it: the deeper, the more alike. Samples: of the first draw, on
bimodal_classes, the first two of different classes that go through most nodes to the right answer. The claims are on
the paths of all test samples, on this set and on imagenet16k: at each node, how many edges of the class tree the
classes left are away from the right one, itself not counted. Source: Deng, Satheesh, Berg and Fei-Fei 2011, figure 2.
"""

import numpy as np

from manyclass.exhibits.deng2011.trials import DENG, DENSE, OTHER, label_sets, shapes, tree_name, tree_trial
from manyclass.protocol.claims import claim
from manyclass.protocol.selection import succeeded
from manyclass.report import style

SHOWN = 5  # names for each node
APART = 4  # points between an arrow and a text
STATEMENTS = ("paths-align",)


def trials(config):
    """Deng's deepest tree of each dense set."""
    return [tree_trial(DENG, shapes(config, dataset)[-1], dataset) for dataset in (DENSE, OTHER)]


def figure(results):
    """A row a sample, a column a node."""
    shown, axes = style.panels(2, columns=1, height=1.7, width=style.PAGE)
    shown.set_figwidth(style.PAGE)
    for ax in axes:
        ax.axis("off")
    trial, _ = trials(results.config)
    seeds = [record.seed for record in succeeded(results.records(trial))]
    if not seeds:
        axes[0].text(0.5, 0.5, "no result", ha="center")
        return shown
    data, paths = results.data(trial.dataset, seeds[0]), results.array(trial, seeds[0], "paths")
    _, classes = label_sets(results, trial, seeds[0])
    of_sample = data.test.Y.indices[data.test.Y.indptr[:-1]]
    for number, (ax, i) in enumerate(zip(axes, chosen(paths, classes, of_sample)), start=1):
        ax.set_title(f"sample {number}: {data.names[of_sample[i]]}", loc="left")
        _draw(ax, [classes[v] for v in paths[i] if v >= 0], data.names, of_sample[i])
    return shown


def claims(results):
    """List the claims: from node to node, the classes left are nearer to the right one."""
    return [_narrower(results, trial, shapes(results.config, trial.dataset)[-1]) for trial in trials(results.config)]


def _narrower(results, trial, shape):
    steps = dict.fromkeys(results.seeds, np.nan)
    for record in succeeded(results.records(trial)):
        data, paths = results.data(trial.dataset, record.seed), results.array(trial, record.seed, "paths")
        _, classes = label_sets(results, trial, record.seed)
        of_sample = data.test.Y.indices[data.test.Y.indptr[:-1]]
        at_depths = distances(paths[:, : shape[1]], classes, of_sample, data.tree)
        steps[record.seed] = -np.diff(at_depths).max()
    what = f"{trial.dataset}, {tree_name(shape)}"
    text = f"{what}: mean distance of the classes left to the right one falls, by the least step"
    says = {"on": trial.dataset, "show": "{:+.2f} edges".format}
    return claim.between("paths-align", text, [*steps.values()], 0, np.inf, **says)


def distances(paths, classes, of_sample, tree) -> np.ndarray:
    """Mean distance in the class tree of the classes at each depth of the paths to the right one, itself left out.

    Parameters
    ----------
    paths : int (n, H)
        Nodes of each sample, -1 below its leaf.
    classes : list of int arrays
        Those of every node.
    of_sample : int (n,)
        Right classes.
    tree : Tree
        Of the classes.

    Returns
    -------
    float64 (H,)
        Over the samples that come to a node with another class; nan where none does.
    """
    every = np.arange(tree.classes)
    edges = np.array([tree.distance(np.full_like(every, g), every) for g in every])  # (G, G), 0 on the diagonal
    sums = np.array([edges[:, held].sum(axis=1) for held in classes])  # (V, G)
    others = np.array([len(held) - np.isin(every, held) for held in classes])
    return np.array([_mean_at(nodes, of_sample, sums, others) for nodes in paths.T])


def _mean_at(nodes, of_sample, sums, others):
    there = nodes >= 0
    total, count = (each[nodes[there], of_sample[there]] for each in (sums, others))
    return float((total[count > 0] / count[count > 0]).mean()) if (count > 0).any() else np.nan


def chosen(paths, classes, of_sample) -> list[int]:
    """The first two samples of different classes with the longest paths to a leaf of their class alone.

    Where none gets there, the first samples with the longest paths.

    Parameters
    ----------
    paths : int (n, H + 1)
        Nodes of each sample, -1 below its leaf.
    classes : list of int arrays
        Those of every node.
    of_sample : int (n,)
        Right classes.
    """
    steps = (paths >= 0).sum(axis=1)
    last = paths[np.arange(len(paths)), steps - 1]
    right = np.array([list(classes[v]) == [g] for v, g in zip(last.tolist(), of_sample.tolist())])
    order = np.lexsort((np.arange(len(paths)), -steps, ~right))
    first = int(order[0])
    return [first, int(next((i for i in order if of_sample[i] != of_sample[first]), order[-1]))]


def _draw(ax, on_path, names, right):
    """The names of each node's classes below each other, nodes from left to right, with an arrow between."""
    places, heads = (np.arange(len(on_path)) + 0.5) / len(on_path), []
    for place, classes in zip(places, on_path):
        heads.append(ax.text(place, 1, _count(len(classes)), ha="center", va="top", transform=ax.transAxes))
        for line, g in enumerate(_some(classes, right)):
            weight = "bold" if g == right else "normal"
            below = 0.8 - 0.16 * line
            ax.text(place, below, names[g], ha="center", va="top", transform=ax.transAxes, weight=weight)
    look = {"arrowstyle": "-|>", "color": "0.5", "shrinkA": APART, "shrinkB": APART}
    for head, following in zip(heads[:-1], heads[1:]):  # from the right edge of one text to the left one of the next
        ax.annotate("", (0, 0.5), (1, 0.5), xycoords=following, textcoords=head, arrowprops=look)


def _count(left) -> str:
    """How many classes are left, and of how many there are names below where not of all."""
    return "1 class" if left == 1 else f"{left} classes" if left <= SHOWN else f"{SHOWN} of {left} classes"


def _some(classes, right) -> list[int]:
    """At most SHOWN of the classes, at even distances, the right one among them if it is there."""
    if len(classes) <= SHOWN:
        return classes.tolist()
    picked = classes[np.linspace(0, len(classes) - 1, SHOWN).astype(int)]
    if right in classes and right not in picked:
        picked[np.abs(picked - right).argmin()] = right
    return picked.tolist()
