"""Conspiracy: secret goals, open plots, and time that marches on over both."""

from turncoat.games.conspiracy.rules import RULES

__all__ = ["RULES"]
