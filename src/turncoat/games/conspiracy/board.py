"""Draws Conspiracy from a view: the columns, the players and the viewer's own hand."""

from __future__ import annotations

from collections.abc import Mapping

from turncoat.drawing import pieces
from turncoat.drawing.scene import Board, Card, Scene, Status
from turncoat.drawing.svg import el
from turncoat.games.conspiracy.actions import ConspiracyAction
from turncoat.games.conspiracy.drawing import position as said
from turncoat.games.conspiracy.drawing.map import Map
from turncoat.games.conspiracy.drawing.names import spoken
from turncoat.games.conspiracy.drawing.outlook import outlook
from turncoat.games.conspiracy.drawing.position import Position
from turncoat.games.conspiracy.drawing.table import Surroundings, count_words
from turncoat.games.conspiracy.pieces import SUIT_NAMES
from turncoat.games.conspiracy.text import coin_name, counted, tile_name
from turncoat.games.conspiracy.view import ConspiracyView, OwnView
from turncoat.kernel import Names, listed

CARDS: Mapping[str, Card] = {
    "place": Card("Place Coin", "con-place", "Place a coin on a free space. It must point at a coin, a face-up tile or "
                  "an empty cell of the Present. You may lay a new tile under it first.", "CON-5.a"),
    "reveal": Card("Reveal Coin", "con-reveal", "Turn a coin symbol side up, if the numbers of the coins that point at "
                   "it are enough. You also give a coin from your hand to another player.", "CON-5.b"),
    "attack": Card("Attack Coin", "attack", "Place a coin that points at another coin. If its number is high enough, "
                   "that coin is hit. You also give a coin from your hand to another player.", "CON-5.c"),
    "turn_up": Card("Reveal Tile", "con-tile", "Turn up a tile with two symbols on it that support it. You also "
                    "give a coin from your hand to another player.", "CON-5.d"),
    "advance": Card("Advance Column", "con-advance", "Roll for a column; two successes push it towards the Present.",
                    "CON-5.e"),
    "stop": Card("Stop", "stop", "End your actions; the remaining action points are lost.", "CON-5"),
    "goal": Card("Secret goal", "con-goal", "Choose a suit and a number from the three coins you drew.", "CON-S.5"),
    "now": Card("Now", "con-now", "Take your turn at once.", "CON-O.4.g"),
    "wait": Card("Wait", "clock", "Let the others go first.", "CON-O.4.g"),
    "remove": Card("Remove", "cross", "Give a second coin away: the coin you hit leaves the board.", "CON-5.c.iv"),
    "turn_back": Card("Turn back", "con-reveal", "The coin you hit stays, number side up.", "CON-5.c.iv"),
    "save": Card("Save", "lock", "Keep a coin for your next turn; everybody sees its number.", "CON-6"),
    "save_nothing": Card("Save nothing", "stop", "You save no coin; all coins in your hand go into the bag.", "CON-6"),
    "mark": Card("Mark", "con-mark", "Mark a tile of the Present that shows half of your goal.", "CON-9"),
    "mark_nothing": Card("No mark", "stop", "Keep your progress to yourself.", "CON-9.a"),
    "claim": Card("Claim the win", "crown", "Disclose your goal and win.", "CON-10"),
    "decline": Card("Not now", "stop", "You do not claim the win now; the game goes on.", "CON-R30"),
}  # fmt: skip
"""The cards of the actions, with their texts."""


def drawing(now: Position, names: Names, scene: Scene) -> str:
    """The whole table at one moment."""
    letters = pieces.initials(tuple(names.label("seat", seat) for seat in range(len(now.view.players))))
    board, round_it = Map(now, names, scene, letters), Surroundings(now, names, scene, letters)
    beside = el("div", round_it.players(), round_it.middle(), round_it.own(), class_="con-beside")
    scroll = el("div", board.svg(), class_="con-scroll", id=f"{scene.id}-scroll", tabindex=0, role="region",
                aria_label="The columns")  # fmt: skip
    tip = el("p", TIP, class_="board-tip", data_tip_line=True, aria_hidden=True, id=f"{scene.id}-tip")
    parts = (beside, el("div", scroll, tip, class_="con-columns"), round_it.count())
    return el("div", *parts, class_="con", id=f"{scene.id}-con", role="group", aria_label="The table")


TIP = "Point at a piece, or tap it, to see what it points at and what it needs."
"""The hint below the columns while no piece is selected."""


def in_text(view: ConspiracyView, names: Names, scene: Scene) -> tuple[str, ...]:
    """The whole table in sentences."""
    called, tips = [names.label("seat", seat) for seat in range(len(view.players))], said.tips(view, names)
    lines = [f"The bag holds {counted(view.bag)}."]
    lines += [said.player_words(view, seat, name, own=seat == scene.own) for seat, name in enumerate(called)]
    lines += [f"{said.tile_label(tile, names)}. {tips.get(tile.cell, '')}".strip() for tile in view.tiles]
    lines += [f"{said.coin_label(view, coin, names)}. {tips[coin.space]}" for coin in view.coins]
    lines += [f"Column {outlook.column}: {tips[outlook.column]}" for outlook in view.column_outlooks]
    if view.own is not None:
        lines += own_words(view.own)
    return (*lines, count_words(view))


def own_words(own: OwnView) -> list[str]:
    """CON-I.1: the viewer's own goal, coins and tiles in sentences."""
    lines = [f"Your secret goal is {SUIT_NAMES[own.goal.suit]} and {own.goal.number}."] if own.goal else []
    named = {"Coins drawn": own.goal_coins, "Coins in hand": own.hand, "Coins received": own.received}
    lines += [f"{title}: {listed(map(coin_name, coins))}." for title, coins in named.items() if coins]
    if own.saved:
        lines.append(f"Coin saved: {coin_name(own.saved)}.")
    return [*lines, f"Your tiles: {listed(map(tile_name, own.tiles))}."] if own.tiles else lines


def status(view: ConspiracyView) -> Status:
    """CON-Q: the number of the round, with the limit if there is one."""
    limit = view.options.rounds
    if view.winners:
        return Status("The game is over", limit, limit)
    if not view.round:
        return Status("Goals are chosen", 0, limit)
    return Status(f"Round {view.round}{f' of {limit}' if limit else ''}", max(0, view.round - 1), limit)


BOARD: Board[ConspiracyView, ConspiracyAction] = Board(
    CARDS,
    draw=lambda view, names, scene: drawing(Position(view), names, scene),
    in_text=lambda view, names, scene: (f"{status(view).text}.", *in_text(view, names, scene)),
    outlook=outlook,
    scored="2 points for each half of a disclosed goal that the Present shows, 1 for a mark",
    status=status,
    names=spoken,
    unopened=frozenset({"match.goals"}),  # CON-S.5
)
