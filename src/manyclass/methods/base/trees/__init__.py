"""What the label trees share."""
