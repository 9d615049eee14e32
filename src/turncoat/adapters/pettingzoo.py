"""Every game as PettingZoo environments: ``from turncoat.adapters.pettingzoo import truce_v1``.

``truce_v1.env(players=6, rounds=10)`` asks one agent after the other (AEC), ``parallel_env`` all at once: agents that
are not asked send 0. ``raw_env`` is ``env`` without the wrapper that checks the order of calls. What is not
``players``, ``max_cycles``, ``render_mode`` or ``places`` is an option of the game.

An action is one code of a ladder (:mod:`turncoat.kernel.ladder`); an answer with several parts takes several steps. A
code that the mask forbids costs a reward of 1, and the rules answer as if time were up. At the end the winners share a
reward of 1.

The number at the end of the name grows when codes or observations change their meaning.
"""

from __future__ import annotations

from collections.abc import Mapping
from secrets import token_bytes
from typing import Any, ClassVar, TypedDict

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from turncoat.adapters.seen import PLACES, Vector, structured
from turncoat.adapters.stepped_game import SteppedGame
from turncoat.bots.match import derive
from turncoat.drawing.scene import Scene, SeatMark
from turncoat.games import game_ids
from turncoat.kernel import play
from turncoat.kernel.ladder import THAT_IS_ALL

VERSION = 1

MODES = ["human", "ansi", "svg"]
"""How the table is shown, as spectators see it: printed, as text, as SVG."""

MISTAKE = -1.0
"""The reward for a code that the mask forbids."""


class Observation(TypedDict):
    """What an agent knows, as numbers; and 1 for each code that it may choose."""

    observation: Vector
    action_mask: NDArray[np.int8]


class _Seated:
    """What both kinds of environments have in common.

    Attributes:
        stepped: The game.
        players: The agents by seat.
        max_cycles: After how many steps of an agent the game is broken off; None: never.
    """

    def __init__(self, game: str, players: int | None, max_cycles: int | None, render_mode: str | None,
                 places: int, options: Mapping[str, object]) -> None:  # fmt: skip
        if render_mode is not None and render_mode not in MODES:
            raise ValueError(f"render_mode: {render_mode!r} is not one of {', '.join(MODES)}")
        seats = SteppedGame.usual(game) if players is None else players
        self.stepped = SteppedGame(game, seats, options, places)
        self.players = self.stepped.players
        self.max_cycles, self.render_mode = max_cycles, render_mode
        seen = spaces.Box(-np.inf, np.inf, (places,), np.float32)
        mask = spaces.Box(0, 1, (self.stepped.codes.width,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.players
        }
        self.action_spaces = {agent: spaces.Discrete(self.stepped.codes.width) for agent in self.players}
        self._seed, self._games = token_bytes(), 0

    def start(self, seed: int | None) -> None:
        """Begin a game; the same seed gives the same games, one after the other."""
        if seed is not None:
            self._seed, self._games = str(seed).encode(), 0
        self.stepped.start(derive(self._seed, self.stepped.rules.id, self._games))
        self._games += 1
        self.steps = dict.fromkeys(self.players, 0)

    def observed(self, agent: str) -> Observation:
        """What this agent knows."""
        seat = self.players.index(agent)
        mask = np.zeros(self.stepped.codes.width, np.int8)
        mask[list(self.stepped.mask(seat) or (THAT_IS_ALL,))] = 1
        return {"observation": self.stepped.vector(seat), "action_mask": mask}

    def view(self, agent: str) -> dict[str, object]:
        """What this agent knows, as a dict of plain data; seats are counted from its own."""
        seat = self.players.index(agent)
        return structured(self.stepped.view(seat), seat, self.stepped.seats)

    def choose(self, agent: str, code: int) -> float:
        """Let an agent that is asked choose; give what it costs."""
        seat, stepped = self.players.index(agent), self.stepped
        self.steps[agent] += 1
        if code in stepped.mask(seat):
            stepped.take(seat, code)
            return 0.0
        stepped.give_up(seat)
        return MISTAKE

    @property
    def broken_off(self) -> bool:
        """Whether an agent has taken as many steps as there may be."""
        return self.max_cycles is not None and max(self.steps.values()) >= self.max_cycles

    def shown(self) -> str | None:
        """The table as spectators see it, in the way that was asked for.

        Raises:
            ValueError: nobody asked for any way, or the game has no board.
        """
        if self.render_mode is None:
            raise ValueError(f"give the environment a render_mode to draw it: {', '.join(MODES)}")
        stepped, board = self.stepped, self.stepped.parts.board
        if board is None:
            raise ValueError(f"{stepped.rules.title} has no board to draw")
        view = stepped.rules.view(stepped.game, None)
        scene = Scene(seats=tuple(SeatMark(name) for name in self.players), still=True)
        if self.render_mode == "svg":
            return board.draw(view, stepped.names, scene)
        text = "\n".join(board.in_text(view, stepped.names, scene))
        if self.render_mode == "human":
            print(text)  # noqa: T201  # this is what the mode is for
            return None
        return text


class TurnEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]  # no types there
    """One agent after the other: whoever is asked goes on until its answer is complete."""

    metadata: ClassVar[dict[str, Any]]

    def __init__(self, name: str, seated: _Seated) -> None:
        super().__init__()
        self.metadata = {"name": name, "render_modes": MODES, "is_parallelizable": False}  # type: ignore[misc]
        self.seated = seated
        self.render_mode = seated.render_mode
        self.possible_agents = list(seated.players)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of what the agent knows."""
        return self.seated.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The codes."""
        return self.seated.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. ``options`` does nothing: the options of the game were given when the environment was made."""
        self.seated.start(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._next()

    def observe(self, agent: str) -> Observation:
        """What the agent knows."""
        return self.seated.observed(agent)

    def view(self, agent: str) -> dict[str, object]:
        """What the agent knows, as a dict of plain data; seats are counted from its own."""
        return self.seated.view(agent)

    def render(self) -> str | None:
        """The table as spectators see it."""
        return self.seated.shown()

    def step(self, action: int | None) -> None:
        """Let the selected agent choose a code."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        cost = self.seated.choose(agent, int(action if action is not None else -1))
        self.rewards[agent] += cost
        stepped = self.seated.stepped
        if stepped.over:
            for each, share in zip(self.possible_agents, stepped.shares(), strict=True):
                self.rewards[each] += share
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.seated.broken_off:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self._next(agent)
        self._accumulate_rewards()
        self._deads_step_first()

    def _next(self, agent: str | None = None) -> str:
        """Who chooses next: the same agent until its answer is complete, then the next one who owes an answer."""
        stepped = self.seated.stepped
        waiting = stepped.waiting()
        if agent is not None and (seat := self.possible_agents.index(agent)) in waiting and stepped.climbs(seat):
            return agent
        return self.possible_agents[waiting[0]]


