"""What every test shares."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from hypothesis import HealthCheck, settings
from tests import postgres

from turncoat.bots.outside import NAMED, brought

settings.register_profile(
    "turncoat", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True, derandomize=True
)
settings.register_profile("explore", settings.get_profile("turncoat"), derandomize=False)
settings.load_profile(os.environ.get("TURNCOAT_TEST_PROFILE", "turncoat"))


_RUNNING = ExitStack()


def pytest_configure() -> None:
    """Start PostgreSQL where the tests run on it, once for all processes of the run."""
    if not postgres.on_postgres() or postgres.CLUSTER in os.environ:
        return
    try:
        folder = _RUNNING.enter_context(postgres.cluster()).folder
    except postgres.NoPostgres as fault:
        pytest.exit(f"There is no PostgreSQL for the tests: {fault}.", returncode=3)
    postgres.make_template(folder)
    os.environ[postgres.CLUSTER] = str(folder)
    _RUNNING.callback(os.environ.pop, postgres.CLUSTER)


def pytest_unconfigure() -> None:
    """Stop it."""
    _RUNNING.close()


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def databases() -> Iterator[None]:
    """The databases of a test go with it."""
    yield
    postgres.databases.take_back()


@pytest.fixture(autouse=True)
def nothing_that_is_named_is_kept() -> Iterator[None]:
    """Bots that a test names from files are unknown to the next one."""
    before = os.environ.get(NAMED)
    yield
    if os.environ.get(NAMED) != before:
        os.environ.pop(NAMED) if before is None else os.environ.update({NAMED: before})
        brought.cache_clear()
