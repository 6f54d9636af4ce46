"""Encoders of images: one file, one scikit-learn transformer of bags of local descriptors.

A set of images is one array of bags: float32 (n, L, d + 2), for each of the ``n`` images its ``L`` descriptors of
``d`` numbers, each followed by its place, across and down, both in [0, 1).
"""
