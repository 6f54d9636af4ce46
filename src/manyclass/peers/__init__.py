"""Others' libraries as classifiers of the protocol; they are optional (the extra ``peers``), and imported in `fit`."""
