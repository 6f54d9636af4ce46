"""What is measured of predictions and rankings."""
