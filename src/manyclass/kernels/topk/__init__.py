"""Dual coordinate ascent for the top-k SVM, its losses and its projections."""
