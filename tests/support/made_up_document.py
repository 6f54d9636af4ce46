"""A document that there is not: a folder of exhibits and statements, put in place of the package's own."""

import json

import manyclass.exhibits
from manyclass.exhibits import registry

STATEMENT = {"place": "table 1", "says": "A beats B.", "printed": "3 : 2", "kind": "empirical", "rule": "mean above 0"}
EXHIBIT = '''"""{name}: made up.

A text.
"""

{more}


def figure(results):
    """Nothing."""


def claims(results):
    """None."""
    return []
'''


def statement(name, **changes) -> dict:
    """An entry of a file of statements."""
    return {"id": name} | STATEMENT | changes


def write_yaml(path, entries):
    """A file of statements; YAML takes JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(entries if isinstance(entries, str) else json.dumps(entries, ensure_ascii=False), encoding="utf-8")
    return path


class Document:
    """A folder of exhibits beside the package's own, which are hidden.

    Each gets a name of its own, since imported modules stay.
    """

    number = 0

    def __init__(self, folder, monkeypatch):
        Document.number += 1
        self.name = f"made{Document.number}"
        self.folder = folder / self.name
        self.folder.mkdir()
        (self.folder / "__init__.py").write_text('"""A made-up document."""\n')
        monkeypatch.setattr(registry, "FOLDER", folder)
        monkeypatch.setattr(manyclass.exhibits, "__path__", [str(folder), *manyclass.exhibits.__path__])

    def exhibit(self, name, more="", source=None) -> str:
        """Add an exhibit; its name."""
        (self.folder / f"{name}.py").write_text(source or EXHIBIT.format(name=name, more=more))
        return f"{self.name}/{name}"

    def says(self, *entries):
        """Write the file of statements."""
        return write_yaml(self.folder / "statements.yaml", list(entries))
