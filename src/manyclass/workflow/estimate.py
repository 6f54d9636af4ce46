"""What a run will cost, said before it: CPU time, memory and disk, by method, data set and exhibit.

``python -m manyclass.workflow.estimate [EXHIBIT ...] [--scale SCALE] [--config KEY=VALUE ...]`` draws and trains
nothing; it reads one's own data, and says what is peculiar in them. ``--check`` says how far off such forecasts are on
the runs that they were learnt from, each data set left out in turn. Where trials of the run have ended, what they took
stands beside what was forecast.
"""

import argparse
import sys
from pathlib import Path

import numpy as np
import pandas as pd

from manyclass.exhibits import registry
from manyclass.protocol.cost import extent, measured, time_model
from manyclass.protocol.data.own import OwnSet
from manyclass.protocol.data.own.peculiar import peculiarities
from manyclass.protocol.errors import one_line
from manyclass.workflow.arguments import add_run, plan_of
from manyclass.workflow.costs import trial_costs
from manyclass.workflow.forecast import Forecasts
from manyclass.workflow.limits import over_budget, over_disk, refusal
from manyclass.workflow.machine import cores as cores_here
from manyclass.workflow.own_methods import refuse_unloadable
from manyclass.workflow.plan import Plan
from manyclass.workflow.quantities import UNKNOWN, in_bytes, in_time

HERE = "this machine"


def main(arguments=None) -> None:
    """Print the forecast, and a line on what has no room here; end in one where it cannot be made."""
    parser = argparse.ArgumentParser(prog="python -m manyclass.workflow.estimate", description=main.__doc__)
    add_run(parser)
    parser.add_argument("--check", action="store_true", help="say how far off forecasts are on kept runs")
    options = parser.parse_args(arguments)
    try:
        if options.check:
            print(check(measured.read()))
            return
        plan = plan_of(options)
        refuse_unloadable(plan.own["methods"])
        known, said = read(plan)
        forecasts = Forecasts(plan, known)
        print("\n\n".join(said + report(forecasts)))
    except (ValueError, OSError) as error:
        sys.exit(f"error: {one_line(error)}")
    for wrong in filter(None, (over_disk(forecasts), refusal(forecasts))):
        print(f"\n{wrong}")


def read(plan: Plan) -> tuple[dict[str, list], list[str]]:
    """Sizes of the user's own sets that are used, and a paragraph on each: its size and what is peculiar.

    Raises
    ------
    DataError
        If a set cannot be used; one line.
    """
    known, said = {}, []
    for name in plan.own_sets():
        own = OwnSet.load(name, plan.own["datasets"][name])
        split = own.split(0)
        size = extent.of_split(split)
        known[name] = [size] * plan.config["seeds"]
        head = (
            f"{name}: {size.train:,} samples to train on, {size.valid:,} to validate, {size.test:,} to test,"
            f" {size.classes:,} classes ({size.train / size.classes:.1f} samples each), {size.features:,} features"
        )
        said.append("\n  ".join([head, *peculiarities(split, own.unread)]))
    return known, said


def report(forecasts: Forecasts) -> list[str]:
    """The forecast, in paragraphs of text."""
    plan = forecasts.plan
    if not plan.trials:
        return ["no trial is trained for these exhibits"]
    trials = forecasts.table()
    return [
        _lines("by method and data set, all seeds together", _grouped(trials)),
        _lines("by exhibit; a trial that several show counts in each", _exhibits(trials, plan)),
        _total(trials, forecasts),
        *_compared(trials, forecasts),
    ]


