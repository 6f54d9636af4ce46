"""The exhibits: one file is one table or figure; the path of the file below this folder is the exhibit's name.

``gupta2014/table8`` is ``exhibits/gupta2014/table8.py``. A file that defines neither ``table`` nor ``figure`` is no
exhibit: it holds what several exhibits of its document share.

An exhibit's docstring is its caption, the first line its title. Of these functions it has those it needs:

- ``trials(config) -> list[Trial]``: the trials it reads;
- ``datasets(config) -> list[str]``: data sets it reads beyond those of its trials;
- ``signatures(config) -> list[str]``: data sets whose signatures it reads, of draw 0;
- ``applies(config) -> bool``: whether it can be made with this configuration (without the function: at every scale
  but large, at which there are a few data sets alone);
- ``lacks(config) -> str``: why it cannot be made, if it cannot, to say where it was asked for by its own name;
- ``title(config) -> str``: a title that depends on the configuration;
- ``note(config) -> str``: a last sentence of the caption, by the configuration or of where it is made, such as what is
  not installed there; empty for none;
- ``remark(results) -> str``: a sentence after that one, by what the data turned out to be; empty for none;
- ``table(results) -> pandas.DataFrame``, ``figure(results) -> matplotlib.figure.Figure`` and
  ``claims(results) -> list[Claim]``: what it shows;
- ``exhibits(config) -> list[str]``: other exhibits whose claims it reads; they are made wherever it is.

With ``claims`` goes ``STATEMENTS``, a tuple of the ids of the statements that they test (see
`manyclass.exhibits.statements`).
"""

import inspect
import re
from collections.abc import Iterable
from dataclasses import fields
from functools import cache
from importlib import import_module
from pathlib import Path

from manyclass.protocol.trial.spec import Trial
from manyclass.protocol.validation import guess

TABLE_ENDINGS = ("csv", "md", "tex", "html")
FIGURE_ENDINGS = ("svg", "png")
FOLDER = Path(__file__).parent
LARGE = "large"  # the scale of one data set of a document at its own number of classes
OFFERS_ONE = re.compile(r"^def (table|figure)\(", re.MULTILINE)


def documents() -> list[str]:
    """List the folders of exhibits: the documents, and a user's own comparison."""
    return sorted(path.parent.name for path in FOLDER.glob("*/__init__.py"))


def title(document: str) -> str:
    """Title of a document: what its folder's docstring says."""
    return import_module(f"{__package__}.{document}").__doc__.removesuffix(".")


def names() -> list[str]:
    """List the exhibits, ``document/exhibit``."""
    files = (path for path in FOLDER.glob("*/*.py") if _is_exhibit(path))
    return sorted(path.relative_to(FOLDER).with_suffix("").as_posix() for path in files)


def module_of(name: str) -> str:
    """Dotted name of an exhibit's module."""
    return f"{__package__}.{name.replace('/', '.')}"


def load(name):
    """Import an exhibit by its name.

    Raises
    ------
    ValueError
        When there is no such file; the message names those there are.
    """
    path = FOLDER / f"{name}.py"
    if not (path.parent.parent == FOLDER and path.is_file() and _is_exhibit(path)):
        raise ValueError(unknown(name))
    return import_module(module_of(name))


def unknown(name: str) -> str:
    """Say that there is no such exhibit, and what one may have meant."""
    known = names()
    renamed = {exhibit.replace("/", "_"): exhibit for exhibit in known}.get(str(name))
    if renamed:
        return f"exhibit {name!r} is now called {renamed!r}"
    without_document = [exhibit for exhibit in known if exhibit.rpartition("/")[2] == name]
    meant = guess(without_document[0] if without_document else name, known)
    return f"unknown exhibit {name!r}{meant}; choose a whole document ({', '.join(documents())}) or {', '.join(known)}"


def expand(chosen: Iterable[str]) -> list[str]:
    """List the exhibits that a choice of exhibits and whole documents names, each once.

    Raises
    ------
    ValueError
        When a name is that of no exhibit and of no document.
    """
    known, expanded = names(), []
    for name in chosen:
        if name not in known and name not in documents():
            raise ValueError(unknown(name))
        expanded += [exhibit for exhibit in known if exhibit == name or exhibit.startswith(f"{name}/")]
    return list(dict.fromkeys(expanded))


