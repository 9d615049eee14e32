"""``turncoat games``: lists the games."""

from __future__ import annotations

import click
import msgspec
from rich.console import Console
from rich.text import Text

from turncoat.bots import bots_for
from turncoat.cli.arguments import tell_left_out
from turncoat.games import AnyRuleset, game_ids, ruleset


@click.command("games")
@click.argument("game", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON, for programs.")
def command(game: str | None, as_json: bool) -> None:
    """List the games with their seats and bots; of GAME also every option with its rule."""
    tell_left_out()
    games = [_described(ruleset(one)) for one in ([game] if game else game_ids())]
    if as_json:
        click.echo(msgspec.json.encode(games).decode())
        return
    console = Console(highlight=False, soft_wrap=True)
    for one in games:
        _show(one, console, whole=game is not None)
    if game is None:
        console.print(Text("turncoat games GAME lists the options of a game.", style="dim"))


def _described(rules: AnyRuleset) -> dict[str, object]:
    return {
        "id": rules.id,
        "title": rules.title,
        "summary": rules.summary,
        "seats": [rules.seats[0], rules.seats[-1]],
        "suggested": [rules.suggested[0], rules.suggested[-1]],
        "bots": list(bots_for(rules.id)),
        "ruleset": rules.hash,
        "options": rules.option_schema,
    }


def _show(game: dict[str, object], console: Console, *, whole: bool) -> None:
    low, high = msgspec.convert(game["seats"], tuple[int, int])
    first, last = msgspec.convert(game["suggested"], tuple[int, int])
    console.print(Text.assemble((str(game["id"]), "bold"), f"  {game['title']}: {game['summary']}"))
    best = first if first == last else f"{first} to {last}"
    console.print(f"  {low} to {high} players, best with {best}.")
    console.print(f"  Bots: {', '.join(msgspec.convert(game['bots'], list[str]))}.")
    options = msgspec.convert(game["options"], dict[str, dict[str, object]]) if whole else {}
    for name, schema in options.items():
        console.print(Text(f"  --option {name}={_written(schema.get('default'))}  {_meaning(schema)}"))


def _meaning(schema: dict[str, object]) -> str:
    text = str(schema.get("description") or schema.get("title") or "")
    choices = msgspec.convert(schema.get("enum", []), list[object])
    said = f" {' or '.join(map(_written, choices))}." if choices else ""
    return f"{text}{said} {schema.get('rule', '')}".strip()


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
