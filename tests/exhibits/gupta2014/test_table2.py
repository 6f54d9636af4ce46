"""Table 2: chains of last violators by hand."""

import numpy as np
import pytest
from fake_results import CLASSES, CONFIG, path, split
from scipy.sparse import csr_array

from manyclass.exhibits.gupta2014 import table2
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.protocol.metrics.confusion import most_confused


def test_the_chain_starts_at_the_largest_class_that_reaches_five():
    Y = csr_array(np.repeat(np.eye(8, dtype=np.int8), [9, 8, 7, 6, 5, 4, 3, 2], axis=0))
    last = np.array([1, 0, 3, 4, 5, 6, 2, -1])  # 0 and 1 violate each other, 2-6 are a ring, 7 has none
    assert table2.chain(last, Y) == [2, 3, 4, 5, 6]
    assert table2.chain(np.where(last == 2, -1, last), Y) == [2, 3, 4, 5]  # none reaches five: the longest


def test_ends_of_chains_by_hand():
    last = np.array([1, 0, 0, 2, -1])
    first, second = (dict(zip(*map(np.ndarray.tolist, table2.ends(last, order)))) for order in (1, 2))
    assert first == {0: 1, 1: 0, 2: 0, 3: 2}
    assert second == {2: 1, 3: 0}  # 0 and 1 return to themselves


@pytest.mark.parametrize(("confused", "verdict"), [(True, "reproduced"), (False, "not reproduced")])
def test_links_are_to_be_among_the_most_confused_on_every_set(fake, confused, verdict):
    for dataset in gupta.SETS:
        trial = gupta.row_trial(CONFIG, dataset, table2.METHOD)
        for seed in fake.seeds:
            target = path(fake, trial, seed).with_suffix(".npz")
            arrays = dict(np.load(target))
            five = most_confused(arrays["ranked"], split(dataset, seed).test.Y)
            others = np.array([max(set(range(CLASSES)) - {g, *five[g]}) for g in range(CLASSES)])
            arrays["last_violators"] = five[:, 0] if confused else others
            target.unlink()
            np.savez(target, **arrays)
    found = [claim for claim in table2.claims(fake) if "most confused" in claim.text]
    assert [claim.statement for claim in found] == [*table2.STATEMENTS] * len(gupta.SETS)
    assert {claim.verdict for claim in found[::2]} == {verdict}
