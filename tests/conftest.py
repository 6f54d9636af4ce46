"""How the tests are shared out to processes.

What a fresh clone's tests take is above all the compiling of kernels, and then the making of data and results that
several tests read. Two processes that begin side by side on the same would both do it, so it all goes to one.
"""

import inspect

import pytest

SUBJECTS = ("cls", "estimator", "name")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Keep together the tests of one estimator, exhibit or data set, of whichever files, and else those of a file."""
    for item in items:
        item.add_marker(pytest.mark.xdist_group(subject(item)))


def subject(item) -> str:
    """What a test is about."""
    parameters = item.callspec.params if hasattr(item, "callspec") else {}
    for each in (parameters[name] for name in SUBJECTS if name in parameters):
        if isinstance(each, str):
            return each
        return (each if inspect.isclass(each) else type(each)).__name__
    return item.path.stem
