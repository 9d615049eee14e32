"""Lines that go on, what stands around an order, and the parts of a mail."""

from __future__ import annotations

import time
from email import message_from_bytes

import pytest
from tests.mail import mutants
from tests.mail.test_corpus import head, said

from turncoat.server.mail.accepting import answer_of
from turncoat.server.mail.orders import TRIED, Reader
from turncoat.server.mail.own_lines import own_lines
from turncoat.server.mail.reading import BODY, _text, read_mail
from turncoat.server.mail.spellings import Around, spellings


def taken(text: str) -> tuple[list[str], list[str]]:
    """The orders in a text, and the lines that were not read."""
    plan = Reader(mutants.table(), 4).read(said(text).written)
    return [order.text for order in plan.orders], [fault.line for fault in plan.faults]


LONG = "Honestly, after everything that happened last Thursday I believe we should"


def test_an_order_that_may_be_the_rest_of_a_long_line_is_not_taken() -> None:
    """A mail program has broken a sentence there; below an empty line or a full stop it is an order."""
    assert taken(f"{LONG}\r\nattack barney\r\none of these days.") == ([], ["attack barney"])
    assert taken(f"{LONG}\r\n\r\nattack barney") == (["attack Barney"], [])
    assert taken(f"{LONG} act.\r\nattack barney") == (["attack Barney"], [])
    assert taken("My orders follow\r\nattack barney") == (["attack Barney"], [])


def test_a_reader_that_joins_no_lines_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("turncoat.server.mail.orders.may_go_on", lambda above, line: False)
    with pytest.raises(AssertionError):
        test_an_order_that_may_be_the_rest_of_a_long_line_is_not_taken()


def test_talk_of_which_it_is_not_clear_where_it_ends_is_not_said() -> None:
    """Half of a sentence is not said, and no order is taken out of its middle."""
    sentence = "tell agatha: if you come along this time then I promise that we two march"
    both = [sentence, "attack barney"]
    assert taken(f"{sentence}\r\nattack barney\r\nuntil nothing is left\r\n\r\ndefend") == (["defend"], both)
    assert taken("tell agatha: three things.\r\nattack barney with me!") == (
        [],
        ["tell agatha: three things.", "attack barney with me!"],
    )
    assert taken(f"{sentence}\r\nattack barney") == ([sentence, "attack Barney"], [])


def test_a_word_with_which_no_sentence_ends_goes_on_in_the_next_line() -> None:
    """Where a mail program has broken the line; what somebody has broken is told back."""
    long = "tell agatha: if you come along this time then I promise that we two shall"
    assert taken(f"{long}\r\nattack barney\r\n\r\ndefend") == ([f"{long} attack barney", "defend"], [])
    assert taken("tell agatha: we shall\r\nattack barney") == ([], ["tell agatha: we shall", "attack barney"])
    assert taken("This time I will\r\nattack barney") == ([], ["attack barney"])


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("say to agatha: ready?", "tell agatha: ready?"),
        ("say aga: ready?", "tell aga: ready?"),
        ("Say Agatha, Barney: now", "tell Agatha, Barney: now"),
        ("say to all: now", "say now"),
        ("say hi to Agatha", "say hi to Agatha"),
        ("say one thing: peace", "say one thing: peace"),
        ("whisper to barney: now", "tell barney: now"),
        ("P.S. tell barney: now", "tell barney: now"),
    ],
)
def test_what_is_said_to_somebody_is_heard_by_nobody_else(line: str, order: str) -> None:
    assert taken(line) == ([order], [])


@pytest.mark.parametrize(
    "line", ["say to agatha I am ready", "say to agtha: ready", "Say Agathe: ready", "say Agatha and I: ready"]
)
def test_what_may_be_for_somebody_alone_is_not_said_to_all(line: str) -> None:
    assert taken(line) == ([], [line])


@pytest.mark.parametrize(
    "lines",
    [
        "If Barney supports me:\r\nattack agatha",
        "If Barney supports me:\r\n\r\nattack agatha",
        "And if he does not\r\nattack agatha",
        "Otherwise:\r\nattack agatha",
        "Here is what I do if Barney comes:\r\nattack agatha",
        "attack agatha\r\nbut only if Barney supports me.",
        "attack agatha\r\n\r\nBut only if Barney supports me.",
        "Unless I am warned,\r\ntell agatha: well met",
    ],
)
def test_an_order_under_a_condition_is_told_back(lines: str) -> None:
    orders, faults = taken(lines)
    assert orders == []
    assert len(faults) == 1


