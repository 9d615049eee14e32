"""Loyalty: players compete for cities and roads, and a secret card says which faction each serves."""
