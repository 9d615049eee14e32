"""What a tactician says: who should go next, and whom all should attack; and how it answers requests.

THR-8.2: the players agree by talking. All win or lose together, so what is good for the party is good for each.
"""

from __future__ import annotations

from turncoat.games.thrice.actions import Give, Take, ThriceAction
from turncoat.games.thrice.acts import Strike
from turncoat.games.thrice.bot.fighter import after
from turncoat.games.thrice.bot.judgement import Judgement, Strokes
from turncoat.games.thrice.choices import reachable
from turncoat.games.thrice.state import members, party
from turncoat.kernel import Boxes, tag_of
from turncoat.kernel.bargaining import Bargainer, Counter, Offer, Worth
from turncoat.kernel.promise import Pledge, Point, Say

NEXT = (
    "You go next.",
    "After you.",
    "Your turn, I think.",
    "You hit harder, so go first.",
    "Take the next turn, we follow.",
    "This is your moment.",
    "Go on, we cover you.",
    "Better you than me right now.",
    "You should act before they do.",
)
TOGETHER = (
    "I strike this one. You too?",
    "All on this one.",
    "Let us bring this one down together.",
    "One foe at a time: this one first.",
    "If we both hit this one, it falls.",
    "Help me with this one.",
    "Same target?",
    "Leave the others, take this one with me.",
    "This one is nearly done for. Join in.",
)
PLANS = (
    "If I go next, I strike {kind} {number}. Tell me “you first” when I should go.",
    "When I go next, {kind} {number} is mine. Say “you first”, and I begin.",
    "I would take {kind} {number} if I go next. Just say “you first”.",
    "If I go next, it is {kind} {number}. Say “you first” when you want that.",
)
AWAY = (
    "If I go next, I stay out of reach.",
    "I keep my distance if I go next.",
    "No blows from me if I go next.",
    "I would only get out of the way if I go next.",
)

GO, STRIKE, TRICK = tag_of(Take), tag_of(Strike), tag_of(Give)
PLAN = "plan"

KIND = 0.3
"""The highest cost at which it does what a friend asks for."""

WORD = 0.5
"""The highest cost at which it keeps a promise, in points of condition."""


class Speaker:
    """Talks for one character.

    Attributes:
        bargainer: Remembers the promises.
        said: The requests that it has made, by round.
    """

    def __init__(self, bargainer: Bargainer) -> None:
        self.bargainer = bargainer
        self.said: set[tuple[int, str]] = set()

    def talk(self, judgement: Judgement, boxes: Boxes[ThriceAction], round_: int, kind: str) -> list[Say]:
        """Answer requests; if the next turn is open, say who should take it and whom to attack.

        The opponents are called as the GM calls their kind (THR-5.11), if at all.
        """
        says = self.bargainer.replies(lambda offer: self.worth(judgement, boxes, offer))
        if Take in {box.action for box in boxes.boxes}:
            says += self._plan(judgement, round_, kind or "opponent")
            says += self._next(judgement, round_) + self._together(judgement, round_)
        return says

    def worth(self, judgement: Judgement, boxes: Boxes[ThriceAction], offer: Offer) -> Worth:
        """The party's gain by the offer, compared with the best that this character could do."""
        game, me, request = judgement.world.game, self.bargainer.seat, offer.request
        if not request.will:
            return Worth(None)
        if request.act == GO:
            return Worth(0.0 if Take in {box.action for box in boxes.boxes} else None)
        if request.act == STRIKE:
            target = request.fields.get("target")
            if not isinstance(target, int) or target not in members(reachable(game, me)):
                return Worth(None)
            best = judgement.best(game, me)
            gain = judgement.strokes(game, me, (target,)).worth - best.worth + KIND
            instead = Counter(Pledge(offer.sender, STRIKE, {"target": best.targets[0]})) if best.targets else None
            return Worth(gain, instead if gain < 0 else None)
        if request.act == TRICK and isinstance(trick := request.fields.get("trick"), str):
            give = boxes.settle(Give(trick, offer.sender))
            if isinstance(give, Give):
                price = game.options.trick_cost
                return Worth(judgement.score(after(game, me, give, price)) - judgement.score(game) + KIND)
        return Worth(None)

    def held_to(self, judgement: Judgement) -> int | None:
        """The opponent that it has promised to attack, if that still makes sense."""
        game, me = judgement.world.game, self.bargainer.seat
        for held in self.bargainer.given:
            target = held.state.pledge.fields.get("target")
            sworn = held.state.pledge.act == STRIKE and isinstance(target, int)
            if sworn and isinstance(target, int) and target in members(reachable(game, me)):
                best = judgement.best(game, me).worth
                if judgement.strokes(game, me, (target,)).worth + WORD >= best:
                    return target
        return None

    # --- what it asks for -------------------------------------------------------------------------

    def _waiting(self, judgement: Judgement) -> list[int]:
        """The characters who have not acted in this round, in order."""
        game = judgement.world.game
        return [who for who in members(game.active & party(game)) if not judgement.world.acted >> who & 1]

    def _best(self, judgement: Judgement, who: int) -> Strokes:
        return judgement.best(judgement.world.game, who)

    def _plan(self, judgement: Judgement, round_: int, kind: str) -> list[Say]:
        """THR-8.2: say, once a round, what it would do with a turn that others could take."""
        waiting, me = self._waiting(judgement), self.bargainer.seat
        if len(waiting) < 2 or (round_, PLAN) in self.said:
            return []
        self.said.add((round_, PLAN))
        targets, players = self._best(judgement, me).targets, judgement.world.game.players
        if not targets:
            return [Say(text=self.bargainer.opened(AWAY))]
        number = targets[0] - players + 1
        plans = tuple(line.format(kind=kind, number=number) for line in PLANS)
        return [Say(text=self.bargainer.opened(plans), point=Point(f"token-{targets[0]}", f"{kind} {number}"))]

    def _next(self, judgement: Judgement, round_: int) -> list[Say]:
        """THR-8.2: the first character who waits asks the character who hits hardest to go, once a round."""
        waiting, me = self._waiting(judgement), self.bargainer.seat
        if len(waiting) < 2 or waiting[0] != me or (round_, GO) in self.said or self.bargainer.approached(GO):
            return []
        self.said.add((round_, GO))
        hardest = max(waiting, key=lambda who: (self._best(judgement, who).worth, -who))
        return [] if hardest == me else self.bargainer.propose(hardest, NEXT, Pledge(hardest, GO))

    def _together(self, judgement: Judgement, round_: int) -> list[Say]:
        """THR-10.1: the last character who waits asks the one before to attack the same opponent, once a round."""
        waiting, me = self._waiting(judgement), self.bargainer.seat
        if len(waiting) < 2 or waiting[-1] != me or (round_, STRIKE) in self.said or self.bargainer.approached(STRIKE):
            return []
        self.said.add((round_, STRIKE))
        targets = self._best(judgement, me).targets
        if len(targets) != 1:
            return []
        asked = {"target": targets[0]}
        return self.bargainer.propose(
            waiting[-2], TOGETHER, Pledge(waiting[-2], STRIKE, dict(asked)), Pledge(me, STRIKE, dict(asked))
        )
