"""How often bots may speak and act, wherever they sit: it keeps two of them from talking for ever."""

from __future__ import annotations

TURNS_TO_TALK = 3
"""How often a bot may take the word over one decision."""

TURNS_TO_REPLY = 2
"""How often it may at least take the word after a person has spoken to it."""

TURNS_BESIDE = 8
"""How often a bot may act beside one decision."""
