"""The data of each page: one frozen struct for each page, which the server fills.

This module does not decide what a seat may know: each page shows the data that it gets. Times are milliseconds since
the epoch.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from turncoat.kernel.boxes import NOTHING, Action, Boxes
from turncoat.kernel.characters import Sheet
from turncoat.kernel.errors import Refusal
from turncoat.kernel.events import Event
from turncoat.server.api.characters import CharacterLine
from turncoat.server.regrets import Gone
from turncoat.table.lessons import Guidance
from turncoat.table.stills import NOT_TOLD, Told
from turncoat.table.table_view import MessageView, TableView
from turncoat.web.conversation import SILENCE, Conversation
from turncoat.web.earned import Earned
from turncoat.web.hooks_shown import HooksShown
from turncoat.web.log import EVERYTHING, Search

Entered = Mapping[str, str]
"""What was typed into a refused form, by field name, so that nobody has to type it again."""

NONE_ENTERED: Entered = {}


class Shell(Struct, frozen=True, kw_only=True):
    """The parts of a page that all pages share.

    Attributes:
        csrf: A secret against forged requests, sent in each form as ``_csrf`` and by scripts as the header
            ``x-csrf-token``.
        person: The name of the person who is signed in; empty: nobody is.
        theme: The theme from the cookie ``theme``.
        notice: A sentence on the reader's last action; empty: none.
        seat: Where the reader holds several seats of this table: the one that all addresses on the page name.
        host: Whether the reader is the host of the table that the page is about.
        here: The address of the page, if the reader can come back to it.
        site: The address at which others reach this server, for previews of links; empty: there are no previews.
        mail: Whether the server sends mail.
        waits: The number of other tables that wait for the reader.
        table: The table that the page is about; empty: none.
        left: The seat that the reader has just left and can take back; empty: none.
        unreached: Sentences on ways of sending notices to the reader that do not work.
        here_only: Whether links work only on this machine.
        closes: When the host closes the table that the page is about, in milliseconds since the epoch; None: not soon.
        now: The time, in milliseconds since the epoch.
    """

    csrf: str = ""
    person: str = ""
    theme: Literal["auto", "light", "dark"] = "auto"
    notice: str = ""
    seat: int | None = None
    host: bool = False
    here: str = ""
    site: str = ""
    mail: bool = False
    waits: int = 0
    table: str = ""
    left: str = ""
    unreached: tuple[str, ...] = ()
    here_only: bool = False
    closes: int | None = None
    now: int = 0


class CreatePage(Struct, frozen=True, kw_only=True):
    """``GET /new?game=truce``, and the same page with a refusal after ``POST /new``.

    Attributes:
        game: The id of the game whose options the page shows.
        bots: The ids of the bots that can take seats.
        looks: Whether the reader has asked to see the board with which the table would begin.
        board: That board, as the address of a picture; empty: the form is refused, or nobody has asked.
        remarks: What to know of these options and seats before they are agreed on.
        name: The name that the reader has typed on the front page.
    """

    shell: Shell
    game: str
    name: str = ""
    bots: tuple[str, ...] = ("random",)
    entered: Entered = NONE_ENTERED
    refusal: Refusal | None = None
    looks: bool = False
    board: str = ""
    remarks: tuple[str, ...] = ()


class Invitation(Struct, frozen=True):
    """The invitation link of a seat.

    Attributes:
        seat: The seat.
        link: The whole address, as long as nobody has used it and to the browser that made it; empty: not known.
        active: Whether a person has the seat or can take it by an invitation.
    """

    seat: int
    link: str
    active: bool = True


class LobbyPage(Struct, frozen=True, kw_only=True):
    """``GET /tables/<id>`` before the game begins.

    Attributes:
        invitations: For the host, one for each seat that a person can take; for others empty.
        table_link: For the host, the link that gives the next free seat; empty if no seat is free.
        bots: For the host, the ids of the bots that can take seats.
        may_claim: Whether a reader without a seat may take a free one (the table is listed).
        characters: The characters that the reader could bring; None: the reader's seat cannot bring one.
        origins: Where characters come from that were brought, by seat; for the host and the player who leads the game.
        digests: Digests of the characters that were brought, by seat; for the player who leads the game, whose forms
            hand them back.
        sheets: Their sheets, by seat; for the player who leads the game.
        accepted: The seats whose characters the player who leads the game has accepted.
        unaccepted: The names of the characters for which a person who leads the game has not done so.
        asked: The free seats that are kept for people of the last table, who have been asked to play again.
        stays: When the table is deleted if nobody comes back, for those who hold something here; None: not shown.
        talk: The part of the talk that the page shows.
        channel: The seats of the open conversation; empty: the public one.
        boxes: Always empty, because before the game players cannot promise any answer.
        entered: The values that the reader typed into a form that was refused.
    """

    shell: Shell
    table_view: TableView
    invitations: tuple[Invitation, ...] = ()
    table_link: str = ""
    bots: tuple[str, ...] = ()
    host: bool = False
    may_claim: bool = False
    characters: tuple[CharacterLine, ...] | None = None
    origins: Mapping[int, str] = {}
    digests: Mapping[int, str] = {}
    sheets: Mapping[int, Sheet] = {}
    accepted: frozenset[int] = frozenset()
    unaccepted: tuple[str, ...] = ()
    asked: tuple[int, ...] = ()
    now: int
    stays: int | None = None
    talk: Conversation = SILENCE
    channel: tuple[int, ...] = ()
    boxes: Boxes[Action] = NOTHING
    entered: Entered = NONE_ENTERED
    refusal: Refusal | None = None


class KeptBuild(Struct, frozen=True):
    """An answer that the reader keeps under a name, and what it costs at this table."""

    name: str
    line: str


class TablePage(Struct, frozen=True, kw_only=True):
    """``GET /tables/<id>`` during and after the game, and ``GET /tables/<id>/live`` for the part of it that changes.

    Attributes:
        boxes: The answers that the reader's seat can give (``play.boxes``); nothing for a spectator.
        beside: The actions that it can take at once besides (``play.beside``).
        heard: All events that the reader has heard, in order.
        talk: The part of the talk that the page shows.
        may_claim: Whether the reader can take a free seat here.
        receipt: The digest on the receipt for the reader's secret answer; empty: there is none.
        channel: The seats of the open conversation, from ``?to=1,4``; empty: the public one.
        round: The round whose reveal the page shows, from ``?round=3``; None: the board as it is now.
        frame: The number of the still in that reveal, from 0, from ``?frame=5``.
        told: The stills of that round.
        since: How many events the reader had heard when last here, from ``?since=40``; None: the address does not say.
        drawn: The board is on the reader's page already, from ``?drawn=yes``: what never changes of it is left out.
        entered: The values that the reader typed into a form that was refused.
        promised: In pages without script: the chosen action of a promise (``promise``) and of its return (``return``).
        elsewhere: The number of other tables that wait for the reader.
        lost: The name of a seat that the reader had in this browser and has lost; empty: none.
        sent_away: Whether the host has just taken that seat from the reader.
        followed: The names of those who sit at the next table with the same people; None: there is no such table.
        earned: What the game means for the reader's character; None: it is not over, or there is none.
        standby: The number of people who wait for a free seat; 0 for a reader who has a seat.
        stands_by: Whether the reader waits for a free seat.
        guide: The words of a lesson's guide; None: the table is no lesson, or not the reader's.
        may_ask: Whether the reader plays against bots only and may ask a bot for advice.
        advice: The answer that a bot would give; None: the reader has not asked.
        builds: The answers to the open question that the reader keeps under a name; None: such answers are not kept.
    """

    shell: Shell
    table_view: TableView
    boxes: Boxes[Action] = NOTHING
    beside: Boxes[Action] = NOTHING
    heard: tuple[Event, ...] = ()
    talk: Conversation = SILENCE
    now: int
    may_claim: bool = False
    receipt: str = ""
    channel: tuple[int, ...] = ()
    round: int | None = None
    frame: int = 0
    told: Told = NOT_TOLD
    since: int | None = None
    drawn: bool = False
    refusal: Refusal | None = None
    entered: Entered = NONE_ENTERED
    promised: Entered = NONE_ENTERED
    elsewhere: int = 0
    lost: str = ""
    sent_away: bool = False
    followed: tuple[str, ...] | None = None
    earned: Earned | None = None
    standby: int = 0
    stands_by: bool = False
    guide: Guidance | None = None
    may_ask: bool = False
    advice: Action | None = None
    builds: tuple[KeptBuild, ...] | None = None


class ThreadsPage(Struct, frozen=True, kw_only=True):
    """``GET /tables/<id>/threads?to=1,4``: the list of conversations, as a part of a page.

    Attributes:
        heard: All events that the reader has heard, in order.
        channel: The seats of the open conversation; empty: the public one.
    """

    shell: Shell
    table_view: TableView
    heard: tuple[Event, ...]
    talk: Conversation
    channel: tuple[int, ...] = ()


class RevealPage(Struct, frozen=True, kw_only=True):
    """``GET /tables/<id>/reveal?round=3&frame=5``: a reveal, still by still, on its own page.

    Attributes:
        round: The round to show; None: the last one that has ended.
        frame: The number of the still to show, from 0; None: the first.
        channel: The seats of the conversation that opens again when the reader goes back to the table.
    """

    shell: Shell
    channel: tuple[int, ...] = ()
    table_view: TableView
    heard: tuple[Event, ...]
    now: int
    round: int | None = None
    frame: int | None = None
    told: Told = NOT_TOLD


class LedgerPage(Struct, frozen=True, kw_only=True):
    """``GET /tables/<id>/ledger``: each round with its actions, supplies, and promises kept and broken.

    Attributes:
        search: The lines that the reader wants to see, from ``?who=2&stage=Battles&place=east-city&since=40``.
        promises: The last promises that the reader has heard.
        told: The reader's views at the ends of rounds, if the ledger needs them.
        channel: The seats of the conversation that opens again when the reader goes back to the table.
    """

    shell: Shell
    channel: tuple[int, ...] = ()
    table_view: TableView
    heard: tuple[Event, ...]
    now: int
    search: Search = EVERYTHING
    promises: tuple[MessageView, ...] = ()
    told: Told = NOT_TOLD


class PrintPage(Struct, frozen=True, kw_only=True):
    """``GET /tables/<id>/print?paper=sheets``: one of the papers of a game, such as character sheets, for printing.

    Attributes:
        paper: The name of the paper; if there is none of that name, the first is shown.
        channel: The seats of the conversation that opens again when the reader goes back to the table.
    """

    shell: Shell
    channel: tuple[int, ...] = ()
    table_view: TableView
    heard: tuple[Event, ...]
    now: int
    paper: str = ""


class RulesPage(Struct, frozen=True, kw_only=True):
    """``GET /rules/<game>?find=stash``; ``GET /rules`` shows the first game."""

    shell: Shell
    game: str
    find: str = ""


class ReplayPage(Struct, frozen=True, kw_only=True):
    """``GET /tables/<id>/replay?seat=2&round=3&frame=5``: a replay of a game.

    Attributes:
        table_view: The table as the chosen seat sees it at present.
        heard: All events that this seat has heard.
        said: A page of the talk that both these seats and the reader have heard (``?before=400``).
        earlier: The number at which the page of talk begins, if there are earlier messages.
        promises: The last promises that the reader has heard, if the chosen seat is the reader's own.
        viewers: Seats as which the reader may look: the own one, and all once the game is over.
        open_handed: Whether the page shows all secrets, because the game is over.
        spoken: Everything that both have heard, for the line of time; the last of it where it is much.
        before: The message before which the talk that is shown ends; None: it is the last of it.
        moment: The event that is asked for, from ``?moment=57``, from 0; None: a still of a round is.
        link: The server's address, with which complete links begin.
        told: The stills of the round that the page shows.
        channel: The seats of the conversation that opens again when the reader goes back to the table.
    """

    shell: Shell
    channel: tuple[int, ...] = ()
    table_view: TableView
    heard: tuple[Event, ...]
    said: tuple[MessageView, ...] = ()
    earlier: int | None = None
    promises: tuple[MessageView, ...] = ()
    viewers: tuple[int, ...] = ()
    open_handed: bool = False
    round: int | None = None
    frame: int | None = None
    told: Told = NOT_TOLD
    now: int
    spoken: tuple[MessageView, ...] = ()
    before: int | None = None
    moment: int | None = None
    link: str = ""


class HostPage(Struct, frozen=True, kw_only=True):
    """``GET /tables/<id>/host``: the page with the host's actions; only the host sees it.

    The actions are in ``paths.HOST_ACTIONS``.

    Attributes:
        heard: The events that the host has heard.
        gone: People who have just lost their seats and whom the host can let back in.
        closes: The time at which the table will be closed; None: it will not be.
    """

    shell: Shell
    table_view: TableView
    heard: tuple[Event, ...] = ()
    invitations: tuple[Invitation, ...] = ()
    table_link: str = ""
    bots: tuple[str, ...] = ("random",)
    now: int
    pace: dict[str, str] = {}
    second: str = ""
    hooks: HooksShown | None = None
    gone: tuple[Gone, ...] = ()
    closes: int | None = None
    refusal: Refusal | None = None


class ProblemPage(Struct, frozen=True, kw_only=True):
    """A page that says why something cannot be shown or done.

    Attributes:
        sentence: A sentence on the problem and on what the reader can do.
        rule: The number of the rule that is the reason; empty: none.
        back: The words and the address of a link that leads away from the page.
    """

    shell: Shell
    status: int
    sentence: str
    rule: str = ""
    game: str = ""
    back: tuple[str, str] = ("Back to the front page", "/")
