"""The addresses of all pages; no other module contains them.

Everything below ``/tables/<id>`` is answered for the holder of a seat there (a cookie says which) or for a spectator.
"""

from __future__ import annotations

from urllib.parse import quote, urlencode

from turncoat.server.mail import texts
from turncoat.web import assets

HOME = "/"
NEW = "/new"
NEW_BOARD = "/new/board"
MINE = "/my-tables"
NEXT = "/my-tables/next"
ARCHIVE = "/my-tables/archive"
AWAY = "/my-tables/away"
BACK = "/my-tables/back"
SIGN_IN = "/sign-in"
SIGN_OUT = "/sign-out"
RULES = "/rules"
LEARN = "/learn"
DOCS = "/docs"
THEME = "/theme"
RECORDS = "/records"
JOIN = "/join"
SIGN_IN_BY_MAIL = "/sign-in/mail"
MAIL_LINK = texts.LINK
MAIL_STOP = texts.STOP
ADDRESSES = "/me/addresses"
CONTINUE = "/continue"
CHARACTERS = "/characters"
ME = "/me"
MAILS = f"{ME}/mails"
PEOPLE = "/people"
NOTICES = "/notices"
HOOKS = f"{NOTICES}/hook"
CALENDAR = "/calendar"
WORKER = "/sw.js"
STATIC = "/static"
VERSIONED = f"{STATIC}/{assets.version(assets.FILES, *assets.with_files().values())}"
"""The prefix of files that contains their version, so that a page never mixes scripts of two versions."""


def rules(game: str, rule: str = "") -> str:
    """The address of a game's rules at a certain rule: ``/rules/truce#TRU-8.2``."""
    return f"{RULES}/{game}#{rule}" if rule else f"{RULES}/{game}"


def learn(game: str) -> str:
    """The address of a game's lesson, a first game with a guide."""
    return f"{LEARN}/{game}"


def sign_in(then: str) -> str:
    """The address of the sign-in form, which leads back to another page of this site."""
    return f"{SIGN_IN}?{urlencode({'next': then})}" if then not in ("", HOME) else SIGN_IN


def person(name: str) -> str:
    """The address of a person's page for other people."""
    return f"{PEOPLE}/{quote(name, safe='')}"


def next_table(table_id: str) -> str:
    """The address that leads to the next of the reader's tables that waits for an answer."""
    return f"{NEXT}?{urlencode({'after': table_id})}"


def static(name: str) -> str:
    """The address of a file in the present version; the file at that address never changes."""
    return f"{VERSIONED}/{name}"


def preview(game: str) -> str:
    """The address of the preview picture for links to tables of this game."""
    return static(f"previews/{game}{assets.preview(game).suffix}")


def character(character_id: str, part: str = "") -> str:
    """The address of one of the reader's characters, or of a form for it.

    Args:
        character_id: Its id; ``new`` for one that is to be made, ``file`` for one that is read from a file, ``play``
            for a game that is to begin with some.
        part: ``""`` (the character sheet), ``file``, ``write``, ``grow``, ``retire``, ``return`` or ``delete``.
    """
    return f"{CHARACTERS}/{character_id}/{part}".rstrip("/")


WITH_THREAD = (
    *("", "live", "answer", "take-back", "orders", "talk", "threads", "read", "mute", "hide", "open"),
    *(
        "reveal",
        "ledger",
        "print",
        "replay",
        "end",
        "campaign",
        "story",
        "votes",
        "vote",
        "saved",
        "away",
        "back",
        "guide",
    ),
    "advice",
)
"""Parts of a table that show the page of the table, or lead to it; their addresses keep the open thread of talk."""


def tables(path: str, **query: str) -> str:
    """A list of tables on the page at this path: of one ``game``, and ``after`` a table; empty parts are left out."""
    given = {key: value for key, value in query.items() if value}
    return f"{path}?{urlencode(given)}#tables" if given else f"{path}#tables"


def table(table_id: str, part: str = "", **query: object) -> str:
    """The address of a table, or of one of its pages.

    Args:
        table_id: The id of the table.
        part: ``""`` (the table itself), ``live``, ``answer``, ``take-back``, ``orders``, ``why``, ``talk``,
            ``threads``, ``read``, ``mute``, ``hide``, ``open``, ``words``, ``claim``, ``move``, ``standby``, ``sit``,
            ``again``, ``leave``, ``return``, ``continue``, ``character``, ``no-character``, ``reveal``, ``ledger``,
            ``print``, ``replay``, ``end``, ``board.svg``, ``votes``, ``vote``, ``saved``, ``away``, ``back``,
            ``guide``, ``advice``, ``let-bot``, ``campaign``, ``keep``, ``story``, ``screen``, ``host``,
            ``export`` or ``host/<action>`` with one of ``HOST_ACTIONS``.
        query: The parameters after the question mark; those that are None are left out.
    """
    path = f"/tables/{table_id}/{part}".rstrip("/")
    given = {key: value for key, value in query.items() if value is not None}
    return f"{path}?{urlencode(given)}" if given else path


class AsSeat:
    """The same addresses for a reader who holds several seats of a table: those of tables name one of them.

    Args:
        seat: The seat.
    """

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def __getattr__(self, name: str) -> object:
        return globals()[name]

    def table(self, table_id: str, part: str = "", **query: object) -> str:
        """The address of a table or one of its pages for the reader's seat; see ``table``."""
        return table(table_id, part, **{"seat": self.seat, **query})


HOST_ACTIONS = (
    *("start", "pause", "pace", "resume", "extend", "bot", "person", "link", "table-link", "second", "revoke", "close"),
    *("undo", "keep"),
    *("hook", "hook-test", "hook-remove"),
)
"""The actions of a host: a form is sent to ``host/<action>``. Fields: ``days`` for pause; ``minutes`` or ``times`` for
extend; those of ``pace_form`` for pace; ``seat`` for the five about a seat; ``bot`` (which one) for bot; ``shape`` and
``url`` for hook, ``hook`` (its id) for the other two about webhooks."""
