"""How much is tried at each scale: passes, and the values swept where the method's own ``search`` is too much.

At standard scale a step's neighbours are half a decade away and an embedding's dimensions two shares of the
features. Step, margin and radius of a linear model can be multiplied together without changing a prediction
(for Wsabie step², margin and radius²), so a radius of 1 loses nothing. On web97k, where a pass costs twice as
much, Wsabie++ has one step and two margins, and all have fewer passes. Wsabie++ follows the chain of last violators
to the order 8 that the document's validation chose on three of its four sets; table 6 and the figures of noise and
burn-in vary it.

Wsabie and one-vs-rest start slowly with the values that are best in the end, so early dropping must not come early:
with nine candidates the first cut is after a third of the passes. Hence one margin for one-vs-rest (the document's
footnote 2 supposes that margin or step could be fixed), whose other steps, which won on none of the four data sets, are
tried with one number of negatives each; and for Wsabie the larger embedding, which won wherever both were tried.

Without last violators every pass is one of the burn-in: the sweep of Q = 0 has the larger embedding and the one step
that with every seed was the best for Wsabie++, or within a tenth of a point of it. Burn-in won on three data sets with
every seed, within two passes; on web97k it is not swept.
"""

SCALES = ("smoke", "standard", "full")
PASSES = {"smoke": 2, "standard": 16, "full": 100}
FEWER_PASSES = {("standard", "web97k"): 12}
FEWER_VALUES = {("web97k", "wsabie_pp"): {"dimensions": [24], "step": [0.3], "margin": [1.0, 3.0], "burn_in": [5]}}

DIMENSIONS = {"imagenet16k": [32, 48], "imagenet22k": [16, 24], "web21k": [24, 36], "web97k": [16, 24]}
SYNONYMS = ("synonyms", "synonyms-even")
DIMENSIONS |= dict.fromkeys(SYNONYMS, [18])
FEWER_VALUES |= {(each, "wsabie_pp"): {"step": [0.3, 1.0], "margin": [1.0, 3.0]} for each in SYNONYMS}
SWEPT = ("imagenet16k", "imagenet22k", "web21k")
FEWER_VALUES |= {(each, "wsabie_pp/q0"): {"dimensions": DIMENSIONS[each][-1:], "step": [0.3]} for each in SWEPT}

STEPS = {"step": [0.1, 1.0], "margin": [0.1, 1.0]}
SMOKE = {
    "one_vs_rest": {**STEPS, "balance": [8]},
    "auc_ranking": STEPS,
    "warp_ranking": STEPS,
    "wsabie": {"step": [0.01, 0.1], "margin": [0.1, 1.0], "dimensions": [8]},
    "wsabie_pp": {**STEPS, "dimensions": [8], "last_violators": [1], "burn_in": [1]},
    "ensemble_of": {"members": [2]},
    "class_confusion": {},
}
STANDARD = {
    "warp_ranking": {"step": [0.001, 0.003, 0.01], "margin": [0.1]},
    "one_vs_rest": [
        {"step": [0.1], "margin": [0.1], "balance": [8, 16, 32, 64]},
        {"step": [0.03], "margin": [0.1], "balance": [64]},
        {"step": [0.3], "margin": [0.1], "balance": [16]},
    ],
    "wsabie": {"step": [0.001, 0.003, 0.01], "margin": [0.03, 0.1, 0.3]},
    "wsabie_pp": {"step": [0.1, 0.3, 1.0], "margin": [1.0, 3.0, 10.0], "last_violators": [8], "burn_in": [0, 5]},
    "ensemble_of": {},
    "class_confusion": {},
}


def passes(scale: str, dataset: str) -> int:
    """Passes of a candidate that reaches the end."""
    if scale not in SCALES:
        raise ValueError(f"unknown scale {scale!r}; choose from {', '.join(SCALES)}")
    return FEWER_PASSES.get((scale, dataset), PASSES[scale])


def grid(scale: str, dataset: str, method: str, variant: str = "default") -> dict | list | None:
    """Values swept, in one grid or in several; None for the method's own ``search``."""
    if scale == "smoke":
        return SMOKE.get(method)
    if scale == "full" or dataset not in DIMENSIONS:
        return None
    values = STANDARD.get(method)
    if method == "wsabie":
        values = {"dimensions": DIMENSIONS[dataset][-1:], **values}
    elif method == "wsabie_pp":
        values = {"dimensions": DIMENSIONS[dataset], **values}
    fewer = [FEWER_VALUES.get((dataset, row), {}) for row in (method, f"{method}/{variant}")]
    return values | fewer[0] | fewer[1] if isinstance(values, dict) else values