def check(rows: pd.DataFrame) -> str:
    """How far forecasts of CPU time are off on measured trials, by method; each data set is left out in turn.

    Raises
    ------
    ValueError
        If there are no measured trials.
    """
    if rows.empty:
        raise ValueError("there is no measured trial to compare with")
    forecast = time_model.left_out(rows)
    lines = {name: time_model.errors(forecast[there], rows["cpu_s"][there]) for name, there in _kinds(rows)}
    lines["all"] = time_model.errors(forecast, rows["cpu_s"])
    memory = rows["arrays_bytes"] + measured.process_bytes(rows)
    known = np.isfinite(forecast)
    total = {
        name: forecast[there].sum() / rows["cpu_s"][there].sum()
        for name, there in [(name, known & of_it) for name, of_it in _kinds(rows)] + [("all", known)]
        if there.any()
    }
    by_exhibit = _exhibit_errors(rows, forecast)
    table = pd.DataFrame(lines).T.assign(total=pd.Series(total))
    listed = _lines(
        "forecast CPU time over what was measured, the data set left out: the factors within which half and 90 % of the"
        " trials lie, and the ratio of the sums",
        table.assign(trials=table["trials"].astype(int)).round(2),
    )
    more = {"CPU time of an exhibit": by_exhibit, "memory of a trial": time_model.errors(memory, rows["peak_bytes"])}
    return "\n".join([listed, "", *(f"{name}: {_factors(errors)}" for name, errors in more.items())])


def _exhibit_errors(rows, forecast) -> dict[str, float]:
    """The same of the sums over exhibits, of those of which all trials were measured, and have a forecast."""
    both = pd.DataFrame({"forecast": forecast * rows["seeds"], "took": rows["cpu_s"] * rows["seeds"]})
    both = both.set_index(pd.MultiIndex.from_frame(rows[["scale", "pilot"]].assign(address=_addresses(rows)))).dropna()
    sums = [
        both.loc[[*of_it]].sum()
        for scale in sorted({*rows["scale"]})
        for of_it in _needed(Plan({"scale": scale}))
        if of_it and of_it <= {*both.index}
    ]
    return time_model.errors([each["forecast"] for each in sums], [each["took"] for each in sums])


def _needed(plan: Plan) -> list[set[tuple]]:
    """Of each exhibit what is run for it: scale, whether it is a pilot, address."""
    scale, needed = plan.config["scale"], []
    for name in registry.selected(plan.config):
        addresses = {trial.address for trial in registry.inputs(name, plan.config)[0]}
        pilots = {(scale, 1, address) for address in addresses & {*plan.pilots.rows}}
        needed.append({(scale, 0, address) for address in addresses} | pilots)
    return needed


def _addresses(rows) -> pd.Series:
    return rows[measured.ADDRESS].agg("/".join, axis=1)


def _factors(errors: dict) -> str:
    return f"half within a factor of {errors['half within']:.2f}, 90 % within {errors['90 % within']:.2f}"


def _kinds(rows):
    kinds = time_model.kinds(rows)
    return [(name, kinds == name) for name in sorted(set(kinds))]


def _grouped(trials) -> pd.DataFrame:
    table = trials.groupby(["method", "dataset"]).agg(
        trials=("seeds", "size"),
        candidates=("candidates", "sum"),
        cpu_s=("cpu_s", lambda seconds: seconds.sum(skipna=False)),
        memory=("memory", lambda size: size.max(skipna=False)),
        disk=("disk", "sum"),
    )
    return _shown(table.sort_values("cpu_s", ascending=False).reset_index())


def _exhibits(trials, plan) -> pd.DataFrame:
    lines = []
    for name in plan.exhibits:
        of_it = trials.loc[[trial.address for trial in registry.inputs(name, plan.config)[0]]]
        if len(of_it):
            line = of_it[["cpu_s", "memory", "disk"]].agg({"cpu_s": "sum", "memory": "max", "disk": "sum"})
            unmeasured = of_it["cpu_s"].isna().sum()
            lines.append({"exhibit": name, "trials": len(of_it), **line, "without a time": unmeasured})
    return _shown(pd.DataFrame(lines).sort_values("cpu_s", ascending=False))


