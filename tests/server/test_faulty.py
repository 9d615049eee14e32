"""Promise: no lost order, also where several servers share a database and anything may stop at any moment.

``make soak`` does the same with 200 tables, 200 clients, 5 browsers, and a stop of 30 seconds; there a table must take
orders again within 15 seconds.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.postgres import only_on_postgres
from tests.server.faulty import Size, play


@only_on_postgres
@pytest.mark.timeout(1200)
def test_no_acknowledged_order_is_lost_whatever_stops(tmp_path: Path) -> None:
    """Kill -9 of a server; PostgreSQL stopped and started; a server stopped for longer than its lease."""
    report = asyncio.run(play(tmp_path, Size()))
    assert report.found == []
    assert report.orders > 10
    assert report.breaks >= 1, "streams broke off and went on"
    assert report.told > 0
    assert report.pressed > 0, "orders of a browser"
    assert report.said > 0, "messages that it heard, each once"
