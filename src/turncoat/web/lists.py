"""The data of lists of tables and of the front page; see ``turncoat.web.contexts``."""

from __future__ import annotations

from msgspec import Struct

from turncoat.web.contexts import Shell


class News(Struct, frozen=True):
    """The events at a table since its reader's last visit.

    Attributes:
        lines: The number of new lines in the log.
        last: The most important one, the latest of several; where nothing is new, the one before the reader was there.
        at: The time of the last event, even if the reader may not know of it; None: there was none.
    """

    lines: int = 0
    last: str = ""
    at: int | None = None


NO_NEWS = News()


class TableLine(Struct, frozen=True, kw_only=True):
    """A table in a list.

    Attributes:
        phase: A value of ``turncoat.table.table.Phase``.
        free: The number of free seats.
        seat: The name of the reader's seat; empty: the reader has none.
        your_turn: Whether the reader still has to answer a question.
        due: The deadline of the open decision.
        status: The state of the game ("Round 3 of 10"); empty before it begins.
        winners: The names of the winners.
        host: Whether the reader is the host.
        deadline: The deadline in words.
        others: The names of the other players.
        created: The time at which the table was made.
        stands_by: Whether the reader waits for a free seat.
        opened: The time at which the reader was asked the open question; None: there is none.
        waiting: The names of the players who still have to answer, if that is not secret.
        board: Address of a small picture of the board as the reader sees it; empty: the cover is shown.
        news: The events since the reader's last visit.
        archived: Whether the reader has put the table into the archive.
        again: Names of those who want to play again with the reader, at a next table that has not begun.
    """

    table: str
    game: str
    title: str
    phase: str
    seats: int
    free: int = 0
    seat: str = ""
    your_turn: bool = False
    due: int | None = None
    status: str = ""
    winners: tuple[str, ...] = ()
    host: bool = False
    deadline: str = ""
    others: tuple[str, ...] = ()
    created: int = 0
    stands_by: bool = False
    opened: int | None = None
    waiting: tuple[str, ...] = ()
    board: str = ""
    news: News = NO_NEWS
    archived: bool = False
    again: tuple[str, ...] = ()


class GameOffer(Struct, frozen=True, kw_only=True):
    """A game in the list on the front page.

    Attributes:
        seats: The number of seats of a table that one button makes; all but one are for bots.
        bot: The bot that takes the other seats of a new table.
    """

    game: str
    seats: int
    bot: str


class HomePage(Struct, frozen=True, kw_only=True):
    """``GET /``.

    Attributes:
        open_tables: Public tables that have a free seat, or whose game people can watch.
        mine: The reader's tables; those that wait for the reader come first.
        games: All games, the quickest to learn first.
        game: The game of which open tables are listed; empty: of all.
        more: The last table of the list, if there are more after it.
        more_mine: Whether the reader has more tables than the page lists.
        showcase: A table where bots play, for visitors to watch; None: there is none.
    """

    shell: Shell
    open_tables: tuple[TableLine, ...] = ()
    mine: tuple[TableLine, ...] = ()
    now: int
    games: tuple[GameOffer, ...] = ()
    game: str = ""
    more: str = ""
    more_mine: bool = False
    showcase: TableLine | None = None
