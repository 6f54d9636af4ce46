"""How a table looks: one DataFrame as CSV, Markdown, LaTeX (booktabs) and self-contained HTML.

A frame has plain column names and no index of interest. A cell is text, a number, or an `Interval`; CSV keeps
six digits and splits an interval into columns, the others round for reading.
"""

import unicodedata
from html import escape
from numbers import Integral, Real
from typing import NamedTuple

import numpy as np
import pandas as pd

from manyclass.protocol.claims.interval import interval

CSS = """body { font: 14px/1.5 sans-serif; margin: 2em; color: #111; background: #fff } p { max-width: 60em }
table { border-collapse: collapse; border-top: 2px solid; border-bottom: 2px solid }
th, td { padding: .2em .8em; text-align: right; white-space: nowrap; vertical-align: top }
th { border-bottom: 1px solid; text-align: left }"""
TEXT_CSS = "{ text-align: left; white-space: normal; max-width: 28em }"
TEX = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
TEX |= {character: "\\" + character for character in "&%$#_{}"}
TEX |= {"±": r"$\pm$", "−": "$-$", "×": r"$\times$", "≥": r"$\geq$", "‖": r"$\|$", "–": "--", "<": "$<$", ">": "$>$"}
TEX |= {"ᵀ": "$^T$", "ℓ": r"$\ell$", "†": r"$\dagger$", "‡": r"$\ddagger$", "≤": r"$\leq$", "≠": r"$\neq$"}
TEX |= {"≈": r"$\approx$", "→": r"$\to$", "↑": r"$\uparrow$", "√": r"$\surd$", "∞": r"$\infty$", "⟨": r"$\langle$"}
TEX |= {"⟩": r"$\rangle$", "′": "$'$", "½": r"$\frac{1}{2}$", "µ": r"$\mu$", "ŷ": r"$\hat{y}$", "…": r"\ldots{}"}
TEX |= {"“": "``", "”": "''", "⇔": r"$\Leftrightarrow$"}
GREEK = {letter: unicodedata.name(letter).split()[-1] for letter in "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΦΨΩ"}
GREEK["λ"] = GREEK["Λ"] = "LAMBDA"  # Unicode's LAMDA
TEX |= {letter: rf"$\{word.lower() if letter.islower() else word.title()}$" for letter, word in GREEK.items()}
TEX |= {raised: f"$^{plain}$" for raised, plain in zip("⁰¹²³⁴⁵⁶⁷⁸⁹ⁿ⁺⁻", "0123456789n+-")}
TEX |= {lowered: f"$_{plain}$" for lowered, plain in zip("₀₁₂₃₄₅₆₇₈₉₊₋", "0123456789+-")}


class Interval(NamedTuple):
    """Mean of `n` draws, of `of` that were to be had, half of its 95 % interval, and a mark shown beside the mean."""

    mean: float
    half: float
    n: int
    of: int
    mark: str = ""

    @classmethod
    def over(cls, values, of, mark="", overlap=0.0):
        """Mean of `values`, shape (n,), and half of its two-sided 95 % t interval; nan for a single value.

        `overlap` is that of repeated splits of one data set, see `manyclass.protocol.claims.interval`.
        """
        values = np.asarray(values, dtype=float)
        mean, half = float(values.mean()), np.nan
        if len(values) > 1:
            mean, low, _ = interval(values, overlap=overlap)
            half = mean - low
        return cls(mean, half, len(values), of, mark)

    def __str__(self):
        """Mean ± half of the interval, and the number of draws where some are missing."""
        half = "" if np.isnan(self.half) else f" ± {self.half:.2f}" if self.half < 100 else f" ± {self.half:,.0f}"
        draws = "" if self.n == self.of else f" ({self.n} of {self.of} draws)"
        mean = f"{self.mean:.2f}" if abs(self.mean) < 1 else show(self.mean)
        return f"{mean}{self.mark}{half}{draws}"


class Exact(float):
    """A number shown with the digits it was written with, as a printed or a chosen one is."""

    def __str__(self):
        """Write it as Python would, thousands apart."""
        return f"{float(self):,g}" if abs(self) >= 1000 else repr(float(self))


class Probability(float):
    """A probability, shown to a thousandth, and never as certain."""

    def __str__(self):
        """Write three digits, or on which side of them it is."""
        if 0.001 <= self <= 0.999:
            return f"{float(self):.3f}"
        return "< 0.001" if self < 0.5 else "> 0.999"


