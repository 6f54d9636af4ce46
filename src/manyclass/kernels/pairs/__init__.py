"""Losses of all pairs of a sample and a class: which can matter, and the class vectors that they add up to."""
