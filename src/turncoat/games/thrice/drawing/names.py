"""Names of fighters on pages: characters have their own; opponents have a kind and a number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from turncoat.games.thrice.skills import ARMOUR, CONDITION, DAMAGE, WEAPON
from turncoat.games.thrice.state import Kind
from turncoat.games.thrice.text import ThriceNames
from turncoat.games.thrice.view import ThriceView
from turncoat.kernel import Names
from turncoat.kernel.lexicon import plain
from turncoat.kernel.space import Id

STRANGER = "Opponent"
"""The name for opponents of whom the viewer knows nothing (THR-1.3)."""

_FAMILIES = {DAMAGE: "Brute", WEAPON: "Blade", ARMOUR: "Shield", CONDITION: "Bear"}
"""Names of kinds, by the skill on which most points were spent."""


class OpponentNames(ThriceNames):
    """The terminal's names, but with numbers for opponents, and with the sheets' names for characters.

    Args:
        seats: The names of the players; the last is the GM.
        families: The known names of opponents' kinds, by number.
        characters: The names of characters, by seat; a character without a name has the player's.
    """

    def __init__(
        self, seats: Iterable[str], families: Mapping[int, str], characters: Mapping[int, str] | None = None
    ) -> None:
        super().__init__(seats)
        self.families, self.characters = families, characters or {}

    def label(self, domain: str, value: Id) -> str:
        """The name of a value: ``label("combatant", 4)`` is ``"Brute 1"`` at a table of four players."""
        first = len(self.seats) - 1
        if domain == "combatant" and isinstance(value, int) and value >= first:
            return f"{self.families.get(value, STRANGER)} {value - first + 1}"
        if domain == "combatant" and isinstance(value, int) and value in self.characters:
            return self.characters[value]
        return super().label(domain, value)


def family(kind: Kind) -> str:
    """The name of a kind of opponents: ``Brute``; those on whom no points were spent are rogues, or tricksters."""
    spent = {skill: getattr(kind, skill) for skill in _FAMILIES}
    most = max(spent, key=lambda skill: spent[skill])
    if spent[most]:
        return _FAMILIES[most]
    return "Trickster" if kind.tricks else "Rogue"


def kind_names(kinds: Iterable[Kind]) -> dict[str, str]:
    """The names of the kinds, by letter: two of one family are ``Brute`` and ``Other brute``."""
    families = dict(zip("AB", map(family, kinds), strict=False))
    if len(set(families.values())) < len(families):
        families["B"] = f"Other {families['B'].lower()}"
    return families


def spoken(now: ThriceView, names: Names) -> Names:
    """The names for pages: a viewer who may not know an opponent's kind sees only a number.

    The GM reads the same names as the players, so that they can talk about opponents.
    """
    seats = [names.label("seat", seat) for seat in range(now.gm + 1)]
    if now.called:
        every = dict.fromkeys([one.who for one in now.opponents], now.called)
        return OpponentNames(seats, every, _characters(now, seats))
    families = {} if now.seat == now.gm and not now.options.open_enemies else kind_names(now.kinds)
    known = {one.who: families[one.kind] for one in now.opponents if one.kind in families}
    return OpponentNames(seats, known, _characters(now, seats))


def _characters(now: ThriceView, seats: Sequence[str]) -> dict[int, str]:
    """THR-3.1: the names on the sheets, if nobody else at the table has the same name."""
    called = {sheet.seat: sheet.character.name for sheet in now.sheets if sheet.character.name}
    taken = [*map(plain, seats), *map(plain, called.values())]
    own = {seat: plain(name) == plain(seats[seat]) for seat, name in called.items()}
    return {seat: name for seat, name in called.items() if taken.count(plain(name)) == 1 + own[seat]}
