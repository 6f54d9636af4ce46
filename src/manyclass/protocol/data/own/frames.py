"""Reader of a user's tables: .csv, .parquet and .arff, one row a sample, one column the label."""

import csv
import re
from collections import Counter

import numpy as np
import pandas as pd
from scipy.io import arff

from manyclass.protocol.data.own import parquet
from manyclass.protocol.data.own.table import Table, as_table, exact
from manyclass.protocol.errors import DataError

ENDINGS = (".csv", ".parquet", ".arff")
MISSING = ["", "?", "NA", "N/A", "NaN", "nan", "null", "None"]
LONGEST_TEXT = 2**31 - 1
WHOLE = re.compile(r"0|-?[1-9][0-9]{0,17}")
SPELLINGS = {"val": "valid", "validation": "valid", "dev": "valid", "training": "train"}


def read_frames(files, options) -> dict[str, Table]:
    """Read tables, one for each part or one with a column that says which part a row belongs to.

    Parameters
    ----------
    files : dict of str to pathlib.Path
        File of each part.
    options : OwnData
        ``y``, ``x``, ``text``, ``group``, ``groups`` and ``split`` name columns. With ``text`` no other is a feature.

    Returns
    -------
    dict of str to Table
        The parts.

    Raises
    ------
    OSError, DataError
        If a file cannot be read, a column is missing, not numeric, or has holes.
    """
    named = (options.label, options.text, options.group, options.groups, options.split)
    verbatim = [column for column in named if column]
    frames = {part: _read(file, verbatim) for part, file in files.items()}
    if options.split:
        frames = _by_column(frames["train"], options.split)
    columns = _columns(frames["train"], options)
    return {part: _table(frame, columns, options) for part, frame in frames.items()}


def _read(path, verbatim) -> pd.DataFrame:
    """Read one table. The columns ``verbatim`` of a .csv are text as it stands there, in which 'None' is a name."""
    try:
        if path.suffix.lower() == ".parquet":
            return _unambiguous(parquet.read(path), path)
        if path.suffix.lower() == ".arff":
            return _arff(path)
        header = _header(path)
        missing = {column: [""] if column in verbatim else MISSING for column in header}
        as_written = {column: str for column in verbatim if column in header}
        return pd.read_csv(path, keep_default_na=False, na_values=missing, dtype=as_written, index_col=False)
    except ImportError:
        raise DataError("reading .parquet needs pyarrow: pip install 'manyclass[parquet]'") from None
    except DataError:
        raise
    except UnicodeDecodeError:
        raise DataError(f"{path} is not UTF-8, or damaged: save it as UTF-8") from None
    except (ValueError, csv.Error, pd.errors.ParserError) as error:
        reason = " ".join(str(error).split())
        raise DataError(f"{path} is truncated or no {path.suffix} file: {reason}") from None


def _arff(path) -> pd.DataFrame:
    """Read a table in WEKA's format, whose nominal values are text; ``?``, what is missing, is none."""
    try:
        records, _ = arff.loadarff(path)
    except (NotImplementedError, StopIteration, IndexError, arff.ArffError) as error:
        reason = f": {error}" if str(error) else ""
        raise DataError(f"{path} is no .arff file of numbers and nominal values{reason}") from None
    frame = _unambiguous(pd.DataFrame(records), path)
    nominal = frame.select_dtypes(object).columns
    return frame.assign(**{name: frame[name].str.decode("utf-8").replace("?", None) for name in nominal})


def _header(path) -> list[str]:
    """Names of the columns of a .csv; as many as the first row has values, which pandas would shift otherwise."""
    before = csv.field_size_limit(LONGEST_TEXT)
    try:
        with open(path, encoding="utf-8-sig", newline="") as lines:
            records = csv.reader(lines)
            header, first = next(records, []), next(records, None)
    finally:
        csv.field_size_limit(before)
    if len(header) == 1 and re.search("[;\t]", header[0]):
        raise DataError(f"{path} has one column, {header[0]!r}: columns must be parted by commas")
    _check_once(header, path)
    if header and first is None:
        raise DataError(f"{path} has no row below the names of its columns")
    if first is not None and len(first) != len(header):
        raise DataError(f"{path} has {len(header)} columns in its first line and {len(first)} values in its second")
    return header


def _unambiguous(frame, path) -> pd.DataFrame:
    _check_once(list(frame.columns), path)
    return frame


def _check_once(columns, path) -> None:
    if twice := [column for column, times in Counter(columns).items() if times > 1]:
        raise DataError(f"{path} has two columns {twice[0]!r}: name each once")


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
    other = {"y": options.label} | {option: getattr(options, option) for option in ("split", "group", "groups")}
    if options.text and (twice := [option for option, column in other.items() if column == options.text]):
        raise DataError(f"column {options.text!r} is {twice[0]}, and the text: a label must not be a feature")
    if isinstance(options.x, list):
        for option, column in other.items():
            if column in options.x:
                raise DataError(f"column {column!r} is {option}, and among the features x: leave it out there")
        return options.x
    if str(frame.columns[0]).startswith("Unnamed:") or not str(frame.columns[0]):
        raise DataError("the first column has no name: if it numbers the rows, write the table without it")
    return [column for column in frame.columns if column not in other.values()]


def _table(frame, columns, options) -> Table:
    y = _labels(_column(frame, options.label, "y"))
    grouped = [_names(frame, option, options) for option in ("group", "groups")]
    if options.text:
        sentences = _text(_column(frame, options.text, "text"), np.dtypes.StringDType())
        return as_table(sentences, y, *grouped)
    return as_table(_features(frame, columns), y, *grouped)


def _features(frame, columns) -> np.ndarray:
    """The columns side by side (n, d), one that holds lists of numbers as so many."""
    lists = [column for column in columns if parquet.holds_lists(_column(frame, column, "x"))]
    for column in columns:
        if column not in lists and not pd.api.types.is_numeric_dtype(frame[column]):
            raise DataError(f"column {column!r} is not numeric: encode it as numbers, or list the features in x")
    if not lists:
        return _numbers(frame[columns])
    return np.hstack([parquet.stacked(frame[name]) if name in lists else _numbers(frame[[name]]) for name in columns])


def _numbers(frame) -> np.ndarray:
    """Columns of numbers, with or without pandas' own kind of missing values, as exact as they are: float (n, d)."""
    kinds = (exact(getattr(dtype, "numpy_dtype", dtype)) for dtype in frame.dtypes)
    return frame.to_numpy(np.result_type(np.float32, *kinds))


def _names(frame, option, options) -> np.ndarray | None:
    """The column that an option names, as text; None where it names none."""
    named = getattr(options, option)
    return _text(_column(frame, named, option), str) if named else None


def _labels(column) -> np.ndarray | list:
    """Labels as they stand there; as numbers, whose order is theirs, if written as one writes whole numbers."""
    if parquet.holds_lists(column):
        return [*map(tuple, column)]
    if pd.api.types.is_numeric_dtype(column):
        return column.to_numpy()
    names = _text(column, str)
    return names.astype(np.int64) if all(map(WHOLE.fullmatch, names)) else names


def _text(column, dtype) -> np.ndarray:
    return np.array(column.astype(str).to_list(), dtype)
