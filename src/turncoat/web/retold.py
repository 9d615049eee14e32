"""The story of a game to keep: chapters of sentences on a page for printing, and as a text to download.

Only what all players have seen is told, so it is the same for every reader.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from turncoat.drawing.scene import Chapter, Line
from turncoat.table.table import Table
from turncoat.table.table_view import TableView, events_heard, table_view
from turncoat.web.contexts import Shell
from turncoat.web.render import clock, listed
from turncoat.web.table_display import TableDisplay


class Retold(Struct, frozen=True):
    """The story of one game.

    Attributes:
        title: The title of the table, or of the game.
        created: When the table was made, in milliseconds since the epoch.
        players: The names of those who play, in words.
        chapters: The story so far.
        ending: How the game ended; nothing: it goes on.
        earned: In a campaign, what came of it for each character.
    """

    title: str
    created: int
    players: str
    chapters: tuple[Chapter, ...]
    ending: tuple[Line, ...] = ()
    earned: tuple[str, ...] = ()


class StoryPage(Struct, frozen=True, kw_only=True):
    """``GET /tables/<id>/story``: the story of a game; with ``?campaign=yes`` that of all sessions of its campaign.

    Attributes:
        stories: The stories, the earliest first.
        campaign: Whether they are all sessions of a campaign.
    """

    shell: Shell
    channel: tuple[int, ...] = ()
    table_view: TableView
    now: int
    stories: tuple[Retold, ...]
    campaign: bool = False


def retold(table: Table, title: str = "", earned: tuple[str, ...] = ()) -> Retold:
    """The story of a table, from what all players have seen."""
    display = TableDisplay(table_view(table, None), events_heard(table, None))
    view, story = display.table_view.view, display.story
    return Retold(
        title or display.table_view.title or display.rules.title,
        table.header.created,
        listed(display.called),
        () if story is None or view is None else story.retold(view, display.events, display.names),
        () if story is None or view is None else story.ending(view, display.events, display.names),
        earned,
    )


def as_text(stories: Iterable[Retold]) -> str:
    """The stories as plain text, one sentence on a line."""
    return "\n\n".join("\n".join(_lines(one)) for one in stories) + "\n"


def _lines(one: Retold) -> Iterable[str]:
    yield one.title
    yield "=" * len(one.title)
    yield f"{clock(one.created)} · {one.players}"
    for chapter in one.chapters:
        yield from ("", chapter.title, "-" * len(chapter.title))
        yield from (line.text for line in chapter.lines)
    if one.ending or one.earned:
        yield ""
        yield from (line.text for line in one.ending)
        yield from one.earned
