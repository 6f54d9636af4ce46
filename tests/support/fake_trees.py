"""Costs and arrays of label trees, made by hand for `fake_results`: fitting together, not trained."""

import math

import numpy as np


def costs(method, params, n_classes, accuracy, rng) -> dict:
    """What a record says of a candidate: the deeper the tree or the tighter its cap, the cheaper."""
    H = params.get("depth") or 2
    share = params.get("max_ambiguity") or n_classes ** (-1 / H)
    if params.get("formulation") == "accuracy":
        share = max(0.05, 1 - params.get("max_loss", 0.5)) ** 2
    ambiguity = [min(1.0, share * rng.uniform(0.95, 1.05)) for _ in range(H)]
    losses = [1 - accuracy ** (1 / H)] * H
    children = params.get("children", 4)
    test = min(n_classes, children * (H - 1) + n_classes * math.prod(ambiguity[:-1]))
    joint = method == "confusion_label_tree"
    return {
        "prediction_s": 1e-5 * test,
        "training": (4 if joint else 3) * test * rng.uniform(0.95, 1.05),
        "kept": (4 if joint else 5) * test,
        "additions": 8.0,
        "structure": 2.0 * n_classes if joint else None,
        "test": test,
        "local_loss": losses,
        "ambiguity": ambiguity,
    }


def arrays(n_classes, children, n_samples, rng) -> dict:
    """A tree of two levels, and the paths of the samples through it; child q holds every class k ≡ q."""
    sets = [np.arange(n_classes)] + [np.arange(q, n_classes, children) for q in range(children)]
    sets += [np.array([k]) for held in sets[1:] for k in held]
    n_children = [children, *(len(each) for each in sets[1 : 1 + children]), *([0] * n_classes)]
    starts = np.cumsum([1, *n_children])
    first = rng.integers(0, children, n_samples)
    second = starts[1 + first] + rng.integers(0, [len(sets[1 + q]) for q in first])
    found = {
        "starts": starts,
        "set_starts": np.cumsum([0, *map(len, sets)]),
        "set_classes": np.concatenate(sets),
        "paths": np.column_stack([np.zeros(n_samples), 1 + first, second]),
    }
    return {name: values.astype(np.int32) for name, values in found.items()}
