"""A game of Dune that plays itself, one answer at a time, until it is where somebody wants to look at it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import cast

from tests.pictures.states import SIX, Sitting

from turncoat.bots import TURNS_BESIDE
from turncoat.bots.match import seat_bots
from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.rules import RULES
from turncoat.games.dune.state import Dune, faction_id, seat_of
from turncoat.games.dune.view_parts import DuneView
from turncoat.kernel import play
from turncoat.kernel.chance import Chance, draw
from turncoat.kernel.events import Event, Listener
from turncoat.table import record as kept
from turncoat.table.deadline import due_after
from turncoat.table.holders import Happened
from turncoat.table.table import Phase

OrderChoice = Callable[["Evening", int], DuneAction | None]
"""What a seat does instead of what its bot would do; None: as the bot likes."""

MINUTE = 60_000
NOTHING_ELSE: Mapping[str, object] = MappingProxyType({})


class Lucky(Sitting):
    """A table with other cards than the next."""

    def __init__(self, luck: int, names: tuple[str, ...], agreed: Mapping[str, object]) -> None:
        self.luck = f"evening {luck}".encode()
        super().__init__(names, len(names), None, "dune", **dict(agreed))


class Evening:
    """A table of Dune at which everybody is a person in name and a bot in truth.

    Attributes:
        wishes: What is done before a bot is asked.
    """

    def __init__(
        self,
        luck: int,
        wishes: Sequence[OrderChoice] = (),
        names: tuple[str, ...] = SIX,
        agreed: Mapping[str, object] = NOTHING_ELSE,
    ) -> None:
        seats = len(names)
        self.sitting = Lucky(luck, names, agreed)
        self.choices = tuple(wishes)
        self.latest: list[Event] = []
        self.bots = seat_bots("dune", ["mentat"] * seats, luck)
        self.chance = Chance(bytes([luck % 256]) * 32)
        self.sitting.do(kept.Began(self.sitting.at))

    @property
    def game(self) -> Dune:
        return cast("Dune", self.sitting.table.game)

    @property
    def key(self) -> str:
        """The decision that is asked; empty once the game is over."""
        now = play.decision(self.game)
        return "" if now is None else now.key

    def seat(self, faction: str) -> int:
        """Who plays a faction; -1: nobody."""
        return seat_of(self.game, faction)

    def faction(self, seat: int) -> str:
        """What a seat plays."""
        return faction_id(self.game, seat)

    def view(self, seat: int | None) -> DuneView:
        return RULES.view(self.game, seat)

    def happened(self, kind: type[Event]) -> bool:
        """Whether something of this kind has happened in the last step."""
        return any(isinstance(event, kind) for event in self.latest)

    # --- what is done ---------------------------------------------------------------------------

    def steps(self) -> Iterator[None]:
        """Play on, and stop after every single answer."""
        yield
        while not play.over(self.game):
            now = play.pending(self.game)
            yield from self._besides(now)
            if play.pending(self.game) is now:
                yield from self._answers(now)
            if play.pending(self.game) is now and not play.waiting(self.game):
                self.sitting.entries.append(kept.TimeUp(self.sitting.at))
                self._tell(lambda listener: play.time_up(self.game, listener))
                yield

    def submit(self, seat: int, action: DuneAction) -> None:
        """Let a seat answer, or act beside the decision."""
        request = self.game.requests[seat]
        self.sitting.entries.append(kept.Answered(self.sitting.at, seat, request, RULES.write_action(action)))
        self._tell(lambda listener: play.submit(self.game, seat, action, listener))

    def _besides(self, now: object) -> Iterator[None]:
        for seat in play.asked(self.game):
            for _ in range(TURNS_BESIDE):
                if play.pending(self.game) is not now or (action := self._beside(seat)) is None:
                    break
                self.submit(seat, action)
                yield

    def _answers(self, now: object) -> Iterator[None]:
        for seat in play.asked(self.game):
            if play.pending(self.game) is not now:
                return
            if seat in play.waiting(self.game):
                self.submit(seat, self._answer(seat))
                yield

    def _beside(self, seat: int) -> DuneAction | None:
        offered = play.beside(self.game, seat)
        wished = self._wished(seat)
        if wished is not None and wished in offered:
            return wished
        return cast("DuneAction | None", self.bots[seat].beside(self.view(seat), offered)) if offered else None

    def _answer(self, seat: int) -> DuneAction:
        offered = play.boxes(self.game, seat)
        wished = self._wished(seat)
        if wished is not None and wished in offered:
            return wished
        return cast("DuneAction", self.bots[seat].answer(self.view(seat), offered))

    def _wished(self, seat: int) -> DuneAction | None:
        return next((one for wish in self.choices if (one := wish(self, seat)) is not None), None)

    def _tell(self, do: Callable[[Listener], object]) -> None:
        """Do something, and let the table have it."""
        listener, table = Listener(), self.sitting.table
        self.sitting.at += MINUTE // 2
        do(listener)
        self.latest = [event for _, event in listener.heard]
        happened = [Happened(self.sitting.at, audience, event) for audience, event in listener.heard]
        over = play.over(self.game)
        table.state.phase = Phase.FINISHED if over else Phase.PLAYING
        table.state.due = None if over else due_after(table.header.deadline, self.sitting.at)
        table.accept(table.state, table.game, happened, [])


def any_of(evening: Evening, seat: int, tag: str, where: Mapping[str, object] | None = None) -> DuneAction | None:
    """Some answer or move of a kind that is open to a seat, with these fields; None: there is none."""
    for boxes in (play.boxes(evening.game, seat), play.beside(evening.game, seat)):
        for box in boxes.boxes:
            if box.tag != tag:
                continue
            for _ in range(60 if where else 1):
                made = box.nth(draw(evening.chance, box.count()))
                if all(getattr(made, name) == value for name, value in (where or {}).items()):
                    return made
    return None
