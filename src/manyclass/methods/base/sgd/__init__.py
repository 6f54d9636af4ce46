"""What the estimators trained by stochastic gradient steps share."""
