"""Own comparison: the configured methods on the configured data sets.

In percent, on the test part: mean over draws of each draw's own winner, which has the highest validation accuracy of
all candidates, and half of the mean's 95 % interval. "interval over" says what was drawn anew: splits of one real set
share samples, and their intervals are widened for it (Nadeau & Bengio 2003); on a given split they are over runs, and a
method that draws nothing at random runs once, without an interval. "standing": the method with the highest mean is
compared with every other, by the corrected resampled t test over splits, by the paired t test over independent draws,
and over the test samples where the test part is given; "p" is after Holm's correction, and methods that cannot be told
apart from the best at 5 % are tied with it, and not ranked among each other; "not tested" are those that have fewer
than two results to compare, for which it takes more seeds. "P better", "P equal" and "P worse" are the probabilities
that a method's accuracy is above, within and below the region of practical equivalence around that of the method with
the highest mean, whose row has none (Bayesian correlated t test). Frequent classes are the largest of the training
part, down to the one with which they hold half of all labels; the others are rare. Tree distance: from the prediction
to the nearest given label, where the classes form a tree. †: with some draw the winner stands at the end of the values
tried, so that more may be better: give more, or a ladder, that goes on by itself. ‡: with some draw the training of the
winner was stopped before it had converged, so that more iterations may be better. ↑: with some draw the training of the
winner was ended by the cap on passes, and not as validation accuracy no longer rose, so that more passes may be better.
"best run" is the accuracy of the winner with the highest validation accuracy of all draws, whose number of model
parameters, passes over the samples (of the package's methods) and chosen parameters follow, † at the very parameter.
The figure shows accuracies with their intervals: filled are the best and what is tied with it, lines are the class
prior and, where it is known, the Bayes-optimal classifier, as far as they lie within the picture.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import base, statistics
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.exhibits.lapin2015.trials import EPOCHS, SOFTMAX
from manyclass.exhibits.own import softmax
from manyclass.exhibits.own.standing import (
    BEST,
    EQUAL_WITHIN,
    TIED,
    Standing,
    overlap,
    standings,
    varies_over,
)
from manyclass.methods.base.certified import CertifiedClassifier
from manyclass.protocol.data.card import GIVEN
from manyclass.protocol.metrics.frequency import accuracy_on, frequent
from manyclass.protocol.trial import estimators
from manyclass.protocol.trial.record import Record
from manyclass.report import dots, style
from manyclass.report.tables import Probability

CONTROLS = {"class_prior": "class prior", "bayes_optimal": "Bayes-optimal"}
REFITTED = (
    "Refit: the winner of each draw was trained anew on train and validation together, with the parameters that it was "
    "chosen for and at most as many passes; all test numbers are of that model."
)
REFIT = "-refit"  # at the end of the variants of such trials
MOST = 100  # passes
TOP = [5]  # k of the top-k accuracies, where the configuration does not say
FREQUENT, RARE = "frequent classes", "rare classes"


def applies(config):
    """Only a configuration with ``own.compare`` has something to compare."""
    return bool((config.get("own") or {}).get("compare"))


def title(config):
    """Take the configured title."""
    return compared(config).get("title", "Own comparison")


def compared(config) -> dict:
    """``own.compare`` of the configuration, empty where there is none."""
    return config["own"]["compare"] if applies(config) else {}


def refitted(config) -> str:
    """What captions say where the winners were trained anew; nothing elsewhere."""
    return REFITTED if compared(config).get("refit") else ""


def own_trial(config, dataset, method):
    """Declare the trial of one method, ours or the user's own, on one data set.

    Stochastic gradients are stopped early, as in the exhibits of Gupta et al. (2014), after at most that document's
    hundred passes unless the configuration says how many; solvers that end by themselves have as many as they take.

    Raises
    ------
    ValueError
        When there is no such method.
    """
    own = config["own"].get("methods") or {}
    if method in own:
        return _own_trial(config, dataset, method, own[method])
    choices = [name for name in estimators.names() if name != "ensemble_of"]
    if method not in choices:
        valid = ", ".join([*choices, *own])
        raise ValueError(f"own.compare.methods: unknown method {method!r}; choose from {valid}")
    return _trial(config, dataset, method, **_solved(config, method, {}, None))


def _own_trial(config, dataset, name, entry):
    """The trial of what a configuration calls `name`: a class of the user's, or a method of ours swept their way."""
    fixed, search = entry.get("fixed", {}), entry.get("search")
    if "import" in entry:
        return _trial(config, dataset, name, factory=entry["import"], search=search or {}, fixed=fixed)
    declared = {"fixed": fixed, "search": search} | _solved(config, entry["method"], fixed, search)
    declared |= {"passes": entry["passes"]} if "passes" in entry else {}
    return _trial(config, dataset, entry["method"], name, **declared)