def test_a_condition_ends_with_its_order_or_its_sentence() -> None:
    both = "If Barney supports me:\r\nattack agatha\r\n\r\ndefend"
    assert taken(both) == (["defend"], ["attack agatha"])
    assert taken("If you like, call me.\r\nattack agatha") == (["attack Agatha"], [])
    assert taken("attack agatha\r\n\r\nIf you like, call me.") == (["attack Agatha"], [])


@pytest.mark.parametrize(
    ("line", "why"),
    [("atack agatha", "did you mean: attack Agatha?"), ("| attack agatha", "begins with |")],
)
def test_what_is_almost_an_order_is_told_back_with_the_order(line: str, why: str) -> None:
    plan = Reader(mutants.table(), 4).read(said(line).written)
    assert plan.orders == ()
    assert [why in fault.why for fault in plan.faults] == [True]


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("give Agatha 2 coins", "give 2 to Agatha"),
        ("give 1 coin to Agatha", "give 1 to Agatha"),
        ("defend this round, merci :)", "defend"),
        ("loot everything", "loot"),
    ],
)
def test_natural_words_for_an_order(line: str, order: str) -> None:
    assert taken(line) == ([order], [])


def test_a_greeting_below_talk_is_not_said() -> None:
    came = read_mail(b"From: Emmett Hill <e@example.org>\r\n\r\ntell agatha: now or never\r\nCheers, Emmett\r\n")
    orders = Reader(mutants.table(), 4).read(came.written).orders
    assert [order.text for order in orders] == ["tell agatha: now or never"]


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (["Hi,", "", "accept Emmett", "", "Looking forward to it!"], ("accept", "Emmett")),
        (["Accept the Duke"], ("accept", "the Duke")),
        (["yes Dora!"], ("accept", "Dora")),
        (["Yes"], ("accept", "")),
        (["Decline, sorry. No time before Christmas."], ("decline", "")),
        (["No thanks"], ("decline", "")),
        (["No time to look now"], ("", "")),
        (["Yes I'd love to"], ("", "")),
        (["yes,please"], ("", "")),
        (["Accept my apologies"], ("", "")),
        (["accept Emmett", "decline"], ("", "")),
        (["Decline and fall, what a title"], ("", "")),
        (["Sure, just call me Emmett"], ("", "")),
    ],
)
def test_answers_to_an_invitation(lines: list[str], answer: tuple[str, str]) -> None:
    assert answer_of(lines) == answer


def test_a_promise_and_a_wish_that_a_program_has_broken_are_whole() -> None:
    assert taken("ask agatha: support me in return for give\r\n1 to agatha\r\n\r\ndefend")[0] == [
        "ask agatha: support me in return for give 1 to agatha",
        "defend",
    ]
    assert taken("promise agatha: not attack agatha\r\nfor 2 rounds\r\ndefend")[0] == [
        "promise agatha: not attack agatha for 2 rounds",
        "defend",
    ]
    assert taken("promise agatha: not attack agatha\r\ndefend\r\nCheers")[0] == [
        "promise agatha: not attack agatha",
        "defend",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "Attack Barney, thanks!",
        "attack barney thx",
        "attack barney ⚔️🔥",
        "attack barney :-)",
        "attack barney   (target: Agatha, Barney, Celeste)",
        "attack <Barney>",
        "-> attack barney",
        "→ attack Barney",
        "My order: attack Barney",
        "Order for round 1: attack barney.",
    ],
)
def test_what_people_put_around_an_order(line: str) -> None:
    assert taken(line) == (["attack Barney"], [])


@pytest.mark.parametrize(
    "line",
    [
        "attack barney?",
        "attack barney (or Celeste?)",
        "attack barney (if: celeste holds)",
        "attack barney (not: yet)",
        "attack barney ❌",
        "attack barney ✗.",
        "attack barney 🙂 👎",
        "order for round 7: attack barney",
        "attack <target>",
        "attack barney :-(",
        "my order was: attack barney",
        "do not attack barney",
        "attack barney or celeste",
        "attack agatha (target: barney)",
        "give 2 to barney (to: agatha; coins: 1 to 4)",
        "give 2 to barney (to: barney; coins: 3 to 4)",
        "attack barney (target: barney; if: celeste holds)",
    ],
)
def test_what_is_not_surely_an_order_is_none(line: str) -> None:
    assert taken(line)[0] == []


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("give 2 to barney   (to: Agatha, Barney, Celeste, Dorian; coins: 1 to 4)", "give 2 to Barney"),
        ("give 2 to barney (coins: 2)", "give 2 to Barney"),
        ("attack barney (target: Agatha, 3 more)", "attack Barney"),
    ],
)
def test_choices_in_brackets_that_hold_the_order_may_stand_behind_it(line: str, order: str) -> None:
    assert taken(line) == ([order], [])


