"""Thrice as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import ClassVar

from turncoat.games.thrice import text
from turncoat.games.thrice.actions import ACTIONS, DONE, ThriceAction
from turncoat.games.thrice.audit import audit
from turncoat.games.thrice.combat import new_game
from turncoat.games.thrice.conflicts import conflicts
from turncoat.games.thrice.end import WON_BY_PLAYERS, WON_BY_THE_GM
from turncoat.games.thrice.events import EVENTS
from turncoat.games.thrice.options import Options
from turncoat.games.thrice.redeal import redeal
from turncoat.games.thrice.state import Match, Thrice, enemies, master, party
from turncoat.games.thrice.view import ThriceView, view
from turncoat.kernel.events import Event, Tell
from turncoat.kernel.offer import Offer, Wish
from turncoat.kernel.play import begin
from turncoat.kernel.ruleset import Ruleset
from turncoat.kernel.space import Names


class ThriceRules(Ruleset[Thrice, Options, ThriceAction, ThriceView]):
    """THR-1: the combat, its options and its set-up. The last seat is the GM's."""

    id: ClassVar[str] = "thrice"
    title: ClassVar[str] = "Thrice"
    summary: ClassVar[str] = "A short fight, a long talk: swap dice for advantage, spend it on tricks for your friends."
    prefix: ClassVar[str] = "THR"
    seats: ClassVar[range] = range(2, 10)
    suggested: ClassVar[range] = range(4, 7)
    minutes: ClassVar[int] = 20
    winnerless: ClassVar[bool] = True
    brief: ClassVar[Mapping[str, object]] = MappingProxyType({"round_limit": 3})
    state = Thrice
    options = Options
    actions = ACTIONS
    events = EVENTS
    views = ThriceView

    def set_up(self, options: Options, seats: int, key: bytes, tell: Tell) -> Thrice:
        """THR-1.1: characters are made or brought; then the GM builds the opponents."""
        game = new_game(options, seats, key)
        begin(game, Match(), tell)
        return game

    def view(self, game: Thrice, seat: int | None) -> ThriceView:
        """THR-1.3: what this seat may see."""
        return view(game, seat)

    def redeal(self, game: Thrice, seat: int | None, key: bytes) -> Thrice:
        """THR-1.3: other opponents, with whom everything could have happened just so."""
        return redeal(game, seat, key)

    def audit(self, game: Thrice) -> list[str]:
        """The invariants that do not hold."""
        return audit(game)

    def winners(self, game: Thrice) -> list[int]:
        """THR-15.7: the players, the GM, or nobody."""
        if game.result in WON_BY_PLAYERS:
            return list(range(game.players))
        return [master(game)] if game.result in WON_BY_THE_GM else []

    def scores(self, game: Thrice) -> list[int]:
        """THR-15.4: how many of the other side take no part any more."""
        opponents = (enemies(game) & ~game.active).bit_count()
        return [opponents] * game.players + [(party(game) & ~game.active).bit_count() if game.round else 0]

    def say(self, event: Event, names: Names) -> str:
        """An event as a sentence."""
        return text.say(event, names)

    def names(self, seats: Iterable[str]) -> Names:
        """The names of players and opponents."""
        return text.ThriceNames(seats)

    def question(self, key: str) -> str:
        """THR-D: what is asked at each decision."""
        return text.QUESTIONS[key]

    def offers(self, view: ThriceView) -> tuple[Offer, ...]:
        """THR-D7, THR-D8: to step in, and to strike back."""
        return OFFERS

    def conflicts(self, options: Options, seats: int) -> str:
        """THR-O: options that cannot go together, and sheets that break the rules."""
        return conflicts(options, seats)


OFFERS = (
    Offer("interception.choose", "Somebody beside you is attacked", "THR-D7", (Wish("stay where you are", (DONE,)),)),
    Offer("riposte.choose", "You could strike back", "THR-D8", (Wish("keep the coin", (DONE,)),)),
)
"""What can be ordered to be answered from now on."""

RULES = ThriceRules()
"""The rules of Thrice."""
