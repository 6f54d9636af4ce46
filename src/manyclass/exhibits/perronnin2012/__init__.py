"""Perronnin, Akata, Harchaoui & Schmid 2012, Towards good practice in large-scale learning."""
