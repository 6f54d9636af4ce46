"""Chunks: trials that differ in what is read at a time, and the same accuracy within half a point."""

from dataclasses import replace

import pytest
from fake_results import CONFIG, rewrite, verdicts, with_winner

from manyclass.exhibits.gupta2014 import chunks
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.protocol.claims.claim import NOT_REPRODUCED, REPRODUCED
from manyclass.protocol.data.size import size


@pytest.mark.parametrize("row", chunks.ROWS)
def test_the_trial_in_chunks_is_that_of_the_winner_but_for_what_is_read_at_a_time(row):
    plain, in_chunks = chunks.both(CONFIG, row)
    assert plain == gupta.row_trial(CONFIG, chunks.SET, row) and plain.chunk_rows is None
    assert in_chunks.depends_on == plain and in_chunks.search == {}
    n = size(chunks.SET, CONFIG["scale"]).train
    assert 9 * in_chunks.chunk_rows < n <= 10 * in_chunks.chunk_rows
    # It sweeps nothing, neither anew in every draw nor once.
    named = ("variant", "search", "anew", "depends_on", "chunk_rows")
    assert replace(in_chunks, **{name: getattr(plain, name) for name in named}) == plain


def give(store, trial, percent):
    def given(record, seed):
        return with_winner(record, test={"accuracy": percent / 100 + 1e-4 * seed})

    rewrite(store, trial, given)


@pytest.mark.parametrize("row", chunks.ROWS)
@pytest.mark.parametrize(
    ("difference", "verdict"), [(0.3, REPRODUCED), (-0.3, REPRODUCED), (0.7, NOT_REPRODUCED), (-0.7, NOT_REPRODUCED)]
)
def test_half_a_point_is_no_difference_and_more_is_one_of_that_method(fake, row, difference, verdict):
    for each in chunks.ROWS:
        plain, in_chunks = chunks.both(CONFIG, each)
        give(fake, plain, 20.0)
        give(fake, in_chunks, 20.0 + (difference if each == row else 0.0))
    claims = dict(zip(chunks.ROWS, chunks.claims(fake), strict=True))
    of_row = claims.pop(row)
    assert of_row.verdict == verdict and of_row.text.startswith(f"{gupta.NAMES[row]} ")
    assert of_row.mean == pytest.approx(difference)
    assert verdicts(claims.values()) == {REPRODUCED}
