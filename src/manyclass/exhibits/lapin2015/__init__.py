"""Lapin, Hein & Schiele 2015, Top-k multiclass SVM."""
