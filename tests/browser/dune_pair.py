"""A table of Dune for two: the throne in a browser, the schemers over the wire; nobody is asked in windows."""

from __future__ import annotations

from tests.browser.players import Server
from tests.serving import Sitting

THRONE, SCHEMERS = 0, 1
AGREED: dict[str, object] = {"factions": "throne,schemers", "seating": "as_seated", "first_sector": 0, "stops": ""}


def in_dialling(server: Server) -> Sitting:
    """Both have chosen traitors; they dial for the storm."""
    table = server.begun(("Agatha", "Barney"), game="dune", options=AGREED)
    table.answer(THRONE, "keep", leader=table.get(seat=THRONE)["view"]["own"]["dealt"][0])
    return table


def in_bidding(server: Server) -> Sitting:
    """Both have dialled: the storm lies in sector 2, and the throne is asked for a bid."""
    table = in_dialling(server)
    table.answer(THRONE, "dial", number=10)
    table.answer(SCHEMERS, "dial", number=5)
    return table


def in_shipment(server: Server) -> Sitting:
    """Nobody has wanted a card: the throne ships."""
    table = in_bidding(server)
    while "faction_turn" not in table.get(seat=THRONE)["view"]["phase"]:
        table.answer(table.get()["waiting"][0], "pass")
    return table
