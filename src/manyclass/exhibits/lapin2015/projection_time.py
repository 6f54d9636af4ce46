"""Time of projections: one projection onto the top-k simplex, against the number of variables and k (ours).

CPU time of the suite's projection, sorting included, of normal vectors with nothing known of where the threshold lies;
training knows a cut from the epoch before and sorts few entries. After sorting it walks from one entry that leaves zero
or reaches the cap to the next, where the document tries all partitions, so that nothing here is a time of the
document's algorithm. Median over repetitions; the exponent is the slope of the logarithm of the time over that of m log
m. Dotted: m log m. Times are measured whenever this exhibit is made, so that it and its claims vary from run to run.
Ours, on what Lapin, Hein and Schiele 2015, section 4.2, state of theirs.
"""

import time
from functools import cache

import numpy as np
import pandas as pd

from manyclass.methods.base.topk.functions import projections
from manyclass.protocol.claims import claim
from manyclass.protocol.seeds import derive
from manyclass.report import curves, style

KS = (1, 5, 10, 100)
SIZES = {"smoke": [2**e for e in (8, 9, 10)], "standard": [2**e for e in range(8, 17)]}
ENTRIES = {"smoke": 2**12, "standard": 2**18}  # of all vectors that are timed together
REPETITIONS = {"smoke": 3, "standard": 7}
STATEMENTS = ("walk-m-log-m", "walk-any-k")


def sizes(config) -> list[int]:
    """Values of m."""
    return SIZES.get(config["scale"], SIZES["standard"])


def seconds(B, k: int) -> float:
    """CPU seconds of one projection, sorting included: the mean over the rows of B float64 (n, m)."""
    projections(B[:1], k)  # compiles
    started = time.thread_time()
    projections(B, k)
    return (time.thread_time() - started) / len(B)


@cache
def measured(scale) -> dict[int, np.ndarray]:
    """Seconds of one projection by k, float64 (repetitions, sizes); measured once for all that is shown."""
    ms = SIZES.get(scale, SIZES["standard"])
    entries, repetitions = ENTRIES.get(scale, ENTRIES["standard"]), REPETITIONS.get(scale, REPETITIONS["standard"])
    draws = np.random.default_rng(derive("exhibit", "lapin2015_projection"))
    vectors = {m: draws.standard_normal((max(1, entries // m), m)) for m in ms}
    return {k: np.array([[seconds(vectors[m], k) for m in ms] for _ in range(repetitions)]) for k in KS}


def exponents(times, ms) -> np.ndarray:
    """Slope of log time over log (m log m), of each repetition: float64 (repetitions,)."""
    return np.array([np.polyfit(np.log(work(ms)), np.log(row), 1)[0] for row in times])


def work(ms) -> np.ndarray:
    """The number m log2 m, of each m."""
    ms = np.asarray(ms, dtype=float)
    return ms * np.log2(ms)


def table(results):
    """One row an m: microseconds by k, and what that is for one of m log2 m."""
    times, ms = measured(results.config["scale"]), sizes(results.config)
    medians = {k: np.median(of_k, axis=0) for k, of_k in times.items()}
    rows = [{"m": m} | {f"k = {k}, µs": 1e6 * medians[k][row] for k in KS} for row, m in enumerate(ms)]
    for cells, *per in zip(rows, *(1e9 * medians[k] / work(ms) for k in KS)):
        cells["ns / (m log2 m)"] = f"{min(per):.2f}–{max(per):.2f}"
    return pd.DataFrame(rows, dtype=object)


def figure(results):
    """Time against m, one curve a k, and the time against k."""
    times, ms = measured(results.config["scale"]), np.array(sizes(results.config))
    shown, axes = style.panels(2, height=2.8, sharey=True)
    curves.draw(axes[0], {f"k = {k}": _band(1e6 * of_k) for k, of_k in times.items()}, ms)
    level = 1e6 * np.median(times[KS[0]], axis=0)
    axes[0].plot(ms, level[0] * work(ms) / work(ms)[0], "k:", label="m log m")
    picked = [0, len(ms) // 2, len(ms) - 1]
    curves.draw(axes[1], {f"m = {ms[at]:,}": _band(1e6 * _over_k(times, at)) for at in picked}, KS)
    axes[0].set(xlabel="m", ylabel="µs a projection", xscale="log", yscale="log")
    axes[1].set(xlabel="k", xscale="log")
    axes[0].legend()
    axes[1].legend(loc="center right", bbox_to_anchor=(1.0, 0.72))
    return shown


def claims(results):
    """Test the exponent, and what k costs."""
    times, ms = measured(results.config["scale"]), sizes(results.config)
    over_k = np.mean([exponents(times[k], ms) for k in KS], axis=0)
    text = "the time grows as m log m (exponent between 0.9 and 1.1, mean over k)"
    growth = claim.between("walk-m-log-m", text, over_k, 0.9, 1.1, unit="repetitions")
    ends = [times[k][:, -1] for k in (10, 1)]
    text = f"m = {ms[-1]:,}: a projection with k = 10 takes at most twice as long as with k = 1"
    return [growth, claim.ratio("walk-any-k", text, *ends, 0, 2, unit="repetitions")]


def _over_k(times, at):
    return np.array([times[k][:, at] for k in KS]).T


def _band(values):
    """Median and quartiles over repetitions, float64 (3, points)."""
    return np.quantile(values, [0.5, 0.25, 0.75], axis=0)
