"""``turncoat rules``: shows the rulebook in the terminal."""

from __future__ import annotations

import click
import msgspec
from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from turncoat.cli.arguments import tell_left_out
from turncoat.cli.rulebook import Located, locate
from turncoat.games import game_ids, ruleset
from turncoat.table.rulebook import Rule, find, related, rules_of


@click.command("rules")
@click.argument("game", required=False)
@click.argument("wanted", nargs=-1)
@click.option("--where", is_flag=True, help="Also show where each rule is implemented and tested: file and line.")
@click.option("--json", "as_json", is_flag=True, help="Print the rules as JSON, for programs.")
def command(game: str | None, wanted: tuple[str, ...], where: bool, as_json: bool) -> None:
    """Read the rules of GAME: all, one by its number (TRU-8.2, 8.2 or a section, 8), or those with all these words.

    With --where, each rule is followed by the places in the source that cite it, first the one that decides it, and by
    its tests.

    Without GAME, list the games that have rules to read.
    """
    console = Console(highlight=False)
    if game is None:
        _list(console, as_json=as_json)
        return
    rules = ruleset(game)
    if not wanted and not as_json and not where:
        _read(console, rules.rulebook)
        return
    found = find(rules, wanted)
    if where:
        found = [*locate(rules, found)]
    if as_json:
        click.echo(msgspec.json.encode(found).decode())
        return
    _print(console, found)
    if len(wanted) == 1 and len(found) == 1 and (others := related(rules, found[0].number)):
        console.print(Text(f"See also {', '.join(others)}.", "dim"))


def _read(console: Console, rulebook: str) -> None:
    """A whole rulebook: formatted for a terminal, unchanged for a pipe or a file."""
    if console.is_terminal:
        console.print(Markdown(rulebook))
    else:
        click.echo(rulebook, nl=False)


def _print(console: Console, found: list[Rule]) -> None:
    """Print these rules under the headings of their sections."""
    section = ""
    for rule in found:
        if rule.section != section:
            section = rule.section
            console.print(Text(section, "bold"))
        text = Text.assemble((f"{rule.number}  ", "bold cyan"), rule.text.replace("*", ""))
        console.print(text, soft_wrap=not console.is_terminal)
        if isinstance(rule, Located):
            _print_places(console, rule)


def _print_places(console: Console, rule: Located) -> None:
    """Print a line for each place, in the form that editors can open."""
    places = [("source", place) for place in rule.cited] + [("test", place) for place in rule.tested or []]
    lines = [f"{role:8}  {place.file}:{place.line}  {place.name}" for role, place in places]
    for line in (*lines, f"rulebook  {rule.rulebook}:{rule.line}"):
        console.print(Text(f"  {line}".rstrip()), soft_wrap=True)
    if not rule.cited:
        console.print(Text("  No source file cites this rule.", "dim"))
    if rule.tested is None:
        console.print(Text("  The tests are not installed here; they are in a checkout of the source.", "dim"))


def _list(console: Console, *, as_json: bool) -> None:
    """The games and how many rules they have."""
    tell_left_out()
    games = [ruleset(game) for game in game_ids()]
    if as_json:
        click.echo(msgspec.json.encode([{"id": game.id, "title": game.title, "prefix": game.prefix} for game in games]))
        return
    for one in games:
        number = len(rules_of(one))
        console.print(Text.assemble((one.id, "bold"), f"  {one.title}, {number} rules: turncoat rules {one.id}"))
