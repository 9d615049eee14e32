"""The bot “courtier”: it collects land and goodwill, opposes leaders, helps allies, and ends a game when it can win.

This module also has the texts that go with its pledges; the program that shows a pledge puts the pledge itself into
words.
"""

from __future__ import annotations

from turncoat.games.loyalty.actions import (
    Accept,
    Agree,
    Decline,
    Give,
    Grant,
    LeaveIt,
    LoyaltyAction,
    Numbers,
    Pass,
    Refuse,
    Switch,
    Withdraw,
)
from turncoat.games.loyalty.acts import ACTS, round_over, seen, would
from turncoat.games.loyalty.bot import choices
from turncoat.games.loyalty.bot.choices import Intent, Sort, Thought, choose, prepare
from turncoat.games.loyalty.bot.judgement import Judgement, Prospects
from turncoat.games.loyalty.bot.memory import WAR, Memory, Suspicions
from turncoat.games.loyalty.bot.plans import PASSING, Purse, plans
from turncoat.games.loyalty.events.war import LossesProposed
from turncoat.games.loyalty.known import imagined
from turncoat.games.loyalty.rules import revealed
from turncoat.games.loyalty.state import Loyalty
from turncoat.games.loyalty.view import LoyaltyView
from turncoat.kernel import Bot, Boxes, Chance, Event, draw, tag_of
from turncoat.kernel.bargaining import Bargainer, Counter, Offer, Worth
from turncoat.kernel.chance import pick
from turncoat.kernel.promise import Message, Pledge, Say

LEADER = (
    "Somebody is {points} points from a revolution. If you can, take a place from this player.",
    "Somebody needs only {points} more points to win. Who helps me to stop this?",
)
TRUCE = (
    "A fight would cost both of us soldiers. Let us leave each other alone.",
    "I would rather have you as a neighbour than as an enemy.",
    "A war between us makes others rich.",
    "My border is quiet if yours is.",
    "Let us both attack other players instead.",
    "Two rounds of peace would suit us both.",
    "Neither of us can afford a war.",
    "Your towns are safe from me if mine are from you.",
    "Keep your men at home, and I keep mine.",
)
PLEA = (
    "Let my people through, and I will not forget it.",
    "A small favour between neighbours?",
    "I only wish to pass.",
    "Say yes to my request, and you have peace from me.",
    "It costs you nothing and helps me much.",
    "Let me through this once.",
    "I ask for your leave, and offer my word for it.",
    "Be generous now, and I am peaceful later.",
    "If you give leave, I stay peaceful.",
)

GRANT = tag_of(Grant)

CALM, HURRY = 4.0, 1.6
"""How many points a leader may be ahead and still be overtaken: during the game, and in the final round."""

ALARM = 6
"""The bot warns of a player who is this few points from a revolution."""

FRIENDLY = 0.004
"""How much of its chance to win the bot gives up for granting leave."""

PER_GOODWILL = 0.006
"""How much more chance it gives up for each point of goodwill."""

PEACE = 0.01
"""How much more chance it gives up for a trusted player who promises peace in return."""

NEIGHBOURLY = 0.04
"""How much more chance it gives up for a player with whom peace holds on both sides."""

HONOUR = 0.02
"""What breaking a promise to give leave costs, in chances."""

SILENT = 1
"""For how many rounds the bot does not offer the same player a truce again."""

MOST_TRUCES = 2
"""The most players to whom the bot offers a truce in one turn."""

FAITHLESS = 0.45
"""The bot offers no truce to a player who keeps promises with less than this probability."""

SPARE, GIFT_COINS, ALLY = 6, 2, 0.6
"""The bot gives a gift if it has at least this many coins, this many of them, to a player who is an ally with at least
this probability."""


LONG, WEARY = 20, 40
"""From which round on the bot sometimes acts instead of passing, and how many rounds later it always does."""


