"""The signature of a data set: numbers by which sets resemble each other, whatever they show."""
