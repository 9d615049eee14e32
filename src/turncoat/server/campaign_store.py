"""Campaigns in the database: which table follows which, and the notes of the players."""

from __future__ import annotations

from secrets import token_hex

from sqlalchemy import Connection, delete, func, insert, select

from turncoat.server.character_store import Owners
from turncoat.server.schema import CAMPAIGN_NOTES, CAMPAIGN_TABLES, CHARACTER_HISTORY, CHARACTERS
from turncoat.server.store import Store


class CampaignStore:
    """Reads and writes campaigns in the database. Every method is one transaction."""

    def __init__(self, store: Store) -> None:
        self.engine, self.reading = store.engine, store.reading

    def sessions(self, table_id: str) -> list[str]:
        """The tables of the campaign of a table, the first one first; a table without one is the first session."""
        with self.reading() as connection:
            own = select(CAMPAIGN_TABLES.c.campaign).where(CAMPAIGN_TABLES.c.table_id == table_id)
            rows = select(CAMPAIGN_TABLES.c.table_id).where(CAMPAIGN_TABLES.c.campaign.in_(own))
            return list(connection.scalars(rows.order_by(CAMPAIGN_TABLES.c.number))) or [table_id]

    def follow(self, table_id: str, following: str) -> None:
        """Note that a table follows another one; the first such note makes a campaign."""
        kind = CAMPAIGN_TABLES
        with self.engine.begin() as connection:
            campaign = self._campaign(connection, table_id)
            last = connection.scalar(select(func.max(kind.c.number)).where(kind.c.campaign == campaign)) or 0
            row = {"table_id": following, "campaign": campaign, "number": last + 1}
            connection.execute(insert(kind), [row])

    def notes(self, table_id: str) -> dict[str, str]:
        """The notes of a table's campaign, by their owner."""
        own = select(CAMPAIGN_TABLES.c.campaign).where(CAMPAIGN_TABLES.c.table_id == table_id)
        with self.reading() as connection:
            rows = connection.execute(select(CAMPAIGN_NOTES).where(CAMPAIGN_NOTES.c.campaign.in_(own)))
            return {row.whose: row.words for row in rows}

    def write(self, table_id: str, whose: str, words: str) -> None:
        """Replace the notes of a campaign."""
        kind = CAMPAIGN_NOTES
        with self.engine.begin() as connection:
            campaign = self._campaign(connection, table_id)
            connection.execute(delete(kind).where(kind.c.campaign == campaign, kind.c.whose == whose))
            connection.execute(insert(kind), [{"campaign": campaign, "whose": whose, "words": words}])

    def _campaign(self, connection: Connection, table_id: str) -> str:
        kind = CAMPAIGN_TABLES
        found = connection.scalar(select(kind.c.campaign).where(kind.c.table_id == table_id))
        if found is None:
            found = token_hex(8)
            connection.execute(insert(kind), [{"table_id": table_id, "campaign": found, "number": 1}])
        return str(found)

    def fought(self, owners: Owners, table_id: str) -> str | None:
        """The character of an owner that has played at a table; None: there is none."""
        told = CHARACTER_HISTORY.c
        here = select(told.character).where(told.table_id == table_id, told.kind == "played")
        mine = select(CHARACTERS.c.id).where(CHARACTERS.c.owner.in_(owners), CHARACTERS.c.id.in_(here))
        with self.reading() as connection:
            return connection.scalars(mine).first()
