"""What an answer would lead to: what it costs, and what the forces meet where they arrive.

They can meet enemies, allies, the next storm, worms, spice, or hold a stronghold.
"""

from __future__ import annotations

from collections.abc import Iterable

from turncoat.games.dune.battle.plan import can_meet
from turncoat.games.dune.collection import rate
from turncoat.games.dune.events import Paid
from turncoat.games.dune.facts import SECTORS
from turncoat.games.dune.known import Shadow
from turncoat.games.dune.mentat.rules import needed, side, strongholds
from turncoat.games.dune.sections import Storm
from turncoat.games.dune.shared.cards import WORM
from turncoat.games.dune.shared.forces import at, holder, occupants, total_in
from turncoat.games.dune.shared.map import (
    DEVOURED,
    IS_STRONGHOLD,
    LOCATION_IDS,
    POLE,
    SECTOR_OF,
    TERRITORY_IDS,
    TERRITORY_OF,
)
from turncoat.games.dune.shared.spice import spice_at
from turncoat.games.dune.spice_blow.rules import protected
from turncoat.games.dune.state import NOBODY, Dune
from turncoat.games.dune.storm.rules import LATER_DIALS, dialers, exposed
from turncoat.games.dune.view_parts import DuneView, OwnView
from turncoat.kernel import Between, Event, Names, amount, listed

Lines = list[str]
"""Sentences."""


class Foresight:
    """A view, with everything that is needed to foresee results.

    Args:
        view: What the seat knows.

    Attributes:
        shadow: The view as a position for the rules.
        game: The game, which is never changed.
    """

    def __init__(self, view: DuneView, names: Names) -> None:
        assert view.own is not None
        self.view, self.names = view, names
        self.shadow = Shadow(view)
        self.game: Dune = self.shadow.game
        self.seat = self.shadow.seat
        self.own: OwnView = view.own

    # --- words ----------------------------------------------------------------------------------

    def who(self, seat: int) -> str:
        """The name of a seat's faction; ``the bank`` for no seat."""
        return self.called(self.shadow.faction(seat))

    def called(self, faction: str) -> str:
        """The name of a faction; ``the bank`` for none."""
        return self.names.label("faction", faction) if faction else "the bank"

    def all_of(self, seats: Iterable[int]) -> str:
        """The names of several factions."""
        return listed([self.who(seat) for seat in seats])

    def place(self, place: int) -> str:
        """The name of a location."""
        return self.names.label("location", LOCATION_IDS[place])

    def land(self, territory: int) -> str:
        """The name of a territory."""
        return self.names.label("territory", TERRITORY_IDS[territory])

    def leader(self, leader: str) -> str:
        """The name of a leader."""
        return self.names.label("leader", leader)

    def cards(self, cards: Iterable[str]) -> str:
        """The names of several cards."""
        return listed([self.names.label("card", card) for card in cards])

    def spice(self, amount: int) -> str:
        """An amount of spice in words."""
        return f"{amount} {self.names.label('word', 'spice')}"

    @property
    def worm(self) -> str:
        """The name of a worm."""
        return self.names.label("word", "worm")

    # --- payments -------------------------------------------------------------------------------

    def payments(self, happened: Iterable[Event], cost: int) -> Lines:
        """DUN-2.3: the payments, and what is left to the player."""
        paid = [event for event in happened if isinstance(event, Paid) and event.payer]
        mine, helper = self.shadow.faction(self.seat), self.game.ally[self.seat]
        own, ally = (sum(payment.spice for payment in paid if (payment.payer == mine) is me) for me in (True, False))
        stays = max(0, cost - own - ally) if helper != NOBODY else 0
        if not paid:
            due = f"It costs {self.spice(cost)}" if cost else "It costs nothing"
            return [f"{due}. {self.who(helper)} would pay this, and would also receive it." if stays else f"{due}."]
        to = listed(list(dict.fromkeys(self.called(payment.to) for payment in paid)))
        shares = f": {own} from you, {ally + stays} from {self.who(helper)}" if ally + stays else ""
        left = self.game.spice[self.seat] - own
        kept = self.kept(left) if own else "You pay nothing yourself."
        return [f"It costs {self.spice(own + ally + stays)}, paid to {to}{shares}.", kept]

    def kept(self, left: int) -> str:
        """What the player would have left."""
        return f"You keep {self.spice(left)}." if left else f"That is all your {self.names.label('word', 'spice')}."


def forces(number: int) -> str:
    """A number of forces in words."""
    return amount(number, "force")


