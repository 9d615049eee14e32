"""``turncoat play``: one person against bots."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from shlex import quote
from tempfile import gettempdir
from typing import Any

import click
from msgspec import Struct

from turncoat.bots import seat_names
from turncoat.bots.lineup import lineup
from turncoat.bots.match import Match, derive, seat_bots
from turncoat.bots.notary import Notary
from turncoat.cli import FOUND, INTERRUPTED
from turncoat.cli.against_bots import AgainstBots
from turncoat.cli.arguments import SIX, number_of_seats, read_options, seed_or_new, with_game, write_new
from turncoat.cli.on_a_pipe import OnAPipe
from turncoat.cli.resume import play_again, saved, who_sat
from turncoat.cli.screen import PACE, Screen, check_pace
from turncoat.cli.session import Left
from turncoat.games import AnyRuleset, ruleset
from turncoat.kernel.errors import BadSetup
from turncoat.kernel.lexicon import plain
from turncoat.table.draft import RulesCrashed
from turncoat.table.names import NAME_RULE, is_name
from turncoat.table.record import Record, Secret
from turncoat.table.record_file import write
from turncoat.table.table import Phase
from turncoat.table.table_view import talk_grammar_at


@click.command("play")
@click.argument("game", default="truce")
@with_game(SIX)
@click.option(
    "--bots",
    default=None,
    help="The bots at the other seats: schemer, or mybot.py:Avenger,random*4.  [default: the strongest of each seat]",
)
@click.option("--name", default=None, help="Your name.  [default: the name of your seat]")
@click.option("--seat", type=int, default=1, show_default=True, help="The number of your seat, from 1.")
@click.option("--resume", type=click.Path(path_type=Path), help="Go on with the game that --save has written here.")
@click.option("--save", type=click.Path(path_type=Path), default=None, help="Write the game to this new file.")
@click.option(
    "--pace",
    type=float,
    default=None,
    help=f"Seconds between the lines of a reveal.  [default: {PACE} at a terminal, else 0]",
)
@click.option("--json", "as_json", is_flag=True, help="For a program on a pipe: JSON lines out, JSON lines in.")
def command(
    game: str,
    players: int | None,
    rounds: int | None,
    options: tuple[str, ...],
    seed: str | None,
    bots: str | None,
    name: str | None,
    seat: int,
    resume: Path | None,
    save: Path | None,
    pace: float | None,
    as_json: bool,
) -> int:
    """Play GAME (truce, if you name none) against bots. Type help at the table; the input may come from a pipe.

    The game is told line by line, each line with the number of its rule. --save writes the game when it is over or you
    leave; turncoat replay shows that file, and --resume continues it.
    """
    check_pace(pace)
    if as_json and (save is not None or resume is not None):
        raise BadSetup("--json: a program plays a new game; --save and --resume cannot be given with it.", field="json")
    if save is not None:
        check_new(save)
    if resume is not None:
        if any(given is not None for given in (players, rounds, seed, bots, name)) or options:
            raise BadSetup("--resume: a saved game keeps its settings; only --save and --pace can be given with it.")
        return _resume(resume, save, Screen(pace))
    rules = ruleset(game)
    seats = number_of_seats(rules, players)
    chosen = read_options(rules, options, rounds)
    if not 1 <= seat <= seats:
        raise BadSetup(f"--seat: must be 1 to {seats}, not {seat}.", field="seat")
    me, seed = seat - 1, seed_or_new(seed)
    named = lineup(game, bots, seats, me)
    notary = _notary(rules, chosen, _called(seat_names(seats), me, name), named, seed)
    screen = Screen(pace)
    if as_json:
        return _on_a_pipe(notary, chosen, named, seed)
    screen.write(f"{rules.title}: {rules.summary}", "title")
    screen.write(f"Type help for what you can do. To play the same deal again: --seed {quote(seed)}.", "dim")
    outcome = _play(notary, chosen, named, seed, screen)
    if save is not None:
        _save(notary, me, save, screen)
    return outcome


def _resume(file: Path, save: Path | None, screen: Screen) -> int:
    """Continue a saved game; returns the exit code.

    Raises:
        Refusal: the file is not a saved game that can be continued.
    """
    record = saved(file)
    secret, rules, sat = record.secret, ruleset(record.header.game), who_sat(record)
    assert secret is not None
    options = rules.read_options(record.header.options)
    notary = Notary(rules, options, len(sat), secret, _now, record.header.table)
    notary.begin([taken.name for taken in sat], [taken.bot for taken in sat])
    screen.write(f"{rules.title}: {rules.summary}", "title")
    screen.write("The game goes on where you stopped. Type help for what you can do.", "dim")
    bots = [taken.bot for taken in sat]
    outcome = _play(notary, options, bots, secret.seed, screen, record)
    if save is not None:
        _save(notary, bots.index(""), save, screen)
    return outcome


def check_new(file: Path) -> None:
    """Check that a new file can be made.

    Raises:
        BadSetup: the file exists already, or its folder is missing or cannot be written to.
    """
    if file.exists():
        raise BadSetup(f"--save: {file} exists already; name a new file.", field="save")
    if not file.parent.is_dir():
        raise BadSetup(f"--save: there is no folder {file.parent}.", field="save")
    if not os.access(file.parent, os.W_OK):
        raise BadSetup(f"--save: nothing can be written to the folder {file.parent}.", field="save")


def _now() -> int:
    """Milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


