"""What is claimed of the gain of ignoring last violators: from the document's mechanism, and where it turns."""

from manyclass.exhibits import statistics
from manyclass.exhibits.gupta2014 import last_violators as last
from manyclass.protocol.claims import claim

TUNED = 4  # the Q that stands for the document's 8 and 10, on sets a tenth of its size
TABLE6 = "table 6: ×1.18 (Q = 10)"
SUPPOSED = "section 10 supposes that it helps; no number"


def claims(found, rules) -> list:
    """List the claims by rule.

    Parameters
    ----------
    found : dict of str to list
        Records by variant: "" (six in ten labels wrong), "clean", "names8" and, but for smoke scale, "names8_given".
    rules : dict of str to int
        Passes of the burn-in by rule.
    """
    listed = []
    for rule, burn_in in rules.items():
        listed += _by_noise(found, rule, burn_in) + _by_names(found, rule, burn_in)
    noisy, passes = found[""], rules["with burn-in"]
    for Q, printed in ((1, "7.1 (Q = 10) against 6.3 (Q = 1)"), (16, "7.1 (Q = 10) against 6.8 (Q = 100)")):
        text = f"with burn-in, 60 % wrong labels: Q = {TUNED} is more accurate than Q = {Q}"
        best, other = (_accuracy(noisy, each, passes) for each in (TUNED, Q))
        listed.append(claim.greater(text, best, other, printed=f"table 6: {printed}"))
    return listed


def _accuracy(records, Q, burn_in, metric="accuracy"):
    return last.accuracy(records, metric, **last.setting(Q, burn_in))


def _pair(records, burn_in, metric="accuracy"):
    return _accuracy(records, TUNED, burn_in, metric), _accuracy(records, 0, burn_in, metric)


def _by_noise(found, rule, burn_in):
    gains = [last.gain(found[variant], TUNED, burn_in) for variant in ("", "clean")]
    text = f"{rule}: the gain of Q = {TUNED} is larger with 60 % wrong labels than with none"
    return [
        claim.ratio(
            f"{rule}, 60 % wrong labels: Q = {TUNED} is more accurate than Q = 0",
            *_pair(found[""], burn_in),
            1,
            float("inf"),
            printed=TABLE6,
        ),
        claim.ratio(
            f"{rule}, no wrong label: Q = {TUNED} gains nothing (at most 1 %)",
            *_pair(found["clean"], burn_in),
            0,
            1.01,
        ),
        claim.greater(text, *gains, show="{:+.1f} %".format),
    ]


def _by_names(found, rule, burn_in):
    end, why = f"Q = {TUNED} is more accurate than Q = 0", _synonyms(found, burn_in)
    listed = [
        claim.ratio(
            f"{rule}, one of eight names given: {end}{measure}",
            *_pair(found["names8"], burn_in, metric),
            1,
            float("inf"),
            printed=SUPPOSED,
            why=why,
        )
        for metric, measure in (("accuracy", ""), ("sibling_precision", ", any name counting as right"))
    ]
    if (control := "names8_given") in found:
        text = f"{rule}, all eight names given: Q = {TUNED} is within 1 % of Q = 0"
        listed.append(claim.ratio(text, *_pair(found[control], burn_in), 0.99, 1.01))
    return listed


def _synonyms(found, burn_in):
    unused = {each: statistics.mean(last.ignored(records, TUNED, burn_in)) for each, records in found.items()}
    given = unused.get("names8_given")
    control = f"; where all names are given {given:.1f} % do and nothing is lost" if given is not None else ""
    return (
        f"no label is wrong, yet {unused['names8']:.0f} % of the samples go unused in the last pass, for the last"
        f" violator is often another right name{control}"
    )
