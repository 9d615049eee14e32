"""Sends this server's mails, in particular those that a reader has just asked for, such as sign-in links.

Such a mail leaves at once, beside the request that asked for it, and is tried again while it is of use. A restart of
the server forgets mails that have not left; their readers ask again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from turncoat.server.invitations import invitation_in
from turncoat.server.keeper import Keeper
from turncoat.server.limits import Limits, line
from turncoat.server.mail import texts
from turncoat.server.mail.addresses import Addresses, folded, mailbox, name_of, subject_of
from turncoat.server.mail.channel import JOIN, MailChannel
from turncoat.server.mail.incoming import Listener
from turncoat.server.mail.letter import Letter, address, compose
from turncoat.server.mail.links import LIFE, Entered, Links, Offer, Purpose
from turncoat.server.mail.relay import Answer, Fate, Relay
from turncoat.server.people import People, Person
from turncoat.server.problems import Busy
from turncoat.server.settings import MailSettings
from turncoat.server.store import Store
from turncoat.server.tokens import Tokens
from turncoat.table.milliseconds import DAY

LOG = logging.getLogger("turncoat")

WAITS = (10, 60, 300, 600)
"""Seconds after which such a mail is tried again."""

PATIENCE = 1.0
"""How long to wait for mails that are being sent when the server stops, in seconds."""

MONTH = 30 * DAY
REPORTED = 2
"""Delivery reports are accepted for this many months after their mail, the month of sending included."""

MOST_WAITING = 1000
"""The most such mails that may wait."""


class MailSender:
    """Sends mails; also handles addresses and links.

    Args:
        settings: The settings for sending mail.
        site: The address of this server.
        keeper: Carries questions to the store, and tells the time.
        store: The database.
        tokens: Makes tokens.
        limits: Counts mails.
        wait: Waits for a number of seconds.

    Attributes:
        on_broken: Called with the owner of an address that no longer works.
    """

    def __init__(
        self,
        settings: MailSettings,
        site: str,
        keeper: Keeper,
        store: Store,
        tokens: Tokens,
        limits: Limits,
        wait: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.settings, self.site, self.keeper, self.tokens, self.limits = settings, site, keeper, tokens, limits
        self.wait = wait
        self.addresses, self.links, self.relay = Addresses(store), Links(store), Relay(settings)
        self.people = People(store)
        self.listener = Listener(settings, tokens, self.report)
        self.channel = MailChannel(self, store.engine)
        self.on_broken: Callable[[str], None] = lambda _: None
        self._house = tokens.mac("house")
        self._leaving: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Listen for delivery reports.

        Raises:
            BadSetup: the server cannot listen at the address in the settings.
        """
        await self.listener.open()

    async def close(self) -> None:
        """Drop mails that cannot be sent at once, and end the connections to the relay."""
        if self._leaving:
            await asyncio.wait(self._leaving, timeout=PATIENCE)
        for task in self._leaving:
            task.cancel()
        await asyncio.gather(*self._leaving, return_exceptions=True)
        await self.relay.close()
        self.listener.stop()

    # --- links --------------------------------------------------------------------------------

    async def ask(self, purpose: Purpose, written: str, browser: str, person: Person | None, network: str) -> None:
        """Send a link to an address, in the same way whether an account has this address or not.

        Args:
            purpose: The purpose of the link.
            written: The address as the reader typed it.
            browser: A secret of the browser that asks for the link.
            person: The person who asks, if signed in; empty: nobody is.
            network: The network address of the reader, for the limits.

        Raises:
            NotAllowed: the text is not a mail address.
            TooMany: too many mails were asked for.
        """
        to = address(written)
        self._count("links", to, network, ("mail_network", network), ("mail_line", line(network)))
        who, account = (None, "") if person is None else (person.id, person.name)
        asked = await self.keeper.write(self.links.ask, purpose, to, browser, who, self.keeper.now())
        name = f"link.{self.tokens.mac(asked.secret)}"
        self.leave(texts.of_link(asked, purpose, to, self.site, name, account), LIFE)

    async def look(self, secret: str, browser: str) -> Offer | None:
        """The effect that a link would have; see ``Links.look``."""
        return await self.keeper.read(self.links.look, secret, browser, self.keeper.now())

    async def use(self, secret: str, code: str, browser: str, token: str, name: str) -> Entered | str:
        """Use a link; see ``Links.use``. The person's other addresses get a mail about the new one."""
        done = await self.keeper.write(self.links.use, secret, code, browser, token, name, self.keeper.now())
        if isinstance(done, Entered) and not done.token:
            await self._tell_others(done.person.id, done.address)
        return done

    async def _tell_others(self, person: str, added: str) -> None:
        for one in await self.keeper.read(self.addresses.of, person):
            if one.works and folded(one.address) != folded(added):
                name = f"added.{self.tokens.mac(f'{one.address}/{added}/{self.keeper.now()}')}"
                self.leave(texts.of_new_address(one.address, added, name), LIFE)

    async def remove(self, person: str, written: str) -> None:
        """Remove an address; it gets a last mail about that; see ``Addresses.remove``."""
        gone = await self.keeper.write(self.addresses.remove, person, written)
        if gone is not None and gone.works:
            name = f"removed.{self.tokens.mac(f'{person}/{gone.address}/{self.keeper.now()}')}"
            self.leave(texts.of_removed_address(gone.address, name), LIFE)

    def _count(self, what: str, to: str, by: str, *more: tuple[str, str]) -> None:
        """Count a mail to an address whose owner has not asked for mails.

        Args:
            what: Links or invitations; neither uses up what is left of the other.
            to: The address.
            by: The name of the person or browser that asks, for the limits.
            more: Further limits that count this mail: their kinds, and for whom each counts.

        Raises:
            TooMany: too many for this address, for the caller, or for everybody.
        """
        box = mailbox(to)
        counted = (("mail_address", f"{box} {by}"), ("mail_mailbox", box), *more, ("mail_unasked", what))
        for kind, asker in counted:
            self.limits.need(kind, asker)
        for kind, asker in counted:
            self.limits.take(kind, asker)

    # --- invitations --------------------------------------------------------------------------

    def may_invite(self, written: str, by: str, network: str) -> str:
        """Count an invitation by mail before it is made; returns the cleaned address.

        Args:
            written: The address, as the host has written it.
            by: Names the host for the limits.
            network: The network address of whoever asks. Limits count it, since one person can make many accounts.

        Raises:
            NotAllowed: this is no address.
            TooMany: the host has sent too many, or this address has got too many.
        """
        to = address(written)
        self._count("invitations", to, by, ("mail_invitations", by), ("mail_line_invitations", line(network)))
        return to

    def invite(self, to: str, host: str, game: str, title: str, link: str) -> None:
        """Send an invitation to a seat; see ``may_invite``.

        Args:
            to: The address.
            host: The host's name.
            game: The title of the game.
            title: The title of the table.
            link: The invitation.
        """
        name = f"invitation.{self.tokens.mac(link)}"
        letter = texts.of_invitation(to, host, game, title, link, name, self._accepts(link, to))
        self.leave(letter, DAY)

    def _accepts(self, link: str, to: str) -> str:
        """The token with which an invitation is answered with ``accept``; empty: mails are not read here."""
        return self.answered_with(JOIN, subject_of(invitation_in(link), to))

    async def tell(self, person: str, sentence: str, page: str) -> None:
        """Send a sentence that is about no game to all working addresses of a person."""
        for one in await self.keeper.read(self.addresses.of, person):
            if one.works:
                name = f"about.{self.tokens.mac(f'{one.address}/{sentence}/{self.keeper.now()}')}"
                self.leave(texts.of_a_way(one.address, sentence, f"{self.site}{page}", name), DAY)

    # --- sending ------------------------------------------------------------------------------

    def leave(self, letter: Letter, life: int) -> None:
        """Send a mail now, or as soon as the relay takes it; give up after this many milliseconds.

        Raises:
            Busy: too many wait already.
        """
        if len(self._leaving) >= MOST_WAITING:
            raise Busy("Too many mails wait to leave just now; please try again in a minute.", 60)
        task = asyncio.create_task(self._leave(letter, self.keeper.now() + life))
        self._leaving.add(task)
        task.add_done_callback(self._leaving.discard)

    async def _leave(self, letter: Letter, until: int) -> None:
        answer = await self.send(letter)
        for wait in WAITS:
            if answer.fate != Fate.LATER or self.keeper.now() + wait * 1000 > until:
                break
            await self.wait(wait)
            answer = await self.send(letter)
        if answer.fate == Fate.LATER:
            LOG.warning("A mail could not leave: %s.", answer.why)

    async def send(self, letter: Letter) -> Answer:
        """Give a mail to the relay; if it is refused for good, its address may not work any more."""
        try:
            mail = compose(letter, self.settings, self._house, self.keeper.now(), self.token(letter.to))
        except ValueError as fault:
            LOG.warning("A mail was not sent: %s.", fault)
            return Answer(Fate.REFUSED, "5.6.0", str(fault))
        answer = await self.relay.send(letter.to, self.token(letter.to), mail)
        if answer.fate == Fate.REFUSED:
            await self.note(letter.to, answer.status)
        return answer

    def answered_with(self, purpose: str, subject: str, generation: int = 0) -> str:
        """The token of a mail that can be answered; empty: this server reads no mails, or no token can be made.

        Args:
            purpose: What the answer is for.
            subject: For whom or what; no token is made for what it cannot hold.
            generation: Which of the tokens made for this seat.
        """
        with suppress(ValueError):
            return self.tokens.make(purpose, subject, generation) if self.settings.takes_orders else ""
        return ""

    def token(self, to: str) -> str:
        """The token that a delivery report about a mail brings back; it is valid for ``REPORTED`` months."""
        return self.tokens.make("bounce", f"{name_of(to)}-{self.keeper.now() // MONTH}")

    async def report(self, name: str, status: str) -> None:
        """Note what a delivery report says of an address; ``token`` names the address and the month of the mail."""
        name, _, month = name.partition("-")
        old = not month.isdecimal() or self.keeper.now() // MONTH - int(month) >= REPORTED
        if not old and (to := await self.keeper.read(self.addresses.named, name)):
            await self.note(to, status)

    async def note(self, to: str, status: str) -> bool:
        """Note that mail to an address was refused; whether it does not work from now on."""
        broken = await self.keeper.write(self.addresses.came_back, to, status, self.keeper.now())
        if broken:
            self.on_broken(await self.keeper.read(self.addresses.whose, to))
            LOG.info("An address does not work: %s.", status)
        return broken
