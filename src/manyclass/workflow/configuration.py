"""What the configuration may say, in ``config.yaml`` and what is laid over it, and whether its names are known."""

import inspect
import os
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from manyclass.exhibits import registry
from manyclass.exhibits.own import softmax
from manyclass.exhibits.own.comparison import SOFTMAX, TOP
from manyclass.exhibits.own.standing import EQUAL_WITHIN
from manyclass.protocol.data import make as data
from manyclass.protocol.data.own.options import OPENML, OwnData
from manyclass.protocol.errors import ConfigError, one_line
from manyclass.protocol.sources import closure
from manyclass.protocol.trial import axis, estimators
from manyclass.protocol.trial.spec import NAME
from manyclass.protocol.validation import Options, check_names, check_plain, shown, validated


def _once(names: list) -> list:
    for name in names:
        if names.count(name) > 1:
            raise ConfigError(f"{name!r} stands there more than once")
    return names


def _listed(given):
    """``--config exhibits=gupta2014/fig1`` names one."""
    return [given] if isinstance(given, str) else given


def _switch(given):
    """``--config`` on the command line gives words, not booleans."""
    return given == "true" if given in ("true", "false") else given


def _nothing(given):
    """``--config`` gives a word in the place of null, too."""
    return None if given == "null" else given


def _number_of_seeds(given):
    if given is not None and (type(given) is not int or not 1 <= given <= MOST_SEEDS):
        raise ConfigError(f"{shown(given)} is not valid: give a whole number from 1 to {MOST_SEEDS:,}")
    return given


def _values(given):
    axis.checked(check_plain(given))
    if isinstance(given, list) and any(value != value for value in given):
        raise ConfigError("a list of values to try must not hold NaN")
    return given


MOST_SEEDS, MOST_PASSES = 1000, 1_000_000
LONGEST_NAME = 100
ENSEMBLE = "ensemble_of"  # its members are trials that no configuration declares
Scale = Literal["smoke", "standard", "large", "full"]
# Seconds of a trial, or of one of its seeds where that is a job: 8 hours, and a week.
BUDGET = {"smoke": 3600.0, "standard": 3600.0, "large": 28_800.0, "full": 604_800.0}
Name = Annotated[str, Field(pattern=rf"^{NAME.pattern}\z", max_length=LONGEST_NAME)]
Plain = Annotated[Any, AfterValidator(check_plain)]
Names = Annotated[list[str], AfterValidator(_once)]
Exhibits = Annotated[Names, BeforeValidator(_listed)]
Switch = Annotated[bool, BeforeValidator(_switch)]
NULL = BeforeValidator(_nothing)


