"""What can be written at a table: every command of the help is understood, everything else is refused or an answer."""

from __future__ import annotations

from datetime import date

import pytest

from turncoat.kernel.errors import Unreadable
from turncoat.table import commands
from turncoat.table.commands import (
    Again,
    Ballot,
    ComeBack,
    Command,
    GoAway,
    Leave,
    Propose,
    Ready,
    Save,
    Status,
    Steer,
    Withdraw,
)
from turncoat.table.deadline import After, AtTimes, NoDeadline
from turncoat.table.proposals import Abandon, ChangePace, ChooseHost, Concede, Draw, Extension, GoOn, OfferSeat, Pause

NAMES = {"agatha": 0, "barney": 1}


def seat_of(name: str) -> int:
    if name.casefold() not in NAMES:
        raise Unreadable(f"Nobody is called {name}.", field="seat")
    return NAMES[name.casefold()]


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("status", Status()),
        ("  Ready ", Ready(True)),
        ("not ready", Ready(False)),
        ("forget", Save("")),
        ("save attack barney", Save("attack barney")),
        ("withdraw", Withdraw()),
        ("back", ComeBack()),
        ("away 2026-12-20 to 2027-01-03", GoAway(date(2026, 12, 20), date(2027, 1, 3))),
        ("away 2026-12-20", GoAway(date(2026, 12, 20), date(2026, 12, 20))),
        ("vote 3 yes", Ballot(3, True)),
        ("Vote 3 NO", Ballot(3, False)),
        ("propose extend 60", Propose(Extension(60.0))),
        ("propose extend 2 times", Propose(Extension(times=2))),
        ("propose pause 3", Propose(Pause(3))),
        ("propose go on", Propose(GoOn())),
        ("propose draw", Propose(Draw())),
        ("propose close", Propose(Abandon())),
        ("propose concede to barney", Propose(Concede(1))),
        ("propose seat barney", Propose(OfferSeat(1))),
        ("propose host agatha", Propose(ChooseHost(0))),
        ("propose pace 1440", Propose(ChangePace(After(1440)))),
        ("leave for good", Leave()),
        ("again", Again()),
        ("host begin", Steer("begin")),
        ("host extend 2 times", Steer("extend", amount=2, times=True)),
        ("host pause", Steer("pause")),
        ("host pause 3", Steer("pause", amount=3)),
        ("host go on", Steer("go on")),
        ("host link", Steer("link")),
        ("host link barney", Steer("link", 1)),
        ("host revoke barney", Steer("revoke", 1)),
        ("host pace 60", Steer("pace", deadline=After(60))),
        ("host pace none", Steer("pace", deadline=NoDeadline())),
        ("host pace 08:00 20:00", Steer("pace", deadline=AtTimes(("08:00", "20:00")))),
        ("host pace 20:00 Europe/Berlin", Steer("pace", deadline=AtTimes(("20:00",), "Europe/Berlin"))),
        ("attack barney", None),
        ("defend", None),
    ],
)
def test_what_is_written_is_understood(line: str, command: Command | None) -> None:
    assert commands.read(line, seat_of) == command


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("vote yes", "Write vote 3 yes."),
        ("vote 3 perhaps", "Write vote 3 yes."),
        ("away tomorrow", "Write away 2026-12-20 to 2027-01-03."),
        ("not", "Write not ready."),
        ("save", "Write save ANSWER."),
        ("ready now", "Write ready."),
        ("propose", "Write propose extend 60, or propose pause 3, or propose draw, or propose pace 1440."),
        ("propose pause 99", "Write propose extend 60, or propose pause 3, or propose draw, or propose pace 1440."),
        ("propose host zoe", "Nobody is called zoe."),
    ],
)
def test_what_is_begun_and_cannot_be_understood_is_refused_with_the_way_to_write_it(line: str, sentence: str) -> None:
    with pytest.raises(Unreadable) as caught:
        commands.read(line, seat_of)
    assert caught.value.sentence == sentence


def test_every_command_of_the_help_is_one() -> None:
    for line in commands.HELP:
        assert commands.read(line.replace("ANSWER", "loot"), seat_of) is not None
