"""Arguments that several commands share, and how they are checked."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from secrets import token_hex

import click
from msgspec import Struct

from turncoat.bots.outside import brought
from turncoat.games import AnyRuleset, left_out
from turncoat.kernel.errors import BadSetup

MOST_GAMES = 10_000_000

FROM_FILE = "@"
"""Marks a file name whose content is the value of an option."""

MOST_BYTES = 64 * 1024
"""The most bytes of a file that an option can name."""

SIX = "6, or as near to 6 as the game allows"
"""What ``number_of_seats`` does, for the help."""


def with_game(players: str) -> Callable[[Callable[..., object]], Callable[..., object]]:
    """Add the options that set a game up: ``--players``, ``--rounds``, ``--option`` and ``--seed``.

    Args:
        players: The default number of seats, for the help.
    """
    seeded = "The same seed and the same answers give the same game.  [default: a new one]"
    options = (
        click.option("--seed", default=None, help=seeded),
        click.option(
            "--option",
            "options",
            multiple=True,
            metavar="NAME=VALUE",
            help="An option of the game (repeatable): see turncoat games GAME. NAME=@FILE takes the text of a file.",
        ),
        click.option("--rounds", type=int, default=None, help="Short for --option rounds=N."),
        click.option("--players", type=int, default=None, help=f"How many seats.  [default: {players}]"),
    )

    def adding(command: Callable[..., object]) -> Callable[..., object]:
        for option in options:
            command = option(command)
        return command

    return adding


def option_data(rules: AnyRuleset, pairs: tuple[str, ...], rounds: int | None = None) -> dict[str, object]:
    """The given options as plain data; ``name=@file`` stands for the content of the file.

    Raises:
        BadSetup: an option does not have the form ``name=value``, or its file cannot be read.
    """
    data: dict[str, object] = {}
    known = rules.options.__struct_fields__
    for pair in pairs:
        name, equals, value = (part.strip() for part in pair.partition("="))
        if not equals:
            raise BadSetup(f"--option {pair}: write NAME=VALUE; {rules.title} has {', '.join(known)}.", choices=known)
        data[name] = content(name, value.removeprefix(FROM_FILE)) if value.startswith(FROM_FILE) else value
    if rounds is not None:
        data["rounds"] = rounds
    return data


def content(name: str, file: str) -> str:
    """The text in a file.

    Raises:
        BadSetup: the file cannot be opened, is too large, or is not text.
    """
    try:
        with Path(file).open("rb") as opened:
            found = opened.read(MOST_BYTES + 1)
        if len(found) > MOST_BYTES:
            raise BadSetup(f"--option {name}: {file} is longer than {MOST_BYTES:,} bytes.", field=name)
        return found.decode().lstrip("\ufeff").replace("\r\n", "\n").strip()
    except OSError as fault:
        raise BadSetup(f"--option {name}: {file or '@'} cannot be opened: {fault.strerror}.", field=name) from None
    except UnicodeDecodeError:
        raise BadSetup(f"--option {name}: {file} does not hold text in UTF-8.", field=name) from None


def write_new(name: str, file: Path, data: bytes) -> None:
    """Write a new file, whole or not at all.

    Args:
        name: The command-line option that names the file.
        file: The file to be written.
        data: The content of the file.

    Raises:
        BadSetup: the file exists already, or cannot be written.
    """
    try:
        with file.open("xb") as out:
            try:
                out.write(data)
                out.flush()
            except OSError:
                file.unlink()
                raise
    except FileExistsError:
        raise BadSetup(f"--{name}: {file} exists already; name a new file.", field=name) from None
    except OSError as fault:
        raise BadSetup(f"--{name}: {file} cannot be written: {fault.strerror}.", field=name) from None


def read_options(rules: AnyRuleset, pairs: tuple[str, ...], rounds: int | None = None) -> Struct:
    """A game's options from ``name=value`` pairs.

    Raises:
        BadSetup: a sentence that names the wrong option and its possible values.
    """
    return rules.read_options(option_data(rules, pairs, rounds))


def number_of_seats(rules: AnyRuleset, wanted: int | None) -> int:
    """The number of seats: the wanted one; else 6, or the nearest number that the game recommends.

    Raises:
        BadSetup: the game is not for this many players.
    """
    low, high = rules.seats[0], rules.seats[-1]
    if wanted is not None and wanted not in rules.seats:
        raise BadSetup(f"--players: {rules.title} is for {low} to {high} players, not {wanted}.", field="players")
    return wanted if wanted is not None else rules.usual_seats


def number_of_games(games: int) -> int:
    """How many games, checked.

    Raises:
        BadSetup: the number is below 1 or far too high.
    """
    if not 1 <= games <= MOST_GAMES:
        raise BadSetup(f"--games: must be 1 to {MOST_GAMES:,}, not {games}.", field="games")
    return games


def seed_or_new(seed: str | None) -> str:
    """The seed, or a new one that nobody can guess.

    Raises:
        BadSetup: the seed is empty.
    """
    if seed is not None and not seed.strip():
        raise BadSetup("--seed: must be a word or a number; leave it out for a new one.", field="seed")
    return token_hex(8) if seed is None else seed


def tell_left_out() -> None:
    """Say on standard error which games and bots of other distributions cannot play, and why."""
    for sentence in (*left_out().values(), *brought()[1]):
        click.echo(f"turncoat: {sentence}", err=True)


MOST_WORKERS = 256


def number_of_workers(workers: int | None) -> int | None:
    """The wanted number of processes; None: the usual number.

    Raises:
        BadSetup: the number is below 1 or too high.
    """
    if workers is not None and not 1 <= workers <= MOST_WORKERS:
        raise BadSetup(f"--workers: must be 1 to {MOST_WORKERS}, not {workers}.", field="workers")
    return workers


CLUSTER = click.option(
    "--cluster",
    default=None,
    metavar="ADDRESS",
    help="Play on a cluster of Dask, whose scheduler is at this address (a number: a port of this machine).",
)


def cluster_or(cluster: str | None, workers: int | None) -> str | None:
    """The address of the cluster, if the user wants one.

    Raises:
        BadSetup: the cluster's library is missing, or ``--workers`` is given, too.
    """
    if cluster is None:
        return None
    if workers is not None:
        raise BadSetup("--cluster: its workers are started elsewhere; leave out --workers.", field="cluster")
    if find_spec("distributed") is None:
        sentence = '--cluster: this needs another library: install it with pip install "turncoat[cluster]".'
        raise BadSetup(sentence, field="cluster")
    return cluster


def write(path: Path, data: bytes) -> None:
    """Write a file that the user has asked for.

    Raises:
        BadSetup: the file cannot be written.
    """
    try:
        path.write_bytes(data)
    except OSError as fault:
        raise BadSetup(f"{path} cannot be written: {fault.strerror}.", field="out") from None
