"""Sparser features, and another application: the order of table 8 on codes of images and on texts.

The main rows of table 8 on the sparse codes (LLC) of 10k ImageNet, features of which most are zero, and on a thousand
classes with the signature of texts (CLINC150): test accuracy in percent, mean over draws of the data and 95 % interval,
beside what the document has on 16k ImageNet, of dense features of images. Methods and sweeps are those of table 8;
one-vs-all SVMs are the document's, without a constant feature, and ours, with one. Then baselines that the document
does not have. † marks a sweep that ended at an edge. Source: Gupta, Bengio and Weston 2014, section 10.
"""

import pandas as pd

from manyclass.exhibits import baselines
from manyclass.exhibits.gupta2014 import table8
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.exhibits.gupta2014.rising import accuracy_unless_rising, cell
from manyclass.protocol.claims import claim
from manyclass.protocol.claims.order import in_order
from manyclass.report.tables import Exact

SETS, PRINTED_ON = ("imagenet10k_llc", "feature_vectors-texts"), "imagenet16k"
ROWS = ("nearest_means", "auc_ranking", "wsabie", table8.ONE_VS_ALL, "wsabie_pp")
OURS = "one_vs_rest"
BESIDE = ("lda", "liblinear_one_vs_rest", "weighted_one_vs_rest")  # baselines
STATEMENTS = "sparse-features", "sparse-constant"


def trials(config):
    """One trial a data set and method, and the baselines."""
    return [trial for dataset in SETS for of in (rows, beside) for trial in of(config, dataset).values()]


def rows(config, dataset) -> dict:
    """Trials of the document's methods by row of table 8."""
    return {row: gupta.row_trial(config, dataset, row) for row in (*ROWS, OURS)}


def beside(config, dataset) -> dict:
    """Trials of baselines by name."""
    listed = baselines.trials(config, dataset)
    return {f"{name} (baseline)": trial for name, trial in listed.items() if trial.method in BESIDE}


def table(results):
    """One row a method, one column a data set; a baseline stands for another where a set is too large for that."""
    names = gupta.NAMES | {row: row for dataset in SETS for row in beside(results.config, dataset)}
    of_sets = [rows(results.config, dataset) | beside(results.config, dataset) for dataset in SETS]
    listed = []
    for row in dict.fromkeys(row for found in of_sets for row in found):
        cells = {dataset: _cell(results, found.get(row)) for dataset, found in zip(SETS, of_sets)}
        listed.append({"method": names[row], f"{PRINTED_ON}: printed": _printed(row)} | cells)
    return pd.DataFrame(listed, dtype=object)


def claims(results):
    """Test the gain of Wsabie++ on one-vs-all SVMs, and the order of the rows, set by set."""
    return [tested for dataset in SETS for tested in _on(results, dataset)]


def _on(results, dataset):
    declared = rows(results.config, dataset).items()
    measured = {row: accuracy_unless_rising(results, trial) for row, trial in declared}
    low, high = table8.GAIN
    text = f"{dataset}: Wsabie++ has between {low:g} and {high:g} times the accuracy of one-vs-all SVMs"
    as_printed = {gupta.NAMES[row]: table8.printed(row, PRINTED_ON) for row in ROWS}
    pair = measured["wsabie_pp"], measured[table8.ONE_VS_ALL]
    ours = measured["wsabie_pp"], measured[OURS]
    by_name = {gupta.NAMES[row]: measured[row] for row in ROWS}
    return [
        claim.ratio("sparse-features", text, *pair, *table8.GAIN, on=dataset, printed="hypothesis; 2–26 % in table 8"),
        claim.ratio("sparse-constant", f"{text} with a constant feature (ours)", *ours, *table8.GAIN, on=dataset),
        *in_order("sparse-features", f"{dataset}, accuracy", by_name, as_printed, on=dataset),
    ]


def _cell(results, trial):
    return None if trial is None else cell(results, trial)


def _printed(row):
    number = table8.printed(row, PRINTED_ON)
    return None if number is None else Exact(number)
