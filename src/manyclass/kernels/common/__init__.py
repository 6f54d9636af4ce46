"""What several kernels share: compiled dispatch, rows, labels, random numbers, steps, losses and costs."""
