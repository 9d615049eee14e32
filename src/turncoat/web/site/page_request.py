"""A request for a page: who sent it, its form data, and the answer."""

from __future__ import annotations

from collections.abc import Container, Mapping
from ipaddress import ip_address
from typing import Literal, cast
from urllib.parse import urlsplit

from litestar import Response
from litestar.datastructures import Cookie, FormMultiDict, UploadFile
from litestar.response import Redirect

from turncoat.kernel.errors import Refusal
from turncoat.server.auth import Caller
from turncoat.server.callers import caller_of, services_of
from turncoat.server.mail.links import Entered
from turncoat.server.notices.hooks import owner_of_table
from turncoat.server.people import Session
from turncoat.server.problems import AnyRequest, headers_of, status_of
from turncoat.server.services import Services
from turncoat.server.sessions import (
    FORM,
    LIFE,
    cookie,
    enter,
    forget_browser,
    keep_session,
    new_token,
    read_cookie,
    secret_of,
    sign_in_as,
)
from turncoat.server.table_actions import Created
from turncoat.web.form import Form, first
from turncoat.web.pages import Shell

NOTICE = "turncoat-notice"
"""The cookie that carries a notice to the next page."""

THEME = "theme"
"""The cookie with the reader's choice of dark or light pages."""

NOTICES = {
    "signed-in": "You are signed in.",
    "signed-out": "You are signed out.",
    "passphrase": "Your passphrase is changed. You are signed out everywhere else.",
    "account-deleted": "Your account is deleted.",
    "address": "Mail to this address arrives: it is yours now.",
    "no-address": "The address is removed.",
    "invited": "The invitation is on its way.",
    "welcome": "Welcome. Your tables are kept under this name from now on.",
    "seated": "You have taken your seat.",
    "moved": "You have changed seats.",
    "asked": "You have your seat at the next table. The others are asked.",
    "continued": "You play here now. The other device can go on as well.",
    "hosting": "You are the host of this table.",
    "words": "Your random words are sealed.",
    "sealed": "Your answer is sealed. You can change it until the reveal.",
    "counted": "Your answer is in, and the game goes on.",
    "done": "Done. Everybody sees it.",
    "taken-back": "Your answer is withdrawn.",
    "ordered": "Your standing order answers this question from now on.",
    "asked-again": "From now on you are asked this question again.",
    "said": "Your message was sent.",
    "paused": "The table is paused.",
    "resumed": "The clock runs again.",
    "extended": "The open decision has more time now.",
    "pace": "The new pace applies from the next decision on.",
    "saved": "Your answer is saved, and counts when time is up.",
    "build-kept": "These opponents are kept. You can load them at any table.",
    "build-loaded": "The opponents are filled in. Change what you like.",
    "build-gone": "These opponents are deleted.",
    "preparing": "Bots play the party here. Build opponents and keep them under a name.",
    "planned": "Your answer is planned for the next time you are asked this.",
    "away": "Everybody at the table has been told when you are away.",
    "back": "You are back.",
    "put-away": "Done. You can take it back in the archive of My tables.",
    "proposed": "Your proposal is put to the vote.",
    "voted": "Your vote is counted.",
    "bot": "A bot plays that seat now.",
    "person": "The player has the seat back.",
    "link": "A new link is ready.",
    "table-link": "A new link to the table is ready. The old one gives no seat any more.",
    "revoked": "The links to that seat no longer work. For ten minutes you can undo this.",
    "closing": "The table will be closed in a minute. Until then you can keep it open.",
    "kept-open": "The table stays open.",
    "undone": "The player has the seat back, and the links work again.",
    "taken-in": "The saved game is now on this server.",
    "left": "You have left your seat. For ten minutes you can take it back.",
    "returned-to-seat": "You have your seat back.",
    "stands-by": "You are on the standby list: My tables says when a seat is free.",
    "not-by": "You are no longer on the standby list.",
    "told": "This browser shows notices from now on.",
    "chosen": "Your choice is saved.",
    "not-told": "That browser shows no more notices.",
    "hook": "The webhook is saved: send a test to see whether it works.",
    "no-hook": "The webhook is removed.",
    "calendar": "Your calendar has a new address.",
    "kept": "The character is saved.",
    "written": "Saved.",
    "grown": "The character has improved.",
    "retired": "The character is retired; you can reactivate it.",
    "returned": "The character is active again.",
    "deleted": "The character is deleted.",
    "brought": "Your character will play in this game.",
    "accepted": "The character is accepted: everybody at the table sees it.",
    "sent-back-full": "The character is sent back, and its player is told why.",
    "sent-back-public": "The character is sent back, and everybody can read why.",
    "sent-back-none": "The character is sent back. There is no talk at this table: tell its player why in another way.",
    "alone": "Nobody sits beside the one who leads the game any more.",
    "not-brought": "Your character will not play in this game.",
}
"""The notices about the reader's last action, by the word in the cookie."""

