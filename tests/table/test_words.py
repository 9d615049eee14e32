"""Words that seats add to the chance of a game: sealed, then opened; nobody who sees the others' first can choose."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest
from msgspec.structs import replace
from tests.table.tables import START, Sitting, header

from turncoat.kernel.errors import NotAllowed, NotYours
from turncoat.table import record as kept
from turncoat.table.record import AnyEntry, Record, SeatKind
from turncoat.table.table import Phase
from turncoat.table.table_events import SeatOpenedWords, SeatSealedWords, WordsLeftOut
from turncoat.table.verify import verify
from turncoat.table.words import LONGEST, PATIENCE, SHORTEST, digest_of

MINUTE_LATER = START + PATIENCE + 1


def words_of(seat: int) -> str:
    return f"horse battery staple {seat}"


def seals(seat: int, *, by_server: bool = False) -> kept.WordsSealed:
    """A seat commits to its words, or the server does for it."""
    return kept.WordsSealed(START, seat, digest_of("tab1e", seat, words_of(seat)), words_of(seat) if by_server else "")


def opens(seat: int, at: int = START) -> kept.WordsOpened:
    return kept.WordsOpened(at, seat, words_of(seat))


def sealed(*seats: int) -> Sitting:
    """A table at which these seats have committed, and the host has called for their words."""
    table = Sitting(header(options={"rounds": 1})).seated().perform(*map(seals, seats))
    return table.perform(kept.WordsCalled(START))


def key(table: Sitting) -> bytes:
    """What the game's chance is made of."""
    assert table.table.game is not None
    return table.table.game.chance.key


def told(table: Sitting) -> list[object]:
    """What everybody learns of words."""
    kinds = SeatSealedWords | SeatOpenedWords | WordsLeftOut
    return [happened.event for happened in table.table.stream(None) if isinstance(happened.event, kinds)]


def test_the_words_of_every_seat_change_the_chance_of_the_game() -> None:
    tables = [Sitting().seated(), sealed(0), sealed(1), sealed(0, 1)]
    tables[1].perform(opens(0))
    tables[2].perform(opens(1))
    tables[3].perform(opens(1), opens(0))
    assert len({key(table.perform(kept.Began(START))) for table in tables}) == 4


def test_in_which_order_words_are_opened_does_not_matter() -> None:
    tables = [sealed(0, 1).perform(opens(0), opens(1)), sealed(0, 1).perform(opens(1), opens(0))]
    one, other = (key(table.perform(kept.Began(START))) for table in tables)
    assert one == other


def test_words_are_opened_only_when_nobody_can_commit_any_more() -> None:
    table = Sitting().seated().perform(seals(0))
    assert table.refused(opens(0)).field == "phase"
    table.perform(kept.WordsCalled(START))
    for late in (seals(0), seals(1), seals(2, by_server=True), kept.WordsCalled(START)):
        assert table.refused(late).sentence == "The game is about to begin."
    assert table.refused(kept.SeatTaken(START, 1, "Barney", SeatKind.BOT, "random")).field == "phase"


@pytest.mark.parametrize("words", ["", "short", words_of(1), words_of(0) + " ", "x" * (LONGEST + 1)])
def test_words_that_do_not_match_are_refused(words: str) -> None:
    """Receipts and proof: also those of another seat, whose commitment nobody can copy."""
    refusal = sealed(0, 1).refused(kept.WordsOpened(START, 0, words))
    assert isinstance(refusal, NotAllowed)
    assert refusal.field == "words"


def test_a_commitment_that_is_copied_from_another_seat_cannot_be_opened() -> None:
    table = Sitting().seated().perform(seals(0), kept.WordsSealed(START, 1, seals(0).digest))
    table.perform(kept.WordsCalled(START), opens(0))
    assert isinstance(table.refused(kept.WordsOpened(START, 1, words_of(0))), NotAllowed)


@pytest.mark.parametrize("seat", [1, 2])
def test_only_who_has_committed_opens_and_only_once(seat: int) -> None:
    table = sealed(0, 1).perform(opens(1))
    assert isinstance(table.refused(opens(seat)), NotYours)


def test_the_server_keeps_words_only_of_the_right_digest_and_length() -> None:
    table = Sitting().seated()
    short = "x" * (SHORTEST - 1)
    assert table.refused(kept.WordsSealed(START, 0, digest_of("tab1e", 0, short), short)).field == "words"
    assert table.refused(kept.WordsSealed(START, 0, seals(1).digest, words_of(0))).field == "words"


def test_the_server_opens_what_it_keeps_when_the_host_begins_and_says_so() -> None:
    table = Sitting().seated().perform(seals(0), seals(1, by_server=True), kept.WordsCalled(START))
    assert told(table)[-1] == SeatOpenedWords(1, words_of(1), by_server=True)
    table.perform(opens(0), kept.Began(START))
    assert told(table)[-1] == SeatOpenedWords(0, words_of(0), by_server=False)


