"""Loyalty told as a story: players by name, actions in the game's own words, facts that a player could see.

``table = loyalty()``, ``table.put("O2", red="4 militia")``, ``table.do("red", "attack blue in O2 from O2 with 4")``.
After every step the audit must find nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from tests.kit import Kit

from turncoat.games.loyalty import majority
from turncoat.games.loyalty.events.war import GameEnded
from turncoat.games.loyalty.options import Options, colours
from turncoat.games.loyalty.rules import RULES
from turncoat.games.loyalty.state import FACTIONS, KINDS, NOBODY, Loyalty, Result, active, add, banner
from turncoat.games.loyalty.view import LoyaltyView
from turncoat.kernel import Boxes, Event, Names, play
from turncoat.kernel.errors import BadSetup
from turncoat.kernel.events import Listener
from turncoat.kernel.grammar import Grammar

E = TypeVar("E", bound=Event)

FOUR = "red blue yellow green"
FIVE = "red blue yellow green white"


class Story(Kit[str, str, LoyaltyView]):
    """A table of Loyalty whose players are called by name."""

    rules = RULES

    def __init__(self, players: str, game: Loyalty, listener: Listener) -> None:
        self.players, self.game, self.listener = tuple(players.split()), game, listener

    @property
    def names(self) -> Names:
        return RULES.names(self.players)

    # --- what players do ----------------------------------------------------------------------

    def read(self, player: str, move: str) -> Any:
        """An answer, or something that is possible beside a decision, in words."""
        return Grammar(self.open_to(player), self.names).read(move)

    def all(self, **moves: str) -> Story:
        """Several players hand in one answer each."""
        for player, move in moves.items():
            self.do(player, move)
        return self

    def pass_turn(self, turns: int = 1) -> Story:
        """The active player, and as many as are wanted after that, let all actions go by."""
        goal = self.game.turn + turns
        while self.game.result is None and self.game.turn < goal:
            self.time_up()
        return self

    def pass_to(self, player: str) -> Story:
        """All turns go by until this player's."""
        while self.turn_of != player:
            self.pass_turn()
        return self

    # --- the position -------------------------------------------------------------------------

    def put(self, place: str, **units: str) -> Story:
        """Put units there: ``put("O2", red="4 militia, 2 citizens")``."""
        at = self.game.map.places[place]
        for player, said in units.items():
            for part in said.split(","):
                number, kind = part.split()
                rows = {"citizens": self.game.citizens, "priests": self.game.priests, "militia": self.game.militia}
                who = banner(self.game, self.seat(player)) if kind == "militia" else self.seat(player)
                add(rows[kind], at, who, int(number))
        return self

    def coins(self, **purses: int) -> Story:
        """Give players so many coins instead of those they have."""
        for player, number in purses.items():
            seat = self.seat(player)
            self.game.drawn += number - self.game.coins[seat]
            self.game.coins[seat] = number
        return self

    def marker(self, **markers: int) -> Story:
        """Set loyalty markers: ``marker(C=3)``."""
        for city, stand in markers.items():
            self.game.tracks[self.game.map.places[city]] = stand
        return self

    def cards(self, said: str) -> Story:
        """Deal these cards: ``cards("pope king king king")``."""
        deck = len(self.game.cards) + len(self.game.unused)
        self.game.cards = said.split()
        rest = [faction for faction in FACTIONS for _ in range(deck // 2 - self.game.cards.count(faction))]
        self.game.unused = rest
        return self

    # --- what players see ---------------------------------------------------------------------

    def units(self, place: str) -> dict[str, dict[str, int]]:
        """Who stands there, by player and kind."""
        at, found = self.game.map.places[place], {}
        for seat, player in enumerate(self.players):
            row = (self.game.citizens[at][seat], self.game.priests[at][seat], self._militia(at, seat))
            if any(row):
                found[player] = {kind: number for kind, number in zip(KINDS, row, strict=True) if number}
        return found

    def _militia(self, at: int, seat: int) -> int:
        return self.game.militia[at][banner(self.game, seat)]

    def owner(self, place: str) -> str:
        """Who owns a place; empty: nobody."""
        return self._name(majority.owner(self.game, self.game.map.places[place]))

    def control(self, place: str) -> str:
        """Who has military control, a player or a colour; empty: nobody."""
        who = majority.control(self.game, self.game.map.places[place])
        if self.game.colours and who != NOBODY:
            return colours(self.game.options)[who]
        return self._name(who)

    def priest_of(self, city: str) -> str:
        """Who has religious control; empty: nobody."""
        return self._name(majority.religious_control(self.game, self.game.map.places[city]))

    def vp(self, player: str) -> int:
        return majority.victory_points(self.game)[self.seat(player)]

    def purse(self, player: str) -> int:
        return self.game.coins[self.seat(player)]

    def track(self, city: str) -> int:
        return self.game.tracks[self.game.map.places[city]]

    @property
    def turn_of(self) -> str:
        return self.players[active(self.game)]

    @property
    def asked(self) -> set[str]:
        """Who still owes an answer."""
        return {self.players[seat] for seat in play.waiting(self.game)}

    @property
    def actions_left(self) -> int:
        return self.view(None).actions_left

    @property
    def result(self) -> Result:
        assert self.game.result is not None, "the game goes on"
        assert self.told(GameEnded)[-1].result == self.game.result
        return self.game.result

    def winners(self) -> set[str]:
        return {self.players[seat] for seat in self.result.winners}

    def last(self) -> set[str]:
        return {self.players[seat] for seat in self.result.last}

    def open_to(self, player: str) -> Boxes[Any]:
        """All that a player can do now."""
        return self.boxes(player) + self.beside(player)

    def seat(self, player: str) -> int:
        return self.players.index(player)

    def _name(self, seat: int) -> str:
        return "" if seat == NOBODY else self.players[seat]


def loyalty(
    players: str = FOUR,
    *,
    first: str = "red",
    bare: bool = False,
    hearing: Callable[[], Listener] = Listener,
    **options: Any,
) -> Story:
    """A table at the first decision.

    Args:
        players: Their names, in seat order.
        first: Who begins.
        bare: Take all units off the map; nobody counts as having had land.
        hearing: Makes somebody who hears everything.
        options: Options of the game.
    """
    names = players.split()
    agreed = RULES.read_options(options)
    game, listener = begun_by(names.index(first), agreed, len(names), hearing)
    if bare:
        game.citizens = [(0,) * len(row) for row in game.citizens]
        game.priests = [(0,) * len(row) for row in game.priests]
        game.militia = [(0,) * len(row) for row in game.militia]
        game.landed = [False] * len(names)
    story = Story(players, game, listener)
    story.check()
    return story


def begun_by(first: int, agreed: Options, seats: int, hearing: Callable[[], Listener]) -> tuple[Loyalty, Listener]:
    """A game in which chance lets this seat begin."""
    for number in range(256):
        listener = hearing()
        game = RULES.start(agreed, seats, bytes([number]) * 32, listener)
        if game.first == first:
            return game, listener
    raise AssertionError(f"seat {first} never begins")


def clash(seats: int = 4, **options: Any) -> str:
    """Why these options cannot be agreed on; empty if they can."""
    try:
        RULES.start(RULES.read_options(options), seats, bytes(32), Listener())
    except BadSetup as refusal:
        return refusal.sentence
    return ""
