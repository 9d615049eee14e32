"""What every test shares."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "turncoat", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True, derandomize=True
)
settings.register_profile("explore", settings.get_profile("turncoat"), derandomize=False)
settings.load_profile(os.environ.get("TURNCOAT_TEST_PROFILE", "turncoat"))


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"
