"""What the rules of the workflow ask for."""

import json

import pytest

# Read by Snakemake beside the workflow: prints the minutes that each rule asks for, of all that are run.
ASKED = """
import json
from types import SimpleNamespace

include: "Snakefile"

trial = plan.trials[[*plan.pilots.rows, *plan.trials][0]]
wildcards = SimpleNamespace(**vars(trial), seed="0")
minutes = {
    each.name: each.resources["runtime"].evaluate(wildcards, attempt=1).value if "runtime" in each.resources else None
    for each in workflow.rules
    if each.name != "all"
}
print("minutes:", json.dumps(minutes))
"""


@pytest.mark.parametrize(
    ("scale", "exhibits", "rules"),
    [
        ("smoke", ["own/comparison", "lecture", "data"], {"data_lecture", "trials_lecture_1", "signature_all"}),
        ("large", ["gupta2014/table8"], {"pilot", "exhibit_gupta2014_table8"}),
    ],
)
def test_no_rule_asks_for_more_time_than_a_partition_allows(project, scale, exhibits, rules):
    (project.folder / "asked.smk").write_text(ASKED)
    listed = ("--snakefile", "asked.smk", "--list-rules")
    done = project.run(*listed, scale=scale, exhibits=exhibits, longest_job_hours=0.5)
    assert done.returncode == 0, done.stdout + done.stderr
    (line,) = [line for line in (done.stdout + done.stderr).splitlines() if line.startswith("minutes: ")]
    asked = json.loads(line.removeprefix("minutes: "))
    assert {"data", "trial", "statements", "page"} | rules <= {*asked}
    assert {*asked.values()} <= {*range(15, 31)}, asked
