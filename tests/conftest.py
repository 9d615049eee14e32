"""What every test shares."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from turncoat.bots.outside import NAMED, brought

settings.register_profile(
    "turncoat", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True, derandomize=True
)
settings.register_profile("explore", settings.get_profile("turncoat"), derandomize=False)
settings.load_profile(os.environ.get("TURNCOAT_TEST_PROFILE", "turncoat"))


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def nothing_that_is_named_is_kept() -> Iterator[None]:
    """Bots that a test names from files are unknown to the next one."""
    before = os.environ.get(NAMED)
    yield
    if os.environ.get(NAMED) != before:
        os.environ.pop(NAMED) if before is None else os.environ.update({NAMED: before})
        brought.cache_clear()
