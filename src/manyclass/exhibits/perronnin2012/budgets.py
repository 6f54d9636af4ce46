"""How much is tried in the exhibits of Perronnin et al. 2012: passes, steps, negatives per positive.

Steps are from trials with another seed, in which half or three times the step changed the accuracy reached by less
than a seed does: all start from zero, and while nearly every sample pulls, a step only scales the model. With small
features WAR gained half a point from a third of the step, for three times the passes. RNK learns least from a draw:
it has the most passes. What a cap cuts short, perronnin2012/cost lists.

On the large Fisher vectors of ILSVRC accuracy rises without wavering: of 45 runs none rose again after two
checkpoints without an increase. On smaller features, and with a penalty, some did.
"""

PATIENCE = 3  # checkpoints without an increase, each after half as many passes again
LESS_PATIENCE = {("standard", "fv32"): 2}
STANDARD = {  # method: step, cap on the passes
    "w-OVR": (0.03, 162),
    "WAR": (0.01, 162),
    "MUL": (0.03, 108),
    "RNK": (0.05, 546),
    "u-OVR": (0.1, 48),
}
WORDS = STANDARD | {"w-OVR": (0.03, 108), "WAR": (0.01, 108), "MUL": (0.03, 72), "u-OVR": (0.1, 32)}
LARGE = {"w-OVR": (0.1, 162), "WAR": (0.015, 72), "MUL": (0.1, 72), "RNK": (0.05, 546), "u-OVR": (0.2, 48)}
MANY = {"w-OVR": (0.03, 72), "WAR": (0.01, 72), "MUL": (0.03, 12), "RNK": (0.05, 364), "u-OVR": (0.1, 6)}
BY_FEATURES = {"bov32": WORDS, "fv32": LARGE, "fv64": LARGE, "fv256": LARGE, "fv256sp": LARGE}
BALANCES = {"smoke": [1, 8], "standard": [1, 2, 4, 8, 32], "full": [1, 2, 4, 8, 16, 32, 64, 128, 256]}
FEWER_BALANCES = {("standard", "imagenet10k"): [1, 8, 32]}
SIZES = {"smoke": ("fv2", "fv32"), "standard": ("fv2", "fv8", "fv32"), "full": ("fv8", "fv64", "fv256")}


def budget(scale, method, dataset, features) -> dict:
    """Passes, patience and grid of a method, named as in the document, at a scale."""
    step, passes = (MANY if dataset == "imagenet10k" else BY_FEATURES.get(features, STANDARD))[method]
    grid = {"step": [step]}
    if scale == "full":
        grid, passes = {"step": [step / 10, step / 3, step]}, 1000
    elif scale == "smoke":
        passes = 4
    if method == "w-OVR":
        grid["balance"] = balances(scale, dataset)
    return {"grid": grid, "passes": passes, "patience": LESS_PATIENCE.get((scale, features), PATIENCE)}


def balances(scale, dataset) -> list:
    """Negatives per positive that w-OVR tries."""
    return FEWER_BALANCES.get((scale, dataset), BALANCES[scale])
