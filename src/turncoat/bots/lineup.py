"""Which bot plays which seat, from text such as ``schemer,random`` or ``my.py:Avenger,random*5``."""

from __future__ import annotations

from turncoat.bots import bot_factory, bots_for, suits, usual_bot
from turncoat.bots.outside import bring
from turncoat.kernel.errors import BadSetup


def lineup(game: str, text: str | None, seats: int, free: int | None = None) -> list[str]:
    """The bots of all seats from ``schemer,random`` (in turn, until every seat has one) or ``my.py:Avenger,random*5``.

    In games with different roles each seat takes the next bot that is made for it; if there is none, its default bot.

    Args:
        game: Id of the game.
        text: The text; None: the default bot of each seat.
        seats: How many seats the table has.
        free: A seat that gets no bot.

    Raises:
        BadSetup: there is no such bot, or there are more bots than seats.
    """
    taken = [seat for seat in range(seats) if seat != free]
    named = [] if text is None else _named(game, text, len(taken))
    seated, turn = [""] * seats, 0
    for seat in taken:
        order = [*named[turn:], *named[:turn]]
        fitting = [place for place, name in enumerate(order) if suits(game, name, seat, seats)]
        seated[seat] = order[fitting[0]] if fitting else usual_bot(game, seat, seats)
        turn = (turn + fitting[0] + 1) % len(named) if fitting else turn
    return seated


def _named(game: str, text: str, seats: int) -> list[str]:
    named: list[str] = []
    for part in text.split(","):
        name, star, count = (word.strip() for word in part.partition("*"))
        if star and not count.isdigit():
            raise BadSetup(f"--bots {part.strip()}: write NAME*COUNT, for example {name or 'random'}*3.", field="bots")
        name = _brought(game, name) if _from_outside(game, name) else name
        bot_factory(game, name)
        if star and int(count) > seats:
            raise BadSetup(f"--bots: {count} bots are too many; there are {seats} seats for bots.", field="bots")
        named += [name] * (int(count) if star else 1)
    if len(named) > seats:
        raise BadSetup(f"--bots: {len(named)} bots are too many; there are {seats} seats for bots.", field="bots")
    if not named:
        raise BadSetup("--bots: name at least one bot.", field="bots")
    return named


def _from_outside(game: str, name: str) -> bool:
    """Whether a name has the form ``mybot.py:Avenger``; ``schemer:fast`` is a bot with a budget."""
    return name.endswith(".py") or (":" in name and name.partition(":")[0] not in bots_for(game))


def _brought(game: str, text: str) -> str:
    """The name of a bot that was given as ``mybot.py:Avenger``.

    Raises:
        BadSetup: The bot cannot be loaded, or is made for another game.
    """
    name = bring(text)
    if name.partition(":")[0] not in bots_for(game):
        raise BadSetup(f"--bots: {text} is written for another game than {game}: see its Bot[...].", field="bots")
    return name
