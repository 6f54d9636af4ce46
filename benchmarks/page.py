"""README.md of the benchmarks: tables, and sentences that quote them, are written between its marks."""

from pathlib import Path

import pandas as pd
import says

NONE = "Not measured yet."


def render(readme: Path, numbers: Path, names: list[str]) -> None:
    """Replace what stands between the marks: of every benchmark its table, what it says, and what was left out."""
    text = _between(readme.read_text(), "machine", (numbers / "machine.txt").read_text().strip())
    for name in names:
        text = _between(text, name, NONE)
    frames = {name: pd.read_csv(numbers / f"{name}.csv") for name in names if (numbers / f"{name}.csv").is_file()}
    for name, frame in frames.items():
        shown = SHAPES.get(name, lambda frame: [frame])(frame)
        text = _between(text, name, "\n\n".join([*map(table, shown), *_left_out(numbers / f"{name}.txt")]))
        if name in says.SENTENCES:
            text = _between(text, f"{name} says", says.SENTENCES[name](frame))
    summary = says.summary(frames)
    text = _between(text, "summary", table(summary) if len(summary) else NONE)
    readme.write_text(text)


def table(frame: pd.DataFrame) -> str:
    """A table in Markdown, three digits a number."""
    shown = [frame[column].map(_text if _is_text(frame[column].dtype) else _number) for column in frame]
    lines = [frame.columns, ["---" if text else "---:" for text in map(_is_text, frame.dtypes)], *zip(*shown)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def linear(frame: pd.DataFrame) -> list[pd.DataFrame]:
    """A row for each peer, with how many times as long it takes as each of ours; and the best accuracies of ours."""
    peer = ["set", "peer", "peer's parameters", "peer's accuracy", "peer's seconds"]
    best = _wide(frame, ["set"], "ours", "best accuracy")
    return [_wide(frame, peer, "ours", "peer / ours"), best.rename(columns={"set": "best accuracy of ours"})]


def softmax(frame: pd.DataFrame) -> list[pd.DataFrame]:
    """A row for each excess, with how many times as long lbfgs takes as each of ours."""
    frame = frame.assign(ours="lbfgs / our " + frame["ours"], excess=frame["excess"].map("{:g}".format))
    return [_wide(frame, ["set", "excess", "iterations of lbfgs", "lbfgs seconds"], "ours", "lbfgs / ours")]


def growth(frame: pd.DataFrame) -> list[pd.DataFrame]:
    """A row for each method with milliseconds at every size, and how many times as long the last takes as the first."""
    found = []
    for along, column in says.ALONG.items():
        rows = frame[frame["along"] == along].assign(ms=1e3 * frame["seconds"])
        wide = _wide(rows, ["method"], column, "ms")
        sizes = list(wide.columns[1:])
        wide["last / first"] = wide[sizes[-1]] / wide[sizes[0]]
        found.append(wide.rename(columns={size: f"{along} = {size:,}, ms" for size in sizes}))
    return found


SHAPES = {"linear": linear, "softmax": softmax, "growth": growth}


def _wide(frame, index, columns, values):
    """One column for each value of ``columns``, in the order in which they come."""
    wide = frame[index].drop_duplicates()
    for name in frame[columns].unique():
        some = frame.loc[frame[columns] == name, [*index, values]].drop_duplicates(index)
        wide = wide.merge(some.rename(columns={values: name}), on=index, how="left")
    return wide


def _left_out(file: Path) -> list[str]:
    """What a benchmark said that it left out, a paragraph a line."""
    lines = file.read_text().splitlines() if file.is_file() else []
    return [line.replace(": left out; ", " is left out; ") + "." for line in lines]


def _number(value):
    """Whole numbers in full, others to three digits."""
    if isinstance(value, int):
        return f"{value:,}"
    return "" if pd.isna(value) else f"{float(f'{value:.3g}'):,g}"


def _text(value):
    return "" if pd.isna(value) else str(value)


def _is_text(dtype):
    return not pd.api.types.is_numeric_dtype(dtype)


def _between(text, mark, content):
    start, end = f"<!-- {mark} -->", f"<!-- end of {mark} -->"
    before, rest = text.split(start)
    return f"{before}{start}\n{content}\n{end}{rest.split(end)[1]}"
