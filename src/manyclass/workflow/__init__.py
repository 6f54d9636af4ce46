"""What the Snakefile asks: which exhibits, trials and data sets a configuration calls for."""
