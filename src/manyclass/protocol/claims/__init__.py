"""Claims of the documents and the verdicts on them."""