def texts(frame, caption) -> list[str]:
    """Write the table as CSV, Markdown, LaTeX and HTML, in this order, from a caption of title and text."""
    return [csv(frame), markdown(frame, caption), latex(frame, caption), html(frame, caption)]


def show(cell) -> str:
    """Write one cell for reading: three significant digits, thousands apart, – for nothing."""
    if isinstance(cell, str | Interval | Exact | Probability):
        return str(cell)
    if cell is None or (isinstance(cell, Real) and not np.isfinite(cell)):
        return "–"
    if isinstance(cell, bool | np.bool_):
        return "yes" if cell else "no"
    if isinstance(cell, Integral) or abs(cell) >= 100:
        return f"{cell:,.0f}"
    return f"{cell:#.3g}".rstrip(".") if abs(cell) >= 1e-3 else f"{cell:g}"


def csv(frame) -> str:
    """CSV text, intervals split into the columns mean, half of the interval, draws and, where there is one, mark."""
    columns = {}
    for name, cells in frame.items():
        if not any(isinstance(cell, Interval) for cell in cells):
            columns[name] = [plain(cell) for cell in cells]
            continue
        intervals = [cell if isinstance(cell, Interval) else Interval(cell, None, None, None) for cell in cells]
        columns[f"{name}: mean"] = [plain(each.mean) for each in intervals]
        columns[f"{name}: half of the interval"] = [plain(each.half) for each in intervals]
        columns[f"{name}: draws"] = [each.n for each in intervals]
        if any(each.mark for each in intervals):
            columns[f"{name}: mark"] = [each.mark for each in intervals]
    return pd.DataFrame(columns, dtype=object).to_csv(index=False, lineterminator="\n")


def plain(cell):
    """Round a number to six significant digits; leave anything else as it is."""
    return float(f"{cell:.6g}") if isinstance(cell, float) else cell


def markdown(frame, caption) -> str:
    """Markdown: the caption's title in bold, the table, then the caption's text."""
    title, _, text = caption.partition("\n")
    rule = ["---:" if numeric(frame[name]) else "---" for name in frame]
    rows = [list(frame.columns), rule, *shown(frame)]
    lines = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return f"**{title}**\n\n" + "\n".join(lines) + f"\n\n{text.strip()}\n"


def latex(frame, caption) -> str:
    """Write a LaTeX table for the booktabs package."""
    columns = "".join("r" if numeric(frame[name]) else "l" for name in frame)
    head, *rows = (" & ".join(map(tex, row)) + r" \\" for row in [list(frame.columns), *shown(frame)])
    title = tex(caption.partition("\n")[0])
    lines = [r"\begin{table}", r"\centering", rf"\caption{{{title}}}", rf"\begin{{tabular}}{{{columns}}}"]
    lines += [r"\toprule", head, r"\midrule", *rows, r"\bottomrule", r"\end{tabular}", r"\end{table}"]
    return "\n".join(lines) + "\n"


def html(frame, caption) -> str:
    """One HTML page without outside resources."""
    title, _, text = caption.partition("\n")
    of_texts = [f"td:nth-child({n}) {TEXT_CSS}" for n, name in enumerate(frame, 1) if not numeric(frame[name])]
    css = "\n".join([CSS, *of_texts])
    with pd.option_context("display.max_colwidth", None):  # else pandas cuts long cells
        table = pd.DataFrame(shown(frame), columns=frame.columns).to_html(index=False, border=0)
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>\n'
        f"<style>{css}</style></head><body>\n"
        f"<p><b>{escape(title)}</b> {escape(text.strip())}</p>\n{table}\n</body></html>\n"
    )


def shown(frame) -> list[list[str]]:
    """Cells of a frame as texts for reading, row by row."""
    return [[show(cell) for cell in row] for row in frame.itertuples(index=False, name=None)]


def numeric(cells) -> bool:
    """Whether a column holds numbers (failures and blanks aside), hence is set to the right."""
    return any(isinstance(cell, Interval) or (isinstance(cell, Real) and np.isfinite(cell)) for cell in cells)


def tex(text) -> str:
    """Escape a text for LaTeX."""
    return "".join(TEX.get(character, character) for character in text)
