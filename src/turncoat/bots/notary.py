"""A notary keeps a match's record: every step happens first at a real table, whose record can be saved."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from msgspec import Struct

from turncoat.games import AnyRuleset
from turncoat.kernel.boxes import Action
from turncoat.kernel.promise import Message
from turncoat.kernel.standing_order import Like, write_like
from turncoat.table import proof
from turncoat.table import record as kept
from turncoat.table.draft import Draft
from turncoat.table.export import exported
from turncoat.table.record import AnyEntry, Header, Record, SeatKind, Secret
from turncoat.table.table import Phase, Table


class Notary:
    """Keeps the record of a match by playing it at a real table. The match refuses what the table refuses.

    Args:
        rules: The game.
        options: The game's options, checked.
        secret: Seed and salt of the table.
        clock: Returns the time in milliseconds since the epoch.
        table: Id of the table.

    Attributes:
        entries: All accepted entries, in order.
    """

    def __init__(
        self, rules: AnyRuleset, options: Struct, seats: int, secret: Secret, clock: Callable[[], int], table: str
    ) -> None:
        self.clock = clock
        self.secret = secret
        self.entries: list[AnyEntry] = []
        plain, sealed = msgspec.to_builtins(options), proof.commitment(secret)
        self.table = Table(Header(table, rules.id, rules.hash, rules.title, plain, seats, sealed, clock()), secret)

    @property
    def key(self) -> bytes:
        """The key of the game's generator: the match must be played with it."""
        return proof.game_key(self.secret, {})

    def begin(self, names: Sequence[str], bots: Sequence[str]) -> None:
        """Seat everybody and begin the game.

        Args:
            names: The names of the seats.
            bots: Which bot sits at each seat; empty: a person.

        Raises:
            Refusal: names are empty, too long or alike, or the game cannot begin.
        """
        for seat, (name, bot) in enumerate(zip(names, bots, strict=True)):
            kind = SeatKind.BOT if bot else SeatKind.PERSON
            self._perform(kept.SeatTaken(self.clock(), seat, name, kind, bot))
        self._perform(kept.Began(self.clock()))

    def say(self, message: Message) -> None:
        """Somebody says something.

        Raises:
            NotAllowed: it is empty or too long, or promises what cannot be promised.
        """
        draft = Draft(self.table)
        draft.say(message, self.clock())
        draft.accept()

    def answer(self, seat: int, action: Action) -> None:
        """Somebody answers, or acts beside the open decision.

        Raises:
            Refusal: the answer is not legal now.
            RulesCrashed: the rules failed.
        """
        requests = self.table.game.requests if self.table.game is not None else []
        request = requests[seat] if 0 <= seat < len(requests) else 0
        self._perform(kept.Answered(self.clock(), seat, request, self.table.rules.write_action(action)))

    def order(self, seat: int, key: str, actions: Sequence[Action], unless: Sequence[Like]) -> None:
        """Somebody leaves a standing order, or cancels it with no actions.

        Raises:
            Refusal: this question takes no standing order.
        """
        written = tuple(map(self.table.rules.write_action, actions))
        self._perform(kept.StandingOrderLeft(self.clock(), seat, key, written, tuple(map(write_like, unless))))

    def time_up(self) -> None:
        """Close the open decision because time is up."""
        self._perform(kept.TimeUp(self.clock()))

    def take_home(self, seat: int | None) -> Record:
        """The record that this seat may have; if the game is not over, the record ends here.

        Private talk among others and answers that were never revealed stay at the table (TRU-R24).
        """
        if self.table.state.phase is not Phase.FINISHED:
            self._perform(kept.TableClosed(self.clock()))
        whole = Record(self.table.header, self.entries, self.table.talk, self.secret, self.table.state.chain)
        return exported(whole, seat)

    def _perform(self, entry: AnyEntry) -> None:
        draft = Draft(self.table)
        draft.perform(entry)
        draft.accept()
        self.entries += draft.entries
