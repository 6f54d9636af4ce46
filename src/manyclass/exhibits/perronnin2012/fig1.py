"""Figure 1: what the imbalance of one-vs-rest costs, on features of several sizes.

Test accuracy (mean over classes) of w-OVR, which draws β negatives for each positive, over β; dashed u-OVR, which uses
every sample for every class, as if β were about the number of classes. β = 1 is the natural rebalancing. N: Gaussians
of the Fisher vectors; D: features; BOV: a bag of words. Mean and 95 % interval over seeds. The best β of a claim is the
one that validation chooses in each seed; steps are fixed for each D. Source: Perronnin, Akata, Harchaoui and Schmid
2012, figure 1, whose curves stand without numbers.
"""

import numpy as np

from manyclass.exhibits import statistics
from manyclass.exhibits.perronnin2012 import trials as shared
from manyclass.protocol.claims import claim

SEEN = "figure 1, no numbers"
LITTLE = 5  # percent of the accuracy
RISING = "the cap on passes explains little of it (one seed at β = 1: 42.0 at 162 passes, 42.6 at 243)"


def features(config) -> list[str]:
    """All features, small ones first."""
    *small, large = shared.fisher(config)
    return list(dict.fromkeys([*small, shared.features(config)["BOV"], large]))


def trials(config):
    """w-OVR, with all values of β in one trial, and u-OVR on each of the features."""
    return [shared.trial(config, method, each) for each in features(config) for method in ("w-OVR", "u-OVR")]


def label(results, each) -> str:
    """What features are called in the legend."""
    kind = f"N = {shared.FISHER[each]}" if each in shared.FISHER else "BOV"
    return f"{kind}, D = {results.card(shared.name(shared.ILSVRC, each))['features']:,}"


def figure(results):
    """Accuracy over β, one colour for each of the features."""
    from manyclass.report import curves, style

    shown, (ax,) = style.panels(1, height=3.4)
    shown.set_figwidth(style.PAGE)
    betas = shared.balances(results.config)
    found = {label(results, each): each for each in features(results.config)}
    curves.draw(ax, {name: statistics.band(over_beta(results, each)) for name, each in found.items()}, betas)
    for line in ax.lines:
        line.set_linestyle("-")
    for each, colour in zip(found.values(), style.COLOURS):
        level = statistics.band([accuracy(results, "u-OVR", each)])
        if level is not None:
            ax.axhline(level[0, 0], color=colour, linestyle="--", linewidth=0.9)
            ax.axhspan(level[1, 0], level[2, 0], color=colour, alpha=0.08, linewidth=0)
    ax.plot([], [], color="0.3", linestyle="--", label="u-OVR")
    ax.set_xscale("log", base=2)
    ax.set_xticks(betas, [str(beta) for beta in betas])
    ax.set(xlabel="β, negatives per positive", ylabel="accuracy, %", ylim=(0, None))
    style.legend(shown, [ax])
    return shown


def over_beta(results, each) -> np.ndarray:
    """Accuracy in percent at each β, float64 (betas, seeds); nan for a hole."""
    betas = shared.balances(results.config)
    return np.array([accuracy(results, "w-OVR", each, balance=beta) for beta in betas])


def accuracy(results, method, each, **held) -> np.ndarray:
    """Top-1 accuracy in percent on some features, at the parameters held: (seeds,); nan for a hole."""
    return shared.accuracy(results, shared.trial(results.config, method, each), **held)


def claims(results):
    """List the claims: β matters on small features, and little on the largest."""
    *small, large = features(results.config)
    gains = {each: _gain(results, each, 1) for each in (*small, large)}
    listed = []
    for each in small:
        best, unweighted = (accuracy(results, method, each) for method in ("w-OVR", "u-OVR"))
        name = label(results, each)
        listed += [
            claim.greater(f"{name}: w-OVR is more accurate than u-OVR", best, unweighted, printed=SEEN),
            _more_than(f"{name}: the best β is more accurate than β = 1", gains[each]),
        ]
    name = label(results, large)
    text = f"{name}: choosing β instead of 1 has little effect (less than {LITTLE} %)"
    others = ", ".join(
        f"{statistics.mean(gains[each]):+.0f} % at {label(results, each).partition(',')[0]}" for each in small
    )
    why = f"less than on smaller features ({others}), if not little; the document has up to 131,072; {RISING}"
    listed.append(claim.between(text, gains[large], -np.inf, LITTLE, printed=SEEN, show="{:+.1f} %".format, why=why))
    for each in small:
        text = f"choosing β gains more at {label(results, each)} than at {name}"
        listed.append(claim.greater(text, gains[each], gains[large], printed=SEEN, show="{:+.1f} %".format))
    leads = [_gain(results, each, None) for each in (small[0], large)]
    text = f"w-OVR leads u-OVR by a larger share at {label(results, small[0])} than at {name}"
    return [*listed, claim.greater(text, *leads, printed=SEEN, show="{:+.1f} %".format)]


def _more_than(text, gains):
    return claim.between(text, gains, 0, np.inf, printed=SEEN, show="{:+.1f} %".format)


def _gain(results, each, beta) -> np.ndarray:
    """By how many percent the chosen β is more accurate than `beta`, None for u-OVR; shape (seeds,)."""
    best = accuracy(results, "w-OVR", each)
    other = accuracy(results, "u-OVR", each) if beta is None else accuracy(results, "w-OVR", each, balance=beta)
    return 100 * (np.divide(best, other, out=np.full(len(best), np.nan), where=other > 0) - 1)
