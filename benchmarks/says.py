"""What the tables say, in sentences that quote them: who is faster where, and where ours are slower."""

import pandas as pd

ALONG = {"G": "classes", "n": "samples"}
# A peer that is within this of the most accurate one is as good a choice.
AS_GOOD = 0.005
# What grows by so much more than the size grows more than in proportion.
MORE = 1.1
EXCESS = 1e-4  # of the softmax regression in the summary
OURS_AMONG_TREES = ("LabelTree", "ConfusionLabelTree", "TopKSVM")


def linear(frame: pd.DataFrame) -> str:
    """A sentence or two for each set."""
    said = []
    for name, rows in frame.groupby("set", sort=False):
        best = rows.groupby("peer", sort=False)["peer / ours"].max()
        faster, slower, never = best[best >= 1], best[best < 1], best[best.isna()]
        parts = [f"**{name}**: of {len(best)} peers, {len(faster)} take longer than the fastest of ours"]
        parts += [f"they take {_range(faster)} times as long"] if len(faster) else []
        parts += [f"ours are slower than {_listed(slower, '{:.2g} of our time')}"] if len(slower) else []
        parts += [f"none of ours is seen to reach {_names(never)}"] if len(never) else []
        said.append("- " + "; ".join(parts) + ".")
    return "\n".join(said)


def softmax(frame: pd.DataFrame) -> str:
    """A sentence for each set."""
    said = []
    for name, rows in frame.groupby("set", sort=False):
        best = rows.groupby("excess")["lbfgs / ours"].max()
        faster, slower, never = best[best >= 1], best[best < 1], best[best.isna()]
        parts = [f"lbfgs takes {_range(faster)} times as long as the faster of ours"] if len(faster) else []
        parts += [f"ours are slower to an excess of {_names(slower.rename('{:g}'.format))}"] if len(slower) else []
        parts += [f"ours do not come within {_names(never.rename('{:g}'.format))}"] if len(never) else []
        said.append(f"- **{name}**: " + "; ".join(parts) + ".")
    return "\n".join(said)


def trees(frame: pd.DataFrame) -> str:
    """A sentence for each number of classes."""
    said = []
    for n_classes, rows in frame.groupby("classes", sort=False):
        ours, others = rows[rows["method"] == "LabelTree"], rows[~rows["method"].isin(OURS_AMONG_TREES)]
        others = others.dropna(subset="prediction µs a sample")
        flat = rows[rows["method"] == "TopKSVM"].iloc[0]
        single, best = ours.iloc[0], ours.loc[ours["accuracy"].idxmax()]
        text = f"- **{n_classes:,} classes**: the label tree is right in {single['accuracy']:.3f} of the test samples"
        if best["beam"] > 1:
            text += f", with {best['beam']:.0f} paths in {best['accuracy']:.3f}"
        if len(others):
            peer = others.loc[others["accuracy"].idxmax()]
            text += f", {peer['method']} in {peer['accuracy']:.3f}, for {_ratio(peer, single, 'training s')} times the"
            text += f" training and {_ratio(peer, single, 'prediction µs a sample')} times the prediction"
            text += f"; a flat classifier, TopKSVM, in {flat['accuracy']:.3f}, for {_ratio(flat, peer, 'training s')}"
            text += f" and {_ratio(flat, peer, 'prediction µs a sample')} times the peer's"
        said.append(f"{text}.")
    return "\n".join(said)


def growth(frame: pd.DataFrame) -> str:
    """Who grows fastest over the last step."""
    said = []
    for along, column in ALONG.items():
        rows = frame[frame["along"] == along].sort_values(column).groupby("method", sort=False)
        last = rows["seconds"].agg(lambda seconds: seconds.iloc[-1] / seconds.iloc[-2])
        by = rows[column].agg(lambda sizes: sizes.iloc[-1] / sizes.iloc[-2]).iloc[0]
        above = last[last > MORE * by].sort_values(ascending=False)
        text = f"With {by:.2g} times the {column} at the end of the table a pass takes {_range(last)} times as long"
        text += (
            f"; clearly more than in proportion: {_listed(above, '{:.2g} times')}."
            if len(above)
            else ", none clearly more than in proportion."
        )
        said.append(text)
    return " ".join(said)


