"""`few_directions` with five times the samples of each class: with enough of them a large embedding does no harm.

Made, with `few_directions`, to show that. A set by itself, whose draws have other classes than those of that one.
"""

from dataclasses import replace

from manyclass.datasets import few_directions

SCALES = {scale: replace(parameters, train=5 * parameters.train) for scale, parameters in few_directions.SCALES.items()}
