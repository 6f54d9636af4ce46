"""Deng, Satheesh, Berg & Fei-Fei 2011, Fast and balanced; Bengio, Weston & Grangier 2010, Label trees."""
