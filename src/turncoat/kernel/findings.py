"""What a game says of one that is over, for whoever plays many of them.

A game package may have a module ``findings`` with a function of the same name: it takes a state that is over and
returns a ``Finding`` for each heading. A heading may be left out where it makes no sense in that game.
"""

from __future__ import annotations

Finding = str | int | tuple[str, ...]
"""A label, a number, or several labels that share the game in equal parts."""

ROUNDS = "rounds"
"""The heading under which a game says how many rounds it took."""
