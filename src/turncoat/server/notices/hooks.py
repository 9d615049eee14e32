"""The channel of webhooks: for a person, or for a table, with what spectators see."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from secrets import token_hex
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Engine, Row, Select, delete, func, insert, select, update

from turncoat.kernel.errors import NotAllowed, Refusal, Unreadable
from turncoat.server.keeper import Keeper
from turncoat.server.notices import words
from turncoat.server.notices.channel import Gone, Later, Notice, Outcome, Sent
from turncoat.server.notices.hook_shapes import Message, Shape, new_secret, shaped
from turncoat.server.notices.outgoing import Answer, NotTried, Outgoing
from turncoat.server.notices.owners import MOST_HOOKS
from turncoat.server.notices.push import seconds_of
from turncoat.server.notices.schema import HOOKS
from turncoat.server.problems import NotFound
from turncoat.server.schema import HOLDINGS, KEYS

PATIENCE = 10
"""A webhook is switched off after this many failures in a row."""

SHOWN = 200
"""How many characters of the receiver's answer the owner sees."""


Tell = Callable[[str, str, str], Awaitable[None]]
"""Sends an owner a sentence, and the page that it is about."""


async def _nobody(owner: str, sentence: str, page: str) -> None:
    """Send nothing."""


class Hook(Struct, frozen=True):
    """A webhook: an address to which notices are posted.

    Attributes:
        id: The id of the webhook.
        owner: The person or browser whose notices they are, or ``table/`` and the id of a table.
        shape: The kind of service at the address.
        url: The address.
        secret: The secret for signatures, if the service checks them.
        failed: How often in a row it has failed.
        last: The result of the last notice: the status or a sentence; empty: none was sent yet.
        off: Whether it has failed too often and gets no more notices.
    """

    id: str
    owner: str
    shape: Shape
    url: str
    secret: str
    failed: int = 0
    last: str = ""
    off: bool = False

    @property
    def host(self) -> str:
        """The part of the address that is no secret."""
        return self.url.split("/")[2]


def owner_of_table(table_id: str) -> str:
    """The owner of what is posted about a table for everybody."""
    return f"table/{table_id}"


class HookStore:
    """Reads and writes webhooks in the database. Every method is one transaction.

    Args:
        engine: The database.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def add(self, hook: Hook, now: int) -> None:
        """Store a new hook.

        Raises:
            NotAllowed: its owner has too many webhooks.
        """
        table = hook.owner.removeprefix("table/") if hook.owner.startswith("table/") else None
        row = {name: getattr(hook, name) for name in hook.__struct_fields__} | {"shape": str(hook.shape)}
        with self.engine.begin() as connection:
            if (connection.scalar(select(func.count()).where(HOOKS.c.owner == hook.owner)) or 0) >= MOST_HOOKS:
                raise NotAllowed(f"There are {MOST_HOOKS} webhooks already: remove one first.", field="url")
            connection.execute(insert(HOOKS), [row | {"table_id": table, "created": now}])

    def of(self, owner: str) -> list[Hook]:
        """The hooks of an owner, the oldest first."""
        with self._reading() as connection:
            rows = connection.execute(select(HOOKS).where(HOOKS.c.owner == owner).order_by(HOOKS.c.created, HOOKS.c.id))
            return list(map(_read, rows))

    def one(self, hook_id: str) -> Hook | None:
        """The hook with this id."""
        with self._reading() as connection:
            row = connection.execute(select(HOOKS).where(HOOKS.c.id == hook_id)).one_or_none()
        return None if row is None else _read(row)

    def hosts(self, owner: str) -> list[str]:
        """The owners who have the host's rights at this table."""
        host = (KEYS.c.table_id == owner.removeprefix("table/"), KEYS.c.seat.is_(None), ~KEYS.c.revoked)
        holders = select(HOLDINGS.c.holder).join(KEYS, KEYS.c.digest == HOLDINGS.c.key).where(*host)
        with self._reading() as connection:
            return list(connection.scalars(holders.distinct()))

    def remove(self, owner: str, hook_id: str) -> None:
        """Delete a webhook of an owner."""
        with self.engine.begin() as connection:
            connection.execute(delete(HOOKS).where(HOOKS.c.owner == owner, HOOKS.c.id == hook_id))

    def note(self, hook: Hook, last: str, *, good: bool) -> bool:
        """Store the result of a notice; returns whether the webhook is off now.

        A success switches the webhook on again.
        """
        failed = 0 if good else hook.failed + 1
        change = {"failed": failed, "last": last[:SHOWN], "off": failed >= PATIENCE}
        with self.engine.begin() as connection:
            connection.execute(update(HOOKS).where(HOOKS.c.id == hook.id).values(**change))
        return failed >= PATIENCE

    def _reading(self) -> Connection:
        return self.engine.connect().execution_options(reads=True)


