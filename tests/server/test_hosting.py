"""The pages on hosting say what the program does."""

from __future__ import annotations

import re
from pathlib import Path

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
    from turncoat.cli.backup import command as backup
    from turncoat.cli.db import command as db
    from turncoat.cli.mail import command as mail
    from turncoat.cli.replay import command as replay
    from turncoat.cli.restore import command as restore
    from turncoat.cli.serve import command as serve
    from turncoat.cli.upgrade import command as upgrade

    known = {"backup": backup, "restore": restore, "serve": serve, "replay": replay, "upgrade": upgrade} | {
        f"{group.name} {name}": command for group in (db, mail) for name, command in group.commands.items()
    }
    shown = re.compile(r"^(?:ExecStart=\S+/)?turncoat ((?:db|mail) \w+|\w+)(.*)$", re.MULTILINE)
    for page in PAGES.glob("*.md"):
        for name, rest in shown.findall(page.read_text()):
            options = {option for param in known[name].params for option in param.opts}
            assert set(re.findall(r"--[a-z-]+", rest)) <= options, page.name
