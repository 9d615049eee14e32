"""When browsers last proved who uses them.

Anyone who finds a browser open can play in it, but not make the account their own: who changes how one signs in must
have signed in a few minutes before. This is kept in memory; after a restart one signs in again.
"""

from __future__ import annotations

from collections.abc import Callable

from turncoat.server.people import Session
from turncoat.server.problems import NotPermitted
from turncoat.table.milliseconds import MINUTE

FRESH = 10 * MINUTE
"""How many milliseconds a proof is valid."""


class Proofs:
    """Knows which browsers have proved who uses them.

    Args:
        now: Tells the time.
    """

    def __init__(self, now: Callable[[], int]) -> None:
        self.now = now
        self._proved: dict[str, int] = {}

    def note(self, session: str) -> None:
        """Note that somebody has just signed in, by the digest of their session."""
        long_ago = self.now() - FRESH
        self._proved = {digest: at for digest, at in self._proved.items() if at > long_ago}
        self._proved[session] = self.now()

    def fresh(self, session: Session) -> bool:
        """Whether this browser's user has signed in a moment ago."""
        return self._proved.get(session.digest, 0) > self.now() - FRESH

    def need(self, session: Session) -> None:
        """Refuse a caller who has not.

        Raises:
            NotPermitted: the caller has to sign in again first.
        """
        if not self.fresh(session):
            raise NotPermitted(
                "You signed in more than 10 minutes ago: sign in again before you change how you sign in."
            )