def cores(frame: pd.DataFrame) -> str:
    """The least and the most that threads gain."""
    least, most = frame.loc[frame["sooner"].idxmin()], frame.loc[frame["sooner"].idxmax()]
    text = f"On {frame['threads'].iloc[0]} threads the work is done {least['sooner']:.2g} ({least['work']}) to"
    return f"{text} {most['sooner']:.2g} ({most['work']}) times as soon."


SENTENCES = {"linear": linear, "softmax": softmax, "trees": trees, "growth": growth, "cores": cores}


def summary(frames: dict[str, pd.DataFrame]) -> pd.DataFrame:
    """One row for each work: the peer that a user would pick, and the fastest of ours at its accuracy."""
    rows = list(_linear_rows(frames["linear"])) if "linear" in frames else []
    rows += _softmax_rows(frames["softmax"]) if "softmax" in frames else []
    rows += _tree_rows(frames["trees"]) if "trees" in frames else []
    return pd.DataFrame(rows)


def _linear_rows(frame):
    for (kind, name), rows in frame[frame["kind"] == frame["our kind"]].groupby(["kind", "set"], sort=False):
        peer = _pick(rows.rename(columns={"peer's accuracy": "accuracy", "accuracy": "reached"}), "peer's seconds")
        against = rows[rows["peer"] == peer["peer"]]
        reaching = against.dropna(subset="peer / ours")
        ours = reaching.loc[reaching["peer / ours"].idxmax()] if len(reaching) else None
        yield _row(f"{kind}, {name}", peer["peer"], f"accuracy {peer['accuracy']:.3f}", peer["peer's seconds"], ours)


def _softmax_rows(frame):
    for name, rows in frame[frame["excess"] == EXCESS].groupby("set", sort=False):
        reaching = rows.dropna(subset="lbfgs / ours").rename(columns={"lbfgs / ours": "peer / ours"})
        ours = reaching.loc[reaching["peer / ours"].idxmax()].copy() if len(reaching) else None
        if ours is not None:
            ours["ours"] = f"SoftmaxRegression, {ours['ours']}"
        goal, seconds = f"excess {EXCESS:g}", rows["lbfgs seconds"].iloc[0]
        yield _row(f"softmax regression, {name}", "LogisticRegression lbfgs", goal, seconds, ours)


def _tree_rows(frame):
    for n_classes, rows in frame.groupby("classes", sort=False):
        mine = rows["method"].isin(OURS_AMONG_TREES)
        if mine.all():
            continue
        peer = _pick(rows[~mine], "training s")
        reaching = rows[mine & (rows["accuracy"] >= peer["accuracy"])].sort_values("training s")
        ours = reaching.iloc[0].rename({"method": "ours", "training s": "seconds"}) if len(reaching) else None
        if ours is not None:
            ours["peer / ours"] = peer["training s"] / ours["seconds"]
        goal = f"accuracy {peer['accuracy']:.3f}"
        yield _row(f"trees, {n_classes:,} classes", peer["method"], goal, peer["training s"], ours)


def _pick(rows, seconds):
    """The fastest of the peers that are as accurate as the best."""
    good = rows[rows["accuracy"] >= rows["accuracy"].max() - AS_GOOD]
    return good.loc[good[seconds].idxmin()]


def _row(work, peer, goal, seconds, ours):
    row = {"work": work, "best peer": peer, "to": goal, "peer s": seconds}
    if ours is None:
        return row | {"ours": "none reaches it", "ours s": None, "peer / ours": None}
    return row | {"ours": ours["ours"], "ours s": ours["seconds"], "peer / ours": ours["peer / ours"]}


def _range(values):
    """The least and the most, or the one there is."""
    values = sorted({f"{value:.2g}" for value in (values.min(), values.max())}, key=float)
    return " to ".join(f"{float(value):,g}" for value in values)


def _names(values):
    return ", ".join(map(str, values.index))


def _listed(values, form):
    return ", ".join(f"{name} ({form.format(value)})" for name, value in values.items())


def _ratio(one, other, column):
    return f"{float(f'{one[column] / other[column]:.2g}'):,g}"
