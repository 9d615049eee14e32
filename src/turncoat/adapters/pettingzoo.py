"""Every game as PettingZoo environments: ``from turncoat.adapters.pettingzoo import truce_v1``.

``truce_v1.env(players=6, rounds=10)`` asks one agent after the other (AEC), ``parallel_env`` all at once: agents that
are not asked send 0. ``raw_env`` is ``env`` without the wrapper that checks the order of calls. What is not
``players``, ``max_cycles``, ``render_mode``, ``places`` or ``masks`` is an option of the game.

An action is one code of a ladder (:mod:`turncoat.kernel.ladder`); an answer with several parts takes several steps. A
code that the mask forbids costs a reward of 1, and the rules answer as if time were up. At the end the winners share a
reward of 1.

The number at the end of the name grows when codes or observations change their meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from secrets import token_bytes
from typing import Any, TypedDict

import numpy as np
from gymnasium import spaces
from msgspec import Struct
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from turncoat.adapters.seen import PLACES, Vector, structured
from turncoat.adapters.stepped_game import KEPT, SteppedGame
from turncoat.bots.match import derive
from turncoat.drawing.scene import Scene, SeatMark
from turncoat.games import game_ids
from turncoat.kernel.boxes import Action, Boxes
from turncoat.kernel.ladder import THAT_IS_ALL, Ladder

VERSION = 1

MODES = ["human", "ansi", "svg", "rgb_array"]
"""How the table is shown, as spectators see it: printed, as text, as SVG, as pixels."""

MASKS = ["observation", "info"]
"""Where masks stand: in every observation, which is then a dict; or beside it, in the info of the agent."""

MISTAKE = -1.0
"""The reward for a code that the mask forbids."""


class Observation(TypedDict):
    """What an agent knows, as numbers; and 1 for each code that it may choose."""

    observation: Vector
    action_mask: NDArray[np.int8]


class _GameEnv:
    """What both kinds of environments have in common.

    Attributes:
        stepped: The game that is played, one choice at a time.
        possible_agents: The agents by seat.
        max_cycles: After how many steps of an agent the game is broken off; None: never.
    """

    def __init__(
        self,
        game: str,
        players: int | None,
        *,
        max_cycles: int | None,
        render_mode: str | None,
        places: int,
        masks: str,
        options: Mapping[str, object],
    ) -> None:
        if masks not in MASKS:
            raise ValueError(f"masks: {masks!r} is not one of {', '.join(MASKS)}")
        if render_mode is not None and render_mode not in MODES:
            raise ValueError(f"render_mode: {render_mode!r} is not one of {', '.join(MODES)}")
        self.stepped = SteppedGame(game, players, options, places)
        self.metadata = {"name": name_of(game), "render_modes": MODES, "is_parallelizable": False}
        self.max_cycles, self.render_mode = max_cycles, render_mode
        self.possible_agents = list(self.stepped.players)
        self.agents: list[str] = []
        seen = spaces.Box(-np.inf, np.inf, (places,), np.float32)
        mask = spaces.Box(0, 1, (self.stepped.codes.width,), np.int8)
        self.beside = masks == "info"
        both = spaces.Dict({"observation": seen, "action_mask": mask})
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen if self.beside else both)
        self.action_spaces = {agent: spaces.Discrete(self.stepped.codes.width) for agent in self.possible_agents}
        self._masks: dict[tuple[int, ...], NDArray[np.int8]] = {}
        self._seed, self._games = token_bytes(), 0

    def observation_space(self, agent: str) -> spaces.Dict | spaces.Box:
        """The space of what the agent knows."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The codes."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Observation | Vector:
        """What the agent knows."""
        return self._observed(self.possible_agents.index(agent))

    def _observed(self, seat: int) -> Observation | Vector:
        seen = self.stepped.vector(seat)
        return seen if self.beside else {"observation": seen, "action_mask": self._mask(seat)}

    def _infos(self, agents: Sequence[str]) -> dict[str, dict[str, Any]]:
        if not self.beside:
            return {agent: {} for agent in agents}
        return {agent: {"action_mask": self._mask(self.possible_agents.index(agent))} for agent in agents}

    def answer(
        self, view: Struct, boxes: Boxes[Action], seat: int, choose: Callable[[Vector, NDArray[np.int8]], int]
    ) -> Action:
        """What an agent that learned here answers at another table, which has as many players and the same options.

        Args:
            view: What the agent's seat sees at that table.
            boxes: The answers that the seat may give now.
            seat: The seat, from 0.
            choose: Chooses a code by the numbers of an observation and its mask.

        Raises:
            ValueError: a code was chosen that the mask forbids.
        """
        ladder = Ladder(boxes, self.stepped.codes, seat)
        while not ladder.done:
            seen = self.stepped.vector_on(ladder, view, seat)
            ladder.take(int(choose(seen, self._mask_of(ladder.open))))
        return ladder.answer

    def _mask(self, seat: int) -> NDArray[np.int8]:
        return self._mask_of(self.stepped.mask(seat))

    def _mask_of(self, allowed: tuple[int, ...]) -> NDArray[np.int8]:
        mask = self._masks.get(allowed)
        if mask is None:
            if len(self._masks) >= KEPT:
                self._masks.clear()
            mask = self._masks[allowed] = np.zeros(self.stepped.codes.width, np.int8)
            mask[list(allowed or (THAT_IS_ALL,))] = 1
        return mask.copy()

    def view(self, agent: str) -> dict[str, object]:
        """What the agent knows, as a dict of plain data; seats are counted from its own."""
        seat = self.possible_agents.index(agent)
        return structured(self.stepped.view(seat), seat, self.stepped.seats)

    def render(self) -> str | NDArray[np.uint8] | None:
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
        scene = Scene(seats=tuple(SeatMark(name) for name in stepped.players), still=True)
        if self.render_mode in ("svg", "rgb_array"):
            drawing = board.draw(view, stepped.names, scene)
            return drawing if self.render_mode == "svg" else _pixels(drawing, stepped.rules.id)
        text = "\n".join(board.in_text(view, stepped.names, scene))
        if self.render_mode == "human":
            print(text)  # noqa: T201  # this is what the mode is for
            return None
        return text

    def _start(self, seed: int | None) -> None:
        """Begin a game; the same seed gives the same games, one after the other."""
        if seed is not None:
            self._seed, self._games = str(seed).encode(), 0
        self.stepped.start(derive(self._seed, self.stepped.rules.id, self._games))
        self._games += 1
        self.agents = list(self.possible_agents)
        self._steps = dict.fromkeys(self.agents, 0)

    def _share(self, rewards: dict[str, float]) -> None:
        """The game is over: the winners share a reward of 1."""
        for agent, share in zip(self.possible_agents, self.stepped.shares(), strict=True):
            rewards[agent] += share

    @property
    def _broken_off(self) -> bool:
        """Whether an agent of a game that is not over has taken as many steps as there may be."""
        if self.max_cycles is None or self.stepped.over:
            return False
        return max(self._steps.values()) >= self.max_cycles


