from pathlib import Path

import manyclass
from manyclass.protocol.sources import closure

PACKAGE = Path(manyclass.__file__).parent


def names(files):
    return {str(Path(file).resolve().relative_to(PACKAGE)) for file in files}


def test_a_method_runs_its_kernels_and_no_other_methods():
    found = names(closure("manyclass.methods.wsabie_pp"))
    assert {
        "methods/wsabie_pp.py",
        "kernels/embedding/epoch.py",
        "kernels/sgd/violator_sampling.py",
        "kernels/common/rng.py",
    } <= found
    assert not {"methods/one_vs_rest.py", "kernels/sgd/one_vs_rest.py", "protocol/trial/run.py"} & found


def test_a_module_outside_the_package_counts_with_its_own_file(tmp_path, monkeypatch):
    """By a name that no other test has: what has been looked up is remembered."""
    (tmp_path / "counted_by_itself.py").write_text("import numpy\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert closure("counted_by_itself") == [str(tmp_path / "counted_by_itself.py")]


def test_every_listed_file_is_there():
    assert all(Path(file).is_file() for file in closure("manyclass.exhibits.gupta2014.table8"))
