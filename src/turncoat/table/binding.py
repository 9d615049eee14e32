"""What the public chain of digests contains, and when it is added.

Public entries are added at once, with their time. What is sealed leaves no trace in the chain, in no size, count or
time, until the game begins, a decision is closed, or the game is over: then the answers that counted are bound by their
digests, and whatever else was done meanwhile (standing orders, actions beside a decision) by one digest that is keyed
with the secret of the table, whether there was anything or not.
"""

from __future__ import annotations

from typing import cast

from msgspec.structs import replace

from turncoat.kernel.flows import AnySection
from turncoat.table import proof
from turncoat.table import record as kept
from turncoat.table.proof import Filed
from turncoat.table.record import AnyEntry
from turncoat.table.table import Game, Table, TableState
from turncoat.table.trial import Trial

PUBLIC = (
    *(kept.SeatTaken, kept.CharacterTaken, kept.WordsSealed, kept.WordsCalled, kept.WordsOpened, kept.Began),
    *(kept.TimeUp, kept.Paused, kept.Resumed, kept.Extended, kept.TableClosed, kept.RulesChanged),
    *(kept.PausedUntil, kept.Overtime, kept.PaceAgreed, kept.Proposed, kept.VoteLapsed),
    *(kept.AwayAnnounced, kept.BackAnnounced),
)
"""Entries that all players see at once."""


def bind(state: TableState, entry: AnyEntry) -> None:
    """Bind an entry that is public: a name and words that are not open yet only by their digests."""
    if isinstance(entry, kept.SeatTaken):
        entry = proof.forgotten(entry)
    elif isinstance(entry, kept.WordsSealed):
        entry = replace(entry, words="")
    state.chain = proof.link(state.chain, proof.as_read(entry))


def keep(table: Table, state: TableState, entry: AnyEntry) -> None:
    """Remember a secret entry that counts, to be added to the chain later."""
    state.sealed = proof.hidden(table.secret, state.sealed, entry)


def bind_kept(table: Table, state: TableState, at: int, digests: dict[int, str]) -> None:
    """Add the answers that counted to the chain, and all secret entries that were remembered."""
    kept_back = proof.hidden(table.secret, state.chain, state.sealed)
    state.chain, state.sealed = proof.link(state.chain, at, sorted(digests.items()), kept_back), ""


def digests_of(table: Table, state: TableState, at: int, trial: Trial) -> dict[int, str]:
    """The digests of the answers to a closed decision, by seat: the same digests as on the players' receipts.

    An answer that no player submitted, such as a default, has the time at which the decision is closed.
    """
    filed, header = _at(state, trial.depth), table.header
    digests = {}
    for seat, answer in trial.answers.items():
        handed_in = filed.get(seat, Filed(at, trial.requests[seat], state.chain))
        action = table.rules.write_action(answer)
        digests[seat] = proof.receipt(table.secret, header.table, seat, action, handed_in).digest
    return digests


def file(state: TableState, depth: int, seat: int, filed: Filed) -> None:
    """Note when a seat submitted its answer."""
    state.filed += [{} for _ in range(depth + 1 - len(state.filed))]
    state.filed[depth][seat] = filed


def filed_by(state: TableState, game: Game, seat: int) -> Filed | None:
    """When a seat handed in its answer to the open decision; None if it has not, or a standing order did."""
    return _at(state, len(game.stack) - 1).get(seat)


def take_back(state: TableState, depth: int, seat: int) -> bool:
    """Forget when a seat submitted its answer; returns whether it had submitted one."""
    return _at(state, depth).pop(seat, None) is not None


def forget_closed(state: TableState, depth: int) -> None:
    """After a decision closes, forget when its answers, and the answers of decisions within it, were submitted."""
    del state.filed[depth:]


def forget_returned(state: TableState, game: Game) -> None:
    """Forget when answers were submitted that the rules gave back to their players; such answers do not count."""
    del state.filed[len(game.stack) :]
    for section, filed in zip(game.stack, state.filed, strict=False):
        pending = cast("AnySection", section).pending
        for seat in [seat for seat in filed if pending is None or seat not in pending.answers]:
            del filed[seat]


def _at(state: TableState, depth: int) -> dict[int, Filed]:
    return state.filed[depth] if depth < len(state.filed) else {}
