"""From names to numbers: data files, trials, selections, metrics and claims."""