class OwnMethod(Options):
    """A classifier of one's own, or one of the package's with a sweep of one's own.

    Parameters
    ----------
    import : str
        ``package.module:Class``, a classifier by scikit-learn's contract; or in the place of the class an estimator of
        it that is made already, such as a Pipeline. Parameters of its steps are named as ``step__parameter``.
    method : str
        In its place one of the package's methods.
    fixed : dict of str to object
        Parameters held, which are not swept.
    search : dict of str to list or dict, optional
        Of each parameter that is swept the values, or a ladder: ``start`` values, from which it goes on by ``factor``
        (3 if not said) within the bounds ``low`` and ``high`` until the best stands inside, over ``whole`` numbers
        alone if so; see `manyclass.methods.base.ladder.Ladder`. Where not said, none of a classifier of one's own, and
        the package's for its methods.
    passes : int, optional
        Most passes over the training part, of the package's methods.
    """

    import_: Annotated[str | None, Field(alias="import", pattern=r"^[\w.]+:\w+$")] = None
    method: str | None = None
    fixed: dict[str, Plain] | None = None
    search: dict[str, Annotated[list | dict, AfterValidator(_values)]] | None = None
    passes: Annotated[int | None, Field(ge=1, le=MOST_PASSES)] = None

    @model_validator(mode="after")
    def _one_of_both(self):
        """Check that it says one thing, and nothing that would not be obeyed."""
        if (self.import_ is None) == (self.method is None):
            raise ConfigError("give either import or method")
        if both := sorted({*(self.fixed or {})} & {*(self.search or {})}):
            raise ConfigError(f"{both[0]} is both fixed and searched")
        if self.method is None and self.passes is not None:
            raise ConfigError("passes are of the package's methods: a class that is imported has its own parameter")
        return self if self.method is None else self._of_package()

    def _of_package(self):
        check_names("method", [self.method], [name for name in estimators.names() if name != ENSEMBLE])
        cls = estimators.load(self.method)
        takes = inspect.signature(cls).parameters
        given = [*(self.fixed or {}), *(self.search or {})]
        check_names("parameter", given, [*takes], where=f"{self.method}: ")
        if self.passes is not None and "max_iter" not in takes:
            raise ConfigError(f"{self.method} makes no passes: leave passes out")
        if "max_iter" in given:
            raise ConfigError(f"{self.method}: max_iter is the number of passes, which passes says")
        for point in self._points():
            try:
                cls(**{**(self.fixed or {}), **point})._validate_params()
            except ValueError as error:
                raise ConfigError(f"{self.method}: {error}") from None
        if self.method == SOFTMAX.method and (wrong := softmax.wrong(self.fixed or {}, self.search)):
            raise ConfigError(f"{self.method}: {wrong}")
        return self

    def _points(self) -> list[dict]:
        """Each value that is swept, as far as it is known before the data are, by its parameter; first none."""
        known = {name: axis.start_values(values) for name, values in (self.search or {}).items()}
        return [{}, *({name: value} for name, values in known.items() for value in values)]


class Comparison(Options):
    """What the exhibits of ``own`` compare.

    Parameters
    ----------
    title : str
        Title of the table.
    datasets, methods : list of str
        Names, of the package or of one's own: every method runs on every data set.
    refit : {"train+valid"}, optional
        Train the winner of each draw anew on train and validation together, with its parameters, and test that model.
    equal_within : float
        Points of accuracy, in percent, that make no practical difference: the region of practical equivalence.
    top : list of {3, 5, 10}
        The k of which top-k accuracies are shown.
    """

    title: Annotated[str, Field(pattern=r"^[^\n\r]+\z")] = "My comparison"
    datasets: Annotated[Names, Field(min_length=1)]
    methods: Annotated[Names, Field(min_length=1)]
    refit: Literal["train+valid"] | None = None
    equal_within: Annotated[float, Field(ge=0, lt=100)] = EQUAL_WITHIN
    top: Annotated[list[Literal[3, 5, 10]], AfterValidator(_once)] = TOP


class Own(Options):
    """One's own data sets and methods by name, and the comparison of them."""

    datasets: dict[Name, OwnData] = {}
    methods: dict[Name, OwnMethod] = {}
    compare: Comparison | None = None


class Configuration(Options):
    """What to run.

    Parameters
    ----------
    scale : {"smoke", "standard", "large", "full"}
        Sizes and budgets; at "large" there are the exhibits of one data set of a document at its own number of
        classes.
    exhibits : list of str, or str
        Exhibits (``gupta2014/table8``) and whole documents (``gupta2014``), or one of them; empty: all.
    seeds : int, optional
        Draws of every data set, each with a run of every trial, 1 to 1,000; by default as many as the scale has.
    seconds : float, optional
        Time budget of one trial with one seed; by default an hour, at large scale 8 and at full scale a week.
    longest_job_hours : float, optional
        Hours that a job on a cluster asks for at most, as its partition allows: a trial that is ended goes on when it
        is tried again.
    strict : bool
        Whether a trial without a result stops the workflow.
    name : str, optional
        Of the folders below ``results`` and ``figures`` for this configuration; by default that of the scale.
    own : Own
        One's own data and methods.
    """

    scale: Scale = "standard"
    exhibits: Exhibits = []
    seeds: Annotated[int | None, BeforeValidator(_number_of_seeds), NULL] = None
    seconds: Annotated[float | None, Field(gt=0, allow_inf_nan=False), NULL] = None
    longest_job_hours: Annotated[float | None, Field(ge=0.25, allow_inf_nan=False), NULL] = None
    strict: Switch = False
    name: Annotated[Name | None, NULL] = None
    own: Own = Own()


