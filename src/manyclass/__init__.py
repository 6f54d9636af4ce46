"""Training classifiers for thousands of classes: the methods, tables and figures of five documents, reproduced."""
