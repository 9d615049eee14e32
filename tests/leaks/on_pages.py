"""Every page of a table as one pair of eyes gets it, for any game that draws a board, while bots play it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from random import Random
from typing import Any

from tests import telling
from tests.conformance.walk import worth_a_look
from tests.telling import reel

from turncoat.bots.match import seat_bots
from turncoat.games import game_of, ruleset
from turncoat.kernel import play
from turncoat.kernel.events import Listener
from turncoat.kernel.still import Reel, Watcher
from turncoat.table import record as kept
from turncoat.table.draft import Draft
from turncoat.table.holders import Happened
from turncoat.table.proof import commitment
from turncoat.table.record import Header, SeatKind, Secret
from turncoat.table.stills import NOT_TOLD
from turncoat.table.table import Game, Phase, Table
from turncoat.table.table_view import events_heard, messages_after, table_view
from turncoat.web import pages
from turncoat.web.conversation import conversation, promises_heard
from turncoat.web.ending import EndPage
from turncoat.web.history import of_the_game
from turncoat.web.retold import StoryPage, as_text, retold
from turncoat.web.site.table_lists import news_of
from turncoat.web.small_board import drawn
from turncoat.web.table_display import TableDisplay

NAMES = (
    *("Agatha", "Barney", "Celeste", "Darcy", "Emmett", "Freja", "Gideon", "Hester", "Ingrid", "Jasper", "Kirsten"),
    *("Leopold", "Maximilian", "Nora", "Oswald", "Philippa", "Quentin", "Rosamund", "Sebastian", "Theodora", "Ulrich"),
    *("Victoria", "Wilhelmina", "Xavier", "Yolanda", "Zachary", "Ada", "Bo", "Cornelius", "Dorothea"),
)
NOON = 1_790_000_000_000
CLOSELY = 10
"""So many steps are looked at one by one; later ones ever more rarely."""
STILLS = 3
"""So many stills of the part of the story that was told last are compared."""


Listen = Callable[[], Listener]
Reels = Mapping[int | None, Reel[Any]]


def seated(game: str, seats: int, options: dict[str, object], luck: int, listen: Listen = Listener) -> Table:
    """A table at which everybody sits and the game has begun; ``listen`` makes what hears the rules."""
    secret = Secret(sha256(b"%d" % luck).hexdigest(), sha256(b"salt").hexdigest())
    draft = Draft(
        Table(Header("abc123", game, "", "", options, seats, commitment(secret), NOON), secret), listen=listen
    )
    for seat, name in enumerate(NAMES[:seats]):
        draft.perform(kept.SeatTaken(NOON, seat, name, SeatKind.PERSON))
    draft.perform(kept.Began(NOON))
    draft.accept()
    return draft.table


class Gallery:
    """A table whose pages are looked at while bots play. ``reels``: the stills of the game so far, by eyes."""

    def __init__(self, game: str, seats: int, bot: str, options: dict[str, object], luck: int = 1) -> None:
        self.reels = {seat: reel(ruleset(game), seat) for seat in (None, *range(seats))}
        self.table, self.chance = seated(game, seats, options, luck, self.listener), Random(luck)
        self.bots = seat_bots(game, [bot] * seats, luck)

    def listener(self) -> Watcher:
        """Hears the rules for everybody."""
        return Watcher(*self.reels.values())

    @property
    def game(self) -> Game:
        assert self.table.game is not None
        return self.table.game

    @property
    def viewer(self) -> tuple[int | None, ...]:
        """Everybody who looks: spectators and all seats."""
        return (None, *range(self.table.header.seats))

    # --- what happens ---------------------------------------------------------------------------

    def looks(self, most: int) -> Iterator[int]:
        """Play so many answers at most; stop now and then, with the number of the stop."""
        stops = 0
        for number in range(most):
            if play.over(self.game):
                break
            if worth_a_look(number, CLOSELY):
                yield stops
                stops += 1
            self.move()
        yield stops

    def move(self) -> None:
        """Somebody answers, or acts beside the decision; time is up where nobody is waited for."""
        waiting, listener = play.waiting(self.game), self.listener()
        if waiting:
            seat = self.chance.choice(waiting)
            play.submit(self.game, seat, self._chosen(seat), listener)
        else:
            play.time_up(self.game, listener)
        self.table.state.phase = Phase.FINISHED if play.over(self.game) else Phase.PLAYING
        happened = [Happened(NOON, audience, event) for audience, event in listener.heard]
        self.table.accept(self.table.state, self.game, happened, [])

    def _chosen(self, seat: int) -> Any:
        view, beside = self.table.rules.view(self.game, seat), play.beside(self.game, seat)
        deed = self.bots[seat].beside(view, beside) if beside and not self.chance.randrange(3) else None
        return deed or self.bots[seat].answer(view, play.boxes(self.game, seat))

    def deal_again(self, seat: int | None) -> Table:
        """The same table, with everything that the seat may not know dealt again."""
        other = Table(self.table.header, self.table.secret)
        other.become(self.table)
        other.game = self.table.rules.redeal(self.game, seat, self.chance.randbytes(32))
        return other

    # --- what reaches somebody ------------------------------------------------------------------

    def told_apart(self, seat: int | None, reader: int | None) -> list[str]:
        """The pages by which a reader can tell the table from one in which all is dealt again that a seat may not know.

        For the seat itself there must be none.
        """
        other, still = self.deal_again(seat), self.chance.randrange(1 << 20)
        truth = all_pages(self.table, reader, still, self.reels)
        return [name for name, page in all_pages(other, reader, still, self.reels).items() if page != truth[name]]


def all_pages(table: Table, seat: int | None, still: int, reels: Reels) -> dict[str, str]:
    """Every page of a table for a seat (None: a spectator), by its name; of many stills only some."""
    told, said = _told(table, seat), tuple(messages_after(table, seat, 0))
    talk, promises = conversation(table, seat), promises_heard(table, seat)
    part = ends = NOT_TOLD
    story = game_of(table.header.game).story
    if story is not None:
        past = reels[story.viewer(seat, table.header.seats)]
        part, ends = telling.told(story, past, None), telling.looks(story, past)
    own, viewer = _offered(table, seat), () if seat is None else (seat,)
    made = {
        "table": pages.render_table(pages.TablePage(**told, **own, talk=talk)),
        "live": pages.render_table_live(pages.TablePage(**told, **own, talk=talk)),
        "ledger": pages.render_ledger(pages.LedgerPage(**told, promises=promises, told=ends)),
        "replay": pages.render_replay(pages.ReplayPage(**told, told=part, said=said, spoken=said, viewers=viewer)),
        **printed(table, seat),
        **kept_story(table, told["shell"]),
        "small board": drawn(table, table.viewer(seat), "auto"),
        "news": news_of(table, table.viewer(seat), 0).last,
    }
    if table.state.phase is Phase.FINISHED:
        public = of_the_game(events_heard(table, None))
        made["end"] = pages.render_end(EndPage(**told, public=public, talk=talk, told=ends))
    display = TableDisplay(told["table_view"], told["heard"]).seeing(part)
    last = display.rounds[-1] if display.rounds else None
    frames = len(display.telling(last).frames) if last is not None else 0
    for number in Random(still).sample(range(frames), min(STILLS, frames)):
        page = pages.RevealPage(**told, told=part, round=last, frame=number)
        made[f"still {number} of {last}"] = pages.render_reveal(page)
    return made


def kept_story(table: Table, shell: pages.Shell) -> dict[str, str]:
    """The story to keep, on its page and as a text: the same for every reader."""
    stories = (retold(table),)
    page = StoryPage(shell=shell, table_view=table_view(table, None), now=NOON, stories=stories)
    return {"story": pages.render_story(page), "story as text": as_text(stories)}


def printed(table: Table, seat: int | None) -> dict[str, str]:
    """What a seat can put on paper, and a paper that there is not."""
    told = _told(table, seat)
    papers = (*TableDisplay(told["table_view"], told["heard"]).papers, "nothing")
    return {f"print {paper}": pages.render_print(pages.PrintPage(**told, paper=paper)) for paper in papers}


def _told(table: Table, seat: int | None) -> dict[str, Any]:
    shell = pages.Shell(csrf="token", person="" if seat is None else NAMES[seat])
    return {"shell": shell, "table_view": table_view(table, seat), "heard": events_heard(table, seat), "now": NOON}


def _offered(table: Table, seat: int | None) -> dict[str, Any]:
    assert table.game is not None
    if seat is None:
        return {}
    return {"boxes": play.boxes(table.game, seat), "beside": play.beside(table.game, seat)}
