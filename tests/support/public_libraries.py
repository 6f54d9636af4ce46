"""Tests of numbers that are others where classifiers of public libraries are installed."""

import pytest

from manyclass.exhibits import baselines

none_installed = pytest.mark.skipif(
    baselines.installed(), reason="with a public library there are more trials, unmeasured"
)
