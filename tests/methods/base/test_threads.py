"""Pieces of work in threads: their number, their order, their errors; BLAS at one thread and back."""

import multiprocessing
import threading
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from joblib import cpu_count, effective_n_jobs
from sklearn.cluster import KMeans
from threadpoolctl import ThreadpoolController

from manyclass.methods.base import threads
from manyclass.methods.base.threads import cuts, in_threads, n_threads, one_blas_thread, one_thread_of_libraries

BLAS = ThreadpoolController().select(user_api="blas")


def blas_threads():
    return {library.num_threads for library in BLAS.lib_controllers}


@pytest.fixture(autouse=True)
def three_blas_threads():
    with BLAS.limit(limits=3):
        yield


@pytest.mark.parametrize("n_jobs", [None, 1, 2, 7, -1, -2, -1000, np.int32(3)])
def test_n_threads_are_those_of_joblib(n_jobs):
    assert n_threads(n_jobs) == effective_n_jobs(n_jobs)
    assert n_threads(-1) == cpu_count()


@pytest.mark.parametrize("n_jobs", [0, 1.0, "2", np.nan, [1]])
def test_n_jobs_that_are_none(n_jobs):
    with pytest.raises(ValueError, match="^n_jobs=.* must be a number of threads, -1 for all cores, or None for one$"):
        in_threads(abs, [], n_jobs)


@given(st.integers(0, 200), st.integers(1, 50))
def test_cuts_are_few_and_even(n, size):
    slices = cuts(n, size)
    assert [i for each in slices for i in range(n)[each]] == list(range(n))
    lengths = [each.stop - each.start for each in slices]
    assert len(lengths) == -(-n // size)
    assert max(lengths, default=0) <= size
    assert max(lengths, default=0) - min(lengths, default=0) <= 1


@pytest.mark.parametrize("n_jobs", [None, 1, 2, 3, 50])
def test_results_are_in_order(n_jobs):
    def slow_at_first(i):
        time.sleep(0.01 if i == 0 else 0)
        return i * i

    assert in_threads(slow_at_first, range(40), n_jobs) == [i * i for i in range(40)]
    assert in_threads(slow_at_first, [], n_jobs) == []


def test_pieces_run_at_the_same_time():
    meeting = threading.Barrier(3, timeout=60)
    assert sorted(in_threads(lambda _: meeting.wait(), range(3), 3)) == [0, 1, 2]


def test_one_thread_is_the_callers():
    assert in_threads(lambda _: threading.current_thread(), range(4), 1) == [threading.current_thread()] * 4


def test_pieces_may_be_cut_further():
    def rows(i):
        return in_threads(lambda j: (i, j), range(5), 4)

    assert in_threads(rows, range(6), 4) == [[(i, j) for j in range(5)] for i in range(6)]


@pytest.mark.parametrize("n_jobs", [1, 2, 3])
def test_the_first_error_passes_through(n_jobs):
    begun = []

    def fails(i):
        begun.append(i)
        time.sleep(0.02 if i == 1 else 0)
        if i in (1, 2):
            raise KeyError(i)

    with pytest.raises(KeyError, match="1"):
        in_threads(fails, range(100), n_jobs)
    assert len(begun) <= 2 + n_jobs
    assert in_threads(abs, [-1, -2], n_jobs) == [1, 2]


def test_a_forked_process_has_threads_of_its_own():
    assert in_threads(abs, [-1, -2], 2) == [1, 2]
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert pool.apply_async(in_threads, (abs, [-1, -2], 2)).get(timeout=60) == [1, 2]


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_blas_has_one_thread_in_a_block_and_in_pieces(n_jobs):
    with one_blas_thread():
        assert in_threads(lambda _: blas_threads(), range(4), n_jobs) == [{1}] * 4
        with one_blas_thread():
            assert blas_threads() == {1}
        assert blas_threads() == {1}
    assert blas_threads() == {3}


def test_blas_has_its_threads_again_after_an_error():
    with pytest.raises(KeyError), one_blas_thread(), one_blas_thread():
        raise KeyError
    assert blas_threads() == {3}


def test_the_last_of_overlapping_blocks_gives_blas_its_threads_again():
    inside, first_done = threading.Event(), threading.Event()
    seen = []

    def other():
        with one_blas_thread():
            inside.set()
            first_done.wait(60)
            seen.append(blas_threads())

    thread = threading.Thread(target=other)
    with one_blas_thread():
        thread.start()
        inside.wait(60)
    first_done.set()
    thread.join()
    assert seen == [{1}]
    assert blas_threads() == {3}


def test_a_limit_in_a_thread_beside_that_of_the_user():
    seen = []

    def train():
        with one_blas_thread():
            seen.append(blas_threads())

    thread = threading.Thread(target=train)
    with BLAS.limit(limits=2):
        thread.start()
        thread.join()
        assert blas_threads() == {2}
    assert seen == [{1}]
    assert blas_threads() == {3}


def test_blas_and_openmp_have_one_thread_in_a_block():
    KMeans(2, n_init=1).fit(np.eye(3))  # so that OpenMP is there
    known = ThreadpoolController()
    before = [library.num_threads for library in known.lib_controllers]
    assert {library.user_api for library in known.lib_controllers} == {"blas", "openmp"}
    with pytest.raises(KeyError), one_thread_of_libraries():
        assert {library.num_threads for library in known.lib_controllers} == {1}
        raise KeyError
    assert [library.num_threads for library in known.lib_controllers] == before


def test_libraries_that_count_by_thread_are_set_back_in_each(monkeypatch):
    class ByThread(threading.local):
        threading_layer = "openmp"
        number = 8

        def get_num_threads(self):
            return self.number

        def set_num_threads(self, number):
            self.number = number

    library = ByThread()
    monkeypatch.setattr(threads, "_blas_libraries", lambda: [library])
    inside, first_done = threading.Event(), threading.Event()
    seen = []

    def other():
        with one_blas_thread():
            seen.append(library.number)
            inside.set()
            first_done.wait(60)
        seen.append(library.number)

    thread = threading.Thread(target=other)
    with one_blas_thread():
        assert in_threads(lambda _: library.number, range(3), 3) == [1] * 3
        thread.start()
        inside.wait(60)
        assert library.number == 1
    assert library.number == 8
    first_done.set()
    thread.join()
    assert seen == [1, 8]
