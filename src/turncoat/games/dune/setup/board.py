"""DUN-3: drawing and text of Setup, and the outlook for its answers."""

from __future__ import annotations

from turncoat.drawing.scene import Scene
from turncoat.drawing.svg import el, words
from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.advantages import PREDICTION
from turncoat.games.dune.drawing.moment import Moment
from turncoat.games.dune.drawing.outlook import Foresight, Lines
from turncoat.games.dune.drawing.tokens import rule_link
from turncoat.games.dune.facts import FACTION_IDS, FACTION_OF_LEADER
from turncoat.games.dune.setup import KeepTraitor, Predict
from turncoat.games.dune.shared.leaders import strength
from turncoat.kernel import Names


def setup_words(now: Moment, names: Names) -> Lines:
    """DUN-3: what happens before the first turn."""
    return ["Traitors are chosen, forces take their places, and a prediction is made."]


def setup(now: Moment, names: Names, scene: Scene) -> str:
    """DUN-3: what happens before the first turn, step by step."""
    sisters = names.label("faction", FACTION_IDS[PREDICTION.owner])
    steps = [
        (
            "Traitors",
            "You are dealt four traitor cards and secretly keep one: it betrays a player who fights you with it.",
            "DUN-3.2.2",
        ),
        ("Forces", f"Forces and {names.label('word', 'spice')} take their places.", "DUN-3.3.1"),
        ("Prediction", f"{sisters} write down who will win, and in which turn.", "DUN-3.4.1"),
        ("Cards", "Everybody is dealt a treachery card.", "DUN-3.5.1"),
    ]
    if PREDICTION.owner not in [FACTION_IDS.index(faction) for faction in now.factions]:
        del steps[2]
    made = "".join(
        el("li", el("b", words(title)), el("span", words(text)), rule_link(rule)) for title, text, rule in steps
    )
    return el("ol", made, class_="dune-steps")


def traitor(seen: Foresight, leader: str) -> Lines:
    """DUN-3.2.2, DUN-3.2.3, DUN-4.8.12: the leader's faction and strength."""
    owner, worth = FACTION_IDS[FACTION_OF_LEADER[leader]], strength(leader)
    if seen.shadow.seat_of(owner) == seen.seat:
        return [f"{seen.leader(leader)} is your own, and so will be nobody’s traitor; the card has no other use."]
    against = f"If {seen.called(owner)} ever leads with {seen.leader(leader)} (strength {worth}) against you"
    return [f"{against}, you can win without losses and gain {seen.spice(worth)}."]


def foreseen(seen: Foresight, action: DuneAction) -> Lines:
    """DUN-3: what an answer of setup would lead to."""
    match action:
        case KeepTraitor():
            return traitor(seen, action.leader)
        case Predict():
            wins = f"{seen.called(action.faction)} wins by strongholds in turn {action.turn}"
            return [f"If {wins}, alone or with an ally, you win alone instead."]
    return []