class TurnEnv(_GameEnv, AECEnv[str, Observation | Vector, int]):  # type: ignore[misc]  # no types there
    """One agent after the other: the player who is asked goes on until its answer is complete."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. ``options`` does nothing: the options of the game were given when the environment was made."""
        self._start(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = self._infos(self.agents)
        self.agent_selection = self._next()

    def step(self, action: int | None) -> None:
        """Let the selected agent choose a code."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._steps[agent] += 1
        if not self.stepped.take(self.possible_agents.index(agent), -1 if action is None else int(action)):
            self.rewards[agent] = MISTAKE
        if self.stepped.over:
            self._share(self.rewards)
        self.terminations = dict.fromkeys(self.agents, self.stepped.over)
        self.truncations = dict.fromkeys(self.agents, self._broken_off)
        if not (self.stepped.over or self._broken_off):
            self.agent_selection = self._next(agent)
        self.infos = self._infos(self.agents)
        self._accumulate_rewards()
        self._deads_step_first()

    def _next(self, agent: str | None = None) -> str:
        """Who chooses next: the same agent until its answer is complete, then the next one who owes an answer."""
        waiting = self.stepped.waiting()
        if agent is not None and (seat := self.possible_agents.index(agent)) in waiting and self.stepped.climbs(seat):
            return agent
        return self.possible_agents[waiting[0]]


class TogetherEnv(_GameEnv, ParallelEnv[str, Observation | Vector, int]):  # type: ignore[misc]  # no types there
    """All agents at once. Those that are not asked may send 0 alone, which does nothing."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation | Vector], dict[str, dict[str, Any]]]:
        """Begin a game. ``options`` does nothing: the options of the game were given when the environment was made."""
        self._start(seed)
        return {agent: self.observe(agent) for agent in self.agents}, self._infos(self.agents)

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[
        dict[str, Observation | Vector],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Let every agent that is asked choose a code; the rules answer for an agent that sends none.

        A code counts for nothing where another agent has changed the question in the same step.
        """
        stepped, live = self.stepped, self.agents
        ladders = {seat: stepped.ladder(seat) for seat in stepped.waiting()}
        rewards = dict.fromkeys(live, 0.0)
        for agent in live:
            self._steps[agent] += 1
        for seat, ladder in ladders.items():
            if stepped.chooses(seat, ladder) and not stepped.take(seat, int(actions.get(live[seat], -1))):
                rewards[live[seat]] = MISTAKE
        over, broken = stepped.over, self._broken_off
        if over:
            self._share(rewards)
        if over or broken:
            self.agents = []
        seen = {agent: self._observed(seat) for seat, agent in enumerate(live)}
        ended, cut = dict.fromkeys(live, over), dict.fromkeys(live, broken)
        return seen, rewards, ended, cut, self._infos(live)


class Environments:
    """The environments of one game."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.name = name_of(game)

    def parallel_env(
        self,
        players: int | None = None,
        *,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        places: int = PLACES,
        masks: str = "observation",
        **options: object,
    ) -> TogetherEnv:
        """All agents at once.

        Args:
            players: How many; None: as many as usual.
            max_cycles: After how many steps of an agent the game is broken off.
            render_mode: One of ``MODES``.
            places: The length of the list of numbers that tells an agent what it knows.
            masks: One of ``MASKS``.
            options: Options of the game.

        Raises:
            BadSetup: an option or the number of players does not fit.
            ValueError: there is no such way to draw or to mask.
        """
        return TogetherEnv(
            self.game,
            players,
            max_cycles=max_cycles,
            render_mode=render_mode,
            places=places,
            masks=masks,
            options=options,
        )

    def raw_env(
        self,
        players: int | None = None,
        *,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        places: int = PLACES,
        masks: str = "observation",
        **options: object,
    ) -> TurnEnv:
        """One agent after the other, without checks of the order of calls; arguments as those of ``parallel_env``."""
        return TurnEnv(
            self.game,
            players,
            max_cycles=max_cycles,
            render_mode=render_mode,
            places=places,
            masks=masks,
            options=options,
        )

    def env(self, players: int | None = None, **others: Any) -> AECEnv:
        """One agent after the other; the arguments are those of ``parallel_env``."""
        return wrappers.OrderEnforcingWrapper(self.raw_env(players, **others))


def _pixels(drawing: str, game: str) -> NDArray[np.uint8]:
    from turncoat.adapters.pixels import pixels  # noqa: PLC0415  # loads the pages

    return pixels(drawing, game)


def name_of(game: str) -> str:
    """What the environments of a game are called: ``truce_v1``."""
    return f"{game.replace('-', '_')}_v{VERSION}"


def __getattr__(name: str) -> Environments:
    """The environments of a game, by their name."""
    found = {name_of(game): game for game in game_ids()}
    if name not in found:
        raise AttributeError(f"there are no environments called {name}; there are {', '.join(found)}")
    return Environments(found[name])
