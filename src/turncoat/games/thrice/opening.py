"""THR-1, THR-3, THR-7: from empty sheets to the first round, and the course of the whole combat."""

from __future__ import annotations

from turncoat.games.thrice import events as happened
from turncoat.games.thrice.actions import Create, Swap, ThriceAction
from turncoat.games.thrice.characters import creation_boxes, made, read_sheets, usual_character
from turncoat.games.thrice.dice import dice, dice_boxes_for, faces_of, let_roll, no_swap, pips, swap_boxes, thrown
from turncoat.games.thrice.opponents import (
    ambush,
    ambush_boxes,
    ambushing,
    build,
    build_boxes,
    christen,
    naming_boxes,
    nobody_sneaked,
    the_gm,
    usual_build,
)
from turncoat.games.thrice.options import Options, zoned
from turncoat.games.thrice.round import next_round
from turncoat.games.thrice.skills import AT_ONCE, ENFORCED, LOCK, SKILLS, party_wealth, tricks
from turncoat.games.thrice.state import Match, Thrice, band, members, party
from turncoat.kernel import Boxes, Chance, Pending, Tell, decide, each, flow


def everybody(game: Thrice, match: Match) -> range:
    """THR-7.2: all players roll."""
    return range(game.players)


def take_swaps(game: Thrice, match: Match, pending: Pending[ThriceAction], tell: Tell) -> None:
    """THR-D3: store the swaps, chosen independently; unless dice are rolled by hand, everybody rolls at once."""
    answers = [pending.answers[seat] for seat in range(game.players)]
    match.swaps = tuple(answer.dice if isinstance(answer, Swap) else 0 for answer in answers)
    if game.options.dice == "table":
        compare(game, match, [()] * game.players, tell)


def rolling_by_hand(game: Thrice, match: Match) -> range:
    """THR-O24: all players, if that was agreed."""
    return range(game.players if game.options.dice == "hand" else 0)


def hand_boxes(game: Thrice, match: Match, seat: int) -> Boxes[ThriceAction]:
    """THR-O24: the possible results of the dice that this player rolls."""
    return dice_boxes_for(dice(match.swaps[seat]))


def take_hand(game: Thrice, match: Match, pending: Pending[ThriceAction], tell: Tell) -> None:
    """THR-O24: store the results of all players."""
    compare(game, match, [faces_of(pending.answers[seat]) for seat in range(game.players)], tell)


def compare(game: Thrice, match: Match, faces: list[tuple[int, ...]], tell: Tell) -> None:
    """THR-7.2 to THR-7.4: compare the rolls plus skill; those who reach the opponents' number act before them (THR-O9).

    The opponents' initiative is shown; the number to reach is 10 more (THR-7.3). This happens once per combat. The
    advantage of the initiative roll can be spent from the first turn on.
    """
    totals = []
    for seat, (entered, swaps) in enumerate(zip(faces, match.swaps, strict=True)):
        fallen = entered or thrown(game, dice(swaps))
        gain = pips(fallen, swaps)
        game.advantage[seat] += gain
        totals.append(sum(fallen) + game.initiative[seat])
        tell.all(happened.InitiativeRolled, seat, swaps, fallen, totals[-1], gain)
    value = game.initiative[-1]
    number = game.options.enemy_initiative_base + value  # THR-R13
    game.revealed = True
    game.before = band([seat for seat, total in enumerate(totals) if total >= number])
    if tell.listening:
        after = members(party(game) & ~game.before)
        tell.all(happened.InitiativeCompared, value, number, members(game.before), after)


def new_game(options: Options, seats: int, key: bytes) -> Thrice:
    """THR-1.1: a table for this many seats: 1 to 8 players, each with one character, and the GM in the last seat.

    Every rule holds for both profiles unless it names one (THR-2.6).
    """
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
        requests=[0] * seats,
        standing_orders=[{} for _ in range(seats)],
    )


def sheet_of(game: Thrice, seat: int) -> bool:
    """THR-O25: whether this seat has brought a sheet."""
    sheets = read_sheets(game.options)
    return seat < len(sheets) and sheets[seat] is not None


def creating(game: Thrice, match: Match) -> list[int]:
    """THR-D1: the players who have brought no sheet."""
    return [seat for seat in range(game.players) if not sheet_of(game, seat)]


def create_boxes(game: Thrice, match: Match, seat: int) -> Boxes[ThriceAction]:
    """THR-3: a new character."""
    return creation_boxes(game.options)


def somebody(game: Thrice, match: Match, seat: int) -> ThriceAction:
    """THR-D1: the default character."""
    return usual_character(game.options)


def create(game: Thrice, match: Match, pending: Pending[ThriceAction], tell: Tell) -> None:
    """THR-3: fill in the new sheets, which everybody can see."""
    sheets = dict(enumerate(read_sheets(game.options)))
    for seat, action in pending.answers.items():
        assert isinstance(action, Create)
        sheets[seat] = made(action, game.options)
    game.characters = [sheet for seat in range(game.players) if (sheet := sheets[seat]) is not None]


def enter(game: Thrice, match: Match, tell: Tell) -> None:
    """THR-4: give everybody the skills on their sheets; THR-4.8: and compute the party wealth."""
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
    opponents=decide(build_boxes, build, default=usual_build, asked=the_gm).beside(naming_boxes, christen),
    ambush=decide(ambush_boxes, ambush, default=nobody_sneaked, asked=ambushing),
    swaps=decide(swap_boxes, take_swaps, default=no_swap, asked=everybody),
    dice=decide(hand_boxes, take_hand, default=let_roll, asked=rolling_by_hand),
    rounds=each(next_round),
)
