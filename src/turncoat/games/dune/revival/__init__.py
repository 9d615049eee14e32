"""DUN-4.6: the answers of Revival."""

from __future__ import annotations

from turncoat.kernel import Action


class Revive(Action, rule="DUN-4.6.2"):
    """DUN-DK-10: revive forces, more forces at the ally's expense, and one leader."""

    phrase = "revive {forces} and {extra} at the ally's expense and {leader}"
    briefs = ("revive {forces}", "revive {forces} and {leader}")

    forces: int
    extra: int = 0
    leader: str | None = None
