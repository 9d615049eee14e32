"""Dune in words: the names of things in one of the skins. A skin changes no rule, no id, no saved game."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import resources

import msgspec
from msgspec import Struct

from turncoat.games.dune.advantages import ENTRIES, FORESIGHT, JOURNEYS, REVIVALS, TRANSFERS, WORMS
from turncoat.games.dune.facts import FACTION_IDS, FACTION_OF_LEADER, FACTS, STRENGTH
from turncoat.games.dune.shared.cards import KIND
from turncoat.games.dune.shared.map import TERRITORY
from turncoat.games.dune.text.offers import QUESTIONS, offers
from turncoat.kernel import SeatNames
from turncoat.kernel.space import Id

SKINS = ("dune", "neutral")
"""The skins that ship with the game; the first is the usual one."""


class Skin(Struct, frozen=True):
    """What things are called, by id.

    Attributes:
        faction: Names of the factions.
        short: Three letters for each.
        territory: Names of the territories.
        leader: Names of the leaders.
        card: Names of the treachery cards.
        kind: Names of the kinds of cards.
        word: Words that texts are made of: the game, the planet, the worm, the two orders of battle.
    """

    faction: dict[str, str]
    short: dict[str, str]
    territory: dict[str, str]
    leader: dict[str, str]
    card: dict[str, str]
    kind: dict[str, str]
    word: dict[str, str]


@cache
def skin(name: str = SKINS[0]) -> Skin:
    """A skin by its name.

    Raises:
        KeyError: if there is none.
    """
    if name not in SKINS:
        raise KeyError(name)
    text = resources.files("turncoat.games.dune").joinpath("skins", f"{name}.json").read_bytes()
    return msgspec.json.decode(text, type=Skin)


def prevention(entry: str, skin: Skin) -> str:
    """What an entry is called: ``K-09 Emperor - the next payment for a card``."""
    if entry not in ENTRIES:
        return entry
    prevents = ENTRIES[entry]
    return f"{entry} {skin.faction[FACTION_IDS[prevents.owner]]} - {prevents.allows.format(**skin.word)}"


def advantage(lent: str, skin: Skin) -> str:
    """What an advantage is called that allies lend."""
    called = {
        WORMS: f"{skin.word['worm']} protection",
        REVIVALS: "free revivals",
        FORESIGHT: f"{skin.word['prescience']} in battles",
        JOURNEYS: f"shipping like {skin.faction[FACTION_IDS[TRANSFERS.owner]]}",
    }
    return called.get(lent, lent)


ORDER_NAMES = {"play": "play", "do-not-play": "do not play"}
"""DUN-6.4.4: the two orders."""

REPLY_NAMES = {"cannot-know": "cannot know"}
"""DUN-7.12.5: the third answer to a free question."""

GROUPS = {"stronghold": "Strongholds", "rock": "Rock", "sand": "Sand", "polar": "The middle"}
"""What kinds of territories are called above a list of them."""

NONE_OF = {"card": "no card", "leader": "nobody"}
"""What "none of them" is called."""


class DuneNames(SeatNames):
    """The names of seats, factions, territories, locations, leaders, cards and kinds.

    Args:
        seats: The names of the seats.
        worn: The skin.
    """

    def __init__(self, seats: Iterable[str], worn: Skin | None = None) -> None:
        super().__init__(seats)
        self.skin = worn or skin()

    def label(self, domain: str, value: Id) -> str:
        """The name of a value: ``label("location", "pale-mesa/6")`` is ``"Pasty Mesa 6"`` in the usual skin."""
        if value is None:
            return NONE_OF.get(domain, "none")
        if domain == "spice":
            return f"{value} {self.skin.word['spice']}"
        if not isinstance(value, str):
            return super().label(domain, value)
        if domain == "location":
            territory, _, sector = value.partition("/")
            return f"{self.skin.territory.get(territory, territory)} {sector}".rstrip()
        if domain == "leader" and value in self.skin.card:
            return self.skin.card[value]
        if domain == "prevention":
            return prevention(value, self.skin)
        if domain == "advantage":
            return advantage(value, self.skin)
        tables = {
            "faction": self.skin.faction,
            "territory": self.skin.territory,
            "leader": self.skin.leader,
            "card": self.skin.card,
            "kind": self.skin.kind,
            "word": self.skin.word,
            "order": ORDER_NAMES,
            "reply": REPLY_NAMES,
        }
        return tables.get(domain, {}).get(value, value)

    def there(self, domain: str, value: Id, tag: str) -> str:
        """How an action speaks of forces in a place: ``move 3 from Pasty Mesa 6``, ``place 3 at Pasty Mesa 6``."""
        if domain != "location":
            return ""
        return f"{'at' if tag == 'place' else 'from'} {self.label(domain, value)}"

    def note(self, domain: str, value: Id) -> str:
        """What is worth seeing where a plan is made: the strength of a leader (DUN-2.5.1), the kind of a card."""
        if not isinstance(value, str):
            return ""
        if domain == "leader":
            return str(STRENGTH.get(value, 0))
        sort = KIND.get(value, "special") if domain == "card" else "special"
        kind = "" if sort == "special" else self.skin.kind.get(sort, "")
        return "" if kind.casefold() == self.label(domain, value).casefold() else kind

    def group(self, domain: str, value: Id) -> str:
        """Where a value stands in a long list: places by what they are, leaders by their faction."""
        if not isinstance(value, str):
            return ""
        if domain == "leader" and value in FACTION_OF_LEADER:
            return self.skin.faction[FACTION_IDS[FACTION_OF_LEADER[value]]]
        if domain in ("location", "territory"):
            return GROUPS[FACTS.territories[TERRITORY[value.partition("/")[0]]].kind]
        return ""


__all__ = ["QUESTIONS", "DuneNames", "offers"]