def test_brackets_that_nobody_looks_into_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("turncoat.server.mail.orders.contradicts_itself", lambda line, order: False)
    assert taken("attack agatha (target: barney)")[0] == ["attack Agatha"]


def test_below_many_misspelt_orders_the_rest_is_read() -> None:
    assert taken("\r\n".join([*(f"attack nobody{number}" for number in range(12)), "defend"]))[0] == ["defend"]


def test_in_a_game_without_repeated_questions_no_standing_order_can_be_left() -> None:
    plan = Reader(mutants.table(), 4).read(said("always pass").written)
    assert [fault.why for fault in plan.faults] == ["There is no question for which you can leave a standing order."]


GMAIL = '<div class="gmail_quote"><div class="gmail_attr">On Monday Turncoat wrote:<br></div>'


def of_page(page: str) -> list[str]:
    """The orders in a mail that is a page alone."""
    came = read_mail(head("Content-Type: text/html; charset=utf-8") + page.encode())
    return [order.text for order in Reader(mutants.table(), 4).read(came.written).orders]


def test_what_stands_between_the_quotes_of_gmail_is_read() -> None:
    """Also below them; but nothing of a forwarded mail, or of a quote that is in no block."""
    block = '<blockquote class="gmail_quote">attack celeste<blockquote>loot</blockquote></blockquote>'
    between = f"{GMAIL}{block}<div>defend</div>{block}<div>say hello</div></div><div>say goodbye</div>"
    assert of_page(between) == ["defend", "say hello", "say goodbye"]
    assert of_page(f"<div>loot</div>{GMAIL}<div>defend</div>{block}<div>defend</div></div>") == ["loot"]
    assert of_page(f"<div>loot</div>{GMAIL}attack celeste<br>{block}defend</div>") == ["loot"]
    assert of_page(f"{GMAIL}<blockquote>attack celeste<div>defend</div>") == []


def test_two_orders_on_one_line() -> None:
    assert taken("give 1 to barney; defend;") == (["give 1 to Barney", "defend"], [])
    assert taken("defend; attack nobody")[0] == []
    assert taken("attack barney; attack agatha")[0] == [], "two different answers are none"
    assert taken("tell agatha: attack me; defend")[0] == ["tell agatha: attack me; defend"]


def test_orders_with_semicolons_in_the_middle_of_a_sentence_are_not_taken() -> None:
    """Neither are they said to others."""
    orders = "attack agatha; board"
    assert taken(f"{LONG}\r\n{orders}") == ([], [orders])
    assert taken(f"{LONG}\r\n\r\n{orders}")[0] == ["attack Agatha", "board"]
    assert taken(f"say I would never\r\n{orders}") == ([], ["say I would never", orders])
    assert taken(f"say that I\r\nwould never\r\n{orders}") == ([], ["say that I", orders])
    assert taken(f"say {LONG}\r\n{orders}") == ([], [f"say {LONG}", orders])
    assert taken("say hello\r\nboard; menu") == ([], ["say hello", "board; menu"])
    assert taken(f"say I would never\r\n\r\n{orders}")[0] == ["say I would never", "attack Agatha", "board"]


