"""Bringing a database to the newest layout, and what is said of files that cannot be."""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from msgspec import structs
from sqlalchemy import Column, Connection, Integer, Table, insert, inspect, select, update
from tests.postgres import databases, on_postgres, only_on_postgres

import turncoat.server.migrate as module
from turncoat.kernel.errors import BadSetup
from turncoat.server.mail.addresses import folded
from turncoat.server.mail.kept_mails import KeptMails, digest_of
from turncoat.server.mail.letter import Letter, Paragraph
from turncoat.server.migrate import NEWEST, layout, migrate
from turncoat.server.notices.schema import ADDRESSES, MAILS
from turncoat.server.schema import METADATA
from turncoat.server.store import Store
from turncoat.server.tokens import Tokens


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A database without any layout."""
    made = Store(databases.empty() if on_postgres() else f"sqlite:///{tmp_path / 'turncoat.db'}")
    yield made
    made.close()


def scripts() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(module.__file__).parent / "migrations"))
    return config


def differences(store: Store) -> list[object]:
    """What a new migration would have to do."""
    with store.engine.connect() as connection:
        return list(compare_metadata(MigrationContext.configure(connection), METADATA))


@pytest.mark.parametrize("by_migrations", [True, False])
def test_an_empty_database_gets_the_layout_of_the_schema(store: Store, *, by_migrations: bool) -> None:
    """All migrations together make it, and so is a new database made at once."""
    if by_migrations:
        to(store, "head")
    migrate(store.engine)
    assert differences(store) == []
    assert set(METADATA.tables) < set(inspect(store.engine).get_table_names())


def test_a_schema_that_no_migration_makes_is_noticed(store: Store) -> None:
    """The planted fault: a table that somebody added to the schema and forgot in the migrations."""
    to(store, "head")
    forgotten = Table("forgotten", METADATA, Column("id", Integer, primary_key=True))
    try:
        assert len(differences(store)) == 1
    finally:
        METADATA.remove(forgotten)


def test_the_newest_layout_is_that_of_the_newest_migration(store: Store) -> None:
    assert ScriptDirectory.from_config(scripts()).get_current_head() == NEWEST
    with store.engine.begin() as connection:
        assert layout(connection) == ""
    migrate(store.engine)
    with store.engine.begin() as connection:
        assert layout(connection) == NEWEST


def test_migrating_again_changes_nothing(store: Store) -> None:
    migrate(store.engine)
    migrate(store.engine)
    assert differences(store) == []


def test_every_migration_can_be_taken_back_and_made_again(store: Store) -> None:
    config = scripts()
    for revision in ScriptDirectory.from_config(config).walk_revisions():
        for target in ("head", revision.down_revision or "base", "head"):
            with store.engine.begin() as connection:
                config.attributes["connection"] = connection
                (command.downgrade if target != "head" else command.upgrade)(config, str(target))
        assert differences(store) == []
    with store.engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "base")
    assert set(inspect(store.engine).get_table_names()) == {"alembic_version"}


def to(store: Store, revision: str) -> None:
    """Bring a database to an older or newer layout."""
    config = scripts()
    with store.engine.begin() as connection:
        config.attributes["connection"] = connection
        (command.upgrade if revision == "head" else command.downgrade)(config, revision)


def test_an_address_that_was_taken_for_another_is_one_of_its_own(store: Store) -> None:
    migrate(store.engine)
    to(store, "calendar entries")
    rows = [("strasse@x.org", "straße@x.org"), ("agatha@x.org", "Agatha@x.org"), ("jörg@x.org", "JÖRG@x.org")]
    with store.engine.begin() as connection:
        people = [{"folded": old, "address": one, "person": one, "created": 1} for old, one in rows]
        connection.execute(insert(ADDRESSES), people)
    to(store, "head")
    with store.reading() as connection:
        found = connection.execute(select(ADDRESSES.c.address, ADDRESSES.c.folded)).all()
    assert {row.address: row.folded for row in found} == {one: folded(one) for _, one in rows}
    assert folded("straße@x.org") == "straße@x.org"


@pytest.mark.parametrize("address", ["arbiter+{}@games.example", "turn-coat-{}@games.example", ""])
def test_a_reply_that_waits_from_before_can_be_answered_when_it_leaves(store: Store, address: str) -> None:
    """It held the address to which one answers; now it holds the token in that address."""
    migrate(store.engine)
    to(store, "accepted characters")
    token = Tokens(store.engine).make("play", "130b377c0a37-1-3")
    letter = Letter(to="agatha@example.org", subject="Taken", text=(Paragraph("TAKEN: defend."),), id="reply.1")
    before = json.loads(msgspec.json.encode(letter))
    del before["token"], before["stop_token"]
    kept = KeptMails(store)
    kept.keep(b"Subject: Hi", token, ("130b377c0a37", 1), None, 1)
    waits = json.dumps({**before, "reply_to": address.format(token)}).encode()
    with store.engine.begin() as connection:
        connection.execute(update(MAILS).values(reply=waits, state="done"))
    to(store, "head")
    mail = kept.load(digest_of(b"Subject: Hi", token))
    assert mail is not None
    assert mail.reply == structs.replace(letter, token=token if address else "")


def sentence_for(store: Store) -> str:
    with pytest.raises(BadSetup) as caught:
        migrate(store.engine)
    assert caught.value.field == "db"
    assert "\n" not in caught.value.sentence
    assert caught.value.sentence.endswith(".")
    return caught.value.sentence


@pytest.mark.parametrize("version", ["9999", "0001", "0002"])
def test_a_database_of_another_version_is_refused_and_left_alone(store: Store, version: str) -> None:
    """A newer one, and those of layouts before this one: nothing is carried over."""
    migrate(store.engine)
    with store.engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{version}'")
        before = tables_of(connection)
    assert "was made by another version of Turncoat; use that one" in sentence_for(store)
    with store.engine.begin() as connection:
        assert tables_of(connection) == before
        assert layout(connection) == version


def tables_of(connection: Connection) -> list[tuple[str, list[str]]]:
    """Tables and their columns."""
    look = inspect(connection)
    return [(name, [str(one["name"]) for one in look.get_columns(name)]) for name in sorted(look.get_table_names())]


@only_on_postgres
def test_a_database_that_is_not_there_is_named_and_a_password_is_not(tmp_path: Path) -> None:
    address = databases.empty().replace("postgres@", "postgres:swordfish@")
    sentence = sentence_for(Store(address.replace("/t_", "/nowhere_")))
    assert "nowhere_" in sentence
    assert "does not exist" in sentence
    assert "swordfish" not in sentence
    assert "cannot be opened: connection" in sentence_for(Store(f"postgresql://me@/it?host={tmp_path}"))


@pytest.mark.parametrize("address", ["mysql://me@here/it", "postgres://me@here/it", "it", "://"])
def test_another_kind_of_address_is_refused(address: str) -> None:
    with pytest.raises(BadSetup, match="such as postgresql://user@host/name"):
        Store(address)


def test_a_library_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "turncoat.server.postgres", None)
    monkeypatch.delattr("turncoat.server.postgres", raising=False)
    with pytest.raises(BadSetup, match=r"turncoat\[postgres\]"):
        Store("postgresql://me@here/it")


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Agatha,\n" * 1000)
    assert "not a database" in sentence_for(Store(f"sqlite:///{path}"))
    assert path.read_text().startswith("Dear Agatha")


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert str(tmp_path / "nowhere") in sentence_for(Store(f"sqlite:///{tmp_path / 'nowhere' / 'turncoat.db'}"))


def test_a_folder_instead_of_a_file_is_refused(tmp_path: Path) -> None:
    assert "cannot be opened" in sentence_for(Store(f"sqlite:///{tmp_path}"))


def test_a_database_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    """As a file without the right to write; whoever may write everything (root) opens it read-only instead."""
    path = tmp_path / "turncoat.db"
    sqlite3.connect(path).close()
    path.write_bytes(b"")
    path.chmod(0o444)
    tmp_path.chmod(0o555)
    try:
        address = f"sqlite:///file:{path}?mode=ro&uri=true" if os.geteuid() == 0 else f"sqlite:///{path}"
        assert "cannot be opened" in sentence_for(Store(address))
    finally:
        tmp_path.chmod(0o755)


def test_a_password_in_the_address_is_not_repeated(tmp_path: Path) -> None:
    """The sentence names the database; whatever secret its address holds stays out of it."""
    store = Store(f"sqlite:///{tmp_path / 'nowhere' / 'turncoat.db'}")
    url = store.engine.url.set(username="operator", password="swordfish")
    assert "swordfish" not in url.render_as_string(hide_password=True)
    assert "swordfish" not in sentence_for(store)
