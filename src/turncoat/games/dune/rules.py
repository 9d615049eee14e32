"""Dune as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import ClassVar

from turncoat.games.dune import (
    battle,
    battles,
    bidding,
    collection,
    mentat,
    nexus,
    revival,
    setup,
    shipment_and_movement,
    spice_blow,
    storm,
    text,
    truthtrance,
    turn,
)
from turncoat.games.dune.actions import ACTIONS, DuneAction
from turncoat.games.dune.audit import audit
from turncoat.games.dune.events import EVENTS
from turncoat.games.dune.options import Options, conflicts
from turncoat.games.dune.redeal import redeal
from turncoat.games.dune.sections import Match
from turncoat.games.dune.skin import skin
from turncoat.games.dune.state import Dune, seats_of
from turncoat.games.dune.view import view
from turncoat.games.dune.view_parts import DuneView
from turncoat.kernel import play
from turncoat.kernel.events import Event, Tell
from turncoat.kernel.offer import Offer
from turncoat.kernel.ruleset import Ruleset
from turncoat.kernel.space import Names


class DuneRules(Ruleset[Dune, Options, DuneAction, DuneView]):
    """DUN-1: the game, its options and its set-up."""

    id: ClassVar[str] = "dune"
    title: ClassVar[str] = "Dune"
    summary: ClassVar[str] = "Six unequal factions, one desert, and nobody who can be trusted with a secret."
    prefix: ClassVar[str] = "DUN"
    seats: ClassVar[range] = range(2, 7)
    suggested: ClassVar[range] = range(4, 7)
    minutes: ClassVar[int] = 60
    winnerless: ClassVar[bool] = True
    brief: ClassVar[Mapping[str, object]] = MappingProxyType({"turns": 2})
    state = Dune
    options = Options
    actions = ACTIONS
    events = EVENTS
    views = DuneView

    def set_up(self, options: Options, seats: int, key: bytes, tell: Tell) -> Dune:
        """DUN-3: factions, traitors, forces, prediction, cards."""
        game = setup.new_game(options, seats, key)
        play.begin(game, Match(), tell)
        return game

    def conflicts(self, options: Options, seats: int) -> str:
        """DUN-10: options that cannot go together."""
        return conflicts(options, seats)

    def view(self, game: Dune, seat: int | None) -> DuneView:
        """DUN-1.5: what this seat may see."""
        return view(game, seat)

    def redeal(self, game: Dune, seat: int | None, key: bytes) -> Dune:
        """DUN-1.5: everything this seat may not know, dealt again."""
        return redeal(game, seat, key)

    def audit(self, game: Dune) -> list[str]:
        """The invariants that do not hold."""
        return audit(game)

    def winners(self, game: Dune) -> list[int]:
        """DUN-4.10: who has won."""
        return list(game.result.winners) if game.result else []

    def scores(self, game: Dune) -> list[int]:
        """DUN-4.10.1: strongholds held by each seat's side."""
        held = mentat.holders(game)
        return [mentat.held_by(mentat.side(game, seat), held) for seat in seats_of(game)]

    def say(self, event: Event, names: Names) -> str:
        """An event as a sentence."""
        return text.say(event, names)

    def names(self, seats: Iterable[str]) -> Names:
        """The names of players, factions, places, leaders and cards."""
        return text.DuneNames(seats)

    def names_at(self, options: Options, seats: Iterable[str]) -> Names:
        """O-30: the names of the skin that the table has chosen."""
        return text.DuneNames(seats, skin(options.skin))

    def question(self, key: str) -> str:
        """DUN-8: what is asked at each decision."""
        return text.QUESTIONS[key]

    def offers(self, view: DuneView) -> tuple[Offer, ...]:
        """DUN-2.7.3: windows, and decisions for which a seat can leave standing orders."""
        return text.offers(view)

    def shown_waiting(self, game: Dune) -> list[int] | None:
        """DUN-2.9.3: the names of those still to decide are public, in windows they are not."""
        now = play.decision(game)
        return None if now is not None and now.name in ("window", "after") else play.waiting(game)


RULES = DuneRules()
"""The rules of Dune."""

SECTIONS = (
    turn,
    setup,
    storm,
    spice_blow,
    nexus,
    bidding,
    revival,
    shipment_and_movement,
    battles,
    battle,
    collection,
    mentat,
    truthtrance,
)
"""The modules in which the sections of the rulebook are written down."""
