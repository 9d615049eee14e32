"""THR-1, THR-3 and THR-7: from empty sheets to the first round, and the whole combat as a table of contents."""

from __future__ import annotations

from turncoat.games.thrice import events as happened
from turncoat.games.thrice.actions import Create, ThriceAction
from turncoat.games.thrice.characters import creation_boxes, made, read_sheets, usual_character
from turncoat.games.thrice.initiative import everybody, hand_boxes, rolling_by_hand, take_hand, take_swaps
from turncoat.games.thrice.opponents import (
    ambush,
    ambush_boxes,
    ambushing,
    build,
    build_boxes,
    nobody_sneaked,
    the_gm,
    usual_build,
)
from turncoat.games.thrice.options import Options, zoned
from turncoat.games.thrice.roll import let_roll, no_swap, swap_boxes
from turncoat.games.thrice.round import next_round
from turncoat.games.thrice.skills import AT_ONCE, ENFORCED, LOCK, SKILLS, party_wealth, tricks
from turncoat.games.thrice.state import Match, Thrice
from turncoat.kernel import Boxes, Chance, Pending, Tell, decide, each, flow


def new_game(options: Options, seats: int, key: bytes) -> Thrice:
    """THR-1.1: a table for so many seats, the last of which is the GM's."""
    players, every = seats - 1, tricks(options)
    enforcing = options.profile == "sheet"
    return Thrice(
        options=options,
        players=players,
        zones=zoned(options),
        tricks=every,
        coins={trick: (0,) * players for trick in every if trick not in AT_ONCE},
        locks=dict.fromkeys(every, 0) if LOCK in every else {},
        fresh_locks=dict.fromkeys(every, 0) if LOCK in every else {},
        steps=dict.fromkeys(ENFORCED, (0,) * players) if enforcing else {},
        tokens=dict.fromkeys(ENFORCED, (0,) * players) if enforcing else {},
        advantage=[0] * players,
        bleeding=[0] * players,
        chance=Chance(key),
        stack=[],
        requests=[0] * seats,
        standing=[{} for _ in range(seats)],
    )


def sheet_of(game: Thrice, seat: int) -> bool:
    """THR-O25: whether this seat has brought a sheet."""
    sheets = read_sheets(game.options)
    return seat < len(sheets) and sheets[seat] is not None


def creating(game: Thrice, match: Match) -> list[int]:
    """THR-D1: all who have brought no sheet."""
    return [seat for seat in range(game.players) if not sheet_of(game, seat)]


def create_boxes(game: Thrice, match: Match, seat: int) -> Boxes[ThriceAction]:
    """THR-3: a new character."""
    return creation_boxes(game.options)


def somebody(game: Thrice, match: Match, seat: int) -> ThriceAction:
    """THR-D1: the usual character."""
    return usual_character(game.options)


def create(game: Thrice, match: Match, pending: Pending[ThriceAction], tell: Tell) -> None:
    """THR-3: the new sheets are filled in; they lie open."""
    sheets = dict(enumerate(read_sheets(game.options)))
    for seat, action in pending.answers.items():
        assert isinstance(action, Create)
        sheets[seat] = made(action, game.options)
    game.characters = [sheet for seat in range(game.players) if (sheet := sheets[seat]) is not None]


def enter(game: Thrice, match: Match, tell: Tell) -> None:
    """THR-4: everybody's skills as the sheets say; THR-4.8: the party wealth."""
    if not game.characters:
        game.characters = [sheet for sheet in read_sheets(game.options)[: game.players] if sheet is not None]
    for skill in SKILLS:
        setattr(game, skill, [sheet.value(skill, game.options) for sheet in game.characters])
    game.wealth = party_wealth(game.options, [sheet.wealth for sheet in game.characters])
    for seat, sheet in enumerate(game.characters):
        tell.all(happened.CharacterMade, seat, sheet)


MATCH = flow(
    Match,
    characters=decide(create_boxes, create, default=somebody, asked=creating),
    sheets=enter,
    opponents=decide(build_boxes, build, default=usual_build, asked=the_gm),
    ambush=decide(ambush_boxes, ambush, default=nobody_sneaked, asked=ambushing),
    swaps=decide(swap_boxes, take_swaps, default=no_swap, asked=everybody),
    dice=decide(hand_boxes, take_hand, default=let_roll, asked=rolling_by_hand),
    rounds=each(next_round),
)
