from pathlib import Path

import pytest

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


def test_an_installed_module_counts_with_its_own_file():
    assert [Path(file).parts[-3:] for file in closure("sklearn.svm")] == [("sklearn", "svm", "__init__.py")]


def test_a_module_of_ones_own_counts_with_what_lies_beside_it(tmp_path, monkeypatch):
    """By names that no other test has: what has been looked up is remembered. Nothing is run, or it would raise."""
    texts = {
        "beside.py": "import beside_helper\nfrom beside_folder.inner import part\nfrom manyclass.methods import lda",
        "beside_helper.py": "import numpy, beside_not_there",
        "beside_other.py": "raise RuntimeError",
        "beside_folder/__init__.py": "raise RuntimeError",
        "beside_folder/inner.py": "from . import near\nfrom .far import away\nfrom .. import nowhere",
        "beside_folder/near.py": "",
        "beside_folder/far/__init__.py": "from ..near import thing",
        "beside_folder/far/away.py": "",
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    found = {*closure("beside")}
    ours = {str(tmp_path / name) for name in texts if name != "beside_other.py"}
    assert {file for file in found if file.startswith(str(tmp_path))} == ours
    assert "methods/lda.py" in names(found - ours)


def test_a_module_in_a_package_is_found_without_running_it(tmp_path, monkeypatch):
    """A package that never ends would hold up whoever asks."""
    inner = tmp_path / "unrun_outer" / "inner"
    inner.mkdir(parents=True)
    for file in (inner.parent / "__init__.py", inner / "__init__.py", inner / "module.py"):
        file.write_text("raise RuntimeError")
    monkeypatch.syspath_prepend(tmp_path)
    assert closure("unrun_outer.inner.module") == [str(inner / "module.py")]
    for gone in ("unrun_outer.inner.gone", "unrun_outer.inner.module.Own", "unrun_outer.gone.module"):
        with pytest.raises(ValueError, match=f"^no module '{gone}' can be imported$"):
            closure(gone)


def test_every_listed_file_is_there():
    assert all(Path(file).is_file() for file in closure("manyclass.exhibits.gupta2014.table8"))
