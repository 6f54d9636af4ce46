"""Table 1: ignoring sampled last violators, eight samples whose label is cat.

Each row printed and as our training code treats it, with the violators given. What is sampled is random only
where dog and pig both violate and neither is ignored, in the first sample; shown is a run that draws dog there,
as the document does. Of the eight samples three are counted, four ignored, and one has no violator.
Source: Gupta, Bengio and Weston 2014, table 1.
"""

from functools import cache

import numpy as np
import pandas as pd

from manyclass.exhibits.gupta2014 import frozen_ranking
from manyclass.protocol.claims import claim
from manyclass.protocol.seeds import derive

RUNS, BATCHES = 1000, 20
STATEMENTS = ("table1",)
DOG, PIG = "dog", "pig"
VIOLATORS = ((DOG, PIG), (DOG, PIG), (DOG,), (DOG, PIG), (PIG,), (), (DOG,), (DOG,))
PRINTED = (  # cat's last violator, whether it violates, the new violator sampled
    ("none", "–", DOG),
    (DOG, "yes", "ignored"),
    (DOG, "yes", "ignored"),
    (DOG, "yes", "ignored"),
    (DOG, "no", PIG),
    (PIG, "no", "none"),
    ("none", "–", DOG),
    (DOG, "yes", "ignored"),
)
COLUMNS = ("cat's last violator", "violates?", "new violator sampled")


@cache
def courses() -> list[tuple]:
    """RUNS runs of our code over the eight samples, each in the words of the table."""
    violates = np.array([[name in violators for name in (DOG, PIG)] for violators in VIOLATORS])
    seeds = derive("exhibit", "gupta2014_table1").spawn(RUNS)
    return [tuple(_words(*sample) for sample in frozen_ranking.follow(violates, seed)) for seed in seeds]


def by_rule(first) -> tuple:
    """The course that section 6.2 prescribes after the first draw, written down without our code."""
    course, last_violator = [], "none"
    for violators in VIOLATORS:
        ignored = last_violator in violators
        new = last_violator if ignored else first if len(violators) == 2 else (*violators, "none")[0]
        violates = "–" if last_violator == "none" else "yes" if ignored else "no"
        course.append((last_violator, violates, "ignored" if ignored else new))
        last_violator = new
    return tuple(course)


def table(results):
    """One row a sample, printed and ours."""
    shown = next(course for course in courses() if course[0][-1] == DOG)
    rows = []
    for number, (violators, printed, ours) in enumerate(zip(VIOLATORS, PRINTED, shown), 1):
        cells = {"sample": number, "violators": " and ".join(violators) or "no violators"}
        for column, stated, simulated in zip(COLUMNS, printed, ours):
            cells |= {f"{column}: printed": stated, f"{column}: ours": simulated}
        rows.append(cells)
    return pd.DataFrame(rows)


def claims(results):
    """Test the printed course, the one of the other first draw, and that both come with equal chance."""
    dog = np.array([course[0][-1] == DOG for course in courses()])
    shares = dog.reshape(BATCHES, -1).mean(axis=1)
    equal = f"dog and pig are drawn first with equal chance ({BATCHES} batches of {RUNS // BATCHES} runs)"
    every = "every run that draws {} first takes the {} course, cell by cell"
    return [
        _followed(every.format(DOG, "printed"), dog, PRINTED, "table 1"),
        _followed(every.format(PIG, "prescribed"), ~dog, by_rule(PIG), "section 6.2"),
        claim.between("table1", equal, shares, 0.45, 0.55, printed="uniform among the violators", unit="batches"),
    ]


def _followed(text, drawn, course, printed):
    same = sum(simulated == course for simulated, counted in zip(courses(), drawn) if counted)
    holds = bool(same == drawn.sum() > 0)
    return claim.exact("table1", text, holds, f"{same} of {drawn.sum()} runs", printed=printed)


def _words(before, ignored, after):
    names = (DOG, PIG, "none")  # -1 is the last
    violates = "–" if before < 0 else "yes" if ignored else "no"
    return names[before], violates, "ignored" if ignored else names[after]
