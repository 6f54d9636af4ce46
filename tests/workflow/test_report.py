"""The browser's report: every table and figure that it shows can be found and told from the others."""

from pathlib import Path

import pytest
import yaml

from manyclass.workflow.plan import SHOWN, Plan

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def plan():
    return Plan(yaml.safe_load((ROOT / "config.yaml").read_text()))


@pytest.fixture(scope="module")
def shown(plan):
    """Path, category and labels of each file marked for the report."""
    marked = []

    def report(path, caption, category, labels):
        marked.append((path, category, labels))

    for job in plan.exhibit_jobs:
        plan.exhibit_outputs(job, report)
    return marked


def test_every_exhibit_is_shown(plan, shown):
    assert {"/".join(Path(path).with_suffix("").parts[-2:]) for path, *_ in shown} == set(plan.exhibits)
    assert {Path(path).suffix for path, *_ in shown} == set(SHOWN)


def test_a_file_has_one_label_of_its_own(shown):
    """Of two labels the report may make a switch, whether or not an exhibit has a file for either side of it."""
    assert all(len(labels) == 1 for *_, labels in shown)
    rows = [(category, *labels.values()) for _, category, labels in shown]
    assert len(set(rows)) == len(rows)
