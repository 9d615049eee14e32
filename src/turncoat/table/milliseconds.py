"""How many milliseconds a second, a minute and the like have.

In ``table``, ``server`` and ``web``, a time is always a number of milliseconds since the epoch.
"""

from __future__ import annotations

SECOND = 1_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR
