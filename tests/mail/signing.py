"""How people of a test sign in by mail."""

from __future__ import annotations

import re

import httpx
from tests.mail.office import Kept, Office
from tests.serving import Browser

SITE = "http://games.example"


def link_in(kept: Kept) -> str:
    """The path of the link in a mail."""
    found = re.search(rf"{SITE}(/mail/link/\S+)", kept.part("plain"))
    assert found, kept.part("plain")
    return found[1]


def code_in(kept: Kept) -> str:
    """The code in a mail."""
    found = re.search(r"^(\d{4} \d{4})$", kept.part("plain"), re.MULTILINE)
    assert found, kept.part("plain")
    return found[1]


def signed_in(browser: Browser) -> str:
    """As whom a browser is signed in; empty: as nobody."""
    return str(browser.client.get("/api/session").json()["name"])


def ask(browser: Browser, office: Office, address: str = "agatha@example.org", **fields: str) -> Kept:
    """Ask for a link to sign in with; the mail with it."""
    before = len(office.mails)
    sent = browser.post("/sign-in/mail", {"address": address, **fields})
    assert sent.status_code == 200, sent.text
    return office.wait(before + 1)[-1]


def press(browser: Browser, path: str, **fields: str) -> httpx.Response:
    """Press the button behind a link."""
    browser.get(path)
    return browser.post("/mail/link", {"secret": path.rpartition("/")[2], **fields})


def enter(browser: Browser, office: Office, address: str = "agatha@example.org", name: str = "Agatha") -> None:
    """Sign in by mail."""
    press(browser, link_in(ask(browser, office, address)), name=name)
    assert signed_in(browser)
