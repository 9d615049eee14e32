"""Every game as PettingZoo environments: ``from turncoat.adapters.pettingzoo import truce_v1``.

``truce_v1.env(players=6, rounds=10)`` asks one agent after the other (AEC), ``parallel_env`` all at once: agents that
are not asked send 0. ``raw_env`` is ``env`` without the wrapper that checks the order of calls. Every argument except
``players``, ``max_cycles``, ``render_mode``, ``places`` and ``masks`` is an option of the game.

An action is one code of a ladder (:mod:`turncoat.kernel.ladder`); an answer with several parts takes several steps. An
agent that sends a forbidden code loses 1 as its reward, and the rules answer as if time were up. At the end the winners
share a reward of 1.

The number at the end of the name grows whenever codes or observations change their meaning.
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
"""How the table is drawn, as a spectator sees it: printed, as text, as SVG, or as pixels."""

MASKS = ["observation", "info"]
"""Where the list of allowed codes goes: into every observation, which is then a dict, or into the agent's info."""

MISTAKE = -1.0
"""The reward for a forbidden code."""


class Observation(TypedDict):
    """What an agent knows, as numbers; and for each code whether the agent may choose it (1) or not (0)."""

    observation: Vector
    action_mask: NDArray[np.int8]


class _GameEnv:
    """What both kinds of environments have in common.

    Attributes:
        stepped: The game, played one choice at a time.
        possible_agents: The agents by seat.
        max_cycles: The game is stopped when an agent has made this many choices; None: never.
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
        """The shape of an observation."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The codes that an agent can send."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Observation | Vector:
        """The agent's observation."""
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
        """The answer that a trained agent gives at another table with as many players and the same options.

        Args:
            view: What the agent's seat sees at that table.
            boxes: The answers that the seat may give now.
            seat: The seat, from 0.
            choose: Chooses a code, given the numbers of an observation and the allowed codes.

        Raises:
            ValueError: ``choose`` chose a forbidden code.
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
        """What the agent knows, as a dict of plain data; its own seat is number 0."""
        seat = self.possible_agents.index(agent)
        return structured(self.stepped.view(seat), seat, self.stepped.seats)

    def render(self) -> str | NDArray[np.uint8] | None:
        """The table as a spectator sees it, in the chosen way of drawing.

        Raises:
            ValueError: no way of drawing was chosen, or the game has no board.
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
        """Begin a game; the same seed gives the same series of games."""
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
        """Whether an agent has made the most choices allowed in a game that is not over."""
        if self.max_cycles is None or self.stepped.over:
            return False
        return max(self._steps.values()) >= self.max_cycles


class TurnEnv(_GameEnv, AECEnv[str, Observation | Vector, int]):  # type: ignore[misc]  # no types there
    """One agent after the other: the player who is asked goes on until its answer is complete."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. ``options`` is ignored: the game's options are fixed when the environment is made."""
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
        """Who chooses next: the same agent until its answer is complete, then the next agent that has not answered."""
        waiting = self.stepped.waiting()
        if agent is not None and (seat := self.possible_agents.index(agent)) in waiting and self.stepped.climbs(seat):
            return agent
        return self.possible_agents[waiting[0]]


class TogetherEnv(_GameEnv, ParallelEnv[str, Observation | Vector, int]):  # type: ignore[misc]  # no types there
    """All agents choose at once. Agents that are not asked can only send 0, which does nothing."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation | Vector], dict[str, dict[str, Any]]]:
        """Begin a game. ``options`` is ignored: the game's options are fixed when the environment is made."""
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

        A code is ignored if another agent's code has changed the question in the same step.
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
            players: The number of players; None: the usual number.
            max_cycles: The game is stopped when an agent has made this many choices.
            render_mode: One of ``MODES``.
            places: The length of the list of numbers that tells an agent what it knows.
            masks: One of ``MASKS``.
            options: Options of the game.

        Raises:
            BadSetup: an option or the number of players does not fit.
            ValueError: ``render_mode`` or ``masks`` has an unknown value.
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
    """The name of a game's environments: ``truce_v1``."""
    return f"{game.replace('-', '_')}_v{VERSION}"


def __getattr__(name: str) -> Environments:
    """The environments of a game, given the name of these."""
    found = {name_of(game): game for game in game_ids()}
    if name not in found:
        raise AttributeError(f"there are no environments called {name}; there are {', '.join(found)}")
    return Environments(found[name])