def arrivals(seen: Foresight, after: Dune, place: int) -> Lines:
    """What forces meet in the location where they arrive."""
    territory = TERRITORY_OF[place]
    return [
        *company(seen, after, territory),
        *mastery(seen, after, territory),
        *weather(seen, after, place),
        *worms(seen, after, territory),
        *harvest(seen, after, place),
    ]


def company(seen: Foresight, after: Dune, territory: int) -> Lines:
    """DUN-4.8.1: the other forces there, and whether there will be a battle; DUN-5.3.2: the ally's forces."""
    seat, where = seen.seat, seen.land(territory)
    others = [occupant for occupant in occupants(after, territory) if occupant != seat]
    ally = after.ally[seat]
    lines: Lines = []
    for foe in others:
        number = forces(total_in(after, foe, territory))
        if territory == POLE:
            lines.append(f"{seen.who(foe)} is there with {number}; nobody fights in {where}.")
        elif foe == ally:
            lines.append(
                f"Your ally is there with {number}: if you are both still there after your move, your forces there die."
            )
        elif can_meet(after, seat, foe, territory):
            mine = forces(total_in(after, seat, territory))
            lines.append(f"Battle in {where}: your {mine} against {number} of {seen.who(foe)}.")
        else:
            lines.append(
                f"{seen.who(foe)} is there with {number}, beyond the storm: no battle while the storm is there."
            )
    return lines


def mastery(seen: Foresight, after: Dune, territory: int) -> Lines:
    """DUN-4.10.1: whether the player holds a stronghold alone, and the number of strongholds then."""
    if not IS_STRONGHOLD[territory] or holder(after, territory) != seen.seat:
        return []
    if holder(seen.game, territory) == seen.seat:
        return []
    ours = side(after, seen.seat)
    whose = "you" if len(ours) == 1 else "you and your ally"
    held, goal = strongholds(after, ours), needed(after, ours)
    return [f"You hold {seen.land(territory)} alone: {whose} have {held} of {goal} strongholds."]


def weather(seen: Foresight, after: Dune, place: int) -> Lines:
    """DUN-4.1.4, DUN-4.1.5: whether the next storm can kill there."""
    territory, storm = TERRITORY_OF[place], after.storm
    if storm < 0 or territory == POLE:
        return []
    if not exposed(after, territory):
        return []
    if SECTOR_OF[place] == storm and not at(after, seen.seat, place):
        return [f"The storm lies over {seen.place(place)}: forces placed there die."]
    ahead = (SECTOR_OF[place] - storm) % SECTORS
    low, high = storm_range(after)
    if not ahead or ahead > high:
        return []
    when = "whatever is dialled" if ahead <= low else f"if {ahead} or more is dialled"
    return [f"Open to the storm: it comes there next turn {when}."]


def storm_range(game: Dune) -> tuple[int, int]:
    """DUN-4.1.2, DUN-4.1.3: the shortest and the longest next move of the storm."""
    number, dial = len(dialers(game, Storm())), LATER_DIALS.boxes[0].space("number")
    assert isinstance(dial, Between)
    return number * dial.low, number * dial.high


def worms(seen: Foresight, after: Dune, territory: int) -> Lines:
    """DUN-4.2.2, DUN-6.1.6: whether a worm can devour the forces."""
    if territory not in DEVOURED or seen.seat in protected(after):
        return []
    if seen.view.latest == TERRITORY_IDS[territory]:
        if seen.own.spice_card == WORM:
            return [f"You know that the next spice card is a {seen.worm}: it comes there."]
        return [f"If a {seen.worm} comes next turn, it comes there."]
    return []


def harvest(seen: Foresight, after: Dune, place: int) -> Lines:
    """DUN-4.9.1: the spice there, and how much of it these forces can carry."""
    lying, number = spice_at(after, place), at(after, seen.seat, place)
    if not lying or not number:
        return []
    carried = min(lying, number * rate(after, seen.seat))
    return [f"{seen.spice(lying)} lies there; your {forces(number)} can collect {carried}."]


def departures(seen: Foresight, after: Dune, origins: list[int]) -> Lines:
    """DUN-4.10.1: strongholds that the forces leave empty."""
    lines: Lines = []
    for territory in dict.fromkeys(TERRITORY_OF[place] for place in origins):
        left = total_in(after, seen.seat, territory)
        if not left and IS_STRONGHOLD[territory]:
            lines.append(f"None of your forces stay in {seen.land(territory)}.")
    return lines
