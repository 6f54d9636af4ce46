"""What the exhibits of noise, burn-in and dimensions share: Wsabie++ at one setting, over seeds.

Of a trial whose candidates are all trained to the end, those at one setting compete on validation with each other
alone, seed by seed: what a setting leaves open is tuned for it.
"""

from manyclass.exhibits.base import accuracy, course
from manyclass.exhibits.gupta2014.trials import gain, grids, ignored, rules, setting

__all__ = ["accuracy", "course", "gain", "grids", "ignored", "rules", "setting"]
