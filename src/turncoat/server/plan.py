"""What a host agrees on before a table exists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, cast

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import replace

from turncoat.bots import bot_factory, usual_bot
from turncoat.games import ruleset
from turncoat.kernel.errors import BadSetup
from turncoat.table import pace as paces
from turncoat.table import proof
from turncoat.table.deadline import Deadline, NoDeadline
from turncoat.table.names import TITLE_RULE, is_title
from turncoat.table.pace import Pace
from turncoat.table.record import Header, Json, Secret


class SeatPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of a table to be created: whose name is on it, and which bot sits there, if any.

    Attributes:
        name: The name on it; empty: one is found.
        bot: The bot that takes it at once; empty: it is free.
    """

    name: str = ""
    bot: str = ""


class TablePlan(Struct, frozen=True):
    """What a host agrees on when creating a table; see ``Header``. Id and seed are drawn, unless it has them."""

    game: str
    seats: tuple[SeatPlan, ...]
    options: Json = {}
    title: str = ""
    deadline: Deadline = NoDeadline()
    talk: Literal["full", "public", "none"] = "full"
    listed: bool = True
    pace: Pace = Pace()
    table: str = ""
    seed: str = ""
    programs: bool = True


def drawn_up(plan: TablePlan, now: int, draw: Callable[[int], str]) -> tuple[Header, Secret]:
    """The header of a table for this plan, with a fresh seed that it commits to.

    Args:
        plan: The plan.
        now: Milliseconds since the epoch.
        draw: Draws this many bytes that nobody can foresee, as hexadecimal digits.

    Raises:
        BadSetup: a sentence in a sentence that names what is not possible.
    """
    check(plan)
    rules = ruleset(plan.game)
    secret = Secret(plan.seed or draw(32), draw(32))
    header = Header(
        table=plan.table or draw(6),
        game=plan.game,
        ruleset=rules.hash,
        title=plan.title.strip() or rules.title,
        options=cast("Json", msgspec.to_builtins(rules.read_options(plan.options))),
        seats=len(plan.seats),
        commitment=proof.commitment(secret),
        created=now,
        deadline=plan.deadline,
        talk=plan.talk,
        listed=plan.listed,
        programs=UNSET if plan.programs else False,
    )
    return msgspec.convert(msgspec.to_builtins(header), Header), secret


def with_bots(pace: Pace, game: str, seats: int) -> Pace:
    """The pace with the bots that stand in: the usual ones of the game, where none are named.

    Raises:
        BadSetup: there is no such bot.
    """
    ladder = pace.ladder
    for bot in ladder.bots:
        bot_factory(game, bot)
    if not ladder.stand_in or ladder.bots:
        return pace
    return replace(pace, ladder=replace(ladder, bots=tuple(usual_bot(game, seat, seats) for seat in range(seats))))


def check(plan: TablePlan) -> None:
    """Accept a plan or say what is wrong with it.

    Raises:
        BadSetup: a sentence in a sentence that names what is not possible.
    """
    rules = ruleset(plan.game)
    options = rules.accept(plan.options, len(plan.seats))
    paces.check(plan.deadline, plan.pace, rules.needs_deadline(options))
    if not is_title(plan.title.strip()):
        raise BadSetup(TITLE_RULE, field="title")
    if plan.talk not in ("full", "public", "none"):
        raise BadSetup(
            "Talk must be full, public (nothing is private) or none.", field="talk", choices=("full", "public", "none")
        )
    for seat in plan.seats:
        if seat.bot:
            bot_factory(plan.game, seat.bot)
