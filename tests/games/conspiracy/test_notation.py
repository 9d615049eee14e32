"""The notation of Conspiracy: what is written reads back, and what cannot be read names its line."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped, unused-ignore]
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.conspiracy.story import ANN, BEN, Table, played, record_of, sat_down
from tests.table.tables import Sitting, whole

from turncoat.cli import FOUND, NONSENSE, run
from turncoat.games.conspiracy.actions import (
    AdvanceColumn,
    AttackCoin,
    ChooseGoal,
    ConspiracyAction,
    Mark,
    Place,
    Remove,
    RevealCoin,
    RevealTile,
    Save,
)
from turncoat.games.conspiracy.notation import NOTATION
from turncoat.kernel.errors import BadSetup, Unreadable
from turncoat.table import notation
from turncoat.table import record_file as records
from turncoat.table.replay import replay

Printed = pytest.CaptureFixture[str]

EXAMPLES: list[tuple[str, ConspiracyAction]] = [
    ("goal A n", ChooseGoal("A", 0)),
    ("C2^@c3F1.NE", Place("C2", "c3F1.NE", "N")),
    ("tMn@c3F1 Ca|315@c3F1.SW", Place("C1", "c3F1.SW", "NE", "M0")),
    ("give Mn to 4, xtM3@c3F2 Aa|45@c3F2.NE", AttackCoin("A1", "c3F2.NE", "NW", "M0", 3, "M3")),
    ("give C2 to 1, xSav@c1F1.NW to fail", AttackCoin("S1", "c1F1.NW", "S", "C2", 0, aim="miss")),
    ("give Sa to 4, +c2F1.NW", RevealCoin("c2F1.NW", "S1", 3)),
    ("give A5 to 2, +c2F10", RevealTile("c2F10", "A5", 1)),
    ("give A5 to 2, -", Remove("A5", 1)),
    ("advance c2", AdvanceColumn("c2")),
    ("save Aa", Save("A1")),
    ("mark c2P", Mark("c2P")),
]


@pytest.mark.parametrize(("move", "action"), EXAMPLES)
def test_a_move_is_written_and_read(move: str, action: ConspiracyAction) -> None:
    """CON-C.2, CON-G.5: n is a blank, a is a spiral or symbol; angles run from north against the clock."""
    assert NOTATION.write(action) == move
    assert NOTATION.read(move) == action


def test_everything_that_may_be_answered_is_written_and_read() -> None:
    """CON-5: every answer of a full position, and no two are written alike."""
    table = Table("S1 C0 C5", tiles="c2F1 A3; c1F1 M1", coins="c2F1.NW C3+ N; c2F1.NE S2+ W", held={ANN: "S5"})
    answers = list(table.boxes())
    written = {NOTATION.write(action): action for action in answers}
    assert len(written) == len(answers) > 200
    assert all(NOTATION.read(move) == action for move, action in written.items())


@given(st.integers(0, 2**32), st.integers(3, 5), st.integers(1, 200))
@settings(max_examples=12, deadline=None)
def test_any_game_reads_back_to_the_identical_game(seed: int, seats: int, decisions: int) -> None:
    """Records of random games, finished and broken off, with late players: equal, entry by entry and bit by bit."""
    record = record_of(played(sat_down(seed, seats, rounds=6), seed, decisions))
    again = notation.read(notation.write(record).encode())
    assert again == record
    assert whole(replay(again)) == whole(replay(record))


def test_talk_is_kept_in_its_place() -> None:
    """CON-I.5: braces, brackets and line ends in what was said do no harm."""
    sitting = played(sat_down(3, rounds=2), 3, 8)
    sitting.say(1, "a {brace}\n[and] a line\u2028end — {", to=[2])
    record = record_of(played(sitting, 3))
    assert notation.read(notation.write(record).encode()) == record


def test_the_header_is_yaml() -> None:
    """Any YAML reader finds who played what."""
    text = notation.write(record_of(played(sat_down(4, rounds=1), 4)))
    (header,) = yaml.safe_load_all(text.split("\n...\n")[0])
    assert header["GameType"] == "Conspiracy"
    assert header["Seats"] == 4
    assert header["Options"] == {"rounds": 1}


def test_dice_and_draws_stand_in_remarks_which_are_skipped() -> None:
    """CON-R45: the record holds every result; who reads it may throw the remarks away."""
    record = record_of(played(sat_down(5, rounds=2), 5))
    lines = notation.write(record).splitlines()
    assert any("To break a tie" in line and line.strip().startswith("{") for line in lines)
    bare = "\n".join(line for line in lines if not line.strip().startswith("{"))
    assert notation.read(bare.encode()) == record


def test_a_game_without_a_notation_says_so() -> None:
    with pytest.raises(BadSetup, match="Truce has no notation"):
        notation.write(Sitting().begun().record())


def _text() -> list[str]:
    return notation.write(record_of(played(sat_down(6, rounds=1), 6))).splitlines()


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("---", "--", "begins with ---"),
        ("...", "", "KEY: VALUE"),
        ("Seats: 4", "Seats: many", "the value of Seats is not JSON"),
        ("Seats: 4", 'Seats: "4"', "seats must be"),
        ("5. [began {}]", "5. [began", "square brackets"),
        ("5. [began {}]", "5. [begun {}]", "begun"),
        ("5. [began {}]", "6. [began {}]", "entry 5 begins with “5. ”"),
        (" goal ", " gaol ", "is not a move"),
    ],
)
def test_what_cannot_be_read_names_its_line(old: str, new: str, says: str) -> None:
    """One sentence with the number of the line and what was expected there."""
    lines = _text()
    number = next(place for place, line in enumerate(lines) if old in line)
    lines[number] = lines[number].replace(old, new, 1)
    with pytest.raises(Unreadable) as refused:
        notation.read("\n".join(lines).encode())
    sentence = refused.value.sentence
    assert sentence.startswith(f"Line {number + 1 + 2 * (old == '...')} of the notation cannot be read: "), sentence
    assert says in sentence
    assert sentence.count("\n") == 0


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_a_mangled_text_is_read_or_refused(data: st.DataObject) -> None:
    """Nothing but a record or a refusal comes out, whatever is cut, doubled or overwritten."""
    text = "\n".join(_text())
    start = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 40))
    put = data.draw(st.text(max_size=12))
    with suppress(Unreadable, BadSetup):
        notation.read((text[:start] + put + text[start + cut :]).encode("utf-8", "surrogatepass"))


def test_a_changed_move_is_caught_by_the_chain(tmp_path: Path, capsys: Printed) -> None:
    """A planted fault: the same text with another goal is legal, and no longer the game that was played."""
    lines = _text()
    place = next(number for number, line in enumerate(lines) if " goal " in line)
    played_move = lines[place]
    for other in (f"{suit} {rank}" for suit in "CASM" for rank in "na2345"):
        lines[place] = played_move.split(" goal ")[0] + f" goal {other}"
        file = tmp_path / "game.ppn"
        file.write_text("\n".join(lines), encoding="utf-8")
        assert run(["replay", str(file)]) == (0 if lines[place] == played_move else FOUND)
        capsys.readouterr()


def test_export_and_replay(tmp_path: Path, capsys: Printed) -> None:
    """A record becomes notation, notation becomes a record, and both play to the same end."""
    record = record_of(played(sat_down(7, rounds=2), 7))
    first, text, again = (tmp_path / name for name in ("a.jsonl", "a.ppn", "b.jsonl"))
    first.write_bytes(records.write(record))
    assert run(["export", str(first), "--notation", "--output", str(text)]) == 0
    assert run(["export", str(text), "--output", str(again)]) == 0
    assert again.read_bytes() == first.read_bytes()
    assert run(["replay", str(text)]) == 0
    assert "Verified" in capsys.readouterr().out
    assert run(["export", str(first), "--output", str(text)]) == NONSENSE
    assert "exists already" in capsys.readouterr().err


def test_seats_are_numbered_from_one() -> None:
    """CON-5.g: Ben is the second player."""
    assert NOTATION.write(Remove("C2", BEN)) == "give C2 to 2, -"


def test_a_tile_lies_under_its_coin() -> None:
    """CON-5.a.iii: a coin is placed on exactly the tile that was laid for it."""
    with pytest.raises(Unreadable) as refused:
        NOTATION.read("tMn@c3F1 C2^@c2F1.NE")
    assert (refused.value.rule, refused.value.field, refused.value.choices) == ("CON-5.a.iii", "tile", ("c2F1",))
