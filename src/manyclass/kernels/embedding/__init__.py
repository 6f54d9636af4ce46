"""Stochastic ranking steps on an embedding and its class vectors: Wsabie and Wsabie++."""
