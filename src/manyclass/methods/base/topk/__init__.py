"""How the top-k SVM is trained: stochastic ascent of its dual, with a certificate of how near the optimum is."""
