"""A small workflow of its own: the project's Snakefile in a temporary folder, on data made here."""

import fcntl
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
PARTS = ("Snakefile", "config.yaml", "CITATION.cff", "profiles", "envs")
METHODS = {"logistic": {"import": "sklearn.linear_model:LogisticRegression", "search": {"C": [0.1, 1.0]}}}
COMPARE = {
    "title": "Blobs",
    "datasets": ["blobs"],
    "methods": ["nearest_means", "one_vs_rest", "wsabie_pp", "logistic"],
}
OWN = {"datasets": {"blobs": {"path": "blobs.npz"}}, "methods": METHODS, "compare": COMPARE}
EXHIBITS = ["own/comparison", "own/topk", "gupta2014/fig1"]


class Project:
    """A folder with the workflow's files and a data set of one's own; one that is there already stays as it is."""

    def __init__(self, folder: Path):
        self.folder = folder
        if (folder / "Snakefile").exists():
            return
        folder.mkdir(parents=True, exist_ok=True)
        for name in PARTS:
            source = ROOT / name
            (shutil.copytree if source.is_dir() else shutil.copy)(source, folder / name)
        rng = np.random.default_rng(0)
        y = np.repeat(np.arange(6), 60)
        np.savez(folder / "blobs.npz", X=rng.normal(size=(6, 8))[y] * 2 + rng.normal(size=(360, 8)), y=y)

    def config(self, **changes) -> list[str]:
        config = {"scale": "smoke", "exhibits": EXHIBITS, "seeds": 2, "own": OWN} | changes
        (self.folder / "test.json").write_text(json.dumps(config))
        return ["--configfile", "test.json"]

    def command(self, *arguments: str, cores: int | None = 2, **changes) -> list[str]:
        start = [sys.executable, "-m", "snakemake", *([] if cores is None else ["--cores", str(cores)])]
        return [*start, *self.config(**changes), *arguments]

    def run(self, *arguments: str, cores: int | None = 2, **changes) -> subprocess.CompletedProcess:
        command = self.command(*arguments, cores=cores, **changes)
        return subprocess.run(command, cwd=self.folder, env=environment(), capture_output=True, text=True)

    def files(self) -> dict[str, bytes]:
        """What a run leaves that must not depend on how it was run: everything but logs and times."""
        found = {}
        for path in sorted([*self.folder.glob("results/**/*"), *self.folder.glob("figures/**/*")]):
            name = str(path.relative_to(self.folder))
            if path.is_file() and "/logs/" not in name and "/benchmarks/" not in name:
                found[name] = timeless(path) if "/trial/" in name and path.suffix == ".json" else path.read_bytes()
        return found


def timeless(path: Path) -> bytes:
    record = json.loads(path.read_text())
    del record["timing"]
    return json.dumps(record).encode()


def environment() -> dict[str, str]:
    return os.environ | {"XDG_CACHE_HOME": os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))}


@pytest.fixture(scope="session")
def finished(tmp_path_factory, worker_id):
    """A project whose whole workflow has run on two cores, once for all processes of the tests; only to be read."""
    own = tmp_path_factory.getbasetemp()
    folder = (own if worker_id == "master" else own.parent) / "finished"
    with open(folder.with_suffix(".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        made = Project(folder)
        if not (folder / "results/smoke/index.html").exists():
            done = made.run()
            assert done.returncode == 0, done.stdout + done.stderr
    return made
