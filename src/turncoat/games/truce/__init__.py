"""Truce: five actions, one reveal, and nobody's word is worth a coin."""
