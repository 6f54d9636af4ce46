"""Uneven class sizes: what the printed rule of last violators makes of them.

The classes of `label_noise` with every second label wrong; wrong labels are drawn from the class prior, so that a
frequent class is also the commonest wrong one. Sizes fall as rank^-.5 (``zipf``); the variants vary the exponent from
uniform sizes to 1, where one sample in six is of the largest class.

Noise and exponent are those of a trial run in which the printed rule collapsed and a burn-in cured it, so they are no
test of that; with step and margin tuned for each order it does not (gupta2014/burnin). With so many labels wrong a
class as labelled lies everywhere: variances differ little from class to class.
"""

from dataclasses import replace

from manyclass.datasets import label_noise
from manyclass.datasets.base.families import NORMAL

SKEWED = {"noise": 0.5, "zipf": 0.5}
SCALES = {scale: replace(parameters, **SKEWED) for scale, parameters in label_noise.SCALES.items()}
VARIANTS = {
    "normal": NORMAL,
    "zipf0": {"zipf": 0.0},
    "zipf25": {"zipf": 0.25},
    "zipf75": {"zipf": 0.75},
    "zipf100": {"zipf": 1.0},
}
