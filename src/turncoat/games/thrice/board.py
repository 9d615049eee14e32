"""How Thrice looks: the field, the initiative board, dice, odds and sheets, drawn from a view or from a still."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from turncoat.drawing.pieces import initials
from turncoat.drawing.scene import Board, Card, Ready, Scene, Status
from turncoat.drawing.svg import el
from turncoat.games.thrice.actions import Build, ThriceAction
from turncoat.games.thrice.characters import ready_made
from turncoat.games.thrice.drawing import position as said
from turncoat.games.thrice.drawing.builds import KEPT, cells
from turncoat.games.thrice.drawing.chair import let_bot, quick, tried
from turncoat.games.thrice.drawing.field import Field
from turncoat.games.thrice.drawing.names import spoken
from turncoat.games.thrice.drawing.outlook import outlook
from turncoat.games.thrice.drawing.paper import blank_sheet, papers, printed
from turncoat.games.thrice.drawing.portrait import portrait
from turncoat.games.thrice.drawing.position import Position
from turncoat.games.thrice.drawing.sheet import Sheets
from turncoat.games.thrice.drawing.stakes import stakes, why
from turncoat.games.thrice.drawing.table import Surroundings
from turncoat.games.thrice.options import Options
from turncoat.games.thrice.text import NUMBERS
from turncoat.games.thrice.view import ThriceView
from turncoat.kernel import Names

BUILD_LABELS = {
    "removed": "Opponents removed, one more point for each",
    "second": "Opponents of the second kind",
    "points": "What the points buy",
}
DICE_LABELS = {"first": "First die", "second": "Second die", "third": "Third die"}
TRAIT_LABELS = {
    "first": "First trait",
    "second": "Second trait",
    "third": "Third trait",
    "points": "Points on skills",
    "name": "Name",
}
"""The labels of form fields."""
OVERRULE, NAMING, SEVERAL = "Overrule", "Name and face", "Several at once"
"""THR-17.3, THR-5.11, THR-8.6: the headings of the GM's actions that belong together."""

TOLD = "Everybody is told."
"""THR-17.3: the note on each way to overrule."""

TAKE_BACK = "Everything is as before this step, and everybody is told. You cannot undo a step after dice were rolled."
"""THR-17.4: the note on taking a step back."""

