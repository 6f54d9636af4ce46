"""What the estimators trained in their dual share."""
