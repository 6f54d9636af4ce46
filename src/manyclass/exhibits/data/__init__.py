"""The data sets, beside real ones."""
