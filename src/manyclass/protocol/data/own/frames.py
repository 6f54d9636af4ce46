"""Reader of a user's tables: .csv and .parquet, one row a sample, one column the label."""

import numpy as np
import pandas as pd

from manyclass.protocol.data.own.table import Table, as_table
from manyclass.protocol.errors import DataError

ENDINGS = (".csv", ".parquet")
MISSING = ["", "?", "NA", "N/A", "NaN", "nan", "null", "None"]
SPELLINGS = {"val": "valid", "validation": "valid", "dev": "valid", "training": "train"}


def read_frames(files, options) -> dict[str, Table]:
    """Read tables, one for each part or one with a column that says which part a row belongs to.

    Parameters
    ----------
    files : dict of str to pathlib.Path
        File of each part.
    options : OwnData
        ``y``, ``x``, ``text``, ``group`` and ``split`` name columns. With ``text`` no other is a feature.

    Returns
    -------
    dict of str to Table
        The parts.

    Raises
    ------
    OSError, DataError
        If a file cannot be read, a column is missing, not numeric, or has holes.
    """
    verbatim = [column for column in (options.y, options.text, options.group, options.split) if column]
    frames = {part: _read(file, verbatim) for part, file in files.items()}
    if options.split:
        frames = _by_column(frames["train"], options.split)
    columns = _columns(frames["train"], options)
    return {part: _table(frame, columns, options) for part, frame in frames.items()}


def _read(path, verbatim) -> pd.DataFrame:
    """Read one table. In the columns ``verbatim`` of a .csv an empty cell is missing, 'None' is a name."""
    try:
        if path.suffix.lower() == ".parquet":
            return pd.read_parquet(path)
        header = pd.read_csv(path, nrows=0).columns
        missing = {column: [""] if column in verbatim else MISSING for column in header}
        return pd.read_csv(path, keep_default_na=False, na_values=missing)
    except ImportError:
        raise DataError("reading .parquet needs pyarrow: pip install 'manyclass[parquet]'") from None
    except ValueError as error:
        reason = " ".join(str(error).split())
        raise DataError(f"{path} is truncated or no {path.suffix} file: {reason}") from None


def _by_column(frame, column) -> dict[str, pd.DataFrame]:
    part = _column(frame, column, "split").astype(str).str.lower()
    part = part.replace(SPELLINGS)
    if unknown := sorted(set(part) - {"train", "valid", "test"}):
        raise DataError(f"column {column!r} says {unknown[0]!r}: it must say train, valid or test")
    if "train" not in set(part):
        raise DataError(f"column {column!r} names no row train")
    return dict(list(frame.groupby(part, sort=False)))


def _column(frame, column, option) -> pd.Series:
    if column not in frame.columns:
        raise DataError(
            f"there is no column {column!r} for {option}: choose one of {', '.join(map(str, frame.columns))}"
        )
    if frame[column].isna().any():
        raise DataError(f"column {column!r} has no value in row {int(np.argmax(frame[column].isna()))} (from 0)")
    return frame[column]


def _columns(frame, options) -> list[str]:
    """Columns of features."""
    if isinstance(options.x, list):
        return options.x
    if str(frame.columns[0]).startswith("Unnamed:"):
        raise DataError("the first column has no name: if it numbers the rows, write the table without it")
    other = {options.y, options.split, options.group}
    return [column for column in frame.columns if column not in other]


def _table(frame, columns, options) -> Table:
    y = _labels(_column(frame, options.y, "y"))
    groups = _text(_column(frame, options.group, "group"), str) if options.group else None
    if options.text:
        sentences = _text(_column(frame, options.text, "text"), np.dtypes.StringDType())
        return as_table(sentences, y, groups)
    for column in columns:
        if not pd.api.types.is_numeric_dtype(_column(frame, column, "x")):
            raise DataError(f"column {column!r} is not numeric: encode it as numbers, or list the features in x")
    return as_table(frame[columns].to_numpy(np.float32), y, groups)


def _labels(column) -> np.ndarray:
    return column.to_numpy() if pd.api.types.is_numeric_dtype(column) else _text(column, str)


def _text(column, dtype) -> np.ndarray:
    return np.array(column.astype(str).to_list(), dtype)
