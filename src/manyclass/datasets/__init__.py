"""One file is one data set: ``SCALES`` maps smoke, standard and full to what draws it."""
