"""The bot “plotter”: it works towards its goal, guards useful tiles, attacks others, and wins as soon as it can.

It makes and understands promises: not to attack for a while, and other acts that another player asks for.
"""

from __future__ import annotations

from turncoat.games.conspiracy.actions import (
    ChooseGoal,
    Claim,
    ConspiracyAction,
    Mark,
    Now,
    Remove,
    Save,
    SaveNothing,
    Stop,
)
from turncoat.games.conspiracy.acts import ACTS, round_over, seen
from turncoat.games.conspiracy.attack import TURN_BACK, turn_back
from turncoat.games.conspiracy.bot.confidence import GOALS_TOLD, hidden, lying, said
from turncoat.games.conspiracy.bot.judgement import ALARM, Judgement, Suspicions, World
from turncoat.games.conspiracy.bot.outlook import reach
from turncoat.games.conspiracy.bot.pacts import FAITHLESS, KINDNESS, PROMISED, Pacts, is_peace, peace
from turncoat.games.conspiracy.bot.plans import COIN, Option, Planner
from turncoat.games.conspiracy.events import RoundBegan
from turncoat.games.conspiracy.events.turn import as_shown, revealed
from turncoat.games.conspiracy.geometry import NUMBERS
from turncoat.games.conspiracy.goals import MARK_NOTHING
from turncoat.games.conspiracy.order import NOW, WAIT
from turncoat.games.conspiracy.pieces import RANK, SPIRALS, SUIT
from turncoat.games.conspiracy.state import Goal
from turncoat.games.conspiracy.view import ConspiracyView
from turncoat.kernel import Bot, Boxes, Chance, Event, draw
from turncoat.kernel.bargaining import Bargainer, Offer, Worth
from turncoat.kernel.confidence import Confidence
from turncoat.kernel.events import SILENCE
from turncoat.kernel.promise import Message, Pledge, Say

JUMP = 0.62
"""The bot does not let another player go first who may be this near to winning."""

COMMON = 0.4
"""How many times likelier a goal becomes for each half that an ally's goal shares with it."""

WARNING = "The player with the mark on {cell} is about to win. If you can, break up column {column}."


