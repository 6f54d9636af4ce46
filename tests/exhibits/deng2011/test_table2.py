"""Table 2 on records made by hand."""

from fake_results import CONFIG, rewrite, with_winner

from manyclass.exhibits.deng2011 import table2, trials
from manyclass.protocol.claims.claim import NOT_REPRODUCED, REPRODUCED


def test_claims_answer_to_the_range_of_the_ambiguity_and_to_the_losses(fake):
    assert (3, 4) in trials.shapes(CONFIG)
    deng, bengio = trials.pair((3, 4))

    def give(trial, ambiguity, loss):
        def change(record, seed):
            measures = {"ambiguity": [value + seed / 1e4 for value in ambiguity], "local_loss": loss}
            costs = record.best.diagnostics["costs"] | measures
            return with_winner(record, test={"accuracy": 0.125}, diagnostics={"costs": costs})

        rewrite(fake, trial, change)

    def verdicts():
        return [claim.verdict for claim in table2.claims(fake) if claim.text.startswith("T3,4")]

    give(deng, [0.3, 0.31, 0.3, 0.9], [0.5, 0.5, 0.5, 0.0])
    give(bengio, [0.3, 0.6, 0.5, 0.9], [0.5, 0.75, 0.0, 0.0])
    assert verdicts() == [REPRODUCED] * 4
    give(deng, [0.2, 0.61, 0.3, 0.9], [0.5, 0.5, 0.5, 0.1])
    assert verdicts() == [NOT_REPRODUCED, NOT_REPRODUCED, NOT_REPRODUCED, REPRODUCED]
