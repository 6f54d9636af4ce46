"""Tables and figures of label trees: what they pick, and what their claims answer to."""

import json

import fake_results
import numpy as np
import pytest
from fake_results import CLASSES, CONFIG

from manyclass.exhibits import registry
from manyclass.exhibits.deng2011 import causes, fig1, fig2, table1, table2
from manyclass.exhibits.deng2011 import trials as _deng
from manyclass.protocol.claims.claim import NOT_REPRODUCED, REPRODUCED
from manyclass.protocol.trial.estimators import load

RNG = np.random.default_rng(0)
SMOKE, STANDARD = {"scale": "smoke"}, {"scale": "standard"}


@pytest.mark.parametrize("scale", ["smoke", "standard", "full"])
def test_a_tree_has_about_as_many_leaves_as_the_set_has_classes(scale):
    from importlib import import_module

    for dataset in (_deng.DENSE, _deng.SPARSE, _deng.MORE):
        classes = import_module(f"manyclass.datasets.{dataset}").SCALES[scale].classes
        for Q, H in _deng.shapes({"scale": scale}, dataset):
            assert Q ** (H - 1) < classes < 1.3 * Q**H


def test_both_methods_hold_out_the_same_share_and_the_cap_is_handed_on():
    deng, bengio = _deng.pair(STANDARD, (10, 3), _deng.SPARSE)
    assert deng.depends_on == bengio
    assert deng.fixed == bengio.fixed == {"children": 10, "depth": 3, "step": 0.3, "validation_fraction": 0.25}
    assert (deng.passes, bengio.passes) == (1, 2)


def test_longer_training_leaves_the_other_tree_as_it_was():
    deng, bengio = causes.pair(STANDARD, "six passes")
    assert deng in table1.trials(STANDARD)
    assert bengio.passes == 6
    assert bengio not in table1.trials(STANDARD)
    assert len({trial.address for trial in causes.trials(STANDARD)}) == 9


def test_the_sets_of_the_causes_exist():
    from manyclass.protocol.data.make import generate

    for dataset, _, _ in causes.CAUSES.values():
        assert generate(dataset, "smoke").train.X.shape[1] == 16


def test_two_accuracies_are_not_the_products_of_the_losses():
    """By more than rounding; with early leaves a product would be below the accuracy, not above it."""
    names = [(tree, method) for tree in table1.TREES for method in ("Deng", "Bengio")]
    accuracies = [accuracy for both in table1.THOUSAND for accuracy, *_ in both]
    losses = [np.array(loss) for both in table2.PRINTED for loss, _ in both]
    apart = {}
    for name, accuracy, loss in zip(names, accuracies, losses):
        low, high = (100 * np.prod(1 - (loss + rounding) / 100) for rounding in (0.05, -0.05))
        if not low - 0.05 < accuracy < high + 0.05:
            apart[name] = 100 * np.prod(1 - loss / 100)
    assert apart == {
        ("T32,2", "Bengio"): pytest.approx(8.24, abs=0.01),
        ("T6,4", "Bengio"): pytest.approx(6.12, abs=0.01),
    }


def test_rows_of_a_partition_are_ordered_by_their_classes():
    P = np.array([[0, 0, 1, 1], [1, 1, 0, 0], [0, 0, 0, 0]], bool)
    assert fig1.ordered(P).tolist() == [P[2].tolist(), P[1].tolist(), P[0].tolist()]


def test_alikeness_by_hand():
    """Columns {0}, {0, 1}, {}, {1}: neighbours 1/2 and 1/2 (the empty one left out), all pairs 1/2, 0, 1/2."""
    P = np.array([[1, 1, 0, 0], [0, 1, 0, 1]], bool)
    assert fig1.alikeness(P) == pytest.approx((1 / 2, 1 / 3))


def test_paths_shown_are_long_and_right_and_of_two_classes():
    classes = [np.arange(4), np.array([0, 1]), np.array([2, 3]), *np.arange(4)[:, None], np.array([], int)]
    paths = np.array([[0, 7, -1], [0, 1, 4], [0, 1, 3], [0, 1, 3], [0, 2, 5], [0, 2, -1]])
    assert fig2.chosen(paths, classes, np.array([0, 0, 0, 0, 2, 2])) == [2, 4]
    assert fig2.chosen(paths[:1], classes, np.array([0])) == [0, 0]


def test_names_shown_include_the_right_class():
    assert 63 in (some := fig2._some(np.arange(100), 63))
    assert len(some) == fig2.SHOWN
    assert some == sorted(some)
    assert fig2._some(np.array([3, 8]), 8) == [3, 8]


def test_the_root_s_partition_is_read_from_the_arrays(fake):
    P = _deng.root_partition(fake, _deng.trial(CONFIG, _deng.DENG, (8, 2)), 0, CLASSES)
    assert P.shape == (4, CLASSES)
    assert (P.argmax(axis=0) == np.arange(CLASSES) % 4).all()
    assert (P.sum(axis=0) == 1).all()


