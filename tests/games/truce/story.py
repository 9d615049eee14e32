"""Truce told as a story: players by name, actions in the game's own words, facts that a player could see.

``table = truce("agatha barney charles")``, ``table.play(agatha="loot", barney="attack agatha", charles="pass")``,
``table.coins()``. After every step the audit must find nothing.
"""

from __future__ import annotations

import re
from typing import Any, TypeVar

import msgspec
from tests.kit import Kit

from turncoat.games.truce.events import ActionsRevealed, AttackJudged
from turncoat.games.truce.rules import RULES
from turncoat.games.truce.state import Options, Truce, TruceAction
from turncoat.games.truce.view import TruceView
from turncoat.kernel import Event, Names, play
from turncoat.kernel.boxes import tag_of
from turncoat.kernel.errors import Unreadable
from turncoat.kernel.events import Listener

KEY = bytes(range(32))
E = TypeVar("E", bound=Event)


class Story(Kit[str, str, TruceView]):
    """A table of Truce whose players are called by name. Coins are counted in coins."""

    rules = RULES

    def __init__(self, players: tuple[str, ...], game: Truce, listener: Listener) -> None:
        self.players, self.game, self.listener = players, game, listener
        self.revealed = 0
        self.check()

    # --- what players do ----------------------------------------------------------------------

    def submit(self, **moves: str) -> Story:
        """Hand in actions: ``submit(agatha="attack barney")``."""
        for player, move in moves.items():
            self.do(player, move)
        return self

    def play(self, **moves: str) -> Story:
        """Play a whole round: all who are named hand in their action, then the seals are broken."""
        now = self.game.round
        self.submit(**moves)
        if self.open and self.game.round == now:
            self.time_up()
        return self

    def everybody(self, move: str = "pass") -> Story:
        return self.play(**dict.fromkeys(self.players, move))

    def give(self, giver: str, coins: int, to: str) -> Story:
        return self.submit(**{giver: f"give {coins} to {to}"})

    def withdraw(self, player: str) -> Story:
        play.withdraw(self.game, self.seat(player))
        self.check()
        return self

    def nonsense(self, player: str, data: object) -> Unreadable | None:
        """Something arrives as data that may not be readable; the refusal, if it was refused."""
        try:
            action = RULES.read_action(data)
        except Unreadable as unreadable:
            return self._unreadable(player, unreadable)
        play.submit(self.game, self.seat(player), action, self.listener)
        return None

    def _unreadable(self, player: str, refusal: Unreadable) -> Unreadable | None:
        try:
            play.submit_unreadable(self.game, self.seat(player), refusal, self.listener)
        except Unreadable as raised:
            return raised
        finally:
            self.check()
        return None

    # --- what players see ---------------------------------------------------------------------

    def coins(self) -> dict[str, int]:
        """Everybody's Supply."""
        return dict(zip(self.players, self.game.supplies, strict=True))

    def spoils(self) -> dict[str, int]:
        return dict(zip(self.players, self.game.spoils, strict=True))

    def supporters(self, player: str) -> int:
        return self.game.supporters[self.seat(player)]

    @property
    def stash(self) -> int:
        return self.game.stash

    @property
    def removed(self) -> int:
        return self.game.removed

    @property
    def round(self) -> int:
        return self.game.round

    @property
    def open(self) -> bool:
        """Whether a window is open."""
        return play.pending(self.game) is not None

    @property
    def names(self) -> Names:
        return RULES.names(self.players)

    def winners(self) -> set[str]:
        return {self.players[seat] for seat in self.game.winners}

    def waiting(self) -> set[str]:
        return {self.players[seat] for seat in play.waiting(self.game)}

    def on_file(self, player: str) -> str:
        """The player's own action on file, in words; empty if there is none."""
        action = play.answer_of(self.game, self.seat(player))
        return self.words(action) if action else ""

    def told(self, kind: type[E], to: str | None = None) -> list[E]:
        """All events of one kind so far; in Truce everybody hears all of them."""
        assert all(audience is None for audience, _ in self.listener.heard)
        return super().told(kind, to)

    def moves(self) -> dict[str, str]:
        """The effective actions of the last reveal, in words."""
        actions = self.told(ActionsRevealed)[-1].actions
        return {player: self.words(action) for player, action in zip(self.players, actions, strict=True)}

    def defaulted(self) -> set[str]:
        """Who passed in the last round for want of a usable action."""
        return {self.players[seat] for seat in self.told(ActionsRevealed)[-1].defaulted}

    def attack(self, player: str) -> AttackJudged:
        """How the player's last attack was judged."""
        return [event for event in self.told(AttackJudged) if event.attacker == self.seat(player)][-1]

    # --- words --------------------------------------------------------------------------------

    def seat(self, player: str) -> int:
        return self.players.index(player)

    def read(self, player: str, move: str) -> TruceAction:
        return self.action(move)

    def action(self, move: str) -> TruceAction:
        """``attack agatha`` as an action, read by the phrases of the game."""
        for kind in RULES.actions:
            pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>\\S+)", re.escape(kind.phrase).replace(r"\ ", " "))
            if found := re.fullmatch(pattern, move):
                values = {name: self._value(text) for name, text in found.groupdict().items()}
                return RULES.read_action({"type": tag_of(kind), **values})
        raise AssertionError(f"nobody can {move}")

    def _value(self, text: str) -> int:
        return int(text) if re.fullmatch(r"-?\d+", text) else self.seat(text)

    def words(self, action: TruceAction) -> str:
        """An action in the words of the story."""
        data = RULES.write_action(action)
        called = {"target": lambda seat: self.players[seat], "to": lambda seat: self.players[seat]}
        values = {name: called.get(name, str)(value) for name, value in data.items()}  # type: ignore[arg-type]
        return action.phrase.format(**values)


def truce(
    players: str,
    *,
    supplies: dict[str, int] | None = None,
    spoils: dict[str, int] | None = None,
    stash: int = 1,
    last: bool = False,
    **options: Any,
) -> Story:
    """A table at the opening of a window.

    Args:
        players: Their names, in seat order.
        supplies: Supplies that differ from the start.
        spoils: Coins that lie in Spoils already, as gifts would.
        stash: What lies in the Stash.
        last: Whether this is the last round.
        options: Options of the game.
    """
    names = tuple(players.split())
    agreed = RULES.read_options(options)
    listener = Listener()
    game = RULES.start(agreed, len(names), KEY, listener)
    game.stash = stash
    for seat, name in enumerate(names):
        game.supplies[seat] = (supplies or {}).get(name, agreed.coins)
        game.spoils[seat] = (spoils or {}).get(name, 0)
    balance(game)
    beyond = game.round >= agreed.rounds if "rounds" not in options else game.round > agreed.rounds
    if last or beyond:
        game.options = msgspec.structs.replace(agreed, rounds=game.round if last else game.round + 5)
    return Story(names, game, listener)


def balance(game: Truce) -> None:
    """Choose the round, and the coins that were removed before, so that all coins add up (TRU-15.1)."""
    begun = game.options.coins * len(game.supplies)
    held = sum(game.supplies) + sum(game.spoils) + game.stash
    game.round = max(game.round, game.stash, held - begun)
    game.removed = begun + game.round - held


def options(**values: object) -> Options:
    """Options of Truce from plain data."""
    return RULES.read_options(values)
