"""The compiled inner loops: plain functions on float32 arrays, updated in place."""
