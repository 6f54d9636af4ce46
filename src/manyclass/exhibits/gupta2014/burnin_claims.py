"""What is claimed of burn-in: the document's gain under both rules, what burn-in restores, and what it does not."""

from manyclass.exhibits import statistics
from manyclass.exhibits.gupta2014 import last_violators as last
from manyclass.protocol.claims import claim

SMALL, LARGE = 0.1, 0.3
TUNED = 10
EVEN = 0.5  # largest exponent of the class sizes at which the document's gain is looked for
INFINITE = float("inf")
TABLE6 = "table 6: ×1.18 (Q = 10)"


def claims(found, rules) -> list:
    """List the claims.

    Parameters
    ----------
    found : dict of float to list
        Records by the exponent of the class sizes.
    rules : dict of str to int
        Passes of the burn-in by rule.
    """
    listed = []
    for skew, records in found.items():
        if skew <= EVEN:
            listed += _gains(records, rules, f"exponent {skew:g}") + _inner(records, rules, f"exponent {skew:g}")
    steepest = max(found)
    return listed + _collapse(found[steepest], rules, f"exponent {steepest:g}")


def _accuracy(records, Q, burn_in, step):
    return last.accuracy(records, step=step, **last.setting(Q, burn_in))


def _gains(records, rules, where):
    listed = []
    for step in (SMALL, LARGE):
        without = _accuracy(records, 0, 0, step)
        measured = {rule: _accuracy(records, TUNED, burn_in, step) for rule, burn_in in rules.items()}
        for rule, accuracy in measured.items():
            text = f"{where}, step {step}, {rule}: Q = {TUNED} is more accurate than Q = 0"
            why = _unused(records, step) if rule == "as printed" else _absorbed(records, rules[rule], step)
            listed.append(claim.ratio(text, accuracy, without, 1, INFINITE, printed=TABLE6, why=why))
        text = f"{where}, step {step}: Q = {TUNED} is more accurate with burn-in than as printed"
        listed.append(claim.ratio(text, measured["with burn-in"], measured["as printed"], 1, INFINITE))
    return listed


def _inner(records, rules, where):
    tuned, one, hundred = (_accuracy(records, Q, rules["with burn-in"], LARGE) for Q in (TUNED, 1, 100))
    text = f"{where}, step {LARGE}, with burn-in: Q = {TUNED} is more accurate than Q ="
    why = _absorbed(records, rules["with burn-in"], LARGE)
    return [
        claim.greater(f"{text} 1", tuned, one, printed="table 6: 7.1 against 6.3", why=why),
        claim.greater(f"{text} 100", tuned, hundred, printed="table 6: 7.1 against 6.8", why=why),
    ]


def _unused(records, step):
    share = statistics.mean(last.ignored(records, TUNED, 0, look=0, step=step))
    return f"{share:.0f} % of the samples go unused in the first pass already"


def _absorbed(records, burn_in, step):
    both = {Q: statistics.mean(last.ignored(records, Q, burn_in, step=step)) for Q in (1, TUNED)}
    return (
        f"{both[TUNED]:.0f} % of the samples go unused in the last pass, with Q = 1 {both[1]:.0f} %: the larger the"
        " step and the skew, the more, until all is taken for the largest class (steeper sizes in the figure)"
    )


def _collapse(records, rules, where):
    """Of the steepest sizes: what is left under both rules at the larger step, and at the smaller one."""
    listed = []
    for rule, burn_in in rules.items():
        pair = (_accuracy(records, Q, burn_in, LARGE) for Q in (TUNED, 0))
        text = f"{where}, step {LARGE}, {rule}: with Q = {TUNED} less than half of the accuracy of Q = 0 is left"
        listed.append(claim.ratio(text, *pair, 0, 0.5))
    pair = (_accuracy(records, Q, rules["with burn-in"], SMALL) for Q in (TUNED, 0))
    text = f"{where}, step {SMALL}, with burn-in: Q = {TUNED} keeps at least 85 % of the accuracy of Q = 0"
    return [*listed, claim.ratio(text, *pair, 0.85, INFINITE)]
