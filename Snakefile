"""From data to verdicts: every table and figure, with the claims held against the measured numbers."""

import atexit
import sys
import time

from manyclass.exhibits import registry, statements
from manyclass.workflow import ending, limits, page, time_left
from manyclass.workflow.arguments import refuse_repeated
from manyclass.workflow.environment import (
    disable_rate_limit,
    limit_memory,
    set_job_environment,
)
from manyclass.workflow.forecast import Forecasts
from manyclass.workflow.own_methods import refuse_unloadable
from manyclass.workflow.plan import Plan
from manyclass.workflow.resources import JobResources, growing
from manyclass.workflow.stamps import stamps
from snakemake.utils import min_version

min_version("9.27")


configfile: "config.yaml"


try:
    refuse_repeated(workflow.configfiles)
    plan = Plan(config)
except ValueError as error:
    sys.exit(f"error: {error}")

RESULTS, FIGURES, STARTED = plan.paths.results, plan.paths.figures, time.time()
forecasts = Forecasts(plan)
needs = JobResources(forecasts)
set_job_environment(workflow)
limit_memory(workflow)
if workflow.is_main_process:
    refuse_unloadable(plan.own["methods"])


onstart:
    disable_rate_limit(workflow)
    limits.look(forecasts, here=workflow.local_exec)
    time_left.tell(forecasts, workflow)


onsuccess:
    print(ending.success(plan), file=sys.stderr)


onerror:
    # Snakemake has a last line of its own, which does not say what is wrong.
    logs = [file for job in workflow.scheduler.failed for file in job.log]
    atexit.register(print, ending.failures(RESULTS, STARTED, logs), file=sys.stderr)


DATA = plan.data_outputs()
SETS = registry.sets(plan.exhibits, plan.config)
# A trial's budget, and whether it may fail. Resources, since a change of params would train anew what has long ended.
ALLOWED = {
    "seconds": str(plan.config["seconds"]),
    "strict": "--strict" if plan.config["strict"] else "",
}


rule all:
    input:
        [
            list(registry.outputs(name, RESULTS, FIGURES).values())
            for name in plan.exhibits
        ],
        f"{RESULTS}/index.html",
    message:
        "all of it"


# Data and trials go first: trials compile the kernels that exhibits use too, which exhibits at their side would
# compile once more.
rule data:
    input:
        lambda wildcards: plan.data_inputs(wildcards.dataset),
    output:
        directory(DATA),
    log:
        f"{RESULTS}/logs/{plan.data_job}.log",
    benchmark:
        f"{RESULTS}/benchmarks/{plan.data_job}.tsv"
    wildcard_constraints:
        dataset=plan.single_set_pattern(),
    priority: 1
    conda:
        "envs/manyclass.yaml"
    threads: 1
    resources:
        mem_mb=needs.data_mb,
        disk_mb=needs.data_disk,
        runtime=needs.data_minutes,
    params:
        arguments=lambda wildcards: plan.data_arguments(wildcards.dataset),
        seeds=plan.seeds,
    message:
        "{wildcards.dataset}: data"
    shell:
        "exec python -m manyclass.protocol.data.make {wildcards.dataset} --seed {params.seeds} --out {output}"
        " {params.arguments} 2> {log}"


rule trial:
    input:
        lambda wildcards: plan.trial_inputs(wildcards),
        data=DATA,
    output:
        records=plan.trial_outputs("json"),
        predictions=plan.trial_outputs("npz"),
    log:
        f"{RESULTS}/logs/{plan.job}.log",
    benchmark:
        f"{RESULTS}/benchmarks/{plan.job}.tsv"
    wildcard_constraints:
        dataset=plan.single_set_pattern(),
    priority: 1
    conda:
        "envs/manyclass.yaml"
    threads: 1
    resources:
        **ALLOWED,
        mem_mb=needs.trial_mb,
        disk_mb=needs.trial_disk,
        runtime=needs.trial_minutes,
    params:
        arguments=lambda wildcards: plan.trial_arguments(wildcards),
        seeds=plan.seeds,
    message:
        "{wildcards.dataset}: {wildcards.method}, {wildcards.variant}"
    shell:
        "exec python -m manyclass.protocol.trial.run {input.data} {wildcards.method} --variant {wildcards.variant}"
        " --seed {params.seeds} --out {output.records} --seconds {resources.seconds} {resources.strict}"
        " {params.arguments} 2> {log}"


if plan.pilots.rows:

    rule pilot:
        input:
            lambda wildcards: plan.pilots.inputs(wildcards),
            data=plan.paths.data("{dataset}", "{seed}"),
        output:
            record=plan.paths.pilot("{dataset}/{method}/{variant}", "{seed}"),
            predictions=plan.paths.pilot(
                "{dataset}/{method}/{variant}", "{seed}", "npz"
            ),
        log:
            f"{RESULTS}/logs/pilot/{{dataset}}/{{method}}/{{variant}}/{{seed}}.log",
        benchmark:
            f"{RESULTS}/benchmarks/pilot/{{dataset}}/{{method}}/{{variant}}/{{seed}}.tsv"
        priority: 1
        conda:
            "envs/manyclass.yaml"
        threads: 1
        resources:
            **ALLOWED,
            mem_mb=needs.pilot_mb,
            disk_mb=needs.pilot_disk,
            runtime=needs.pilot_minutes,
        params:
            arguments=lambda wildcards: plan.pilots.arguments(wildcards),
        message:
            "{wildcards.dataset}: {wildcards.method}, {wildcards.variant}, the sweep on a slice"
        shell:
            "exec python -m manyclass.protocol.trial.run {input.data} {wildcards.method} --variant {wildcards.variant}"
            " --seed {wildcards.seed} --out {output.record} --seconds {resources.seconds} {resources.strict}"
            " {params.arguments} 2> {log}"