LANGUAGE = {"Content-Language": "en"}


class PageRequest:
    """A request for a page, and helpers for answering it.

    Attributes:
        caller: The person or browser that sent the request.
        form: The data of the form; empty if the request has no form.
        files: The uploaded files, by the name of their form field.
        waiting: The caller's tables that wait for an answer, by id; known where a whole page is asked for.
        unreached: Sentences on ways of sending notices to the reader that do not work.
    """

    def __init__(
        self,
        request: AnyRequest,
        services: Services,
        caller: Caller,
        form: Form,
        files: Mapping[str, bytes] | None = None,
    ) -> None:
        self.request, self.services, self.caller, self.form = request, services, caller, form
        self.files: Mapping[str, bytes] = files or {}
        self._cookies: list[Cookie] = []
        self._secure = services.config.secure
        self._begun = ""
        self.waiting: list[str] = []
        self.unreached: tuple[str, ...] = ()

    def link(self, path: str) -> str:
        """The full address of a page, with a host name that other machines can reach if there is one."""
        config = self.services.config
        asked = str(self.request.base_url).rstrip("/")
        base = config.public_url.rstrip("/") or (config.local_url if here_only(asked) else "") or asked
        return f"{base}{path}"

    @property
    def by_script(self) -> bool:
        """Whether a script requests only a part of a page."""
        return self.request.headers.get("hx-request") == "true"

    @property
    def now(self) -> int:
        """The time in milliseconds since the epoch."""
        return self.services.keeper.now()

    def shell(self, seat: int | None = None, *, host: bool = False, table: str = "", left: str = "") -> Shell:
        """The parts of the page that all pages share; a notice is shown only once.

        Args:
            seat: The seat that all addresses on the page name, where the reader holds several.
            host: Whether the reader is the host of the table that the page is about.
            table: The table that the page is about: it is not counted among those that wait elsewhere.
            left: The seat there that the reader has just left and can take back; empty: none.
        """
        token = self.browser
        if not token:
            token = new_token()
            self._set(FORM, token)
        notice = NOTICES.get(read_cookie(self.request, NOTICE, always_secure=self._secure), "")
        if notice:
            self._set(NOTICE, "", life=0)
        person = self.caller.person
        name = person.name if person else ""
        here = self.request.url.path if self.request.method == "GET" and not self.by_script else ""
        return Shell(
            csrf=token,
            person=name,
            theme=self.theme,
            notice=notice,
            seat=seat,
            host=host,
            here=here,
            site=self.link(""),
            mail=self.services.mail is not None,
            waits=len([other for other in self.waiting if other != table]),
            table=table,
            left=left,
            unreached=self.unreached,
            here_only=here_only(self.link("")),
            closes=self.services.regrets.closes(table),
            now=self.now,
        )

    @property
    def theme(self) -> Literal["auto", "light", "dark"]:
        """The reader's choice of dark or light pages; ``auto``: the setting of the reader's device."""
        wish = self.request.cookies.get(THEME, "")
        return cast("Literal['light', 'dark']", wish) if wish in ("light", "dark") else "auto"

    def _set(self, name: str, value: str, *, life: int | None = None) -> None:
        made = cookie(self.request, name, value, always_secure=self._secure, life=LIFE if life is None else life)
        self._cookies.append(made)

    def entered(self) -> dict[str, str]:
        """The typed values without secrets, so that the reader need not type them again."""
        hidden = {"_csrf", "token", "passphrase"}
        return {name: first(self.form, name) for name in self.form if name not in hidden}

    # --- sessions -------------------------------------------------------------------------------

    async def session(self) -> Session:
        """The session of the browser; it begins now if there is none."""
        session, cookies = await keep_session(self.request, self.services, self.caller)
        self._cookies += cookies
        self._begun = next((str(cookie.value) for cookie in cookies), self._begun)
        return session

    @property
    def secret(self) -> str:
        """What only this browser knows, once it has a session: with it links that its user makes can be shown again."""
        return self._begun or (secret_of(self.request, self.services) if self.caller.session else "")

    async def hold(self, session: Session, *keys: str) -> None:
        """Add keys to the session, which give it seats or the host's rights."""
        await self.services.auth.hold(session, *keys)

    async def host(self, session: Session, made: Created, seats: int, own: Container[int] = (0,)) -> None:
        """Give the session the keys to a table that it has made, including those to the reader's own seats.

        The keys to other seats are for friends; this browser can show their invitations again.
        """
        await self.hold(session, made.host_key, *made.seat_keys)
        others = (seat for seat in range(seats) if seat not in own)
        await self.services.auth.invite(made.table, *others, maker=self.secret)

    @property
    def browser(self) -> str:
        """What this browser brings with every form, and keeps when it signs in: an invitation opens again to it."""
        return read_cookie(self.request, FORM, always_secure=self._secure)

    async def sign_in(self, name: str, passphrase: str, *, new: bool) -> None:
        """Sign the browser in to an account, or make an account.

        Raises:
            Refusal: name and passphrase do not go together, are not possible, or were tried too often.
        """
        _, cookies = await sign_in_as(self.request, self.services, self.caller, name, passphrase, new=new)
        self._cookies += cookies

    async def enter(self, entered: Entered) -> None:
        """Sign the browser in as the person who has opened a link in a mail."""
        self._cookies += await enter(self.request, self.services, self.caller, entered.person, entered.token)

    async def sign_out(self) -> None:
        """End the session and delete its cookie."""
        self._cookies += await forget_browser(self.request, self.services, self.caller)

    def wish_theme(self, theme: str) -> None:
        """Store the choice of dark or light pages; any other value deletes it."""
        known = theme in ("light", "dark")
        self._cookies.append(
            Cookie(key=THEME, value=theme if known else "", max_age=31536000 if known else 0, path="/", samesite="lax")
        )

    # --- answers --------------------------------------------------------------------------------

    def page(self, html: str, *, refusal: Refusal | None = None, status: int = 200) -> Response[str]:
        """A page; the status is 422 for a refused form, 401 or 403 for a stranger, 429 for too many requests."""
        headers = LANGUAGE | (headers_of(refusal) if refusal else {})
        if refusal:
            status = code if (code := status_of(refusal)) in (401, 403) else max(422, code)
        return Response(
            html,
            status_code=status,
            media_type="text/html",
            headers=headers,
            cookies=self._cookies,
        )

    def go(self, path: str, notice: str = "") -> Response[None]:
        """Send the browser to another page of this site, with a notice if one is given."""
        if notice:
            self._set(NOTICE, notice, life=60)
        return Redirect(path, status_code=303, cookies=self._cookies)


async def page_request_of(request: AnyRequest) -> PageRequest:
    """Make a ``PageRequest`` from a web request.

    Raises:
        NoKey: its key is not valid.
        TooMany: this sender has made too many requests.
    """
    services = services_of(request)
    if request.method != "POST":
        looked = PageRequest(request, services, await caller_of(request), {})
        if (session := looked.caller.session) is not None and not looked.by_script:
            tables = [owner_of_table(claim.table) for claim in session.claims if claim.seat is None]
            looked.unreached = await services.unreached.of([session.owner, *tables])
        return looked
    sent = await request.form()
    files = {name: await file.read() for name, file in sent.multi_items() if isinstance(file, UploadFile)}
    return PageRequest(request, services, await caller_of(request), _plain(sent), files)


def _plain(form: FormMultiDict) -> Form:
    made: dict[str, list[str]] = {}
    for name, value in form.multi_items():
        if isinstance(value, str):
            made.setdefault(name, []).append(value)
    return made


def here_only(link: str) -> bool:
    """Whether a link works only on this machine."""
    host = urlsplit(link).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
