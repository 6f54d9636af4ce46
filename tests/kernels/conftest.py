"""A first call compiles, so no test here has a deadline; the same examples are drawn on every run."""

from hypothesis import settings

settings.register_profile("kernels", deadline=None, derandomize=True)
settings.load_profile("kernels")
