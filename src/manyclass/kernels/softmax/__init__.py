"""The logistic loss of all classes: its exponentials, its sum over samples, and its gradient."""
