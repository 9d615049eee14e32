"""CON-C: the notation for moves of Conspiracy, similar to Portable Piecepack Notation.

Pieces are a suit letter and a rank, with ``n`` for blank and ``a`` for spiral and symbol; a coin points ``^ < v >`` or
at an angle, in degrees from north against the clock. Players are numbered from 1.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from types import MappingProxyType

from turncoat.games.conspiracy.actions import (
    AdvanceColumn,
    AttackCoin,
    ChooseGoal,
    Claim,
    ConspiracyAction,
    Decline,
    Mark,
    MarkNothing,
    Now,
    Place,
    Remove,
    RevealCoin,
    RevealTile,
    Save,
    SaveNothing,
    Stop,
    TurnBack,
    Wait,
)
from turncoat.games.conspiracy.choices import HIT, MISS
from turncoat.games.conspiracy.pieces import SUITS
from turncoat.kernel.errors import Unreadable

RANK_SIGNS = MappingProxyType({"0": "n", "1": "a"})
RANK_OF_SIGN = MappingProxyType({sign: rank for rank, sign in RANK_SIGNS.items()})

ANGLES = MappingProxyType(
    {"N": "^", "NW": "|45", "W": "<", "SW": "|135", "S": "v", "SE": "|225", "E": ">", "NE": "|315"}
)
"""CON-G.5: the notation of each direction, after a coin."""

DIRECTION_OF_ANGLE = MappingProxyType({sign: direction for direction, sign in ANGLES.items()})

PLAIN: MappingProxyType[str, ConspiracyAction] = MappingProxyType(
    {
        "now": Now(),
        "wait": Wait(),
        "back": TurnBack(),
        "stop": Stop(),
        "save nothing": SaveNothing(),
        "mark nothing": MarkNothing(),
        "claim": Claim(),
        "decline": Decline(),
    }
)
"""Answers without fields, by their notation."""

WORDS = MappingProxyType({action.__class__: words for words, action in PLAIN.items()})

PIECE = f"[{''.join(SUITS)}][na2-5]"
CELL = r"c[1-9](?:P|F[1-9][0-9]{0,3})"
SPACE = rf"{CELL}\.(?:NW|NE|SW|SE)"
ANGLE = "|".join(re.escape(sign) for sign in ANGLES.values())
TILE = rf"(?:t(?P<tile>{PIECE})@(?P<under>{CELL}) )?"
GIVE = rf"give (?P<gift>{PIECE}) to (?P<to>[1-9])"
LAID = rf"(?P<coin>{PIECE})(?P<angle>{ANGLE})@(?P<space>{SPACE})"

Found = re.Match[str]

EXPECTED = (
    "a move is goal SUIT RANK, COIN@SPACE, give COIN to PLAYER, xCOIN@SPACE or +SPACE or +CELL or - after that,"
    " advance COLUMN, save COIN, mark CELL, or one of"
)


class PiecepackNotation:
    """Reads and writes moves of Conspiracy in the notation of piecepack games."""

    name = "Conspiracy in the spirit of Portable Piecepack Notation, 1"
    ending = ".ppn"

    def write(self, action: ConspiracyAction) -> str:
        """An answer as a move: ``tMn@c3F1 C2^@c3F1.NE``.

        Raises:
            TypeError: if it is not an answer of Conspiracy.
        """
        match action:
            case ChooseGoal():
                return f"goal {action.suit} {signed(action.number)}"
            case Place():
                return _laid(action)
            case AttackCoin() | RevealCoin() | RevealTile() | Remove():
                return f"give {piece_written(action.gift)} to {action.to + 1}, {_paid_for(action)}"
            case AdvanceColumn():
                return f"advance {action.column}"
            case Save():
                return f"save {piece_written(action.coin)}"
            case Mark():
                return f"mark {action.cell}"
            case _:
                return WORDS[action.__class__]

    def read(self, text: str) -> ConspiracyAction:
        """The answer that a move means.

        Raises:
            Unreadable: the text is not a move.
        """
        said = " ".join(text.split())
        if said in PLAIN:
            return PLAIN[said]
        for pattern, made in FORMS:
            if found := pattern.fullmatch(said):
                return made(found)
        sentence = f"“{said[:60]}” is not a move: {EXPECTED} {', '.join(PLAIN)}."
        raise Unreadable(sentence, field="move", choices=tuple(PLAIN))


def signed(number: int) -> str:
    """The notation of a rank: ``n`` is blank, ``a`` is 1."""
    return RANK_SIGNS.get(str(number), str(number))


def piece_written(piece: str) -> str:
    """``Ca`` for the piece ``C1``."""
    return piece[0] + RANK_SIGNS.get(piece[1], piece[1])


def piece_read(text: str) -> str:
    """The piece with the notation ``Ca``."""
    return text[0] + RANK_OF_SIGN.get(text[1], text[1])


def _laid(action: Place | AttackCoin) -> str:
    coin = f"{piece_written(action.coin)}{ANGLES[action.direction]}@{action.space}"
    return coin if action.tile is None else f"t{piece_written(action.tile)}@{action.space[:-3]} {coin}"


def _paid_for(action: AttackCoin | RevealCoin | RevealTile | Remove) -> str:
    """The notation of the action for which the coin was given (CON-R08)."""
    match action:
        case AttackCoin():
            return f"x{_laid(action)}{' to fail' if action.aim == MISS else ''}"
        case RevealCoin():
            return f"+{action.space}"
        case RevealTile():
            return f"+{action.cell}"
        case Remove():
            return "-"


def _tile(found: Found) -> str | None:
    """The tile that is laid under a coin; it must lie where the coin does (CON-5.a.iii.e)."""
    if found["tile"] is None:
        return None
    if found["under"] != found["space"][:-3]:
        sentence = (
            f"The tile is laid on {found['under']}, but the coin lies on {found['space']}; a coin is placed on exactly"
            " the tile that was laid for it (CON-5.a.iii)."
        )
        raise Unreadable(sentence, rule="CON-5.a.iii", field="tile", choices=(found["space"][:-3],))
    return piece_read(found["tile"])


def _place(found: Found) -> ConspiracyAction:
    return Place(piece_read(found["coin"]), found["space"], DIRECTION_OF_ANGLE[found["angle"]], _tile(found))


def _attack(found: Found) -> ConspiracyAction:
    return AttackCoin(
        piece_read(found["coin"]),
        found["space"],
        DIRECTION_OF_ANGLE[found["angle"]],
        piece_read(found["gift"]),
        int(found["to"]) - 1,
        _tile(found),
        MISS if found["fail"] else HIT,
    )


def _goal(found: Found) -> ConspiracyAction:
    return ChooseGoal(found["suit"], int(RANK_OF_SIGN.get(found["rank"], found["rank"])))


def _reveal(found: Found) -> ConspiracyAction:
    return RevealCoin(found["space"], piece_read(found["gift"]), int(found["to"]) - 1)


def _turn_up(found: Found) -> ConspiracyAction:
    return RevealTile(found["cell"], piece_read(found["gift"]), int(found["to"]) - 1)


def _remove(found: Found) -> ConspiracyAction:
    return Remove(piece_read(found["gift"]), int(found["to"]) - 1)


FORMS: tuple[tuple[re.Pattern[str], Callable[[Found], ConspiracyAction]], ...] = (
    (re.compile(rf"goal (?P<suit>[{''.join(SUITS)}]) (?P<rank>[na2-5])"), _goal),
    (re.compile(TILE + LAID), _place),
    (re.compile(rf"{GIVE}, x{TILE}{LAID}(?P<fail> to fail)?"), _attack),
    (re.compile(rf"{GIVE}, \+(?P<space>{SPACE})"), _reveal),
    (re.compile(rf"{GIVE}, \+(?P<cell>{CELL})"), _turn_up),
    (re.compile(rf"{GIVE}, -"), _remove),
    (re.compile(r"advance (?P<column>c[1-9])"), lambda found: AdvanceColumn(found["column"])),
    (re.compile(rf"save (?P<coin>{PIECE})"), lambda found: Save(piece_read(found["coin"]))),
    (re.compile(rf"mark (?P<cell>{CELL})"), lambda found: Mark(found["cell"])),
)
"""The pattern of every move with fields, with the answer it means."""

NOTATION = PiecepackNotation()
