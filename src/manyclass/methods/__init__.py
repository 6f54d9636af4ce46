"""One file is one estimator, and one algorithm of a document."""
