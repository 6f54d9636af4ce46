"""What is claimed of burn-in: when the printed rule collapses, that burn-in cures it, and where it does not."""

from manyclass.exhibits import _last_violators as last
from manyclass.protocol import claims as test

SMALL, LARGE = 0.1, 0.3
TUNED = 10
EVEN = 0.5  # largest exponent at which burn-in is claimed to work
INFINITE = float("inf")
TABLE6 = "table 6: ×1.18 (6.0 to 7.1)"


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
        even = skew <= EVEN
        listed += _at(records, rules, f"exponent {skew:g}, ", even)
    steepest = max(found)
    listed.append(_collapse(found[steepest], rules["as printed"], f"exponent {steepest:g}, as printed, "))
    return [*listed, _collapse(found[steepest], rules["with burn-in"], f"exponent {steepest:g}, even with burn-in, ")]


def _accuracy(records, Q, burn_in, step):
    return last.accuracy(records, step=step, **last.setting(Q, burn_in))


def _pair(records, Q, burn_in, step):
    return _accuracy(records, Q, burn_in, step), _accuracy(records, 0, burn_in, step)


def _at(records, rules, where, even):
    printed, passes = rules["as printed"], rules["with burn-in"]
    held = [_accuracy(records, TUNED, each, LARGE) for each in (passes, printed)]
    listed = [
        test.ratio(
            f"{where}as printed, step {LARGE}: Q = {TUNED} is less accurate than Q = 0",
            *_pair(records, TUNED, printed, LARGE),
            0,
            1,
            printed=f"the opposite; {TABLE6}",
        )
    ]
    if not even:
        return listed
    text = f"{where}step {LARGE}: Q = {TUNED} is more accurate with burn-in than as printed"
    listed.append(test.ratio(text, *held, 1, INFINITE))
    text = f"{where}with burn-in, step {LARGE}: Q = {TUNED} is more accurate than Q = 0"
    listed.append(test.ratio(text, *_pair(records, TUNED, passes, LARGE), 1, INFINITE, printed=TABLE6))
    for Q, against in ((1, "7.1 against 6.3"), (100, "7.1 against 6.8")):
        text = f"{where}with burn-in, step {LARGE}: Q = {TUNED} is more accurate than Q = {Q}"
        listed.append(test.greater(text, held[0], _accuracy(records, Q, passes, LARGE), printed=f"table 6: {against}"))
    text = f"{where}as printed, Q = 1: the step {SMALL} is more accurate than {LARGE}"
    pair = [_accuracy(records, 1, printed, step) for step in (SMALL, LARGE)]
    return [*listed, test.ratio(text, *pair, 1, INFINITE)]


def _collapse(records, burn_in, where):
    text = f"{where}step {LARGE}: with Q = {TUNED} less than half of the accuracy of Q = 0 is left"
    return test.ratio(text, *_pair(records, TUNED, burn_in, LARGE), 0, 0.5)