CARDS: Mapping[str, Card] = {
    "create": Card(
        "Create",
        "card",
        NUMBERS,
        "THR-3.1",
        TRAIT_LABELS,
    ),
    "build": Card(
        "One kind", "helm", "All opponents are alike. Each point buys a step or a trick.", "THR-5.4", BUILD_LABELS
    ),
    "build~2": Card(
        "Two kinds", "helm", "There are two kinds of opponents; both have the same initiative.", "THR-5.4", BUILD_LABELS
    ),
    "call": Card(
        "Prepared opponents", "helm", "Their name, face and word; and what the points buy.", "THR-5.10", group=NAMING
    ),
    "name": Card(
        "Name", "card", "What each is called before its number.", "THR-5.11", {"called": "Name, such as Wolf"}, NAMING
    ),
    "mask": Card("Face", "helm", "The face that all show.", "THR-5.11", group=NAMING),
    "word": Card("Word", "card", "What everybody reads when they come.", "THR-5.11", {"word": "Word"}, NAMING),
    "hurt": Card("Take condition off", "thr-away", TOLD, "THR-17.3", {"who": "Whose", "loss": "How much"}, OVERRULE),
    "heal": Card("Add condition", "thr-up", TOLD, "THR-17.3", {"who": "Whose", "gain": "How much"}, OVERRULE),
    "dismiss": Card(
        "Let go",
        "thr-away",
        f"{TOLD} A combatant who is let go takes no part any more. With “Let in” you can let them come in again.",
        "THR-17.3",
        {"who": "Whom"},
        OVERRULE,
    ),
    "admit": Card(
        "Let in", "thr-go", f"{TOLD} A combatant who has left comes back.", "THR-17.3", {"who": "Whom"}, OVERRULE
    ),
    "hold_back": Card(
        "Keep back for a second wave",
        "thr-away",
        f"{TOLD} They leave the combat now. “The second wave comes” then lets them in together, in any later round.",
        "THR-17.3",
        {"who": "Opponents"},
        OVERRULE,
    ),
    "wave": Card(
        "The second wave comes",
        "thr-go",
        f"{TOLD} Opponents who have left come in together.",
        "THR-17.3",
        {"who": "Opponents"},
        OVERRULE,
    ),
    "undo": Card("Undo the last step", "thr-away", TAKE_BACK, "THR-17.4", group=OVERRULE),
    "settle": Card(
        "End by talk",
        "check",
        f"{TOLD} Nobody has won, and nobody dies. You cannot undo this.",
        "THR-17.3",
        group=OVERRULE,
    ),
    "ambush": Card(
        "Sneak up",
        "thr-away",
        "Choose who has sneaked up: they start in the distant zone. You may choose nobody.",
        "THR-7.1",
        {"who": "Who sneaked up"},
    ),
    "swap": Card(
        "Swap and roll",
        "dice",
        "Each d10 that you swap for a d6 makes a hit less likely and brings more advantage.",
        "THR-6.2",
        {"dice": "How many"},
    ),
    "dice": Card(
        "My dice",
        "dice",
        "Say what your dice showed, the d10 first.",
        "THR-O24",
        DICE_LABELS,
        digits="Three digits, 0 for 10",
    ),
    "two_dice": Card(
        "My dice", "dice", "Say what the two d10 showed.", "THR-O24", DICE_LABELS, digits="Two digits, 0 for 10"
    ),
    "table_rolls": Card("Let it roll", "play", "The program rolls for you.", "THR-O24"),
    "take": Card("I go next", "thr-go", "You take the next turn; agree with the others by talking.", "THR-8.2"),
    "send": Card("Send", "helm", "This opponent takes the next turn.", "THR-8.3"),
    "charge": Card(
        "Several attack the nearest",
        "attack",
        "They go one after the other; each attacks the nearest character, from where it stands, without tricks.",
        "THR-8.6",
        {"who": "Opponents who go"},
        SEVERAL,
    ),
    "assault": Card(
        "Several attack one",
        "attack",
        "They go one after the other; each attacks this character, from where it stands, without tricks.",
        "THR-8.6",
        {"target": "Whom they attack", "who": "Opponents who go"},
        SEVERAL,
    ),
    "attack": Card("Attack", "attack", "Attack one opponent you can reach. Next you swap dice and roll.", "THR-10.1"),
    "swipe": Card("Swipe", "thr-swipe", "Attack several opponents at once; it costs a coin of Swipe.", "THR-12.7"),
    "engage": Card(
        "Engage",
        "thr-engage",
        "Close in: a fighter who is engaged can only fight those in the same engagement.",
        "THR-9.2",
    ),
    "advance": Card("Advance", "thr-advance", "Step from the distant into the free zone.", "THR-9.7"),
    "gather": Card("Gather", "thr-engage", "Draw opponents to yourself; it costs a coin of Intercept.", "THR-R24"),
    "disengage": Card(
        "Disengage", "thr-away", "Move one step away: from engaged to free, to distant, out of the combat.", "THR-12.4"
    ),
    "give": Card("Trick", "thr-trick", "Activate a trick for yourself or a friend, before your attack.", "THR-11.2"),
    "enforce": Card(
        "Enforce", "thr-up", "Raise a skill by a step for this combat; at 5 it falls back and gets a token.", "THR-13.2"
    ),
    "push_back": Card("Flank", "thr-away", "A character acts after the opponents from now on.", "THR-13.3"),
    "lock": Card("Lock", "lock", "Keep a combatant from using a trick.", "THR-13.5"),
    "neutralize": Card("Neutralize", "cross", "Remove a token, a coin or a lock.", "THR-13.6"),
    "intercept": Card("Intercept", "defend", "Become the target instead of an ally.", "THR-12.5"),
    "send_in": Card("Intercept", "defend", "An opponent becomes the target instead of another.", "THR-12.5"),
    "counter": Card("Counter", "thr-counter", "Strike back at the opponent who has just missed.", "THR-12.2"),
    "done": Card("Done", "check", "You do nothing more in this turn.", "THR-8.4"),
}
"""The actions as cards."""


