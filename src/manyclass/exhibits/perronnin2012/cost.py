"""Cost: how many passes and inner products training takes, and where it was cut short.

One row a method and data set, each seed's winner on the validation part up to the checkpoint at which it was best:
passes over the images; inner products for each image. Medians over seeds. WAR's inner products are those of the
document's search for a violator; ours, the same in distribution, scores all classes once where it takes long. Cut
short: seeds in which the cap on passes came before the accuracy had stopped rising, so that more passes might do
better. β is w-OVR's, chosen on the validation part; of steps only the one shown was tried. The document reports about
400 days of processor time for w-OVR and about 500 for WAR; our seconds are in perronnin2012/cost_time. Source:
Perronnin, Akata, Harchaoui and Schmid 2012, sections 4.2 and 5.3.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits.perronnin2012 import fig1, fig3, table2, table3
from manyclass.exhibits.perronnin2012.trials import imagenet10k_trial, method_name
from manyclass.protocol.claims import claim
from manyclass.protocol.results import failure
from manyclass.protocol.selection import succeeded
from manyclass.report.tables import Exact

PRINTED = "400 against 500 days"


def trials(config):
    """All of table 2 and 3 and figures 1 and 3, each once."""
    every = [trial for exhibit in (table2, fig3, fig1, table3) for trial in exhibit.trials(config)]
    return list({trial.address: trial for trial in every}.values())


def products(record) -> float:
    """Inner products for each training image: of the right class in every pass, and of the classes tried."""
    return record.best.passes[-1] + record.best.n_tries[-1]


def table(results):
    """One row a trial."""
    return pd.DataFrame([_row(results, trial) for trial in trials(results.config)], dtype=object)


def claims(results):
    """List the claims: w-OVR takes no more inner products than WAR on Fisher vectors."""
    return no_more(results, "inner products", products)


def no_more(results, what, measure) -> list:
    """Test on Fisher vectors that w-OVR takes no more of something than WAR; ``measure(record)`` is a number."""
    listed = []
    for dataset, declare in (("more classes", imagenet10k_trial), ("ILSVRC", table2.row_trial)):
        both = (results.records(declare(results.config, method, "FV")) for method in ("w-OVR", "WAR"))
        values = [[measure(record) if record.best else np.nan for record in records] for records in both]
        text = f"FV of {dataset}: training w-OVR takes no more {what} than training WAR"
        listed.append(claim.ratio(text, *values, 0, 1, printed=PRINTED))
    return listed


def _row(results, trial):
    records = results.records(trial)
    row = {"data set": trial.dataset, "method": method_name(trial)}
    if reason := failure(records):
        return row | {"passes": reason}
    ok = succeeded(records)
    best = [record.best for record in ok]
    betas = sorted({candidate.params["balance"] for candidate in best if candidate.params.get("balance")})
    return row | {
        "β": ", ".join(map(str, betas)) or None,
        "step": Exact(best[0].params["step"]),
        "passes": float(np.median([candidate.passes[-1] for candidate in best])),
        "inner products": float(np.median([products(record) for record in ok])),
        "cap": trial.passes,
        "cut short": f"{sum(candidate.n_passes == trial.passes for candidate in best)} of {len(best)}",
    }
