"""Truce: coins, five actions, one reveal a round, and promises that bind nobody."""
