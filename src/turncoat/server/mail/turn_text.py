"""The text of a mail that can be answered with orders: the question, the possible orders, and recent talk.

Each line with words of players or of the menu begins with a stroke, so that it is never read as an order when a mail
program quotes it (``turncoat.server.mail.own_lines``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from textwrap import wrap

from turncoat.games import game_of, ruleset
from turncoat.kernel import play
from turncoat.kernel.boxes import Action, Box, Boxes
from turncoat.kernel.grammar import Grammar
from turncoat.kernel.lexicon import either, first_of
from turncoat.kernel.space import Names, in_words
from turncoat.server.mail.letter import Paragraph
from turncoat.server.mail.seat_words import offered, standing_orders, talk_of
from turncoat.table import commands
from turncoat.table.standing_orders import ALWAYS, ASK_ME, NO_QUESTIONS
from turncoat.table.table import IN_PHASE, Phase, Table
from turncoat.table.table_view import messages_before, question, table_view, takes_effect_at_once
from turncoat.table.vote_view import votes_seen

STROKE = "| "
"""What stands before such lines."""

WIDTH = 70
"""Columns of a line behind the stroke."""

HEARD = 8
"""How many messages a mail repeats."""

LONG_AGO = 7 * 24 * 3_600_000
"""Milliseconds after which a message is not repeated."""

_RULE = re.compile(r"[-*]\s+\*\*([A-Z]+-[\w.-]+)\*\*\s*(.+)")

WORDS = {
    "attack agatha": "for example: any answer of the menu, as it stands there",
    "tell agatha, barney: WORDS": "say something in private; say WORDS: to everybody",
    "ask agatha: WISH in return for GIFT": "propose a deal; agree agatha, refuse agatha: answer one",
    "promise agatha: ANSWER": "give your word; it binds nobody",
    "menu, board, log, ledger, talk, pledges": "are told in the reply; also rules 8.2 and help",
    "always pass": "answer a repeated question from now on; always alone lists them, always 2 ask ends one",
    "preview": "as the first line: the reply says what the mail would do, and nothing is done",
    "stop mail, start mail": "no more mails about this table; or mails again",
    "end": "nothing below this line is read",
}
"""What can be written in a mail besides ``turncoat.table.commands``, with what it does."""


def stroked(lines: Iterable[str]) -> Paragraph:
    """The lines of a text, marked so that they are never taken for an order when they are quoted."""
    cut = [piece for line in lines for piece in (wrap(line, WIDTH, subsequent_indent="    ") or [""])]
    return Paragraph("\n".join(f"{STROKE}{line}".rstrip() for line in cut), as_is=True)


def kept_wide(lines: Iterable[str]) -> Paragraph:
    """Lines of a board: marked in the same way, and never broken."""
    return Paragraph("\n".join(f"{STROKE}{line}".rstrip() for line in lines), as_is=True)


def asked(table: Table, seat: int) -> list[Paragraph]:
    """The open question with its menu, if the seat has not answered it."""
    shown = question(table, seat)
    if table.game is None or shown is None or shown.filed is not None:
        return []
    own, beside = offered(table, seat)
    default = Grammar(own, table.names).write(table.rules.read_action(shown.default))
    now = " It takes effect at once." if takes_effect_at_once(table.rules, table.game) else ""
    found = [
        Paragraph(f"{shown.text}{now} Answer this mail with one of these lines:"),
        stroked(menu(own, table.names)),
        Paragraph(f"If you write nothing in time, your answer is: {default}."),
    ]
    if beside:
        found += [Paragraph("You may also do this, at once:"), stroked(menu(beside, table.names))]
    return found


def menu(boxes: Boxes[Action], names: Names) -> Iterator[str]:
    """All possible orders, a line for each kind, as one types them."""
    for kind in dict.fromkeys(box.action for box in boxes.boxes):
        alike = [box for box in boxes.boxes if box.action is kind]
        phrase = kind.phrase or alike[0].tag.replace("_", " ")
        choices = {
            name: list(dict.fromkeys(one for box in alike for one in in_words(box.space(name), names)))
            for name, _ in alike[0].fields
        }
        told = "; ".join(f"{name.replace('_', ' ')}: {', '.join(first_of(of))}" for name, of in choices.items())
        yield phrase.format(**{name: f"<{name}>" for name in choices}) + (f"   ({told})" if told else "")
        if len(alike[0].fields) > 1:
            yield f"    for example: {_example(alike[0], boxes, names)}"


def _example(box: Box[Action], boxes: Boxes[Action], names: Names) -> str:
    return Grammar(boxes, names).write(box.nth(box.count() // 2))


def board(table: Table, seat: int) -> list[Paragraph]:
    """The board as text, as the seat sees it; nothing before the game."""
    view = table_view(table, seat).view
    if view is None:
        return []
    lines = game_of(table.rules.id).terminal.board(view, table.names)
    return [kept_wide("".join(text for text, _ in line).rstrip() for line in lines)]


def said_to(table: Table, seat: int, holder: int, now: int) -> list[Paragraph]:
    """The recent messages that a holder of a seat has heard."""
    grammar = talk_of(table, seat)
    recent = [one for one in messages_before(table, seat, None, HEARD, holder) if one.at >= now - LONG_AGO]
    if not recent:
        return []
    return [Paragraph("Said lately:"), stroked(grammar.sentence(one.message, by_bot=one.by_bot) for one in recent)]


def votes(table: Table, seat: int) -> list[Paragraph]:
    """The open votes on which the seat has not voted, with the words to vote."""
    mine = [vote for vote in votes_seen(table, seat) if seat in vote.voters and seat not in vote.ballots]
    return [
        stroked([f"Vote {vote.number}: {vote.text}. Write: vote {vote.number} yes   or: vote {vote.number} no"])
        for vote in mine
    ]


def pledges(table: Table, seat: int, holder: int) -> list[Paragraph]:
    """The promises that a holder of a seat has heard."""
    grammar = talk_of(table, seat)
    lines = [
        f"{grammar.name(one.sender)}: {grammar.action_words(one.pledge)} ({one.fate.value})"
        for one in table_view(table, seat, holder).pledges
    ]
    return [stroked(lines or ["Nobody has promised anything that you know of."])]


def happened(table: Table, seat: int, holder: int, most: int) -> list[Paragraph]:
    """What has happened lately, as a holder of a seat has heard it."""
    said = (one.event.say(table.names) for one in reversed(table.stream(seat, holder)))
    lines = list(islice(filter(None, said), most))[::-1]
    return [stroked(lines or ["Nothing has happened yet."])]


def standing(table: Table, seat: int) -> list[Paragraph]:
    """The repeated questions with their standing orders, and what can be written for each."""
    orders = standing_orders(table, seat)
    if not orders:
        return [Paragraph(NO_QUESTIONS)]
    lines = []
    for number, order in enumerate(orders, 1):
        again = () if order.asks else (f"{ALWAYS} {number} {ASK_ME}",)
        lines += [
            f"{number}. {order.question.title}: {order.now}",
            f"    {either((*again, *order.ways(f'{number} ')))}",
        ]
    return [stroked(lines)]


def status(table: Table) -> str:
    """The state of a table in a few words."""
    return IN_PHASE[table.state.phase]


def rules_of(table: Table, wanted: Sequence[str]) -> list[Paragraph]:
    """A few rules with this number, or with all these words."""
    found = [
        f"{number}  {text}"
        for number, text in _rules(table.rules.id)
        if all(word.casefold() in f"{number} {text}".casefold() for word in wanted)
    ]
    return [stroked(found[:4] or [f"No rule of {ruleset(table.rules.id).title} has these words."])]


def _rules(game: str) -> Iterator[tuple[str, str]]:
    """The number and the first line of each rule."""
    for line in ruleset(game).rulebook.splitlines():
        if found := _RULE.match(line):
            yield found[1], found[2].replace("*", "")


def help_text(table: Table) -> list[Paragraph]:
    """What can be written."""
    width = max(map(len, WORDS))
    lines = [f"{said.ljust(width)}  {does}" for said, does in WORDS.items()]
    lines += [f"{said}: {does}" for said, does in commands.HELP.items()]
    return [Paragraph("You can write, one on a line:"), stroked(lines)]


def request_of(table: Table, seat: int) -> int:
    """The number of what a seat is asked now, or was asked last; 0 before the game."""
    return 0 if table.game is None else table.game.requests[seat]


def is_open(table: Table, seat: int) -> bool:
    """Whether a seat owes an answer."""
    game = table.game
    if game is None or table.state.phase is not Phase.PLAYING:
        return False
    return seat in play.asked(game) and play.answer_of(game, seat) is None