def test_orders_beyond_a_limit_are_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody can make the server read one mail for seconds: parts are counted, however many stand on a line."""
    looked: list[str] = []
    read = Reader._reads

    def reads(reader: Reader, line: str) -> bool:
        looked.append(line)
        return read(reader, line)

    monkeypatch.setattr(Reader, "_reads", reads)
    assert taken("attack barney;" * 500)[0] == []
    assert looked == []
    taken("\r\n".join(["help;" * 19 + "attack nobody"] * 50))
    assert len(looked) == TRIED
    assert taken("help;" * 19 + "attack barney")[0] == ["help", "attack Barney"]


@pytest.mark.parametrize("line", ["attack " + "." * 1980 + "x", "x" + " :)" * 600 + "x", "x" + " ;" * 900 + "x"])
def test_a_long_line_of_dots_and_faces_takes_no_longer_than_another(line: str) -> None:
    """It was 200 ms of the processor for each of the first; now it is less than one."""
    begun = time.process_time()
    for _ in range(10):
        assert len(list(spellings(line, Around()))) >= 1
    assert time.process_time() - begun < 0.5


def test_a_long_sentence_about_a_quote_takes_no_longer_than_another() -> None:
    line = "x" + "<" * 1900 + " wrote:"
    begun = time.process_time()
    own_lines("\r\n".join([line, "x" + "@" * 1900] * 20))
    assert time.process_time() - begun < 0.5


def test_preview_in_talk_and_below_the_end() -> None:
    plan = Reader(mutants.table(), 4).read(said("say hello\r\npreview\r\nattack agatha").written)
    assert ([order.text for order in plan.orders], plan.preview) == (["say hello", "attack Agatha"], True)
    plan = Reader(mutants.table(), 4).read(said("attack agatha\r\nend\r\npreview").written)
    assert ([order.text for order in plan.orders], plan.preview) == (["attack Agatha"], False)


def test_preview_may_stand_below_a_greeting() -> None:
    plan = Reader(mutants.table(), 4).read(said("Hello,\r\npreview\r\nattack agatha").written)
    assert plan.preview
    assert [order.text for order in plan.orders] == ["attack Agatha"]


def page(text: str) -> list[str]:
    """The orders in a page."""
    came = read_mail(head("Content-Type: text/html; charset=utf-8") + text.encode())
    return [order.text for order in Reader(mutants.table(), 4).read(came.written).orders]


def test_lines_of_a_page_that_are_kept_as_they_are() -> None:
    assert page("<pre>attack celeste\ntell celeste: sorry</pre>") == ["attack Celeste", "tell celeste: sorry"]
    assert page("<p>attack\nceleste</p>") == ["attack Celeste"]
    signed = '<pre class="moz-signature" cols="72">Ann</pre>'
    assert page(f"{signed}<p>I would never\nattack agatha\nthough.</p>") == [], "lines of a signature alone are kept"


def test_what_is_struck_out_is_not_said() -> None:
    assert page("<div><s>attack agatha</s></div><div>loot</div>") == ["loot"]
    assert page('<p>attack <span style="text-decoration: line-through">agatha</span> barney</p>') == ["attack Barney"]


def test_what_stands_below_a_picture_is_read() -> None:
    """Apple's program makes one part of each side of a picture."""
    parts = ["", "attack agatha", "", "tell barney: look at my cat\r\n\r\nSent from my iPhone\r\nloot", ""]
    kind = "--B\r\nContent-Type: text/plain\r\n\r\n"
    picture = "--B\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA\r\n"
    mail = f"{kind}{parts[1]}\r\n{picture}{kind}{parts[3]}\r\n--B--\r\n"
    came = read_mail(head("MIME-Version: 1.0", 'Content-Type: multipart/mixed; boundary="B"') + mail.encode())
    orders = [order.text for order in Reader(mutants.table(), 4).read(came.written).orders]
    assert orders == ["attack Agatha", "tell barney: look at my cat"]


def both(plain: str, html: str) -> bytes:
    """A mail with a text in two parts."""
    parts = "".join(
        f"--B\r\nContent-Type: text/{kind}\r\n\r\n{text}\r\n" for kind, text in (("plain", plain), ("html", html))
    )
    return head("MIME-Version: 1.0", 'Content-Type: multipart/alternative; boundary="B"') + f"{parts}--B--\r\n".encode()


@pytest.mark.parametrize(
    "struck",
    [
        "<s>attack agatha</s>",
        '<DEL class="x">attack agatha</DEL>',
        '<p style="text-decoration:line-through">attack agatha',
    ],
)
def test_what_is_struck_out_is_not_read_in_the_plain_part_either(struck: str) -> None:
    came = read_mail(both("attack agatha\r\nI will think again", f"<div>{struck}</div><div>I will think again</div>"))
    assert Reader(mutants.table(), 4).read(came.written).orders == ()
    came = read_mail(both("loot", "<div><span>attack agatha</span></div>"))
    assert [order.text for order in Reader(mutants.table(), 4).read(came.written).orders] == ["loot"]


def test_the_limit_of_a_text_is_that_of_all_its_parts() -> None:
    parts = "".join(f"--B\r\nContent-Type: text/plain\r\n\r\n{number}{'x' * 30_000}\r\n" for number in range(6))
    mail = head("MIME-Version: 1.0", 'Content-Type: multipart/mixed; boundary="B"') + f"{parts}--B--\r\n".encode()
    assert len(_text(message_from_bytes(mail))) == BODY
