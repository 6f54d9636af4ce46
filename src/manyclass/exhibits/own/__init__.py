"""Comparison on one's own data."""
