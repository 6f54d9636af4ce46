"""Others' libraries as classifiers of the protocol; those of the extra ``peers`` are optional and imported in `fit`."""
