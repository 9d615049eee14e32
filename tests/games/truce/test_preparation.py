"""TRU-1: getting ready."""

from __future__ import annotations

import pytest
from tests.games.truce.story import KEY, options, truce

from turncoat.games.truce.events import RoundBegan
from turncoat.games.truce.rules import RULES
from turncoat.kernel.errors import BadSetup
from turncoat.kernel.events import SILENCE, Listener


@pytest.mark.parametrize("players", [3, 5, 6, 30])
def test_three_players_or_more(players: int) -> None:
    """TRU-1.1: three players or more; a table has up to 30 seats."""
    assert len(RULES.start(options(), players, KEY, SILENCE).supplies) == players


@pytest.mark.parametrize("players", [0, 1, 2, 31])
def test_nobody_plays_it_with_two(players: int) -> None:
    """TRU-1.1: fewer than three is refused with a sentence that says how many may play."""
    with pytest.raises(BadSetup, match="3 to 30 players") as refused:
        RULES.start(options(), players, KEY, SILENCE)
    assert refused.value.field == "seats"


def test_five_or_more_is_recommended() -> None:
    """TRU-1.1: it is at its best with five or more."""
    assert RULES.suggested[0] == 5


def test_the_number_of_rounds_is_fixed_and_public() -> None:
    """TRU-1.2: everybody knows the number of rounds before the first one."""
    table = truce("agatha barney celeste", rounds=8)
    assert all(table.view(who).options.rounds == 8 for who in ("agatha", "barney", "celeste", None))
    assert table.told(RoundBegan)[0].rounds == 8


def test_the_suggested_number_of_rounds_is_told_where_it_is_chosen() -> None:
    """TRU-1.2: 8 to 15 are suggested."""
    assert "8 to 15" in str(RULES.option_schema["rounds"]["description"])


def test_a_pace_for_correspondence_is_advice() -> None:
    """TRU-1.3: one or two rounds a day are advice; the rules of the game know no clock."""
    assert not {"deadline", "hours", "pace"} & set(RULES.option_schema)
    assert "one or two rounds a day" in " ".join(RULES.rulebook.split())


def test_three_coins_each() -> None:
    """TRU-1.4: every player begins with 3 coins in the Supply and none in Spoils."""
    table = truce("agatha barney celeste")
    assert table.coins() == {"agatha": 3, "barney": 3, "celeste": 3}
    assert set(table.spoils().values()) == {0}


def test_the_stash_begins_empty() -> None:
    """TRU-1.5: its first coin arrives with the first round."""
    listener = Listener()
    game = RULES.start(options(), 5, KEY, listener)
    assert (game.round, game.stash) == (1, 1)
    assert listener.heard == [(None, RoundBegan(1, 10, 1))]


@pytest.mark.parametrize("rounds", [8, 15])
def test_three_coins_for_each_player_and_one_for_each_round_are_enough(rounds: int) -> None:
    """TRU-1.6: with nobody losing a coin, all coins that ever come into play are there at the end."""
    table = truce("agatha barney celeste", rounds=rounds)
    while not table.over:
        table.everybody("pass")
    assert sum(table.coins().values()) + table.stash == 3 * 3 + rounds


def test_there_are_no_teams() -> None:
    """TRU-1.8: everybody may act against everybody, and has the very same choices."""
    table = truce("agatha barney celeste darcy")
    for who in table.players:
        assert all(table.legal(who, f"attack {other}") for other in table.players if other != who)
    assert len({table.boxes(who).count for who in table.players}) == 1
