"""Loyalty: cities, roads, and a secret card that says whom you serve."""
