"""Verdicts of statements, from the tests that the exhibits made of them.

Within a statement Holm's correction is made twice: over the tests for "reproduced", and over those for "not
reproduced". So the chance that any of its tests is reproduced though it is not true is at most `ERROR`, and so is the
chance that any is refuted though it is true. A statement then has a false verdict, by chance, with at most that
probability: if all that it says is true, by a test refuted; else, by all of its tests reproduced.
"""

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np

from manyclass.protocol.claims.claim import NOT_REPRODUCED, REPRODUCED, UNDECIDED, Claim, judge
from manyclass.protocol.claims.statement import EMPIRICAL, Statement

PARTLY, CALIBRATED, UNTESTED, NOT_RUN = "partly", "calibrated", "untested", "not run"
JUDGED = (REPRODUCED, PARTLY, NOT_REPRODUCED, UNDECIDED)
SCORED = "yes"
RESTING = "rests on"


@dataclass(frozen=True)
class Outcome:
    """A claim as a test of its statement: p values after Holm's correction, the verdict by them, and its score.

    Parameters
    ----------
    exhibit : str
        Where it was made, ``document/exhibit``.
    claim : Claim
    holm_inside, holm_outside : float
        The claim's p values, corrected for the other tests of the statement.
    verdict : {"reproduced", "not reproduced", "undecided"}
    scored : str
        "yes", or why it does not count.
    calibrated : bool
        Whether one of its data sets was calibrated on the statement, which then does not rest on it.
    """

    exhibit: str
    claim: Claim
    holm_inside: float
    holm_outside: float
    verdict: str
    scored: str
    calibrated: bool


@dataclass(frozen=True)
class Judgement:
    """A statement with its tests, its verdict, and the reason where it has none of its own.

    Parameters
    ----------
    statement : Statement
    tests : tuple of Outcome
    verdict : str
        One of `JUDGED`, or "calibrated", "untested", "not run".
    reason : str
        Why it is not tested, what it was calibrated on, on which sets alone it is scored, where it fails though
        calibrated on it, or what it rests on.
    rests : bool
        Whether a statement that it requires holds it back (see `held_back_by`).
    """

    statement: Statement
    tests: tuple[Outcome, ...]
    verdict: str
    reason: str = ""
    rests: bool = False

    @property
    def counted(self) -> Counter:
        """How many of the tests that the verdict rests on have which verdict."""
        return Counter(test.verdict for test in self.tests if not test.calibrated)


def holm(p) -> np.ndarray:
    """Adjusted p values of a family of tests, shape (n,), float64 (Holm 1979)."""
    p = np.asarray(p, dtype=float)
    order = np.argsort(p, kind="stable")
    adjusted = np.empty(len(p))
    adjusted[order] = np.minimum(np.maximum.accumulate((len(p) - np.arange(len(p))) * p[order]), 1)
    return adjusted


def judgements(statements, made, left_out=None) -> list[Judgement]:
    """Judge all statements of a document.

    Parameters
    ----------
    statements : dict of str to Statement
    made : list of (str, Claim)
        The claims of the document's exhibits, each with the name of its exhibit.
    left_out : dict of str to list of str, optional
        Exhibits that test a statement too and are not of this run, by its id: the verdict is by a part of its tests,
        and says so.

    Returns
    -------
    list of Judgement
        In the order of `statements`.

    Raises
    ------
    ValueError
        If a claim names a statement that is none, or names no data set where its statement is calibrated on some.
    """
    for exhibit, claim in made:
        if claim.statement not in statements:
            raise ValueError(f"{exhibit}: claim {claim.text!r} names {claim.statement!r}, which is no statement")
        if not claim.on and (calibrated := statements[claim.statement].calibrated_on):
            sets = ", ".join(calibrated)
            raise ValueError(f"{exhibit}: claim {claim.text!r} must say on which data: it is calibrated on {sets}")
    alone = {}
    for statement in statements.values():
        of_it = [(exhibit, claim) for exhibit, claim in made if claim.statement == statement.id]
        alone[statement.id] = _judgement(statement, _tests(statement, of_it), (left_out or {}).get(statement.id, ()))
    return [_with_required(judgement, alone) for judgement in alone.values()]


def verdict_of(counted: Counter, contradicted: bool = False) -> str:
    """Verdict of a statement from how many of its tests have which, at least one.

    Parameters
    ----------
    counted : Counter
        Of the tests that are scored.
    contradicted : bool
        Whether it is refuted on a set that was chosen with it in view. That says nothing for it where it holds there,
        and where not even that helped it is not reproduced in full.
    """
    reproduced, refuted = counted[REPRODUCED], counted[NOT_REPRODUCED]
    if reproduced == counted.total():
        return PARTLY if contradicted else REPRODUCED
    if reproduced:
        return PARTLY
    return NOT_REPRODUCED if refuted else UNDECIDED


