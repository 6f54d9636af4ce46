"""Many threads for one fit or one prediction, with the same result whatever their number.

Work is cut into pieces at places that depend on the data alone, and whoever is free takes the next piece. The threads
are of this process and share all arrays; kernels, NumPy and SciPy let go of the interpreter while they compute. BLAS
itself has one thread meanwhile, lest threads multiply, and lest sums come out in another order.
"""

import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from numbers import Integral

from joblib import cpu_count
from threadpoolctl import LibController, OpenBLASController, ThreadpoolController


def n_threads(n_jobs: int | None) -> int:
    """How many threads ``n_jobs`` asks for, as joblib counts: None is 1, -1 all cores, -2 all but one.

    More than there are cores are allowed.

    Raises
    ------
    ValueError
        If it is 0 or no integer.
    """
    if n_jobs is None:
        return 1
    if not isinstance(n_jobs, Integral) or n_jobs == 0:
        raise ValueError(f"n_jobs={n_jobs!r} must be a number of threads, -1 for all cores, or None for one")
    return int(n_jobs) if n_jobs > 0 else max(1, cpu_count() + 1 + int(n_jobs))


def cuts(n: int, size: int) -> list[slice]:
    """Slices of 0..n-1, as few and as even as can be with at most ``size`` places each."""
    number = -(-n // size)
    return [slice(i * n // number, (i + 1) * n // number) for i in range(number)]


def in_threads(work: Callable, pieces: Iterable, n_jobs: int | None) -> list:
    """The results of ``work`` on each of the pieces, in their order.

    The calling thread works too, so that work on a piece may itself be done in threads. Once a piece has failed no
    other is begun; the error is that of the first piece that failed, as in one thread.
    """
    pieces = list(pieces)
    number = min(n_threads(n_jobs), len(pieces))
    if number <= 1:
        return [work(piece) for piece in pieces]
    waiting, results, errors = deque(enumerate(pieces)), [None] * len(pieces), {}

    def work_on() -> None:
        with one_blas_thread():
            while waiting:
                try:
                    place, piece = waiting.popleft()
                except IndexError:  # another thread has taken the last
                    return
                try:
                    results[place] = work(piece)
                except BaseException as error:
                    waiting.clear()
                    errors[place] = error

    helpers = [_pool(number - 1).submit(work_on) for _ in range(number - 1)]
    try:
        work_on()
    finally:  # also where a signal interrupts
        waiting.clear()
        for helper in helpers:
            helper.cancel() or helper.result()
    if errors:
        raise errors[min(errors)]
    return results


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Keep BLAS at one thread in this block and in the pieces worked on there; a block within a block is free.

    Users may train in threads of their own: blocks that overlap end as one, with as many threads as before.
    """
    _LIMIT.hold()
    try:
        yield
    finally:
        _LIMIT.release()


class _Limit:
    """One thread for BLAS, as long as anybody holds it."""

    def __init__(self):
        self._lock, self._holders, self._before, self._own = threading.Lock(), 0, [], _Depth()

    def hold(self) -> None:
        self._own.depth += 1
        if self._own.depth == 1:
            libraries = _blas_libraries()
            with self._lock:
                if self._holders == 0:
                    self._before = [library.get_num_threads() for library in libraries]
                self._holders += 1
                _set(libraries, [1] * len(libraries))

    def release(self) -> None:
        self._own.depth -= 1
        if self._own.depth == 0:
            with self._lock:
                self._holders -= 1
                _set(_blas_libraries(), self._before, only_here=self._holders > 0)


class _Depth(threading.local):
    """In how many blocks a thread is, one within the other."""

    depth = 0


_LIMIT = _Limit()


@contextmanager
def one_thread_of_libraries() -> Iterator[None]:
    """Keep BLAS and OpenMP at one thread in this block, for a library that uses both and is imported by now."""
    with _libraries().limit(limits=1):
        yield


@cache
def _libraries() -> ThreadpoolController:
    """All that are loaded when they are first wanted; to look for them takes milliseconds."""
    return ThreadpoolController()


@cache
def _blas_libraries() -> list[LibController]:
    """Those of NumPy and SciPy, which are loaded before anything is trained."""
    return ThreadpoolController().select(user_api="blas").lib_controllers


def _set(libraries: list[LibController], numbers: list[int], only_here: bool = False) -> None:
    """Give each library its number of threads; OpenBLAS on OpenMP counts by thread, all others by process."""
    OpenBLASController.clear_controlling_thread(force=True)  # else it heeds only the thread that set a number first
    for library, number in zip(libraries, numbers):
        if not only_here or getattr(library, "threading_layer", None) == "openmp":
            library.set_num_threads(number)
    OpenBLASController.clear_controlling_thread(force=True)


@cache
def _pool(size: int) -> ThreadPoolExecutor:
    """Threads that wait from call to call, so that work of a fraction of a millisecond is worth sharing."""
    return ThreadPoolExecutor(size, thread_name_prefix="manyclass")


if hasattr(os, "register_at_fork"):  # a forked process has none of its parent's threads
    os.register_at_fork(after_in_child=_pool.cache_clear)