def _read(row: Row[Any]) -> Hook:
    return Hook(row.id, row.owner, Shape(row.shape), row.url, row.secret, row.failed, row.last, row.off)


class Hooks:
    """Posts notices to webhooks.

    Args:
        keeper: Reads the database, and gives the time.
        store: Reads and writes webhooks in the database.
        outgoing: Sends the requests, to allowed addresses only.
        base: The public address of this server; empty: unknown.

    Attributes:
        tell: Sends the owner a sentence on all other channels.
    """

    name = "hook"
    gathers = False

    def __init__(self, keeper: Keeper, store: HookStore, outgoing: Outgoing, base: str) -> None:
        self.keeper, self.store, self.outgoing, self.base = keeper, store, outgoing, base.rstrip("/")
        self.tell: Tell = _nobody

    def reaches(self) -> Select[Any]:
        """All webhooks that are on."""
        on = select(HOOKS.c.owner, HOOKS.c.id.label("target"), HOOKS.c.created.label("since"))
        return on.where(~HOOKS.c.off)

    def made(self, owner: str, shape: str, url: str) -> Hook:
        """Make a webhook from what somebody typed, without storing it.

        Raises:
            Refusal: there is no such shape, or nothing is sent to such an address.
        """
        if shape not in tuple(Shape):
            raise Unreadable("There is no such kind of webhook.", field="shape", choices=tuple(Shape))
        self.outgoing.check(url)
        return Hook(token_hex(12), owner, Shape(shape), url, new_secret() if shape == Shape.JSON else "")

    async def send(self, notices: Sequence[Notice], target: str) -> Outcome:
        """Post the newest of these notices."""
        hook = await self.keeper.read(self.store.one, target)
        if hook is None or hook.off:
            return Gone("no such hook")
        notice = notices[-1]
        url = f"{self.base}/tables/{notice.table}" if self.base else ""
        message = Message(notice.id, notice.kind, words.heading(notice), words.line(notice), url, self.keeper.now())
        try:
            last, answer = await self._post(hook, message)
        except NotTried as fault:
            return Later(why=fault.sentence, tried=False)
        good = answer is not None and 200 <= answer.status < 300
        off = await self.keeper.write(partial(self.store.note, hook, last, good=good))
        if off:
            await self._tell_owners(hook)
        if good:
            return Sent()
        return Gone(last) if off else Later(seconds_of(answer.retry_after) if answer else 0, last)

    async def _tell_owners(self, hook: Hook) -> None:
        """Tell the owner, or the table's hosts, on the other channels that the webhook is off."""
        sentence = f"The webhook at {hook.host} is switched off: it failed {PATIENCE} times in a row."
        of_table = hook.owner.startswith("table/")
        owners = await self.keeper.read(self.store.hosts, hook.owner) if of_table else [hook.owner]
        page = f"/tables/{hook.owner.removeprefix('table/')}" if of_table else "/notices"
        for owner in owners:
            await self.tell(owner, sentence, page)

    async def test(self, hook: Hook) -> str:
        """Send a test; what came back, for the hook's owner alone: the status and how the answer begins."""
        message = Message(f"test-{token_hex(6)}", "test", "Turncoat", "This is a test.", self.base, self.keeper.now())
        try:
            last, answer = await self._post(hook, message, test=True)
        except NotTried as fault:
            return fault.sentence
        good = answer is not None and 200 <= answer.status < 300
        await self.keeper.write(partial(self.store.note, hook, last, good=good))
        return f"{last} {answer.text[:SHOWN]}".strip() if answer else last

    async def _post(self, hook: Hook, message: Message, *, test: bool = False) -> tuple[str, Answer | None]:
        """Post a message; returns the result and the answer; ``NotTried`` is no failure of the webhook."""
        parcel = shaped(hook.shape, message, hook.secret)
        try:
            answer = await self.outgoing.post(hook.url, parcel.content, parcel.headers, hook.owner, test=test)
        except NotTried:
            raise
        except Refusal as refusal:
            return refusal.sentence, None
        return f"Status {answer.status}.", answer


def one_of(hooks: Sequence[Hook], hook_id: str) -> Hook:
    """The hook with this id.

    Raises:
        NotFound: there is no such hook.
    """
    for hook in hooks:
        if hook.id == hook_id:
            return hook
    raise NotFound("There is no such webhook of yours.", field="hook")
