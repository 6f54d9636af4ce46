"""Hazan & Singer, lecture 11 of COS 324: multiclass classification by stochastic gradients."""
