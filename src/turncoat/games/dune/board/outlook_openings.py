"""What is foreseen of setup, the storm and the Nexus."""

from __future__ import annotations

from turncoat.games.dune.actions import (
    Break,
    Dial,
    DuneAction,
    KeepTraitor,
    Predict,
    Propose,
    UseAtomics,
    UseWeatherControl,
)
from turncoat.games.dune.alliance import LENT_BY
from turncoat.games.dune.board.foreseen import Foresight, Lines
from turncoat.games.dune.events.storm import OrderDetermined, StormMoved, StormStruck, WallDestroyed
from turncoat.games.dune.facts import FACTION_IDS, FACTION_OF_LEADER, SECTORS, THRONE
from turncoat.games.dune.leaders import strength
from turncoat.games.dune.map import WALLED
from turncoat.games.dune.mentat import TOGETHER, strongholds
from turncoat.games.dune.sections import Storm
from turncoat.games.dune.state import Dune
from turncoat.games.dune.storm import LATER_DIALS, blow_up, determine_order, move_storm
from turncoat.kernel import Between, Event, Tell, listed


def openings(seen: Foresight, action: DuneAction) -> Lines:
    """DUN-3, DUN-4.1, DUN-4.3: sentences on the first half of a turn, and on setup."""
    match action:
        case KeepTraitor():
            return traitor(seen, action.leader)
        case Predict():
            winner = seen.called(action.faction)
            return [
                f"If {winner} wins by strongholds in turn {action.turn}, alone or with an ally, you win alone instead."
            ]
        case Dial():
            return dialled(seen, action.number)
        case UseWeatherControl():
            return [*storm(seen, action.sectors), "The window closes, and nothing can change it any more."]
        case UseAtomics():
            return atomics(seen)
        case Propose():
            return alliance(seen, action.faction)
        case Break():
            return broken(seen)
    return []


def traitor(seen: Foresight, leader: str) -> Lines:
    """DUN-3.2.2, DUN-3.2.3, DUN-4.8.12: whose leader it is, and what he is worth."""
    owner, worth = FACTION_IDS[FACTION_OF_LEADER[leader]], strength(leader)
    if seen.shadow.seat_of(owner) == seen.seat:
        return [f"{seen.leader(leader)} is your own, and so will be nobody’s traitor; the card has no other use."]
    against = f"If {seen.called(owner)} ever leads with {seen.leader(leader)} (strength {worth}) against you"
    return [f"{against}, you may win without losses, and {seen.spice(worth)} with it."]


# --- storm --------------------------------------------------------------------------------------


def dialled(seen: Foresight, number: int) -> Lines:
    """DUN-4.1.1 to DUN-4.1.5: how far the storm can go with the other dial, and what it would destroy."""
    if seen.game.storm < 0:
        return ["With the other number it says where the storm begins: that can be anywhere."]
    dial = LATER_DIALS.boxes[0].space("number")
    assert isinstance(dial, Between)
    return [
        f"{sectors} in all: {damage(seen, sectors)}" for sectors in range(number + dial.low, number + dial.high + 1)
    ]


def swept(seen: Foresight, sectors: int) -> list[Event]:
    """DUN-4.1.4 to DUN-4.1.6: what a storm that moves so far does."""

    def moves(there: Dune, tell: Tell) -> None:
        phase = Storm(movement=sectors)
        move_storm(there, phase, tell)
        determine_order(there, phase, tell)

    return seen.shadow.after(moves)[1]


def storm(seen: Foresight, sectors: int) -> Lines:
    """DUN-4.1.4 to DUN-4.1.6: where a storm goes that moves so far, what it destroys, and who is first then."""
    happened = swept(seen, sectors)
    lines = [one.say(seen.names) for one in happened if isinstance(one, StormMoved | StormStruck)]
    if len(lines) == 1:
        lines.append("It destroys nothing.")
    (order,) = [one for one in happened if isinstance(one, OrderDetermined)]
    return [*lines, f"{seen.called(order.factions[0])} is first in this turn."]


def damage(seen: Foresight, sectors: int) -> str:
    """What a storm that moves so far destroys, in a few words."""
    game = seen.game
    lost: dict[str, int] = {}
    spice = 0
    for one in swept(seen, sectors):
        if isinstance(one, StormStruck):
            spice += one.spice
            for faction, number in one.forces.items():
                lost[faction] = lost.get(faction, 0) + number
    words = [f"{number} of {seen.called(faction)}" for faction, number in lost.items()]
    words += [seen.spice(spice)] if spice else []
    return f"to sector {(game.storm + sectors) % SECTORS}, destroys {listed(words)}."


def atomics(seen: Foresight) -> Lines:
    """DUN-7.9.2, DUN-7.9.3: who dies on the wall, and what this very storm does afterwards."""
    movement = seen.view.movement or 0

    def explodes(there: Dune, tell: Tell) -> None:
        blow_up(there, seen.seat, tell)
        move_storm(there, Storm(movement=movement), tell)

    happened = seen.shadow.after(explodes)[1]
    (wall,) = [one for one in happened if isinstance(one, WallDestroyed)]
    lines = [wall.say(seen.names)] if wall.forces else ["Nobody stands on the wall."]
    lines.append(f"From now on the storm kills in {listed([seen.land(one) for one in sorted(WALLED)])}.")
    return lines + [one.say(seen.names) for one in happened if isinstance(one, StormStruck)]


# --- alliances ----------------------------------------------------------------------------------


def alliance(seen: Foresight, faction: str) -> Lines:
    """DUN-4.3.3, DUN-4.10.3, DUN-5.2.4: what an alliance would bring both."""
    other = seen.shadow.seat_of(faction)
    asked = (faction, seen.shadow.faction(seen.seat)) in seen.view.proposals
    lines = [f"{seen.called(faction)} has proposed to you: you are allied at once."] if asked else []
    lines.append(f"They would lend you {given(seen, other)}; you would lend them {given(seen, seen.seat)}.")
    held = strongholds(seen.game, tuple(sorted((seen.seat, other))))
    return [*lines, f"Together you win with {TOGETHER} strongholds and have {held}; alone you could not win any more."]


def given(seen: Foresight, seat: int) -> str:
    """DUN-5.2.4: the advantages that a seat lends to an ally."""
    number = seen.game.factions[seat]
    words = [seen.names.label("advantage", one) for one in LENT_BY.get(number, ())]
    words += ["extra revivals"] if number == THRONE else []
    return listed([*words, f"{seen.names.label('word', 'spice')} for bids and shipments"])


def broken(seen: Foresight) -> Lines:
    """DUN-4.3.2, DUN-5.2.4: what ends with the alliance."""
    ally = seen.game.ally[seen.seat]
    return [
        f"{seen.who(ally)} no longer lends you {given(seen, ally)}, nor you them {given(seen, seen.seat)}.",
        "You can make another alliance in this same Nexus.",
    ]
