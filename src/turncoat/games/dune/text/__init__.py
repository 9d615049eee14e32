"""Dune in words: the names of things, one question for each decision."""

from __future__ import annotations

from turncoat.games.dune.text.names import DuneNames
from turncoat.games.dune.text.offers import offers
from turncoat.games.dune.text.questions import QUESTIONS

__all__ = ["QUESTIONS", "DuneNames", "offers"]
