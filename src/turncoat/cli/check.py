"""``turncoat check``: what the author of a game or a bot has to fix."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint, entry_points

import click

from turncoat.bots import bots_for
from turncoat.bots.match import Match, derive, seat_bots
from turncoat.bots.outside import GROUP, bring, brought, in_line, plays
from turncoat.cli import FOUND
from turncoat.cli.arguments import number_of_games
from turncoat.cli.faults import faults
from turncoat.games import game_ids, left_out, outside, ruleset
from turncoat.kernel import play
from turncoat.kernel.errors import BadSetup
from turncoat.kernel.lexicon import listed
from turncoat.lab import fuzz

LONGEST = 10_000
"""A game is called endless when its bots have given more answers than this."""


@click.command("check")
@click.argument("package")
@click.option("--games", type=int, default=20, show_default=True, help="How many games of random and illegal answers.")
@click.option("--seed", default="check", show_default=True, help="The same seed gives the same games.")
@click.option("--game", "only", default="", help="Look at this game alone.")
def command(package: str, games: int, seed: str, only: str) -> int:
    """Look at PACKAGE: a game, a distribution with games and bots, or a bot in a file, mybot.py:Avenger.

    Of a game it checks its declarations and drawings, and plays random games with illegal answers, and whole games with
    its bots. Of a bot: whole games, each played twice. The exit code is 1 if there is something to fix.
    """
    number_of_games(games)
    if only:
        ruleset(only)
    found = list(dict.fromkeys(_looked_at(package, games, seed, only)))
    for sentence in found or ["There is nothing to fix."]:
        click.echo(sentence)
    return FOUND if found else 0


def _looked_at(package: str, games: int, seed: str, only: str) -> Iterator[str]:
    if ":" in package or package.endswith(".py"):
        yield from _bot(bring(package), seed, only)
        return
    points = [*outside().values(), *entry_points(group=GROUP)]
    theirs = [point for point in points if package in (point.name, _distribution(point))]
    named = [package] if package in game_ids() else []
    if not (named or theirs):
        sentence = f"There is no game {package}, and no distribution of this name has games or bots."
        raise BadSetup(sentence, field="package")
    of_it = list(dict.fromkeys([*named, *(point.name for point in theirs if point.group != GROUP)]))
    if only and of_it and only not in of_it:
        yield f"{package} does not have the game {only}; it has {listed(of_it)}."
    for game in of_it:
        if only in ("", game):
            yield from _game(game, games, seed)
    for point in theirs:
        if point.group == GROUP:
            yield from _bot(point.name, seed, only)


def _distribution(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else ""


def _game(game: str, games: int, seed: str) -> Iterator[str]:
    """The problems of a game and its bots."""
    if game in left_out():
        yield left_out()[game]
        return
    rules = ruleset(game)
    click.echo(f"{rules.title}: checking what it declares and draws, {games} random games, and its bots.", err=True)
    try:
        yield from faults(game, seed)
    except Exception as fault:  # noqa: BLE001  # it is somebody else's program
        yield f"{rules.title} fails{in_line(fault)}: {fault!r}."
        return
    for number in range(games):
        outcome = fuzz.walk(fuzz.setup_for(rules, seed, number, {}), seed, number)
        if outcome.finding is not None:
            yield f"{outcome.finding.complaint} ({outcome.finding.check}; turncoat fuzz {game} saves the game)."
            break
    for name in bots_for(game):
        yield from _played(game, name, seed)


def _bot(name: str, seed: str, only: str) -> Iterator[str]:
    """The problems of a bot, in all games for which it is made, or in ``only`` one of them."""
    bots, broken = brought()
    yield from (sentence for sentence in broken if sentence.startswith(f"The bot {name} "))
    called = name.partition(":")[0]
    theirs = [game for game in game_ids() if called in bots and plays(bots[called], game)]
    if called in bots and not theirs:
        yield f"The bot {called} is written for a view that no game has: see its Bot[...]."
    if theirs and only and only not in theirs:
        yield f"The bot {called} does not play {ruleset(only).title}."
    for game in theirs if not only else [one for one in theirs if one == only]:
        yield from _played(game, name, seed)


def _played(game: str, name: str, seed: str) -> Iterator[str]:
    """The first error in games with this bot at every seat; each game is played twice, and both must be the same."""
    rules = ruleset(game)
    for seats in (rules.suggested[0], rules.suggested[-1]):
        click.echo(f"{rules.title}: a game of {seats} with the bot {name}.", err=True)
        results = []
        for _ in range(2):
            options = rules.read_options(rules.brief)
            try:
                seated = seat_bots(game, [name] * seats, seed)
            except BadSetup as refusal:
                yield refusal.sentence
                return
            match = Match(rules, options, seats, derive(seed, "check"), seated)
            while not (play.over(match.game) or match.faults or match.decisions >= LONGEST):
                match.step()
            results.append(match.result())
            if results[0].decisions >= LONGEST:
                yield (
                    f"The bot {name}: a game of {rules.title} with it at all {seats} seats is not over after "
                    f"{LONGEST:,} answers. Sometimes choose another answer."
                )
                return
        if results[0].faults:
            yield f"The bot {name}: {results[0].faults[0].sentence}"
            return
        if results[0] != results[1]:
            yield (
                f"The bot {name} plays another game of {rules.title} with the same seed: take random "
                "numbers from self.chance alone, and never loop over a Python set, whose order changes."
            )