class TogetherEnv(ParallelEnv[str, Observation, int]):  # type: ignore[misc]  # no types there
    """All agents at once. Those that are not asked may send 0 alone, which does nothing."""

    metadata: ClassVar[dict[str, Any]]

    def __init__(self, name: str, seated: _Seated) -> None:
        self.metadata = {"name": name, "render_modes": MODES}  # type: ignore[misc]
        self.seated = seated
        self.render_mode = seated.render_mode
        self.possible_agents = list(seated.players)
        self.agents: list[str] = []

    @property
    def max_cycles(self) -> int | None:
        """After how many steps of an agent the game is broken off; None: never."""
        return self.seated.max_cycles

    @max_cycles.setter
    def max_cycles(self, most: int | None) -> None:
        self.seated.max_cycles = most

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of what the agent knows."""
        return self.seated.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The codes."""
        return self.seated.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a game. ``options`` does nothing: the options of the game were given when the environment was made."""
        self.seated.start(seed)
        self.agents = list(self.possible_agents)
        return {agent: self.seated.observed(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def view(self, agent: str) -> dict[str, object]:
        """What the agent knows, as a dict of plain data; seats are counted from its own."""
        return self.seated.view(agent)

    def render(self) -> str | None:
        """The table as spectators see it."""
        return self.seated.shown()

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Let every agent that is asked choose a code; whoever sends none has the rules answer."""
        stepped, live = self.seated.stepped, self.agents
        asked = play.pending(stepped.game)
        waiting = [(seat, self.possible_agents[seat]) for seat in stepped.waiting()]
        rewards = dict.fromkeys(live, 0.0)
        for seat, agent in waiting:
            if play.pending(stepped.game) is asked and seat in stepped.waiting():
                rewards[agent] = self.seated.choose(agent, int(actions.get(agent, -1)))
        for agent in {*live} - {agent for _, agent in waiting}:
            self.seated.steps[agent] += 1
        if stepped.over:
            for agent, share in zip(self.possible_agents, stepped.shares(), strict=True):
                rewards[agent] += share
        over, broken = stepped.over, not stepped.over and self.seated.broken_off
        if over or broken:
            self.agents = []
        seen = {agent: self.seated.observed(agent) for agent in live}
        ended, cut = dict.fromkeys(live, over), dict.fromkeys(live, broken)
        return seen, rewards, ended, cut, {agent: {} for agent in live}


class Environments:
    """The environments of one game."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.name = f"{game}_v{VERSION}"

    def parallel_env(
        self,
        players: int | None = None,
        *,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        places: int = PLACES,
        **options: object,
    ) -> TogetherEnv:
        """All agents at once.

        Args:
            players: How many; None: as many as usual.
            max_cycles: After how many steps of an agent the game is broken off.
            render_mode: One of ``MODES``.
            places: How many numbers tell an agent what it knows.
            options: Options of the game.

        Raises:
            BadSetup: an option or the number of players does not fit.
        """
        return TogetherEnv(self.name, _Seated(self.game, players, max_cycles, render_mode, places, options))

    def raw_env(
        self,
        players: int | None = None,
        *,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        places: int = PLACES,
        **options: object,
    ) -> TurnEnv:
        """One agent after the other, without checks of the order of calls; arguments as those of ``parallel_env``."""
        return TurnEnv(self.name, _Seated(self.game, players, max_cycles, render_mode, places, options))

    def env(self, players: int | None = None, **others: Any) -> AECEnv:
        """One agent after the other; the arguments are those of ``parallel_env``."""
        return wrappers.OrderEnforcingWrapper(self.raw_env(players, **others))


def __getattr__(name: str) -> Environments:
    """The environments of a game, by its id and version: ``truce_v1``."""
    game, mark, version = name.rpartition("_v")
    if mark and version == str(VERSION) and game.replace("_", "-") in game_ids():
        return Environments(game.replace("_", "-"))
    raise AttributeError(f"there are no environments called {name}; there are {', '.join(dir_())}")


def dir_() -> list[str]:
    """The names of all environments."""
    return [f"{game.replace('-', '_')}_v{VERSION}" for game in game_ids()]
