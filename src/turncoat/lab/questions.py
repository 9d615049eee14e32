"""A designer's question: a small TOML file that says what to play and what to measure in each game."""

from __future__ import annotations

import tomllib
from math import inf
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from turncoat.bots.lineup import lineup
from turncoat.games import game_ids, ruleset
from turncoat.kernel.errors import BadSetup
from turncoat.kernel.misread import in_words
from turncoat.lab.batches import Batch
from turncoat.lab.interval import LEAST

MOST_ARMS, MOST_GAMES, LONGEST = 12, 10_000_000, 7 * 24 * 60.0
"""The most variants of a question, games for each variant and kind of bots, and minutes."""


class Budget(Struct, frozen=True, forbid_unknown_fields=True):
    """When to stop although the answer is not as precise as wanted.

    Attributes:
        games: The most games for each variant, with each kind of bots.
        minutes: The most minutes for the whole question.
    """

    games: int = 20_000
    minutes: float = 30.0


class Question(Struct, frozen=True, forbid_unknown_fields=True):
    """A designer's question.

    Attributes:
        question: The question in words, for people.
        game: Id of the game.
        measure: The measure: see ``turncoat.lab.measures``.
        precision: How far the true mean may be from the answer, in the measure's unit (0.02: 2 of 100 games).
        bots: The bots, at least two kinds, each written as for ``--bots``.
        players: The number of seats; 0: the default number.
        options: Options of the game in all variants.
        arms: The name of each variant, and its differences: options, or ``players``. The first one is compared with the
            others.
        seed: The same seed gives the same games.
        budget: When to stop in any case.
        answer: The answer as a player would say it, with ``{}`` for the number: "a game lasts {} rounds". If it is
            empty, the words of the measure are used.
        keep: The file for the games, beside the question; questions about the same games can share it. If it is empty,
            the question has its own file.
    """

    question: str
    game: str
    measure: str
    precision: float
    bots: tuple[str, ...]
    players: int = 0
    options: dict[str, Any] = {}
    arms: dict[str, dict[str, Any]] = msgspec.field(default_factory=lambda: {"the rules as they are": {}})
    seed: str = "lab"
    budget: Budget = Budget()
    keep: str = ""
    answer: str = ""

    def batch(self, arm: str, bots: str, *, shared: bool) -> Batch:
        """The batch of a variant with a kind of bots.

        Args:
            arm: The name of the variant.
            bots: The kind, as written.
            shared: Whether game 1 of every variant has the same seed, and so on.

        Raises:
            BadSetup: an option, the number of players or a bot is not valid.
        """
        rules, own = ruleset(self.game), dict(self.arms[arm])
        seats = own.pop("players", self.players) or rules.usual_seats
        if not isinstance(seats, int) or seats not in rules.seats:
            low, high = rules.seats[0], rules.seats[-1]
            raise BadSetup(f"{rules.title} is for {low} to {high} players, not {seats}.", field="players")
        options = msgspec.to_builtins(rules.read_options({**self.options, **own}))
        seed = self.seed_of(arm, bots, shared=shared)
        return Batch(self.game, options, tuple(lineup(self.game, bots, seats)), self.budget.games, seed)

    def seed_of(self, arm: str, bots: str, *, shared: bool) -> str:
        """The seed from which the seeds of a variant's games are made; a single kind of bots uses it unchanged."""
        if len(self.bots) == 1:
            return self.seed
        return f"{self.seed}/{bots}" if shared else f"{self.seed}/{arm}/{bots}"

    @property
    def games_of(self) -> tuple[object, ...]:
        """The parts of a question that decide which games are played; after other changes, old games still count."""
        alone = self.bots if len(self.bots) == 1 else ()
        return self.game, self.players, self.options, self.arms, self.seed, alone

    @property
    def first(self) -> str:
        """The variant with which the others are compared."""
        return next(iter(self.arms))


def read_question(text: str, minutes: float | None = None) -> Question:
    """A question from its file; ``minutes`` replaces the file's minutes.

    Raises:
        BadSetup: a sentence names the fault; every option, bot and number of players is checked.
    """
    try:
        question = msgspec.convert(tomllib.loads(text), Question)
    except tomllib.TOMLDecodeError as fault:
        raise BadSetup(f"This file is not TOML: {fault}.") from None
    except msgspec.ValidationError as fault:
        raise BadSetup(f"The question cannot be read: {in_words(fault, Question)}.") from None
    if minutes is not None:
        question = replace(question, budget=replace(question.budget, minutes=minutes))
    if question.game not in game_ids():
        raise BadSetup(f"There is no game {question.game}; the games are {', '.join(game_ids())}.", field="game")
    _check(question)
    for arm in question.arms:
        for bots in question.bots:
            question.batch(arm, bots, shared=True)
    return question


def _check(question: Question) -> None:
    if len(set(question.bots)) < 2:
        raise BadSetup(
            "Name at least two kinds of bots: with only one kind, the answer may be due to how it plays.", field="bots"
        )
    if not 1 <= len(question.arms) <= MOST_ARMS:
        raise BadSetup(f"Write 1 to {MOST_ARMS} arms, not {len(question.arms)}.", field="arms")
    if question.answer and question.answer.count("{}") != 1:
        raise BadSetup('The answer must have one place for the number: "a game lasts {} rounds".', field="answer")
    if not 0 < question.precision < inf:
        raise BadSetup(f"The precision must be a number above 0, not {question.precision:g}.", field="precision")
    if not LEAST <= question.budget.games <= MOST_GAMES:
        limits = f"{LEAST} to {MOST_GAMES:,}"
        raise BadSetup(f"budget.games: must be {limits}, not {question.budget.games:,}.", field="budget.games")
    if not 0 < question.budget.minutes <= LONGEST:
        limits = f"above 0 and at most {LONGEST:,.0f}"
        raise BadSetup(f"budget.minutes: must be {limits}, not {question.budget.minutes:g}.", field="budget.minutes")
