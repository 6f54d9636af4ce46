"""All claims with their verdicts, as a page for the browser.

``python -m manyclass.workflow.verdicts CLAIMS.csv CLAIMS.html``
"""

import sys
from pathlib import Path

import pandas as pd

from manyclass.protocol.files import atomic
from manyclass.report.tables import html
from manyclass.workflow.summary import counts, read_claims


def page(claims: pd.DataFrame) -> str:
    """One HTML page of the claims, texts (n, 5) as `manyclass.protocol.claims.collect` joins them."""
    caption = f"{counts(claims).capitalize()}.\n\nTested one by one at 95 %."
    return html(claims.rename(columns={"text": "claim"}), caption)


def main(source: str, target: str) -> None:
    """Write the page of a table of claims."""
    try:
        text = page(read_claims(source))
        with atomic(target) as part:
            part.write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        sys.exit(f"error: {Path(source)}: {error}")


if __name__ == "__main__":
    main(*sys.argv[1:])
