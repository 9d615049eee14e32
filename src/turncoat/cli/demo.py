"""The table that ``turncoat serve --demo`` opens."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from turncoat.bots import alike, bots_for, seat_names, usual_bot
from turncoat.bots.lineup import lineup
from turncoat.games import ruleset
from turncoat.server import host_actions, table_actions
from turncoat.server.keeper import SeatPlan, TablePlan
from turncoat.server.people import named
from turncoat.server.services import Services
from turncoat.table.holders import Seat


def demo_bots(game: str, bots: str) -> list[str]:
    """The bots of the demo table, seat by seat; the first seat is for a person and has none.

    Args:
        game: Id of the game.
        bots: The bots that somebody named (``turncoat.bots.lineup``). If nobody did, the game's own bots and random
            ones alternate; in games with different roles each seat has its own bot.

    Raises:
        BadSetup: there is no such game, or no such bot.
    """
    seats = ruleset(game).usual_seats
    if bots:
        return lineup(game, bots, seats, 0)
    plain, mixed = next(iter(bots_for(game))), len(alike(game, seats)) == 1
    own = [plain if mixed and seat % 2 == 0 else usual_bot(game, seat, seats) for seat in range(seats)]
    return ["", *own[1:]]


async def demo_table(services: Services, game: str, bots: Sequence[str]) -> tuple[str, list[str]]:
    """A table that has begun, for one person, with bots in every other seat.

    Returns its id and the invitations to its seats and to the host's rights; the first person to use one plays.
    """
    rules = ruleset(game)
    plans = [SeatPlan(name, bot) for name, bot in zip(seat_names(len(bots)), bots, strict=True)]
    made = await table_actions.create(
        services, TablePlan(game, tuple(plans), title=f"A first table of {rules.title}", listed=False)
    )
    invitations = await services.auth.invite(made, *range(len(bots)), None)
    await table_actions.sit_down(services, made, 0, (named(made, invitations[0]),))
    await host_actions.start(services, made)
    return made, invitations


def print_links(console: Console, links: list[str], seats: list[Seat]) -> None:
    """Print the link of every seat, and that of the host."""
    who = [(seat.name, f"bot ({seat.bot})" if seat.bot else "you") for seat in seats]
    lines = [(*one, link) for one, link in zip([*who, ("Host", "panel")], links, strict=True)]
    wide = max(len(name) for name, _, _ in lines)
    words = (
        "Your table is ready. Open your link to play; a friend who opens another takes that seat. Each link works once:"
    )
    console.print(f"\n{words}", soft_wrap=True)
    console.print()
    for place, (name, player, link) in enumerate(lines):
        shown = (link, "bold cyan" if place == 0 else "cyan")
        console.print(Text.assemble((f"  {name:<{wide}}  ", "bold"), (f"{player:<14}  ", "dim"), shown), soft_wrap=True)
    console.print()
