"""The files that hosts copy: short, their commands are ours, and their own checkers read them where there are any."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import click
import pytest
import yaml
from tests.server.test_hosting import PAGES

from turncoat.cli import COMMANDS, turncoat

FILES = PAGES / "files"
LONGEST = 30
"""Lines of a file that somebody has to read before they use it."""


def commands(text: str) -> list[str]:
    """The commands of Turncoat in a file, as somebody would type them."""
    units = re.findall(r"^ExecStart=\S+/turncoat (.+)$", text, re.MULTILINE)
    composed = re.findall(r"^ +command: (.+)$", text, re.MULTILINE)
    contained = [" ".join(re.findall(r'"([^"]+)"', line)) for line in re.findall(r"^CMD (.+)$", text, re.MULTILINE)]
    return units + composed + contained


def strange(words: str) -> list[str]:
    """Options of a command that it has not; or the command, where there is none."""
    name, *rest = shlex.split(words)
    if name not in COMMANDS:
        return [name]
    found = turncoat.get_command(click.Context(turncoat), name)
    assert found is not None
    known = {option for parameter in found.params for option in parameter.opts}
    return [word for word in rest if word.startswith("--") and word not in known]


def test_each_file_is_short_and_named_on_the_page() -> None:
    page = (PAGES / "running.md").read_text()
    assert len(list(FILES.iterdir())) == 7
    for file in FILES.iterdir():
        assert len(file.read_text().splitlines()) < LONGEST
        assert f"(files/{file.name})" in page


def test_their_commands_are_ours() -> None:
    found = [one for file in FILES.iterdir() for one in commands(file.read_text())]
    assert len(found) == 4
    assert [one for one in found if strange(one)] == []


def test_a_command_that_is_none_is_noticed() -> None:
    assert strange("serv --db x") == ["serv"]
    assert strange("serve --bd x") == ["--bd"]


def test_the_compose_file_is_yaml_and_names_the_container() -> None:
    found: Any = yaml.safe_load((FILES / "compose.yaml").read_text())
    build = found["services"]["turncoat"]["build"]
    assert (FILES / build["context"] / build["dockerfile"]).resolve() == FILES / "Containerfile"


def test_a_container_without_its_files_would_not_be_made() -> None:
    """What is copied into it is there."""
    text = (FILES / "Containerfile").read_text()
    named = [name for line in re.findall(r"^COPY (.+) \S+$", text, re.MULTILINE) for name in line.split()]
    assert "requirements.lock" in named
    assert [name for name in named if not (PAGES.parent.parent / name).exists()] == []


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_systemd_reads_its_units(tmp_path: Path) -> None:
    units = [tmp_path / file.name for file in FILES.glob("turncoat*")]
    for unit in units:
        unit.write_text((FILES / unit.name).read_text().replace("/opt/turncoat/bin/turncoat", "/bin/true"))
    done = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True, check=False)
    assert [line for line in done.stderr.splitlines() if "turncoat" in line] == []
    assert done.returncode == 0


@pytest.mark.skipif(not (shutil.which("nginx") and shutil.which("openssl")), reason="nginx is not installed")
def test_nginx_reads_its_configuration(tmp_path: Path) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=games.example"]
    subprocess.run([*made, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    text = (FILES / "nginx.conf").read_text().replace("/etc/ssl/games.example.pem", str(certificate))
    (tmp_path / "site.conf").write_text(text.replace("/etc/ssl/games.example.key", str(key)))
    main = tmp_path / "nginx.conf"
    main.write_text(f"pid {tmp_path}/pid; error_log stderr; events {{}} http {{ include {tmp_path}/site.conf; }}")
    done = subprocess.run(["nginx", "-t", "-c", main], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
