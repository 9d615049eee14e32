"""The pages on hosting say what the program does."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

from tests.postgres import only_on_sqlite
from tests.server.keeping import room
from tests.table.tables import whole

from turncoat.server.store import Store

PAGES = Path(__file__).parent.parent.parent / "docs" / "hosting"


def test_every_option_of_serve_is_explained_and_no_other() -> None:
    from turncoat.cli.serve import command

    options = {name for option in command.params for name in (*option.opts, *option.secondary_opts)} - {"--help"}
    table = (PAGES / "README.md").read_text().partition("## Options")[2].partition("\n## ")[0]
    explained = set(re.findall(r"`(--[a-z-]+)", table))
    assert explained == options


def test_every_link_between_the_pages_leads_somewhere() -> None:
    for page in PAGES.glob("*.md"):
        for target in re.findall(r"\]\(([\w-]+\.md)", page.read_text()):
            assert (PAGES / target).is_file(), f"{page.name}: {target}"


def test_every_command_that_is_named_takes_the_options_it_is_shown_with() -> None:
    from turncoat.cli.db import command as db
    from turncoat.cli.mail import command as mail
    from turncoat.cli.replay import command as replay
    from turncoat.cli.serve import command as serve
    from turncoat.cli.upgrade import command as upgrade

    known = {"serve": serve, "replay": replay, "upgrade": upgrade} | {
        f"{group.name} {name}": command for group in (db, mail) for name, command in group.commands.items()
    }
    shown = re.compile(r"^(?:ExecStart=\S+/)?turncoat ((?:db|mail) \w+|\w+)(.*)$", re.MULTILINE)
    for page in PAGES.glob("*.md"):
        for name, rest in shown.findall(page.read_text()):
            options = {option for param in known[name].params for option in param.opts}
            assert set(re.findall(r"--[a-z-]+", rest)) <= options, page.name


@only_on_sqlite
async def test_a_backup_taken_while_the_server_runs_is_a_whole_database(tmp_path: Path) -> None:
    """As ``backup.md`` shows it: ``VACUUM INTO`` beside a server that writes."""
    async with room(tmp_path) as desk:
        table = await desk.table(3)
        await desk.answer(table, 0, "loot")
        backup = tmp_path / "backup.db"
        connection = sqlite3.connect(tmp_path / "turncoat.db")
        connection.execute("VACUUM INTO ?", (str(backup),))
        connection.close()
        before = whole(table)
        await desk.answer(table, 1, "loot")
    store = Store(f"sqlite:///{backup}")
    found = store.load(table.header.table)
    store.close()
    assert found is not None
    assert whole(found) == before
