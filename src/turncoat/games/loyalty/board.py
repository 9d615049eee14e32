"""Draws Loyalty from a view: the map, the players, the possible ends and the viewer's own card."""

from __future__ import annotations

from collections.abc import Mapping

from turncoat.drawing import pieces
from turncoat.drawing.pieces import tools
from turncoat.drawing.scene import Board, Card, Scene, Status
from turncoat.drawing.svg import el
from turncoat.games.loyalty.actions import LoyaltyAction
from turncoat.games.loyalty.drawing import position as said
from turncoat.games.loyalty.drawing.map import Map
from turncoat.games.loyalty.drawing.names import spoken
from turncoat.games.loyalty.drawing.outlook import outlook
from turncoat.games.loyalty.drawing.position import Picture, marching
from turncoat.games.loyalty.drawing.table import Surroundings
from turncoat.games.loyalty.text import FACTION_NAMES
from turncoat.games.loyalty.view import LoyaltyView
from turncoat.kernel import Names

CARDS: Mapping[str, Card] = {
    "move": Card("Move", "loy-move", "Move units from one place to the next, or across a road whose owner agrees. "
                 "Where you need leave, you ask for it and may offer coins.", "LOY-10.1"),
    "attack": Card("Attack", "attack", "Send militia against players in one place; both sides lose one for "
                                       "one.", "LOY-10.2"),
    "proselytize": Card("Proselytize", "loy-recruit", "Each priest recruits one citizen for one coin.", "LOY-10.3"),
    "call_to_arms": Card("Call to Arms", "loy-arms", "Citizens of a city become militia.", "LOY-10.4"),
    "call_to_faith": Card("Call to Faith", "loy-faith", "Citizens of a city become priests.", "LOY-10.4"),
    "campaign": Card("Campaign", "loy-campaign", "Priests move a city's loyalty: a tick costs two coins.", "LOY-10.5"),
    "switch": Card("Switch", "loy-flag", "Take another public colour.", "LOY-14.1f"),
    "pass": Card("Pass", "stop", "Skip this action.", "LOY-9.2"),
    "grant": Card("Grant", "check", "Give leave for the price that was offered.", "LOY-8.5"),
    "counter": Card("Counter", "give", "Give leave for another price.", "LOY-8.5"),
    "refuse": Card("Refuse", "cross", "Give no leave: nothing happens.", "LOY-8.5"),
    "accept": Card("Accept", "check", "Pay what is asked; the action happens.", "LOY-8.5"),
    "withdraw": Card("Withdraw", "cross", "Withdraw the request; it costs no action.", "LOY-8.5"),
    "join": Card("Join", "support", "Your militia there defend with the others.", "LOY-10.2.6"),
    "decline": Card("Stay out", "stop", "You do not help the defenders.", "LOY-10.2.6"),
    "propose": Card("Propose", "card", "Propose how the defenders share their losses.", "LOY-10.2.8"),
    "leave_it": Card("Leave it", "stop", "Make no proposal. Then the attacked players lose units first, in the order "
                     "in which the attacker named them, and then the helpers, in the order in which they joined.",
                     "LOY-10.2.8"),
    "agree": Card("Agree", "check", "The losses are shared as proposed, if everybody agrees.", "LOY-10.2.8"),
    "object": Card("Object", "cross", "Do not agree: the losses are shared by the default.", "LOY-10.2.8"),
    "lose": Card("Losses", "loy-faith", "Choose which of your civilians die.", "LOY-10.2.10"),
    "kill": Card("Victims", "attack", "Choose which civilians die.", "LOY-14.10"),
    "bring": Card("Followers", "loy-move", "Choose which other units follow to the battlefield, if "
                                           "any.", "LOY-10.2.13"),
    "carry": Card("Coins", "give", "Choose how many coins the units carry.", "LOY-14.8"),
    "pay": Card("Payment", "give", "Choose the coins with which you pay.", "LOY-14.8"),
    "look_at": Card("Look", "loy-eye", "You look at one unused card; nobody else sees it.", "LOY-14.4"),
    "look_away": Card("Look away", "stop", "You look at no card.", "LOY-14.4"),
    "build_city": Card("Build a city", "loy-city", "Add an outer city and join it to a city by a road.", "LOY-14.7"),
    "build_road": Card("Build a road", "loy-move", "Add a road between two cities that no road joins yet.", "LOY-14.7"),
    "choose_home": Card("Home", "loy-city", "Choose the outer city in which you begin.", "LOY-3.5"),
    "choose_road": Card("First road", "loy-move", "Choose the road on which your first citizens settle.", "LOY-14.7"),
    "choose_colour": Card("Colour", "loy-flag", "Choose the public colour with which you begin.", "LOY-14.1a"),
    "stay": Card("Stay", "stop", "Keep your colour.", "LOY-14.1f"),
    "permit": Card("Standing permission", "loy-leave", "Let a player enter a place, or pass over a road of yours, "
                   "until you cancel it. It counts only while your permission is needed there.", "LOY-8.8"),
    "revoke": Card("Cancel a permission", "cross", "Cancel a permission that you have published.", "LOY-8.8"),
    "give": Card("Gift", "give", "You give coins, at once and in public.", "LOY-8.9"),
    "transfer": Card("Gift", "give", "You give coins that lie on the map; they stay there. It happens at once and in "
                     "public.", "LOY-8.9"),
}  # fmt: skip
"""The actions as cards."""


