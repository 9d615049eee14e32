"""What the public chain binds, and when.

What is public is bound at once, with its time. What is sealed leaves no trace in the chain, in no size, count or time,
until the game begins, a decision is closed, or the game is over: then the answers that counted are bound by their
digests, and whatever else was done meanwhile (standing orders, deeds beside a decision) by one
digest that is keyed with the secret of the table, whether there was anything or not.
"""

from __future__ import annotations

from typing import cast

from msgspec.structs import replace

from turncoat.kernel.flows import AnySection
from turncoat.table import proof
from turncoat.table import record as kept
from turncoat.table.proof import Filed
from turncoat.table.record import AnyEntry
from turncoat.table.table import Game, Sitting, Table
from turncoat.table.trial import Trial

PUBLIC = (
    *(kept.SeatTaken, kept.Brought, kept.WordsSealed, kept.WordsCalled, kept.WordsOpened, kept.Began),
    *(kept.TimeUp, kept.Paused, kept.Resumed, kept.Extended, kept.Shut, kept.RulesChanged),
)
"""Entries that everybody learns of at once."""


def bind(sitting: Sitting, entry: AnyEntry) -> None:
    """Bind an entry that is public: a name and words that are not open yet only by their digests."""
    if isinstance(entry, kept.SeatTaken):
        entry = proof.forgotten(entry)
    elif isinstance(entry, kept.WordsSealed):
        entry = replace(entry, words="")
    sitting.chain = proof.link(sitting.chain, proof.as_read(entry))


def keep(table: Table, sitting: Sitting, entry: AnyEntry) -> None:
    """Keep an entry that counts and is secret, to be bound later."""
    sitting.sealed = proof.hidden(table.secret, sitting.sealed, entry)


def bind_kept(table: Table, sitting: Sitting, at: int, digests: dict[int, str]) -> None:
    """Bind the answers that counted, and everything that was kept."""
    kept_back = proof.hidden(table.secret, sitting.chain, sitting.sealed)
    sitting.chain, sitting.sealed = proof.link(sitting.chain, at, sorted(digests.items()), kept_back), ""


def digests_of(table: Table, sitting: Sitting, at: int, trial: Trial) -> dict[int, str]:
    """The digests of the answers to a decision that is closed, by seat: those of the receipts.

    Answers that nobody handed in, such as defaults, are dated as it is closed.
    """
    filed, header = _at(sitting, trial.depth), table.header
    digests = {}
    for seat, answer in trial.answers.items():
        handed_in = filed.get(seat, Filed(at, trial.requests[seat], sitting.chain))
        action = table.rules.write_action(answer)
        digests[seat] = proof.receipt(table.secret, header.table, seat, action, handed_in).digest
    return digests


def file(sitting: Sitting, depth: int, seat: int, filed: Filed) -> None:
    """Note when an answer was handed in."""
    sitting.filed += [{} for _ in range(depth + 1 - len(sitting.filed))]
    sitting.filed[depth][seat] = filed


def filed_by(sitting: Sitting, game: Game, seat: int) -> Filed | None:
    """When a seat handed in its answer to the open decision; None if it has not, or a standing order did."""
    return _at(sitting, len(game.stack) - 1).get(seat)


def take_back(sitting: Sitting, depth: int, seat: int) -> bool:
    """Forget when an answer was handed in; whether anybody had."""
    return _at(sitting, depth).pop(seat, None) is not None


def forget_closed(sitting: Sitting, depth: int) -> None:
    """A decision was closed: what was filed for it, and for sections within it, is bound."""
    del sitting.filed[depth:]


def forget_returned(sitting: Sitting, game: Game) -> None:
    """Answers that went back to their owners do not count."""
    del sitting.filed[len(game.stack) :]
    for section, filed in zip(game.stack, sitting.filed, strict=False):
        pending = cast("AnySection", section).pending
        for seat in [one for one in filed if pending is None or one not in pending.answers]:
            del filed[seat]


def _at(sitting: Sitting, depth: int) -> dict[int, Filed]:
    return sitting.filed[depth] if depth < len(sitting.filed) else {}
