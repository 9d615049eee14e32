"""Dune told as a story: positions in the names of the rulebook, answers by faction, facts that can be seen.

``Table("battles", forces={ATR: "Arrakeen 9: 5", HAR: "Arrakeen 9: 3"}, hands={ATR: "Lasgun, Shield"})`` is a table of
six (Atreides in seat 0, then HAR, FRE, EMP, GUI, BG) at the beginning of a phase. Whatever is not named is where it
does no harm: forces in reserve, cards in the deck in facts order, ten spice each, traitors dealt in facts order. After
every step the audit must find nothing.
"""

from __future__ import annotations

from typing import TypeVar

from tests.kit import Kit

from turncoat.games.dune.actions import PASS, DuneAction
from turncoat.games.dune.alliances.rules import form
from turncoat.games.dune.battle import Call, ChooseBattle, Discard, Plan
from turncoat.games.dune.facts import FACTION_IDS, FORCES, LEADER_IDS, LEADER_NUMBER, LEADERS_OF
from turncoat.games.dune.rules import RULES
from turncoat.games.dune.sections import (
    Battles,
    Bidding,
    Collection,
    Match,
    Mentat,
    Nexus,
    Revival,
    Sections,
    ShipmentAndMovement,
    SpiceBlow,
    Storm,
    Turn,
)
from turncoat.games.dune.setup.rules import new_game
from turncoat.games.dune.shared.cards import SPICE_CARDS, SPICE_DECK, TREACHERY_CARDS, WORM, sorted_hand
from turncoat.games.dune.shared.hands import note_all
from turncoat.games.dune.shared.map import LOCATION, TERRITORY, TERRITORY_OF, first_after
from turncoat.games.dune.shipment import Ship, Transfer, Withdraw
from turncoat.games.dune.state import Dune, Prediction, Stacks
from turncoat.games.dune.text import skin
from turncoat.games.dune.view_parts import DuneView
from turncoat.kernel import Event, play
from turncoat.kernel.events import Listener

KEY = bytes(range(32))
ATR, HAR, FRE, EMP, GUI, BG = range(6)
"""The factions by number; at a table of six these are their seats, too."""
SIX = (ATR, HAR, FRE, EMP, GUI, BG)

E = TypeVar("E", bound=Event)
NEXT = {
    "storm": ("spice_blow", Storm),
    "spice_blow": ("charity", SpiceBlow),
    "bidding": ("revival", Bidding),
    "revival": ("shipment_and_movement", Revival),
    "shipment_and_movement": ("battles", ShipmentAndMovement),
    "battles": ("collection", Battles),
    "collection": ("mentat", Collection),
    "mentat": ("", Mentat),
    "nexus": ("charity", Nexus),
}
"""For each phase where the turn goes on after it, and its section."""


def fid(faction: int) -> str:
    """What a faction is called in answers."""
    return FACTION_IDS[faction]


def _id(names: dict[str, str], name: str) -> str:
    known = {label.casefold(): key for key, label in names.items()}
    return known[name.strip().casefold()]


def territory(name: str) -> str:
    """The id of a territory: ``territory("Pasty Mesa")``."""
    return _id(skin().territory, name)


def place(name: str) -> str:
    """The id of a location: ``place("Pasty Mesa 6")``; the sector may be left out where there is one only."""
    words, _, last = name.strip().rpartition(" ")
    if last.isdecimal():
        return f"{territory(words)}/{last}"
    number = TERRITORY[territory(name)]
    (only,) = [key for key, where in LOCATION.items() if TERRITORY_OF[where] == number]
    return only


def card(name: str) -> str:
    """The id of a treachery card: ``card("Maula Pistol")``."""
    return _id(skin().card, name)


def leader(name: str) -> str:
    """The id of a leader: ``leader("Stilgar")``; of a Cheap Hero as well."""
    return _id({**skin().leader, "cheap-hero": skin().card["cheap-hero"]}, name)


def cards(names: str) -> tuple[str, ...]:
    return tuple(card(name) for name in names.split(",") if name.strip())