def held_back_by(verdict: str, required: dict[str, str]) -> dict[str, str]:
    """Those of the statements that one requires, by name, which it rests on since they were not reproduced.

    A failure is not counted once more. And what says why something is so, or what follows from it, is not reproduced as
    long as that is undecided.

    Parameters
    ----------
    verdict : str
        That of the statement by its own tests.
    required : dict of str to str
        Verdicts of those that it requires.
    """
    if verdict not in JUDGED:
        return {}
    failing = (NOT_REPRODUCED, UNDECIDED) if verdict in (REPRODUCED, PARTLY) else (NOT_REPRODUCED,)
    return {name: of for name, of in required.items() if of in failing}


def resting(held_back: dict[str, str]) -> str:
    """The same as a reason, empty without any."""
    names = {of: [name for name, its in held_back.items() if its == of] for of in dict.fromkeys(held_back.values())}
    return "; ".join(f"{RESTING} {', '.join(each)}, {of}" for of, each in names.items())


def _tests(statement, made) -> tuple[Outcome, ...]:
    """Tests of one statement.

    On sets that were calibrated on it none is scored as reproduced, so that they are no part of that family; of what
    refutes it they are. What could not be tested, of too few values, is undecided, and no test that others have to be
    corrected for.
    """
    on = [statement.calibrated(claim.on) for _, claim in made]
    inside, outside = (np.array([getattr(claim, name) for _, claim in made]) for name in ("p_inside", "p_outside"))
    testable = [place for place in range(len(made)) if min(inside[place], outside[place]) < 1]
    scored = [place for place in testable if not on[place]]
    inside[scored], outside[testable] = holm(inside[scored]), holm(outside[testable])
    tests = []
    for (exhibit, claim), names, *adjusted in zip(made, on, inside.tolist(), outside.tolist()):
        unscored = f"{CALIBRATED} on {', '.join(names)}" if names else statement.kind
        scored = SCORED if unscored == EMPIRICAL else unscored
        tests.append(Outcome(exhibit, claim, *adjusted, judge(*adjusted), scored, bool(names)))
    return tuple(tests)


def _judgement(statement, tests, left_out) -> Judgement:
    if statement.untested:
        return Judgement(statement, tests, UNTESTED, statement.untested)
    if not tests:
        return Judgement(statement, tests, NOT_RUN, "no exhibit of this run tests it")
    counted = Judgement(statement, tests, "").counted
    if not counted:
        sets = dict.fromkeys(name for test in tests for name in test.claim.on)
        reasons = [f"{', '.join(sets)}: parameters chosen with it in view", _against(tests)]
        return Judgement(statement, tests, CALIBRATED, "; ".join(filter(None, reasons)))
    against = _against(tests)
    reason = "; ".join(filter(None, [_alone(tests), against, _in_part(left_out)]))
    return Judgement(statement, tests, verdict_of(counted, bool(against)), reason)


def _alone(tests) -> str:
    """On which sets alone it is scored, where it is tested on others that were chosen with it in view."""
    if not any(test.calibrated for test in tests):
        return ""
    sets = ", ".join(dict.fromkeys(name for test in tests if not test.calibrated for name in test.claim.on))
    return f"scored on {sets} alone, as the others were chosen with it in view" if sets else ""


def _against(tests) -> str:
    """On which sets it is refuted though they were chosen with it in view, which is not scored and must be said."""
    refuted = (test for test in tests if test.calibrated and test.verdict == NOT_REPRODUCED)
    sets = ", ".join(dict.fromkeys(name for test in refuted for name in test.claim.on))
    return f"not reproduced on {sets}, chosen with it in view and not scored" if sets else ""


def _in_part(left_out) -> str:
    """Which exhibits of no part in this run test it too."""
    return f"by a part of its tests: those of {', '.join(left_out)} are not of this run" if left_out else ""


def _with_required(judgement, alone) -> Judgement:
    """The judgement, with what it rests on where that was not reproduced."""
    held_back = held_back_by(judgement.verdict, {name: alone[name].verdict for name in judgement.statement.requires})
    reason = "; ".join(filter(None, [judgement.reason, resting(held_back)]))
    return replace(judgement, reason=reason, rests=bool(held_back))
