"""Data sets: made, written, read, described; a user's own among them."""
