"""Seeds: the same for the same names, others for others, and a renamed data set keeps its own."""

from manyclass.protocol.data import make
from manyclass.protocol.seeds import FIRST_NAMES, derive


def state(*names):
    return derive(*names).generate_state(4).tolist()


def test_names_decide_and_their_borders_count():
    assert state("data", "web21k") == state("data", "web21k")
    assert len({tuple(state(*names)) for names in (("data", "web21k"), ("dataweb21k",), ("web21k", "data"))}) == 3


def test_a_renamed_set_and_its_variants_keep_their_seeds():
    for name, first in FIRST_NAMES.items():
        assert name in make.available() and first not in make.available()
        assert state("data", name) == state("data", first)
        assert state("trial", f"{name}-clean", "wsabie", 0) == state("trial", f"{first}-clean", "wsabie", 0)
        assert state("trial", f"{name}_of_mine", 0) != state("trial", f"{first}_of_mine", 0)
