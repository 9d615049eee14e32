"""The common parts of all bots of Thrice: memory, answers at any seat, trying answers out by the rules."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import ClassVar, get_args

from turncoat.games.thrice.actions import (
    DONE,
    TABLE_ROLLS,
    Advance,
    Attack,
    Counter,
    Disengage,
    Engage,
    Gather,
    Lock,
    Swipe,
    TableRolls,
    ThriceAction,
)
from turncoat.games.thrice.acts import ACTS
from turncoat.games.thrice.bot.judgement import Judgement
from turncoat.games.thrice.bot.world import Seen, World, face, imagined
from turncoat.games.thrice.events import Bled, FellHelpless, Strengthened, Struck
from turncoat.games.thrice.skills import DISENGAGE, INTERCEPT
from turncoat.games.thrice.state import Thrice
from turncoat.games.thrice.tricks import TRICK_ACTIONS, carry_out, coins_on, trick_of, use_coin
from turncoat.games.thrice.view import ThriceView
from turncoat.games.thrice.zones import advance, disengage, engage, gather
from turncoat.kernel import Bot, Box, Boxes, Chance, Event, Order, Some, clone, draw, tag_of
from turncoat.kernel.bargaining import Bargainer, Worth
from turncoat.kernel.events import SILENCE
from turncoat.kernel.promise import Message, Say

UNSEEN = frozenset(map(tag_of, get_args(ThriceAction)))
"""Actions that others see only by their effects, so that no promise about them can be judged."""

MOVES = (Engage, Advance, Gather, Disengage)
"""THR-9: the answers that move a combatant."""


def after(game: Thrice, who: int, action: ThriceAction, price: int = 0) -> Thrice:
    """The combat after a trick or a move; attacks are judged by odds.

    Args:
        game: The combat before; it stays unchanged.
        who: The combatant who acts.
        action: A trick or a move.
        price: The advantage that it costs.
    """
    other = clone(game)
    if who < other.players:
        other.advantage[who] -= price
    match action:
        case Engage():
            engage(other, who, action.target, SILENCE)
        case Advance():
            advance(other, who, SILENCE)
        case Gather():
            use_coin(other, INTERCEPT, who)
            gather(other, who, action.targets, SILENCE)
        case Disengage():
            use_coin(other, DISENGAGE, who)
            disengage(other, who, SILENCE)
        case _:
            carry_out(other, who, action, SILENCE)
    return other


def worth_trying(game: Thrice, boxes: Boxes[ThriceAction], kinds: tuple[type[ThriceAction], ...]) -> list[ThriceAction]:
    """The answers of these types, without those that are pointless, such as a lock on a coin that is not there."""
    found = [action for box in boxes.boxes if box.action in kinds for action in _answers(box)]
    return [action for action in found if not isinstance(action, Lock) or bites(game, action)]


def _answers(box: Box[ThriceAction]) -> Iterator[ThriceAction]:
    """The answers of a box; if any number of targets can be named, all of them."""
    many = [(name, space) for name, space in box.fields if isinstance(space, Some | Order)]
    if many:
        first = box.nth(0)
        plain = {name: getattr(first, name) for name, _ in box.fields}
        yield box.action(**plain | {name: space.values for name, space in many})
        return
    for index in range(box.count()):
        yield box.nth(index)


def bites(game: Thrice, action: Lock) -> bool:
    """THR-13.5: whether a lock prevents the use of a coin."""
    return action.trick in game.coins and bool(coins_on(game, action.trick, action.to))


def tricks_open(world: World, boxes: Boxes[ThriceAction]) -> list[ThriceAction]:
    """The tricks that can be activated; of several equal opponents only one counts as receiver."""
    found: dict[object, ThriceAction] = {}
    faces: dict[int, object] = {}
    for action in worth_trying(world.game, boxes, TRICK_ACTIONS):
        to = int(getattr(action, "to", -1))
        if to not in faces:
            faces[to] = face(world, world.game, to)
        found.setdefault((trick_of(action), getattr(action, "skill", getattr(action, "token", "")), faces[to]), action)
    return list(found.values())


def attack_on(targets: tuple[int, ...], boxes: Boxes[ThriceAction]) -> ThriceAction | None:
    """The answer that attacks exactly these targets; None if there is none."""
    if len(targets) == 1:
        return boxes.settle(Attack(targets[0]))
    for first in targets:
        others = tuple(target for target in targets if target != first)
        if (found := boxes.settle(Swipe(first, others))) is not None:
            return found
    return None


WORTHWHILE = 0.1
"""A move must gain at least this much."""


USUAL: dict[bool, type[Fighter]] = {}
"""The bots that answer for a bot at seats for which it is not made: the GM's, and the others."""


