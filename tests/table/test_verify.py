"""Replay, receipts, the chain, and records that somebody has tampered with."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.table.tables import NAMES, SECRET, START, Sitting, action, header, whole

from turncoat.kernel.errors import BadSetup, NotAllowed
from turncoat.kernel.promise import Pledge, Say
from turncoat.table import proof, record_file
from turncoat.table import record as kept
from turncoat.table.deadline import After
from turncoat.table.export import exported
from turncoat.table.record import Record, SeatKind, Secret
from turncoat.table.replay import replay
from turncoat.table.table_events import OrdersPublished
from turncoat.table.table_view import events_after, messages_after
from turncoat.table.verify import verify

SEATS = (None, 0, 1, 2)


def played() -> Sitting:
    """A game with everything: changes, gifts, withdrawals, talk in private, a missed turn."""
    table = Sitting(header(options={"rounds": 4}, deadline=After(10))).begun()
    table.answer(0, "attack 1").answer(0, "loot").say(0, "I will not loot", (1,)).answer(2, "give 1 to 1")
    table.answer(1, "support 0").withdraw(1).say(1, "Hello all").answer(1, "loot").answer(2, "defend")
    table.say(2, "my word", (1,), Pledge(2, "loot", times=2)).answer(0, "defend").answer(0, "loot").answer(0, "loot")
    table.now += 20 * 60_000
    table.perform(kept.TimeUp(table.now))
    table.perform(kept.SeatTaken(table.now, 1, "Barney", SeatKind.BOT, "random", stands_in=True))
    table.answer(2, "pass").withdraw(2)
    return table.to_the_end().say(0, "well played")


def test_a_replay_is_identical() -> None:
    """The state, the views of all seats, their events and their talk."""
    original = played()
    again = replay(original.record())
    assert whole(again) == whole(original.table)
    for seat in SEATS:
        assert events_after(again, seat, 0) == events_after(original.table, seat, 0)
        assert messages_after(again, seat, 0) == messages_after(original.table, seat, 0)
        copy = Sitting(original.table.header)
        copy.table = again
        assert copy.table_view(seat) == original.table_view(seat)


def index_of(record: Record, move: str, seat: int) -> int:
    return next(
        number
        for number, entry in enumerate(record.entries)
        if isinstance(entry, kept.Answered) and entry.seat == seat and entry.action == action(move)
    )


def test_a_changed_seed_is_found() -> None:
    record = played().record()
    record.secret = Secret("00" * 32, SECRET.salt)
    assert verify(record) == [
        "The seed is not the one that was promised before the game: it does not fit the commitment."
    ]
    with pytest.raises(BadSetup, match="commitment"):
        replay(record)


def test_another_commitment_is_found_by_whoever_noted_the_first() -> None:
    original = played()
    other = Secret("00" * 32, "11" * 32)
    forged = Sitting(replace(original.table.header, commitment=proof.commitment(other)))
    record = Record(forged.table.header, [], [], other, forged.table.state.chain)
    assert verify(record) == []
    assert verify(record, commitment=original.table.header.commitment) != []


def test_a_record_forged_with_its_chain_is_found_by_whoever_noted_the_chain_or_kept_a_receipt() -> None:
    """A host who makes up a whole new record cannot make it fit what was published."""
    original = played()
    forged = Sitting(original.table.header).begun().to_the_end()
    record = forged.record()
    assert verify(record) == []
    assert verify(record, chain=original.table.state.chain) != []
    assert verify(record, original.receipts) != []


def test_a_sealed_record_cannot_be_checked() -> None:
    record = played().record()
    record.secret = None
    assert verify(record) == ["The record's seed is still sealed: the game is not over."]
    with pytest.raises(BadSetup, match="sealed"):
        replay(record)


def test_an_entry_that_is_refused_is_named() -> None:
    record = played().record()
    record.entries.insert(4, kept.Answered(START, 1, 9, action("pass")))
    assert "Entry 5 (answered of seat 1)" in verify(record)[0]


def test_talk_that_cannot_have_been_said_is_found() -> None:
    record = played().record()
    record.talk[0] = replace(record.talk[0], message=replace(record.talk[0].message, sender=0, said=Say((99,), "psst")))
    assert "refused" in verify(record)[0]


def test_rules_that_crash_are_reported_as_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    from turncoat.games.truce.state import Round

    record = played().record()
    monkeypatch.setattr(Round.table_of_contents["loot"], "advance", lambda *_: 1 / 0)
    assert "The rules fail at" in verify(record)[0]


def under_other_rules() -> Sitting:
    """A game that was played before a rule was mended: it does not play again."""
    table = Sitting(header(ruleset="0123456789abcdef", options={"rounds": 1})).begun().to_the_end()
    number = index_of(table.record(), "pass", 1)
    table.entries[number] = replace(table.entries[number], action=action("attack 1"))
    return table


def test_a_record_that_meets_a_rule_mended_since_is_told_apart_by_its_ruleset_in_one_sentence() -> None:
    """Promise 5: it is not called forged, and not called good."""
    table = under_other_rules()
    (finding,) = verify(table.record(), table.receipts)
    assert finding.startswith("This game was played by other rules of Truce than those that are installed")
    assert f"(ruleset 0123456789abcdef, installed {table.table.rules.hash})" in finding
    for look in (lambda: exported(table.record(), None), lambda: replay(table.record())):
        with pytest.raises(BadSetup) as refused:
            look()
        assert refused.value.sentence == finding


def test_a_record_of_older_rules_that_plays_again_all_the_same_holds() -> None:
    """Most mended rules change nothing in most games."""
    table = Sitting(header(ruleset="0123456789abcdef")).begun().to_the_end()
    assert verify(table.record(), table.receipts) == []


# --- receipts ---------------------------------------------------------------------------------------


def test_receipts_are_among_the_published_digests() -> None:
    table = played()
    published = {
        pair
        for happened in table.table.happened
        if isinstance(happened.event, OrdersPublished)
        for pair in happened.event.digests
    }
    last = [receipt for receipt in table.receipts if receipt.action["type"] == "defend" and receipt.seat == 2]
    assert (2, last[-1].digest) in published
    assert verify(table.record(), table.receipts) == []


def test_a_receipt_of_a_replaced_order_is_good_in_the_owners_record_and_open_in_others() -> None:
    """TRU-R24: what was replaced stays between the player and the Arbiter."""
    table = played()
    first = table.receipts[0]
    assert first.action == action("attack 1")
    assert verify(exported(table.record(), 0), [first]) == []
    assert "replaced it, or somebody removed it" in verify(exported(table.record(), 1), [first])[0]


@pytest.mark.parametrize("field", ["salt", "digest"])
def test_a_receipt_that_the_table_did_not_make_out_is_found(field: str) -> None:
    table = played()
    forged = replace(table.receipts[-1], **{field: "00" * 32})
    assert "is not from this table" in verify(table.record(), [forged])[0]
    assert "is not from this table" in verify(table.record(), [replace(table.receipts[-1], action=action("loot"))])[0]


def test_a_receipt_of_another_table_is_said_to_be_that() -> None:
    table = played()
    assert "another table" in verify(table.record(), [replace(table.receipts[0], table="other")])[0]


def test_every_request_of_every_seat_has_a_salt_of_its_own() -> None:
    salts = {proof.order_salt(SECRET, "tab1e", seat, request) for seat in range(30) for request in range(30)}
    assert len(salts) == 900


def test_equal_orders_have_different_digests() -> None:
    """Otherwise a published digest could be compared with those of guessed orders."""
    table = played()
    digests = [
        digest
        for happened in table.table.happened
        if isinstance(happened.event, OrdersPublished)
        for _, digest in happened.event.digests
    ]
    assert len(digests) == len(set(digests)) == 12


def test_the_chain_depends_on_every_public_fact() -> None:
    chains = []
    for moves in (("pass", "pass", "pass"), ("pass", "pass", "defend")):
        table = Sitting().begun()
        before = table.table.state.chain
        for seat, move in enumerate(moves):
            table.answer(seat, move)
            chains.append(table.table.state.chain)
        assert chains[-2] == before, "a sealed order leaves no trace in the chain"
    assert chains[2] != chains[5]


# --- what may leave ---------------------------------------------------------------------------------


def test_nothing_leaves_before_the_game_is_over() -> None:
    table = Sitting().begun().answer(0, "loot")
    for seat in SEATS:
        with pytest.raises(NotAllowed, match="can be read when the game is over"):
            exported(table.record(), seat)


def test_earlier_versions_and_withdrawals_stay_with_their_sender() -> None:
    """TRU-R24."""
    record = played().record()
    for seat in SEATS:
        entries = exported(record, seat).entries
        answers = [entry for entry in entries if isinstance(entry, kept.Answered) and entry.action["type"] != "give"]
        for answer in answers:
            if answer.seat != seat:
                alike = [other for other in answers if (other.seat, other.request) == (answer.seat, answer.request)]
                assert alike == [answer]
        assert {entry.seat for entry in entries if isinstance(entry, kept.Withdrew)} <= {seat}
    own = exported(record, 0).entries
    assert action("attack 1") in [answered.action for answered in own if isinstance(answered, kept.Answered)]


def test_what_leaves_is_the_same_whatever_others_changed_their_minds_about() -> None:
    """Byte for byte: changes and withdrawals of others leave no gap and no number behind."""
    plain = Sitting(header(options={"rounds": 1})).begun()
    plain.say(1, "between").answer(0, "loot").answer(1, "pass").answer(2, "defend")
    wavering = Sitting(header(options={"rounds": 1})).begun()
    wavering.answer(0, "attack 1").answer(0, "defend").withdraw(0).say(1, "between").answer(2, "loot").withdraw(2)
    wavering.answer(0, "loot").answer(1, "pass").say(0, "a secret", (2,)).answer(2, "defend")
    for seat in (None, 1):
        assert record_file.write(exported(wavering.record(), seat)) == record_file.write(exported(plain.record(), seat))


def test_private_talk_stays_with_those_who_heard_it() -> None:
    record = played().record()
    texts = {seat: [spoken.message.said.text for spoken in exported(record, seat).talk] for seat in SEATS}
    assert texts[None] == ["Hello all", "well played"]
    assert texts[0] == ["I will not loot", "Hello all", "well played"]
    assert texts[2] == ["Hello all", "my word", "well played"]


def test_what_leaves_replays_to_the_same_game() -> None:
    table = played()
    for seat in SEATS:
        out = record_file.read(record_file.write(exported(table.record(), seat)))
        assert verify(out) == []
        again = Sitting(table.table.header)
        again.table = replay(out)
        assert again.table_view(seat) == table.table_view(seat)
        assert events_after(again.table, seat, 0) == events_after(table.table, seat, 0)


def test_answers_that_were_never_revealed_stay_sealed_when_the_host_closes_the_table() -> None:
    """TRU-12.3: they become public all together or not at all."""
    table = Sitting().begun().answer(0, "loot").answer(1, "attack 0").perform(kept.TableClosed(START))
    answers = {
        seat: [entry for entry in exported(table.record(), seat).entries if isinstance(entry, kept.Answered)]
        for seat in SEATS
    }
    assert [len(answers[seat]) for seat in SEATS] == [0, 1, 1, 0]
    assert verify(exported(table.record(), None)) == []


def test_what_nonsense_replaced_stays_sealed_too() -> None:
    """TRU-O7: the good action that nonsense pushed off the file is an earlier version like any other."""
    table = Sitting(header(options={"rounds": 1, "bad_submission": "becomes Pass"})).begun()
    table.answer(0, "loot").perform(kept.Garbled(START, 0, 1)).answer(1, "pass").answer(2, "pass")
    out = exported(table.record(), 1)
    assert [type(entry).__name__ for entry in out.entries[4:]] == ["Garbled", "Answered", "Answered"]
    assert verify(out) == []


def test_the_names_of_the_seats_are_those_of_the_players() -> None:
    assert [seat.name for seat in replay(exported(played().record(), None)).state.seats] == list(NAMES[:3])
