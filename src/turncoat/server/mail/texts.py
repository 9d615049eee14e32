"""The texts of mails that are not about a turn: signing in, confirming an address, the result of a mail."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from turncoat.server.mail.kept_mails import Said
from turncoat.server.mail.letter import Letter, Paragraph, one_line
from turncoat.server.mail.links import Asked, Purpose
from turncoat.server.mail.own_lines import MARKER
from turncoat.server.mail.plan import Kind, Plan
from turncoat.server.mail.turn_text import stroked

LINK = "/mail/link"
"""Links in mails begin with this path."""

STOP = "/mail/stop"
"""Links that stop mails begin with this path."""

TAKE_SEAT = "To take the seat, answer with: accept NAME (what you want to be called). Or: decline"
"""How somebody who stands by takes a free seat by mail; what they write to an address of ``channel.FREE``."""

_PRESS = "The link works once, for 20 minutes. In another browser than the one that asked, type this code there:"
_NOT_YOU = (
    "If you did not ask for this, do nothing: without the code and the link nobody gets in. Tell nobody the code."
)
_ANOTHERS = "The person who is signed in as {account} says that this address is theirs. If that is not you, do nothing."


def of_link(asked: Asked, purpose: Purpose, address: str, site: str, name: str, account: str = "") -> Letter:
    """The mail with a link.

    Args:
        asked: Its secret and its code.
        purpose: What it is for.
        address: The address that the mail goes to.
        site: The address of this server.
        name: Names the mail; it must tell nothing of the link.
        account: The account to which the address is to be added.
    """
    signs_in, account = purpose is Purpose.SIGN_IN, one_line(account, 40)
    what = "Open this to sign in:" if signs_in else f"Open this to add this address to the account {account}:"
    code = f"{asked.code[:4]} {asked.code[4:]}"
    text = (
        *(() if signs_in else (Paragraph(_ANOTHERS.format(account=account)),)),
        Paragraph(what, link=f"{site}{LINK}/{asked.secret}"),
        Paragraph(_PRESS),
        Paragraph(code, as_is=True),
        Paragraph(_NOT_YOU),
    )
    subject = "Turncoat: sign in" if signs_in else "Turncoat: confirm your address"
    return Letter(to=address, subject=subject, text=text, id=name)


def of_new_address(known: str, added: str, name: str) -> Letter:
    """The mail to a person's other addresses when an address is added."""
    text = (
        Paragraph(f"The address {added} was added to your account. A person who reads mail there can sign in to it."),
        Paragraph("If that was not you, sign in, open your own page and remove the address there."),
    )
    return Letter(to=known, subject="Turncoat: an address was added to your account", text=text, id=name)


def of_removed_address(removed: str, name: str) -> Letter:
    """The last mail to an address that somebody has removed."""
    text = (
        Paragraph(f"The address {removed} was removed from your account. Nobody can sign in to it from here any more."),
        Paragraph("If that was not you, add it again, or write to the person who runs this server."),
    )
    return Letter(to=removed, subject="Turncoat: your address was removed from your account", text=text, id=name)


def of_a_way(address: str, sentence: str, page: str, name: str) -> Letter:
    """The mail that says that another device or address of the reader does not work."""
    text = (Paragraph(sentence), Paragraph("You can change it here:", link=page))
    return Letter(to=address, subject="Turncoat: a webhook is switched off", text=text, id=name)


def of_invitation(address: str, host: str, game: str, title: str, link: str, name: str, token: str = "") -> Letter:
    """The mail with which a host invites somebody to a table; with ``token`` they can accept by answering."""
    at = f"a table of {game}" + (f", “{one_line(title, 60)}”" if title not in ("", game) else "")
    text: tuple[Paragraph, ...] = (
        Paragraph(f"{one_line(host, 40)} invites you to {at}. This link is your seat; you need no account:", link=link),
        Paragraph("The first person who opens it gets the seat, so do not pass it on."),
        Paragraph(
            "No more mail comes from here unless you have an account, or somebody enters your address here again."
        ),
    )
    if token:
        how = "Or play by mail, and open no link: answer with: accept NAME (what you want to be called)."
        text = (Paragraph(MARKER), text[0], Paragraph(how), *text[1:])
    return Letter(to=address, subject=f"You are invited to a table of {game}", text=text, id=name, token=token)


def of_declined(host: str, seat: str, title: str, page: str, name: str) -> Letter:
    """The mail to a host whose invitation somebody declined."""
    what = f"The invitation to the seat of {one_line(seat, 40)} at {one_line(title, 60)} was declined."
    text = (Paragraph(what), Paragraph("It no longer works. You can invite somebody else here:", link=page))
    return Letter(to=host, subject="Turncoat: an invitation was declined", text=text, id=name)


def outcome(said: Sequence[Said], plan: Plan) -> Iterator[Paragraph]:
    """The results of the orders in a mail, line by line."""
    yield from (Paragraph(one.text) for one in said if one.text)
    for fault in plan.faults:
        yield stroked([fault.line])
        yield Paragraph(f"NOT READ: {fault.why}")
    if plan.ignored:
        yield Paragraph("Ignored, because it is not an order:")
        yield stroked(plan.ignored)
    if not plan.orders and not said and not plan.faults:
        yield Paragraph("NOT TAKEN: there is no order in your mail. Write help to learn what you can write.")


def headline(said: Sequence[Said], plan: Plan) -> str:
    """The result of a mail in a word or two."""
    if plan.preview:
        return "Preview"
    good = [one.good for one in said]
    if good and all(good) and not plan.faults:
        return "Taken" if any(one.kind in (Kind.ANSWER, Kind.BESIDE) for one in plan.orders) else "Done"
    return "Partly taken" if any(good) else "Not taken"
