"""The story of Dune: what the rules had in hand, phase by phase, with what moves on top of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import cast

import pytest
from tests.conformance.walk import mixes
from tests.games.dune.story import ATR, EMP, HAR, Table, clash, plan
from tests.telling import Audience, looks

from turncoat.bots.match import seat_bots
from turncoat.drawing.scene import Frame
from turncoat.games import AnyRuleset, ruleset
from turncoat.games.dune.actions import Pass
from turncoat.games.dune.battle import rules as battle_rules
from turncoat.games.dune.battle.plan import combatants
from turncoat.games.dune.bidding import Bid
from turncoat.games.dune.bidding import events as bidding
from turncoat.games.dune.drawing.moment import Moment
from turncoat.games.dune.events import CardUsed, DuneEvent, Paid
from turncoat.games.dune.karama.events import Prevented
from turncoat.games.dune.rules import RULES
from turncoat.games.dune.spice_blow import events as spice_blow
from turncoat.games.dune.storm import events as storm
from turncoat.games.dune.story import STORY, parts_of
from turncoat.games.dune.story.pictures import caption, latest
from turncoat.games.dune.text import DuneNames, skin
from turncoat.games.dune.truthtrance.events import Answered
from turncoat.games.dune.view_parts import DuneView
from turncoat.kernel import Event, play
from turncoat.kernel.message import leaves

NAMES = RULES.names(("Agatha", "Barney", "Celeste", "Darcy", "Emmett", "Flora"))
WINDOWS = "W-1,W-2,W-4,W-5,W-6,W-7,W-8,W-9,W-10,W-11"
AGREED: tuple[dict[str, object], ...] = ({}, {"stops": WINDOWS}, *mixes(ruleset("dune"), 6))

Stills = list[Frame[Moment]]


def audience(seat: int | None = None) -> Audience:
    return Audience(cast("AnyRuleset", RULES), seat)


def watched(table: Table) -> Audience:
    """Somebody who looks on from now."""
    table.listener = ears = audience()
    return ears


def a_game(seed: int) -> Audience:
    """A game at random, much of it beside the decisions: questions, Karama, alliances, gifts."""
    ears, rng = audience(), Random(seed)
    options = RULES.read_options(AGREED[seed % len(AGREED)])
    game = RULES.start(options, 2 + seed % 5, bytes(30) + seed.to_bytes(2, "big"), ears)
    while asked := play.waiting(game):
        seat = rng.choice(asked)
        boxes = play.beside(game, seat) if rng.random() < 0.2 else play.boxes(game, seat)
        play.submit(game, seat, (boxes or play.boxes(game, seat)).sample(rng.randrange), ears)
    return ears


def mentats(seat: int | None = None) -> Audience:
    """DUN-1.4: a game of three turns between bots that play well, to its end."""
    ears, bots = audience(seat), seat_bots("dune", ["mentat"] * 6, 3)
    game = RULES.start(RULES.read_options({"turns": 3}), 6, bytes(31) + bytes([3]), ears)
    while asked := play.waiting(game):
        one = asked[0]
        play.submit(game, one, bots[one].answer(RULES.view(game, one), play.boxes(game, one)), ears)
    return ears


@pytest.fixture(scope="module")
def played() -> Audience:
    return mentats()


def last_view(ears: Audience) -> DuneView:
    view = ears.reel.stills[-1].view
    assert isinstance(view, DuneView)
    return view


def parts(ears: Audience) -> Iterator[Stills]:
    for number in STORY.rounds(last_view(ears), ears.events):
        yield list(ears.frames(STORY, number, NAMES))


def stills(ears: Audience) -> Stills:
    return [frame for part in parts(ears) for frame in part]


def said(ears: Audience) -> list[str]:
    return [still.caption for still in stills(ears)]


# --- parts ----------------------------------------------------------------------------------------


def test_a_part_for_setup_and_one_for_every_phase(played: Audience) -> None:
    """DUN-1.4.1: nine phases in their order; those in which nothing happens are left out."""
    called = STORY.called(last_view(played), played.events, NAMES)
    assert list(called) == sorted(called)
    assert called[1] == "Setup"
    assert called[11] == "Turn 1 · Storm"
    assert called[37] == "Turn 3 · Battles"
    assert called[39] == "Turn 3 · Mentat"
    assert 13 not in called  # DUN-4.4.1: nobody is poor in turn 1


def test_the_part_that_is_going_on_says_so() -> None:
    """DUN-4.5: what has happened so far can be seen again."""
    view, began = Table("bidding").view(None), storm.TurnBegan(1)
    assert list(STORY.called(view, [began, bidding.CardsDrawn(4)], NAMES).values()) == [
        "Turn 1 · Storm",
        "Turn 1 · Bidding (so far)",
        "Turn 1 · Storm",
    ]


def phases(*events: Event) -> list[str]:
    return [STORY.title(part, NAMES) for part in parts_of([storm.TurnBegan(1), *events])]


def test_what_is_done_at_any_time_belongs_to_the_phase_in_which_it_happens() -> None:
    """DUN-2.6.1; DUN-7.11.3: unless it prevents something that can only come later; a card goes with its effect."""
    used, sold = CardUsed("seers", "karama", rule="DUN-7.11.1"), bidding.CardSold("seers", 3, karama=False)
    prevented = [used, Prevented("seers", "K-11")]
    assert phases(sold, used) == ["Turn 1 · Storm", "Turn 1 · Bidding"]
    assert phases(used, sold) == ["Turn 1 · Storm", "Turn 1 · Bidding"]
    assert phases(sold, *prevented) == ["Turn 1 · Storm", "Turn 1 · Bidding", "Turn 1 · Revival"]
    assert phases(Paid("seers", "", 2, rule="DUN-4.6.2")) == ["Turn 1 · Storm", "Turn 1 · Revival"]


@pytest.mark.parametrize("seed", range(6))
def test_everything_that_all_have_heard_is_told_once_and_in_order(seed: int) -> None:
    """DUN-1.5: parts lie side by side; nothing is left out, whatever was agreed on."""
    ears = a_game(40 + seed)
    found = parts_of(ears.events)
    assert (found[0].first, found[-1].last) == (0, len(ears.events))
    assert all(part.last == following.first for part, following in pairwise(found))
    assert [part.number for part in found] == sorted({part.number for part in found})
    assert all(still.caption and still.rule and still.stage for still in stills(ears))


def test_a_still_shows_nobodys_secrets(played: Audience) -> None:
    """DUN-1.5: stills are for everybody at a screen, also for a seat that has heard more."""
    own = mentats(3)
    assert any(event.private for event in own.events)
    assert STORY.shared
    assert [part.number for part in parts_of(own.events)] == [part.number for part in parts_of(played.events)]
    assert all(still.picture.told and still.picture.view.own is None for still in stills(played))


# --- what is seen together --------------------------------------------------------------------------


def auction(*bids: int) -> list[str]:
    """What is said of an auction with these bids by turns, of which the last one wins."""
    table = Table("bidding", first=ATR, factions=(ATR, HAR, EMP), spice={ATR: 20, HAR: 20})
    ears = watched(table)
    for bid in bids:
        table.do(table.asked()[0], Bid(bid, 0) if bid else Pass())
    return said(ears)


def test_few_bids_are_seen_one_by_one() -> None:
    """DUN-4.5.4, DUN-4.5.5: with who passes afterwards; then the card goes to somebody, who pays."""
    assert auction(1, 2, 0, 0)[:3] == [
        "Atreides bids 1.",
        "Harkonnen bids 2. Emperor and Atreides pass.",
        (
            "Harkonnen gets the card for 2 spice. Harkonnen pays 2 spice to Emperor. "
            "Harkonnen draws one more treachery card."
        ),
    ]


def test_many_bids_are_one_list() -> None:
    """DUN-4.5.4: every bid and those who then pass, not every pass on the way."""
    assert auction(1, 2, 0, 3, 4, 0, 0)[0].startswith(
        "Bids: Atreides 1, Harkonnen 2, Atreides 3, Harkonnen 4. Emperor and Atreides pass."
    )


def test_an_alliance_is_told_with_the_proposal_that_made_it() -> None:
    """DUN-4.3.3: proposals side by side in one sentence each."""
    pairs = (("seers", "throne"), ("seers", "nomads"), ("throne", "nomads"))
    offers = [spice_blow.AllianceProposed(*pair) for pair in pairs]
    formed = spice_blow.AllianceFormed(("nomads", "throne"))
    expected = "Atreides proposes an alliance to Emperor and Fremen. Emperor proposes an alliance to Fremen."
    assert caption(offers, NAMES) == expected
    assert latest([*offers, formed]) == [formed]


def test_the_storm_is_seen_on_its_way_before_it_kills(played: Audience) -> None:
    """DUN-4.1.4, DUN-4.1.5: the sectors it enters, in order; in turn 1 only the one where it is placed (DUN-R-97)."""
    moved = [still.picture for still in stills(played) if still.rule in ("DUN-4.1.1", "DUN-4.1.4")]
    assert [moment.swept[-1] for moment in moved] == [moment.view.storm for moment in moved]
    assert len(moved[0].swept) == 1
    assert all((b - a) % 18 == 1 for moment in moved for a, b in pairwise(moment.swept))
    assert not any(march.kind == "die" for moment in moved for march in moment.marches)


def a_battle() -> dict[str, Frame[Moment]]:
    """DUN-4.8: Harkonnen attacks the Emperor, ten against ten; their totals are the same."""
    table = clash(hands={HAR: "Gom Jabbar", EMP: "Snooper"})
    ears = watched(table)
    table.fought({HAR: plan(5, "Piter de Vries", "Gom Jabbar"), EMP: plan(5, "Burseg", "", "Snooper")})
    return {still.stage: still for still in stills(ears)}


def test_a_battle_is_seen_step_by_step() -> None:
    """DUN-4.8.8 to DUN-4.8.18: both plans face up; who wins while all still stand; losses; cards."""
    seen = a_battle()
    assert list(seen) == ["Plans", "Outcome", "Losses", "Cards"]
    shown = [frame.picture.view.battle for frame in seen.values()]
    assert [(len(battle.plans), battle.resolved, battle.winner) for battle in shown if battle] == [
        (2, False, ""),
        *[(2, True, "schemers")] * 3,
    ]
    assert [frame.picture.faction("throne").tanks for frame in seen.values()] == [0, 0, 10, 10]


def test_a_card_that_is_played_heads_its_still_as_the_skin_calls_it() -> None:
    """DUN-7.11, DUN-7.12: no name of a card stands in the story itself."""
    neutral = DuneNames(("Agatha",), skin("neutral"))
    played = {kind.played for kind in leaves(DuneEvent)} - {""}
    assert {neutral.label("card", card) for card in played}.isdisjoint(NAMES.label("card", card) for card in played)


@pytest.mark.parametrize("seed", range(4))
def test_a_question_that_has_been_answered_is_not_open_any_more(seed: int) -> None:
    """DUN-7.12.1: question and answer are one still."""
    ears = a_game(44 + 6 * seed)
    answers = sum(isinstance(event, Answered) for event in ears.events)
    seen = [still for still in stills(ears) if " asks " in still.caption]
    assert len(seen) >= answers
    assert all(frame.picture.view.question is None for frame in seen if " answers: " in frame.caption)


# --- what moves -------------------------------------------------------------------------------------


def test_forces_are_seen_on_their_way(played: Audience) -> None:
    """DUN-4.6, DUN-4.7: every shipment, move and revival is a march from somewhere to somewhere, with its number."""
    kinds = {march.kind for still in stills(played) for march in still.picture.marches}
    assert {"ship", "move", "die", "revive", "rally"} <= kinds


@pytest.mark.parametrize("seed", range(6))
def test_the_dead_are_counted_where_they_stood(seed: int) -> None:
    """DUN-4.8.18: losses go from their locations to the tanks, as many as the tanks have more."""
    for frame, following in pairwise(stills(a_game(40 + seed))):
        before, after = (sum(each.tanks for each in still.picture.view.factions) for still in (frame, following))
        dead = sum(march.number for march in following.picture.marches if march.kind == "die")
        back = sum(march.number for march in following.picture.marches if march.kind == "revive")
        assert after - before == dead - back, following.caption


def test_what_has_just_happened_is_seen_on_the_board() -> None:
    """DUN-4.5.4: the last bid with who has passed since; DUN-1.5: what one seat alone hears interrupts nothing."""
    bid, passed = bidding.BidMade("seers", 2, 0), bidding.BidPassed("throne")
    alone = bidding.CardForeseen("karama")
    assert latest([bid, bid, passed, alone, passed]) == [bid, passed, passed]
    assert latest([]) == []


# --- one rulebook -----------------------------------------------------------------------------------


def test_another_rule_is_another_story(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule lives in one place: where a tie goes to the defender (DUN-4.8.16), the story shows that, unasked."""

    def outcome() -> tuple[str, dict[str, str], int]:
        seen = a_battle()
        won = seen["Outcome"]
        return won.caption, dict(won.picture.speaking), seen["Losses"].picture.faction("throne").tanks

    ours = (
        "Nobody calls treachery. Harkonnen beats Emperor with strength 8 to 8.",
        {"schemers": "wins", "throne": "loses"},
        10,
    )
    theirs = (
        "Nobody calls treachery. Emperor beats Harkonnen with strength 8 to 8.",
        {"throne": "wins", "schemers": "loses"},
        5,
    )
    assert outcome() == ours
    monkeypatch.setattr(battle_rules, "stronger", lambda battle, totals: max(combatants(battle)[::-1], key=totals.get))
    assert outcome() == theirs


