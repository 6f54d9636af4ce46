"""Trials run as a workflow runs them, in processes of their own: for what depends on these."""

import subprocess
from functools import partial

import trials


def start(words, folder) -> subprocess.CompletedProcess:
    return subprocess.run(words, capture_output=True, text=True, cwd=folder)


run, trial, seeds_of = (partial(each, start=start) for each in (trials.run, trials.trial, trials.seeds_of))
