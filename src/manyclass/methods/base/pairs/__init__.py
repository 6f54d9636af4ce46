"""How methods for two classes are trained on the pairs of a sample and a class (Lapin, Hein & Schiele 2015)."""
