import os

import pytest

from manyclass.workflow import machine


def test_the_processor_has_a_name():
    assert machine.processor()


@pytest.mark.parametrize(("said", "taken"), [("12345", 12345), ("max", None), ("", None), (str(2**63), None)])
def test_a_container_has_no_more_memory_than_it_may_take(tmp_path, monkeypatch, said, taken):
    monkeypatch.setattr(machine, "CGROUPS", (tmp_path / "memory.max", tmp_path / "none"))
    of_machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    assert machine.memory_bytes() == of_machine
    (tmp_path / "memory.max").write_text(f"{said}\n")
    assert machine.memory_bytes() == (taken or of_machine)
