"""Quantisation: what product quantisation costs in accuracy, and what else its bytes could buy (ours).

Test accuracy (mean over classes) of w-OVR over the bytes in which an image's features are kept: plain Fisher vectors of
several numbers N of Gaussians, four bytes a feature, and those of 8 Gaussians product-quantised, one byte for two, four
or eight features. w-OVR learns from what the codes say, with the parameters that it chose on the plain features. Error:
what the codes leave of the squared length of the test images' features. Codebooks, 1 kilobyte for each feature, are
shared by all images. Mean and 95 % interval over draws of the data. †: a sweep whose best value is the last one tried.
The document compresses its own features so (Perronnin, Akata, Harchaoui and Schmid 2012, section 5.1) and does not say
what it costs.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import statistics
from manyclass.exhibits.perronnin2012.trials import (
    GAUSSIANS,
    ILSVRC,
    accuracy_by_draw,
    accuracy_shown,
    cell,
    dataset_name,
    fisher_sizes,
    marks,
    svm_trial,
)
from manyclass.protocol.claims import claim
from manyclass.report import style

STATEMENTS = ("quantisation-coarse-loses", "quantisation-fine-little", "quantisation-buys-more")
PLAIN = "fv8"
PER_BYTE = {"fv8pq2": 2, "fv8pq4": 4, "fv8pq": 8}  # features
FINE, COARSE = "fv8pq2", "fv8pq"
FEWER = {"smoke": {"fv8pq": 8}}
LITTLE = 1.0  # points of accuracy
NOT_SAID = "not said"


def quantised(config) -> dict[str, int]:
    """Features to a byte, by the name of the features."""
    return FEWER.get(config["scale"], PER_BYTE)


def plain(config) -> list[str]:
    """Names of the plain features, small ones first."""
    return sorted({PLAIN, *fisher_sizes(config)}, key=GAUSSIANS.get)


def trial(config, features):
    """Declare w-OVR; on quantised features it takes what each seed chose on the plain ones."""
    if features not in PER_BYTE:
        return svm_trial(config, "w-OVR", features)
    return svm_trial(config, "w-OVR", features, depends_on=trial(config, PLAIN), search={})


def trials(config):
    """Plain features of every size, which other exhibits show too, then the quantised ones."""
    return [trial(config, features) for features in (*plain(config), *quantised(config))]


def table(results):
    """One row a kind of features."""
    names = (*plain(results.config), *quantised(results.config))
    return pd.DataFrame([_row(results, features) for features in names], dtype=object)


def figure(results):
    """Accuracy over bytes, both on log axes."""
    shown, (ax,) = style.panels(1, columns=1, height=2.8)
    of_kind = {"plain": plain(results.config), "8 Gaussians, product-quantised": list(quantised(results.config))}
    of_kind = {
        kind + marks(results, [trial(results.config, each) for each in names]): names for kind, names in of_kind.items()
    }
    at = {features: stored_bytes(results, features) for names in of_kind.values() for features in names}
    for (kind, names), colour, marker in zip(of_kind.items(), style.COLOURS, style.MARKERS):
        bands = {
            features: statistics.band([accuracy_shown(results, trial(results.config, features))]) for features in names
        }
        points = [(at[features], *band[:, 0]) for features, band in bands.items() if band is not None]
        if points:
            x, mean, low, high = np.array(points).T
            ax.errorbar(x, mean, [mean - low, high - mean], color=colour, marker=marker, capsize=2, label=kind)
    ax.set_xscale("log", base=2)
    ax.set_xticks(list(at.values()), [f"{size:,}" for size in at.values()], rotation=45)
    ax.set(xlabel="bytes of an image's features", ylabel="accuracy, %", ylim=(0, None))
    style.legend(shown, [ax])
    return shown


def claims(results):
    """Test what is lost, and what the bytes would buy otherwise."""
    rates = quantised(results.config)
    ours = {features: accuracy(results, features) for features in (*plain(results.config), *rates)}
    on = {features: dataset_name(ILSVRC, features) for features in ours}
    text, both = f"{PLAIN} in a 32nd of the bytes, 8 features to one, loses accuracy (ours)", (PLAIN, COARSE)
    said = {"on": [on[each] for each in both], "printed": NOT_SAID}
    listed = [claim.greater("quantisation-coarse-loses", text, *(ours[each] for each in both), **said)]
    if FINE not in rates:
        return listed
    text = f"{PLAIN} in an eighth of the bytes, 2 features to one, loses less than a point of accuracy (ours)"
    said = {"on": [on[PLAIN], on[FINE]], "printed": NOT_SAID, "show": "{:+.2f} points".format}
    lost = ours[FINE] - ours[PLAIN]
    listed.append(claim.between("quantisation-fine-little", text, lost, -LITTLE, np.inf, **said))
    if "fv2" not in ours:
        return listed
    text = "8 Gaussians so kept are at least twice as accurate as 2 plain ones, which take twice the bytes (ours)"
    said = {"on": [on[FINE], on["fv2"]], "printed": NOT_SAID}
    return [*listed, claim.ratio("quantisation-buys-more", text, ours[FINE], ours["fv2"], 2, np.inf, **said)]


def accuracy(results, features) -> np.ndarray:
    """Accuracy in percent, shape (seeds,); nan where a draw has no result."""
    return accuracy_by_draw(results, trial(results.config, features))


def stored_bytes(results, features) -> int:
    """Bytes of an image's features: four each, or one for several of them."""
    count = results.card(dataset_name(ILSVRC, features))["features"]
    return -(-count // PER_BYTE[features]) if features in PER_BYTE else 4 * count


def left_out(results, features) -> np.ndarray:
    """Squared distance of the quantised test images from the plain ones, as a share of the latter's squared length.

    Returns
    -------
    ndarray, shape (seeds,), float64
        One for each draw of the data.
    """
    return np.array([_left_out(results, features, seed) for seed in results.seeds])


def _left_out(results, features, seed) -> float:
    names = (dataset_name(ILSVRC, each) for each in (PLAIN, features))
    plain_part, quantised_part = (results.data(name, seed).test.X for name in names)
    length = np.square(plain_part, dtype=np.float64).sum()
    return float(np.square(plain_part - quantised_part, dtype=np.float64).sum() / length) if length else np.nan


def _row(results, features):
    card = results.card(dataset_name(ILSVRC, features))
    size = stored_bytes(results, features)
    row = {"features": features, "D": card["features"], "bytes an image": size}
    row["all of train, MB"] = size * card["train"] / 1e6
    row["error, %"] = statistics.mean_interval(100 * left_out(results, features)) if features in PER_BYTE else None
    return row | {"accuracy, %": cell(results, trial(results.config, features))}
