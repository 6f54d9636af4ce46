"""Estimators by name."""

import pytest

from manyclass.protocol.trial import estimators


@pytest.mark.parametrize("name", estimators.names())
def test_every_file_of_the_folder_is_one_estimator(name):
    found = estimators.load(name)
    assert hasattr(found, "fit")
    assert found.__module__ == f"manyclass.methods.{name}"


def test_names_are_the_folder():
    assert {"nearest_means", "one_vs_rest", "wsabie", "wsabie_pp"} <= set(estimators.names())
    assert not {"base", "__init__"} & set(estimators.names())


def test_a_trial_searches_what_it_declares_else_what_its_class_does():
    cls = estimators.load("auc_ranking")
    assert estimators.searched(cls, None) == [cls.search]
    assert estimators.searched(cls, {"step": [1]}) == [{"step": [1]}]
    assert estimators.searched(cls, [{"step": [1]}, {"margin": [2]}]) == [{"step": [1]}, {"margin": [2]}]
    assert estimators.searched(cls, {}) == estimators.searched(object, None) == [{}]


def test_an_own_class_comes_by_its_import_path():
    from sklearn.svm import LinearSVC

    assert estimators.load("ours", "sklearn.svm:LinearSVC") is LinearSVC


def test_unknown_method_names_the_choices():
    with pytest.raises(ValueError, match="unknown method 'wsabi'; choose from .*wsabie"):
        estimators.load("wsabi")


@pytest.mark.parametrize("path", ["sklearn.svm", "sklearn.svm:", ":LinearSVC", "nowhere.at:All", "sklearn.svm:No"])
def test_bad_import_path_is_one_clear_line(path):
    with pytest.raises(ValueError, match="method ours: .*import") as caught:
        estimators.load("ours", path)
    assert "\n" not in str(caught.value)
