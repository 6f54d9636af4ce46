"""What is built from the project is whole: the wheel holds every file of the package, and works without the project."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# Of the project these are what a build reads; the package's files are copied with it.
READ = ("pyproject.toml", "README.md", "LICENSE")
# What pip says where the packages that build cannot be had.
OFFLINE = ("Could not find a version that satisfies the requirement", "No matching distribution found for setuptools")
NOT_OF_THE_PACKAGE = shutil.ignore_patterns("__pycache__", "*.egg-info")

FIT = """
import sys
import numpy as np
import manyclass
from manyclass.methods.wsabie_pp import WsabiePP

assert manyclass.__file__.startswith(sys.argv[1]), manyclass.__file__
rng = np.random.default_rng(0)
y = np.repeat(["a", "b", "c", "d"], 5)
X = np.repeat(4 * np.eye(4), 5, axis=0) + rng.normal(size=(20, 4))
model = WsabiePP(dimensions=4, max_iter=20, random_state=0).fit(X, y)
assert set(model.predict(X)) <= set(y) and model.predict_topk(X, 4).shape == (20, 4)
assert model.score(X, y) > np.mean(y == "a")
"""


def run(*arguments, **options) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, *map(str, arguments)], capture_output=True, text=True, **options)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The folder of a source distribution and of the wheel built from it; a copy is built, as a build leaves files."""
    folder = tmp_path_factory.mktemp("built")
    shutil.copytree(ROOT / "src", folder / "project" / "src", ignore=NOT_OF_THE_PACKAGE)
    for name in READ:
        shutil.copy(ROOT / name, folder / "project")
    done = run("-m", "build", "--outdir", folder / "dist", folder / "project", cwd=folder)
    if done.returncode and any(said in done.stdout + done.stderr for said in OFFLINE):
        pytest.skip("the packages that build it cannot be had here")
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "dist"


def package_files() -> set[str]:
    """Files of the package, by their paths in a wheel."""
    files = (path for path in (ROOT / "src" / "manyclass").rglob("*") if path.is_file())
    return {path.relative_to(ROOT / "src").as_posix() for path in files if "__pycache__" not in path.parts}


def test_the_wheel_holds_every_file_of_the_package(built):
    (wheel,) = built.glob("*.whl")
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert names == package_files()
    assert {"manyclass/exhibits/lecture/statements.yaml", "manyclass/workflow/page/template.html"} <= names


def test_the_source_distribution_holds_what_a_build_reads(built):
    (source,) = built.glob("*.tar.gz")
    with tarfile.open(source) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {*READ, *(f"src/{name}" for name in package_files())} <= names


def test_an_estimator_of_the_wheel_works_without_the_project(built, tmp_path):
    (wheel,) = built.glob("*.whl")
    target, elsewhere = tmp_path / "target", tmp_path / "elsewhere"
    elsewhere.mkdir()
    installed = run("-m", "pip", "install", "--no-deps", "--no-index", "--target", target, wheel, cwd=elsewhere)
    assert installed.returncode == 0, installed.stderr
    done = run("-c", FIT, target, cwd=elsewhere, env=os.environ | {"PYTHONPATH": str(target)})
    assert done.returncode == 0, done.stderr
