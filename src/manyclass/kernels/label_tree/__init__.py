"""Training the classifiers of a label tree, and descending it."""
