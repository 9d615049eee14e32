"""What every request needs: settings, database, tables, bots, sign-in, rate limits."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

from msgspec import Struct, field
from sqlalchemy.exc import DatabaseError

from turncoat.server.auth import Auth
from turncoat.server.bot_processes import usual_processes
from turncoat.server.bots import BotRunner
from turncoat.server.builds import BuildStore
from turncoat.server.campaign_store import CampaignStore
from turncoat.server.character_store import CharacterStore
from turncoat.server.cleanup import AbandonedTables, Cleanup
from turncoat.server.clock import real_time
from turncoat.server.invitations import Invitations
from turncoat.server.keeper import Keeper
from turncoat.server.kept_word import KeptWords
from turncoat.server.leases import LEAD, Leases
from turncoat.server.limits import RATES, Limits, Rate
from turncoat.server.long_tasks import LongTasks
from turncoat.server.mail.sending import MailSender
from turncoat.server.migrate import migrate
from turncoat.server.moved import is_copy
from turncoat.server.notices.channels import channels_of
from turncoat.server.notices.choices import Choices
from turncoat.server.notices.hooks import Hooks, HookStore
from turncoat.server.notices.outbox import Outbox
from turncoat.server.notices.outgoing import Outgoing
from turncoat.server.notices.push import Push, PushStore
from turncoat.server.notices.told import Told
from turncoat.server.notices.unreached import Unreached
from turncoat.server.peers import LEASE, Peers
from turncoat.server.people import People
from turncoat.server.presence import Presence
from turncoat.server.proofs import Proofs
from turncoat.server.quota import WriteQuota
from turncoat.server.read_marks import ReadMarks
from turncoat.server.ready import Ready
from turncoat.server.regrets import Regrets
from turncoat.server.settings import Settings
from turncoat.server.showcase import Showcase
from turncoat.server.stills import Stills
from turncoat.server.store import Store
from turncoat.server.stream_limits import StreamLimits
from turncoat.server.tokens import Tokens

if TYPE_CHECKING:
    from turncoat.server.mail.intake import Intake


class Config(Struct, frozen=True, kw_only=True):
    """How the server is set up.

    Attributes:
        database: ``sqlite:///file.db`` or ``postgresql://user@host/name``.
        dumps: Folder for records on which the rules failed.
        public_url: Where people reach the server (``https://games.example``); empty: wherever they asked.
        local_url: The address in the local network; empty: the server answers this machine alone.
        hosts: Names by which the server may be asked; empty: any.
        rates: The rate limits by kind.
        heartbeat: Seconds between comments on a stream on which nothing happens.
        bot_processes: In how many processes bots think; 0: in a thread of this one.
        streams_by_key: How many streams may be open at once for each key or browser.
        streams_by_address: How many streams may be open at once for each address.
        settings: What comes from outside, such as mail.
        showcase: Whether bots play at a table that the front page shows.
        moved: The database's server is at this public address from now on; see ``is_copy``.
        inside_url: The address at which other processes on the same database reach this one; empty: there are none.
        lease: Seconds after which they take what this one holds if it gives no sign of life.
    """

    database: str = "sqlite:///turncoat.db"
    dumps: Path = Path("dumps")
    public_url: str = ""
    local_url: str = ""
    hosts: tuple[str, ...] = ()
    rates: Mapping[str, Rate] = RATES
    heartbeat: float = 15.0
    bot_processes: int = field(default_factory=usual_processes)
    streams_by_key: int = 40
    streams_by_address: int = 300
    settings: Settings = Settings()
    showcase: bool = False
    moved: bool = False
    inside_url: str = ""
    lease: float = LEASE

    @property
    def secure(self) -> bool:
        """Whether cookies may only travel over https, whatever the request looks like."""
        return self.public_url.startswith("https:")


class Services:
    """One server: everything that its handlers use.

    Args:
        config: How it is set up.
        now: Says what time it is, in milliseconds since the epoch; tests set it.
        draw: Draws the seeds of tables: this many bytes as hexadecimal digits; tests fix it.

    Attributes:
        wait: Lets somebody wait for this many seconds; tests replace it.

    Raises:
        BadSetup: the database cannot be opened or written, or was made by another version.
    """

    def __init__(
        self,
        config: Config,
        now: Callable[[], int] = real_time,
        draw: Callable[[int], str] = token_hex,
    ) -> None:
        self.config = config
        self.store = _opened(config)
        self.limits = Limits(config.rates)
        self.keeper = Keeper(self.store, config.dumps, now, draw=draw, quota=WriteQuota(self.limits))
        self.auth, self.peers = Auth(self.keeper, People(self.store), Invitations(self.store)), self._peers()
        self.characters, self.builds = CharacterStore(self.store), BuildStore(self.store)
        self.campaigns, self.read_marks = CampaignStore(self.store), ReadMarks(self.keeper, self.store)
        self.kept_words = KeptWords(self.keeper, self.store)
        self.presence = Presence(self.read_marks, now)
        self.bots = BotRunner(self.keeper, processes=config.bot_processes)
        self.ready = Ready(self.keeper)
        self.long_tasks = LongTasks(self.limits)
        self.cleanup = Cleanup(self.keeper, AbandonedTables(self.store), self.auth.forget)
        self.showcase = Showcase(self.keeper, self.cleanup, on=config.showcase)
        self.regrets = Regrets(self.keeper, self.auth)
        self.stills = Stills(self.keeper, self.store)
        self.stream_limits = StreamLimits(config.streams_by_key, config.streams_by_address)
        self.tokens = Tokens(self.store.engine)
        self.outgoing = Outgoing(config.settings.hooks.reach, limits=self.limits)
        contact = config.settings.push.contact
        operator = f"mailto:{contact}" if contact else config.public_url if config.secure else ""
        self.push = Push(self.keeper, PushStore(self.store.engine), self.outgoing, self.tokens, operator)
        base = config.public_url or config.local_url
        self.hooks = Hooks(self.keeper, HookStore(self.store.engine), self.outgoing, base)
        self.copy = is_copy(self.store.engine, config.public_url, moved=config.moved)
        self.mail = self._mail()
        self.intake = self._intake()
        self.channels = channels_of(self)
        self.choices = Choices(self.store)
        told = Told(self.store, self.channels)
        self.outbox = Outbox(self.keeper, told, self.choices, self.read_marks, self.tokens)
        self.unreached = Unreached(self.keeper, told)
        self.proofs = Proofs(self.keeper.now)
        self.hooks.tell = self._tell
        if self.mail is not None:
            self.mail.on_broken = told.suspects.add
        self.closing, self.damage = asyncio.Event(), ""
        self._looking: asyncio.Task[None] | None = None
        self.keeper.begin = self._begin
        self.wait: Callable[[float], Awaitable[None]] = asyncio.sleep

    async def open(self) -> None:
        """Start the server. Meanwhile the database file is checked: ``damage`` says what is found."""
        self._looking = asyncio.create_task(self._look())
        try:
            await self.keeper.start()
            if self.peers is None:
                await self.lead()
            else:
                self._share(self.peers)
                await self.peers.start()
        except DatabaseError:
            await self._looking
            if not self.damage:
                raise

    def _peers(self) -> Peers | None:
        """The other processes that share the database; None: nobody is to reach this one."""
        here = self.config.inside_url
        if not here:
            return None
        return Peers(Leases(self.store.engine, here, self.config.lease), self.config.database, self.keeper)

    def _share(self, peers: Peers) -> None:
        """What is to be heard from the other processes, and what this one tells them."""
        peers.lead, peers.follow, peers.changed = self.lead, self.follow, self._changed
        peers.hears |= {"forget": lambda _: self.auth.forget_here(), "read": self.read_marks.read_elsewhere}
        peers.caught_up = self.auth.forget_here
        self.auth.remembers = 0.0
        self.auth.on_forget = partial(peers.say, "forget")
        self.read_marks.on_write = partial(peers.say, "read")

    def _changed(self, table_id: str) -> None:
        if self.keeper.mine(LEAD):
            self.outbox.note_change(table_id)

    async def lead(self) -> None:
        """Do what one process does for all that share the database."""
        await self.keeper.write(self.characters.set_free)
        if self.intake is not None:
            await self.intake.start()
        if self.mail is not None:
            await self.mail.open()
        self.cleanup.start()
        await self.outbox.start()

    async def follow(self) -> None:
        """Another process does that from now on."""
        await self.outbox.stop()
        await self.cleanup.stop()
        if self.mail is not None:
            self.mail.listener.stop()
        if self.intake is not None:
            await self.intake.stop()

    async def _tell(self, owner: str, sentence: str, page: str) -> None:
        """Tell an owner something by push and mail."""
        await self.push.tell(owner, sentence, page)
        if self.mail is not None:
            await self.mail.tell(owner, sentence, page)

    def _mail(self) -> MailSender | None:
        """The server's mail, if its settings name a relay."""
        settings, site = self.config.settings.mail, self.config.public_url.rstrip("/")
        if settings is None:
            return None
        return MailSender(settings, site, self.keeper, self.store, self.tokens, self.limits)

    def _intake(self) -> Intake | None:
        """What takes mails of players in, if the settings say where they come from."""
        if self.mail is None or not self.mail.settings.takes_orders:
            return None
        from turncoat.server.mail.intake import Intake  # noqa: PLC0415  # it does what needs a server

        intake = Intake(self, self.mail)
        self.mail.listener.reports.intake = intake
        return intake

    async def _begin(self, table_id: str) -> None:
        from turncoat.server.host_actions import begin_by_itself  # noqa: PLC0415  # what is done there needs a server

        await begin_by_itself(self, table_id)

    async def _look(self) -> None:
        """A damaged file is written to no more than the moment that it takes to find out."""
        self.damage = await asyncio.to_thread(self.store.damage)

    async def close(self) -> None:
        """Finish what was begun and stop; streams end."""
        self.closing.set()
        self.store.look_no_more()
        if self._looking is not None:
            await self._looking
        await self.showcase.stop()
        await self.regrets.stop()
        await self.read_marks.stop()
        await self.bots.stop()
        await self.follow()
        if self.mail is not None:
            await self.mail.close()
        await self.keeper.stop()
        if self.peers is not None:
            await self.peers.stop()
        self.outgoing.close()
        self.auth.close()
        self.store.close()


def _opened(config: Config) -> Store:
    """The database, at the newest layout.

    Raises:
        BadSetup: it cannot be opened, is being copied, or was made by another version.
    """
    store = Store(config.database)
    if config.inside_url:
        store.stay(alone=False)
    migrate(store.engine)
    return store
