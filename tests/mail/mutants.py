"""Mails that were changed at random: no exception, none slow, and no order from a quoted line.

Every other mutant is changed anywhere. In the rest what is quoted stays as it is, and all above it is changed: headers,
parts, tags, the lines of the sender and the sentence that names what is quoted. No order may be taken from these.
"""

from __future__ import annotations

import re
import time
from random import Random

from msgspec import Struct
from tests.mail.commands import SETS
from tests.mail.frames import FRAMES
from tests.table.tables import Sitting, header

from turncoat.server.mail.orders import Reader
from turncoat.server.mail.plan import Plan
from turncoat.server.mail.reading import read_mail
from turncoat.table.table import Table

BAITED = re.compile(r"celeste|leave for good|vote 1", re.IGNORECASE)
SLOWEST = 0.1
"""Seconds of the processor for one mail."""

DIGS = (
    *(b"\r\n", b"\n", b">", b"--", b"\x00", b"\xff\xfe", b"=", b"=?utf-8?b?", b"<div>", b"</div>", b"<blockquote>"),
    *(b"</blockquote>", b"boundary=", b"Content-Type: ", b"multipart/mixed", b"charset=", b"idna", b"utf-7", b";"),
    *(b'"', b"(", b"\t", b"&#1;", b"&", b"<!--", b"<![CDATA["),
)
"""What is put in."""


class Found(Struct):
    """What a run has found."""

    mails: int = 0
    orders: int = 0
    slowest: float = 0.0
    wrong: list[str] = []


def table() -> Table:
    """A table of five whose fifth player writes."""
    return Sitting(header(5)).begun().table


def mutated(mail: bytes, chance: Random) -> bytes:
    """A mail with some random changes: bytes, pieces, lines, headers, and its end."""
    made = bytearray(mail)
    for _ in range(chance.choice((1, 1, 2, 3, 8))):
        at = chance.randrange(len(made) + 1)
        match chance.randrange(8):
            case 0:
                made[at : at + 1] = bytes([chance.randrange(256)])
            case 1:
                del made[at : at + chance.choice((1, 1, 3, 20, 200))]
            case 2:
                made[at:at] = chance.choice(DIGS) * chance.choice((1, 1, 2, 50))
            case 3:
                made[at:at] = bytes(made[at : at + chance.choice((5, 40, 400))])
            case 4:
                lines = bytes(made).split(b"\n")
                del lines[chance.randrange(len(lines))]
                made = bytearray(b"\n".join(lines))
            case 5:
                lines = bytes(made).split(b"\n")
                one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
                lines[one], lines[other] = lines[other], lines[one]
                made = bytearray(b"\n".join(lines))
            case 6 if chance.random() < 0.2:
                del made[at:]
            case _:
                another = FRAMES[chance.choice(tuple(FRAMES))](chance.choice(SETS)[0])
                begin = chance.randrange(max(1, above_the_quote(another) - 60))
                made[at:at] = another[begin : begin + 60]
    return bytes(made)


def above_the_quote(mail: bytes) -> int:
    """How many bytes of a mail stand above what it quotes, and above its signature; 0: that cannot be seen."""
    if b"Write above this line" not in mail:
        return 0
    ends = (b"Write above this line", b"celeste", b"\r\n--\r\n", b"\r\n-- \r\n", b"<style")
    return min(at for end in ends if (at := mail.find(end)) >= 0) - len("> # # ")


def read(mail: bytes, reader: Reader) -> tuple[Plan, float]:
    """What a mail asks for, and the seconds of the processor that it took."""
    began = time.process_time()
    plan = reader.read(read_mail(mail).written)
    return plan, time.process_time() - began


def run(mails: int, seed: int) -> Found:
    """Read so many mutants."""
    chance, at, found = Random(seed), Reader(table(), 4), Found(wrong=[])
    frames = sorted(FRAMES)
    for number in range(mails):
        name, (lines, _) = frames[number % len(frames)], chance.choice(SETS)
        whole = FRAMES[name](lines)
        own = above_the_quote(whole) if number % 2 else 0
        mail = mutated(whole[:own], chance) + whole[own:] if own > 0 else mutated(whole, chance)
        plan, seconds = read(mail, at)
        if seconds > SLOWEST:
            _, seconds = read(mail, at)
        found.mails, found.orders = found.mails + 1, found.orders + len(plan.orders)
        found.slowest = max(found.slowest, seconds)
        if seconds > SLOWEST:
            found.wrong.append(f"{number} {name}: {seconds:.3f} s")
        taken = [order.text for order in plan.orders if BAITED.search(order.text)]
        if taken and own > 0:
            found.wrong.append(f"{number} {name}: {taken}")
    return found
