"""What the estimators share; every other file of the folder above is one algorithm."""