def _trial(config, dataset, method, variant="default", **declared):
    """A trial, refitted where the configuration asks for that: then no document's, which may have the same method."""
    if compared(config).get("refit"):
        variant, declared = f"{variant}{REFIT}", declared | {"refit": True}
    if "factory" in declared or "max_iter" not in estimators.takes(estimators.load(method)):
        declared["patience"] = 0  # its one fit ends by itself
    return gupta.trial(config, dataset, method, variant, **({"passes": passes(config)} | declared))


def passes(config) -> int:
    """Most passes of stochastic gradients, where the configuration does not say."""
    return min(gupta.passes(config), MOST)


def _solved(config, method, fixed, search) -> dict:
    """What solvers that end by themselves are declared with: all of their candidates go to the end."""
    if method == SOFTMAX.method:
        return softmax.declared(fixed, search)
    if not issubclass(estimators.load(method), CertifiedClassifier):
        return {}
    return {"passes": EPOCHS[config["scale"]], "halving": False, "patience": 0}


def by_method(config, dataset) -> dict:
    """Trials on one data set, by method."""
    return {method: own_trial(config, dataset, method) for method in compared(config)["methods"]}


def name_of(trial) -> str:
    """What the configuration calls the method of a trial; one of ours swept their way is a variant of it."""
    variant = trial.variant.removesuffix(REFIT)
    return trial.method if variant == "default" else variant


def trials(config):
    """Every method on every data set."""
    sets = compared(config).get("datasets", [])
    return [trial for dataset in sets for trial in by_method(config, dataset).values()]


def note(config):
    """Declare the region of practical equivalence, and whether winners were trained anew."""
    return f"Region of practical equivalence: ±{equal_within(config):g} in accuracy, %. {refitted(config)}".rstrip()


def remark(results):
    """Say of which data sets test samples are in train, too."""
    counted = [(_most_in_train(results, dataset), dataset) for dataset in compared(results.config)["datasets"]]
    found = [f"up to {count} of {n} of {dataset}" for (count, n), dataset in counted if count]
    if not found:
        return ""
    return (
        f"Test samples with the features of one in train, which a method may know by heart: {', '.join(found)} (of the"
        " draw that has most)."
    )


def _most_in_train(results, dataset) -> tuple[int, int]:
    """Of the draw that has most: how many test samples have the features of one in train, and how many there are."""
    cards = (results.card(dataset, seed) for seed in results.seeds)
    return max((card.get("test_in_train", 0), card["test"]) for card in cards)


def equal_within(config) -> float:
    """Points of accuracy that make no practical difference."""
    return compared(config).get("equal_within", EQUAL_WITHIN)


def table(results):
    """One row a data set and method, then the data set's controls."""
    rows = []
    for dataset in compared(results.config)["datasets"]:
        card, by_name = results.card(dataset), by_method(results.config, dataset)
        stand = standings(results, dataset, by_name, equal_within(results.config))
        head = {"data set": dataset, "split": card["split"]}  # after the method, which stays in sight in a page
        for method, trial in by_name.items():
            rows.append({"method": method} | head | _measured(results, trial, card, stand.get(method)))
        rows += [
            {"method": name} | head | _control(results, dataset, control, card)
            for control, name in CONTROLS.items()
            if np.isfinite(results.controls(dataset, control)).any()
        ]
    return pd.DataFrame(rows, dtype=object).dropna(axis="columns", how="all")


