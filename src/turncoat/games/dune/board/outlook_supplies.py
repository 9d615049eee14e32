"""What a bid, a revival or an arrangement between allies would come to."""

from __future__ import annotations

from turncoat.games.dune.actions import (
    Allow,
    Bid,
    DuneAction,
    GholaForces,
    GholaLeader,
    Give,
    Permit,
    PermitRevivals,
    Revive,
    TakeByKarama,
)
from turncoat.games.dune.alliance import ON
from turncoat.games.dune.bidding import pay_for_card
from turncoat.games.dune.board.foreseen import Foresight, Lines, forces
from turncoat.games.dune.cards import GHOLA, KARAMA
from turncoat.games.dune.facts import SCHEMERS
from turncoat.games.dune.hands import limit
from turncoat.games.dune.leaders import strength
from turncoat.games.dune.revival import PRICE, free_forces, ordinary, revive_leader, sponsor, sponsored
from turncoat.games.dune.sections import Auction
from turncoat.games.dune.spice import free_spice
from turncoat.games.dune.state import Dune
from turncoat.kernel import Tell


def supplies(seen: Foresight, action: DuneAction) -> Lines:
    """DUN-4.5, DUN-4.6, DUN-5.2, DUN-7.8: sentences on what is bought, revived and lent."""
    match action:
        case Bid():
            return bid(seen, action)
        case TakeByKarama():
            return [f"You pay nothing, and {seen.cards([KARAMA])} is discarded.", *hand_after(seen, used=1)]
        case Revive():
            return revival(seen, action)
        case GholaForces() | GholaLeader():
            return ghola(seen, action)
    return lent(seen, action)


# --- bids ---------------------------------------------------------------------------------------


def bid(seen: Foresight, action: Bid) -> Lines:
    """DUN-4.5.4 to DUN-4.5.6, O-17: who would pay what to whom, and what the next bid must be."""
    next_bid = f"The next bid must be {action.amount + 1} or more."
    if action.amount - action.help > seen.game.spice[seen.seat]:
        card = seen.cards([KARAMA])
        return [f"You cannot pay this: {card} stands behind it, is shown, and is used if you win.", next_bid]

    def wins(there: Dune, tell: Tell) -> None:
        auction = next(one for one in there.stack if isinstance(one, Auction))
        auction.high, auction.bid, auction.help = seen.seat, action.amount, action.help
        pay_for_card(there, auction, tell)

    _, happened = seen.shadow.after(wins)
    won = " ".join(seen.payments(happened, action.amount))
    return [f"If it wins: {won[:1].lower()}{won[1:]}", *hand_after(seen), next_bid]


def hand_after(seen: Foresight, used: int = 0) -> Lines:
    """DUN-2.4.1, DUN-6.3.4: how full the hand would be."""
    most, held = limit(seen.game, seen.seat), len(seen.own.hand) - used + 1
    full = "which fills it" if held >= most else f"of {most} at most"
    lines = [f"Your hand has {held} card{'s' if held != 1 else ''} then, {full}."]
    if seen.game.factions[seen.seat] == SCHEMERS and held < most and "K-04" not in seen.game.prevented:
        lines.append("You draw one more card for it, free of charge.")
    return lines


# --- revivals -----------------------------------------------------------------------------------


def revival(seen: Foresight, action: Revive) -> Lines:
    """DUN-4.6.2 to DUN-4.6.5, DUN-6.6.3: what is free, what is paid, and by whom."""
    seat = seen.seat

    def comes(there: Dune, tell: Tell) -> None:
        revive_leader(there, seat, action.leader, tell)
        ordinary(there, seat, action.forces, tell)
        sponsored(there, seat, action.extra, tell)

    after, happened = seen.shadow.after(comes)
    free = min(action.forces, free_forces(seen.game, seat))
    lines: Lines = []
    if action.forces:
        paid = action.forces - free
        lines.append(f"{free} free" + (f", {paid} for {seen.spice(paid * PRICE)}." if paid else "."))
    if action.extra:
        payer = seen.who(sponsor(seen.game, seat))
        lines.append(f"{payer} pays {seen.spice(action.extra * PRICE)} for {action.extra} more.")
    if action.leader is not None:
        price = seen.spice(strength(action.leader))
        lines.append(f"{seen.leader(action.leader)} costs {price}, as much as the leader’s strength.")
    if not lines:
        return ["Nobody comes back."]
    rest = f"You have {forces(after.reserves[seat])} in reserve then, and {after.tanks[seat]} in the tanks."
    return [*lines, *seen.payments(happened, 0), rest]


def ghola(seen: Foresight, action: GholaForces | GholaLeader) -> Lines:
    """DUN-7.8.1: free, at once, whatever the limits of revival."""
    card, seat = seen.cards([GHOLA]), seen.seat
    if isinstance(action, GholaForces):
        left = seen.game.tanks[seat] - action.forces
        reserve = seen.game.reserves[seat] + action.forces
        return [f"{card} is discarded. You have {forces(reserve)} in reserve then, and {left} in the tanks."]
    worth = strength(action.leader)
    return [f"{card} is discarded. {seen.leader(action.leader)} (strength {worth}) can fight at once."]


# --- allies -------------------------------------------------------------------------------------


def lent(seen: Foresight, action: DuneAction) -> Lines:
    """DUN-5.2, DUN-6.6.3, DUN-6.6.4: what the ally may use from now on."""
    game, seat = seen.game, seen.seat
    ally = seen.who(game.ally[seat])
    match action:
        case Allow():
            rest = game.spice[seat] - action.spice
            return [
                f"{ally} may put up to {seen.spice(action.spice)} of yours into bids and shipments.",
                f"You keep {rest} to yourself. Nobody else learns of it.",
            ]
        case Permit():
            may = "may use" if action.switch == ON else "can no longer use"
            return [f"{ally} {may} {seen.names.label('advantage', action.advantage)}."]
        case PermitRevivals():
            cost = seen.spice(action.forces * PRICE)
            return [f"{ally} may revive {action.forces} more at your expense, which costs you up to {cost} each turn."]
        case Give():
            left, theirs = game.spice[seat] - action.spice, game.spice[game.ally[seat]] + action.spice
            free = free_spice(game, seat) - action.spice
            pledged = f", {free} of it not pledged" if free != left else ""
            return [f"{ally} has {seen.spice(theirs)} then, you have {left}{pledged}."]
    return []
