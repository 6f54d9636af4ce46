"""Figure 2: three ways of regularisation on the way, w-OVR with β = 1 on large Fisher vectors.

(i) a penalty and a step that decreases, η = 1 / (λ (t + t0)), with t0 from Bottou's heuristic, by which the first step
is λ^(-1/4): the document counts λ and the passes as all that (i) has to tune; (ii) a penalty and a fixed step; (iii) no
penalty, a fixed step, and stopping early. Ours is (i) with a first step η0 that validation chooses, t0 = 1 / (λ η0).
Accuracy on the validation part against passes, where the document's figure has that on test; one pass is all positives
of a class and, on average, as many negatives. Each stops where it no longer improves (dots: checkpoints) or at the cap,
eight times that of w-OVR with more negatives and for winners three times that of the sweep, and its last value then
stands; mean and 95 % interval over draws of the data. Fixed steps and penalties are chosen by validation. The table has
the test accuracy of the models kept. The first passes are 1 to 3. Inner products of the sweep: those of all candidates
that a draw tried, a mean over draws, each of which begins anew. Passes of one run (ours) are compared up to the first
checkpoint within a point of the best. At the cap: draws in which the cap came before so many checkpoints without an
increase as end training; where one of them has gained more than a point since a third of the cap, neither passes nor
sweeps are compared. †: a sweep whose best value is the last one tried. Source: Perronnin, Akata, Harchaoui and Schmid
2012, figure 2 and section 4.2.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import base, statistics
from manyclass.exhibits.perronnin2012 import cost
from manyclass.exhibits.perronnin2012.trials import (
    MEASURES,
    NATURAL,
    accuracy_by_draw,
    cell,
    features_by_kind,
    rises,
    svm_trial,
    until_settled,
)
from manyclass.methods.base.ladder import Ladder
from manyclass.methods.base.sgd.penalised import heuristic_step
from manyclass.protocol.claims import claim
from manyclass.protocol.results import failure
from manyclass.protocol.selection import succeeded
from manyclass.protocol.trial.early_stopping import checkpoints
from manyclass.report import curves, style
from manyclass.report.tables import Interval

STATEMENTS = (
    "fig2-alike-at-end",
    "fig2-decreasing-first",
    "fig2-first-steps-larger",
    "fig2-top5",
    "implicit-competitive",
    "early-stopping-fast",
    "early-stopping-fewer-passes",
    "fixed-step-sufficient",
)
LADDERS = {"step": Ladder([0.03, 0.1, 0.3]), "penalty": Ladder([1e-6, 1e-5, 1e-4], factor=10)}
# The one parameter of (i), by steps as small as those of the others' fixed steps.
PENALTIES = Ladder([3e-6, 1e-5, 3e-5])
STRATEGIES = {  # variant: name, fixed parameters, what is tuned
    "heuristic": ("(i) penalty, decreasing step", {"schedule": "optimal"}, {"penalty": PENALTIES}),
    "penalty": ("(ii) penalty, fixed step", {"schedule": "fixed"}, LADDERS),
    "none": ("(iii) no penalty, fixed step", {"schedule": "fixed", "penalty": 0.0}, {"step": LADDERS["step"]}),
    "decreasing": ("(i), first step swept, ours", {"schedule": "decreasing"}, LADDERS),
}
SMALL = {"smoke": "fv2"}
ALIKE = 1.0  # points of accuracy
FIRST = 3  # checkpoints, after as many passes


def trial(config, strategy):
    """Declare the trial of one strategy."""
    _, fixed, search = STRATEGIES[strategy]
    features = SMALL.get(config["scale"], features_by_kind(config)["FV"])
    return svm_trial(config, NATURAL, features, variant=strategy, fixed=fixed, search=search, anew=True)


def trials(config):
    """One trial a strategy."""
    return [trial(config, strategy) for strategy in STRATEGIES]


def looks(config) -> list[int]:
    """After which passes the accuracy of winners is measured: a cap that all strategies share."""
    return checkpoints(max(declared.most_passes for declared in trials(config)))


def table(results):
    """One row a strategy: what was chosen, when training ended, and accuracies."""
    return pd.DataFrame([_row(results, strategy) for strategy in STRATEGIES], dtype=object)


def figure(results):
    """Curves on a log axis of passes."""
    shown, (ax,) = style.panels(1, height=3.0, columns=1)
    at = looks(results.config)
    bands = {marked(results, strategy): statistics.band(curve(results, strategy).T) for strategy in STRATEGIES}
    curves.draw(ax, bands, at)
    ax.set(xscale="log", xlabel="passes", ylabel="validation accuracy, %")
    ax.xaxis.set_major_formatter("{x:.0f}")
    style.legend(shown, [ax])
    return shown


def marked(results, strategy) -> str:
    """Name of a strategy, with a mark where its sweep ended at an edge."""
    return STRATEGIES[strategy][0] + base.edge_mark(results.records(trial(results.config, strategy)))


def claims(results):
    """Test that all end alike, that (i) is faster at first, for its larger steps, and (ii) and (iii) as good as it."""
    alike = [tested for measure in MEASURES for tested in _alike(results, measure)]
    return [*alike, *_first(results), *_early_stopping(results), _fixed_step(results)]


def _alike(results, measure):
    """Test that (ii) and (iii) end as (i) does."""
    statement = {"top-1": "fig2-alike-at-end", "top-5": "fig2-top5"}[measure]
    ends = {s: accuracy_by_draw(results, trial(results.config, s), measure) for s in STRATEGIES}
    said = {"on": trial(results.config, "none").dataset, "printed": "similar results", "show": "{:+.2f} points".format}
    for other in ("penalty", "none"):
        text = f"(i) and {_number(other)} end within a point of each other on test, {measure}"
        yield claim.equivalent(statement, text, ends["heuristic"], ends[other], ALIKE, **said)


def _first(results):
    """Test that (i) is ahead in the first passes, and that its first step is larger."""
    by_first = {strategy: curve(results, strategy)[:, :FIRST].mean(axis=1) for strategy in STRATEGIES}
    steps = {strategy: first_steps(results, strategy) for strategy in STRATEGIES}
    on = trial(results.config, "none").dataset
    for other in ("penalty", "none"):
        text = f"(i) is faster at first: ahead of {_number(other)} over the first {FIRST} passes"
        ahead, printed = (by_first["heuristic"], by_first[other]), "slightly faster in the first iterations"
        yield claim.greater("fig2-decreasing-first", text, *ahead, on=on, printed=printed)
        text = f"the first step of (i) is larger than the step of {_number(other)}"
        larger, printed = (steps["heuristic"], steps[other], 1, np.inf), "initial larger step sizes"
        yield claim.ratio("fig2-first-steps-larger", text, *larger, on=on, printed=printed)


def _early_stopping(results):
    """Test that (iii) is no less accurate than with a penalty, and its sweep cheaper; and (ours) takes fewer passes."""
    on, none = trial(results.config, "none").dataset, accuracy_by_draw(results, trial(results.config, "none"))
    behind = none - _better(results, "heuristic", "penalty")
    text = f"(iii) is at most {ALIKE:g} point less accurate on test than the better of (i) and (ii)"
    said = {"on": on, "printed": "competitive results", "show": "{:+.2f} points".format}
    yield claim.between("implicit-competitive", text, behind, -ALIKE, np.inf, **said)
    swept = {s: _sweeps(results, s) for s in STRATEGIES}
    taken = {s: until_settled(results, trial(results.config, s), _passes) for s in STRATEGIES}
    for other in ("heuristic", "penalty"):
        text = f"the whole sweep of (iii) takes fewer inner products than that of {_number(other)}"
        fewer = swept["none"], swept[other], 0, 1
        yield claim.ratio("early-stopping-fast", text, *fewer, on=on, printed="fast training; one parameter to tune")
        text = f"(iii) takes fewer passes to within a point of its best than {_number(other)}"
        yield claim.ratio("early-stopping-fewer-passes", text, taken["none"], taken[other], 0, 1, on=on)


def _passes(best, checkpoint):
    return best.passes[checkpoint]


def _fixed_step(results):
    """Test that with a penalty a fixed step is no less accurate than one that decreases."""
    fixed = trial(results.config, "penalty")
    behind = accuracy_by_draw(results, fixed) - _better(results, "heuristic", "decreasing")
    text = f"(ii), whose step is fixed, is at most {ALIKE:g} point less accurate on test than the better form of (i)"
    said = {"on": fixed.dataset, "printed": "state-of-the-art performance", "show": "{:+.2f} points".format}
    return claim.between("fixed-step-sufficient", text, behind, -ALIKE, np.inf, **said)


def _better(results, *strategies) -> np.ndarray:
    """Test accuracy in percent of that strategy which is better on validation, draw by draw: float64 (seeds,).

    All are nan where one of them still rises: in draws where another is the better one, it might not have been.
    """
    declared = [trial(results.config, strategy) for strategy in strategies]
    tests = [accuracy_by_draw(results, each) for each in declared]
    valid = np.array([[record.valid for record in results.records(each)] for each in declared], dtype=float)
    return base.unless(any(rises(results, each) for each in declared), statistics.best_by(valid, tests))


def _sweeps(results, strategy) -> np.ndarray:
    """Inner products of each draw's whole sweep, float64 (seeds,): all nan where a winner still rises."""
    declared = trial(results.config, strategy)
    return base.unless(rises(results, declared), cost.sweeps(results, declared))


