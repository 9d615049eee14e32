"""Bringing a database to the newest layout (Alembic)."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from turncoat.kernel.errors import BadSetup


def migrate(engine: Engine) -> None:
    """Bring the database to the newest layout, or create it.

    Raises:
        BadSetup: if it cannot be opened or written, or was made by another version.
    """
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except CommandError as fault:
        place = engine.url.render_as_string(hide_password=True)
        sentence = f"The database {place} was made by another version of Turncoat; use that one, or another file."
        raise BadSetup(sentence, field="db") from fault
    except (SQLAlchemyError, sqlite3.Error, OSError) as fault:
        reason = str(getattr(fault, "orig", None) or fault).strip().splitlines()[0].rstrip(".")
        place = engine.url.render_as_string(hide_password=True)
        raise BadSetup(f"The database {place} cannot be opened: {reason}.", field="db") from fault
