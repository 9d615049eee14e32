"""DUN-5: what an alliance, and help between allies, would lead to."""

from __future__ import annotations

from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.advantages import EXTRA_REVIVALS, lendable
from turncoat.games.dune.alliances import Allow, Give, Permit, PermitRevivals
from turncoat.games.dune.alliances.rules import ON
from turncoat.games.dune.drawing.outlook import Foresight, Lines
from turncoat.games.dune.mentat.rules import TOGETHER, strongholds
from turncoat.games.dune.revival.rules import PRICE
from turncoat.games.dune.shared.spice import free_spice
from turncoat.games.dune.spice_blow import Break, Propose
from turncoat.kernel import listed


def alliance(seen: Foresight, faction: str) -> Lines:
    """DUN-4.3.3, DUN-4.10.3, DUN-5.2.4: what an alliance would bring both players."""
    other = seen.shadow.seat_of(faction)
    asked = (faction, seen.shadow.faction(seen.seat)) in seen.view.proposals
    lines = [f"{seen.called(faction)} has proposed to you: you are allied at once."] if asked else []
    lines.append(f"They would lend you {given(seen, other)}; you would lend them {given(seen, seen.seat)}.")
    held = strongholds(seen.game, tuple(sorted((seen.seat, other))))
    return [
        *lines,
        f"Together you win with {TOGETHER} strongholds and have {held}; while allied, neither of you can win alone.",
    ]


def given(seen: Foresight, seat: int) -> str:
    """DUN-5.2.4: the advantages that a seat lends to an ally."""
    number = seen.game.factions[seat]
    words = [seen.names.label("advantage", advantage) for advantage in lendable(number)]
    words += ["extra revivals"] if number == EXTRA_REVIVALS.owner else []
    return listed([*words, f"{seen.names.label('word', 'spice')} for bids and shipments"])


def broken(seen: Foresight) -> Lines:
    """DUN-4.3.2, DUN-5.2.4: what ends when the alliance ends."""
    ally = seen.game.ally[seen.seat]
    return [
        f"{seen.who(ally)} no longer lends you {given(seen, ally)}, nor you them {given(seen, seen.seat)}.",
        "You can make another alliance in this same Nexus.",
    ]


def lent(seen: Foresight, action: DuneAction) -> Lines:
    """DUN-5.2, DUN-6.6.3, DUN-6.6.4: what the ally may use from now on."""
    game, seat = seen.game, seen.seat
    ally = seen.who(game.ally[seat])
    match action:
        case Allow():
            rest = game.spice[seat] - action.spice
            return [
                f"{ally} may use up to {seen.spice(action.spice)} of yours for bids and shipments.",
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
            needed = f". Of these, {left - free} is needed for the highest bid" if free != left else ""
            return [f"{ally} then has {seen.spice(theirs)}, and you have {left}{needed}."]
    return []


def foreseen(seen: Foresight, action: DuneAction) -> Lines:
    """DUN-4.3, DUN-5: what an answer about alliances would lead to."""
    match action:
        case Propose():
            return alliance(seen, action.faction)
        case Break():
            return broken(seen)
    return lent(seen, action)
