"""Write the page of a run.

``python -m manyclass.workflow.page NAME [NAME ...] --sets NAME [NAME ...] --results FOLDER --figures FOLDER --out
FILE``, with the exhibits and the data sets in the order in which they shall stand.
"""

import argparse
import sys
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from manyclass.protocol.files import atomic
from manyclass.workflow.page.contents import contents

FOLDER = Path(__file__).parent


def page(exhibits, sets, results, figures) -> str:
    """The page of these exhibits, with nothing in it from outside.

    Parameters
    ----------
    exhibits : sequence of str
        Names, ``document/exhibit``.
    sets : sequence of str
        Names of the data sets that they read.
    results, figures : path
        Folders of the run; results also holds its tables of statements and tests.

    Raises
    ------
    OSError, ValueError
        If a file of the run is missing or is no such file; one line.
    """
    templates = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    shown = contents(exhibits, sets, Path(results), Path(figures))
    return templates.get_template("template.html").render(shown)


def main(arguments=None) -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m manyclass.workflow.page", description=__doc__.splitlines()[0])
    parser.add_argument("exhibits", metavar="name", nargs="*", help="an exhibit")
    parser.add_argument("--sets", metavar="name", nargs="*", default=[], help="a data set")
    for name in ("results", "figures", "out"):
        parser.add_argument(f"--{name}", required=True, type=Path)
    options = parser.parse_args(arguments)
    try:
        text = page(options.exhibits, options.sets, options.results, options.figures)
        with atomic(options.out) as part:
            part.write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
