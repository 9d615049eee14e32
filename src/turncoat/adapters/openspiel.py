"""Every game as an OpenSpiel game: import this, then ``pyspiel.load_game("turncoat_truce")``.

``turncoat_truce(players=3,rounds=1)`` names players and options of the game as parameters. These are there as well:

* ``deals``: chance is explicit. The first node deals the game in one of this many ways, each equally likely; after it
  nothing is left to chance. A game without hidden cards and dice needs only 1.
* ``beside``: how many times optional actions are offered with a question; 0: never.
* ``max_length``: the game is stopped after this many actions.
* ``places``: the length of the list of numbers that tells a player what it knows.

An action is one code of a ladder (:mod:`turncoat.kernel.ladder`). Players who are asked at the same time choose one
after the other, in the order of the seats; a sealed answer stays sealed. The winners share 1; if nobody wins, or the
game is stopped, all players share it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import Any

import msgspec
import numpy as np
import pyspiel

from turncoat.adapters.seen import PLACES, structured
from turncoat.adapters.stepped_game import SteppedGame
from turncoat.bots import TURNS_BESIDE
from turncoat.bots.match import derive
from turncoat.games import AnyRuleset, game_ids, ruleset

DEALS = 1000
"""The number of different deals, unless the caller gives another."""

LONGEST = 100_000
"""A game is stopped after this many actions, unless the caller gives another limit."""

UNSAID = "usual"
"""Stands for an option's default text if that text contains the characters that separate parameters."""

DIGEST = 16
"""The length in bytes of the digest of everything that a player has seen and chosen before."""

_games: list[object] = []  # the library keeps one half of a game alive, this the other


def name_of(game: str) -> str:
    """The name of a game in OpenSpiel: ``turncoat_truce``."""
    return f"turncoat_{game.replace('-', '_')}"


class Position:
    """A game in play, with what each player has seen and chosen before."""

    def __init__(self, stepped: SteppedGame) -> None:
        self.stepped = stepped
        self.past = [bytes(DIGEST)] * stepped.seats
        self.now = [self.shown(seat) for seat in range(stepped.seats)]
        self.taken = 0

    def shown(self, seat: int) -> bytes:
        """What a player sees, as data; the player's own seat is number 0."""
        return msgspec.json.encode(structured(self.stepped.view(seat), seat, self.stepped.seats))

    def take(self, code: int) -> None:
        """Let the player whose move it is choose."""
        seat = self.mover
        game, view = self.stepped, self.stepped.view(seat)
        self._remember(seat, b"%d" % code)
        game.take(seat, code)
        self.taken += 1
        if game.view(seat) is view:
            return
        for one in range(game.seats):
            if (shown := self.shown(one)) != self.now[one]:
                self._remember(one, self.now[one])
                self.now[one] = shown

    def _remember(self, seat: int, what: bytes) -> None:
        self.past[seat] = blake2b(self.past[seat] + what, digest_size=DIGEST).digest()

    @property
    def mover(self) -> int:
        """The player who chooses now: first a player with an unfinished answer, else the first who has not answered."""
        waiting = self.stepped.waiting()
        return next((seat for seat in waiting if self.stepped.climbs(seat)), waiting[0])

    def copy(self, stepped: SteppedGame | None = None) -> Position:
        """An independent copy of the position, with this game or with a copy of it."""
        other = Position.__new__(Position)
        other.stepped = stepped or self.stepped.copy()
        other.past, other.now, other.taken = self.past[:], self.now[:], self.taken
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.stepped.made_with, self.stepped.saved(), self.past, self.now, self.taken)

    def __deepcopy__(self, memo: object) -> Position:
        return self.copy()


@lru_cache(maxsize=8)
def _table(
    game: str, seats: int | None, options: tuple[tuple[str, object], ...], places: int, beside: int
) -> SteppedGame:
    return SteppedGame(game, seats, dict(options), places, beside)


def _restored(
    made_with: tuple[str, int | None, dict[str, object], int, int],
    moment: bytes,
    past: list[bytes],
    now: list[bytes],
    taken: int,
) -> Position:
    """The position from its saved text."""
    game, seats, options, places, beside = made_with
    found = Position.__new__(Position)
    found.stepped = _table(game, seats, tuple(options.items()), places, beside).restored(moment)
    found.past, found.now, found.taken = past, now, taken
    return found