def selected(config) -> list[str]:
    """List the exhibits to make: those that the configuration names, else all, as far as they apply to it.

    With them those whose claims they read.
    """
    chosen = expand(config.get("exhibits") or documents())
    chosen = [*chosen, *(other for name in chosen for other in claimants(name, config))]
    return list(dict.fromkeys(name for name in chosen if applies(name, config)))


def applies(name, config) -> bool:
    """Whether an exhibit can be made with a configuration."""
    asked = getattr(load(name), "applies", None)
    return config["scale"] != LARGE if asked is None else asked(config)


def claimants(name, config) -> list[str]:
    """List the exhibits whose claims an exhibit reads, of those that can be made with this configuration."""
    named = getattr(import_module(module_of(name)), "exhibits", lambda config: [])(config)
    return [each for each in named if applies(each, config)]


def trials(names_, config) -> list:
    """Trials that the named exhibits need together, each once, with those that they start from.

    Raises
    ------
    ValueError
        When two exhibits declare the same address with different parameters.
    """
    by_address = {}
    for name in names_:
        for trial in getattr(load(name), "trials", lambda config: [])(config):
            while trial is not None:
                _agree(by_address.setdefault(trial.address, trial), trial, name)
                trial = trial.depends_on
    return list(by_address.values())


def inputs(name, config) -> tuple[list, list[str]]:
    """Trials and data sets (by name) that one exhibit reads."""
    needed = trials([name], config)
    sets = [trial.dataset for trial in needed] + getattr(load(name), "datasets", lambda config: [])(config)
    return needed, list(dict.fromkeys(sets))


def signatures(name, config) -> list[str]:
    """Data sets (by name) whose signatures one exhibit reads."""
    return getattr(load(name), "signatures", lambda config: [])(config)


def sets(names_, config) -> list[str]:
    """Data sets (by name) that the named exhibits read or of which they show signatures, each once."""
    read = (each for name in names_ for each in (*inputs(name, config)[1], *signatures(name, config)))
    return sorted(set(read))


def outputs(name, results="results", figures="figures") -> dict[str, list[str]]:
    """Files an exhibit yields, by kind: "table", "figure", "claims" and "caption"."""
    root = Path(results)
    files = {"caption": [root / "captions" / f"{name}.rst"]}
    if offers(name, "table"):
        files["table"] = [root / "tables" / f"{name}.{ending}" for ending in TABLE_ENDINGS]
    if offers(name, "figure"):
        files["figure"] = [Path(figures) / f"{name}.{ending}" for ending in FIGURE_ENDINGS]
    if offers(name, "claims"):
        files["claims"] = [root / "claims" / f"{name}.json"]
    return {kind: [str(path) for path in paths] for kind, paths in files.items()}


def offers(name, kind) -> bool:
    """Whether an exhibit has the function "table", "figure" or "claims"."""
    return inspect.isfunction(getattr(import_module(module_of(name)), kind, None))


def caption(name, config) -> str:
    """Caption of an exhibit: its title, an empty line, and its text."""
    module = load(name)
    head, _, body = inspect.cleandoc(module.__doc__).partition("\n")
    if hasattr(module, "title"):
        head = module.title(config)
    note = module.note(config) if hasattr(module, "note") else ""
    return f"{head}\n\n{body.strip()}\n\n{note}".rstrip() + "\n"


@cache
def _is_exhibit(path: Path) -> bool:
    """Whether a file defines a table or a figure; one that serves others only is not imported to find out."""
    return OFFERS_ONE.search(path.read_text(encoding="utf-8")) is not None


def _agree(first, second, name):
    same = (field.name for field in fields(Trial) if field.name not in ("dataset", "method", "variant"))
    different = [name for name in same if getattr(first, name) != getattr(second, name)]
    if different:
        raise ValueError(
            f"exhibit {name}: trial {first.address} is already declared with another {', '.join(different)};"
            " give one of them a variant of its own"
        )