def leaders(names: str) -> tuple[str, ...]:
    return tuple(leader(name) for name in names.split(",") if name.strip())


def spice_card(name: str) -> str:
    """The id of a spice card: a territory's name, or ``worm``."""
    return WORM if name.strip() == WORM else f"spice-{territory(name)}"


def amounts(text: str) -> dict[str, int]:
    """``"Arrakeen 9: 5, Polar Sink: 1"`` as an answer has it: how many at each location."""
    pairs = [part.rsplit(":", 1) for part in text.split(",") if part.strip()]
    return {place(name): int(number) for name, number in pairs}


def stacks(text: str) -> Stacks:
    """``"Arrakeen 9: 5, Polar Sink: 1"`` as the state has it."""
    return tuple(sorted((LOCATION[name], number) for name, number in amounts(text).items()))


class Table(Kit[int, DuneAction, DuneView]):
    """A table at the beginning of a phase, played on to the first decision.

    Args:
        phase: One of ``NEXT``; empty: setup.
        forces: Forces on the map by faction, ``"Arrakeen 9: 5"``.
        tanks: Dead forces by faction.
        spice: Spice by faction; ten where nothing is said.
        hands: Treachery cards by faction, with commas.
        known: Cards in hands that everybody knows of.
        deck: The next cards of the treachery deck, the top one first.
        discards: Treachery cards that lie among the discards.
        spice_deck: The next spice cards, the top one first (``"worm, Old Gap"``).
        traitors: Traitor cards kept, by faction.
        dead: Dead leaders with commas; ``twice`` leaders died twice.
        twice: Leaders who have died twice; alive unless they are among ``dead``.
        allies: Pairs of allied factions.
        first: The First Player; else by the storm.
        factions: Who plays, by seat.
        stops: Windows in which everybody is asked; else none closes late.
    """

    rules = RULES

    def __init__(
        self,
        phase: str = "",
        *,
        forces: dict[int, str] | None = None,
        tanks: dict[int, int] | None = None,
        spice: dict[int, int] | None = None,
        fields: str = "",
        hands: dict[int, str] | None = None,
        known: dict[int, str] | None = None,
        deck: str = "",
        discards: str = "",
        spice_deck: str = "",
        latest: str = "",
        traitors: dict[int, str] | None = None,
        dead: str = "",
        twice: str = "",
        allies: tuple[tuple[int, int], ...] = (),
        prediction: tuple[int, int] | None = None,
        fighters: tuple[int, int] | None = None,
        storm: int = 0,
        first: int | None = None,
        turn: int = 2,
        wall: bool = True,
        factions: tuple[int, ...] = SIX,
        stops: str = "",
        **options: object,
    ) -> None:
        agreed = {"factions": ",".join(map(fid, factions)), "seating": "as_seated", "stops": stops, **options}
        self.listener = Listener()
        if not phase:
            self.game: Dune = RULES.start(RULES.read_options(agreed), len(factions), KEY, self.listener)
            return
        self.game = game = new_game(RULES.read_options(agreed), len(factions), KEY)
        game.turn, game.storm, game.wall = turn, storm, wall
        self.set_forces(forces or {}, tanks or {})
        self.set_spice(spice or {}, fields)
        self.set_cards(hands or {}, known or {}, deck, discards)
        self.set_spice_deck(spice_deck, latest)
        self.set_leaders(traitors or {}, dead, twice)
        for one, other in allies:
            form(game, self.seat(one), self.seat(other))
        game.prediction = None if prediction is None else Prediction(self.seat(prediction[0]), prediction[1])
        game.fighters = () if fighters is None else (self.seat(fighters[0]), self.seat(fighters[1]))
        self.set_order(first)
        self.enter(phase)

    # --- setting up -----------------------------------------------------------------------------

    def seat(self, faction: int) -> int:
        return self.game.seat_by_faction[faction]

    def set_forces(self, forces: dict[int, str], tanks: dict[int, int]) -> None:
        """Forces on the map and in the tanks; the rest is in reserve."""
        for faction, seat in enumerate(self.game.seat_by_faction):
            if seat >= 0:
                self.game.forces[seat] = stacks(forces.get(faction, ""))
                self.game.tanks[seat] = tanks.get(faction, 0)
                standing = sum(number for _, number in self.game.forces[seat])
                self.game.reserves[seat] = FORCES - standing - self.game.tanks[seat]

    def set_spice(self, spice: dict[int, int], fields: str) -> None:
        """Purses and spice on the map, and the bank's book with them."""
        game = self.game
        game.spice = [spice.get(faction, 10) for faction in game.factions]
        game.fields = stacks(fields)
        game.bank = sum(game.spice) + sum(amount for _, amount in game.fields)

    def set_cards(self, hands: dict[int, str], known: dict[int, str], deck: str, discards: str) -> None:
        """Hands, notes of everybody, the top of the deck, the discards; all other cards lie below."""
        game, left = self.game, list(TREACHERY_CARDS)
        for faction, text in hands.items():
            game.hands[self.seat(faction)] = sorted_hand(list(cards(text)))
        top, gone = list(cards(deck)), list(cards(discards))
        for name in (*(one for hand in game.hands for one in hand), *top, *gone):
            left.remove(name)
        game.treachery = left[::-1] + top[::-1]
        game.treachery_discards = gone
        for faction, text in known.items():
            note_all(game, self.seat(faction), cards(text))

    def set_spice_deck(self, deck: str, latest: str) -> None:
        """The top of the spice deck; the card of ``latest`` lies among the discards."""
        game, left = self.game, list(SPICE_DECK)
        top = [spice_card(name) for name in deck.split(",") if name.strip()]
        if latest:
            game.latest = TERRITORY[territory(latest)]
            game.spice_discards = [spice_card(latest)]
        for name in (*top, *game.spice_discards):
            left.remove(name)
        game.spice_deck = [
            *[one for one in left if one == WORM],
            *[card for card in SPICE_CARDS if card in left],
            *top[::-1],
        ]

    def set_leaders(self, traitors: dict[int, str], dead: str, twice: str) -> None:
        """Traitors as named; all others are dealt in facts order, four to each."""
        game = self.game
        for name in leaders(twice):
            game.deaths[LEADER_NUMBER[name]] = 2
        for name in leaders(dead):
            game.alive[LEADER_NUMBER[name]] = False
            game.deaths[LEADER_NUMBER[name]] = max(1, game.deaths[LEADER_NUMBER[name]])
        named = {self.seat(faction): leaders(text) for faction, text in traitors.items()}
        own = [one for faction in game.factions for one in LEADERS_OF[faction]]
        left = [one for one in own if not any(one in kept for kept in named.values())]
        for seat, faction in enumerate(game.factions):
            kept = named.get(seat, ())
            more = [left.pop(0) for _ in range(4 - len(kept))]
            game.dealt[seat] = (*kept, *more)
            game.traitors[seat] = game.dealt[seat] if faction == HAR else kept or (more[0],)
        game.undealt = tuple(sorted(left, key=LEADER_IDS.index))

    def set_order(self, first: int | None) -> None:
        """Storm order, by the storm or beginning with a faction."""
        game = self.game
        start = first_after(game.storm, len(game.circle)) if first is None else game.circle.index(self.seat(first))
        game.order = game.circle[start:] + game.circle[:start]

    def enter(self, phase: str) -> None:
        """Begin a phase of the turn and play on to the first decision."""
        after, kind = NEXT[phase]
        section: Sections = kind()
        section.step = next(iter(section.table_of_contents))
        self.game.stack = [Match(step="turns"), Turn(step=after), section]
        play.run(self.game, self.listener)
        self.check()

    def script(self, *results: int) -> Table:
        """What the next draws of chance will be."""
        self.game.chance.script = list(results)
        return self

    # --- what happens ---------------------------------------------------------------------------

    def passes(self, *factions: int) -> Table:
        for faction in factions:
            self.do(faction, PASS)
        return self

    def until(self, key: str) -> Table:
        """Deadlines pass until a decision is asked (``"battle.plans"``)."""
        while self.key != key:
            assert not play.over(self.game), f"the game ended before {key}"
            self.time_up()
        return self

    # --- battles --------------------------------------------------------------------------------

    def choose(self, one: int, other: int, where: str) -> Table:
        """A faction chooses a battle."""
        return self.do(one, ChooseBattle(territory(where), fid(other)))

    def planned(self, plans: dict[int, Plan]) -> Table:
        """These factions seal their plans; whoever could command or foresee does not."""
        while self.key in ("battle.voice", "battle.prescience"):
            self.passes(*self.asked())
        for faction, plan in plans.items():
            self.do(faction, plan)
        return self

    def fought(self, plans: dict[int, Plan], *calling: int) -> Table:
        """Plans are made, then these factions call treachery; the winner has not yet chosen which cards to keep."""
        self.planned(plans)
        while self.key == "battle.treachery":
            faction = self.asked()[0]
            self.do(faction, Call() if faction in calling else PASS)
        return self

    def kept(self, faction: int, *gone: str) -> Table:
        """The winner discards these cards and keeps the rest."""
        return self.do(faction, Discard(tuple(card(name) for name in gone)))

    # --- what can be seen -----------------------------------------------------------------------

    def asked(self) -> list[int]:
        """The factions that still owe an answer."""
        return [self.game.factions[seat] for seat in play.waiting(self.game)]

    def forces(self, faction: int, name: str) -> int:
        """How many forces of a faction stand in a location, or in a territory if no sector is named."""
        where = territory(name) if not name.rsplit(" ", maxsplit=1)[-1].isdecimal() else place(name)
        own = self.game.forces[self.seat(faction)]
        if where in LOCATION and "/" in where:
            return dict(own).get(LOCATION[where], 0)
        return sum(number for at, number in own if TERRITORY_OF[at] == TERRITORY[where])

    def spice(self, faction: int) -> int:
        return self.game.spice[self.seat(faction)]

    def hand(self, faction: int) -> tuple[str, ...]:
        return tuple(skin().card[one] for one in self.game.hands[self.seat(faction)])

    def tanks(self, faction: int) -> int:
        return self.game.tanks[self.seat(faction)]

    def reserves(self, faction: int) -> int:
        return self.game.reserves[self.seat(faction)]

    def alive(self, name: str) -> bool:
        return self.game.alive[LEADER_NUMBER[leader(name)]]