def test_what_is_sealed_is_in_nobodys_face_before_it_is_opened() -> None:
    """Also what the server keeps: it is no use to know the words of a guest without script beforehand."""
    table = Sitting().seated().perform(seals(0), seals(1, by_server=True))
    for viewer in (None, 0, 1, 2):
        assert b"horse" not in table.table_view(viewer)
        assert seals(0).digest.encode() in table.table_view(viewer)
        assert not any("horse" in str(happened.event) for happened in table.table.stream(viewer))


def test_whoever_does_not_open_within_a_minute_is_left_out_and_the_record_says_who() -> None:
    """A table never waits for words."""
    table, without = sealed(0, 1, 2).perform(opens(1)), sealed(1).perform(opens(1), kept.Began(START))
    assert table.table.state.due == START + PATIENCE
    for early in (START, START + PATIENCE):
        assert table.refused(kept.Began(early)).field == "words"
    table.perform(kept.Began(MINUTE_LATER))
    assert told(table)[-1] == WordsLeftOut((0, 2))
    assert key(table) == key(without)


def test_a_seat_that_somebody_gets_up_from_has_committed_to_nothing() -> None:
    table = Sitting().seated().perform(seals(0), kept.SeatTaken(START, 0, "Zoe", SeatKind.BOT, "random"))
    assert table.table.state.words == {}
    assert table.perform(kept.Began(START)).table.state.phase is Phase.PLAYING


def test_before_the_game_a_seat_can_commit_to_other_words() -> None:
    other = "quite other words than those"
    table = Sitting().seated().perform(seals(0), kept.WordsSealed(START, 0, digest_of("tab1e", 0, other)))
    table.perform(kept.WordsCalled(START))
    assert table.refused(opens(0)).field == "words"
    table.perform(kept.WordsOpened(START, 0, other))


# --- a host who cheats ---------------------------------------------------------------------------------


def keys_in_reach(own: int, seats: int = 3) -> set[bytes]:
    """The keys that a host can still reach who holds so many of the seats and has seen all words of the others."""
    reached = set()
    for many in range(own + 1):
        for shown in combinations(range(own), many):
            table = sealed(*range(seats)).perform(*map(opens, range(own, seats)), *map(opens, shown))
            reached.add(key(table.perform(kept.Began(MINUTE_LATER))))
    return reached


@pytest.mark.parametrize(("own", "bits"), [(0, 0), (1, 1), (2, 2)])
def test_a_host_who_sees_all_openings_first_has_one_bit_for_each_seat_of_his_own(own: int, bits: int) -> None:
    """He cannot try words until the cards suit him: he opens what he has committed to, or is left out by name."""
    assert len(keys_in_reach(own)) == 2**bits


def cheated(change: Callable[[list[AnyEntry]], None]) -> list[str]:
    """What is found in the record of a game that a host has changed so."""
    table = sealed(0, 1).perform(opens(0), opens(1), kept.Began(START)).to_the_end()
    record = table.record()
    assert verify(record) == []
    entries = list(record.entries)
    change(entries)
    return verify(Record(record.header, entries, record.talk, record.secret, record.chain))


def place(entries: list[AnyEntry], kind: type[AnyEntry], nth: int = 0) -> int:
    return [number for number, entry in enumerate(entries) if isinstance(entry, kind)][nth]


def stir_last(entries: list[AnyEntry]) -> None:
    """The planted fault: seat 1 commits after it has seen what seat 0 opened."""
    late = entries.pop(place(entries, kept.WordsSealed, 1))
    entries.insert(place(entries, kept.WordsOpened) + 1, late)


def other_words(entries: list[AnyEntry]) -> None:
    """The planted fault: words that suit the host, under the old commitment."""
    where = place(entries, kept.WordsOpened, 1)
    entries[where] = kept.WordsOpened(START, 1, "words that suit the host")


def other_words_and_digest(entries: list[AnyEntry]) -> None:
    """The planted fault: the commitment is changed with them; whoever noted the chain finds it."""
    other = "words that suit the host"
    entries[place(entries, kept.WordsSealed, 1)] = kept.WordsSealed(START, 1, digest_of("tab1e", 1, other))
    entries[place(entries, kept.WordsOpened, 1)] = kept.WordsOpened(START, 1, other)


def left_out(entries: list[AnyEntry]) -> None:
    """The planted fault: the minute was not waited for."""
    del entries[place(entries, kept.WordsOpened, 1)]


def as_the_servers(entries: list[AnyEntry]) -> None:
    """The planted fault: an opening is said to have been the server's."""
    where = place(entries, kept.WordsSealed, 1)
    entries[where] = replace(seals(1), words=words_of(1))
    del entries[place(entries, kept.WordsOpened, 1)]


@pytest.mark.parametrize("change", [stir_last, other_words, other_words_and_digest, left_out, as_the_servers])
def test_a_record_in_which_words_were_chosen_afterwards_does_not_hold(change: Callable[[list[AnyEntry]], None]) -> None:
    assert cheated(change)