class Courtier(Bot[LoyaltyView, LoyaltyAction]):
    """The bot “courtier”. One instance sits at one seat of one table for a whole game."""

    def __init__(self, seat: int, seats: int, chance: Chance) -> None:
        super().__init__(seat, seats, chance)
        self.suspicions = Suspicions(seat, seats)
        self.bargainer = Bargainer(seat, seats, lambda sides: draw(chance, sides), acts=ACTS.tags)
        self.memory = Memory(seat, self.bargainer)
        self.terms: Numbers = {}
        self.gifted = 0
        self._moment: tuple[object, ...] = ()
        self._thought: Thought | None = None

    def hear(self, event: Event) -> None:
        """LOY-1.3: learn from public actions; campaigns hint at loyalty cards."""
        self.suspicions.hear(event)
        self.memory.hear(event)
        broken = self.bargainer.saw(seen(event), turn_over=round_over(event, self.seats))
        for seat in (*self.bargainer.judge(revealed(event)), *broken):
            self.suspicions.betrayed(seat)
        if isinstance(event, LossesProposed):
            self.terms = event.losses

    def read(self, message: Message) -> None:
        """LOY-8.10: free talk binds nobody; a promised truce is believed for a while."""
        self.bargainer.read(message)

    # --- what it thinks -----------------------------------------------------------------------

    def judgement(self, view: LoyaltyView, game: Loyalty) -> Judgement:
        """The bot's judgement of positions that follow from here."""
        deals = self.suspicions.deals(view)
        close = Prospects(self.seat, deals, HURRY)
        far = close if view.faction else Prospects(self.seat, deals, CALM)
        friends = frozenset[int]() if game.colours else frozenset(self.memory.received)
        return Judgement(far, close, game, friends)

    def _intent(self, view: LoyaltyView, boxes: Boxes[LoyaltyAction]) -> Thought:
        """The best plan, worked out once for each moment."""
        moment = (view.turn, view.actions_left, view.requests_left, view.coins, view.leaves, len(self.memory.received))
        if self._thought is None or moment != self._moment:
            game = imagined(view)
            prices = {seat: 1 if kind < 1 else 0 for seat, kind in enumerate(self.suspicions.goodwill)}
            if view.options.gifts == "none":
                prices = {}
            purse = Purse(view.requests_left > 0, prices)
            intent = Intent(self.judgement(view, game), self.memory, self.suspicions.goodwill, self.effort)
            switch = any(box.action is Switch for box in boxes.boxes)
            again = self._thought is not None and self._moment[:2] == (view.turn, view.actions_left + 1)
            poor = self._thought.poor if self._thought is not None and again else frozenset[Sort]()
            thought = intent.best(game, purse, poor, switch=switch)
            self._moment, self._thought = moment, self._restless(thought, game, view.round)
        return self._thought

    def _restless(self, thought: Thought, game: Loyalty, round_: int) -> Thought:
        """In a long game, whether the bot acts instead of passing; the longer the game, the likelier."""
        if thought.plan is not PASSING or draw(self.chance, WEARY) >= round_ - LONG:
            return thought
        others = [plan for plan in plans(game, self.seat, Purse(asking=False, prices={})) if plan is not PASSING]
        return Thought(thought.worth, pick(self.chance, others)) if others else thought

    # --- what it says -------------------------------------------------------------------------

    def talk(self, view: LoyaltyView, boxes: Boxes[LoyaltyAction]) -> list[Say]:
        """LOY-1.4: warn of leaders, propose truces, ask for favours, and answer requests."""
        kinds = {box.action for box in boxes.boxes}
        says = self.reply(view, boxes)
        if Pass not in kinds:
            return says
        return [*says, *self._warn(view), *self._befriend(view), *self._plead(view, boxes)]

    def reply(self, view: LoyaltyView, boxes: Boxes[LoyaltyAction]) -> list[Say]:
        """LOY-1.4: answer requests."""
        return self.bargainer.replies(lambda offer: self._worth(offer, view, boxes))

    def _worth(self, offer: Offer, view: LoyaltyView, boxes: Boxes[LoyaltyAction]) -> Worth:
        """The value of an offer: permission by its cost, peace by what the bot would attack, other acts by its plan."""
        kinds, request, sender = {box.action for box in boxes.boxes}, offer.request, offer.sender
        if request.act == GRANT and request.will:
            if Grant not in kinds or sender != view.active:
                return Worth(None)
            price = offer.price
            paid = price is not None and self.memory.is_peace(price, sender, self.seat)
            bonus = PEACE * self.bargainer.credit(sender) if paid else 0.0
            granted = isinstance(self._leave(view, bonus), Grant)
            return Worth(0.0 if granted else -1.0, None if granted else self._rather(offer, view))
        goodwill = FRIENDLY + PER_GOODWILL * self.suspicions.goodwill[sender]
        if Pass not in kinds:
            peaceful = self.memory.is_peace(request, self.seat, sender) and not view.colours
            return Worth(goodwill if peaceful else None)
        action = self._intent(view, boxes).plan.action
        comes_to = would(action) if request.act in ACTS.tags else (action,)
        fits = any(map(request.covers, comes_to)) == request.will
        gain = goodwill if fits else -1.0
        return Worth(gain, self._rather(offer, view) if gain < 0 else None)

    def _rather(self, offer: Offer, view: LoyaltyView) -> Counter | None:
        """LOY-8.10: the truce that the bot offers instead of what was asked for."""
        sender = offer.sender
        if view.colours or self.memory.is_peace(offer.request, self.seat, sender) or self._lately(sender):
            return None
        return Counter(self.memory.peace(sender, self.seat), self.memory.peace(self.seat, sender))

    def _lately(self, seat: int) -> bool:
        """Whether a truce with a player holds, or was offered recently."""
        return self.bargainer.lately(seat, WAR, SILENT * self.seats) or seat in self.memory.given

    def _warn(self, view: LoyaltyView) -> list[Say]:
        """LOY-13.2: warn that a player is near a revolution, at most once a round."""
        leader = max(range(self.seats), key=lambda seat: view.vp[seat])
        missing = view.needed - view.vp[leader]
        if leader == self.seat or missing > ALARM or not view.options.revolution_end:
            return []
        lines, since = [line.format(points=missing) for line in LEADER], self.bargainer.moment - self.seats + 1
        if any(self.bargainer.has_heard(line, since) for line in lines):
            return []
        return [self.bargainer.proclaim(lines[view.round % len(lines)])]

    def _befriend(self, view: LoyaltyView) -> list[Say]:
        """LOY-8.10: offer peace for peace to all who answer and keep their word, the strongest first."""
        if view.colours:
            return []
        armies = {seat: sum(place.militia[seat] for place in view.places) for seat in range(self.seats)}
        open_to = [seat for seat in armies if seat != self.seat and self._may_ask(seat)]
        peace = self.memory.peace
        return [
            said
            for seat in sorted(open_to, key=lambda seat: (-armies[seat], seat))[:MOST_TRUCES]
            for said in self.bargainer.propose(seat, TRUCE, peace(seat, self.seat), peace(self.seat, seat))
        ]

    def _may_ask(self, seat: int) -> bool:
        """Whether the bot can offer a truce to a player."""
        trusted = self.bargainer.credit(seat) >= FAITHLESS and self.bargainer.listens(seat)
        return trusted and not self._lately(seat)

    def _plead(self, view: LoyaltyView, boxes: Boxes[LoyaltyAction]) -> list[Say]:
        """LOY-8.5: ask the players whose leave the bot will need, and offer peace in return."""
        plan, says = self._intent(view, boxes).plan, list[Say]()
        for seat in plan.ask:
            if seat not in self.bargainer.approached(GRANT) and seat not in self.memory.given:
                says += self.bargainer.propose(seat, PLEA, Pledge(seat, GRANT), self.memory.peace(self.seat, seat))
        return says

    # --- what it does -------------------------------------------------------------------------

    def beside(self, view: LoyaltyView, boxes: Boxes[LoyaltyAction]) -> LoyaltyAction | None:
        """LOY-8.9: give coins to a suspected ally in last place, once a round."""
        if self.gifted == view.round or view.coins[self.seat] < SPARE:
            return None
        prospects = Prospects(self.seat, self.suspicions.deals(view), CALM)
        needy = [seat for seat in view.last if seat != self.seat and prospects.ally(seat) > ALLY]
        if len(view.last) > 1 or not needy or view.vp[self.seat] <= view.vp[needy[0]]:
            return None
        gift = Give(needy[0], GIFT_COINS)
        if gift not in boxes:
            return None
        self.gifted = view.round
        return gift

    def answer(self, view: LoyaltyView, boxes: Boxes[LoyaltyAction]) -> LoyaltyAction:
        """The best answer that it can find."""
        kinds = {box.action for box in boxes.boxes}
        if Pass in kinds:
            action = self._intent(view, boxes).plan.action
            return action if action in boxes else Pass()
        if Refuse in kinds:
            return self._leave(view)
        if not view.turn:
            return prepare(imagined(view), view, boxes, self.chance)
        game = imagined(view)
        judgement = self.judgement(view, game)
        if Withdraw in kinds and view.request is not None:
            assert view.active is not None
            return Accept() if choices.bargain(judgement, game, view.request, view.active) else Withdraw()
        if view.battle is not None:
            if Decline in kinds:
                return choices.volunteer(judgement, game, view.battle, boxes)
            if LeaveIt in kinds:
                return choices.proposal(game, view.battle, self.seat, boxes)
            if Agree in kinds:
                return choices.consent(game, view.battle, self.seat, self.terms, 0)
        return choose(judgement, game, view, boxes)

    def _leave(self, view: LoyaltyView, bonus: float = 0.0) -> LoyaltyAction:
        """LOY-8.5b: the answer to a request, which may cost this much more."""
        assert view.request is not None
        assert view.active is not None
        game = imagined(view)
        kindness = FRIENDLY + PER_GOODWILL * self.suspicions.goodwill[view.active] + bonus
        if self.bargainer.breaks(Refuse()):
            kindness += PEACE + HONOUR
        if view.active in self.memory.partners():
            kindness += NEIGHBOURLY
        return choices.leave(self.judgement(view, game), game, view.request, view.active, kindness)


BOTS = {"courtier": Courtier}
