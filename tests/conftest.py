"""How the tests are shared out to processes.

What a fresh clone's tests take is above all the compiling of kernels, and then the making of data and results that
several tests read. Two processes that begin side by side on the same would both do it, so it all goes to one.
"""

import gc
import os
import re

from hypothesis import settings
from xdist.scheduler import LoadScopeScheduling

# A first call compiles, and cores may be busy with other work, so that no test has a deadline; the same examples are
# drawn on every run.
settings.register_profile("manyclass", deadline=None, derandomize=True)
settings.load_profile("manyclass")

if "PYTEST_XDIST_WORKER" in os.environ:
    # There are as many workers as cores, and libraries that share each worker's sums out to all of these wait more
    # than they compute. Tests of what depends on the number of threads ask for some of their own.
    os.environ.setdefault("OMP_NUM_THREADS", "1")

# Compiling makes millions of objects, few of them in cycles, and the collector looks at all of them again and again.
gc.set_threshold(200_000, 20, 50)


class BySubject(LoadScopeScheduling):
    """The tests of one estimator or exhibit, of whichever files, stay together, and else those of a file."""

    def _split_scope(self, nodeid):
        """What a test is about: the class or the ``document/exhibit`` that its first parameter names, or its file."""
        test, _, parameters = nodeid.partition("[")
        subject = re.match(r"[A-Z]\w+|\w+/\w+", parameters)
        return subject.group() if subject else test.partition("::")[0]


def pytest_xdist_make_scheduler(config, log):
    """Share the tests out by subject."""
    return BySubject(config, log)
