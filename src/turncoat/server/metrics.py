"""The text of ``/metrics``, in Prometheus's format: figures of this process and its database.

This module is loaded when ``/metrics`` is first requested.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from typing import NamedTuple

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, SummaryMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector
from sqlalchemy import func, select

from turncoat.server.counts import COUNTS, LAGS, Counts
from turncoat.server.notices.schema import NOTICES
from turncoat.server.schema import REMOVED, TABLES
from turncoat.server.services import Services
from turncoat.server.store import Store
from turncoat.table.table import Phase

__all__ = ["CONTENT_TYPE_LATEST", "Stock", "metrics", "stock"]


class Stock(NamedTuple):
    """Figures about the content of the database.

    Attributes:
        tables: The number of tables by phase.
        notices: The number of notices that are not sent yet, by channel.
    """

    tables: Mapping[str, int]
    notices: Mapping[str, int]


def stock(store: Store) -> Stock:
    """Count tables and notices in the database."""
    tables = select(TABLES.c.phase, func.count()).where(TABLES.c.phase != REMOVED).group_by(TABLES.c.phase)
    notices = select(NOTICES.c.channel, func.count()).where(NOTICES.c.next.is_not(None)).group_by(NOTICES.c.channel)
    found = {str(phase): 0 for phase in Phase if phase is not Phase.STOPPED}
    with store.reading() as connection:
        found |= {str(row[0]): int(row[1]) for row in connection.execute(tables)}
        return Stock(found, {str(row[0]): int(row[1]) for row in connection.execute(notices)})


def metrics(services: Services, found: Stock | None) -> bytes:
    """All metrics; without those of the database if it does not answer."""
    registry = CollectorRegistry()
    registry.register(_Once([*_of_process(services, COUNTS), *_of_database(services, found)]))
    ProcessCollector(registry=registry)
    return generate_latest(registry)


class _Once(Collector):
    """Metrics that have been made already."""

    def __init__(self, made: Iterable[Metric]) -> None:
        self.made = list(made)

    def collect(self) -> Iterable[Metric]:
        """They."""
        return self.made


def _of_process(services: Services, counts: Counts) -> Iterator[Metric]:
    yield CounterMetricFamily("turncoat_orders", "Answers of players and bots that were stored.", counts.orders)
    said = "Decisions that were closed because their time was up."
    yield CounterMetricFamily("turncoat_decisions_closed_by_deadline", said, counts.closed)
    yield _counter("turncoat_refusals", "Requests that were refused, by kind.", "kind", counts.refusals)
    yield _counter(
        "turncoat_requests", "Requests that were answered, by the kind of status.", "status", counts.requests
    )
    yield GaugeMetricFamily("turncoat_streams", "Live connections that are open.", services.stream_limits.open)
    yield GaugeMetricFamily("turncoat_tables_in_memory", "Tables in memory.", len(services.keeper.live_tables))
    buckets = [*map(str, LAGS), "+Inf"]
    lags = list(zip(buckets, accumulate(counts.lags), strict=True))
    yield HistogramMetricFamily("turncoat_loop_lag_seconds", "How late the event loop was.", lags, counts.late)
    spent = SummaryMetricFamily("turncoat_database_seconds", "Time in the database.", labels=["kind"])
    for kind, seconds in counts.database.items():
        spent.add_metric([kind], counts.asked[kind], seconds)
    yield spent


def _of_database(services: Services, found: Stock | None) -> Iterator[Metric]:
    yield GaugeMetricFamily("turncoat_database_up", "Whether the database answers.", found is not None)
    if found is None:
        return
    tables = GaugeMetricFamily("turncoat_tables", "Tables by their phase.", labels=["phase"])
    for phase, many in found.tables.items():
        tables.add_metric([phase], many)
    waiting = GaugeMetricFamily("turncoat_notices_waiting", "Notices that wait to be sent.", labels=["channel"])
    for channel in {*services.channels.by_name, *found.notices}:
        waiting.add_metric([channel], found.notices.get(channel, 0))
    yield from (tables, waiting)


def _counter(name: str, said: str, label: str, counted: Mapping[str, int]) -> Metric:
    made = CounterMetricFamily(name, said, labels=[label])
    for value, many in sorted(counted.items()):
        made.add_metric([value], many)
    return made
