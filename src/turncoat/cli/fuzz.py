"""``turncoat fuzz``: looks for faults in the rules."""

from __future__ import annotations

import time
from pathlib import Path

import click
import msgspec

from turncoat.cli import FOUND
from turncoat.cli.arguments import number_of_games, number_of_seats, option_data, seed_or_new, with_game
from turncoat.cli.simulate import progress_bar
from turncoat.games import ruleset
from turncoat.kernel.errors import BadSetup, Unreadable
from turncoat.lab import fuzz


@click.command("fuzz")
@click.argument("game", required=False)
@click.option("--games", type=int, default=100, show_default=True, help="How many games.")
@with_game("it varies from game to game")
@click.option("--out", type=click.Path(path_type=Path), default=Path(), help="Folder for findings.  [default: here]")
@click.option("--again", type=click.Path(path_type=Path), default=None, help="Play the finding in this file again.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON, for programs.")
def command(
    game: str | None,
    games: int,
    players: int | None,
    rounds: int | None,
    options: tuple[str, ...],
    seed: str | None,
    out: Path,
    again: Path | None,
    as_json: bool,
) -> int:
    """Play GAME at random, with illegal answers, changed answers and missed deadlines, and check every step.

    Options and the number of players vary from game to game unless they are given. The first fault ends the run: it is
    saved as a file that --again replays, and the exit code is 1.
    """
    if again is not None:
        return _replay(again, as_json)
    if game is None:
        raise BadSetup("Name the game to test, or give a saved finding with --again FILE.", field="game")
    rules = ruleset(game)
    fixed = option_data(rules, options, rounds)
    rules.read_options(fixed)
    seats = None if players is None else number_of_seats(rules, players)
    if not out.is_dir():
        raise BadSetup(f"--out: there is no folder {out}.", field="out")
    return _run(rules.id, number_of_games(games), seed_or_new(seed), (fixed, seats), out, as_json)


def _run(
    game: str, games: int, seed: str, fixed: tuple[dict[str, object], int | None], out: Path, as_json: bool
) -> int:
    rules, moves, forgeries, played, finding = ruleset(game), 0, 0, 0, None
    began = time.perf_counter()
    with progress_bar(f"fuzzing {rules.title}", games) as done:
        while played < games and finding is None:
            outcome = fuzz.walk(fuzz.setup_for(rules, seed, played, *fixed), seed, played)
            moves, forgeries, finding = moves + outcome.moves, forgeries + outcome.forgeries, outcome.finding
            played += 1
            done(1)
    file = _saved(finding, out, f"{game}-{seed}-{played - 1}") if finding else ""
    told = {
        "game": game,
        "seed": seed,
        "games": played,
        "moves": moves,
        "forgeries": forgeries,
        "seconds": time.perf_counter() - began,
        "complaint": finding.complaint if finding else "",
        "check": finding.check if finding else "",
        "file": file,
    }
    if as_json:
        click.echo(msgspec.json.encode(told).decode())
    else:
        click.echo(_in_words(told))
    return FOUND if finding else 0


def _in_words(told: dict[str, object]) -> str:
    did = f"{told['games']} games of {told['game']}, seed {told['seed']}: {told['moves']} moves"
    forged = f"{told['forgeries']} forged answers refused"
    if not told["complaint"]:
        return f"{did}, {forged}, nothing found."
    found = f"{did}, {forged}.\nFound ({told['check']}): {told['complaint']}.\n"
    if not told["file"]:
        return f"{found}It cannot be written to a file; the same seed finds it again."
    return f"{found}Saved as {told['file']}; turncoat fuzz --again {told['file']} plays it again."


def _saved(finding: fuzz.Finding, out: Path, name: str) -> str:
    """Write the finding to a file and return the file's name; empty if it cannot be written."""
    safe = "".join(letter if letter.isalnum() or letter == "-" else "_" for letter in name)
    file = out / f"finding-{safe}.json"
    try:
        file.write_bytes(fuzz.write(finding))
    except OSError:
        return ""
    return str(file)


def _replay(file: Path, as_json: bool) -> int:
    try:
        finding = fuzz.read(file.read_bytes())
    except OSError as fault:
        raise Unreadable(f"--again: {file} cannot be opened: {fault.strerror}.", field="again") from None
    outcome = fuzz.again(finding)
    still = outcome.finding
    if as_json:
        click.echo(
            msgspec.json.encode({"moves": outcome.moves, "complaint": still.complaint if still else ""}).decode()
        )
    elif still is None:
        click.echo(f"{outcome.moves} moves played again; the fault ({finding.complaint}) no longer shows.")
    else:
        click.echo(f"{outcome.moves} moves played again. The fault is still there ({still.check}): {still.complaint}.")
    return FOUND if still else 0
