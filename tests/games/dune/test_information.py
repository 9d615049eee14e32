"""DUN-1.5, DUN-2.9: who knows what: views, notes, dealing again, audit; with planted faults for each detector."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from msgspec import structs
from tests.games.dune.story import ATR, BG, EMP, FRE, GUI, HAR, KEY, SIX, Table, fid, leader
from tests.kit import sure
from tests.leaks import hunt

from turncoat.games.dune import redeal as dealing_again
from turncoat.games.dune.redeal import deal_hands
from turncoat.games.dune.rules import RULES
from turncoat.games.dune.setup.events import CardReceived
from turncoat.games.dune.shared.cards import COPIES, of_kind
from turncoat.games.dune.shared.hands import give_up, holds_at_least, holds_none, note, note_all, take
from turncoat.games.dune.state import Dune as Game
from turncoat.games.dune.state import HandFact, Prediction, Promise
from turncoat.games.dune.storm import Dial
from turncoat.games.dune.truthtrance import AskCard, AskFreely, AskPrediction, AskTraitor, Question
from turncoat.games.dune.view_parts import DuneView, OwnView
from turncoat.kernel import play
from turncoat.kernel.events import SILENCE, Listener

HANDS = {ATR: "Shield, Maula Pistol", HAR: "Lasgun, Karama, Gom Jabbar", EMP: "Snooper", GUI: "Truthtrance"}


def quiet(**position: object) -> Table:
    """A window in which nothing happens; hands are held."""
    return Table("mentat", **{"stops": "W-11", "hands": HANDS, **position})  # type: ignore[arg-type]


def own_view(table: Table, faction: int) -> OwnView:
    """What a faction sees of itself."""
    return sure(table.view(faction).own)


def again(table: Table, faction: int | None, times: int = 12) -> list[Game]:
    """The game dealt again several times, as a faction (None: a spectator) could imagine it."""
    seat = None if faction is None else table.seat(faction)
    games = [RULES.redeal(table.game, seat, bytes([number]) + KEY[1:]) for number in range(times)]
    assert all(RULES.audit(game) == [] for game in games)
    assert all(RULES.view(game, seat) == RULES.view(table.game, seat) for game in games)
    return games


# --- notes --------------------------------------------------------------------------------------


def test_hands_are_their_owners_secret() -> None:
    """DUN-1.5, DUN-2.10.1: others see how many cards there are."""
    view = quiet().view(ATR)
    assert own_view(quiet(), ATR).hand == ("projectile-2", "shield")
    assert [faction.cards for faction in view.factions] == [2, 3, 0, 1, 1, 0]
    assert [faction.known for faction in view.factions][1:] == [()] * 5


def test_a_card_that_was_shown_is_known_until_it_leaves() -> None:
    """DUN-2.9.1, DUN-7.1.1."""
    table = quiet(known={HAR: "Lasgun"})
    assert table.view(None).factions[HAR].known == ("lasgun",)
    give_up(table.game, HAR, "lasgun")
    assert table.view(None).factions[HAR].known == ()


def test_a_private_note_becomes_everybodys() -> None:
    """DUN-2.9.1: whoever knew of a card that is shown does not count it twice."""
    table = quiet()
    note(table.game, (ATR,), HAR, "lasgun")
    assert (table.view(ATR).factions[HAR].known, table.view(GUI).factions[HAR].known) == (("lasgun",), ())
    note_all(table.game, HAR, ("lasgun",))
    assert table.view(ATR).factions[HAR].known == table.view(GUI).factions[HAR].known == ("lasgun",)


def test_cards_unseen_are_counted() -> None:
    """DUN-2.9.1: every card that is not in one's own hand, known or discarded."""
    table = quiet(known={HAR: "Lasgun"}, discards="Shield")
    unseen = own_view(table, ATR).unseen
    assert unseen["shield"] == COPIES["shield"] - 2
    assert "lasgun" not in unseen
    assert sum(unseen.values()) == sum(COPIES.values()) - 4


