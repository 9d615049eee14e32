"""What each page needs: one frozen struct per page, for the server to fill.

Nothing here decides what a seat may know: a page shows what is put into it. Times are milliseconds since the epoch.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from turncoat.kernel.boxes import NOTHING, Action, Boxes
from turncoat.kernel.errors import Refusal
from turncoat.kernel.events import Event
from turncoat.server.api.characters import CharacterLine
from turncoat.server.regrets import Gone
from turncoat.table.lessons import Guidance
from turncoat.table.stills import NOT_TOLD, Told
from turncoat.table.table_view import MessageView, TableView
from turncoat.web.hooks_shown import HooksShown
from turncoat.web.log import EVERYTHING, Search
from turncoat.web.talk import SILENCE, Conversation

Entered = Mapping[str, str]
"""What was typed into a refused form, by field name, so that nobody has to type it again."""

NONE_ENTERED: Entered = {}


class Shell(Struct, frozen=True, kw_only=True):
    """What every page shows besides its own content.

    Attributes:
        csrf: Put into every form as ``_csrf`` (and sent as the header ``x-csrf-token`` by script).
        person: Name of who is signed in; empty: nobody.
        theme: Dark or light, from the cookie ``theme``.
        notice: One sentence about what has just been done; empty: nothing.
        seat: Where the reader holds several seats of this table: the one that all addresses on the page name.
        host: The reader is the host of the table that the page is about.
        here: The address of the page, if a reader can come back to it.
        site: The address at which others reach this server, for previews of links; empty: there are no previews.
        mail: The server sends mail.
        waits: At how many other tables the reader is waited for.
        table: The table that the page is about; empty: none.
        left: The seat there that the reader has left lately and can take back; empty: none.
        unreached: Ways of reaching the reader that do not work, each in a sentence.
        here_only: Links have an address of this machine alone.
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


class CreatePage(Struct, frozen=True, kw_only=True):
    """``GET /new?game=truce``, and again with a refusal after ``POST /new``.

    Attributes:
        game: Id of the game whose options are shown.
        bots: Ids of bots that can fill seats.
        looks: Whether the reader has asked to see the board with which the table would begin.
        board: That board, as the address of a picture; empty: the form is refused, or nobody has asked.
        remarks: What to know of these options and seats before they are agreed on.
    """

    shell: Shell
    game: str
    bots: tuple[str, ...] = ("random",)
    entered: Entered = NONE_ENTERED
    refusal: Refusal | None = None
    looks: bool = False
    board: str = ""
    remarks: tuple[str, ...] = ()


class Invitation(Struct, frozen=True):
    """A seat's link.

    Attributes:
        seat: The seat.
        link: The whole address, as long as nobody has used it and to the browser that made it; empty: not known.
        active: Whether somebody holds the seat or could with an invitation.
    """

    seat: int
    link: str
    active: bool = True


class LobbyPage(Struct, frozen=True, kw_only=True):
    """``GET /tables/<id>`` while the table is gathering.

    Attributes:
        invitations: One per seat that a person can take; for the host alone, else empty.
        table_link: Gives the next free seat; for the host alone, and empty where none is free.
        bots: Ids of bots that can fill seats; for the host alone.
        may_claim: A reader without a seat may take an open one (the table is listed).
        characters: Those that the reader could bring; None: the reader's seat plays none.
        origins: Where characters come from that were brought, by seat; for the host and the player who leads the game.
        digests: Digests of the characters that were brought, by seat; for the player who leads the game, whose forms
            hand them back.
        accepted: The seats whose characters the player who leads the game has accepted.
        unaccepted: The names of the characters for which a person who leads the game has not done so.
        stays: When the table is deleted if nobody comes back, for those who hold something here; None: not shown.
        talk: The part of the talk that is shown.
        channel: The seats of the thread that is open; empty: that of everybody.
        boxes: Empty: before the game there is nothing to promise.
        entered: What was typed into a form that was refused.
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
    accepted: frozenset[int] = frozenset()
    unaccepted: tuple[str, ...] = ()
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
    """``GET /tables/<id>`` from the beginning on (whole page), and ``GET /tables/<id>/live`` (its changing part).

    Attributes:
        boxes: What the reader's seat may answer (``play.boxes``); nothing for a spectator.
        beside: What it may do at once besides (``play.beside``).
        heard: Every event the reader has heard, the first one first.
        talk: The part of the talk that is shown.
        may_claim: Whether anybody can take a seat here that is offered.
        receipt: Digest of the sealed answer, if there is one.
        channel: The seats of the talk channel that is open, from ``?to=1,4``; empty: the public one.
        round: The round whose reveal is shown, from ``?round=3``; None: the board as it is now.
        frame: Which still of it, from ``?frame=5``, from 0.
        told: What was seen in that round, step by step.
        since: How many events the reader had heard when last here, from ``?since=40``; None: the address does not say.
        drawn: The board is on the reader's page already, from ``?drawn=yes``: what never changes of it is left out.
        entered: What was typed into a form that was refused.
        promised: Without script: the action that a promise is about (``promise``), and what is given (``return``).
        elsewhere: How many other tables wait for an answer of the reader.
        lost: Whose seat this browser had here and has no more; empty: none.
        sent_away: The host has taken it from the reader, a moment ago.
        followed: Who sits at the next table with the same people already; None: there is none.
        standby: How many stand by for a seat; 0 for a reader who has a seat.
        stands_by: Whether the reader stands by for a seat.
        guide: What the guide of a lesson says; None: this is none, or not the reader's.
        may_ask: The reader plays against bots alone, and may ask a bot for advice.
        advice: What a bot would answer; None: it was not asked.
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
    standby: int = 0
    stands_by: bool = False
    guide: Guidance | None = None
    may_ask: bool = False
    advice: Action | None = None
    builds: tuple[KeptBuild, ...] | None = None