def drawing(position: Position, names: Names, scene: Scene) -> str:
    """The table: what is going on, the field, and beside it dice, the viewer's sheet, the opponents, the others."""
    letters = initials_of(position.view, names)
    round_it = Surroundings(position, names, scene, letters)
    sheets = Sheets(position, names, scene, letters)
    tip = el("p", "Point at a token to read who it is, and its condition.", class_="board-tip", data_tip_line=True,
             aria_hidden=True, id=f"{scene.id}-tip")  # fmt: skip
    field = Field(position, names, scene, letters).svg()
    beside = round_it.tray() + sheets.near() + sheets.others()
    return el(
        "div",
        el("div", round_it.band(), field, tip, class_="thr-ground", id=f"{scene.id}-ground-frame"),
        el("div", beside or " ", class_="thr-beside", id=f"{scene.id}-beside", tabindex=0, role="region",
           aria_label="Sheets and opponents"),
        class_="thr",
        id=f"{scene.id}-thr",
        role="group",
        aria_label="The table",
    )  # fmt: skip


def aside(position: Position, names: Names, scene: Scene) -> str:
    """The odds of an attack, shown beside the choice of a target."""
    odds = Surroundings(position, names, scene, initials_of(position.view, names)).odds()
    return el("div", odds, class_="thr thr-aside", id=f"{scene.id}-near") if odds else ""


def initials_of(now: ThriceView, names: Names) -> tuple[str, ...]:
    """One or two letters for each player, then a number for each opponent."""
    characters = initials([names.label("combatant", seat) for seat in range(now.gm)])
    opponents = tuple(said.short(names, opponent.who, now.gm) for opponent in now.opponents)
    return (*characters, *opponents)


def status(view: ThriceView) -> Status:
    """THR-8.1: the number of the round."""
    limit = view.options.round_limit
    if view.result:
        return Status("The combat is over", view.round if limit else 0, limit)
    if not view.round:
        return Status("Before the combat", 0, limit)
    of = f" of {limit}" if limit else ""
    return Status(f"Round {view.round}{of}", view.round - 1 if limit else 0, limit)


def at_this_question(view: ThriceView) -> Mapping[str, Card]:
    """THR-7.3: in the initiative roll a swap changes who acts first."""
    if view.round or not view.combatants:
        return {}
    text = (
        "Each d10 that you swap for a d6 makes it less likely that you act before the opponents, and brings advantage."
    )
    return {"swap": replace(CARDS["swap"], help=text)}


def ready(view: ThriceView, names: Names) -> tuple[Ready, ...]:
    """THR-3: prepared characters, for players who want to begin at once."""
    return () if view.sheets else tuple(Ready(*one) for one in ready_made(view.options))


def picture(domain: str, value: str) -> str:
    """THR-3.1: the face of a kin."""
    return portrait(value) if domain == "kin" else ""


BOARD: Board[ThriceView, ThriceAction] = Board(
    CARDS,
    draw=lambda view, names, scene: drawing(Position(view), names, scene),
    in_text=lambda view, names, scene: (f"{status(view).text}.", *said.in_text(Position(view), names, scene.own)),
    scored="how many of the other side are out of the fight",
    at_this_question=at_this_question,
    stakes=stakes,
    status=status,
    aside=lambda view, names, scene: aside(Position(view), names, scene),
    names=spoken,
    weighed=frozenset({"interception.choose", "riposte.choose", "preparation.tricks", "reward.choose"}),
    prefilled=frozenset({"match.opponents", "match.ambush"}),
    ready=ready,
    picture=picture,
    quick=quick,
    let_bot=let_bot,
    tries=lambda _, action: isinstance(action, Build),
    tried=tried,
    outlook=outlook,
    why=why,
    kept=KEPT,
    cells=cells,
    papers=papers,
    printed=lambda view, names, scene, paper: printed(Position(view), names, scene, initials_of(view, names), paper),
    blank=lambda: blank_sheet(Options()),
)