def _number(strategy) -> str:
    return STRATEGIES[strategy][0].partition(" ")[0]


def first_steps(results, strategy) -> np.ndarray:
    """The first step of each draw's winner, float64 (seeds,); nan where a draw has no result."""
    if strategy == "heuristic":
        return _of_best(results, strategy, lambda best: heuristic_step(best.params["penalty"]))
    return _of_best(results, strategy, lambda best: best.params["step"])


def _of_best(results, strategy, measure) -> np.ndarray:
    """``measure(winner)`` of each draw, float64 (seeds,)."""
    declared = trial(results.config, strategy)
    records = results.records(declared)
    return base.independent(declared, [measure(record.best) if record.best else np.nan for record in records])


def curve(results, strategy) -> np.ndarray:
    """Validation accuracy of each draw's winner at every checkpoint, in percent: float64 (seeds, checkpoints).

    The last value is repeated where training stopped early; nan where a draw has no result.
    """
    at = looks(results.config)
    rows = np.full((len(results.seeds), len(at)), np.nan)
    for row, record in zip(rows, results.records(trial(results.config, strategy))):
        if record.best:
            valid = record.best.valid
            row[:] = 100 * np.array(valid + valid[-1:] * len(at))[: len(at)]
    return rows


def _row(results, strategy):
    name, _, search = STRATEGIES[strategy]
    declared = trial(results.config, strategy)
    records = results.records(declared)
    if reason := failure(records):
        return {"strategy": name, "chosen": reason}
    best = [record.best for record in succeeded(records)]
    chosen = sorted({f"{key} {candidate.params[key]:g}" for candidate in best for key in search})
    columns = {
        "passes of the best look": [candidate.passes[-1] for candidate in best],
        "passes trained": [candidate.n_passes for candidate in best],
        "validation accuracy, %": [100 * candidate.valid[-1] for candidate in best],
    }
    intervals = {column: Interval.over(values, len(records)) for column, values in columns.items()}
    last = {"inner products of the sweep": statistics.mean(cost.sweeps(results, declared))}
    last |= {"at the cap": base.n_hit_cap(best, declared), "test accuracy, %": cell(results, declared)}
    return {"strategy": name, "chosen": ", ".join(chosen), **intervals, **last}
