"""A user's own comparison."""
