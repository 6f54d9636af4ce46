"""Several paths on records made by hand."""

from dataclasses import replace

import numpy as np
from fake_results import CONFIG, change_candidates

from manyclass.exhibits.deng2011 import beam, tradeoff
from manyclass.protocol.claims.claim import NOT_REPRODUCED, REPRODUCED


def give(store, trial, dots, accuracy, gain):
    def change(candidate, seed):
        paths = candidate.params["beam"]
        score = candidate.test | {"accuracy": accuracy + (gain + seed / 1e4) * np.log2(paths) + seed / 1e3}
        costs = candidate.diagnostics["costs"] | {"test": dots * paths}
        return replace(candidate, test=score, diagnostics={"costs": costs})

    change_candidates(store, trial, change)


def verdicts(store, gain):
    """A shallow tree of accuracy .5 that takes twice the products of the deep one of .46."""
    shallow, deep = tradeoff.ends(CONFIG)
    for method in beam.NAMES:
        give(store, beam.trial(method, shallow), 20.0, 0.5, gain)
        give(store, beam.trial(method, deep), 10.0, 0.46, gain)
    return [claim.verdict for claim in beam.claims(store)]


def test_claims_answer_to_what_paths_bring(fake):
    assert verdicts(fake, 0.05) == [REPRODUCED] * 6
    assert verdicts(fake, 0.02) == [REPRODUCED, REPRODUCED, NOT_REPRODUCED] * 2
    assert verdicts(fake, -0.02) == [NOT_REPRODUCED] * 6
