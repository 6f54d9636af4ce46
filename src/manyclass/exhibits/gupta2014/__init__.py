"""Gupta, Bengio & Weston 2014, Training highly multiclass classifiers."""
