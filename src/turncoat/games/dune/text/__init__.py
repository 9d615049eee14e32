"""Dune in words: the names of things, one sentence for each event, one question for each decision."""

from __future__ import annotations

from turncoat.games.dune.text.names import DuneNames
from turncoat.games.dune.text.offers import offers
from turncoat.games.dune.text.questions import QUESTIONS
from turncoat.games.dune.text.sentences import say

__all__ = ["QUESTIONS", "DuneNames", "offers", "say"]
