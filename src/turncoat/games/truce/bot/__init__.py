"""A bot for Truce that trades support, remembers who kept promises, and breaks its own when that pays.

It uses only the view, the events and the messages of its seat. It guesses many times what the others have sealed, from
their habits and promises; plays each of its own actions out by the rules; and takes the action with the best prospects,
less what breaking a promise would cost later.

This module also has the texts that go with its pledges; the page or program that shows the pledges puts those into
words.
"""

from __future__ import annotations

from msgspec import structs

from turncoat.games.truce.acts import ACTS
from turncoat.games.truce.bot.forecast import Deal, Forecast, Gifts, best_deal
from turncoat.games.truce.bot.memory import GIVE, Memory, horizon
from turncoat.games.truce.events import GiftGiven, RoundBegan
from turncoat.games.truce.state import Attack, Defend, Gift, Loot, Pass, Support, TruceAction
from turncoat.games.truce.view import TruceView
from turncoat.kernel import Bot, Boxes, Chance, Event, draw, tag_of
from turncoat.kernel.bargaining import Bargainer, Counter, Offer, Worth
from turncoat.kernel.boxes import make
from turncoat.kernel.chance import pick
from turncoat.kernel.promise import Message, Pledge, Say

PROPOSALS = {
    "support": (
        "Attack, and I support you.",
        "You attack, and I support you.",
        "Go for it. You will not be alone.",
        "If you attack, I support you.",
        "I help you this round, and the coins are yours.",
        "If you attack, you can count on my support.",
        "You attack and take the coins, I only support you.",
        "With my support your attack succeeds.",
        "Pick up the sword, I am with you.",
    ),
    "attack": (
        "Lend me your support, and I take somebody's coins.",
        "Support me, and I do the rest.",
        "Support me, and I rob somebody.",
        "I strike this round. Support me.",
        "Alone I fail, with you I win.",
        "I know whom to attack. I need one supporter.",
        "Support me now, and remember who asked politely.",
        "Somebody has too many coins. Help me with that.",
        "I attack if you support me.",
    ),
    "defend": (
        "Somebody wants to attack me. Defend me this round.",
        "Stand by me this once. I will remember it.",
        "They come for my coins. Help me to keep them.",
        "I need support for my defence this round.",
        "If they rob me, they are richer than both of us.",
        "Guard me now, and I guard you later.",
        "I expect an attack. Support my defence.",
        "Keep me alive, and I am useful to you.",
        "My defence is weak this round. Support me.",
    ),
    "give": (
        "I pay you a coin before the actions are revealed.",
        "I pay in advance. Coin now, help later.",
        "My coin for your support.",
        "I buy your help, at once and in cash.",
        "Say yes, and I pay you the coin.",
        "Your support is worth a coin to me.",
        "I pay for help. Here is my price.",
        "A coin today for a friend today.",
        "Help me, and I pay you.",
    ),
    "pact": (
        "Let us leave each other alone.",
        "I have no quarrel with you. Keep it that way?",
        "Others are the danger, not we.",
        "You spare me, I spare you.",
        "Let us leave the losses to others.",
        "No attacks between us this round.",
        "We both have coins to lose. Let us not attack each other.",
        "I do not attack you if you do not attack me.",
        "A quiet round for us two?",
    ),
}

FAVOUR = 0.03
"""How much of its prospects the bot gives up to help a player, for each unit of goodwill."""

COURTESY = 0.07
"""The value of a good name: how much of its prospects a favour may cost while many rounds are left."""

FAITHLESS = 0.4
"""The bot proposes nothing to a player who keeps promises with less than this probability."""

FORLORN = 0.12
"""The bot makes no attack with less than this probability of success."""

SHADE = 0.003
"""Actions this close to the best one count as equally good; the bot takes one of them at random."""

MOST_PROPOSALS = 2
"""The most players to whom the bot makes a proposal in one round."""

LONGEST_PACT = 3
"""The bot promises nothing for more rounds than this."""

KINDS: dict[str, type[TruceAction]] = {tag_of(kind): kind for kind in (Attack, Defend, Support, Loot, Pass)}


