"""The characters that seats bring into a game: told to all, in the record, agreed on when the game begins."""

from __future__ import annotations

import pytest

from turncoat.games.thrice.after_session import CHARACTERS
from turncoat.kernel.errors import BadSetup, NotAllowed
from turncoat.table import proof
from turncoat.table import record as kept
from turncoat.table.draft import Draft
from turncoat.table.record import Header, Json, Record, SeatKind, Secret
from turncoat.table.replay import replay
from turncoat.table.table import Table
from turncoat.table.table_view import events_after, table_view

SECRET = Secret("5e" * 32, "17" * 32)


def sheet(name: str = "Agda", **fields: object) -> Json:
    """A character that keeps the rules."""
    return dict(CHARACTERS.edited(CHARACTERS.blank, {"name": name, "weapon": 3, **fields}, False))


class Desk:
    """A table that gathers, two people and a GM at it, and the record of what is done."""

    def __init__(self, game: str = "thrice", options: Json | None = None) -> None:
        header = Header("tab1e", game, "", "", options or {}, 3, proof.commitment(SECRET), 0)
        self.table = Table(header, SECRET)
        self.entries: list[kept.AnyEntry] = []
        for seat, name in enumerate(("Agatha", "Barney", "Master")):
            self.do(kept.SeatTaken(1, seat, name, SeatKind.PERSON))

    def do(self, entry: kept.AnyEntry) -> None:
        draft = Draft(self.table)
        draft.perform(entry)
        self.entries += draft.entries
        draft.accept()

    def bring(self, seat: int, thing: Json | None, mark: str = "m") -> None:
        self.do(kept.CharacterTaken(2, seat, mark, thing))

    @property
    def brings(self) -> list[str]:
        """What everybody sees that seats bring."""
        return [seat.character for seat in table_view(self.table, None).seats]


def test_everybody_sees_and_hears_what_is_brought() -> None:
    desk = Desk()
    desk.bring(0, sheet())
    desk.bring(0, sheet("Brom"))
    desk.bring(1, sheet())
    desk.bring(1, None)
    line = "Human: savage, adventurous, aberrant; wealth 1"
    assert desk.brings == [f"Brom ({line})", "", ""]
    assert [event.text for event in events_after(desk.table, None, 3)] == [
        f"Agatha brings Agda ({line}).",
        f"Agatha brings Brom ({line}).",
        f"Barney brings Agda ({line}).",
        "Barney no longer brings a character.",
    ]


def test_it_is_in_the_game_and_in_the_replay() -> None:
    """THR-O25: the others make theirs at the table (THR-D1)."""
    desk = Desk()
    desk.bring(1, sheet())
    desk.do(kept.Began(3))
    assert desk.table.game is not None
    assert table_view(desk.table, 0).question is not None
    assert table_view(desk.table, 1).question is None
    again = replay(Record(desk.table.header, desk.entries, [], SECRET, desk.table.state.chain))
    assert again.game is not None
    assert desk.table.rules.encode(desk.table.game) == again.rules.encode(again.game)
    assert again.state == desk.table.state


@pytest.mark.parametrize(
    ("seat", "thing", "options", "words"),
    [
        (2, sheet(), {}, "The seat of Master cannot bring a character (THR-O25)."),
        (0, sheet(), {"creation_points": 0}, "only 0 have been earned (THR-3.6"),
        (0, {**sheet(), "weapon": 4}, {}, "only 3 have been earned (THR-3.6"),
        (0, {**sheet(), "third": "brave"}, {}, "must be one of those printed"),
        (0, {"kin": "human"}, {}, "The sheet cannot be read"),
        (0, None, {}, "Agatha has brought no character."),
    ],
)
def test_what_cannot_be_brought_changes_nothing(seat: int, thing: Json | None, options: Json, words: str) -> None:
    desk = Desk(options=options)
    before = len(desk.entries)
    with pytest.raises((NotAllowed, BadSetup)) as caught:
        desk.bring(seat, thing)
    assert words in caught.value.sentence
    assert desk.brings == ["", "", ""]
    assert len(desk.entries) == before


def test_nobody_brings_a_character_to_a_game_without() -> None:
    with pytest.raises(NotAllowed, match="No character can be brought to Truce"):
        Desk("truce").bring(0, sheet())


def test_nothing_is_brought_to_an_empty_seat_or_a_game_under_way() -> None:
    desk = Desk()
    desk.do(kept.SeatTaken(2, 1, "Barney", SeatKind.OPEN))
    with pytest.raises(NotAllowed, match="Nobody sits at the seat of Barney yet"):
        desk.bring(1, sheet())
    desk.do(kept.SeatTaken(2, 1, "Barney", SeatKind.PERSON))
    desk.do(kept.Began(3))
    with pytest.raises(NotAllowed, match="The game is under way"):
        desk.bring(1, sheet())


@pytest.mark.parametrize(("kind", "bot"), [(SeatKind.OPEN, ""), (SeatKind.BOT, "random")])
def test_it_does_not_stay_when_its_player_has_gone(kind: SeatKind, bot: str) -> None:
    """Who is only called something else has not gone."""
    desk = Desk()
    desk.bring(1, sheet())
    desk.do(kept.SeatTaken(2, 1, "Bartholomew", SeatKind.PERSON))
    assert desk.brings[1]
    desk.do(kept.SeatTaken(2, 1, "Bartholomew", kind, bot))
    assert desk.brings[1] == ""
