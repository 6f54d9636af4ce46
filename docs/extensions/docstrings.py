"""Docstrings are written for readers of the code: what reStructuredText would take for markup is kept as it stands."""

import inspect
import re

# Absolute values and conditional probabilities, "|b - f|", and unpaired stars; what stands in backticks is a name.
NAME_OR_MARK = re.compile(r"(``.*?``|`[^`]*`|\*\w[^*]*\*)|([|*])")
OURS = re.compile(r"(?<!`)`(manyclass\.[\w.]+)`(?!`)")
REQUESTS = re.compile(r"set_\w+_request")
SECTION = re.compile(r"-{3,}$")


def setup(app) -> dict:
    """Hook into autodoc, before docstrings are split into their sections."""
    app.connect("autodoc-process-docstring", _kept, priority=400)
    app.connect("autodoc-skip-member", _is_not_ours)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _kept(app, what, name, found, options, lines) -> None:
    """Make indented lines literal, as far as they are not of a section, and take no bar and no star for markup."""
    kept, literal, sections = [], False, False
    for line, before, after in zip(list(lines), ["", *lines], [*lines[1:], ""]):
        sections = sections or bool(SECTION.match(after))
        if line.strip():
            indented = line.startswith(" ") and not sections
            if indented and not literal and not before.strip():
                kept += ["::", ""]
                literal = True
            literal = literal and indented
        kept.append(line if literal else OURS.sub(r":py:obj:`\1`", NAME_OR_MARK.sub(_escaped, line)))
    lines[:] = kept


def _escaped(match) -> str:
    return match[1] or f"\\{match[2]}"


def _is_not_ours(app, what, name, member, skipped, options) -> bool | None:
    """Leave out what scikit-learn adds to every estimator, and constants that are functions of somebody else."""
    return True if REQUESTS.fullmatch(name) or inspect.isbuiltin(member) else None
