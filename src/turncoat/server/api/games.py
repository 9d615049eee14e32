"""``/api/games``: the games with their options, rules and schemas."""

from __future__ import annotations

from functools import cache

from litestar import get
from litestar.response import Response

from turncoat.bots import bots_for
from turncoat.games import AnyRuleset, game_ids, ruleset
from turncoat.kernel.boxes import tag_of
from turncoat.kernel.errors import BadSetup
from turncoat.kernel.schema import Schema, schema_of_game
from turncoat.server.api.wire import GameId, GameLine, GameView
from turncoat.server.problems import NotFound, may_refuse
from turncoat.table.table_events import TABLE_EVENTS

TAGS = ["Games"]


def find_game(game: str) -> AnyRuleset:
    """The rules of a game.

    Raises:
        NotFound: there is no such game.
    """
    try:
        return ruleset(game)
    except BadSetup as refusal:
        raise NotFound(refusal.sentence, field="game", choices=refusal.choices) from None


def _line(rules: AnyRuleset) -> GameLine:
    return GameLine(
        rules.id,
        rules.title,
        rules.summary,
        (rules.seats[0], rules.seats[-1]),
        (rules.suggested[0], rules.suggested[-1]),
        tuple(bots_for(rules.id)),
    )


@get("/games", tags=TAGS, responses=may_refuse())
async def list_games() -> tuple[GameLine, ...]:
    """All games of this server."""
    return tuple(_line(ruleset(game)) for game in game_ids())


@get("/games/{game:str}", tags=TAGS, responses=may_refuse(404))
async def show_game(game: GameId) -> GameView:
    """A game: its options and the types of its answers."""
    rules = find_game(game)
    actions = tuple(tag_of(action) for action in rules.actions if action.offered)
    return GameView(_line(rules), rules.hash, rules.option_schema, actions, f"/api/games/{rules.id}/rules")


@get("/games/{game:str}/rules", tags=TAGS, media_type="text/markdown", responses=may_refuse(404))
async def show_rules(game: GameId) -> Response[str]:
    """The rulebook as Markdown, every rule with its number."""
    return Response(find_game(game).rulebook, media_type="text/markdown; charset=utf-8")


@cache
def schema(rules: AnyRuleset) -> Schema:
    """The JSON Schema of a game, with the events of tables."""
    events = (*rules.events, *TABLE_EVENTS)
    return schema_of_game(rules.title, rules.options, rules.actions, rules.views, events)


@get("/games/{game:str}/schema", tags=TAGS, responses=may_refuse(404), sync_to_thread=True)
def show_schema(game: GameId) -> Schema:
    """The JSON Schema of a game: of its `options`, an `answer`, a `view`, and an `event`, one property each."""
    return schema(find_game(game))


HANDLERS = (list_games, show_game, show_schema, show_rules)
