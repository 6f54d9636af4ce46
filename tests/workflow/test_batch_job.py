"""The job of a batch: what its trials are told."""

import io
import json

import pytest

from manyclass.protocol.trial import batch
from manyclass.workflow import batch_job


@pytest.mark.parametrize("strict", [[], ["--strict"]])
def test_trials_have_their_words_and_the_budget(monkeypatch, strict):
    told = []
    monkeypatch.setattr(batch, "main", told.extend)
    monkeypatch.setattr("sys.stdin", io.StringIO('["data/0", "lda"]\n["data/1", "lda"]\n'))
    batch_job.main(["--seconds", "60.0", *strict])
    assert [*map(json.loads, told)] == [[f"data/{seed}", "lda", "--seconds", "60.0", *strict] for seed in (0, 1)]
