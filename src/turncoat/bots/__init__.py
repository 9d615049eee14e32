"""Programs that sit at a table: they hear what their seat hears, and answer by the same functions as people.

``random`` plays every game. A game brings its own bots as ``BOTS`` in its module ``bot``: a dictionary from the bot's
name to its class. Others come from outside.

"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import cast

from msgspec import Struct

from turncoat.bots.outside import brought, plays
from turncoat.games import game_of
from turncoat.kernel.bot import Bot, Factory
from turncoat.kernel.boxes import Action, Boxes
from turncoat.kernel.chance import draw
from turncoat.kernel.errors import BadSetup


def bots_for(game: str) -> Mapping[str, Factory]:
    """The bots that can play a game, by name: ``random``, those from outside, the game's own.

    Raises:
        BadSetup: if there is no such game.
    """
    others = {name: bot for name, bot in brought()[0].items() if plays(bot, game)}
    return MappingProxyType({"random": cast("Factory", RandomBot), **others, **game_of(game).bots})


BUDGETS = {"fast": 0.25, "deep": 4.0}
"""How much a bot may think, by the budget named behind its name, as in ``schemer:fast``; 1 is the usual budget."""


def bot_factory(game: str, name: str) -> Factory:
    """The class of the bot with this name, ``schemer``, or ``schemer:fast`` with a budget.

    Raises:
        BadSetup: if there is no such game, or it has no such bot, or there is no such budget.
    """
    known, (bot, colon, budget) = bots_for(game), name.partition(":")
    if bot not in known:
        choices = tuple(known)
        if broken := next((sentence for sentence in brought()[1] if sentence.startswith(f"The bot {bot} ")), ""):
            raise BadSetup(broken, field="bots", choices=choices)
        raise BadSetup(f"There is no bot {bot}; the bots are {', '.join(choices)}.", field="bots", choices=choices)
    if not colon:
        return known[bot]
    if budget not in BUDGETS:
        said = f"{bot} has no budget {budget[:20]!r}; the budgets are {', '.join(BUDGETS)}."
        raise BadSetup(said, field="bots", choices=tuple(BUDGETS))
    return _with_budget(known[bot], budget)


@cache
def _with_budget(bot: Factory, budget: str) -> Factory:
    if not isinstance(bot, type):
        return bot
    return cast("Factory", type(bot.__name__, (bot,), {"effort": BUDGETS[budget]}))


def bots_to_choose(game: str) -> tuple[str, ...]:
    """The bots in the order in which a person is offered them: the strongest first.

    Raises:
        BadSetup: if there is no such game.
    """
    return tuple(reversed(list(bots_for(game))))


def strongest(game: str) -> str:
    """The default bot: the last in the game's list.

    Raises:
        BadSetup: if there is no such game.
    """
    return bots_to_choose(game)[0]


def suits(game: str, name: str, seat: int, seats: int) -> bool:
    """Whether a bot is made for this seat, in games with different roles; any bot can play any seat.

    Raises:
        BadSetup: if there is no such game, or it has no such bot.
    """
    made_for = getattr(bot_factory(game, name), "suits", None)
    return made_for is None or bool(made_for(seat, seats))


def usual_bot(game: str, seat: int, seats: int) -> str:
    """The default bot of this seat: the last in the game's list that is made for it.

    Raises:
        BadSetup: if there is no such game.
    """
    return next(name for name in bots_to_choose(game) if suits(game, name, seat, seats))


def bot_for_seat(game: str, name: str, seat: int, seats: int) -> str:
    """The bot chosen for all seats, or the default bot at a seat for which the chosen one is not made.

    Args:
        game: Id of the game.
        name: The bot; empty: the usual one.
        seat: The seat.
        seats: How many seats the table has.

    Raises:
        BadSetup: if there is no such game, or it has no such bot.
    """
    return name if name and suits(game, name, seat, seats) else usual_bot(game, seat, seats)


@cache
def alike(game: str, seats: int) -> tuple[tuple[int, ...], ...]:
    """The seats in groups by role: the same bots are made for all seats of a group.

    Raises:
        BadSetup: if there is no such game.
    """
    groups: dict[tuple[bool, ...], list[int]] = {}
    for seat in range(seats):
        groups.setdefault(tuple(suits(game, name, seat, seats) for name in bots_for(game)), []).append(seat)
    return tuple(tuple(group) for group in groups.values())


WHIM = 20
"""A random bot takes an optional action with probability 1 in this many."""


class RandomBot(Bot[Struct, Action]):
    """Answers with any legal answer, each equally likely, and never says a word."""

    looks = False

    def beside(self, view: Struct, boxes: Boxes[Action]) -> Action | None:
        """Now and then takes a random one of the actions that are possible beside the decision."""
        return boxes.sample(self._below) if boxes and not self._below(WHIM) else None

    def answer(self, view: Struct, boxes: Boxes[Action]) -> Action:
        """Any legal answer, drawn by the bot's own chance."""
        return boxes.sample(self._below)

    def _below(self, sides: int) -> int:
        return draw(self.chance, sides)


TURNS_TO_TALK = 3
"""How often a bot may talk during one decision."""

TURNS_TO_REPLY = 2
"""How often a bot may talk in one decision after a person has spoken to it, at least."""

TURNS_BESIDE = 8
"""How many optional actions a bot may take in one decision, such as giving a coin."""


NAMES = (
    *("Agatha", "Barney", "Celeste", "Darcy", "Emmett", "Freja", "Gideon", "Hester", "Ingram", "Juno"),
    *("Kasper", "Lavinia", "Magnus", "Nerys", "Oswald", "Petra", "Quentin", "Rosalind", "Silas", "Tamsin"),
    *("Ulric", "Violet", "Walter", "Xenia", "Yorick", "Zelda", "Ambrose", "Beatrix", "Cosmo", "Dorothea"),
)


def seat_names(seats: int) -> tuple[str, ...]:
    """A different name for each seat."""
    extra = [f"Seat {number}" for number in range(len(NAMES) + 1, seats + 1)]
    return (*NAMES[:seats], *extra)