class ThreadsPage(Struct, frozen=True, kw_only=True):
    """``GET /tables/<id>/threads?to=1,4``: the list of threads of talk alone.

    Attributes:
        heard: Every event the reader has heard, the first one first.
        channel: The seats of the thread that is open; empty: that of everybody.
    """

    shell: Shell
    table_view: TableView
    heard: tuple[Event, ...]
    talk: Conversation
    channel: tuple[int, ...] = ()


class RevealPage(Struct, frozen=True, kw_only=True):
    """``GET /tables/<id>/reveal?round=3&frame=5``: the reveal player on a page of its own.

    Attributes:
        round: The round to show; None: the last one that is over.
        frame: The still to show, from 0; None: the first.
        channel: The seats of the thread of talk that was open, and will be.
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
    """``GET /tables/<id>/ledger``: every round, every action, every supply, promises kept and broken.

    Attributes:
        search: Which lines the reader asks for, from ``?who=2&stage=Battles&place=east-city&since=40``.
        promises: The last promises that the reader has heard.
        told: What was seen at the ends of rounds, where the ledger asks for it.
        channel: The seats of the thread of talk that was open, and will be.
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
    """``GET /tables/<id>/print?paper=sheets``: what a game prints on paper, one paper at a time.

    Attributes:
        paper: Its name; another than there are: the first.
        channel: The seats of the thread of talk that was open, and will be.
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


class JoinPage(Struct, frozen=True, kw_only=True):
    """Behind an invitation: take the seat.

    Attributes:
        seat: Name of the seat; empty: the link gives the host's rights, or the next free seat.
        leads: What its holder is called who leads the game, such as ``GM``; empty: it is another seat.
        free: The link is the table's: it gives the next free seat, and this many are free; None: it is another link.
        watch: Where somebody can watch who comes too late.
        seated: Names of those who already sit there.
        action: Where the form is posted (fields: ``name``, and ``token`` if given).
        token: The invitation, as a hidden field, so that it need not be part of an address.
    """

    shell: Shell
    title: str
    game: str
    seat: str
    leads: str = ""
    free: int | None = None
    watch: str = ""
    seated: tuple[str, ...] = ()
    action: str
    token: str = ""
    deadline: str = ""
    entered: Entered = NONE_ENTERED
    refusal: Refusal | None = None


class ReplayPage(Struct, frozen=True, kw_only=True):
    """``GET /tables/<id>/replay?seat=2&round=3&frame=5``: a game seen again.

    Attributes:
        table_view: The table as the chosen seat sees it, at its end or now.
        heard: What that seat has heard.
        said: What they have heard said, as far as the reader has heard it too: a page (``?before=400``).
        earlier: Where the page begins, if there is more before.
        promises: The last promises that the reader has heard, if it is the reader's own seat.
        viewers: Seats as which the reader may look: the own one, and all once the game is over.
        open_handed: Everything is shown, because the game is over.
        spoken: Everything that both have heard, for the line of time; the last of it where it is much.
        before: The message before which the talk that is shown ends; None: it is the last of it.
        moment: The event that is asked for, from ``?moment=57``, from 0; None: a still of a round is.
        link: What whole addresses begin with.
        told: What was seen in the round that is shown, step by step.
        channel: The seats of the thread of talk that was open, and will be.
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
    """``GET /tables/<id>/host``: for the host alone. Its actions are in ``paths.HOST_ACTIONS``.

    Attributes:
        gone: Those who have lost their seats lately and can be let back in.
        closes: When the table is going to be closed; None: it is not.
    """

    shell: Shell
    table_view: TableView
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
    """Something cannot be shown or done.

    Attributes:
        sentence: What is wrong and what can be done, in one sentence.
        rule: The rule that says so, if one does.
        back: Where to go from here; the words and the address.
    """

    shell: Shell
    status: int
    sentence: str
    rule: str = ""
    game: str = ""
    back: tuple[str, str] = ("Back to the front page", "/")
