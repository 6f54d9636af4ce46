"""A user's own method whose best value lies two decades off those that were given first."""

import json
import shutil

import far_optimum
from small_project import OWN, Project

SEARCH = {"start": [1, 10], "factor": 10}


def test_the_best_value_is_found_and_a_sweep_that_cannot_go_on_is_marked(project: Project):
    shutil.copy(far_optimum.__file__, project.folder)
    far = {"import": "far_optimum:FarOptimum"}
    methods = {
        "climbing": far | {"search": {"strength": SEARCH}},
        "short": far | {"search": {"strength": SEARCH | {"reach": 1}}},
        "listed": far | {"search": {"strength": SEARCH["start"]}},
        "bounded": far | {"search": {"strength": SEARCH | {"high": 100}}},
    }
    own = OWN | {"methods": methods, "compare": OWN["compare"] | {"methods": list(methods)}}
    done = project.run(own=own, exhibits=["own/comparison"], seeds=1)
    assert done.returncode == 0, done.stdout + done.stderr
    best = {name: winner(project, name) for name in methods}
    chosen = {name: candidate["params"]["strength"] for name, candidate in best.items()}
    assert chosen == {"climbing": 1000, "short": 100, "listed": 10, "bounded": 100}
    assert [name for name, candidate in best.items() if candidate["edges"]] == ["short", "listed"]
    table = (project.folder / "results/smoke/tables/own/comparison.md").read_text()
    rows = [line for line in table.splitlines() if "| blobs |" in line]
    assert [name for name in methods if any(f"| {name} |" in row and "†" in row for row in rows)] == ["short", "listed"]


def winner(project, name):
    record = json.loads((project.folder / f"results/smoke/trial/blobs/{name}/default/0.json").read_text())
    return record["candidates"][record["winner"]]
