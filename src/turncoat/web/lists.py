"""What lists of tables show, and the front page; see ``turncoat.web.contexts``."""

from __future__ import annotations

from msgspec import Struct

from turncoat.web.contexts import Shell


class News(Struct, frozen=True):
    """What happened at a table since its reader was last there.

    Attributes:
        lines: How many lines of the log it has.
        last: The most important one, the latest of several; where nothing is new, the one before the reader was there.
        at: When something happened last, whether the reader knows it or not; None: nothing has.
    """

    lines: int = 0
    last: str = ""
    at: int | None = None


NO_NEWS = News()


class TableLine(Struct, frozen=True, kw_only=True):
    """A table in a list.

    Attributes:
        phase: Value of ``turncoat.table.table.Phase``.
        free: The number of seats that are open.
        seat: Name of the reader's seat; empty: none.
        your_turn: The reader owes an answer.
        due: When the open decision is closed.
        status: Where the game is ("Round 3 of 10"); empty before it begins.
        winners: Names of who has won.
        host: The reader is its host.
        deadline: How fast it is played, in words.
        others: Names of those who sit there besides the reader.
        created: When it was made.
        stands_by: The reader stands by for a seat.
        opened: When the open question was put to the reader; None: none is.
        waiting: Names of those who owe an answer, where that is no secret.
        board: Address of a small picture of the board as the reader sees it; empty: the cover is shown.
        news: What happened since the reader was last there.
        archived: The reader has put it away.
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
    """A game as the front page offers it.

    Attributes:
        seats: The number of seats of a table that one button makes; all but one are for bots.
        bot: The bot that takes the seats of that table.
    """

    game: str
    seats: int
    bot: str


class HomePage(Struct, frozen=True, kw_only=True):
    """``GET /``.

    Attributes:
        open_tables: Public tables that have a free seat, or that have begun and let people watch.
        mine: The reader's tables, those that wait for the reader first.
        games: What can be played, the quickest to learn first.
        game: The game of which open tables are listed; empty: of all.
        more: The last of them, if there are more behind it.
        more_mine: Whether the reader has more tables than are listed here.
        showcase: A table at which bots play, to be watched; None: there is none.
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
