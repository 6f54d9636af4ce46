"""Tables of the pages that tell of kept runs."""

import pandas as pd


def table(rows: pd.DataFrame, n_texts: int) -> str:
    """A table in Markdown, its first columns set to the left and the others to the right."""
    sides = ["left"] * n_texts + ["right"] * (len(rows.columns) - n_texts)
    return rows.to_markdown(index=False, colalign=sides, disable_numparse=True)
