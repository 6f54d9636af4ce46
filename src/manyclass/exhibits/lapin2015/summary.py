"""Summary: all tests of what the document states, printed against measured, and the verdicts.

A row is a test, below the statement that it belongs to: mean over draws and 95 % interval, on the claimed range
(shaded); a cross is the printed number, where there is one on the same scale. Colours and markers are the verdicts
after Holm's correction within the statement; hollow markers are not scored (calibrated on their data, mathematical, or
our own questions). † before a test: on its data set a sweep of its exhibit ended at the last value that it may try.
An arrow head at an end of an axis: beyond it lies the mean (black: the printed number; grey: the claimed range). A
dotted line across: no interval, since fewer than three draws have a value. Tests without a number stand in the table
alone.
Source: Lapin, Hein and Schiele 2015.
"""

from manyclass.exhibits import document_summary

DOCUMENT = "lapin2015"


def exhibits(config):
    """All other exhibits of the document: the summary is of the whole."""
    return document_summary.exhibits(DOCUMENT)


def table(results):
    """One row a statement."""
    return document_summary.table(results, DOCUMENT)


def figure(results):
    """One row a test."""
    return document_summary.figure(results, DOCUMENT)
