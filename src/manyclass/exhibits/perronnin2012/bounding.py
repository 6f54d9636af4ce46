"""Bounding: the weighted ranking SVM with its class vectors kept in a ball, against a penalty on their length.

Mean over classes of top-1 and top-5 accuracy in percent, mean ± half of the 95 % interval over draws of the data, on
Fisher vectors with less than one image per feature (perronnin2012/small; at smoke scale on bags of words). Both make
the same steps, of a fixed size on the same loss with the same weights of ranks, from zero; neither has a constant
feature, which a ball would hold and a penalty leaves free. None stops early, so that there is something to regularise.
Steps, penalty and radius are chosen by validation; chosen: in any of the draws. How long the class vectors are is not
kept, so that what the two do is seen beside neither of them: where neither gains accuracy by more than chance, the
comparison would be of one method with itself, and is not made. †: a sweep whose best value is the last one tried.
Source: Perronnin, Akata, Harchaoui and Schmid 2012, section 4.1, without numbers.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits.perronnin2012 import small
from manyclass.exhibits.perronnin2012.fig2 import LADDERS
from manyclass.exhibits.perronnin2012.trials import MEASURES, SMALL, accuracy_by_draw, cell, chosen, passes, svm_trial
from manyclass.methods.base.ladder import Ladder
from manyclass.methods.weighted_ranking_svm import WeightedRankingSVM
from manyclass.protocol.claims import claim
from manyclass.protocol.selection import succeeded
from manyclass.protocol.trial.spec import Trial

STATEMENTS = ("bounding-as-good-as-penalising",)
STEP = {"step": WeightedRankingSVM.search["step"]}
POINT = 1.0  # of accuracy


def trials(config) -> list[Trial]:
    """With a penalty, with a ball, and with neither."""
    return list(_trials(config).values())


def _trials(config) -> dict[str, Trial]:
    no_constant, features = {"intercept": 0.0}, small.features(config)
    to_the_end = {"passes": max(1, passes(config) // 3), "patience": 0}
    search = STEP | {"penalty": LADDERS["penalty"]}
    declared = {"fixed": no_constant, **to_the_end}
    penalised = svm_trial(config, "WAR", features, SMALL, variant="no_constant", search=search, **declared)
    # The same steps: `WarpRanking` keeps its vectors in a ball, and is Gupta et al.'s but for margin and start.
    in_ball = Trial(
        penalised.dataset,
        "warp_ranking",
        "in_ball",
        no_constant | {"margin": 1.0, "initial": "zeros"},
        search=STEP | {"radius": Ladder([1, 3, 10])},
        **to_the_end,
        halving=penalised.halving,
        metrics=penalised.metrics,
    )
    neither = svm_trial(config, "WAR", features, SMALL, variant="neither", search=STEP, **declared)
    return {"penalty": penalised, "ball": in_ball, "neither": neither}


def table(results):
    """One row a kind of regularisation."""
    return pd.DataFrame([_row(results, *each) for each in _trials(results.config).items()], dtype=object)


def _row(results, name, trial):
    best = [record.best for record in succeeded(results.records(trial))]
    values = {each: chosen(best, each) for each in ("step", "penalty", "radius")}
    held = {each: text if each in trial.search else None for each, text in values.items()}
    return {"regularisation": name} | held | {f"{measure}, %": cell(results, trial, measure) for measure in MEASURES}


def claims(results):
    """Test that both are as accurate, if either of them does anything: else there is nothing to compare."""
    declared = _trials(results.config)
    ball, penalty, neither = (accuracy_by_draw(results, declared[name]) for name in ("ball", "penalty", "neither"))
    text = "the weighted ranking SVM in a ball and with a penalty are within a point of each other"
    if not any(claim.greater(*STATEMENTS, text, each, neither).verdict == claim.REPRODUCED for each in (ball, penalty)):
        text, ball = f"{text} (not tested: without either it is as accurate)", np.full_like(ball, np.nan)
    said = {"on": declared["ball"].dataset, "printed": "similar results", "show": "{:+.2f} points".format}
    return [claim.equivalent("bounding-as-good-as-penalising", text, ball, penalty, POINT, **said)]
