"""The table as events tell it: a game of which nothing secret is known, carried on from event to event.

It is a state like any other, with blank cards in hands and decks, so that a still is made by the very function that
makes a spectator's view. What events do to it is said in the other files of this package, one for each part of a turn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from turncoat.games.dune.knowledge import came_to_hand, holds_at_least, left_hand, went_from_hand
from turncoat.games.dune.plan_limits import PLAN_QUESTIONS
from turncoat.games.dune.promises import drop
from turncoat.games.dune.sections import Auction, Battle, Match, Sections, Setup, Truthtrance, Turn
from turncoat.games.dune.setup import new_game
from turncoat.games.dune.state import NOBODY, Dune, Stacks, seat_of
from turncoat.games.dune.story.phases import CHARITY, SECTIONS, SETUP, leave
from turncoat.games.dune.view import view
from turncoat.games.dune.view_parts import DuneView
from turncoat.kernel.clone import clone
from turncoat.kernel.events import Event

S = TypeVar("S", bound=Struct)

BLANK = ""
"""A card whose face is not known."""
NO_KEY = bytes(32)
IN_PHASE = 3
"""Sections of a phase lie so far up the stack: above the match, the turn and the phase."""


class Past:
    """A game as the public has seen it up to some event.

    Attributes:
        game: The position; hands and decks hold blank cards.
        phase: The phase, by its name in ``PHASES``.
        opened: Hands and traitors that were opened at the end, by seat.
        early: Cards drawn before the treachery deck was shuffled, which are counted only afterwards (DUN-4.5.1).
        owed: Cards drawn from a deck that is shuffled only afterwards (DUN-6.3.4).
        unannounced: Combatants of whom an event has still to say that they have no hero (DUN-4.8.4).
        fallen: What each combatant has to lose in the battle that has just been decided, by seat.
        landed: Where forces rallied last, by number.
    """

    def __init__(self, seen: DuneView) -> None:
        self.seen = seen
        self.game = blank_game(seen)
        self.phase = SETUP
        self.opened: dict[int, tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = {}
        self.early = self.owed = 0
        self.unannounced: tuple[int, ...] = ()
        self.fallen: dict[int, Stacks] = {}
        self.landed = -1

    def copy(self) -> Past:
        """The same past, to be carried on by itself."""
        other = Past.__new__(Past)
        other.__dict__.update(self.__dict__)
        other.game = clone(self.game)
        other.opened, other.fallen = dict(self.opened), dict(self.fallen)
        return other

    def view(self) -> DuneView:
        """DUN-1.5: what a spectator saw at that time."""
        self.settle_heroes()
        made = view(self.game, None)
        if self.phase == CHARITY:
            made = replace(made, phase=(*made.phase, CHARITY))
        auction = self.section(Auction)
        if auction is not None and auction.turn == NOBODY:
            made = replace(made, factions=tuple(replace(one, pledged=0) for one in made.factions))
        if not self.opened:
            return made
        seats = range(len(self.game.factions))
        return replace(
            made,
            hands=tuple(self.opened[seat][0] for seat in seats),
            traitors=tuple(self.opened[seat][1] for seat in seats),
            returned=tuple(self.opened[seat][2] for seat in seats),
            prediction=self.seen.prediction,
        )

    # --- where the game is ----------------------------------------------------------------------

    def section(self, kind: type[S]) -> S | None:
        """The open section of a kind; None if there is none."""
        return next((one for one in self.game.stack if isinstance(one, kind)), None)

    def open(self, section: Sections) -> None:
        """A section of the phase begins; the one before it is over."""
        self.game.stack[IN_PHASE:] = [section]

    def close(self) -> None:
        """The section of the phase is over."""
        del self.game.stack[IN_PHASE:]

    def reach(self, phase: str) -> None:
        """DUN-1.4.1: another phase is going on; what ends with the phases in between ends now."""
        if phase == self.phase:
            return
        self.end_battle()
        leave(self.game, self.phase, phase)
        self.phase = phase
        asked = [one for one in self.game.stack if isinstance(one, Truthtrance)]
        self.game.stack = [Match(), Turn()]
        if phase != CHARITY:
            self.game.stack.append(SECTIONS[phase]())
        self.game.stack += asked

    def end_battle(self) -> None:
        """DUN-7.12.3: the battle is over, and promises about its plans with it."""
        self.settle_heroes()
        if self.section(Battle) is not None:
            drop(self.game, *PLAN_QUESTIONS)
            self.close()

    def settle_heroes(self) -> None:
        """DUN-2.9.1: a combatant without a leader of whom nobody said that he has no hero holds a Cheap Hero."""
        for seat in self.unannounced:
            holds_at_least(self.game, seat, "cheap-hero")
        self.unannounced = ()

    # --- cards ----------------------------------------------------------------------------------

    def seat(self, faction: str) -> int:
        """Who plays a faction."""
        return seat_of(self.game, faction)

    def gain(self, seat: int) -> None:
        """DUN-2.4: a card that nobody saw comes into a hand."""
        self.game.hands[seat] = (*self.game.hands[seat], BLANK)
        came_to_hand(self.game, seat)

    def give_up(self, seat: int, card: str) -> None:
        """DUN-2.4.2: a card goes from a hand to the discards, face up."""
        self.game.hands[seat] = self.game.hands[seat][:-1]
        self.game.treachery_discards.append(card)
        left_hand(self.game, seat, card)
        went_from_hand(self.game, seat, card)


def blank_game(seen: DuneView) -> Dune:
    """DUN-3.1.1: the factions at their places, everything in reserve, every card face down."""
    factions = ",".join(one.faction for one in seen.factions)
    game = new_game(replace(seen.options, factions=factions), len(seen.factions), NO_KEY)
    game.options, game.circle = seen.options, seen.circle
    game.treachery = [BLANK] * len(game.treachery)
    game.spice_deck = [BLANK] * len(game.spice_deck)
    game.stack = [Match(), Setup()]
    return game


Handler = Callable[[Past, Event], None]
Handlers = Mapping[type[Event], Handler]
"""What each event does to the past."""