class Fighter(Bot[ThriceView, ThriceAction]):
    """A bot that sees what its seat sees, and remembers how hard opponents hit and when they fell.

    Attributes:
        leads: Whether it is made for the GM's seat; if not, for a character's.
        seen: What the bot remembers of the combat.
        bargainer: The promises that the bot knows.
    """

    leads: ClassVar[bool] = False

    def __init__(self, seat: int, seats: int, chance: Chance) -> None:
        super().__init__(seat, seats, chance)
        self.seen = Seen()
        self.bargainer = Bargainer(seat, seats, self.below, UNSEEN, ACTS.tags)

    @classmethod
    def suits(cls, seat: int, seats: int) -> bool:
        """THR-1.1: whether the bot is made for this seat; the last seat is the GM's."""
        return cls.leads == (seat == seats - 1)

    def hear(self, event: Event) -> None:
        """THR-1.3: note wounds, which everybody sees."""
        seen, players = self.seen, self.seats - 1
        match event:
            case Struck():
                self._lose(event.target, event.loss)
                if event.attacker >= players:
                    seen.damage = max(seen.damage, event.loss)
            case Bled():
                self._lose(event.who, event.loss)
            case Strengthened():
                self._lose(event.who, -event.gain)
            case FellHelpless() if event.who >= players:
                lost = seen.lost.get(event.who, 0)
                seen.fallen = min(seen.fallen, lost) if seen.fallen else lost
            case _:
                pass

    def read(self, message: Message) -> None:
        """THR-8.2: take in what was said."""
        self.bargainer.read(message)

    def talk(self, view: ThriceView, boxes: Boxes[ThriceAction]) -> list[Say]:
        """THR-1.1: say no to those who ask the GM for deals."""
        return self.reply(view, boxes)

    def reply(self, view: ThriceView, boxes: Boxes[ThriceAction]) -> list[Say]:
        """THR-1.1: answer no."""
        return self.bargainer.replies(lambda offer: Worth(None))

    def _lose(self, who: int, loss: int) -> None:
        self.seen.lost[who] = self.seen.lost.get(who, 0) + loss

    def answer(self, view: ThriceView, boxes: Boxes[ThriceAction]) -> ThriceAction:
        """One of the legal answers: this class decides what both sides have to decide, its subclass the rest."""
        if not self.suits(self.seat, self.seats):
            return self._stand_in().answer(view, boxes)
        kinds = {box.action for box in boxes.boxes}
        if TableRolls in kinds:
            return TABLE_ROLLS
        if Counter in kinds:
            return Counter()
        return self.decide(view, boxes, kinds)

    def _stand_in(self) -> Fighter:
        """THR-1.1: the bot that answers at this seat instead, with the memory of this one."""
        other = USUAL[not self.leads](self.seat, self.seats, self.chance)
        other.seen = self.seen
        return other

    @abstractmethod
    def decide(self, view: ThriceView, boxes: Boxes[ThriceAction], kinds: set[type[ThriceAction]]) -> ThriceAction:
        """The answer of this kind of bot to its question."""

    # --- what both sides need -----------------------------------------------------------------

    def below(self, sides: int) -> int:
        """A number drawn from its own random generator."""
        return draw(self.chance, sides)

    def imagine(self, view: ThriceView) -> World:
        """The combat as far as the bot can know it."""
        return imagined(view, self.seen)

    def best_move(self, judgement: Judgement, who: int, boxes: Boxes[ThriceAction], side: float) -> ThriceAction:
        """THR-9: the move that improves the bot's side most; ``done`` if none is worth it."""
        game = judgement.world.game
        now = judgement.score(game)
        best: ThriceAction = DONE
        most = WORTHWHILE
        for action in worth_trying(game, boxes, MOVES):
            gain = side * (judgement.score(after(game, who, action)) - now)
            if gain > most:
                best, most = action, gain
        return best
