"""The channel of web push: browsers that have asked for it, and how a notice gets to them."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from sqlalchemy import Connection, Engine, Row, Select, delete, func, insert, select

from turncoat.kernel.errors import NotAllowed, Refusal
from turncoat.server.keeper import Keeper
from turncoat.server.notices import webpush, words
from turncoat.server.notices.channel import Gone, Later, Notice, Outcome, Refused, Sent
from turncoat.server.notices.outgoing import Answer, NotSent, NotTried, Outgoing
from turncoat.server.notices.schema import PUSH_SUBSCRIPTIONS
from turncoat.server.notices.webpush import Subscription, check_point, packed, unpacked
from turncoat.server.people import Session, digest_of
from turncoat.server.tokens import Tokens, server_value
from turncoat.table.notices import Kind

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

LOG = logging.getLogger("turncoat")

MOST = 20
"""How many browsers of one person can get notices."""

COMPLAINED = 1000
"""For how many push services it is remembered that their refusal is in the log."""

URGENT = (Kind.REMINDER, Kind.OVERTIME)
"""The kinds of notices that may wake a phone that saves its battery."""

LONGEST_WAIT = 86_400.0
"""The longest wait before another attempt, in seconds, whatever a push service asks."""


class KnownBrowser(Struct, frozen=True):
    """A browser that gets notices.

    Attributes:
        id: The id of the subscription.
        created: When it subscribed, in milliseconds since the epoch.
        here: Whether it is the browser of this request.
    """

    id: str
    created: int
    here: bool


class PushStore:
    """Reads and writes the browsers that get notices in the database. Every method is one transaction.

    Args:
        engine: The database.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def key(self) -> bytes:
        """The server's key for push services. It is made only once: a new key would invalidate all subscriptions."""
        return server_value(self.engine, "vapid", webpush.new_key)

    def add(self, session: Session, subscription: Subscription, now: int) -> str:
        """Subscribe a browser; returns the id of its subscription. A browser that is already subscribed counts as new.

        Raises:
            NotAllowed: there are too many.
        """
        digest, at = digest_of(subscription.endpoint), PUSH_SUBSCRIPTIONS.c
        row = {
            "digest": digest,
            "owner": session.owner,
            "session": session.digest,
            "endpoint": subscription.endpoint,
            "p256dh": packed(subscription.p256dh),
            "auth": packed(subscription.auth),
            "created": now,
            "failed": 0,
        }
        with self.engine.begin() as connection:
            connection.execute(delete(PUSH_SUBSCRIPTIONS).where(at.digest == digest))
            count = select(func.count()).where(at.owner == session.owner)
            if (connection.scalar(count) or 0) >= MOST:
                raise NotAllowed(f"Notices go to {MOST} browsers already: remove one first.", field="endpoint")
            connection.execute(insert(PUSH_SUBSCRIPTIONS), [row])
        return digest

    def remove(self, owner: str, digest: str) -> None:
        """Unsubscribe a browser of an owner."""
        at = PUSH_SUBSCRIPTIONS.c
        with self.engine.begin() as connection:
            connection.execute(delete(PUSH_SUBSCRIPTIONS).where(at.owner == owner, at.digest == digest))

    def drop(self, digest: str) -> None:
        """Delete a browser that its push service no longer knows."""
        with self.engine.begin() as connection:
            connection.execute(delete(PUSH_SUBSCRIPTIONS).where(PUSH_SUBSCRIPTIONS.c.digest == digest))

    def one(self, digest: str) -> Subscription | None:
        """The subscription with this id."""
        with self._reading() as connection:
            row = connection.execute(_all().where(PUSH_SUBSCRIPTIONS.c.digest == digest)).one_or_none()
        return None if row is None else _read(row)

    def digests(self, owner: str) -> list[str]:
        """The ids of an owner's subscriptions."""
        with self._reading() as connection:
            wanted = select(PUSH_SUBSCRIPTIONS.c.digest).where(PUSH_SUBSCRIPTIONS.c.owner == owner)
            return list(connection.scalars(wanted))

    def of(self, session: Session) -> list[KnownBrowser]:
        """The browsers of an owner that get notices, oldest first."""
        at = PUSH_SUBSCRIPTIONS.c
        with self._reading() as connection:
            rows = connection.execute(_all().where(at.owner == session.owner).order_by(at.created, at.digest))
            return [KnownBrowser(row.digest, row.created, row.session == session.digest) for row in rows]

    def _reading(self) -> Connection:
        return self.engine.connect().execution_options(reads=True)


def _all() -> Select[Any]:
    return select(PUSH_SUBSCRIPTIONS)