def plan(dial: int, hero: str = "", weapon: str = "", defence: str = "") -> Plan:
    """A plan in the names of the rulebook; what is not named is none."""
    return Plan(
        dial, leader(hero) if hero else None, card(weapon) if weapon else None, card(defence) if defence else None
    )


def clash(one: int = HAR, other: int = EMP, *, where: str = "Tsimpo 10", size: int = 10, **position: object) -> Table:
    """A battle of two factions in one place, chosen by the first; it is at its first decision."""
    given = position.pop("forces", {})
    assert isinstance(given, dict)
    forces = {one: f"{where}: {size}", other: f"{where}: {size}", **given}
    table = Table("battles", forces=forces, first=one, **position)  # type: ignore[arg-type]
    return table.choose(one, other, where.rpartition(" ")[0])


def phase(first: int = HAR, **position: object) -> Table:
    """Shipment and Movement; a faction is first in storm order."""
    return Table("shipment_and_movement", first=first, **position)  # type: ignore[arg-type]


def ship(forces: int, to: str, help_: int = 0, karama: str | None = None) -> Ship:
    """A shipment from the reserves."""
    return Ship(forces, place(to), help_, karama)


def transfer(forces: str, to: str, help_: int = 0) -> Transfer:
    """A shipment across the planet."""
    return Transfer(amounts(forces), place(to), help_)


def withdraw(forces: str, help_: int = 0) -> Withdraw:
    """A shipment back to the reserves."""
    return Withdraw(amounts(forces), help_)


def most(table: Table, faction: int, to: str) -> int:
    """How many forces a faction can ship somewhere."""
    return max((number for number in range(1, 21) if table.legal(faction, ship(number, to))), default=0)