for document, sets in plan.sets.items():

    rule:
        name:
            f"data_{document}"
        input:
            plan.data_inputs(*sets),
        output:
            directory(plan.draw_folders(sets)),
        log:
            f"{RESULTS}/logs/data/{document}.log",
        benchmark:
            f"{RESULTS}/benchmarks/data/{document}.tsv"
        # All sets before any trial, so that the documents' first trials are there to choose from.
        priority: 3
        conda:
            "envs/manyclass.yaml"
        threads: 1
        resources:
            mem_mb=needs.sets_mb(sets),
            runtime=needs.other_minutes,
        params:
            sets=sets,
            arguments=plan.data_arguments(sets[0]),
            seeds=plan.seeds,
        message:
            f"{document}: {len(sets)} data sets"
        shell:
            "exec python -m manyclass.protocol.data.make {params.sets} --seed {params.seeds} --out {output}"
            " {params.arguments} 2> {log}"


for name in plan.signatures:

    rule:
        name:
            f"signature_{name}"
        input:
            stamps("manyclass.protocol.signature.make"),
            draws=plan.signature_draws(name),
        output:
            plan.signature_outputs(name),
        log:
            f"{RESULTS}/logs/signature/{name}.log",
        benchmark:
            f"{RESULTS}/benchmarks/signature/{name}.tsv"
        priority: 1
        conda:
            "envs/manyclass.yaml"
        threads: 1
        resources:
            mem_mb=growing(2000),
            runtime=needs.other_minutes,
        message:
            f"signature of {name}"
        shell:
            "exec python -m manyclass.protocol.signature.make {input.draws} --out {output} 2> {log}"


for job in plan.batches:

    rule:
        name:
            f"trials_{job}"
        input:
            plan.batch_inputs(job),
        output:
            plan.batch_outputs(job),
        log:
            f"{RESULTS}/logs/trial/{job}.log",
        benchmark:
            f"{RESULTS}/benchmarks/trial/{job}.tsv"
        # A document's first compiles the kernels of the others: two at once would both compile them.
        priority: 2 if job.endswith("_1") else 1
        conda:
            "envs/manyclass.yaml"
        threads: 1
        resources:
            **ALLOWED,
            mem_mb=needs.trials_mb(plan.batches[job]),
            runtime=needs.other_minutes,
        params:
            lines=plan.batch_lines(job),
        message:
            f"{job}: {len(plan.batches[job])} trials"
        shell:
            "exec python -m manyclass.protocol.trial.batch --seconds {resources.seconds} {resources.strict}"
            " 2> {log} <<< {params.lines}"


for job, names in plan.exhibit_jobs.items():

    rule:
        name:
            plan.exhibit_rule(job)
        input:
            plan.exhibit_sources(job),
            plan.exhibit_inputs(job),
        output:
            **plan.exhibit_outputs(job, report),
        log:
            f"{RESULTS}/logs/exhibit/{job}.log",
        benchmark:
            f"{RESULTS}/benchmarks/exhibit/{job}.tsv"
        conda:
            "envs/manyclass.yaml"
        threads: 1
        resources:
            mem_mb=growing(2000),
            runtime=needs.other_minutes,
        params:
            names=names,
            config=plan.exhibit_config(job),
            scale=plan.config["scale"],
            folders=f"--results {RESULTS} --figures {FIGURES}",
        message:
            ", ".join(names)
        shell:
            "exec python -m manyclass.exhibits {params.names} --scale {params.scale} {params.folders}"
            " --config {params.config} 2> {log}"


rule statements:
    input:
        stamps("manyclass.protocol.claims.collect"),
        said=plan.statements(),
        claims=plan.paths.claims(plan.exhibits),
    output:
        tests=report(f"{RESULTS}/tests.csv", category="Statements"),
        statements=report(f"{RESULTS}/statements.csv", category="Statements"),
    log:
        f"{RESULTS}/logs/statements.log",
    benchmark:
        f"{RESULTS}/benchmarks/statements.tsv"
    conda:
        "envs/manyclass.yaml"
    threads: 1
    resources:
        mem_mb=growing(1000),
        runtime=needs.other_minutes,
    params:
        scale=plan.config["scale"],
        left_out=statements.left_out(plan.exhibits),
    message:
        "verdicts on the statements"
    shell:
        "exec python -m manyclass.protocol.claims.collect --scale {params.scale} --tests {output.tests}"
        " --statements {output.statements} --said {input.said} --claims {input.claims}"
        " --left-out {params.left_out} 2> {log}"


rule page:
    input:
        page.sources(),
        [
            list(registry.outputs(name, RESULTS, FIGURES).values())
            for name in plan.exhibits
        ],
        [plan.paths.data(name, 0) for name in SETS],
        f"{RESULTS}/statements.csv",
        f"{RESULTS}/tests.csv",
    output:
        f"{RESULTS}/index.html",
    log:
        f"{RESULTS}/logs/page.log",
    benchmark:
        f"{RESULTS}/benchmarks/page.tsv"
    conda:
        "envs/manyclass.yaml"
    threads: 1
    resources:
        mem_mb=growing(1000),
        runtime=needs.other_minutes,
    params:
        exhibits=plan.exhibits,
        sets=SETS,
        folders=f"--results {RESULTS} --figures {FIGURES}",
    message:
        "the page of this run"
    shell:
        "exec python -m manyclass.workflow.page {params.exhibits} --sets {params.sets} {params.folders}"
        " --out {output} 2> {log}"