def edit(store, trial, change):
    """Change the winner's costs and test metrics in every record of a trial."""
    for seed in store.seeds:
        path = store.folder / "trial" / trial.address / f"{seed}.json"
        record = json.loads(path.read_text())
        change(record, record["candidates"][record["winner"]], seed)
        path.write_text(json.dumps(record))


def test_table_1_answers_to_accuracy_cost_and_speed(fake):
    deng, bengio = _deng.pair(CONFIG, (8, 2), _deng.DENSE)

    def verdicts():
        return [claim.verdict for claim in table1.claims(fake) if claim.text.startswith("two_places, T8,2")]

    def set_to(accuracy, training, dots):
        def change(record, winner, seed):
            winner["test"]["accuracy"] = record["test"]["accuracy"] = accuracy + seed / 1000
            winner["costs"] |= {"training": training + seed / 10, "test": dots + seed / 10}

        return change

    edit(fake, bengio, set_to(0.4, 300, 60))
    edit(fake, deng, set_to(0.5, 200, 60))
    assert verdicts() == [REPRODUCED] * 3
    edit(fake, deng, set_to(0.3, 400, 90))
    assert verdicts() == [NOT_REPRODUCED] * 3


def test_the_public_tree_is_declared_where_it_is_installed(fake, monkeypatch):
    def accuracies():
        rows = table1.table(fake)
        return rows[rows["method"] == "napkinXC"]["accuracy, %"].map(str).tolist()

    monkeypatch.setattr(_deng, "find_spec", lambda name: None)
    without = table1.trials(CONFIG)
    assert accuracies() == ["not installed"] * 5
    monkeypatch.setattr(_deng, "find_spec", lambda name: name)
    more = [trial for trial in table1.trials(CONFIG) if trial not in without]
    assert [(trial.dataset, trial.fixed["children"]) for trial in more] == [
        (dataset, shape[0]) for dataset, shape, *_ in table1.cells(CONFIG)
    ]
    assert load(more[0].method, more[0].factory).__name__ == "HierarchicalSoftmax"
    for trial in more:
        for seed in fake.seeds:
            path = fake.folder / "trial" / trial.address / f"{seed}.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(fake_results.record(trial, seed, fake_results.split(trial.dataset), RNG)[0]))
    assert all("±" in each for each in accuracies())


def test_table_2_answers_to_the_range_of_the_ambiguity_and_to_the_losses(fake):
    deng, bengio = _deng.pair(CONFIG, (3, 4))

    def set_to(ambiguity, loss):
        def change(record, winner, seed):
            winner["costs"] |= {"ambiguity": [each + seed / 1e4 for each in ambiguity], "local_loss": loss}
            winner["test"]["accuracy"] = record["test"]["accuracy"] = 0.125

        return change

    def verdicts():
        return [claim.verdict for claim in table2.claims(fake) if claim.text.startswith("T3,4")]

    edit(fake, deng, set_to([0.3, 0.31, 0.3, 0.9], [0.5, 0.5, 0.5, 0.0]))
    edit(fake, bengio, set_to([0.3, 0.6, 0.5, 0.9], [0.5, 0.75, 0.0, 0.0]))
    assert verdicts() == [REPRODUCED] * 4
    edit(fake, deng, set_to([0.2, 0.61, 0.3, 0.9], [0.5, 0.5, 0.5, 0.1]))
    assert verdicts() == [NOT_REPRODUCED, NOT_REPRODUCED, NOT_REPRODUCED, REPRODUCED]


def test_all_exhibits_of_the_document_are_there():
    names = [name for name in registry.names() if name.startswith("deng2011")]
    assert {"deng2011/table1", "deng2011/table2", "deng2011/fig1", "deng2011/fig2", "deng2011/causes"} <= set(names)


def test_causes_answer_to_the_relative_lead(fake):
    def set_to(accuracy):
        def change(record, winner, seed):
            winner["test"]["accuracy"] = record["test"]["accuracy"] = accuracy + seed / 1000

        return change

    def verdicts(cause):
        return [claim.verdict for claim in causes.claims(fake) if claim.text.startswith(f"{cause}:")]

    for cause, accuracies in {"as in table 1": (0.4, 0.2), "many held out": (0.6, 0.4)}.items():
        for trial, accuracy in zip(causes.pair(CONFIG, cause), accuracies):
            edit(fake, trial, set_to(accuracy))
    assert verdicts("as in table 1") == [REPRODUCED]
    assert verdicts("many held out") == [REPRODUCED, REPRODUCED]  # as many points, half of the percent
    deng, bengio = causes.pair(CONFIG, "many held out")
    edit(fake, deng, set_to(0.99))
    edit(fake, bengio, set_to(0.3))
    assert verdicts("many held out") == [REPRODUCED, NOT_REPRODUCED]
    edit(fake, deng, set_to(0.2))
    assert verdicts("many held out") == [NOT_REPRODUCED, REPRODUCED]
