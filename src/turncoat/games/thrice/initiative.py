"""THR-7: the initiative roll, once per combat, and the places on the initiative board."""

from __future__ import annotations

from turncoat.games.thrice import events as happened
from turncoat.games.thrice.actions import Swap, ThriceAction
from turncoat.games.thrice.odds import dice
from turncoat.games.thrice.roll import dice_boxes_for, faces_of, pips, thrown
from turncoat.games.thrice.state import Match, Thrice, band, members, party
from turncoat.kernel import Boxes, Pending, Tell


def everybody(game: Thrice, match: Match) -> range:
    """THR-7.2: all players roll."""
    return range(game.players)


def take_swaps(game: Thrice, match: Match, pending: Pending[ThriceAction], tell: Tell) -> None:
    """THR-D3: swaps are chosen independently; without hand-rolled dice everybody rolls at once."""
    answers = [pending.answers[seat] for seat in range(game.players)]
    match.swaps = tuple(answer.dice if isinstance(answer, Swap) else 0 for answer in answers)
    if game.options.dice == "table":
        compare(game, match, [()] * game.players, tell)


def rolling_by_hand(game: Thrice, match: Match) -> range:
    """THR-O24: all players, if that was agreed on."""
    return range(game.players if game.options.dice == "hand" else 0)


def hand_boxes(game: Thrice, match: Match, seat: int) -> Boxes[ThriceAction]:
    """THR-O24: what can have fallen with the dice that this player rolls."""
    return dice_boxes_for(dice(match.swaps[seat]))


def take_hand(game: Thrice, match: Match, pending: Pending[ThriceAction], tell: Tell) -> None:
    """THR-O24: all have rolled."""
    compare(game, match, [faces_of(pending.answers[seat]) for seat in range(game.players)], tell)


def compare(game: Thrice, match: Match, faces: list[tuple[int, ...]], tell: Tell) -> None:
    """THR-7.2 to THR-7.4: rolls with the skill added; who reaches the opponents' number acts before them."""
    totals = []
    for seat, (entered, swaps) in enumerate(zip(faces, match.swaps, strict=True)):
        fallen = entered or thrown(game, dice(swaps))
        gain = pips(fallen, swaps)
        game.advantage[seat] += gain
        totals.append(sum(fallen) + game.initiative[seat])
        tell.all(happened.InitiativeRolled, seat, swaps, fallen, totals[-1], gain)
    value = game.initiative[-1]
    number = game.options.enemy_initiative_base + value
    game.revealed = True
    game.before = band([seat for seat, total in enumerate(totals) if total >= number])
    if tell.listening:
        after = members(party(game) & ~game.before)
        tell.all(happened.InitiativeCompared, value, number, members(game.before), after)
