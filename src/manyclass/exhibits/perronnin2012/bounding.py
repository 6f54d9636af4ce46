"""Bounding: the weighted ranking SVM with its class vectors kept in a ball, against a penalty on their length.

Mean over classes of top-1 and top-5 accuracy in percent, mean ± half of the 95 % interval over draws of the data, on
Fisher vectors of 4 Gaussians of 50 classes. Both make the same steps, of a fixed size on the same loss with the same
weights of ranks, from zero, and stop early; neither has a constant feature, which a ball would hold and a penalty
leaves free. Steps, penalty and radius are chosen by validation. †: a sweep whose best value is the last one tried.
Source: Perronnin, Akata, Harchaoui and Schmid 2012, section 4.1, without numbers.
"""

import pandas as pd

from manyclass.exhibits.perronnin2012.fig2 import LADDERS
from manyclass.exhibits.perronnin2012.trials import MEASURES, SMALL, accuracy_by_draw, cell, svm_trial
from manyclass.methods.base.ladder import Ladder
from manyclass.methods.weighted_ranking_svm import WeightedRankingSVM
from manyclass.protocol.claims import claim
from manyclass.protocol.trial.spec import Trial

STATEMENTS = ("bounding-as-good-as-penalising",)
FEATURES = "fv4"
STEP = {"step": WeightedRankingSVM.search["step"]}
POINT = 1.0  # of accuracy


def trials(config) -> list[Trial]:
    """With a penalty, and with a ball."""
    return list(_trials(config).values())


def _trials(config) -> dict[str, Trial]:
    no_constant = {"intercept": 0.0}
    search = STEP | {"penalty": LADDERS["penalty"]}
    penalised = svm_trial(config, "WAR", FEATURES, SMALL, variant="no_constant", fixed=no_constant, search=search)
    # The same steps: `WarpRanking` keeps its vectors in a ball, and is Gupta et al.'s but for margin and start.
    in_ball = Trial(
        penalised.dataset,
        "warp_ranking",
        "in_ball",
        no_constant | {"margin": 1.0, "initial": "zeros"},
        search=STEP | {"radius": Ladder([1, 3, 10])},
        passes=penalised.passes,
        patience=penalised.patience,
    )
    return {"penalty": penalised, "ball": in_ball}


def table(results):
    """One row a kind of regularisation."""
    rows = [
        {"regularisation": name} | {f"{measure}, %": cell(results, trial, measure) for measure in MEASURES}
        for name, trial in _trials(results.config).items()
    ]
    return pd.DataFrame(rows, dtype=object)


def claims(results):
    """Test that both are as accurate."""
    declared = _trials(results.config)
    ball, penalty = (accuracy_by_draw(results, declared[name]) for name in ("ball", "penalty"))
    text = "the weighted ranking SVM in a ball and with a penalty are within a point of each other"
    said = {"on": declared["ball"].dataset, "printed": "similar results", "show": "{:+.2f} points".format}
    return [claim.equivalent("bounding-as-good-as-penalising", text, ball, penalty, POINT, **said)]
