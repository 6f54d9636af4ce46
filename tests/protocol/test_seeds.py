"""Seeds: the same for the same names, others for others."""

from manyclass.protocol.seeds import derive


def state(*names):
    return derive(*names).generate_state(4).tolist()


def test_names_decide_and_their_borders_count():
    assert state("data", "web21k") == state("data", "web21k")
    assert len({tuple(state(*names)) for names in (("data", "web21k"), ("dataweb21k",), ("web21k", "data"))}) == 3


def test_a_number_is_a_name_too():
    assert state("data", "web21k", 1) == state("data", "web21k", "1") != state("data", "web21k", 0)
