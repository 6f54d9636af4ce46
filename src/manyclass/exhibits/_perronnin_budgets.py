"""How much is tried in the exhibits of Perronnin et al. 2012: passes, steps, negatives per positive.

A step is the one of which a third and the triple were no better, by trials with another seed; it grows with the
features. Larger steps than these do not reach the accuracy of smaller ones, and make the order of the methods an
accident of tuning. RNK teaches least with a draw, and has ten times the passes of the others. What PASSES cuts short,
perronnin2012_cost lists.
"""

PATIENCE = 3  # looks without an increase, each after half as many passes again
STANDARD = {  # method: step, passes
    "w-OVR": (0.03, 60),
    "WAR": (0.01, 90),
    "MUL": (0.03, 40),
    "RNK": (0.03, 400),
    "u-OVR": (0.1, 27),
}
LARGE = {
    "w-OVR": (0.1, 27),
    "WAR": (0.01, 40),
    "MUL": (0.1, 18),
    "RNK": (0.05, 400),
    "u-OVR": (0.2, 18),
}
MANY = {
    "w-OVR": (0.03, 40),
    "WAR": (0.01, 60),
    "MUL": (0.03, 12),
    "RNK": (0.05, 400),
    "u-OVR": (0.1, 6),
}
SPECIAL = {("ilsvrc", "fv64"): LARGE, ("imagenet10k", "bov32"): MANY, ("imagenet10k", "fv8"): MANY}
BALANCES = {"smoke": [1, 8], "standard": [1, 2, 4, 8, 16, 32], "full": [1, 2, 4, 8, 16, 32, 64, 128, 256]}
FEWER_BALANCES = {("standard", "imagenet10k"): [1, 8, 32]}
FEWER_SIZES = {"smoke": ("fv2", "fv64")}


def budget(scale, method, dataset, features) -> dict:
    """Passes, patience and grid of a method, named as in the document, at a scale."""
    step, passes = SPECIAL.get((dataset, features), STANDARD)[method]
    grid = {"step": [step]}
    if scale == "full":
        grid, passes = {"step": [step / 10, step / 3, step]}, 1000
    elif scale == "smoke":
        passes = 4
    if method == "w-OVR":
        grid["balance"] = balances(scale, dataset)
    return {"grid": grid, "passes": passes, "patience": PATIENCE}


def balances(scale, dataset) -> list:
    """Negatives per positive that w-OVR tries."""
    return FEWER_BALANCES.get((scale, dataset), BALANCES[scale])


def of_scale(scale, sizes) -> dict:
    """Those of the sizes of features that a scale has."""
    return {each: sizes[each] for each in FEWER_SIZES.get(scale, sizes)}
