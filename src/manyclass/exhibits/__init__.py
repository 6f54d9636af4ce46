"""The exhibits: one file is one table or figure of a document, or of a user's own comparison.

An exhibit's docstring is its caption, the first line its title. Of these functions it has those it needs:

- ``trials(config) -> list[Trial]``: the trials it reads;
- ``datasets(config) -> list[str]``: data sets it reads beyond those of its trials;
- ``applies(config) -> bool``: whether it can be made with this configuration (yes, without the function);
- ``title(config) -> str``: a title that depends on the configuration;
- ``table(results) -> pandas.DataFrame``, ``figure(results) -> matplotlib.figure.Figure`` and
  ``claims(results) -> list[Claim]``: what it shows.

Everything here answers without matplotlib, pandas or the methods, since the workflow asks on every start.
"""

import inspect
from importlib import import_module
from pathlib import Path

TABLE_ENDINGS = ("csv", "md", "tex", "html")
FIGURE_ENDINGS = ("svg", "png")


def names() -> list[str]:
    """List the exhibits: the files of this folder, less ``base`` and those that start with ``_``."""
    files = (path.stem for path in Path(__file__).parent.glob("*.py"))
    return sorted(name for name in files if name != "base" and not name.startswith("_"))


def load(name):
    """Import an exhibit by its file name.

    Raises
    ------
    ValueError
        When there is no such file; the message names those there are.
    """
    if name not in names():
        raise ValueError(f"unknown exhibit {name!r}; choose from {', '.join(names())}")
    return import_module(f"manyclass.exhibits.{name}")


def selected(config) -> list[str]:
    """List the exhibits to make: those under ``exhibits`` of the configuration, else all that apply to it."""
    chosen = config.get("exhibits") or names()
    return [name for name in chosen if getattr(load(name), "applies", lambda config: True)(config)]


def trials(names_, config) -> list:
    """Trials that the named exhibits need together, each once, with those that they start from.

    Raises
    ------
    ValueError
        When two exhibits declare the same address with different parameters.
    """
    found = {}
    for name in names_:
        for trial in getattr(load(name), "trials", lambda config: [])(config):
            while trial is not None:
                _agree(found.setdefault(trial.address, trial), trial, name)
                trial = trial.after
    return list(found.values())


def inputs(name, config) -> tuple[list, list[str]]:
    """Trials and data sets (by name) that one exhibit reads."""
    needed = trials([name], config)
    sets = [trial.dataset for trial in needed] + getattr(load(name), "datasets", lambda config: [])(config)
    return needed, list(dict.fromkeys(sets))


def outputs(name, results="results", figures="figures") -> dict[str, list[str]]:
    """Files an exhibit yields, by kind: "table", "figure", "claims" and "caption"."""
    module, root = load(name), Path(results)
    files = {"caption": [root / "captions" / f"{name}.rst"]}
    if _offers(module, "table"):
        files["table"] = [root / "tables" / f"{name}.{ending}" for ending in TABLE_ENDINGS]
    if _offers(module, "figure"):
        files["figure"] = [Path(figures) / f"{name}.{ending}" for ending in FIGURE_ENDINGS]
    if _offers(module, "claims"):
        files["claims"] = [root / "claims" / f"{name}.json"]
    return {kind: [str(path) for path in paths] for kind, paths in files.items()}


def caption(name, config) -> str:
    """Caption of an exhibit: its title, an empty line, and its text."""
    module = load(name)
    head, _, body = inspect.cleandoc(module.__doc__).partition("\n")
    if hasattr(module, "title"):
        head = module.title(config)
    return f"{head}\n\n{body.strip()}".rstrip() + "\n"


def _offers(module, name):
    return inspect.isfunction(getattr(module, name, None))


def _agree(first, second, name):
    same = ("fixed", "grid", "passes", "after", "halving", "patience", "factory")
    different = [field for field in same if getattr(first, field) != getattr(second, field)]
    if different:
        raise ValueError(
            f"exhibit {name}: trial {first.address} is already declared with another {', '.join(different)};"
            " give one of them a variant of its own"
        )
