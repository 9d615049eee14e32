"""``turncoat rules GAME WORDS``: searching a rulebook."""

from __future__ import annotations

import pytest

from turncoat.games import ruleset
from turncoat.kernel.errors import BadSetup
from turncoat.table.rulebook import search


@pytest.mark.parametrize(
    ("game", "words", "told"),
    [
        ("dune", "circle", "No rule of Dune mentions circle. Near: sector, sectors, planet."),
        ("truce", "stole", "No rule of Truce mentions stole. Near: steal, loot, take"),
        ("loyalty", "zzz", "No rule of Loyalty mentions zzz."),
    ],
)
def test_a_search_without_a_find_names_near_words(game: str, words: str, told: str) -> None:
    with pytest.raises(BadSetup) as refused:
        search(ruleset(game), words)
    assert refused.value.sentence.startswith(told)


@pytest.mark.parametrize(
    ("game", "words", "number"),
    [("truce", "circle", "TRU-5.4"), ("truce", "defending", "TRU-3.4"), ("dune", "lasgun shields", "DUN-4.8.14")],
)
def test_a_search_finds_other_forms_of_a_word(game: str, words: str, number: str) -> None:
    assert number in [rule.number for rule in search(ruleset(game), words)]
