"""``turncoat play``: one person against bots."""

from __future__ import annotations

import click

from turncoat.bots import strongest
from turncoat.bots.match import Match, derive, seat_bots
from turncoat.bots.names import seat_names
from turncoat.cli.arguments import lineup, number_of_seats, read_options, seed_or_new, with_game
from turncoat.cli.screen import Screen
from turncoat.cli.session import Left, Session
from turncoat.games import ruleset
from turncoat.kernel.errors import BadSetup

LONGEST_NAME = 30


@click.command("play")
@click.argument("game", default="truce")
@with_game
@click.option("--bots", default=None, help="Who sits at the other seats: schemer, or schemer*3,random*2.")
@click.option("--name", default=None, help="What you are called.  [default: the name of your seat]")
@click.option("--seat", type=int, default=1, show_default=True, help="Where you sit, from 1.")
@click.option("--pace", type=float, default=None, help="Seconds between the lines of a reveal.")
def command(  # noqa: PLR0913, PLR0917
    game: str,
    players: int | None,
    rounds: int | None,
    options: tuple[str, ...],
    seed: str | None,
    bots: str | None,
    name: str | None,
    seat: int,
    pace: float | None,
) -> None:
    """Play GAME against bots. Type help at the table; the input may come from a pipe.

    The game is told line by line, every line with the number of its rule.
    """
    rules = ruleset(game)
    seats = number_of_seats(rules, players)
    chosen = read_options(rules, options, rounds)
    if not 1 <= seat <= seats:
        raise BadSetup(f"--seat: must be 1 to {seats}, not {seat}.", field="seat")
    if pace is not None and not 0 <= pace <= 60:
        raise BadSetup(f"--pace: must be 0 to 60 seconds, not {pace}.", field="pace")
    me, seed = seat - 1, seed_or_new(seed)
    named = lineup(game, bots or strongest(game), seats - 1)
    named.insert(me, named[0])
    sitting = seat_bots(game, named, derive(seed, "bots"))
    del sitting[me]
    screen = Screen(pace)
    session = Session(screen, me, _called(seat_names(seats), me, name))
    match = Match(rules, chosen, seats, derive(seed, "game"), sitting, ear=session.hear, listens=me)
    screen.write(f"{rules.title}: {rules.summary}", "title")
    screen.write(f"Seed {seed}. Type help for what you can do.", "dim")
    try:
        session.play(match)
    except Left:
        screen.write(f"You leave the table. To sit down again from the start: --seed {seed}.", "dim")


def _called(names: tuple[str, ...], me: int, name: str | None) -> tuple[str, ...]:
    """The names of all seats with the person's own among them.

    Raises:
        BadSetup: the name is empty, too long or taken.
    """
    if name is None:
        return names
    wanted = name.strip()
    if not wanted or len(wanted) > LONGEST_NAME or not wanted.isprintable():
        raise BadSetup(f"--name: use 1 to {LONGEST_NAME} printable characters.", field="name")
    others = [other for seat, other in enumerate(names) if seat != me]
    if wanted.casefold() in map(str.casefold, others):
        raise BadSetup(f"--name: somebody here is already called {wanted}.", field="name")
    return (*names[:me], wanted, *names[me + 1 :])
