"""The table of measured trials."""

import numpy as np
import pandas as pd
import pytest

from manyclass.protocol.cost import measured
from manyclass.protocol.trial.spec import Trial

ROW = dict.fromkeys(measured.COLUMNS, 1) | {
    "scale": "s",
    "dataset": "b-two",
    "method": "m",
    "variant": "v",
    "machine": "a machine",
}


def table(*changes):
    return pd.DataFrame([ROW | change for change in changes])


def test_a_table_comes_back_as_it_was_written_and_in_order(tmp_path):
    path = tmp_path / "measured.csv"
    measured.write(table({"start_s": None}, {"dataset": "a", "cpu_s": 0.125}), path)
    rows = measured.read(path)
    assert rows["dataset"].tolist() == ["a", "b-two"] and rows["cpu_s"].tolist() == [0.125, 1]
    before = path.read_bytes()
    measured.write(rows, path)
    assert path.read_bytes() == before


def test_no_new_rows_beside_it_change_no_number(tmp_path):
    before, after = tmp_path / "before.csv", tmp_path / "after.csv"
    measured.write(measured.read(), before)
    none = pd.DataFrame([], columns=[*measured.COLUMNS])
    measured.write(pd.concat([measured.read(), none]), after)
    assert after.read_bytes() == before.read_bytes()


def test_there_may_be_none_and_what_is_no_table_is_said_in_a_line(tmp_path):
    assert list(measured.read(tmp_path / "none.csv").columns) == list(measured.COLUMNS)
    for text in ("a,b\n1,2\n", "", "dataset,early\nx,y\n"):
        (tmp_path / "bad.csv").write_text(text)
        with pytest.raises(ValueError, match=r"bad\.csv is no table of measured trials") as caught:
            measured.read(tmp_path / "bad.csv")
        assert "\n" not in str(caught.value)


def test_a_method_is_the_same_by_any_name_and_a_class_by_its_import_path():
    names = {None: "mine", "manyclass.peers.liblinear:LinearSVC": "liblinear", "sklearn.svm:SVC": "sklearn.svm:SVC"}
    for factory, name in names.items():
        assert measured.estimator_of(Trial("s", "mine", factory=factory)) == name


def test_what_was_measured_just_so_takes_what_it_took():
    rows = table({}, {"variant": "w", "cpu_s": 7.0}, {"variant": "x", "cpu_s": 3.0, "machine": "another"})
    asked = table({}, {"variant": "w"}, {"variant": "x"}, {"passes": 2}, {"scale": "large"}, {"pilot": 2}, {"train": 9})
    taken = measured.seconds(measured.usual(rows), asked.drop(columns=["cpu_s", "machine"]))
    assert taken[:2].tolist() == [1, 7] and np.isnan(taken[2:]).all()


def test_density_is_that_of_the_set_or_of_its_files_others():
    rows = table({"density": 0.5}, {"dataset": "b-three", "density": 0.25}, {"dataset": "c", "density": 0.1})
    assert [measured.density(rows, name) for name in ("b-three", "b-four", "d")] == [0.25, 0.5, 1.0]


def test_a_process_takes_what_sufficed_for_most_trials():
    rows = table(*({"peak_bytes": 100.0 + n, "arrays_bytes": 50.0} for n in range(11)), {"arrays_bytes": None})
    assert measured.process_bytes(rows) == 59
    assert measured.process_bytes(rows[:0]) == 0


def test_the_table_of_the_package_has_no_trial_twice_and_no_gap():
    rows = measured.read()
    assert len(rows) and not rows.duplicated(measured.KEY).any()
    assert rows.drop(columns=["start_s", "arrays_bytes"]).notna().all(axis=None)
    assert (rows[["cpu_s", "peak_bytes", "passes"]] > 0).all(axis=None)
