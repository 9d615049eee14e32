"""THR-7: initiative."""

from __future__ import annotations

import msgspec
import pytest
from tests.games.thrice.story import LOW, PLAIN, Table, any_sheet, fresh, sheet

from turncoat.games.thrice.actions import Ambush, Build, Swap
from turncoat.games.thrice.events import InitiativeCompared, InitiativeRolled
from turncoat.games.thrice.rules import RULES
from turncoat.games.thrice.state import Thrice
from turncoat.kernel import play
from turncoat.kernel.events import Listener


def opening(build: Build, sheets: list[object] | None = None, **options: object) -> tuple[Thrice, Listener]:
    """Two players about to roll for initiative."""
    listener = Listener()
    options["characters"] = msgspec.json.encode(sheets or [PLAIN, PLAIN]).decode()
    with any_sheet():
        game = RULES.start(RULES.read_options(options), 3, bytes(32), listener)
    play.submit(game, 2, build, listener)
    play.submit(game, 2, Ambush(()), listener)
    return game, listener


def test_everybody_starts_in_the_free_zone() -> None:
    """THR-7.1: all but those who sneaked up."""
    table = Table()
    assert {combatant.zone for combatant in table.view(None).combatants} == {"free"}


def test_swaps_are_chosen_by_all_before_anybody_rolls() -> None:
    """THR-7.2, THR-D3: independently, without knowing the opponents' value; none by default."""
    game, listener = opening(Build(0, 0, {"initiative": 1}))
    assert play.waiting(game) == [0, 1]
    assert RULES.view(game, 0).opponents_initiative == 0
    play.submit(game, 1, Swap(2), listener)
    assert play.waiting(game) == [0]
    assert not any(isinstance(event, InitiativeRolled) for _, event in listener.heard)
    assert play.default_of(game, 0) == Swap(0)
    play.submit(game, 0, Swap(0), listener)
    swapped = [event.swaps for _, event in listener.heard if isinstance(event, InitiativeRolled)]
    assert swapped == [0, 2]


@pytest.mark.parametrize(("steps", "value"), [(0, 1), (1, 4), (2, 7), (3, 10)])
def test_who_reaches_ten_more_than_the_value_acts_before(steps: int, value: int) -> None:
    """THR-7.3, THR-7.4, THR-R13, THR-R12: equal is enough; one less is after."""
    rich = sheet(wealth=3)
    game, listener = opening(Build(0, 0, {"initiative": steps} if steps else {}), [rich, rich])
    exact = 10 + value - 1
    for total in (exact, exact - 1):
        parts = [min(10, total - 2), 0, 1]
        parts[1] = total - parts[0] - parts[2]
        game.chance.script += [face - 1 for face in parts]
    for seat in (0, 1):
        play.submit(game, seat, Swap(0), listener)
    (compared,) = [event for _, event in listener.heard if isinstance(event, InitiativeCompared)]
    assert (compared.value, compared.number) == (value, 10 + value)
    assert (compared.before, compared.after) == ((0,), (1,))


def test_initiative_is_added_to_the_roll() -> None:
    """THR-4.6, THR-7.2: with a skill of 4 the dice need three less."""
    table = Table(sheets=[sheet(initiative=3)])
    assert [event.total for event in table.heard(InitiativeRolled)[:2]] == [30, 27]


def test_the_base_can_be_agreed_on() -> None:
    """THR-O9: 0 is the literal reading, in which a value of 1 is never missed."""
    table = Table(after=(0, 1, 2, 3), enemy_initiative_base=0)
    assert table.game.before == 0b1111
    assert sum(LOW) + 1 >= 1


def test_the_board_has_the_opponents_in_the_middle() -> None:
    """THR-7.5, THR-8.1: before, opponents, after; nobody has to move tokens."""
    table = Table(after=(1, 3))
    assert [sheet.before for sheet in table.view(None).sheets] == [True, False, True, False]
    assert table.waits_for(0, 2)


def test_there_is_one_initiative_roll() -> None:
    """THR-7.2: once per combat."""
    table = Table().rest()
    assert table.game.round == 2
    assert len(table.heard(InitiativeRolled)) == 4


def test_players_and_seats() -> None:
    """THR-1.1: one to eight players and the GM, who has the last seat."""
    assert list(RULES.seats) == list(range(2, 10))
    for players in (1, 8):
        assert play.waiting(fresh(players)) == list(range(players))
        table = Table(players)
        assert table.view(None).gm == players
