"""Bringing a database to the newest layout (Alembic)."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from sqlalchemy import Connection, Engine, inspect
from sqlalchemy.exc import SQLAlchemyError

from turncoat.kernel.errors import BadSetup

NEWEST = "characters"
"""The newest layout, as its migration calls it."""


def migrate(engine: Engine) -> None:
    """Bring the database to the newest layout, or create it.

    Raises:
        BadSetup: if it cannot be opened or written, or was made by another version.
    """
    try:
        with engine.begin() as connection:
            if layout(connection) != NEWEST:
                _upgrade(connection)
    except (SQLAlchemyError, sqlite3.Error, OSError) as fault:
        reason = str(getattr(fault, "orig", None) or fault).strip().splitlines()[0].rstrip(".")
        place = engine.url.render_as_string(hide_password=True)
        raise BadSetup(f"The database {place} cannot be opened: {reason}.", field="db") from fault


def layout(connection: Connection) -> str:
    """The layout that a database has; empty if it has none."""
    if not inspect(connection).has_table("alembic_version"):
        return ""
    return str(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar())


def _upgrade(connection: Connection) -> None:
    """Bring it to the newest layout.

    Raises:
        BadSetup: its layout is unknown.
    """
    from alembic import command  # noqa: PLC0415  # loads half as much as the whole server, and is seldom needed
    from alembic.config import Config  # noqa: PLC0415
    from alembic.util import CommandError  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as fault:
        place = connection.engine.url.render_as_string(hide_password=True)
        sentence = f"The database {place} was made by another version of Turncoat; use that one, or another file."
        raise BadSetup(sentence, field="db") from fault
