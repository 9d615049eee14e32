"""Truce as the rest of the program sees it."""

from __future__ import annotations

from typing import ClassVar

from turncoat.games.truce import text
from turncoat.games.truce.audit import audit
from turncoat.games.truce.events import EVENTS, ActionsRevealed
from turncoat.games.truce.redeal import redeal
from turncoat.games.truce.round import new_match
from turncoat.games.truce.state import (
    Attack,
    Defend,
    Gift,
    Loot,
    Options,
    Pass,
    Spoilt,
    Support,
    Truce,
    TruceAction,
)
from turncoat.games.truce.view import TruceView, view
from turncoat.kernel.chance import Chance
from turncoat.kernel.events import Event, Tell
from turncoat.kernel.play import begin
from turncoat.kernel.ruleset import Ruleset
from turncoat.kernel.space import Names


class TruceRules(Ruleset[Truce, Options, TruceAction, TruceView]):
    """TRU-1: the game, its options and its set-up."""

    id: ClassVar[str] = "truce"
    title: ClassVar[str] = "Truce"
    summary: ClassVar[str] = "Coins, promises and one sealed order a round. Nobody's word binds."
    prefix: ClassVar[str] = "TRU"
    seats: ClassVar[range] = range(3, 31)
    suggested: ClassVar[range] = range(5, 9)
    minutes: ClassVar[int] = 5
    state = Truce
    options = Options
    actions = (Attack, Defend, Support, Loot, Pass, Spoilt, Gift)
    events = EVENTS
    views = TruceView

    def set_up(self, options: Options, seats: int, key: bytes, tell: Tell) -> Truce:
        """TRU-1.4: everybody has the agreed coins in the Supply; TRU-1.5: the Stash is empty."""
        game = Truce(
            options,
            supplies=[options.coins] * seats,
            spoils=[0] * seats,
            supporters=[0] * seats,
            chance=Chance(key),
            stack=[],
            requests=[0] * seats,
            standing=[{} for _ in range(seats)],
        )
        begin(game, new_match(), tell)
        return game

    def view(self, game: Truce, seat: int | None) -> TruceView:
        """TRU-12.5: what this seat may see."""
        return view(game, seat)

    def redeal(self, game: Truce, seat: int | None, key: bytes) -> Truce:
        """TRU-12.3: other players' sealed actions made up again."""
        return redeal(game, seat, key)

    def audit(self, game: Truce) -> list[str]:
        """TRU-15: the invariants that do not hold."""
        return audit(game)

    def winners(self, game: Truce) -> list[int]:
        """TRU-11: who has won."""
        return list(game.winners)

    def scores(self, game: Truce) -> list[int]:
        """TRU-11.2: everybody's Supply."""
        return list(game.supplies)

    def say(self, event: Event, names: Names) -> str:
        """An event as a sentence."""
        return text.say(event, names)

    def shown_waiting(self, game: Truce) -> list[int] | None:
        """TRU-R23: who has handed in shows, unless TRU-O5 hides it."""
        return super().shown_waiting(game) if game.options.show_submitted else None

    def needs_deadline(self, options: Options) -> str:
        """TRU-O3: by correspondence nothing but the deadline breaks the seals."""
        if options.reveal == "table":
            return ""
        return "reveal: correspondence needs a deadline, because nothing else ends a round (TRU-O3, TRU-O4)."

    def question(self, key: str) -> str:
        """TRU-2.2: the one question of the game."""
        return text.ROUND_QUESTION

    def revealed(self, event: Event) -> dict[int, TruceAction]:
        """TRU-12.2: the reveal makes every action of the round known."""
        return dict(enumerate(event.actions)) if isinstance(event, ActionsRevealed) else {}


RULES = TruceRules()
