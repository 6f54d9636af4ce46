"""What the document says in passing: of variants, of repeated runs, and of AUC sampling's updates."""

import numpy as np

from manyclass.exhibits import _similar
from manyclass.protocol import claims as test

SETS = "data sets"


# Runs that err on different samples spread on a finite part even where they are equally good.
FINITE = (
    "our test parts have 10,000 samples, on which runs that err on different samples spread by some tenths of a point"
    " though they were equally good; the document's have 0.9 to 4 million"
)


def no_difference(method, variant, printed, ours, winner, size):
    """Test that a variant is similar to what it varies; accuracies of shape (seeds,) on `size` samples."""
    text = f"{method}, {variant}: test accuracy is statistically similar"
    return _similar.similar(text, ours, winner, size, size, printed=printed)


def spreads(found) -> list:
    """Test how far apart repeated runs are, in percent, over the data sets; `found` by method, shape (sets,)."""
    text = "one-vs-all's repeated runs differ by about .1 % (at most .2 %)"
    small = {"printed": ".1 %", "show": "{:.2f} %".format}
    larger = {"printed": "as much as .5 % against .1 %", "show": "{:+.2f} points".format}
    return [
        test.between(text, found["one_vs_rest"], 0, 0.2, **small, why=FINITE, of=SETS),
        *(
            test.between(
                f"{name}'s repeated runs differ by more than one-vs-all's",
                found[row] - found["one_vs_rest"],
                0,
                np.inf,
                **larger,
                why=FINITE,
                of=SETS,
            )
            for row, name in (("wsabie", "Wsabie"), ("wsabie_pp", "Wsabie++"))
        ),
    ]


def updates(found) -> list:
    """Test that AUC sampling updates as often as a wrong class violates; `found` by data set: both shares."""
    return [
        test.ratio(
            f"{dataset}: the share of AUC sampling's steps that update is H/(G − 1) (within 5 %)",
            updated,
            share,
            1 / 1.05,
            1.05,
            printed="H/(G − 1)",
        )
        for dataset, (updated, share) in found.items()
    ]
