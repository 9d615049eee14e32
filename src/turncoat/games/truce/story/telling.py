"""A round being told: the position moves on, event by event, and stills are taken."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from turncoat.drawing.scene import Frame
from turncoat.games.truce import events as happened
from turncoat.games.truce import text
from turncoat.games.truce.board import HEAPED, SHOWN, Arrow, Pile, Position
from turncoat.games.truce.state import Attack, Support, TruceAction
from turncoat.kernel.box import tag_of
from turncoat.kernel.events import Event
from turncoat.kernel.space import Names


class Coins:
    """Coins in one place, of which the topmost have names."""

    def __init__(self, count: int, shown: int, fresh: Callable[[], str]) -> None:
        self.count, self.shown, self.fresh = 0, shown, fresh
        self.top: list[str] = []
        self.put([], count)

    def put(self, names: Iterable[str], count: int) -> None:
        """Add coins; some of them may have names."""
        self.count += count
        self.top += names
        self.fill()

    def take(self, count: int) -> list[str]:
        """Take coins away; returns the names of those that have some."""
        count = min(count, self.count)
        taken = [self.top.pop() for _ in range(min(count, len(self.top)))]
        self.count -= count
        self.fill()
        return taken

    def fill(self) -> None:
        """Let as many coins have names as are drawn."""
        del self.top[: max(0, len(self.top) - self.shown)]
        while len(self.top) < min(self.count, self.shown):
            self.top.insert(0, self.fresh())

    def pile(self) -> Pile:
        """The coins as they are drawn."""
        return Pile(self.count, tuple(self.top))


class Telling:
    """A round being told: the position moves on, and stills are taken."""

    def __init__(self, number: int, supplies: Sequence[int], stash: int, names: Names) -> None:
        self.names, self.named, self.number = names, 0, number
        self.supplies = [Coins(count, SHOWN, self.fresh) for count in supplies]
        self.spoils = [Coins(0, SHOWN, self.fresh) for _ in supplies]
        self.stash, self.gone = Coins(stash, HEAPED, self.fresh), Coins(0, HEAPED, self.fresh)
        seats = len(supplies)
        self.actions: tuple[TruceAction, ...] = ()
        self.seals, self.deeds, self.marks = [""] * seats, [""] * seats, [""] * seats
        self.strength = [-1] * seats
        self.arrows: dict[tuple[str, int], Arrow] = {}
        self.frames: list[Frame[Position]] = []

    def fresh(self) -> str:
        """The name of another coin."""
        self.named += 1
        return f"r{self.number}-{self.named}"

    def still(self, stage: str, caption: str, rule: str) -> None:
        """Take a still of the position."""
        now = Position(
            supplies=tuple(one.pile() for one in self.supplies),
            spoils=tuple(one.pile() for one in self.spoils),
            stash=self.stash.pile(),
            gone=self.gone.pile(),
            seals=tuple(self.seals),
            deeds=tuple(self.deeds),
            strength=tuple(self.strength),
            marks=tuple(self.marks),
            arrows=tuple(self.arrows.values()),
            caption=f"Round {self.number}: {stage.lower()}",
        )
        self.frames.append(Frame(stage, caption, rule, now))
        self.gone.take(self.gone.count)

    def told(self, stage: str, group: Sequence[Event]) -> None:
        """Take a still whose caption is what these events say."""
        caption = " ".join(text.say(one, self.names) for one in group)
        self.still(stage, caption, group[0].rule)

    # --- one method for each part of a round ----------------------------------------------------

    def window(self, one: happened.GiftGiven) -> None:
        """TRU-4.2: coins of a gift fly from a Supply into Spoils."""
        self.spoils[one.to].put(self.supplies[one.giver].take(one.coins), one.coins)
        self.arrows = {("gift", one.giver): Arrow("gift", (one.giver, one.to), "flow")}
        self.told("Window", [one])
        self.arrows = {}

    def reveal(self, one: happened.ActionsRevealed) -> None:
        """TRU-2.4: first the seals break, then the actions lie open."""
        self.actions = one.actions
        self.seals = ["broken"] * len(one.actions)
        self.still("Reveal", "The seals are broken.", one.rule)
        self.seals = [""] * len(one.actions)
        self.deeds = ["pass" if tag_of(a.__class__) == "spoilt" else tag_of(a.__class__) for a in one.actions]
        for seat, action in enumerate(one.actions):
            if isinstance(action, Attack | Support):
                kind = tag_of(action.__class__)
                self.arrows[kind, seat] = Arrow(kind, (seat, action.target))
        self.told("Reveal", [one])
        self.strength = [0 if tag in ("attack", "defend", "loot", "pass") else -1 for tag in self.deeds]

    def support(self, group: Sequence[happened.SupportArrived | happened.SupportLost]) -> None:
        """TRU-5: support flows along its way to one receiver; in a circle it fades."""
        for one in group:
            lost = isinstance(one, happened.SupportLost)
            self.arrows["support", one.path[0]] = Arrow("support", one.path, "lost" if lost else "flow")
            if not lost:
                self.strength[one.path[-1]] += 1
        self.told("Support", group)
        for one in group:
            self.arrows.pop(("support", one.path[0]))

    def loot(self, one: happened.StashLooted) -> None:
        """TRU-7.2: equal shares fly from the Stash; what cannot be shared leaves the game."""
        for seat in one.looters:
            self.spoils[seat].put(self.stash.take(one.share), one.share)
        self.gone.put(self.stash.take(self.stash.count), one.removed)
        self.told("Loot", [one])

    def judge(self, group: Sequence[happened.AttackJudged]) -> None:
        """TRU-8: attacks on one target strike or bounce."""
        for one in group:
            path, state = (one.attacker, one.target), "won" if one.success else "lost"
            self.arrows["attack", one.attacker] = Arrow("attack", path, state)
        struck = any(one.success for one in group)
        self.marks = ["" for _ in self.marks]
        self.marks[group[0].target] = "robbed" if struck else "held"
        self.told("Attack", group)
        for one in group:
            if not one.success:
                self.arrows.pop(("attack", one.attacker))
        self.marks = ["" for _ in self.marks]

    def rob(self, group: Sequence[happened.VictimRobbed]) -> None:
        """TRU-9: coins fly from the victims; in a circle all are taken before any is put down."""
        loads: list[tuple[int, int, list[str]]] = []
        for one in group:
            own, gained = self.supplies[one.victim], self.spoils[one.victim]
            for robber in one.robbers:
                taken = own.take(one.coin) + gained.take(one.share)
                loads.append((robber, one.coin + one.share, taken))
            from_supply = 0 if one.coin else own.count
            lost = own.take(from_supply) + gained.take(one.removed - from_supply)
            self.gone.put(lost, one.removed)
            self.marks[one.victim] = "robbed"
        for robber, count, names in loads:
            self.spoils[robber].put(names, count)
        self.told("Coins", group)
        for one in group:
            self.marks[one.victim] = ""
            for robber in one.robbers:
                self.arrows.pop(("attack", robber), None)

    def bank(self, one: happened.SpoilsBanked) -> None:
        """TRU-10.1: Spoils fly into the Supply beside them."""
        self.arrows = {}
        for own, gained in zip(self.supplies, self.spoils, strict=True):
            count = gained.count
            own.put(gained.take(count), count)
        self.told("Settling", [one])
        self.deeds, self.strength = [""] * len(self.deeds), [-1] * len(self.deeds)

    def following(self, one: happened.RoundBegan | happened.GameEnded) -> None:
        """TRU-2.1: a coin falls into the Stash for the next round; or TRU-11: somebody has won."""
        if isinstance(one, happened.RoundBegan):
            self.stash.put([], 1)
        else:
            self.marks = ["won" if seat in one.winners else "" for seat in range(len(self.marks))]
        self.told("Next", [one])
