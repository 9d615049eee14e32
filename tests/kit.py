"""A table that tests can tell: a player does something, the audit looks, and it is seen what came of it."""

from __future__ import annotations

from collections.abc import Container
from typing import Any, Generic, Self, TypeVar

import pytest
from msgspec import Struct

from turncoat.games import game_ids, outside
from turncoat.kernel import play
from turncoat.kernel.boxes import Boxes
from turncoat.kernel.errors import Refusal
from turncoat.kernel.events import Event, Listener, hears
from turncoat.kernel.ruleset import Ruleset
from turncoat.kernel.space import PLAIN, Names

P = TypeVar("P")
"""What players are called by: a name, a faction, a seat."""
D = TypeVar("D")
"""What they do: an action, or words."""
V = TypeVar("V", bound=Struct)
"""What they see."""
E = TypeVar("E", bound=Event)
T = TypeVar("T")


def of_the_tree() -> tuple[str, ...]:
    """The games of this repository: what is kept of games lies beside it for these alone."""
    return tuple(game for game in game_ids() if game not in outside())


def sure(found: T | None) -> T:
    """What there must be."""
    assert found is not None
    return found


def says(text: Container[str], *parts: str) -> None:
    """All of this is said."""
    for part in parts:
        assert part in text, f"{part!r} is not said"


class Kit(Generic[P, D, V]):
    """A table of one game. After every step the audit must find nothing."""

    rules: Ruleset[Any, Any, Any, V]
    game: Any
    listener: Listener

    # --- what each game says --------------------------------------------------------------------

    def seat(self, player: P) -> int:
        """The seat of a player."""
        raise NotImplementedError

    def read(self, player: P, move: D) -> Any:
        """What somebody does as an action of the game.

        Raises:
            Refusal: it is nothing that this player could do now.
        """
        return move

    @property
    def names(self) -> Names:
        """What everybody is called."""
        return PLAIN

    # --- what happens ---------------------------------------------------------------------------

    def do(self, player: P, *moves: D) -> Self:
        """A player answers, once or several times, or acts beside the decision."""
        for move in moves:
            play.submit(self.game, self.seat(player), self.read(player, move), self.listener, names=self.names)
            self.check()
        return self

    def time_up(self, times: int = 1) -> Self:
        """So many deadlines pass."""
        for _ in range(times):
            play.time_up(self.game, self.listener)
            self.check()
        return self

    def refused(self, player: P, move: D) -> Refusal:
        """How something is refused that must be; nothing changes, nobody hears of it."""
        before, heard = self.rules.encode(self.game), len(self.listener.heard)
        with pytest.raises(Refusal) as raised:
            self.do(player, move)
        assert self.rules.encode(self.game) == before, "a refused answer changed the game"
        assert len(self.listener.heard) == heard
        assert raised.value.sentence.endswith(".")
        return raised.value

    def check(self) -> None:
        """The audit finds nothing."""
        assert self.rules.audit(self.game) == []

    # --- what can be seen -----------------------------------------------------------------------

    @property
    def key(self) -> str:
        """The decision that is asked (``"battle.plans"``); empty once the game is over."""
        step = play.decision(self.game)
        return step.key if step else ""

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return play.over(self.game)

    def boxes(self, player: P) -> Boxes[Any]:
        """What a player may answer."""
        return play.boxes(self.game, self.seat(player))

    def beside(self, player: P) -> Boxes[Any]:
        """What a player may do beside the decision."""
        return play.beside(self.game, self.seat(player))

    def legal(self, player: P, move: D) -> bool:
        """Whether a player may answer or do this now."""
        try:
            action = self.read(player, move)
        except Refusal:
            return False
        return (self.boxes(player) + self.beside(player)).settle(action) is not None

    def can(self, player: P, *moves: D) -> Self:
        """Each of these a player may answer or do now."""
        for move in moves:
            assert self.legal(player, move), f"{player} cannot {move}"
        return self

    def cannot(self, player: P, *moves: D) -> Self:
        """None of these may a player answer or do now."""
        for move in moves:
            assert not self.legal(player, move), f"{player} can {move}"
        return self

    def view(self, player: P | None) -> V:
        """What a player (``None``: a spectator) sees."""
        return self.rules.view(self.game, None if player is None else self.seat(player))

    def told(self, kind: type[E], to: P | None = None) -> list[E]:
        """The events of a kind that a player (``None``: everybody) has heard, in order."""
        seat = None if to is None else self.seat(to)
        return [event for who, event in self.listener.heard if isinstance(event, kind) and hears(who, seat)]
