"""Render exhibits.

``python -m manyclass.exhibits NAME [NAME ...] --scale S`` writes everything that each exhibit offers: its table in four
formats, its figure in two, its claims, its caption. One that fails costs the others nothing.
"""

import argparse
import json
import sys
import traceback

from threadpoolctl import threadpool_limits

from manyclass.exhibits import base, statements
from manyclass.exhibits.registry import caption, load, outputs
from manyclass.protocol import files
from manyclass.protocol.claims.claim import dumps
from manyclass.protocol.results import Results
from manyclass.report import style, tables


@threadpool_limits.wrap(1)
def render(name, config, results, figures) -> None:
    """Write the files of one exhibit, each whole or not at all, and the same bytes whatever the number of cores.

    Parameters
    ----------
    name : str
        The exhibit, ``document/exhibit``.
    config : dict
        The workflow's configuration, with its ``scale``.
    results, figures : path
        Folders of this scale.
    """
    exhibit, store, words = load(name), Results(results, config), caption(name, config)
    paths = outputs(name, results, figures)
    if hasattr(exhibit, "remark") and (remark := exhibit.remark(store)):
        words += f"\n{remark}\n"
    contents = {}
    if "table" in paths:
        table = exhibit.table(store)
        words = base.explained(words, table)
        contents["table"] = [text.encode() for text in tables.texts(table, words)]
    if "figure" in paths:
        with style.context():
            contents["figure"] = style.images(exhibit.figure(store))
    if "claims" in paths:
        read = Results(results, config)  # by the claims alone
        claims = exhibit.claims(read)
        statements.check_claims(name, claims, config)
        design = exhibit.DESIGN.dataset if hasattr(exhibit, "DESIGN") else ""
        contents["claims"] = [dumps(base.marked(claims, read.at_edge, design)).encode()]
    contents["caption"] = [words.encode()]
    for kind, written in contents.items():
        for path, content in zip(paths[kind], written, strict=True):
            with files.atomic(path) as part:
                part.write_bytes(content)


def main(arguments=None) -> None:
    """Run the command line; it ends in a non-zero exit status, and one line on each exhibit that failed, if any did."""
    parser = argparse.ArgumentParser(prog="python -m manyclass.exhibits", description=__doc__.splitlines()[0])
    parser.add_argument("names", metavar="name", nargs="+", help="exhibits, after those whose claims they read")
    parser.add_argument("--scale", required=True)
    parser.add_argument("--results", help="default: results/<scale>")
    parser.add_argument("--figures", help="default: figures/<scale>")
    parser.add_argument("--config", default="{}", help="the rest of the configuration, as JSON text")
    chosen = parser.parse_args(arguments)
    try:
        config = {**json.loads(chosen.config), "scale": chosen.scale}
    except json.JSONDecodeError as error:
        sys.exit(f"error: --config is not JSON text: {error}")
    folders = (chosen.results or f"results/{chosen.scale}", chosen.figures or f"figures/{chosen.scale}")
    failures = [failure for name in chosen.names if (failure := _failure(name, config, folders))]
    if failures:
        sys.exit("\n".join(failures))


def _failure(name, config, folders) -> str | None:
    """Render an exhibit; one line that says why it could not be, None where it was."""
    try:
        render(name, config, *folders)
    except (ValueError, OSError) as error:
        return f"error: exhibit {name}: {error}"
    except Exception:  # a mistake in the exhibit's own code
        traceback.print_exc()
        return f"error: exhibit {name}: see the traceback above"
    return None


if __name__ == "__main__":
    main()
