"""Cost: what training takes, and where it was cut short.

One row a method and data set, each seed's winner on the validation part up to the look at which it was best: passes
over the images; inner products for each image; seconds. Medians over seeds. WAR's inner products are those of the
document's search for a violator; ours, the same in distribution, scores all classes once where it takes long. Cut
short: seeds in which the cap on passes came before the accuracy had stopped rising, so that more passes might do
better. β is w-OVR's, chosen on the validation part; of steps only the one shown was tried. The document reports about
400 days of processor time for w-OVR and about 500 for WAR. Seconds are measured, so that they, and the claims on them,
may differ when everything is run again. Source: Perronnin, Akata, Harchaoui and Schmid 2012, sections 4.2 and 5.3.
"""

import numpy as np

from manyclass.exhibits.perronnin2012 import fig1, fig3, table2, table3
from manyclass.exhibits.perronnin2012 import trials as shared
from manyclass.protocol import results as stored
from manyclass.protocol.claims import claim

PRINTED = "400 against 500 days"
BOTH = ("w-OVR", "WAR")
SEARCH = (
    "WAR's search ends early where a violator is found early, and ours is cheaper than its inner products: see caption"
)


def trials(config):
    """All of table 2 and 3 and figures 1 and 3, each once."""
    every = [trial for exhibit in (table2, fig3, fig1, table3) for trial in exhibit.trials(config)]
    return list({trial.address: trial for trial in every}.values())


def winners(records) -> list[tuple[dict, float]]:
    """Winner and seconds of training of each record that succeeded."""
    ok = (record for record in records if record["winner"] is not None)
    return [(r["candidates"][r["winner"]], r["timing"]["seconds"][r["winner"]][-1]) for r in ok]


def products(candidate) -> float:
    """Inner products for each training image: of the right class in every pass, and of the classes tried."""
    return candidate["passes"][-1] + candidate["tried"][-1]


def table(results):
    """One row a trial."""
    import pandas as pd

    return pd.DataFrame([_row(results, trial) for trial in trials(results.config)], dtype=object)


def claims(results):
    """List the claims: w-OVR costs no more than WAR on Fisher vectors."""
    listed = []
    for dataset, declare in (("more classes", shared.many_trial), ("ILSVRC", table2.row_trial)):
        pair = [declare(results.config, method, "FV") for method in BOTH]
        for what, measure in (("seconds", lambda _, seconds: seconds), ("inner products", lambda c, _: products(c))):
            ours = [_measured(results.records(trial), measure) for trial in pair]
            text = f"FV of {dataset}: training w-OVR takes no more {what} than training WAR"
            listed.append(claim.ratio(text, *ours, 0, 1, printed=PRINTED, why=SEARCH))
    return listed


def _measured(records, measure) -> list[float]:
    return [measure(*winners([record])[0]) if record["winner"] is not None else np.nan for record in records]


def _row(results, trial):
    from manyclass.report.tables import Exact

    records = results.records(trial)
    cells = {"data set": trial.dataset, "method": shared.called(trial)}
    if hole := stored.hole(records):
        return cells | {"passes": hole}
    found = winners(records)
    params = [candidate["params"] for candidate, _ in found]
    betas = sorted({each["balance"] for each in params if each.get("balance")})
    return cells | {
        "β": ", ".join(map(str, betas)) or None,
        "step": Exact(params[0]["step"]),
        "passes": float(np.median([candidate["passes"][-1] for candidate, _ in found])),
        "inner products": float(np.median([products(candidate) for candidate, _ in found])),
        "seconds": float(np.median([seconds for _, seconds in found])),
        "cap": trial.passes,
        "cut short": f"{sum(candidate['trained'] == trial.passes for candidate, _ in found)} of {len(found)}",
    }