def test_numbers_of_cards_in_a_hand() -> None:
    """DUN-2.9.1, DUN-R-101: none until a card comes; at least one until one leaves."""
    table = quiet()
    holds_none(table.game, HAR, "shield")
    holds_at_least(table.game, HAR, "poison")
    assert [(fact.kind, fact.least, fact.most) for fact in table.view(None).hand_facts] == [
        ("shield", 0, 0),
        ("poison", 1, 3),
    ]
    take(table.game, HAR, table.game.treachery.pop(), "DUN-4.5.6", SILENCE)
    assert next((fact.kind, fact.most) for fact in table.view(None).hand_facts) == ("shield", 1)
    give_up(table.game, HAR, "poison-3" if "poison-3" in table.game.hands[HAR] else "poison-4")
    assert all(fact.kind != "poison" for fact in table.view(None).hand_facts)


def test_everything_public_is_in_the_view() -> None:
    """DUN-1.5, DUN-2.9.1: purses, forces, tanks, reserves, dead leaders, decks, discards, order."""
    table = quiet(
        forces={HAR: "Arrakeen 9: 3"}, tanks={HAR: 4}, dead="Caid", discards="Shield", fields="Old Gap 9: 2", storm=3
    )
    view = table.view(None)
    harkonnen = view.factions[HAR]
    assert (harkonnen.forces, harkonnen.tanks, harkonnen.reserves) == ({"east-city/9": 3}, 4, 13)
    assert view.factions[EMP].dead == (leader("Caid"),)
    assert (view.storm, view.fields, view.treachery_discards) == (3, {"old-gap/9": 2}, ("shield",))
    assert view.treachery == len(table.game.treachery)
    assert view.own is None


def test_a_dial_is_its_owners() -> None:
    """DUN-1.5, DUN-TC-031: dealt again for everybody else as long as it is sealed."""
    table = Table("storm", fighters=(HAR, BG)).do(HAR, Dial(2))
    dials = {play.answer_of(game, HAR) for game in again(table, ATR, 24)}
    assert dials == {Dial(1), Dial(2), Dial(3)}
    assert {play.answer_of(game, HAR) for game in again(table, HAR)} == {Dial(2)}


# --- dealing again ------------------------------------------------------------------------------


def test_what_is_hidden_is_dealt_again() -> None:
    """DUN-1.5: hands, decks, traitors, prediction; one's own stay."""
    table = quiet(prediction=(HAR, 4))
    games = again(table, ATR)
    assert len({game.hands[HAR] for game in games}) > 3
    assert len({game.traitors[HAR] for game in games}) > 3
    assert len({str(game.prediction) for game in games}) > 3
    assert len({tuple(game.spice_deck) for game in games}) > 3
    assert {game.hands[ATR] for game in games} == {table.game.hands[ATR]}
    assert {game.traitors[ATR] for game in games} == {table.game.traitors[ATR]}
    assert {str(game.prediction) for game in again(table, BG)} == {str(table.game.prediction)}


def test_what_is_known_of_hands_is_kept() -> None:
    """DUN-2.9.1: known cards, and known numbers of cards, in every deal."""
    table = quiet(known={HAR: "Lasgun"})
    holds_at_least(table.game, HAR, "poison")
    holds_none(table.game, EMP, "worthless")
    for game in again(table, ATR, 24):
        assert "lasgun" in game.hands[HAR]
        assert of_kind(game.hands[HAR], "poison")
        assert not of_kind(game.hands[EMP], "worthless")


@pytest.mark.parametrize("question", [AskTraitor(fid(HAR), leader("Stilgar")), AskTraitor(fid(HAR), leader("Chani"))])
def test_what_was_said_of_traitors_is_kept(question: AskTraitor) -> None:
    """DUN-TT-F2, DUN-2.9.1: an admitted traitor stays, a denied one never turns up."""
    table = quiet(traitors={HAR: "Stilgar"}).do(GUI, question)
    if question.leader not in table.game.traitors[HAR]:
        assert (HAR, question.leader) in table.game.cleared
    for game in again(table, ATR, 24):
        assert (question.leader in game.traitors[HAR]) is (question.leader in table.game.traitors[HAR])


