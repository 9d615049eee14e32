"""What only the reader sees, as the events that the reader alone has heard tell it (CON-I.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from turncoat.games.conspiracy import events as happened
from turncoat.games.conspiracy.state import Goal
from turncoat.games.conspiracy.view import OwnView
from turncoat.kernel.events import Event

T = TypeVar("T")


def handlers(telling: type[T]) -> dict[type[Event], Callable[[T, Event], None]]:
    """Which method of a class tells which event: ``tile_laid`` tells ``TileLaid``."""
    titles = {name: "".join(part.capitalize() for part in name.split("_")) for name in vars(telling)}
    return {getattr(happened, title): vars(telling)[name] for name, title in titles.items() if hasattr(happened, title)}


class Own:
    """The things of one player, moving on from event to event. A spectator (``seat`` is None) has none."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.goal: Goal | None = None
        self.saved: str | None = None
        self.goal_coins: list[str] = []
        self.tiles: list[str] = []
        self.hand: list[str] = []
        self.received: list[str] = []
        self.given: list[tuple[str, int]] = []

    def copy(self) -> Own:
        """The same things, to be moved on by themselves."""
        made = Own(self.seat)
        made.goal, made.saved = self.goal, self.saved
        made.goal_coins, made.tiles, made.hand = [*self.goal_coins], [*self.tiles], [*self.hand]
        made.received, made.given = [*self.received], [*self.given]
        return made

    def now(self) -> OwnView | None:
        """The things as they are."""
        if self.seat is None:
            return None
        return OwnView(
            self.goal,
            tuple(self.goal_coins),
            tuple(sorted(self.tiles)),
            tuple(self.hand),
            self.saved,
            tuple(self.received),
            tuple(sorted(self.given, key=lambda one: one[1])),
        )

    def hear(self, event: Event) -> None:
        """Let one event happen to these things."""
        handler = HANDLERS.get(event.__class__)
        if handler is not None and self.seat is not None:
            handler(self, event)

    def goal_coins_drawn(self, one: happened.GoalCoinsDrawn) -> None:
        """CON-S.2, CON-S.4: the tiles dealt and the coins drawn."""
        self.tiles, self.goal_coins = [*one.tiles], [*one.coins]

    def goal_noted(self, one: happened.GoalNoted) -> None:
        """CON-S.5: the goal; the coins are back in the bag."""
        self.goal, self.goal_coins = Goal(one.suit, one.number), []

    def turn_began(self, one: happened.TurnBegan) -> None:
        """CON-1: the saved coin goes into the hand."""
        if one.seat == self.seat and self.saved is not None:
            self.hand, self.saved = [self.saved], None

    def hand_drawn(self, one: happened.HandDrawn) -> None:
        """CON-2: the coins drawn."""
        self.hand += one.coins

    def gifts_taken(self, one: happened.GiftsTaken) -> None:
        """CON-4: received coins go into the hand; whoever gave them knows nothing of them any more (CON-R19)."""
        if one.seat == self.seat:
            self.hand += self.received
            self.received = []
        self.given = [(coin, to) for coin, to in self.given if to != one.seat]

    def gift_seen(self, one: happened.GiftSeen) -> None:
        """CON-5.g: a coin given or received."""
        if one.to == self.seat:
            self.received.append(one.coin)
        else:
            self.hand.remove(one.coin)
            self.given.append((one.coin, one.to))

    def own_tile_laid(self, one: happened.OwnTileLaid) -> None:
        """CON-5.a.iii: a tile leaves the hand."""
        self.tiles.remove(one.tile)

    def own_coin_placed(self, one: happened.OwnCoinPlaced) -> None:
        """CON-5.a: a coin leaves the hand."""
        self.hand.remove(one.coin)

    def tile_taken(self, one: happened.TileTaken) -> None:
        """CON-M.5.a: a face-up tile goes to a player."""
        if one.seat == self.seat and one.tile is not None:
            self.tiles.append(one.tile)

    def tile_received(self, one: happened.TileReceived) -> None:
        """CON-M.5.b: the face of a tile that was taken face down."""
        self.tiles.append(one.tile)

    def own_coin_saved(self, one: happened.OwnCoinSaved) -> None:
        """CON-6: a coin is saved."""
        self.hand.remove(one.coin)
        self.saved = one.coin

    def hand_discarded(self, one: happened.HandDiscarded) -> None:
        """CON-8: all other coins go to the bag."""
        if one.seat == self.seat:
            self.hand = []


HANDLERS = handlers(Own)
"""Which method tells which event."""
