"""Passes of the embedding models in threads: the bytes of the kernel that makes a pass by itself."""

import numpy as np
import pytest
import scipy.sparse as sp

from manyclass.kernels.embedding.score_cache import CLASS_PANEL, embed_for_scores
from manyclass.methods.base.sgd import embedding_threads
from manyclass.methods.wsabie import Wsabie
from manyclass.methods.wsabie_pp import WsabiePP


def learnt(cls, X, y, n_jobs):
    estimator = cls(dimensions=70, max_iter=2, random_state=3, n_jobs=n_jobs).fit(X, y)
    return estimator.embedding_.tobytes(), estimator.prototypes_.tobytes(), estimator.history_


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
@pytest.mark.parametrize("cls", [Wsabie, WsabiePP])
def test_same_bytes_whatever_the_number_of_threads(cls, form, monkeypatch):
    """Three pieces of classes and two of W; also if all classes are scored for every block, whatever it costs."""
    monkeypatch.setattr(embedding_threads, "PIECE", CLASS_PANEL)
    generator = np.random.default_rng(0)
    G = 2 * CLASS_PANEL + 20
    y = np.arange(2 * G) % G
    centres = generator.standard_normal((G, 10))
    X = form((centres[y] + 0.1 * generator.standard_normal((2 * G, 10))).astype(np.float32))
    alone = learnt(cls, X, y, None)
    begin = embedding_threads.begin_search

    def begin_with_scores(query):
        begin(query)
        embed_for_scores(query.cache, query.embedded, 0)
        return True

    assert learnt(cls, X, y, 2) == alone
    monkeypatch.setattr(embedding_threads, "begin_search", begin_with_scores)
    assert learnt(cls, X, y, 3) == alone
