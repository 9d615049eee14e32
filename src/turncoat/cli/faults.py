"""Faults that the author of a game must mend and might notice only in play.

Each is a sentence that says what to do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import resources
from itertools import cycle

from turncoat.bots import seat_names
from turncoat.bots.match import Match, derive, seat_bots
from turncoat.drawing.scene import Scene, SeatMark
from turncoat.games import AnyRuleset, Game, game_of
from turncoat.kernel import Event, Names, play, tag_of
from turncoat.kernel.errors import BadSetup
from turncoat.kernel.phrase import opening
from turncoat.kernel.play import decisions_of
from turncoat.table.rulebook import look_up
from turncoat.web.assets import icons

SCENE = "one-board"
"""The prefix that all ids of a checked drawing must have."""

TALK = ("say", "tell", "promise")
"""Words that begin talk in every game; ask, agree and refuse are left out, because answers may begin with them."""

_ID = re.compile(r'\sid="([^"]*)"')
_STYLE = re.compile(r'<style\b|\sstyle="[^"]*"')
_ICON = re.compile(r'href="#icon-([\w-]+)"')


def faults(game: str, seed: str = "faults") -> list[str]:
    """The faults in a game's declarations, and in the drawings of one game.

    Raises:
        BadSetup: There is no such game, or it cannot be loaded.
    """
    found = game_of(game)
    said = (*_questions(found.rules), *_talk(found.rules), *_rules_cited(found), *_cards(found), *_drawn(found, seed))
    return list(dict.fromkeys(said))


def _questions(rules: AnyRuleset) -> Iterator[str]:
    known = [step.key for step in decisions_of(rules.state)]
    for key in rules.questions:
        if key not in known:
            yield (
                f'`questions` names "{key}", but there is no such decision. Write SECTION.STEP; '
                f"the decisions are {', '.join(known)}."
            )


# --- rules that are cited -----------------------------------------------------------------------


def _talk(rules: AnyRuleset) -> Iterator[str]:
    for action in rules.actions:
        word = opening(action)
        if word in TALK:
            yield (
                f'{action.__name__} is typed as "{action.phrase}", but "{word}" begins what people say to each other: '
                "begin the phrase with another verb."
            )


def _rules_cited(game: Game) -> Iterator[str]:
    rules = game.rules
    for action in rules.actions:
        if not action.usual_rule:
            yield f'{action.__name__} has no rule: write class {action.__name__}(Action, rule="{rules.prefix}-...").'
        yield from _unknown(rules, action.__name__, (action.usual_rule, *action.field_rules.values()))
    for event in rules.events:
        yield from _unknown(rules, event.__name__, (event.usual_rule,))
    for name, schema in rules.option_schema.items():
        yield from _unknown(rules, f"The option {name}", (str(schema.get("rule", "")),))
    for tag, card in game.board.cards.items() if game.board is not None else ():
        yield from _unknown(rules, f"The Card of {tag}", (card.rule,))


def _unknown(rules: AnyRuleset, who: str, numbers: Iterable[str]) -> Iterator[str]:
    for number in filter(None, numbers):
        try:
            look_up(rules, number)
        except BadSetup:
            yield f'{who} cites {number}, but {rules.package}/rules.md has no item "- **{number}** ...": write one.'


# --- what is drawn ------------------------------------------------------------------------------


def _cards(game: Game) -> Iterator[str]:
    if game.board is None:
        return
    known = {tag_of(action) for action in game.rules.actions}
    for tag, card in game.board.cards.items():
        if tag.partition("~")[0] not in known:
            yield f"BOARD has a Card for {tag}, but no action is called so; there is {', '.join(sorted(known))}."
        yield from _no_icon(game, f"the Card of {tag}", card.icon)


def _no_icon(game: Game, where: str, icon: str) -> Iterator[str]:
    own, common = _symbols(icons(game.id)), _symbols(_sprite())
    if icon not in own | common:
        yield (
            f'There is no icon "{icon}", as {where} has it: draw a <symbol id="icon-{icon}"> in assets/icons.svg, '
            f"or take one of the pages' own: {', '.join(sorted(common))}."
        )


def _symbols(svg: str) -> frozenset[str]:
    return frozenset(re.findall(r'<symbol id="icon-([\w-]+)"', svg))


@cache
def _sprite() -> str:
    return resources.files("turncoat.web").joinpath("templates", "sprite.html").read_text(encoding="utf-8")


def _drawn(game: Game, seed: str) -> Iterator[str]:
    """The faults in the drawings of a random game, each drawn as another seat sees it."""
    rules, heard = game.rules, list[Event]()
    seats = rules.suggested[0]
    bots = seat_bots(rules.id, ["random"] * seats, seed)
    options = rules.read_options(rules.brief)
    match = Match(rules, options, seats, derive(seed, "drawn"), bots, ear=heard.append)
    names = rules.names(seat_names(seats), options)
    for viewer in cycle((None, *range(seats))):
        for seat in range(seats):
            yield from _uncarded(game, match, seat)
        for drawing in _drawings(game, match, viewer, heard, names):
            yield from in_drawing(game, drawing)
        if play.over(match.game):
            return
        match.step()


def _uncarded(game: Game, match: Match, seat: int) -> Iterator[str]:
    if game.board is None:
        return
    for box in (*play.boxes(match.game, seat).boxes, *play.beside(match.game, seat).boxes):
        if box.tag not in game.board.cards.keys() | game.board.joined.keys():
            yield f'BOARD has no Card for {box.tag}: add cards={{..., "{box.tag}": Card(...)}}.'


def _drawings(game: Game, match: Match, seat: int | None, heard: list[Event], names: Names) -> Iterator[str]:
    marks = tuple(SeatMark(name) for name in seat_names(match.seats))
    view = game.rules.view(match.game, seat)
    scene = Scene(SCENE, marks, seat, legal=frozenset(range(match.seats)))
    if game.board is not None:
        yield game.board.draw(view, names, scene)
        yield game.board.aside(view, names, scene)
    if game.story is not None and seat is None:
        yield game.story.now(view, heard, names, scene)
        yield game.story.aside_now(view, heard, names, scene)


def in_drawing(game: Game, drawing: str) -> Iterator[str]:
    """The faults in a drawing for the scene ``SCENE``."""
    for name in _ID.findall(drawing):
        if not name.startswith(SCENE):
            yield f'A drawing has id="{name}": begin ids with scene.id, because one page can show two boards.'
    for style in _STYLE.findall(drawing):
        yield (
            f"A drawing has{style if style[0] == ' ' else f' {style}>'}, which browsers drop, as the pages' security "
            "policy says: write attributes (fill=...), or a class and a style sheet in assets/."
        )
    for icon in _ICON.findall(drawing):
        yield from _no_icon(game, "a drawing", icon)