class Plotter(Bot[ConspiracyView, ConspiracyAction]):
    """The bot “plotter”. One instance sits at one seat of one table for a whole game."""

    def __init__(self, seat: int, seats: int, chance: Chance) -> None:
        super().__init__(seat, seats, chance)
        self.suspicions = Suspicions(seat, seats)
        self.bargainer = Bargainer(seat, seats, lambda sides: draw(chance, sides), acts=ACTS.tags)
        self.pacts = Pacts(seat, self.bargainer)
        self.confidence = Confidence(self.bargainer, GOALS_TOLD, self.suspicions.trust)
        self._told_of: set[tuple[str, str]] = set()
        self._thought: tuple[object, Planner] | None = None

    def hear(self, event: Event) -> None:
        """CON-I.6: learn about the goals of others from marks, reveals, attacks and gifts."""
        self._thought = None
        self.suspicions.hear(event)
        if isinstance(event, RoundBegan):
            self.bargainer.forget_offers()
        broken = self.bargainer.saw(seen(event), turn_over=round_over(event))
        for seat in (*self.bargainer.judge(revealed(event)), *broken):
            self.suspicions.betrayed(seat)

    def read(self, message: Message) -> None:
        """CON-I.5: the bot understands promises, requests and goals, but no other plain words."""
        laid = lying(message.said.text)
        if laid and message.sender == self.seat:
            self._told_of |= set(laid.items())
        elif laid and message.sender == self.suspicions.ally:
            self._thought = None
            self.suspicions.laid |= laid
        elif not self.confidence.read(message):
            self.bargainer.read(message)

    # --- what it says -------------------------------------------------------------------------

    def talk(self, view: ConspiracyView, boxes: Boxes[ConspiracyAction]) -> list[Say]:
        """CON-I.5: warn everybody of a leader, reply to requests, carry out agreements, propose something new."""
        if view.own is None:
            return []
        if view.own.goal is None:
            goal = self._goal(view, boxes)
            return self._confide(Goal(goal.suit, goal.number), asks=True)
        acts = Stop in {box.action for box in boxes.boxes}
        says = self._confide(view.own.goal, asks=False) + self._tell_ally(view)
        warnings = self._to_warn_of(view)
        if not acts and not warnings:
            return says
        judgement = self._planner(view).judgement if acts else self._judgement(view)
        threats = {seat: judgement.threat(seat) for seat in self.suspicions.goals}
        says += [self.bargainer.proclaim(said) for seat, said in warnings.items() if threats[seat] > ALARM]
        if acts:
            harmless = self._harmless(judgement)
            open_to = self.pacts.open_to(harmless)
            options = self._planner(view).options(boxes) if self.bargainer.waits or open_to else []
            says += self.bargainer.replies(lambda offer: self._worth(offer, options, harmless))
            says += self.pacts.exchange(harmless)
            if open_to and not self.bargainer.approached() and self._costs_nothing(options):
                says += self.pacts.propose(open_to)
        return says

    def _confide(self, own: Goal, *, asks: bool) -> list[Say]:
        """CON-I.5: exchange goals with one player; the bot asks for this while goals are chosen (CON-S.5)."""
        return self.confidence.talk(own, asks=asks) if self.suspicions.ally is None else []

    def _tell_ally(self, view: ConspiracyView) -> list[Say]:
        """CON-R14: tell the ally each hidden piece that the bot has laid or seen, once."""
        ally = self.suspicions.ally
        fresh = [card for card in hidden(view) if card not in self._told_of] if ally is not None else []
        self._told_of |= set(fresh)
        return [Say((ally,), self.bargainer.opened((said(*card),), ally)) for card in fresh if ally is not None]

    def reply(self, view: ConspiracyView, boxes: Boxes[ConspiracyAction]) -> list[Say]:
        """CON-I.5: when it is not its turn, the bot promises only not to attack."""
        if view.own is None or view.own.goal is None:
            return self.bargainer.replies(lambda offer: Worth(None))
        if Stop in {box.action for box in boxes.boxes}:
            options, judgement = self._planner(view).options(boxes), self._planner(view).judgement
            harmless = self._harmless(judgement)
            return self.bargainer.replies(lambda offer: self._worth(offer, options, harmless))
        return self.bargainer.replies(self._out_of_turn)

    def _harmless(self, judgement: Judgement) -> list[int]:
        """The players who are not about to win, and the ally in any case."""
        ally = self.suspicions.ally
        return [seat for seat in self.suspicions.goals if seat == ally or judgement.threat(seat) <= ALARM]

    def _out_of_turn(self, offer: Offer) -> Worth:
        """Offer peace to any player who keeps promises."""
        trusted = self.bargainer.credit(offer.sender) >= FAITHLESS
        if is_peace(offer.request):
            return Worth(0.0 if trusted else -1.0)
        if (gain := self.pacts.of_coins(offer)) is not None:
            return Worth(gain)
        return Worth(-1.0, self.pacts.rather(offer))

    def _to_warn_of(self, view: ConspiracyView) -> dict[int, str]:
        """Warn everybody, once for each mark, that another player is about to win."""
        rivals = [seat for seat in self.suspicions.goals if seat != self.suspicions.ally]
        marks = {seat: view.players[seat].mark for seat in rivals}
        said = {seat: WARNING.format(cell=mark, column=mark[:-1]) for seat, mark in marks.items() if mark is not None}
        return {seat: warning for seat, warning in said.items() if not self.bargainer.has_heard(warning)}

    def _gain(self, request: Pledge, options: list[Option]) -> float | None:
        """How much worse the best action that keeps this promise is than the best of all; None: no action keeps it."""
        fitting = [option.value for option in options if request.covers(as_shown(option.action)) == request.will]
        return max(fitting) - max(option.value for option in options) if fitting else None

    def _costs_nothing(self, options: list[Option]) -> bool:
        """Whether peace costs the bot nothing now: its best action is not an attack."""
        return self._gain(peace(self.seat), options) == 0

    def _worth(self, offer: Offer, options: list[Option], harmless: list[int]) -> Worth:
        """Agree if it costs no more than the bot's good name is worth, unless the other may soon win."""
        request = offer.request
        if offer.sender in harmless and (coin := self.pacts.of_coins(offer)) is not None:
            return Worth(coin)
        gain = self._gain(request, options)
        if request.act not in PROMISED or gain is None:
            return Worth(None)
        if offer.sender not in harmless:
            return Worth(-1.0)
        gain += KINDNESS * self.bargainer.credit(offer.sender)
        return Worth(gain, self.pacts.rather(offer) if gain < 0 else None)

    # --- what it does -------------------------------------------------------------------------

    def answer(self, view: ConspiracyView, boxes: Boxes[ConspiracyAction]) -> ConspiracyAction:
        """The best answer that the bot finds."""
        kinds = {box.action for box in boxes.boxes}
        if ChooseGoal in kinds:
            return self._goal(view, boxes)
        if Now in kinds:
            return self._now(view)
        if Stop in kinds:
            return self._planner(view).best(boxes)
        if SaveNothing in kinds:
            return self._save(view, boxes)
        if Remove in kinds:
            return self._remove(view, boxes)
        if Claim in kinds:
            return Claim()
        return self._mark(view, boxes)

    def _judgement(self, view: ConspiracyView) -> Judgement:
        return Judgement(World(view, self.chance, self.suspicions.laid), self.suspicions, self.pacts.calm())

    def _planner(self, view: ConspiracyView) -> Planner:
        """The plan for this decision; made again only after an event or a new promise."""
        moment = (view, self.suspicions.ally, len(self.bargainer.given), len(self.bargainer.taken))
        if self._thought is None or self._thought[0] != moment:
            world = World(view, self.chance, self.suspicions.laid)
            judgement = Judgement(world, self.suspicions, self.pacts.calm())
            self._thought = moment, Planner(judgement, world.turn, self.pacts, self.effort)
        return self._thought[1]

    def _goal(self, view: ConspiracyView, boxes: Boxes[ConspiracyAction]) -> ChooseGoal:
        """CON-S.5: the suit and number for which the bot holds the most tiles that are easily turned up.

        A goal that an ally shares is easier to reach. If the bot told an ally a goal, it chooses that one.
        """
        assert view.own is not None
        if (own := self.confidence.own) is not None:
            return ChooseGoal(own.suit, own.number)
        ally = self.suspicions.ally
        wanted = list(self.suspicions.goals[ally]) if ally is not None else []
        ease = {tile: 1 - 0.1 * RANK[tile] for tile in view.own.tiles}

        def chances(answer: ChooseGoal) -> float:
            shared = sum((answer.suit == card.suit) + (answer.number == card.number) for card in wanted)
            suited = sum(value for tile, value in ease.items() if SUIT[tile] == answer.suit)
            numbered = sum(value for tile, value in ease.items() if RANK[tile] == answer.number)
            return (0.5 + suited) * (0.5 + numbered) * (1 - 0.05 * answer.number) * (1 + COMMON * shared)

        return max((answer for answer in boxes if isinstance(answer, ChooseGoal)), key=chances)

    def _now(self, view: ConspiracyView) -> ConspiracyAction:
        """CON-O.4.g: go at once if the win is near or another player must be stopped; else as late as possible."""
        world = World(view, self.chance, self.suspicions.laid)
        judgement = Judgement(world, self.suspicions, self.pacts.calm())
        if judgement.wins(world.game):
            return NOW
        following = view.order[0] if view.order else self.seat
        danger = following not in (self.seat, self.suspicions.ally) and judgement.threat(following) > JUMP
        return NOW if danger else WAIT

    def _save(self, view: ConspiracyView, boxes: Boxes[ConspiracyAction]) -> ConspiracyAction:
        """CON-6: save the coin worth most in hand; a spiral only if its effect is not dangerous (CON-7)."""
        judgement = self._judgement(view)

        def use(answer: ConspiracyAction) -> float:
            if not isinstance(answer, Save):
                return 0.0
            risk = judgement.effect() if answer.coin in SPIRALS else 0.0
            return 0.01 + COIN * judgement.keeping(answer.coin) + min(0.0, risk)

        return max(boxes, key=use)

    def _remove(self, view: ConspiracyView, boxes: Boxes[ConspiracyAction]) -> ConspiracyAction:
        """CON-5.c.iv.c: a second coin is given away if the board is worth more without the coin that was hit."""
        assert view.hit is not None
        world = World(view, self.chance, self.suspicions.laid)
        judgement = Judgement(world, self.suspicions, self.pacts.calm())
        planner = Planner(judgement, world.turn, self.pacts, self.effort)
        target = NUMBERS[view.hit]
        gone = planner.removed(world.game, target)
        turn_back(world.game, target, SILENCE)
        gifts = {answer.gift for answer in boxes if isinstance(answer, Remove)}
        gift = min(sorted(gifts), key=lambda coin: planner.keeping[coin])
        if gone - COIN * planner.keeping[gift] > judgement.worth(world.game):
            return Remove(gift, planner.to)
        return TURN_BACK

    def _mark(self, view: ConspiracyView, boxes: Boxes[ConspiracyAction]) -> ConspiracyAction:
        """CON-9: mark the tile of the Present that brings the win nearest; decline if there is none."""
        choices = list(boxes)
        marks = [answer for answer in choices if isinstance(answer, Mark)]
        if not marks:
            return MARK_NOTHING if MARK_NOTHING in choices else choices[0]
        game = World(view, self.chance, self.suspicions.laid).game
        near = reach(game)
        judgement = self._judgement(view)
        return max(marks, key=lambda answer: (judgement.with_mark(NUMBERS[answer.cell]), near[NUMBERS[answer.cell]]))


BOTS = {"plotter": Plotter}