def _notary(rules: AnyRuleset, options: Struct, names: Sequence[str], bots: Sequence[str], seed: str) -> Notary:
    """The notary that keeps the record, with everybody seated and the game begun."""
    secret = Secret(derive(seed, "seed").hex(), derive(seed, "salt").hex())
    notary = Notary(rules, options, len(names), secret, _now, f"play-{derive(seed, 'table').hex()[:12]}")
    notary.begin(names, bots)
    return notary


def _play(
    notary: Notary, options: Struct, bots: Sequence[str], seed: str, screen: Screen, past: Record | None = None
) -> int:
    """Play to the end or until the person leaves, after the saved moves; returns the exit code."""
    table, me = notary.table, bots.index("")
    session = AgainstBots(screen, table.rules, me, talk_grammar_at(table, me))
    match = _match(notary, options, bots, seed, ear=session.hear, listens=me)
    if past is not None:
        play_again(match, past)
    for ending in ("SIGHUP", "SIGTERM"):
        if hasattr(signal, ending):  # what is closed or ended from outside is saved as after Ctrl-C
            signal.signal(getattr(signal, ending), signal.default_int_handler)
    try:
        session.play(match, later=past is not None)
    except (Left, KeyboardInterrupt) as leaving:
        again = f" To play it again from the start: --seed {quote(seed)}." if past is None else ""
        with suppress(OSError):  # the terminal may be gone
            screen.write(f"You leave the table.{again}", "dim")
        return 0 if isinstance(leaving, Left) else INTERRUPTED
    except RulesCrashed as failure:
        screen.write(
            f"The game cannot go on: {failure}. The seed was {seed}; turncoat fuzz looks for the fault.", "bad"
        )
        return FOUND
    return 0


def _match(notary: Notary, options: Struct, bots: Sequence[str], seed: str, **ear: Any) -> Match:
    """The game with its bots; one seat is left to a person."""
    rules = notary.table.rules
    state = seat_bots(rules.id, [bot or "random" for bot in bots], derive(seed, "bots"))
    del state[bots.index("")]
    match = Match(rules, options, len(bots), notary.key, state, **ear)
    match.notary = notary
    return match


def _on_a_pipe(notary: Notary, options: Struct, bots: Sequence[str], seed: str) -> int:
    """Let a program play to the end, or until its input ends; returns the exit code."""
    try:
        OnAPipe(_match(notary, options, bots, seed), bots.index("")).play()
    except Left:
        return 0
    except RulesCrashed as failure:
        click.echo(f"The game cannot go on: {failure}. The seed was {seed}.", err=True)
        return FOUND
    return 0


def _save(notary: Notary, me: int, file: Path, screen: Screen) -> None:
    """Write the record as this seat may have it; if the file cannot be written, write to a temporary one.

    Raises:
        BadSetup: the file cannot be written.
    """
    name, data = notary.table.state.seats[me].name, write(notary.take_home(me))
    try:
        write_new("save", file, data)
    except BadSetup as refusal:
        instead = Path(gettempdir()) / f"{file.stem}-{token_hex(4)}.jsonl"
        write_new("save", instead, data)
        raise BadSetup(f"{refusal.sentence} The game is saved as {instead}.", field="save") from None
    screen.write(f"Saved as {file}. To see it again: turncoat replay {file} --seat {seat_word(name)}", "dim")
    if notary.table.state.phase is not Phase.FINISHED:
        screen.write(f"To go on: turncoat play --resume {file}", "dim")


def seat_word(name: str) -> str:
    """A name as a person writes it on the command line."""
    return name.casefold() if name.isalnum() else repr(name)


def _called(names: tuple[str, ...], me: int, name: str | None) -> tuple[str, ...]:
    """The names of all seats with the person's own among them.

    Raises:
        BadSetup: the person's name is empty, too long or taken.
    """
    if name is None:
        return names
    wanted = name.strip()
    if not is_name(wanted):
        raise BadSetup(f"--name cannot be {wanted!r}. {NAME_RULE}", field="name")
    others = [other for seat, other in enumerate(names) if seat != me]
    if plain(wanted) in map(plain, others):
        raise BadSetup(f"--name: somebody here is already called {wanted}.", field="name")
    return (*names[:me], wanted, *names[me + 1 :])
