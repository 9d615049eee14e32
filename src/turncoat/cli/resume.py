"""Continues a game that was saved before its end: all moves are replayed, then the bots think again."""

from __future__ import annotations

from pathlib import Path

from turncoat.bots.match import Match
from turncoat.cli.replay import read_record
from turncoat.kernel.errors import BadSetup, Refusal
from turncoat.kernel.standing_order import read_like
from turncoat.table.record import Answered, Began, Record, SeatKind, SeatTaken, StandingOrderLeft, TableClosed, TimeUp
from turncoat.table.replay import fresh, other_rules


def saved(file: Path) -> Record:
    """The record of a game of one person against bots that is not over.

    Raises:
        Refusal: the record is not such a game, or it was played by other rules.
    """
    record = read_record(file)
    fresh(record)
    if other := other_rules(record):
        raise BadSetup(other, field="resume")
    people = [taken for taken in who_sat(record) if taken.kind is SeatKind.PERSON]
    if len(people) != 1 or not isinstance(record.entries[-1], TableClosed):
        why = "is over: turncoat replay shows it" if len(people) == 1 else "is not a game of one person against bots"
        raise BadSetup(f"--resume: the game in {file} {why}.", field="resume")
    return record


def who_sat(record: Record) -> list[SeatTaken]:
    """The bot or person of each seat."""
    return [entry for entry in record.entries if isinstance(entry, SeatTaken)]


def play_again(match: Match, record: Record) -> None:
    """Replay the saved moves and messages; the bots hear them, and are asked nothing.

    Raises:
        BadSetup: the recorded moves are not possible any more.
    """
    talk = list(reversed(record.talk))
    for number, entry in enumerate(record.entries):
        while talk and talk[-1].after <= number:
            spoken = talk.pop().message
            if spoken.sender is not None:
                match.say(spoken.sender, spoken.said)
        try:
            if isinstance(entry, Answered):
                match.submit(entry.seat, match.rules.read_action(entry.action))
            elif isinstance(entry, StandingOrderLeft):
                read, kinds = match.rules.read_action, match.rules.actions
                unless = tuple(read_like(one, kinds) for one in entry.unless)
                match.order(entry.seat, entry.question, tuple(map(read, entry.actions)), unless)
            elif isinstance(entry, TimeUp):
                match.close()
            elif not isinstance(entry, SeatTaken | Began | TableClosed):
                raise BadSetup("it was not played in a terminal.")
        except Refusal as refusal:
            raise BadSetup(
                f"--resume: entry {number + 1} is not accepted: {refusal.sentence}", field="resume"
            ) from None