@pytest.mark.parametrize("turn", [4, 5])
def test_what_was_said_of_the_prediction_is_kept(turn: int) -> None:
    """DUN-TT-F3, DUN-2.9.1."""
    table = quiet(prediction=(HAR, 4)).do(GUI, AskPrediction(fid(BG), fid(HAR), turn))
    found = {str(game.prediction) for game in again(table, ATR, 24)}
    assert (len(found) == 1) is (turn == 4)
    assert str(Prediction(HAR, 5)) not in found


def test_a_card_on_auction_is_dealt_again_for_whoever_does_not_see_it() -> None:
    """DUN-1.5, DUN-TC-084, DUN-4.5.2: and so are the cards that follow."""
    table = Table("bidding", deck="Shield, Kulon", hands=HANDS)
    cards = {str(RULES.view(game, ATR).auction) for game in again(table, GUI)}
    assert len(cards) > 2
    assert len({str(RULES.view(game, ATR).auction) for game in again(table, ATR)}) == 1


def test_a_spice_card_that_is_known_stays_on_top() -> None:
    """DUN-6.2.2, DUN-1.5."""
    table = Table("shipment_and_movement", spice_deck="Old Gap")
    assert {game.spice_deck[-1] for game in again(table, ATR)} == {"spice-old-gap"}
    assert len({game.spice_deck[-1] for game in again(table, HAR)}) > 3


def test_after_the_end_everything_is_open() -> None:
    """DUN-O-13, DUN-1.5: unless the table wants secrets to stay secret."""
    three = "Arrakeen 9: 1, Carthag 10: 1, Sietch Tabr 13: 1"
    table = Table("mentat", forces={FRE: three}, hands=HANDS)
    assert {game.hands[HAR] for game in again(table, ATR)} == {table.game.hands[HAR]}
    shut = Table("mentat", forces={FRE: three}, hands=HANDS, reveal_at_end=False)
    assert len({game.hands[HAR] for game in again(shut, ATR)}) > 3


def test_hands_that_leave_no_other_deal_stay() -> None:
    """DUN-2.9.1: what is known can leave nothing to deal."""
    table = quiet()
    game = table.game
    for kind in ("projectile", "poison", "worthless", "shield", "snooper", "cheap-hero"):
        holds_none(game, EMP, kind) if not of_kind(game.hands[EMP], kind) else None
    kept: list[tuple[str, ...]] = [()] * 6
    loose = [card for hand in game.hands for card in hand]
    left = deal_hands(game, kept, loose)
    assert left == []
    assert RULES.audit(game) == []


def test_faces_of_cards_are_told_to_their_owner() -> None:
    """DUN-1.5, DUN-TC-023: the stream of every other seat is the same, whatever the card."""
    listener = Listener()
    table = quiet()
    take(table.game, HAR, table.game.treachery.pop(), "DUN-4.5.6", listener)
    ((audience, event),) = listener.heard
    assert audience == (HAR,)
    assert isinstance(event, CardReceived)


@pytest.mark.parametrize("question", [AskCard(fid(HAR), "shield"), AskFreely(fid(HAR), "Well?")])
def test_everybody_hears_questions_and_answers(question: Question) -> None:
    """DUN-7.12.1, DUN-1.5: all views have what was learned, the same for all."""
    table = quiet().do(GUI, question)
    facts = {str(table.view(one).hand_facts) for one in (None, *SIX)}
    assert len(facts) == 1
    asked: DuneView = table.view(None)
    assert (asked.question is not None) is isinstance(question, AskFreely)


# --- planted faults -----------------------------------------------------------------------------


def look_around(game: Game, rules: Any = RULES) -> None:
    """Nobody sees that the game is another one, however often it is dealt again."""
    for seed in range(4):
        for seat in (None, *range(len(game.factions))):
            hunt.redealt(rules, game, seat, [], Random(seed))


