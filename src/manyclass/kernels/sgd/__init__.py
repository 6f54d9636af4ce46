"""Stochastic gradient steps on class vectors in the space of the features."""
