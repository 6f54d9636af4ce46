"""The configuration: its defaults, and one line for whatever is wrong with it."""

from pathlib import Path

import pytest
import yaml
from small_project import OWN

from manyclass.protocol.errors import ConfigError
from manyclass.workflow.configuration import checked, local_files

ROOT = Path(__file__).parents[2]
OF_SGD = {"step": 10.0, "power": 0.5, "batch_size": 5, "replacement": True, "average_from": 1.0}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A folder with the file that OWN names."""
    (tmp_path / "blobs.npz").touch()
    (tmp_path / "{mine}.npz").touch()
    monkeypatch.chdir(tmp_path)


def test_the_file_of_the_project_says_the_defaults():
    assert checked(yaml.safe_load((ROOT / "config.yaml").read_text())) == checked({})


def test_own_data_and_methods_keep_what_is_said_of_them():
    own = checked({"own": OWN})["own"]
    assert own["methods"] == OWN["methods"]
    assert own["compare"] == {"equal_within": 1.0, "top": [5]} | OWN["compare"]
    assert own["datasets"]["blobs"] == OWN["datasets"]["blobs"]


def test_a_ladder_is_kept_as_it_is_said():
    said = {"C": {"start": [0.1, 1], "factor": 10, "high": 1000}, "kernel": ["rbf", "linear"]}
    assert checked(method(search=said))["own"]["methods"]["ours"]["search"] == said


def test_a_method_of_the_package_may_be_swept_otherwise():
    said = {"method": "one_vs_rest", "fixed": {"balance": None}, "search": {"step": {"start": [0.1]}}, "passes": 60}
    assert checked({"own": {"methods": {"ours": said}}})["own"]["methods"]["ours"] == said


def test_one_exhibit_needs_no_list():
    assert checked({"exhibits": "gupta2014/fig1"})["exhibits"] == ["gupta2014/fig1"]


@pytest.mark.parametrize(("given", "strict"), [(True, True), ("true", True), (False, False), ("false", False)])
def test_strict_may_be_a_word(given, strict):
    assert checked({"strict": given})["strict"] is strict


def data(**options):
    return {"own": {"datasets": {"blobs": {"path": "blobs.npz"} | options}}}


def method(**options):
    return {"own": {"methods": {"ours": {"import": "json:X"} | options}}}


def of_package(**options):
    return {"own": {"methods": {"ours": {"method": "wsabie_pp"} | options}}}


def softmax(fixed=None, search=None):
    given = {"fixed": fixed, "search": search}
    return of_package(method="softmax_regression", **{name: value for name, value in given.items() if value})


def ladder(**options):
    return method(search={"C": options})


def compare(**options):
    return {"own": OWN | {"compare": OWN["compare"] | options}}


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"scal": "smoke"}, "unknown key 'scal' (did you mean 'scale'?); choose from scale, exhibits, seeds"),
        ({"scale": "huge"}, "scale: 'huge' is not valid: it should be 'smoke', 'standard', 'large' or 'full'"),
        (
            {"exhibits": ["gupta2014/table88"]},
            "exhibits: unknown exhibit 'gupta2014/table88' (did you mean 'gupta2014/table8'?)",
        ),
        (
            {"exhibits": ["gupta2014_table8"]},
            "exhibits: exhibit 'gupta2014_table8' is now called 'gupta2014/table8'",
        ),
        ({"exhibits": 3}, "exhibits: 3 is not valid: it should be a valid list"),
        ({"exhibits": ["lecture", "lecture"]}, "exhibits: 'lecture' stands there more than once"),
        ({"strict": "yes"}, "strict: 'yes' is not valid"),
        ({"strict": 1}, "strict: 1 is not valid"),
        *(
            ({"seeds": wrong}, f"seeds: {wrong!r} is not valid: give a whole number from 1 to 1,000")
            for wrong in (True, 2.5, 2.0, "2", "many", 0, -1, 1001, 10**20, float("nan"), [3])
        ),
        ({"name": "full"}, "name: 'full' is a scale, and not the one of this run: choose another"),
        ({"name": "../x"}, "name: '../x' is not valid"),
        (
            {"exhibits": ["lecture/sgd", "gupta2014/scaling"]},
            "exhibits: gupta2014/scaling is not made at standard scale, but at large",
        ),
        (
            {"exhibits": ["lecture"], "scale": "large"},
            "exhibits: lecture is not made at large scale; those that are: g",
        ),
        ({"exhibits": ["own/topk"]}, "exhibits: own/topk shows what own.compare names, and there is none"),
        ({"exhibits": ["lecture", "own"]}, "exhibits: own/comparison shows what own.compare names"),
        ({"seconds": 0}, "seconds: 0 is not valid: it should be greater than 0"),
        ({"own": None}, "own: None is not valid"),
        ({"own": {"dataset": {}}}, "own: unknown key 'dataset' (did you mean 'datasets'?)"),
        (data(tset=0.5), "own.datasets.blobs: unknown key 'tset'"),
        (data(test=1.5), "own.datasets.blobs.test: 1.5 is not valid: it should be less than 1"),
        (data(y_test="yt"), "own.datasets.blobs: x_test and y_test belong together"),
        (data(path="gone.npz"), "own.datasets.blobs: there is no file gone.npz"),
        (data(test_path="{mine}.npz"), "own.datasets.blobs: Snakemake takes braces for a pattern: rename {mine}.npz"),
        (data(tree="gone.csv"), "own.datasets.blobs: there is no file gone.csv"),
        ({"own": {"datasets": {"blobs": {}}}}, "own.datasets.blobs: path is missing"),
        ({"own": {"datasets": {"my set": {"path": "blobs.npz"}}}}, "own.datasets.my set: 'my set' is not valid"),
        ({"own": {"datasets": {"web21k": {"path": "blobs.npz"}}}}, "'web21k' is a name of the package's own"),
        ({"own": {"methods": {"wsabie": {"import": "json:X"}}}}, "'wsabie' is a name of the package's own"),
        (method(**{"import": "sklern:X"}), "own.methods.ours: no module 'sklern' can be imported"),
        (method(**{"import": "sklern"}), "own.methods.ours.import: 'sklern' is not valid"),
        (method(method="lda"), "own.methods.ours: give either import or method"),
        ({"own": {"methods": {"ours": {}}}}, "own.methods.ours: give either import or method"),
        (of_package(method="ldaa"), "own.methods.ours: unknown method 'ldaa' (did you mean 'lda'?)"),
        (
            of_package(fixed={"steps": 1}),
            "own.methods.ours: wsabie_pp: unknown parameter 'steps' (did you mean 'step'?)",
        ),
        (of_package(search={"max_iter": [60]}), "wsabie_pp: max_iter is the number of passes, which passes says"),
        (of_package(search={"step": [1]}, fixed={"step": 1}), "own.methods.ours: step is both fixed and searched"),
        (of_package(passes=0), "own.methods.ours.passes: 0 is not valid"),
        *(
            (softmax(**{way: {name: [value] if way == "search" else value}}), f"{name} is not read by L-BFGS")
            for name, value in OF_SGD.items()
            for way in ("fixed", "search")
        ),
        (softmax(search={"step": [1.0, 10.0]}), "own.methods.ours: softmax_regression: step is not read by L-BFGS"),
        (softmax(search={"step": [1.0, 10.0]}), "give fixed: {solver: sgd}"),
        (softmax({"penalty": 0.0}), "which needs a penalty above 0 and no radius; it is solved by L-BFGS"),
        (softmax(search={"penalty": [0.0, 1e-3]}), "which needs a penalty above 0 and no radius"),
        (softmax({"radius": 5.0}), "solver='lbfgs' knows no ball"),
        (
            softmax(search={"solver": ["sgd", "lbfgs"]}),
            "the solver is held, and not searched",
        ),
        (softmax({"solver": "sgd", "warm_start": True}), "warm_start=True needs solver='lbfgs'"),
        (softmax({"solver": "sgd", "tol": 0.01, "penalty": 1e-3}), "radii are swept where no search is given"),
        (method(passes=3), "own.methods.ours: passes are of the package's methods"),
        (method(search={"C": []}), "own.methods.ours.search.C: a list of values to try must not be empty"),
        (method(search={"C": 1.0}), "own.methods.ours.search.C: 1.0 is not valid: it should be a valid list"),
        (ladder(factor=3), "own.methods.ours.search.C: a ladder needs start values: start is missing"),
        (ladder(start=[]), "own.methods.ours.search.C: a ladder needs at least one start value"),
        (ladder(start=[1, 0.1]), "own.methods.ours.search.C: start values must rise: 1, 0.1"),
        (ladder(start=["1e-3"]), "own.methods.ours.search.C: start values must be numbers, not '1e-3'"),
        (ladder(start=[1], factor=1), "search.C: the factor of a ladder must be a number above 1, not 1"),
        (ladder(start=[1], low=5, high=2), "search.C: low must be below high: 5 and 2 are the wrong way round"),
        (ladder(start=[1, 9], high=3), "search.C: the start value 9 lies outside the bounds"),
        (ladder(start=[1], by=3), "search.C: unknown key 'by' of a ladder; choose from start, factor, low, high"),
        (compare(datasets=["blob"]), "own.compare.datasets: unknown name 'blob'"),
        (compare(methods=["wsabi"]), "own.compare.methods: unknown name 'wsabi' (did you mean 'wsabie'?)"),
        (compare(methods=[]), "own.compare.methods: [] is not valid"),
        (compare(passes=3), "own.compare: unknown key 'passes'"),
        (compare(equal_within=-1), "own.compare.equal_within: -1 is not valid"),
        (compare(equal_within=float("nan")), "own.compare.equal_within: nan is not valid"),
        (compare(top=[4]), "own.compare.top: 4 is not valid: it should be 3, 5 or 10"),
        (compare(top=[3, 3]), "own.compare.top: 3 stands there more than once"),
        (
            compare() | {"exhibits": ["own/ranks"]},
            "exhibits: own/ranks ranks two methods or more on two data sets or more of own.compare",
        ),
    ],
)
def test_what_is_wrong_is_said_in_a_line(given, says):
    with pytest.raises(ConfigError) as caught:
        checked(given)
    assert str(caught.value).startswith("config: ") and says in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "entry",
    [
        {"fixed": {"intercept": 0.0}},
        {"fixed": {"radius": float("inf")}},
        {"fixed": {"penalty": 0.0, "tol": None}},
        {"search": {"intercept": [0.0, 1.0], "penalty": {"start": [1e-4]}}},
        {"fixed": {"solver": "sgd"}},
        {"fixed": {"solver": "sgd"}, "search": {name: [value] for name, value in OF_SGD.items()}},
        {"fixed": {"solver": "sgd", "tol": 0.01, "penalty": 1e-3}, "search": {"step": [1.0]}},
    ],
)
def test_what_softmax_regression_can_be_trained_with_is_kept(entry):
    assert checked(softmax(**entry))["own"]["methods"]["ours"] == {"method": "softmax_regression"} | entry


def test_of_a_folder_of_arrays_each_is_an_input(tmp_path):
    """A folder is no newer for an array that is written over in place."""
    for name in ("y.npy", "X.npy", "notes.txt"):
        (tmp_path / name).touch()
    entry = {"path": str(tmp_path), "valid_path": None, "test_path": "held.csv", "tree": None, "y": "label"}
    assert local_files(entry) == [str(tmp_path), "held.csv", str(tmp_path / "X.npy"), str(tmp_path / "y.npy")]
    assert local_files({"path": "openml:glass"}) == []