def hands_for_all(game: Game, seat: int | None) -> DuneView:
    return structs.replace(RULES.view(game, seat), hands=tuple(game.hands))


def prediction_for_all(game: Game, seat: int | None) -> DuneView:
    return structs.replace(RULES.view(game, seat), prediction=game.prediction)


def traitors_for_all(game: Game, seat: int | None) -> DuneView:
    return structs.replace(RULES.view(game, seat), traitors=tuple(game.traitors))


@pytest.mark.parametrize("fault", [hands_for_all, prediction_for_all, traitors_for_all])
def test_a_view_that_shows_too_much_is_noticed(fault: Callable[[Game, int | None], DuneView]) -> None:
    """DUN-1.5, DUN-2.9.2: the fault is planted; without it nobody notices anything."""
    game = quiet(prediction=(HAR, 4)).game
    look_around(game)
    with pytest.raises(AssertionError, match="can tell by view"):
        look_around(game, replace(RULES, view=fault))


def test_dealing_that_forgets_what_all_know_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """DUN-2.9.1: the fault is planted: hands are dealt without regard to known numbers of cards."""
    table = quiet()
    holds_at_least(table.game, HAR, "lasgun")
    table.game.hand_facts = (HandFact(HAR, "poison", 1, 1), HandFact(HAR, "shield", 0, 0))
    monkeypatch.setattr(dealing_again, "deal_hands", careless)
    with pytest.raises(AssertionError):
        look_around(table.game)


def careless(game: Game, known: list[tuple[str, ...]], loose: list[str]) -> list[str]:
    """Deals whatever comes."""
    for seat, kept in enumerate(known):
        number = len(game.hands[seat]) - len(kept)
        game.hands[seat] = tuple(sorted((*kept, *loose[:number])))
        del loose[:number]
    return loose


FAULTS: dict[str, Callable[[Game], object]] = {
    "DUN-1.1.2": lambda game: game.tanks.__setitem__(HAR, 1),
    "DUN-2.3.1": lambda game: game.spice.__setitem__(HAR, 11),
    "DUN-2.4.1": lambda game: game.hands.__setitem__(ATR, tuple(sorted((*game.hands[ATR], *game.treachery[:3])))),
    "DUN-1.3.1": lambda game: game.treachery.pop(),
    "DUN-2.9.1": lambda game: note_all(game, HAR, ("hajr",)),
    "DUN-1.1.3": lambda game: game.alive.__setitem__(0, False),
    "DUN-4.8.10": lambda game: game.tied.__setitem__(0, 3),
    "DUN-3.2.1": lambda game: setattr(game, "undealt", ()),
    "DUN-3.2.2": lambda game: game.traitors.__setitem__(ATR, (game.undealt[0],)),
    "DUN-4.8.11": lambda game: setattr(game, "shown_traitors", ((ATR, game.undealt[0]),)),
    "DUN-7.12.2": lambda game: setattr(game, "denied", (game.prediction,)),
    "DUN-7.12.3": lambda game: game.promises.extend([Promise(ATR, "ask_break"), Promise(ATR, "ask_break", yes=True)]),
    "DUN-5.1.1": lambda game: game.ally.__setitem__(ATR, HAR),
    "DUN-5.2.4": lambda game: game.allowance.__setitem__(ATR, 2),
    "DUN-4.10.10": lambda game: game.stack.clear(),
    "DUN-1.4.1": lambda game: setattr(game, "turn", 11),
}
"""For each invariant a state in which it does not hold."""


@pytest.mark.parametrize("rule", FAULTS)
def test_the_audit_finds_what_is_planted(rule: str) -> None:
    """DUN-1.1.2, DUN-2.3.1, DUN-2.4.1, DUN-1.3.1, DUN-2.9.1: the finding names the rule that does not hold."""
    game = quiet(prediction=(HAR, 4)).game
    assert RULES.audit(game) == []
    FAULTS[rule](game)
    assert any(sentence.startswith(f"{rule}:") for sentence in RULES.audit(game))