def checked(given: dict) -> dict:
    """Complete a configuration by its defaults, and check that there is what it names.

    Raises
    ------
    ConfigError
        One line with the key, the value and what is valid.
    """
    try:
        config = validated(Configuration, given).model_dump(by_alias=True, exclude_none=True)
        _check_exhibits(config)
        _check_name(config)
        config.setdefault("seconds", BUDGET[config["scale"]])
        _check_own(**config["own"])
    except ConfigError as error:
        raise ConfigError(one_line(f"config: {error}")) from None
    return config


def local_files(entry: dict) -> list[str]:
    """Files that an entry of ``own.datasets`` names, and those in a folder, which is no newer for a change in them."""
    named = (entry.get(key) for key in ("path", "valid_path", "test_path", "tree"))
    local = [file for file in named if file and not file.startswith(OPENML)]
    folders = [Path(file) for file in local if os.path.isdir(file)]
    return [*local, *(str(array) for folder in folders for array in sorted(folder.glob("*.npy")))]


def _check_exhibits(config) -> None:
    names, own = config["exhibits"], config["own"]
    try:
        chosen = registry.expand(names)
    except ValueError as error:
        raise ConfigError(f"exhibits: {error}") from None
    if "compare" not in own and (comparing := [name for name in chosen if name.startswith("own/")]):
        raise ConfigError(f"exhibits: {comparing[0]} shows what own.compare names, and there is none")
    for name in set(names) & set(chosen):  # of a whole document those are made that can be
        if short := getattr(registry.load(name), "lacks", lambda config: "")({"own": own}):
            raise ConfigError(f"exhibits: {name} {short}")
    not_made = [name for name in chosen if name in names and not registry.applies(name, config)]
    if not_made or not registry.selected(config):
        raise ConfigError(f"exhibits: {[*not_made, *names][0]} is not made at {_other_scales(not_made, config)}")


def _other_scales(not_made: list[str], config: dict) -> str:
    """This scale, and which exhibits it has or, where these are many, at which scales the first of these is made."""
    scale = config["scale"]
    if scale == registry.LARGE:
        there = ", ".join(each for each in registry.names() if registry.applies(each, config))
        return f"{scale} scale; those that are: {there}"
    at = [other for other in get_args(Scale) if registry.applies(not_made[0], config | {"scale": other})]
    return f"{scale} scale, but at {', '.join(at)}"


def _check_name(config) -> None:
    """A folder named as a scale holds that scale."""
    name = config.setdefault("name", config["scale"])
    if name in get_args(Scale) and name != config["scale"]:
        raise ConfigError(f"name: {name!r} is a scale, and not the one of this run: choose another")


def _check_own(datasets, methods, compare=None) -> None:
    for role, own, ours in (("datasets", datasets, data.available()), ("methods", methods, estimators.names())):
        for name in sorted(set(own) & set(ours)):
            raise ConfigError(f"own.{role}: {name!r} is a name of the package's own; choose another")
        if compare:
            known = [name for name in (*own, *ours) if name != ENSEMBLE]
            check_names("name", compare[role], known, where=f"own.compare.{role}: ")
    for name, entry in datasets.items():
        for file in local_files(entry):
            if not os.path.exists(file):  # as Path's does not, it takes a name that is too long
                raise ConfigError(f"own.datasets.{name}: there is no file {file}")
            if {"{", "}"} & {*file}:
                raise ConfigError(f"own.datasets.{name}: Snakemake takes braces for a pattern: rename {file}")
    for name, entry in methods.items():
        try:
            closure(entry.get("import", "manyclass").partition(":")[0])
        except ValueError as error:
            raise ConfigError(f"own.methods.{name}: {error}") from None
