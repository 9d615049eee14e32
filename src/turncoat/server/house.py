"""What every request needs: the store, the keeper of the tables, the bots, the door, the limits."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from secrets import token_hex

from msgspec import Struct, field
from sqlalchemy.exc import DatabaseError

from turncoat.server.account import Account
from turncoat.server.auth import Door
from turncoat.server.bots import BotDesk
from turncoat.server.character_store import CharacterStore
from turncoat.server.clearing import Clearing, Forsaken
from turncoat.server.clock import real_time
from turncoat.server.crowd import Crowd
from turncoat.server.heavy import Heavy
from turncoat.server.invitations import Invitations
from turncoat.server.keeper import Keeper
from turncoat.server.limits import RATES, Limits, Rate
from turncoat.server.migrate import migrate
from turncoat.server.minds import usual_processes
from turncoat.server.people import People
from turncoat.server.stills import Stills
from turncoat.server.store import Store


class Config(Struct, frozen=True, kw_only=True):
    """How the server is set up.

    Attributes:
        database: SQLAlchemy URL.
        dumps: Folder for records on which the rules failed.
        public_url: Where people reach the server (``https://games.example``); empty: wherever they asked.
        local_url: Where the local network reaches it; empty: it listens to this machine alone.
        hosts: Names by which the server may be asked; empty: any.
        rates: How often what may be asked.
        heartbeat: Seconds between comments on a stream on which nothing happens.
        bot_processes: In how many processes bots think; 0: in a thread of this one.
        streams_by_key: So many streams may be open at once for each key or browser.
        streams_by_address: So many for each address.
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

    @property
    def secure(self) -> bool:
        """Whether cookies may only travel over https, whatever the request looks like."""
        return self.public_url.startswith("https:")


class House:
    """One server: everything behind its addresses.

    Args:
        config: How it is set up.
        now: Tells the time in milliseconds since the epoch; tests set it.
        draw: Draws the seeds of tables: so many bytes as hexadecimal digits; tests fix it.

    Attributes:
        wait: Lets somebody wait for so many seconds; tests replace it.

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
        self.store = Store(config.database)
        migrate(self.store.engine)
        self.limits = Limits(config.rates)
        self.keeper = Keeper(self.store, config.dumps, now, draw=draw, account=Account(self.limits))
        self.door = Door(self.keeper, People(self.store), Invitations(self.store))
        self.characters = CharacterStore(self.store)
        self.bots = BotDesk(self.keeper, processes=config.bot_processes)
        self.heavy = Heavy(self.limits)
        self.clearing = Clearing(self.keeper, Forsaken(self.store), self.door.forget)
        self.stills = Stills(self.keeper, self.store)
        self.crowd = Crowd(config.streams_by_key, config.streams_by_address)
        self.closing = asyncio.Event()
        self.damage = ""
        self._looking: asyncio.Task[None] | None = None
        self.wait: Callable[[float], Awaitable[None]] = asyncio.sleep

    async def open(self) -> None:
        """Begin to work. Meanwhile the file is looked through: ``damage`` says what is found."""
        self._looking = asyncio.create_task(self._look())
        try:
            await self.keeper.start()
            await self.keeper.write(self.characters.set_free)
            self.clearing.start()
        except DatabaseError:
            await self._looking
            if not self.damage:
                raise

    async def _look(self) -> None:
        """A damaged file is written to no more than the moment that it takes to find out."""
        self.damage = await asyncio.to_thread(self.store.damage)

    async def close(self) -> None:
        """Finish what was begun and stop; streams end."""
        self.closing.set()
        self.store.look_no_more()
        if self._looking is not None:
            await self._looking
        await self.clearing.stop()
        await self.bots.stop()
        await self.keeper.stop()
        self.door.close()
        self.store.close()
