"""Directives that take a page's content from the code: what a method's file says, and the list of exhibits."""

import inspect
from importlib import import_module
from pathlib import Path

from sphinx.util.docutils import SphinxDirective

from manyclass.exhibits import registry
from manyclass.protocol.sources import closure
from manyclass.reference.summary import exhibits

ROOT = Path(__file__).parents[2]


class Estimator(SphinxDirective):
    """Name the estimator of a file of ``methods``, its kernels and its source, and give its docstring's text.

    A kernel that the estimator's file does not lead to is an error, as is one that there is not.
    """

    required_arguments = 1
    option_spec = {"kernels": str.split}

    def run(self) -> list:
        """Give the nodes of the text."""
        module = import_module(f"manyclass.methods.{self.arguments[0]}")
        kernels = [f"manyclass.kernels.{name.replace('/', '.')}" for name in self.options.get("kernels", [])]
        reached = closure(module.__name__)
        for name in kernels:
            if not any(path.endswith(_file(name)) for path in reached):
                raise self.error(f"{_file(name)} is no file that {_file(module.__name__)} leads to")
        return self.parse_text_to_nodes(described(module, kernels))


class Exhibits(SphinxDirective):
    """List the exhibits of every document, with what is kept of them."""

    def run(self) -> list:
        """Give the nodes of the tables."""
        text = exhibits(registry.names(), ROOT / "reference", "path:../reference")
        return self.parse_text_to_nodes(text, allow_section_headings=True)


def described(module, kernels: list[str]) -> str:
    """What there is to say of a method, in Markdown."""
    (estimator,) = (
        value for value in vars(module).values() if inspect.isclass(value) and value.__module__ == module.__name__
    )
    parts = [
        f"- **Estimator:** {{py:class}}`~{module.__name__}.{estimator.__name__}`, `{_file(module.__name__)}`",
        *[f"- **Kernel:** {{py:mod}}`{_file(name)} <{name}>`" for name in kernels],
        f"- **From:** {estimator.citation}",
        "",
        inspect.getdoc(estimator).partition("\nParameters\n---")[0].strip(),
    ]
    return "\n".join(parts)


def _file(module: str) -> str:
    return f"src/{module.replace('.', '/')}.py"


def setup(app) -> dict:
    """Offer the directives."""
    app.add_directive("estimator", Estimator)
    app.add_directive("exhibits", Exhibits)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
