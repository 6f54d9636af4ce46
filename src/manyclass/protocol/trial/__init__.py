"""One trial: what it is told, the sweep over its candidates, and the record it ends with."""
