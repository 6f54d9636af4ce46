"""Minimising a smooth objective by its full gradient."""