class Schemer(Bot[TruceView, TruceAction]):
    """The bot “schemer”. One instance sits at one seat of one table for a whole game."""

    def __init__(self, seat: int, seats: int, chance: Chance) -> None:
        super().__init__(seat, seats, chance)
        self.bargainer = Bargainer(seat, seats, self._draw, acts=ACTS.tags)
        self.memory = Memory(seat, seats, self.bargainer)
        self._thought: tuple[TruceView, Forecast] | None = None
        self._nothing_in: Forecast | None = None
        self.owed: dict[int, int] = {}

    def _draw(self, sides: int) -> int:
        return draw(self.chance, sides)

    def _forecast(self, view: TruceView, boxes: Boxes[TruceAction]) -> Forecast:
        """The forecast for this decision, made again only when there is news."""
        seen = structs.replace(view, submitted=None)
        if self._thought is None or self._thought[0] != seen:
            self._thought = (seen, Forecast(view, boxes, self.memory.guesses(view), self._draw, self.effort))
        return self._thought[1]

    # --- what it learns -----------------------------------------------------------------------

    def hear(self, event: Event) -> None:
        """TRU-12: remember everything that is revealed."""
        self._thought = None
        if isinstance(event, RoundBegan):
            self.bargainer.forget_offers()
            self.owed = {}
        if isinstance(event, GiftGiven) and event.giver == self.seat:
            self.owed.pop(event.to, None)
        self.memory.hear(event)

    def read(self, message: Message) -> None:
        """TRU-14: take in promises and requests; the bot does not understand other talk."""
        if message.said.promise is not None:
            self._thought = None
        self.bargainer.read(message)
        for seat, said in self.bargainer.agreed.items():
            coins = said.offer.fields.get("coins") if said.offer is not None and said.offer.act == GIVE else None
            if isinstance(coins, int):
                self.owed[seat] = coins
        self.bargainer.agreed = {}

    # --- what it says -------------------------------------------------------------------------

    def talk(self, view: TruceView, boxes: Boxes[TruceAction]) -> list[Say]:
        """TRU-14.1: reply to requests, propose something new."""
        says = self.reply(view, boxes)
        if not self.bargainer.asked and not self._bound() and len(self.bargainer.approached()) < MOST_PROPOSALS:
            says += self._propose(view, boxes)
        return says

    def reply(self, view: TruceView, boxes: Boxes[TruceAction]) -> list[Say]:
        """TRU-14.1: agree to a request or refuse it."""
        heard = len(self.bargainer.taken)
        says = self.bargainer.replies(lambda offer: self._worth(offer, view, boxes))
        if len(self.bargainer.taken) != heard:
            self._thought = None
        return says

    def _bound(self) -> bool:
        """Whether one of its promises already decides its action in this round."""
        return any(held.state.pledge.will and not held.state.by_turn for held in self.bargainer.given)

    def _propose(self, view: TruceView, boxes: Boxes[TruceAction]) -> list[Say]:
        if self._forecast(view, boxes) is self._nothing_in:
            return []
        deal = self._best_deal([seat for seat in self.memory.habits if self._may_be_asked(seat)], view, boxes)
        if deal is None:
            self._nothing_in = self._forecast(view, boxes)
            return []
        return self.bargainer.propose(deal.partner, PROPOSALS[deal.topic], deal.request, deal.offer)

    def _best_deal(self, seats: list[int], view: TruceView, boxes: Boxes[TruceAction]) -> Deal | None:
        """The best deal to propose to one of these trusted players."""
        trust = {seat: self.memory.credit(seat, view) for seat in seats}
        trust = {seat: credit for seat, credit in trust.items() if credit >= FAITHLESS}
        feelings = {seat: self._feeling(seat, view) for seat in trust}
        return (
            best_deal(self._forecast(view, boxes), trust, feelings, len(self.bargainer.approached())) if trust else None
        )

    def _may_be_asked(self, seat: int) -> bool:
        """Whether the bot can ask a player: nobody is asked twice in a round, nor a player who never replies."""
        return seat not in self.bargainer.approached() and self.bargainer.listens(seat)

    def _worth(self, offer: Offer, view: TruceView, boxes: Boxes[TruceAction]) -> Worth:
        """The value of a request: agree if it pays, with its price, or costs no more than a good name is worth."""
        request, sender, memory = offer.request, offer.sender, self.memory
        forecast = self._forecast(view, boxes)
        sealed = request.act in KINDS
        fitting = [action for action in forecast.values if sealed and request.covers(action) == request.will]
        if not fitting:
            return Worth(None)
        usual = max(value - memory.cost(action, view) for action, value in forecast.values.items())
        likely = max(fitting, key=lambda action: forecast.values[action])
        comply = self._with_price(likely, offer.price, sender, view, forecast)
        gain = comply + self._feeling(sender, view) - usual
        if request.times > LONGEST_PACT:
            gain = -1.0
        return Worth(gain, self._instead(offer, view, boxes) if gain < 0 else None)

    def _instead(self, offer: Offer, view: TruceView, boxes: Boxes[TruceAction]) -> Counter | None:
        """A counter-request to the player who asked, if it would pay for both."""
        if self._bound() or not self._may_be_asked(offer.sender) or len(self.bargainer.approached()) >= MOST_PROPOSALS:
            return None
        deal = self._best_deal([offer.sender], view, boxes)
        if deal is None or deal.offer == offer.request:
            return None
        return Counter(deal.request, deal.offer)

    def _with_price(
        self, action: TruceAction, price: Pledge | None, payer: int, view: TruceView, forecast: Forecast
    ) -> float:
        """The bot's prospects with this action, if the price is paid with the payer's usual reliability."""
        value = forecast.values[action] - self.memory.cost(action, view)
        if price is None or price.who != payer or not price.will:
            return value
        gifts: Gifts = ()
        given: dict[int, TruceAction] = {}
        if price.act == "give":
            coins = price.fields.get("coins")
            if isinstance(coins, int) and price.fields.get("to") == self.seat and 0 < coins <= view.supplies[payer]:
                gifts = ((payer, self.seat, coins),)
        elif (given_action := self._action(price)) is not None:
            given = {payer: given_action}
        paid = forecast.value(action, given, gifts) - self.memory.cost(action, view)
        credit = self.memory.credit(payer, view)
        return credit * paid + (1 - credit) * value

    def _feeling(self, seat: int, view: TruceView) -> float:
        """How much a kindness to a player may cost: for past help, and for future help."""
        goodwill = max(-2.0, min(3.0, self.memory.habits[seat].goodwill))
        trusted = self.memory.credit(seat, view)
        return horizon(view) * trusted * (COURTESY + FAVOUR * goodwill)

    # --- what it does -------------------------------------------------------------------------

    def beside(self, view: TruceView, boxes: Boxes[TruceAction]) -> TruceAction | None:
        """TRU-4: pay for promised help, while a good name is still worth something."""
        while self.owed:
            to, coins = self.owed.popitem()
            gift = Gift(to, coins)
            if gift in boxes and horizon(view) > 0:
                return gift
        return None

    def answer(self, view: TruceView, boxes: Boxes[TruceAction]) -> TruceAction:
        """TRU-3: take the action with the best prospects, less the cost of promises that it breaks."""
        forecast = self._forecast(view, boxes)
        worth = {action: value - self.memory.cost(action, view) for action, value in forecast.values.items()}
        good: list[TruceAction] = []
        for action in sorted(worth, key=lambda action: -worth[action]):
            if good and worth[action] < worth[good[0]] - SHADE:
                break
            if not isinstance(action, Attack) or forecast.hope(action) >= FORLORN:
                good.append(action)
        return pick(self.chance, good)

    def _action(self, pledge: Pledge) -> TruceAction | None:
        """The answer that a pledge describes, if it is complete and makes sense."""
        kind = KINDS.get(pledge.act)
        if kind is None or set(pledge.fields) != set(kind.__struct_fields__):
            return None
        seats = [seat for seat in range(self.seats) if seat != pledge.who]
        return make(kind, pledge.fields) if all(value in seats for value in pledge.fields.values()) else None


BOTS = {"schemer": Schemer}