def _total(trials, forecasts) -> str:
    plan, cores, jobs = forecasts.plan, cores_here(), n_jobs(forecasts.plan)
    machine = measured.usual_machine(forecasts.measured) or UNKNOWN
    data = sum(forecasts.data_bytes().values())
    unmeasured = sorted(set(trials["method"][trials["cpu_s"].isna()]))
    silent = sorted(set(trials["method"][trials["memory"].isna()]))
    lines = [
        f"in all {in_time(trials['cpu_s'].sum())} of CPU time for {len(trials)} trials,"
        f" about {in_time(elapsed(trials, forecasts, cores))} on {cores} cores like those measured ({machine}),"
        f" with the start of {jobs} job{'s' * (jobs != 1)};"
        " to make data, tables and figures comes on top of that",
        f"largest job: {in_bytes(trials['memory'].max())} of memory; disk: {in_bytes(data)} for data,"
        f" up to {in_bytes(trials['disk'].sum())} for predictions, and to {in_bytes(_snapshots(forecasts))} for what a"
        " job on its way can be taken up from",
        over_budget(forecasts)
        or f"a seed that exceeds its budget, {in_time(plan.config['seconds'])} (`seconds`), ends there",
    ]
    if unmeasured:
        lines.append(f"not counted, as their time is {UNKNOWN} (never measured): {', '.join(unmeasured)}")
    if silent:
        lines.append(f"not counted, as their memory is {UNKNOWN}: {', '.join(silent)}")
    return "\n".join(lines)


def elapsed(trials: pd.DataFrame, forecasts: Forecasts, cores: int) -> float:
    """Seconds that ``trials``, the table of the forecasts, take on so many cores, with starting jobs, and waiting."""
    starting = n_jobs(forecasts.plan) * measured.start_seconds(forecasts.measured)
    return (trials["cpu_s"].sum() * forecasts.waiting + starting) / cores


def n_jobs(plan: Plan) -> int:
    """How many jobs the trials are: one each or one a seed, or several of them one; and their pilots, one a draw."""
    alone = (trial for trial in plan.trials.values() if not plan.is_brief(trial))
    pilots = sum(len(plan.pilots.draws(address)) for address in plan.pilots.rows)
    return len(plan.batches) + pilots + sum(len(plan.jobs(trial)) for trial in alone)


def _snapshots(forecasts) -> float:
    """Bytes of the largest trial's snapshots."""
    pilots = map(forecasts.pilot_of, forecasts.plan.pilots.rows)
    return max(map(forecasts.snapshots, [*map(forecasts.of, forecasts.plan.trials), *pilots]))


def _compared(trials, forecasts) -> list[str]:
    """What trials that have ended took, against the forecast."""
    plan = forecasts.plan
    ended = trial_costs(plan, Path(plan.paths.results), HERE, forecasts.known)
    if ended.empty:
        return []
    rows = ended.assign(took=ended["cpu_s"] * ended["seeds"]).groupby(_addresses(ended))
    sums = rows.agg(rows=("pilot", "size"), took=("took", "sum"), peak=("peak_bytes", "max"))
    sums = sums[sums["rows"] == 1 + sums.index.isin([*plan.pilots.rows])]  # what is forecast is with the pilot
    forecast = trials.loc[sums.index]
    counted = forecast["cpu_s"].notna()
    off = time_model.errors(forecast["cpu_s"], sums["took"])
    return [
        f"of {len(sums)} trials that have ended: {in_time(forecast['cpu_s'].sum())} forecast,"
        f" {in_time(sums['took'][counted].sum())} measured; {_factors(off)};"
        f" largest {in_bytes(forecast['memory'].max())} forecast, {in_bytes(sums['peak'].max())} measured"
    ]


def _shown(table) -> pd.DataFrame:
    """Seconds and bytes as people read them."""
    ways = {"cpu_s": in_time, "memory": in_bytes, "disk": in_bytes}
    written = table.assign(**{name: table[name].map(way) for name, way in ways.items()})
    return written.rename(columns={"cpu_s": "CPU time"}).set_index(written.columns[0])


def _lines(title: str, table: pd.DataFrame) -> str:
    table = table.rename_axis(None)
    width = max(map(len, map(str, table.index)))
    table.index = [str(name).ljust(width) for name in table.index]
    return f"{title}\n{table.to_string()}"


if __name__ == "__main__":
    main()
