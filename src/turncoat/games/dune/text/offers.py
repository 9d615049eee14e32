"""DUN-2.7.3: what a seat can order to be answered from now on, in words."""

from __future__ import annotations

from turncoat.games.dune.actions import DONE, PASS, Accompany, Bid, Call, Discard, Pass, Revive
from turncoat.games.dune.alliance import PRESCIENCE
from turncoat.games.dune.facts import FACTION_IDS, FACTS, SCHEMERS, SEERS, SISTERS
from turncoat.games.dune.revival import ORDINARY
from turncoat.games.dune.view_parts import DuneView
from turncoat.games.dune.windows import KEYS, NEXUS_WINDOW
from turncoat.kernel import Offer, Wish
from turncoat.kernel.boxes import tag_of
from turncoat.kernel.offer import Bound

WINDOWS = {
    "W-1": "Before the storm moves",
    "W-2": "Before spice blows",
    "W-4": "Before a card is auctioned",
    "W-5": "Before revival",
    "W-6": "Before shipment",
    "W-7": "Before battles",
    "W-8": "Before plans are made",
    "W-9": "After a battle",
    "W-10": "Before spice is collected",
    "W-11": "Before victory is checked",
}
"""DUN-2.7.1: the windows, by what is about to happen."""
TO_PASS = Wish("pass", (PASS,))
DEAR = Wish("pass as soon as {} are bid", (PASS,), Bound(tag_of(Bid), "amount", 1, 60, 5))
"""DUN-2.7.3: pass an auction above an amount: a bid of more than it is left to others; up to it the seat is asked."""
CALLS = (Wish("call a traitor whenever you can", (Call(), Pass())), Wish("pass, whoever leads them", (PASS,)))


def offers(view: DuneView) -> tuple[Offer, ...]:
    """DUN-2.7.2, DUN-2.7.3: stops in windows, and orders for what comes again and again."""
    if view.seat is None:
        return ()
    windows = [Offer(KEYS[one], title, f"DUN-{one}", (TO_PASS,)) for one, title in WINDOWS.items()]
    windows.insert(2, Offer(KEYS[NEXUS_WINDOW], "Nexus", "DUN-4.3.2", (Wish("be done", (DONE,)),)))
    return (*windows, *supplies(view), *battles(view))


def number_of(view: DuneView) -> int:
    """The number of the faction of the seat."""
    assert view.seat is not None
    return FACTION_IDS.index(view.factions[view.seat].faction)


def supplies(view: DuneView) -> list[Offer]:
    """DUN-4.5.4, DUN-4.6.2, DUN-6.4.3: bids, revivals, the companion."""
    faction = number_of(view)
    free = min(FACTS.factions[faction].free_revivals, ORDINARY)
    claimed = tuple(Revive(number) for number in range(free, -1, -1))
    wish = Wish(
        "revive 1 force, which is free" if free == 1 else f"revive up to {free} forces, which are free", claimed
    )
    found = [
        Offer("auction.bid", "Your turn to bid", "DUN-4.5.4", (TO_PASS, DEAR)),
        Offer("revival.revivals", "Your revival", "DUN-4.6.2", (wish,)),
    ]
    if faction == SISTERS:
        along = (Wish("send a force along", (Accompany(), PASS)), Wish("stay at home", (PASS,)))
        found.append(Offer("faction_turn.companion", "Somebody ships forces", "DUN-6.4.3", along))
    return found


def battles(view: DuneView) -> list[Offer]:
    """DUN-6.4.4, DUN-6.2.3, DUN-4.8.11, DUN-4.8.17: what is asked in battles, as far as the faction is ever asked."""
    faction, own = number_of(view), view.own
    found = []
    if faction == SISTERS:
        found.append(Offer("battle.voice", "You could command the opponent", "DUN-6.4.4", (TO_PASS,)))
    if faction == SEERS or (own is not None and PRESCIENCE in own.borrowed):
        found.append(Offer("battle.prescience", "You could see a part of a plan", "DUN-6.2.3", (TO_PASS,)))
    found.append(
        Offer("battle.treachery", "Plans are open", "DUN-6.3.5" if faction == SCHEMERS else "DUN-4.8.11", CALLS)
    )
    found.append(Offer("battle.discards", "You have won", "DUN-4.8.17", (Wish("keep every card", (Discard(()),)),)))
    return found
