"""The combat at one moment, as it is drawn and told: from a view, or from the events that a seat has heard."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from turncoat.drawing.scene import Line
from turncoat.games.thrice.options import Options
from turncoat.games.thrice.state import Kind
from turncoat.games.thrice.view import Combatant, Numbers, Prospect, Sheet, ThriceView

ENGAGED, FREE, DISTANT, HELPLESS, FLED = "engaged", "free", "distant", "helpless", "fled"
"""THR-9.1: where a combatant is; the last two take no part any more."""

OUT = (HELPLESS, FLED)


class RollSeen(Struct, frozen=True):
    """Dice that have just fallen.

    Attributes:
        number: Which roll of the combat it is, from 1; a new number is a new throw.
        who: Who rolled.
        swaps: How many d10 were replaced.
        dice: What fell.
        gain: New advantage.
        total: What it comes to; None for who may not know.
        blows: Who was hit, and what was lost; 0 was a miss.
        counter: It was a counter-attack.
    """

    number: int
    who: int
    swaps: int
    dice: tuple[int, ...]
    gain: int
    total: int | None = None
    blows: tuple[tuple[int, int], ...] = ()
    counter: bool = False


class Position(Struct, frozen=True, kw_only=True):
    """The combat at one moment.

    Attributes:
        options: What was agreed on.
        gm: The seat of the GM, and the number of the first opponent.
        zones: Whether there are zones.
        round: The present round; 0 before the first one.
        turn: Whose turn it is; -1 is nobody's.
        attacker: Who attacks; -1 is nobody.
        targets: Who is attacked.
        party_wealth: By which the opponents are measured.
        opponents_initiative: Their value; 0 is unknown.
        sheets: The characters.
        combatants: Everybody; nobody before the opponents have come.
        engagements: Who is engaged with whom.
        kinds: The kinds of opponents, for who may know them.
        prospects: The odds of the attack that is about to be rolled.
        result: How it ended.
        rolls: The dice that fell last.
        log: What has happened lately.
        lit: What has just happened to whom: ``struck``, ``missed``, ``given`` or ``moved``.
    """

    options: Options
    gm: int
    zones: bool
    round: int = 0
    turn: int = -1
    attacker: int = -1
    targets: tuple[int, ...] = ()
    party_wealth: int = 1
    opponents_initiative: int = 0
    sheets: tuple[Sheet, ...] = ()
    combatants: tuple[Combatant, ...] = ()
    engagements: tuple[tuple[int, ...], ...] = ()
    kinds: tuple[Kind, ...] = ()
    prospects: tuple[Prospect, ...] = ()
    result: str = ""
    rolls: tuple[RollSeen, ...] = ()
    log: tuple[Line, ...] = ()
    lit: Mapping[int, str] = field(default_factory=dict)

    @property
    def opponents(self) -> tuple[Combatant, ...]:
        """The GM's side."""
        return self.combatants[self.gm :]

    @property
    def characters(self) -> tuple[Combatant, ...]:
        """The players' side."""
        return self.combatants[: self.gm]

    def is_opponent(self, who: int) -> bool:
        """Whether this is one of the GM's."""
        return who >= self.gm

    def numbers(self, seat: int) -> Numbers:
        """A character's present skills; before the combat those of the sheet."""
        if seat < len(self.combatants) and (known := self.combatants[seat].numbers) is not None:
            return known
        return plain_numbers(self.sheets[seat], self.options)


def plain_numbers(sheet: Sheet, options: Options) -> Numbers:
    """THR-2.3: what the sheet says, before anything has happened."""
    value = sheet.character.value
    return Numbers(
        value("initiative", options),
        value("damage", options),
        value("weapon", options),
        value("armour", options),
        value("condition", options),
    )


def position(view: ThriceView) -> Position:
    """The combat as a view has it."""
    return Position(
        options=view.options,
        gm=view.gm,
        zones=view.zones,
        round=view.round,
        turn=view.turn,
        attacker=view.attacker,
        targets=view.targets,
        party_wealth=view.party_wealth,
        opponents_initiative=view.opponents_initiative,
        sheets=view.sheets,
        combatants=view.combatants,
        engagements=view.engagements,
        kinds=view.kinds,
        prospects=view.prospects,
        result=view.result,
    )


def recalled(now: Position, rolls: tuple[RollSeen, ...], log: tuple[Line, ...], lit: Mapping[int, str]) -> Position:
    """The same with what has just happened."""
    return replace(now, rolls=rolls, log=log, lit=lit)