def figure(results):
    """Draw the accuracy of every method with its interval, one panel a data set."""
    sets = compared(results.config)["datasets"]
    lines = max(2, len(compared(results.config)["methods"]))
    shown, axes = style.panels(len(sets), height=0.8 + 0.2 * lines)
    for ax, dataset in zip(axes, sets):
        by_name = by_method(results.config, dataset)
        stand = standings(results, dataset, by_name, equal_within(results.config))
        cells = {name: accuracy(results, trial) for name, trial in by_name.items()}
        dots.draw(ax, cells, {name for name in stand if stand[name].name in (BEST, TIED)})
        for line, (control, name) in zip(dots.LINES, CONTROLS.items()):
            dots.mark(ax, statistics.mean(100 * results.controls(dataset, control)), name, line)
        ax.set(title=dataset, xlabel="test accuracy, %")
    style.legend(shown, axes)
    return shown


def accuracy(results, trial):
    """Mean accuracy over draws with its interval, an `Interval`; a text where there is none, that says why."""
    best = base.best(results, trial)
    if not isinstance(best, Record):
        return best
    mark = marks(results.records(trial), trial)
    return statistics.mean_interval(100 * results.test(trial), mark, overlap(results.card(trial.dataset), trial.refit))


def marks(records, trial) -> str:
    """Beside a number: with some draw the winner stands at an edge, or its training ended too early."""
    models = [record.refit or record.best for record in records if record.best is not None]
    early = base.EARLY * any(model.cut_short for model in models)
    return base.edge_mark(records) + early + base.RISING * base.any_rises(records, trial, capped)


def capped(best, trial) -> bool:
    """Whether the cap ended a winner's training; not where it is so low that nothing else could, as at smoke scale."""
    return trial.passes >= base.LEAST and base.hit_cap(best, trial)


def _measured(results, trial, card, standing: Standing | None):
    best = base.best(results, trial)
    if not isinstance(best, Record):
        return {"accuracy": best}
    mark, wide = marks(results.records(trial), trial), overlap(card, trial.refit)
    chosen = [f"{name} = {value}{base.EDGE * (name in best.best.edges)}" for name, value in best.best.params.items()]
    return (
        {"standing": standing.name, "accuracy": accuracy(results, trial)}
        | {"interval over": varies_over(card, results.test(trial)), "p": _shown(standing.p)}
        | {f"P {name}": _shown(value) for name, value in standing.practical._asdict().items()}
        | _cells(results.config, lambda metric: results.test(trial, metric), mark, wide)
        | {name: statistics.mean_interval(values, mark, wide) for name, values in by_frequency(results, trial).items()}
        | {"best run": 100 * best.test["accuracy"], "model parameters": best.n_parameters}
        | {"passes": None if trial.factory else (best.refit.passes if best.refit else best.best.passes[-1])}
        | {"chosen": ", ".join(chosen) or "–"}
    )


def _shown(probability) -> Probability | None:
    return None if probability is None else Probability(probability)


def _control(results, dataset, control, card):
    """What a control has on every draw, or on the only one of a given split."""
    draws = slice(1) if card["split"] == GIVEN else slice(None)
    cells = _cells(results.config, lambda metric: results.controls(dataset, control, metric)[draws], "", overlap(card))
    values = results.controls(dataset, control)[draws]
    of_all = {"accuracy": statistics.mean_interval(100 * values, "", overlap(card))}
    return of_all | {"interval over": varies_over(card, values)} | cells


def _cells(config, values_of, mark, wide) -> dict:
    """Mean and interval of each metric, of which ``values_of`` gives one value a draw; None where there is none."""
    titles = {"mean_class_accuracy": "mean over classes"}
    titles |= {f"top{k}": f"top-{k}" for k in compared(config).get("top", TOP)}
    shares = {title: statistics.mean_interval(100 * values_of(metric), mark, wide) for metric, title in titles.items()}
    return shares | {"tree distance": statistics.mean_interval(values_of("tree_distance"), mark, wide)}


def by_frequency(results, trial) -> dict[str, np.ndarray]:
    """Accuracy in percent on the test samples of frequent and of rare classes, draw by draw, each float64 (seeds,)."""
    rows = [_by_frequency(results, trial, record) for record in results.records(trial)]
    return dict(zip((FREQUENT, RARE), 100 * np.array(rows).T))


def _by_frequency(results, trial, record):
    if record.best is None:
        return np.nan, np.nan
    data, predicted = results.data(trial.dataset, record.seed), results.predicted(trial, record.seed)
    often = frequent(data.train.Y)
    return accuracy_on(often, predicted, data.test.Y), accuracy_on(~often, predicted, data.test.Y)