class Game(pyspiel.Game):  # type: ignore[misc]  # no types there
    """A game with certain parameters, as OpenSpiel sees it.

    Raises:
        BadSetup: an option or the number of players does not fit.
    """

    game_id = ""
    game_type: Any = None

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**self.game_type.parameter_specification, **(params or {})}
        options = {name: value for name, value in given.items() if name not in OWN and value != UNSAID}
        self.deals, self.longest = given["deals"], given["max_length"]
        self.stepped = SteppedGame(self.game_id, given["players"], options, given["places"], given["beside"])
        info = pyspiel.GameInfo(
            num_distinct_actions=self.stepped.codes.width,
            max_chance_outcomes=self.deals,
            num_players=self.stepped.seats,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=self.longest,
        )
        super().__init__(self.game_type, info, dict(params or {}))
        _games.append(self)

    def new_initial_state(self) -> State:
        """The state before the deal."""
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """The observer that tells a player what it knows."""
        recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(self.stepped.seen.places, recalls=recalls)

    def position(self, deal: int) -> Position:
        """The first position after a deal."""
        stepped = self.stepped.copy()
        stepped.start(derive(b"deal", self.game_id, deal))
        return Position(stepped)


OWN = {"players": 0, "deals": DEALS, "beside": TURNS_BESIDE, "max_length": LONGEST, "places": PLACES}
"""The parameters that are not options of the game; 0 players: the usual number."""


class State(pyspiel.State):  # type: ignore[misc]
    """A node of the game tree: the deal, a choice, or the end."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.position: Position | None = None

    @property
    def _game(self) -> Any:
        return self.get_game()

    def current_player(self) -> int:
        """Chance before the deal, then the player who chooses."""
        if self.position is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.position.mover

    def is_terminal(self) -> bool:
        """Whether the game has ended or was stopped."""
        position = self.position
        return position is not None and (position.stepped.over or position.taken >= self._game.longest - 1)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The possible deals, each with its probability."""
        deals = self._game.deals
        return [(deal, 1 / deals) for deal in range(deals)]

    def _legal_actions(self, player: int) -> list[int]:
        if self.position is None or self.is_terminal():
            return []
        return list(self.position.stepped.mask(player))

    def _apply_action(self, action: int) -> None:
        if self.position is None:
            self.position = self._game.position(action)
        else:
            self.position.take(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or self.position is None:
            return f"deal {action}"
        return self.position.stepped.said(player, action)

    def returns(self) -> list[float]:
        """What each player has won, once the game has ended."""
        position = self.position
        if position is None or not self.is_terminal():
            return [0.0] * self.num_players()
        shares = position.stepped.shares()
        return shares if any(shares) else [1 / len(shares)] * len(shares)

    def resample_from_infostate(self, player: int, sampler: Any) -> State:
        """A state that this player cannot tell from this one: what it may not know is dealt again."""
        other: State = self.clone()
        if self.position is not None:
            key = derive(b"resample", player, int(sampler() * 2**53))
            other.position = self.position.copy(self.position.stepped.imagined(player, key))
        return other

    def __str__(self) -> str:
        """The table as a spectator sees it, for debugging."""
        if self.position is None:
            return "before the deal"
        stepped = self.position.stepped
        return msgspec.json.encode(stepped.rules.view(stepped.game, None)).decode()


class Observer:
    """Tells a player what it knows: as numbers, and as text."""

    def __init__(self, places: int, *, recalls: bool) -> None:
        self.recalls = recalls
        self.tensor = np.zeros(places + (8 * DIGEST if recalls else 0), np.float32)
        self.dict = {"view": self.tensor[:places]}
        if recalls:
            self.dict["past"] = self.tensor[places:]

    def set_from(self, state: State, player: int) -> None:
        """Store what this player knows; before the deal that is nothing."""
        self.tensor.fill(0)
        position = state.position
        if position is None:
            return
        self.dict["view"][:] = position.stepped.vector(player)
        if self.recalls:
            self.dict["past"][:] = np.unpackbits(np.frombuffer(position.past[player], np.uint8))

    def string_from(self, state: State, player: int) -> str:
        """What this player sees, which parts of its answer it has chosen, and a digest of its past."""
        position = state.position
        if position is None:
            return ""
        taken = position.stepped.taken(player)
        text = f"{position.now[player].decode()} {','.join(map(str, taken))}"
        return f"{text} {position.past[player].hex()}" if self.recalls else text


def register(game: str) -> None:
    """Make a game known to OpenSpiel."""
    rules: AnyRuleset = ruleset(game)
    options = msgspec.to_builtins(rules.read_options({}))
    usual = {name: UNSAID if set(str(value)) & set(",=()\n") else value for name, value in options.items()}
    kind = pyspiel.GameType(
        short_name=name_of(game),
        long_name=rules.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(rules.seats),
        min_num_players=min(rules.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**usual, **OWN, "players": rules.usual_seats},
    )
    pyspiel.register_game(kind, type(f"{rules.title}Game", (Game,), {"game_id": game, "game_type": kind}))


for each in game_ids():
    register(each)
