"""What holds for every file of methods/: scikit-learn's own checks, and what the file declares."""

import inspect
import re

import pytest
from method_samples import FILES, METHODS, classes_in
from sklearn.utils.estimator_checks import check_param_validation, parametrize_with_checks

from manyclass.methods.base.ladder import counts, groups
from manyclass.protocol.trial.axis import Axis


# No check is exempt. The one that scikit-learn itself skips needs its array-API mode, off by default.
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@parametrize_with_checks([cls() for cls in METHODS])
def test_scikit_learn(estimator, check):
    check(estimator)


@pytest.mark.parametrize("cls", METHODS)
def test_every_parameter_is_validated(cls):
    check_param_validation(cls.__name__, cls())


@pytest.mark.parametrize("name", FILES)
def test_one_file_is_one_class(name):
    assert len(classes_in(name)) == 1


@pytest.mark.parametrize("cls", METHODS)
def test_declares_what_tables_say_of_it(cls):
    assert cls.__doc__.splitlines()[0]
    assert re.search(r"\(\d{4}\)", cls.citation)


@pytest.mark.parametrize("cls", METHODS)
def test_search_is_over_valid_parameters(cls):
    """Of every start value and of those next to the ends, on a set of some size."""
    swept = [item for group in groups(cls.search) for item in group.items()]
    assert {name for name, _ in swept} | set(cls.late) <= set(cls().get_params())
    assert len({name for name, _ in swept}) == len(swept)
    for name, values in swept:
        axis = Axis(values, counts(features=20, classes=50))
        for end in (axis.values[0], axis.values[-1]):
            axis.neighbours(end)
        for value in axis.values:
            cls(**{name: value})._validate_params()


@pytest.mark.parametrize("cls", METHODS)
def test_every_parameter_is_documented(cls):
    names = list(inspect.signature(cls).parameters)
    assert re.findall(r"^    (\w+) : ", cls.__doc__, re.MULTILINE)[: len(names)] == names