# --- ledger and log ---------------------------------------------------------------------------------


def test_the_ledger_says_what_everybody_had_after_every_turn(played: Audience) -> None:
    """DUN-2.3: spice after the last turn is what the rules have; changes add up."""
    view = last_view(played)
    ledger = STORY.ledger(view, played.events, looks(STORY, played.reel).views, NAMES)
    assert [one.number for one in ledger.rounds] == [1, 2, 3]
    for seat, faction in enumerate(view.factions):
        assert ledger.rounds[-1].actions[seat].total == faction.spice
        assert ledger.start[seat] + sum(each.actions[seat].change for each in ledger.rounds) == faction.spice
    assert view.result is not None
    assert ledger.ending[-1].rule == view.result.rule


def test_a_game_that_does_not_play_again_has_its_log_and_its_ending(played: Audience) -> None:
    """DUN-4.10: what was heard is there, what was seen is not."""
    ledger = STORY.ledger(last_view(played), played.events, (), NAMES)
    assert ledger.rounds == ()
    assert ledger.ending


def test_the_storm_is_found_where_it_destroyed_something() -> None:
    """DUN-4.1.5: each line is about its own sector's territories, those with spice among them."""
    struck = storm.StormStruck(9, {"nomads": 2}, 4, ("old-gap", "basin"))
    view = Table("storm").view(None)
    (_, line) = STORY.log(view, [storm.TurnBegan(1), struck], NAMES).lines
    assert line.places == ("old-gap", "basin")


def test_private_lines_are_never_in_the_log() -> None:
    """DUN-1.5: what one seat alone has heard is not written down where others may look over its shoulder."""
    own = mentats(0)
    assert any(event.private for event in own.events)
    assert not [line for line in STORY.log(last_view(own), own.events, NAMES).lines if line.text.startswith("You ")]


def test_before_anything_public_has_happened_there_is_no_part() -> None:
    """DUN-1.5: a page asks for parts when nothing has been told yet, too."""
    assert parts_of([]) == []
