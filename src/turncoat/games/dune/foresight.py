"""DUN-6.2.5, O-14: who else sees what the seers see of cards and spice."""

from __future__ import annotations

from turncoat.games.dune.alliance import PRESCIENCE, lends
from turncoat.games.dune.state import NOBODY, Dune


def sharing(game: Dune, seat: int) -> tuple[int, ...]:
    """Who sees what a seat foresees: it alone; with O-14 its ally as well, as long as it lends prescience."""
    ally = game.ally[seat]
    lent = game.options.lend_all_foresight and ally != NOBODY and lends(game, game.factions[seat], PRESCIENCE, ally)
    return tuple(sorted((seat, ally))) if lent else (seat,)
