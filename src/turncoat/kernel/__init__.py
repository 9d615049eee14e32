"""The names that the author of a game imports; everything else in this package is internal and may change.

``docs/adding-a-game.md`` says of each name what it is for.
"""

from __future__ import annotations

from turncoat.kernel import play
from turncoat.kernel.acts import Act, Acts
from turncoat.kernel.bot import Bot
from turncoat.kernel.boxes import Action, Box, Boxes, Closed, box, shut, tag_of
from turncoat.kernel.chance import Chance, draw, shuffle
from turncoat.kernel.cloning import clone
from turncoat.kernel.decision import always, decide, never
from turncoat.kernel.events import Event, Tell, events_of, stages_of
from turncoat.kernel.flows import GAME_OVER, LEAVE, Exit, Outcome, Pending, Play, Section, each, flow, within
from turncoat.kernel.lazy_boxes import LazyBoxes
from turncoat.kernel.lexicon import amount, listed
from turncoat.kernel.message import Kind, Message, Says, Seat, Seats
from turncoat.kernel.repeated_question import OrderChoice, RepeatedQuestion
from turncoat.kernel.ruleset import Finding, Ruleset, SeatNames, about, number, text
from turncoat.kernel.space import Amounts, Between, Names, OneOf, Order, Some
from turncoat.kernel.still import Still

__all__ = [
    "GAME_OVER",
    "LEAVE",
    "Act",
    "Action",
    "Acts",
    "Amounts",
    "Between",
    "Bot",
    "Box",
    "Boxes",
    "Chance",
    "Closed",
    "Event",
    "Exit",
    "Finding",
    "Kind",
    "LazyBoxes",
    "Message",
    "Names",
    "OneOf",
    "Order",
    "OrderChoice",
    "Outcome",
    "Pending",
    "Play",
    "RepeatedQuestion",
    "Ruleset",
    "Says",
    "Seat",
    "SeatNames",
    "Seats",
    "Section",
    "Some",
    "Still",
    "Tell",
    "about",
    "always",
    "amount",
    "box",
    "clone",
    "decide",
    "draw",
    "each",
    "events_of",
    "flow",
    "listed",
    "never",
    "number",
    "play",
    "shuffle",
    "shut",
    "stages_of",
    "tag_of",
    "text",
    "within",
]