def drawing(picture: Picture, names: Names, scene: Scene) -> str:
    """The whole table for one moment."""
    now = picture.now
    letters = pieces.initials(tuple(names.label("seat", seat) for seat in range(len(now.coins))))
    board, round_it = Map(picture, names, scene, letters), Surroundings(now, names, scene, letters)
    closer = tools("loyalty", f"{scene.id}-map", "loy-zoom")
    beside = (round_it.affair(), round_it.players(), round_it.own(), round_it.ends(), round_it.row(), round_it.leaves())
    return el(
        "div",
        el("div", board.svg(), class_="loy-scroll", id=f"{scene.id}-scroll", tabindex=0, role="region",
           aria_label="The map", data_zoom="loyalty"),
        closer,
        el("div", *beside, class_="loy-beside", id=f"{scene.id}-beside", tabindex=0, role="region",
           aria_label="Round the map"),
        el("p", "Point at a place to read who stands there and whose it is.", class_="board-tip", data_tip_line=True,
           aria_hidden=True, id=f"{scene.id}-tip"),
        class_="loy",
        id=f"{scene.id}-loy",
        role="group",
        aria_label="The table",
    )  # fmt: skip


def in_text(now: LoyaltyView, names: Names, scene: Scene) -> tuple[str, ...]:
    """The whole table in sentences."""
    lines = said.affair_words(now, names)
    lines += [
        said.player_words(now, seat, names.label("seat", seat), own=seat == scene.own) for seat in range(len(now.coins))
    ]
    lines += said.ends_words(now, names)
    if now.card is not None and now.result is None:
        lines.append(f"Your loyalty card: you serve {FACTION_NAMES[now.card]}.")
        lines += [f"Unused card {number}, which you saw: {FACTION_NAMES[face]}." for number, face in now.seen.items()]
    lines += [said.place_words(now, place, names) for place in now.places]
    lines += [said.leave_words(now, leave, names) for leave in now.leaves]
    return tuple(lines)


def status(view: LoyaltyView) -> Status:
    """LOY-2.5, LOY-13.8: the number of the round, and whether it is the last."""
    limit = view.options.round_limit
    if view.result is not None:
        return Status("The game is over", limit, limit)
    if not view.turn:
        return Status("The map is prepared", 0, limit)
    final = f", final round for {FACTION_NAMES[view.faction]}" if view.faction else ""
    return Status(f"Round {view.round}{f' of {limit}' if limit else ''}{final}", view.round - 1, limit)


BOARD: Board[LoyaltyView, LoyaltyAction] = Board(
    CARDS,
    draw=lambda view, names, scene: drawing(Picture(view, marching(view)), names, scene),
    in_text=lambda view, names, scene: (f"{status(view).text}.", *in_text(view, names, scene)),
    scored="victory points",
    stakes=said.stakes,
    zooms="loyalty",
    status=status,
    # A move that needs leave is made up like one that needs none: whether it does depends on where it goes.
    joined={"ask_to_move": "move", "ask_to_attack": "attack"},
    outlook=outlook,
    names=spoken,
)