def _read(row: Row[Any]) -> Subscription:
    return Subscription(
        row.endpoint, unpacked(row.p256dh, webpush.POINT, "p256dh"), unpacked(row.auth, webpush.AUTH, "auth")
    )


class Push:
    """Sends notices to browsers.

    Args:
        keeper: Reads the database, and gives the time.
        store: Reads and writes browsers in the database.
        outgoing: Sends the requests, to allowed addresses only.
        tokens: Make ids that reveal nothing.
        contact: The operator's address for push services; see ``webpush.token``.
    """

    name = "push"
    gathers = False

    def __init__(self, keeper: Keeper, store: PushStore, outgoing: Outgoing, tokens: Tokens, contact: str) -> None:
        self.keeper, self.store, self.outgoing, self.tokens, self.contact = keeper, store, outgoing, tokens, contact
        self._complained: set[str] = set()
        self._key: EllipticCurvePrivateKey | None = None

    async def key(self) -> EllipticCurvePrivateKey:
        """The server's private key."""
        if self._key is None:
            self._key = webpush.key_of(await self.keeper.write(self.store.key))
        return self._key

    async def public_key(self) -> str:
        """The server's public key, which a browser needs to subscribe."""
        return packed(webpush.public_part(await self.key()))

    def reaches(self) -> Select[Any]:
        """All subscribed browsers."""
        at = PUSH_SUBSCRIPTIONS.c
        return select(at.owner, at.digest.label("target"), at.created.label("since"))

    def check(self, endpoint: str, p256dh: str, auth: str) -> Subscription:
        """Check a subscription that a browser sent.

        Raises:
            Refusal: something is wrong with it, or its push service is none of the public internet.
        """
        self.outgoing.check(endpoint, "endpoint")
        point = check_point(unpacked(p256dh, webpush.POINT, "p256dh"), "p256dh")
        return Subscription(endpoint, point, unpacked(auth, webpush.AUTH, "auth"))

    async def send(self, notices: Sequence[Notice], target: str) -> Outcome:
        """Send the newest of these notices to a browser."""
        to = await self.keeper.read(self.store.one, target)
        if to is None:
            return Gone("no such subscription")
        try:
            answer = await self._post(notices[-1], to)
        except NotSent as fault:
            return Later(why=fault.sentence, tried=not isinstance(fault, NotTried))
        except Refusal as refusal:
            await self.keeper.write(self.store.drop, target)
            return Gone(refusal.sentence)
        if answer.status in (404, 410):
            await self.keeper.write(self.store.drop, target)
            return Gone(str(answer.status))
        return self._outcome(answer, to)

    async def tell(self, owner: str, text: str, page: str) -> None:
        """Say something that is about no table to all browsers of an owner, once; ``page`` is what a click opens."""
        told = webpush.Notice("Turncoat", text, self.tokens.mac(f"push/{owner}/{page}"), page)
        for digest in await self.keeper.read(self.store.digests, owner):
            to = await self.keeper.read(self.store.one, digest)
            with suppress(Refusal):
                if to is not None:
                    await self._deliver(told, to, owner, LONGEST_WAIT)

    async def _post(self, notice: Notice, to: Subscription) -> Answer:
        about = self.tokens.mac(f"push/{notice.table}/{notice.seat}")
        told = webpush.Notice(words.heading(notice), words.line(notice), about, f"/tables/{notice.table}")
        life = (notice.until - self.keeper.now()) / 1000
        return await self._deliver(told, to, notice.owner, life, urgent=notice.kind in URGENT)

    async def _deliver(
        self, told: webpush.Notice, to: Subscription, owner: str, life: float, *, urgent: bool = False
    ) -> Answer:
        authorization = webpush.token(await self.key(), to.endpoint, self.contact, self.keeper.now())
        headers = webpush.headers_for(authorization, told.tag, int(life), urgent=urgent)
        return await self.outgoing.post(to.endpoint, webpush.encrypted(webpush.content_of(told), to), headers, owner)

    def _outcome(self, answer: Answer, to: Subscription) -> Outcome:
        if answer.status in (200, 201, 202, 204):
            return Sent()
        if answer.status == 429 or answer.status >= 500:
            return Later(seconds_of(answer.retry_after), str(answer.status))
        service = to.endpoint.split("/")[2]
        if service not in self._complained:
            if len(self._complained) >= COMPLAINED:
                self._complained.clear()
            self._complained.add(service)
            LOG.warning("the push service %s refuses notices: %s %r", service, answer.status, answer.text[:200])
        return Refused(str(answer.status))


def seconds_of(retry_after: str) -> float:
    """The header ``Retry-After`` in seconds; 0: it cannot be read."""
    return min(float(retry_after), LONGEST_WAIT) if retry_after.isdecimal() and len(retry_after) < 10 else 0.0
