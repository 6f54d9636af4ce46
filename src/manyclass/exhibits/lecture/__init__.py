"""Hazan & Singer, lecture on multiclass SGD."""
