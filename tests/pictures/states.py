"""Every page in every state, made from games that are really played."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from random import Random
from time import time
from typing import Any

from msgspec.structs import replace

from turncoat.kernel import play
from turncoat.kernel.errors import NotAllowed
from turncoat.kernel.promise import Message, Pledge, Say
from turncoat.table import record as kept
from turncoat.table.deadline import After, AtTimes, Deadline
from turncoat.table.draft import Draft
from turncoat.table.proof import commitment
from turncoat.table.record import AnyEntry, Header, Record, SeatKind, Secret
from turncoat.table.stills import NOT_TOLD, Told, told, views
from turncoat.table.table import Table
from turncoat.table.table_view import events_heard, table_view
from turncoat.web import account_pages, invitation_pages, mails_page, pages
from turncoat.web.conversation import conversation
from turncoat.web.history import ends, stretch
from turncoat.web.site.home import offers
from turncoat.web.table_display import TableDisplay

NOW = int(time() * 1000) - 3_600_000
SIX = ("Agatha", "Barney", "Celeste", "Darcy", "Emmett", "Freja")
SHELL = pages.Shell(csrf="preview", person="Agatha")
HOST = pages.Shell(csrf="preview", person="Agatha", host=True)
NOBODY = pages.Shell(csrf="preview")
LINK = "https://table.example/join/Q0t9ZbD3mP1sV7yKx5RfWc8uHnJ2gLeA4oTiS6vNqXk"
TABLE_LINK = "https://table.example/join/join.2c4768e44b67-20812.0.k4vd2m7qhs3xw5ta"


class Sitting:
    """A table that plays itself, step by step; another ``luck`` gives other cards and dice."""

    luck = b"seed"

    def __init__(
        self,
        names: tuple[str, ...],
        people: int = 3,
        deadline: Deadline | None = None,
        game: str = "truce",
        **options: object,
    ) -> None:
        secret = Secret(sha256(self.luck).hexdigest(), sha256(b"salt").hexdigest())
        header = Header("abc123", game, "", "Thursday night", options, len(names), commitment(secret), NOW,
                        deadline=deadline or After(minutes=180))  # fmt: skip
        self.table, self.random, self.at = Table(header, secret), Random(7), NOW
        self.entries: list[AnyEntry] = []
        for seat, name in enumerate(names):
            if name:
                kind = SeatKind.PERSON if seat < people else SeatKind.BOT
                self.do(kept.SeatTaken(self.at, seat, name, kind, "" if seat < people else "random"))

    def seen_by(self, seat: int) -> dict[str, Any]:
        """What a page is made of that tells a seat of the game."""
        view, heard = table_view(self.table, seat), events_heard(self.table, seat)
        return {"shell": SHELL, "table_view": view, "heard": heard, "now": self.at}

    def do(self, entry: AnyEntry) -> None:
        """Let something happen."""
        draft = Draft(self.table)
        draft.perform(entry)
        draft.accept()
        self.entries += draft.entries

    def told(self, seat: int | None, number: int | None) -> Told:
        """The stills of a part of the story, as a seat sees them."""
        wanted = stretch(self.table, seat, number)
        return told(self.record, *wanted) if wanted else NOT_TOLD

    def looks(self, seat: int | None) -> Told:
        """What a seat saw at the ends of rounds."""
        return views(self.record, *ends(self.table, seat))

    @property
    def record(self) -> Record:
        return Record(self.table.header, self.entries, [], self.table.secret)

    def say(self, sender: int, said: Say) -> None:
        """Let somebody speak."""
        draft = Draft(self.table)
        self.at += 40_000
        draft.say(Message(sender, said), self.at)
        draft.accept()

    def answer(self, seat: int, **action: object) -> None:
        """Let a seat answer or give."""
        assert self.table.game is not None
        self.at += 60_000
        self.do(kept.Answered(self.at, seat, self.table.game.requests[seat], action))

    def random_answer(self, seat: int) -> None:
        """Let a seat do anything."""
        assert self.table.game is not None
        action = play.boxes(self.table.game, seat).sample(self.random.randrange)
        self.answer(seat, **self.table.rules.write_action(action))

    def rounds(self, number: int) -> None:
        """Play some rounds at random, a gift now and then."""
        assert self.table.game is not None
        for _ in range(number):
            giver = self.random.randrange(self.table.header.seats)
            gifts = play.beside(self.table.game, giver)
            if gifts and self.random.random() < 0.4:
                self.answer(giver, **self.table.rules.write_action(gifts.sample(self.random.randrange)))
            for seat in play.waiting(self.table.game):
                self.random_answer(seat)

    def page(self, seat: int | None, shell: pages.Shell = SHELL, **more: Any) -> pages.TablePage:
        """What a seat is shown."""
        game = self.table.game
        offered = {} if game is None or seat is None else {
            "boxes": play.boxes(game, seat), "beside": play.beside(game, seat)}  # fmt: skip
        return pages.TablePage(
            shell=shell,
            table_view=table_view(self.table, seat),
            heard=events_heard(self.table, seat),
            talk=conversation(self.table, seat, more.get("channel", ())),
            now=self.at,
            told=self.told(seat, more["round"]) if "round" in more else NOT_TOLD,
            **{**offered, **more},
        )


def evening() -> Sitting:
    """Six players; the worked example of the rulebook is the second round; then talk in the third."""
    sitting = Sitting(SIX)
    sitting.do(kept.Began(NOW))
    for seat in range(6):
        sitting.answer(seat, type="pass")
    sitting.say(1, Say((), "Round one and everybody passes. How very polite."))
    sitting.say(4, Say((5,), "Back me and I take Agatha's coin. You get it next round."))
    sitting.say(3, Say((1,), "", promise=Pledge(3, "support", {"target": 1})))
    sitting.say(2, Say((), "", promise=Pledge(2, "loot", {}, will=False, times=3)))
    sitting.answer(2, type="loot")
    sitting.answer(0, type="defend")
    sitting.answer(4, type="attack", target=0)
    sitting.answer(1, type="attack", target=4)
    sitting.answer(5, type="support", target=4)
    sitting.answer(3, type="support", target=1)
    sitting.say(4, Say((), "Barney. BARNEY."))
    sitting.say(1, Say((0,), "Told you he would try. Share the Stash with me?"))
    sitting.say(0, Say((1,), "Gladly. You first."))
    sitting.say(1, Say((0,), "", request=Pledge(0, "support", {"target": 1})))
    sitting.answer(1, type="give", to=3, coins=1)
    sitting.answer(4, type="attack", target=1)
    sitting.answer(2, type="loot")
    return sitting


def crowd(number: int, coins: int = 3) -> Sitting:
    """A crowded table with names that are hard to fit."""
    hard = (
        "Wolfgang Amadeus Mummenschanz",
        "Æthelflæd of Mercia",
        "WWWWWWWWWWWWWW",
        "王小明同志们",
        "Al",
        "Maximiliana-Rosa",
    )
    names = tuple(f"{hard[seat % 6]}{' ' + str(seat) if seat > 5 else ''}"[:40] for seat in range(number))
    sitting = Sitting(names, people=number, coins=coins)
    sitting.do(kept.Began(NOW))
    sitting.rounds(3)
    for seat in range(0, number, 2):
        sitting.random_answer(seat)
    return sitting


def lines() -> tuple[pages.TableLine, ...]:
    """Tables as a list shows them."""
    mine: dict[str, Any] = {"game": "truce", "seat": "Agatha", "others": SIX[1:], "created": NOW}
    slow = "every day at 08:00 and 20:00 (Europe/Berlin)"
    return (
        pages.TableLine(table="abc123", title="Thursday night", phase="playing", seats=6, your_turn=True, host=True,
                        due=NOW + 8_000_000, status="Round 3 of 10", deadline="3 hours for every decision", **mine),
        pages.TableLine(table="b", title="Slow knives", phase="playing", seats=8, due=NOW + 40_000_000,
                        status="Round 7 of 12", deadline=slow, **mine),
        pages.TableLine(table="c", game="truce", title="Office truce", phase="gathering", seats=7, free=3),
        pages.TableLine(table="d", title="", phase="finished", seats=5, winners=("Celeste",), status="The game is over",
                        **mine),
    )  # fmt: skip


def states() -> Iterator[tuple[str, str]]:
    """Every state: a name for the file, and the page."""
    yield from plain_pages()
    yield from table_pages()
    yield from told_pages()


def plain_pages() -> Iterator[tuple[str, str]]:
    """Pages without a game under way."""
    refused = NotAllowed(
        "rounds: must be a whole number, 1 to 1000, not 'many' (TRU-O1).", rule="TRU-O1", field="rounds"
    )
    yield (
        "home",
        pages.render_home(pages.HomePage(shell=SHELL, open_tables=lines()[2:3], mine=lines(), now=NOW, games=offers())),
    )
    yield "home-empty", pages.render_home(pages.HomePage(shell=NOBODY, now=NOW, games=offers()))
    yield "create", pages.render_create(pages.CreatePage(shell=SHELL, game="truce", bots=("random", "schemer")))
    entered = {"option.rounds": "many", "name": "Agatha", "seats": "6", "deadline": "at", "times": "08:00 20:00"}
    yield (
        "create-refused",
        pages.render_create(pages.CreatePage(shell=SHELL, game="truce", entered=entered, refusal=refused)),
    )
    lobby = Sitting(
        ("Agatha", "Barney", "", "", "Emmett", ""), people=2, deadline=AtTimes(("08:00", "20:00"), "Europe/Berlin")
    )
    links = tuple(pages.Invitation(seat, LINK if seat != 3 else "") for seat in (2, 3, 5))
    bots = ("random", "schemer")
    view = table_view(lobby.table, 0)
    yield "lobby-host", pages.render_lobby(pages.LobbyPage(
        shell=SHELL, table_view=view, invitations=links, table_link=TABLE_LINK, bots=bots,
        host=True, now=NOW))  # fmt: skip
    yield (
        "lobby-guest",
        pages.render_lobby(
            pages.LobbyPage(shell=NOBODY, table_view=table_view(lobby.table, None), may_claim=True, now=NOW)
        ),
    )
    invited = invitation_pages.JoinPage(
        shell=NOBODY,
        title="Thursday night",
        game="truce",
        seat="Seat 3",
        seated=("Agatha", "Barney"),
        host="Agatha",
        action="/join",
    )
    yield "join", invitation_pages.render_join(invited)
    yield "used", invitation_pages.render_used(invitation_pages.UsedPage(shell=NOBODY))
    over = pages.HandOverPage(
        shell=SHELL,
        table="t",
        title="Thursday night",
        names=("Agatha",),
        link="https://table.example/continue/7KQM-4XTP",
        code="7KQM-4XTP",
        until=NOW + 600_000,
        waits=True,
    )
    yield "hand-over", pages.render_hand_over(over)
    late = NotAllowed("This code is unknown, used, or older than ten minutes. Make a new one on the other device.")
    yield (
        "continue",
        pages.render_continue(pages.ContinuePage(shell=NOBODY, code=over.code, title=over.title, names=over.names)),
    )
    yield "continue-refused", pages.render_continue(pages.ContinuePage(shell=NOBODY, code="7kqm 4xt", refusal=late))
    yield (
        "sign-in",
        account_pages.render_sign_in(
            account_pages.SignInPage(shell=NOBODY, refusal=NotAllowed("Wrong name or passphrase."))
        ),
    )
    shell = replace(NOBODY, mail=True)
    sent = account_pages.MailSentPage(shell=shell, signs_in=True, address="agatha@example.org")
    yield "mail-sent", account_pages.render_mail_sent(sent)
    link = account_pages.MailLinkPage(shell=shell, secret="secret", address="agatha@example.org")
    yield "mail-link", account_pages.render_mail_link(link)
    yield "mail-link-here", account_pages.render_mail_link(replace(link, here=True, signs_in=False))
    stop = account_pages.MailStopPage(shell=shell, token="token", title="Thursday night")
    yield "mail-stop", account_pages.render_mail_stop(stop)
    yield "own-mails", mails_page.render_mails(own_mails(shell))
    yield "own-mails-empty", mails_page.render_mails(mails_page.MailsPage(shell=shell))
    yield "sign-in-by-mail", account_pages.render_sign_in(account_pages.SignInPage(shell=shell))
    yield "my-tables", pages.render_my_tables(pages.MyTablesPage(shell=SHELL, tables=lines(), now=NOW))
    yield "my-tables-empty", pages.render_my_tables(pages.MyTablesPage(shell=NOBODY, now=NOW))
    yield "rules", pages.render_rules(pages.RulesPage(shell=SHELL, game="truce"))
    yield "rules-find", pages.render_rules(pages.RulesPage(shell=SHELL, game="truce", find="circle"))
    yield (
        "not-found",
        pages.render_problem(
            pages.ProblemPage(shell=NOBODY, status=404, sentence="There is no table at this address.")
        ),
    )


def own_mails(shell: pages.Shell) -> mails_page.MailsPage:
    """Mails of every kind."""
    kept_one = mails_page.MailLine(
        at=NOW,
        table="Thursday night",
        link="/tables/abc123",
        subject="Re: It is your turn: Thursday night",
        state="new",
    )
    receipt = f"Your receipt: salt {'61c0' * 16}, digest {'9f2e' * 16}."
    sealed = f"TAKEN: attack Barney. Sealed until Mon 23 Nov 2026, 20:00 (UTC). {receipt}"
    unread = ("attack bob", "There is no player called bob (TRU-3.2).")
    lines = (
        kept_one,
        replace(kept_one, state="done", said=(sealed, "SAID: You to Celeste: “now or never”"), unread=(unread,)),
        replace(kept_one, state="refused"),
        mails_page.MailLine(at=NOW, state="dropped", why="it does not come from a player of this seat: m@example.org"),
    )
    return mails_page.MailsPage(shell=shell, mails=lines, automatic=2)


def table_pages() -> Iterator[tuple[str, str]]:
    """The table under way."""
    sitting = evening()
    yield "table-choose", pages.render_table(sitting.page(0, HOST))
    yield "table-whisper", pages.render_table(sitting.page(0, channel=(1,)))
    refusal = NotAllowed("attack: target must be Barney, Celeste, Darcy, Emmett or Freja (TRU-3.2).", rule="TRU-3.2")
    yield "table-refused", pages.render_table(sitting.page(0, refusal=refusal, entered={"act": "attack"}))
    yield "table-spectator", pages.render_table(sitting.page(None, shell=NOBODY))
    sitting.answer(0, type="support", target=1)
    yield "table-sealed", pages.render_table(sitting.page(0, receipt=sha256(b"receipt").hexdigest()))
    seen = sitting.page(0, round=2)
    frames = len(TableDisplay(seen.table_view, seen.heard).seeing(seen.told).frames)
    for number in range(frames):
        yield f"table-reveal-{number}", pages.render_table(sitting.page(0, round=2, frame=number))
    sitting.do(kept.Paused(sitting.at))
    yield "table-paused", pages.render_table(sitting.page(0, HOST))
    poor = Sitting(SIX, coins=1)
    poor.do(kept.Began(NOW))
    for seat, target in ((0, 1), (1, 2), (2, 3), (3, 4), (5, 4)):
        poor.answer(seat, type="support", target=target)
    poor.answer(4, type="attack", target=0)
    yield "table-poor", pages.render_table(poor.page(0))
    for number in (3, 10, 12, 16, 30):
        yield (
            f"table-crowd-{number}",
            pages.render_table(crowd(number, 3 if number < 30 else 25).page(number // 2)),
        )


def told_pages() -> Iterator[tuple[str, str]]:
    """What is told afterwards."""
    sitting = evening()
    common = sitting.seen_by(0)
    yield "ledger", pages.render_ledger(pages.LedgerPage(**common))
    yield "reveal", pages.render_reveal(pages.RevealPage(**common, told=sitting.told(0, 2), round=2, frame=5))
    links, bots = (pages.Invitation(1, ""),), ("random", "schemer")
    panel = pages.HostPage(
        shell=SHELL,
        table_view=table_view(sitting.table, 0),
        invitations=links,
        table_link=TABLE_LINK,
        bots=bots,
        now=sitting.at,
    )
    yield "host", pages.render_host(panel)
    end = Sitting(SIX, rounds=10)
    end.do(kept.Began(NOW))
    end.rounds(10)
    yield "table-finished", pages.render_table(end.page(0))
    seen = end.seen_by(1)
    yield "ledger-finished", pages.render_ledger(pages.LedgerPage(**seen))
    yield (
        "replay",
        pages.render_replay(
            pages.ReplayPage(**seen, told=end.told(1, 8), viewers=tuple(range(6)), open_handed=True, round=8, frame=2)
        ),
    )
    shut = evening()
    shut.do(kept.TableClosed(shut.at))
    yield "table-closed", pages.render_table(shut.page(1))
