"""What cannot be used ends in one line that names it, whatever it is, and nothing is written.

Not a command each, but the function that the command calls, and whose error it prints: so there can be many.
"""

import json
import re
from contextlib import chdir

import bad_data
import pytest
from bad_classifiers import CLASSIFIER, MODULES, NO_CLASSIFIERS, WRONG_PARAMETERS
from bad_configurations import ALLOWED, GOOD, VALUES, changed, wrong_values
from method_samples import FILES
from trials import modules_of

from manyclass.protocol.data import make
from manyclass.protocol.errors import ConfigError
from manyclass.protocol.trial import estimators
from manyclass.workflow.configuration import checked
from manyclass.workflow.own_methods import unsuitable

LONGEST = 2000


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the file that the good configuration names, which must stay as it is."""
    made = tmp_path_factory.mktemp("mine")
    (made / "mine.npz").touch()
    with chdir(made):
        yield made
    assert [path.name for path in made.iterdir()] == ["mine.npz"]


def refused(config) -> str:
    """The line that the command ends with."""
    with pytest.raises(ConfigError) as caught:
        checked(config)
    line = str(caught.value)
    assert line.startswith("config: ") and line.isprintable() and len(line) <= LONGEST
    return line


def test_a_method_without_passes_has_none(folder):
    line = refused(changed("own.methods.ours", {"method": "lda", "passes": 7}))
    assert "own.methods.ours: lda makes no passes: leave passes out" in line


def test_what_is_changed_below_is_good_as_it_stands(folder):
    assert checked(GOOD)["own"]["compare"]["methods"] == ["lda", "ours", "theirs"]


WRONG = wrong_values()


@pytest.mark.parametrize("case", WRONG)
def test_a_value_that_an_option_may_not_have(folder, case):
    path = case.partition(":")[0]
    entry, name = ".".join(path.split(".")[:3]), path.rpartition(".")[2]
    line = refused(WRONG[case])
    assert name in line or path.rpartition(".")[0] in line
    assert entry in line or entry.rpartition(".")[0] in line


MAY = [(path, kind) for path, may in ALLOWED.items() for kind in sorted(may & {"none", "whole"})]


@pytest.mark.parametrize(("path", "kind"), MAY)
def test_a_value_that_it_may_have(folder, path, kind):
    """Lest all be refused whatever it is."""
    checked(changed(path, VALUES[kind]))


NAMED_BY_USERS = ("own.methods", "own.datasets", "own.methods.theirs.fixed", "own.methods.ours.search")
KEYS = sorted(path for path in ALLOWED if len(path.rpartition(".")[2]) > 3)
KEYS = [path for path in KEYS if path.rpartition(".")[0] not in NAMED_BY_USERS]


@pytest.mark.parametrize("miss", [lambda name: f"{name}s", lambda name: name[:-1], str.upper, lambda name: f" {name}"])
@pytest.mark.parametrize("path", KEYS)
def test_a_name_near_an_options(folder, path, miss):
    above, _, name = path.rpartition(".")
    if miss(name) in ALLOWED or miss(path) in ALLOWED:
        return
    line = refused(changed(f"{above}.{miss(name)}".lstrip("."), 1))
    assert "unknown key" in line and repr(miss(name)) in line and name in line


@pytest.mark.parametrize("method", [name for name in FILES if name != "ensemble_of"])
@pytest.mark.parametrize("wrong", [{"no_such": 1}, {"max_iter": 3}, {"n_jobs": "two"}, {"n_jobs": 0}])
@pytest.mark.parametrize("way", ["fixed", "search"])
def test_a_parameter_that_a_method_does_not_take(folder, method, wrong, way):
    (name, value), *_ = wrong.items()
    given = {name: value} if way == "fixed" else {name: [value]}
    line = refused(changed("own.methods.ours", {"method": method, way: given}))
    assert f"own.methods.ours: {method}: " in line and name in line


STEPS = [name for name in FILES if "step" in estimators.load(name)().get_params() if name != "ensemble_of"]


@pytest.mark.parametrize("step", [-1.0, 0, "big", None, float("nan"), [0.1]])
@pytest.mark.parametrize("method", STEPS)
def test_a_step_that_is_none(folder, method, step):
    if step is None and estimators.load(method)().step is None:
        pytest.skip("None is that of the estimator within")
    line = refused(changed("own.methods.ours", {"method": method, "fixed": {"step": step}}))
    assert "'step' parameter" in line


CONTRADICTIONS = {
    "'mine' stands there more than once": changed("own.compare.datasets", ["mine", "mine"]),
    "'lda' stands there more than once": changed("own.compare.methods", ["lda", "ours", "lda"]),
    "unknown name 'theris' (did you mean 'theirs'?)": changed("own.compare.methods", ["theris"]),
    "unknown name 'Mine' (did you mean 'mine'?)": changed("own.compare.datasets", ["Mine"]),
    "unknown method 'ensemble_of'": changed("own.methods.ours", {"method": "ensemble_of"}),
    "give either import or method": changed("own.methods.ours.import", "sklearn.svm:LinearSVC"),
    "C is both fixed and searched": changed("own.methods.theirs.fixed.C", 1.0),
    "'web21k' is a name of the package's own": changed("own.datasets.web21k", {"path": "mine.npz"}),
    "'lda' is a name of the package's own": changed("own.methods.lda", {"method": "lda"}),
    "'standard' is a scale, and not the one of this run": changed("name", "standard"),
    "own/topk shows what own.compare names": {"exhibits": ["own/topk"]},
    "own/comparison shows what own.compare names": {"exhibits": ["own"]},
    "unknown exhibit 'own/top'": changed("exhibits", ["own/top"]),
    "'own' stands there more than once": changed("exhibits", ["own", "own"]),
    "there is no file gone.npz": changed("own.datasets.mine.test_path", "gone.npz"),
    "x_test and y_test belong together": changed("own.datasets.mine.x_test", "X"),
    "together below 1": changed("own.datasets.mine.valid", 0.8),
    "group and tree both": changed("own.datasets.mine", {"path": "mine.npz", "group": "a", "tree": "mine.npz"}),
    "text is the only feature": changed("own.datasets.mine", {"path": "mine.npz", "text": "a", "x": ["b"]}),
    "no module 'no_such' can be imported": changed("own.methods.theirs.import", "no_such:Class"),
    "no module 'sklearn.no_such' can be imported": changed("own.methods.theirs.import", "sklearn.no_such:Class"),
}


@pytest.mark.parametrize("name", ["wsabi_pp", "ensemble_of"])
def test_what_can_be_compared_is_what_is_listed(folder, name):
    """Not the ensemble, whose members are trials that no configuration declares."""
    _, _, listed = refused(changed("own.compare.methods", [name])).partition("choose from ")
    assert {"wsabie_pp", "ours", "theirs"} <= {*listed.split(", ")} and "ensemble_of" not in listed


@pytest.mark.parametrize("says", CONTRADICTIONS)
def test_what_contradicts_itself(folder, says):
    assert says in refused(CONTRADICTIONS[says])


@pytest.mark.parametrize("name", ["a b", "a/b", "..", ".a", "-a", "ä", "a\n", "a\0", "a" * 101, "", "a:b", "a\\b", "*"])
@pytest.mark.parametrize("place", ["name", "own.datasets", "own.methods"])
def test_a_name_that_could_be_no_folders(folder, place, name):
    entry = {"own.datasets": {"path": "mine.npz"}, "own.methods": {"method": "lda"}}.get(place)
    refused(changed(place, {name: entry} if entry else name))


@pytest.mark.parametrize("config", [None, 3, "smoke", [], [GOOD], {1: 2}, {None: 1}, {"own": GOOD}, {"": {}}])
def test_what_is_no_configuration(folder, config):
    refused(config)


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    made = tmp_path_factory.mktemp("data")
    bad_data.beside(made)
    return made


BAD_DATA = bad_data.cases()


@pytest.mark.parametrize("case", BAD_DATA)
def test_data_that_cannot_be_read_or_used(data, monkeypatch, case):
    monkeypatch.chdir(data)
    name, content, options = BAD_DATA[case]
    (data / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    before = {*data.iterdir()}
    with pytest.raises(SystemExit) as caught:
        make.main(["mine", "--own", json.dumps({"path": name, **options}), "--out", "out"])
    line = caught.value.code
    assert line.startswith("error: data set mine") and line.isprintable() and len(line) <= LONGEST
    assert re.search(r": \S", line.removeprefix("error: data set mine")) and "column None" not in line
    assert {*data.iterdir()} == before
    (data / name).unlink()


@pytest.mark.parametrize("entry", ["5", "[]", "{}", '"mine.npz"', "true", '{"path": 3}', '{"path": null}'])
def test_an_entry_that_is_none(data, monkeypatch, entry):
    monkeypatch.chdir(data)
    with pytest.raises(SystemExit) as caught:
        make.main(["mine", "--own", entry, "--out", "out"])
    assert caught.value.code.startswith("error: data set mine: ") and caught.value.code.isprintable()


def wrong_with(path, parameters=()) -> str:
    line = unsuitable("mine", path, parameters)
    assert line is not None and line.isprintable() and line and len(line) <= LONGEST
    return line


@pytest.mark.parametrize("case", MODULES)
def test_a_module_that_has_no_classifier(tmp_path, monkeypatch, case):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "of_mine.py").write_text(MODULES[case])
    with modules_of(tmp_path):
        assert "of_mine:Own" in wrong_with("of_mine:Own")
    assert [path.name for path in tmp_path.iterdir()] == ["of_mine.py"]


@pytest.mark.parametrize("content", [b"\xff\xfe\0", b"\0", b"# coding: nothing\n", "é = 1\n".encode("latin-1")])
def test_a_module_that_is_no_text(tmp_path, monkeypatch, content):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "of_mine.py").write_bytes(content)
    with modules_of(tmp_path):
        assert "of_mine:Own" in wrong_with("of_mine:Own")
        checked({"own": {"methods": {"mine": {"import": "of_mine:Own"}}}})  # loaded after that, and not read here


@pytest.mark.parametrize("code", ["raise RuntimeError('no')", "import sys\nsys.exit(3)", "class Own(", "1 / 0"])
def test_a_package_that_cannot_be_run(tmp_path, monkeypatch, code):
    """The configuration is checked without running it, which is for another process."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "of_mine").mkdir()
    (tmp_path / "of_mine" / "__init__.py").write_text(code)
    (tmp_path / "of_mine" / "part.py").write_text(CLASSIFIER)
    with modules_of(tmp_path):
        checked({"own": {"methods": {"mine": {"import": "of_mine.part:Own"}}}})
        with pytest.raises(ConfigError, match="^config: own.methods.mine: no module 'of_mine.gone' can be imported$"):
            checked({"own": {"methods": {"mine": {"import": "of_mine.gone:Own"}}}})
        assert "of_mine.part:Own" in wrong_with("of_mine.part:Own")


@pytest.mark.parametrize("name", NO_CLASSIFIERS)
def test_what_is_no_classifier_of_scikit_learn(name):
    path = name if name.startswith(":") else f"sklearn.{name}"
    assert path in wrong_with(path)


@pytest.mark.parametrize("parameters", WRONG_PARAMETERS, ids=str)
def test_parameters_that_a_class_does_not_take(parameters):
    assert f"unknown parameter {parameters[-1]!r}" in wrong_with("sklearn.svm:LinearSVC", parameters)
