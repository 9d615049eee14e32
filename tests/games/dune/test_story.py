"""The story of Dune: told from what everybody has heard, it comes to the very position that the rules have."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest
from msgspec.structs import asdict

from turncoat.bots.match import seat_bots
from turncoat.games.dune.battle_view import BattleView
from turncoat.games.dune.events import EVENTS, anytime, battle, bidding, movement, spice_blow, storm
from turncoat.games.dune.rules import RULES
from turncoat.games.dune.skin import skin
from turncoat.games.dune.state import Dune
from turncoat.games.dune.story import STORY
from turncoat.games.dune.story.chronicle import HANDLERS, Chronicle, Part, chronicle, hear
from turncoat.games.dune.story.cuts import groups
from turncoat.games.dune.story.past import Past
from turncoat.games.dune.story.private import PRIVATE
from turncoat.games.dune.story.stills import PLAYED, caption_of
from turncoat.games.dune.text import DuneNames
from turncoat.games.dune.view_parts import DuneView, FactionView
from turncoat.kernel import play
from turncoat.kernel.events import Event, Listener, hears

NAMES = RULES.names(("Agatha", "Barney", "Celeste", "Darcy", "Emmett", "Flora"))
WINDOWS = "W-1,W-2,W-4,W-5,W-6,W-7,W-8,W-9,W-10,W-11"
AGREED: tuple[dict[str, object], ...] = (
    {},
    {"stops": WINDOWS},
    {"karama_bids": True, "passed_cards": "shuffled", "revival_order": "together"},
    {"battle_scope": "connected", "seating": "random", "ghola_forces": 5},
    {"ally_territory": "deadly", "still_storm": "strikes", "leader_revival": "all_died_once", "leaders_stay": True},
    {"reveal_at_end": False, "prediction": "first", "turns": 4, "own_explosion": False},
)

NEVER_SAID = ("phase", "to_act", "acting", "rides")
"""What no event says: whose turn it is before anything is done in it, and whether somebody passed in it."""


def heard(listener: Listener, seat: int | None) -> list[Event]:
    return [event for audience, event in listener.heard if hears(audience, seat)]


def a_game(agreed: dict[str, object], seed: int, seats: int, beside: float = 0.3) -> Iterator[tuple[Dune, Listener]]:
    """A game at random, much of it beside the decisions: questions, Karama, alliances, gifts."""
    listener, rng = Listener(), Random(seed)
    game = RULES.start(RULES.read_options(agreed), seats, bytes(30) + seed.to_bytes(2, "big"), listener)
    yield game, listener
    while asked := play.waiting(game):
        seat = rng.choice(asked)
        boxes = play.beside(game, seat) if rng.random() < beside else play.boxes(game, seat)
        play.submit(game, seat, (boxes or play.boxes(game, seat)).sample(rng.randrange), listener)
        yield game, listener


def mentats(seed: int, seats: int, agreed: dict[str, object]) -> tuple[Dune, Listener]:
    """A game between bots that play well, to its end."""
    listener, bots = Listener(), seat_bots("dune", ["mentat"] * seats, seed)
    game = RULES.start(RULES.read_options(agreed), seats, bytes(31) + bytes([seed]), listener)
    while asked := play.waiting(game):
        seat = asked[0]
        play.submit(game, seat, bots[seat].answer(RULES.view(game, seat), play.boxes(game, seat)), listener)
    return game, listener


class Teller:
    """Tells a game while it is played, and compares."""

    def __init__(self, game: Dune) -> None:
        self.past, self.told = Past(RULES.view(game, None)), 0

    def go_on(self, game: Dune, listener: Listener) -> list[str]:
        """What the story has otherwise than the rules, at a decision."""
        events = heard(listener, None)
        self.past.seen = RULES.view(game, None)
        for place in range(self.told, len(events)):
            hear(self.past, events[place], events[place + 1] if place + 1 < len(events) else None)
        self.told = len(events)
        return differences(RULES.view(game, None), self.past)


def differences(real: DuneView, past: Past) -> list[str]:
    """Field by field; what events do not say is what the real view says of where the game is."""
    now = past.copy()
    if len(real.phase) > 2:
        now.reach(real.phase[2])
    if "battle" not in real.phase:
        now.end_battle()
    told = now.view()
    lag = {*NEVER_SAID, *lagging(real)}
    found = [name for name, value in asdict(real).items() if name not in lag and value != getattr(told, name)]
    found = [name for name in found if name not in ("factions", "battle")]
    for one, other in zip(real.factions, told.factions, strict=True):
        found += [f"{one.faction} {name}" for name in of_faction(real, one, other)]
    return found + of_battle(real.battle, told.battle)


def lagging(real: DuneView) -> Iterator[str]:
    """What is known late: an auction before it opens, and promises whose time passes without a word."""
    if real.auction is None or not real.auction.bidder:
        yield "auction"
    if "nexus" not in real.phase:
        yield from ("proposals", "bound")
    if "spice_blow" in real.phase or (real.battle is not None and real.battle.resolved):
        yield "promises"


def of_faction(real: DuneView, one: FactionView, other: FactionView) -> Iterator[str]:
    """DUN-4.6.4: that the revival of leaders opens is said by the first who is revived."""
    for name, value in asdict(one).items():
        silent = name == "revival_open" and "revival" in real.phase
        if value != getattr(other, name) and not silent:
            yield name


def of_battle(one: BattleView | None, other: BattleView | None) -> list[str]:
    """Whether somebody has sealed a plan is said by nobody."""
    if one is None or other is None:
        return [] if one is other else ["battle"]
    return [name for name, value in asdict(one).items() if name != "sealed" and value != getattr(other, name)]


# --- the position -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_a_story_comes_to_the_position_of_the_rules(seed: int) -> None:
    """DUN-1.5: at every decision of a game at random every public field is as the rules have it."""
    teller: Teller | None = None
    for step, (game, listener) in enumerate(a_game(AGREED[seed % len(AGREED)], 40 + seed, 2 + seed % 5)):
        teller = teller or Teller(game)
        assert not teller.go_on(game, listener), (step, heard(listener, None)[-6:])


def test_a_story_comes_to_the_end_that_the_rules_have() -> None:
    """DUN-4.10: bots that play well, to the end; then nothing lags behind, not even the phase."""
    game, listener = mentats(5, 4, {"turns": 3})
    teller = Teller(game)
    assert teller.go_on(game, listener) == []
    assert teller.past.view().result == RULES.view(game, None).result


@pytest.mark.parametrize(
    ("kind", "field"),
    [
        (storm.StormStruck, "tanks"),
        (movement.Shipped, "reserves"),
        (bidding.CardSold, "cards"),
        (battle.ForcesLost, "forces"),
        (anytime.Paid, "spice"),
        (battle.PlansRevealed, "plans"),
    ],
)
def test_a_story_that_misses_something_is_caught(
    kind: type[Event], field: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Planted: an event does nothing, and the comparison says which field is wrong."""
    monkeypatch.setitem(HANDLERS, kind, lambda past, event: None)
    found: list[str] = []
    for seed in range(8):
        teller: Teller | None = None
        for game, listener in a_game({}, 40 + seed, 3):
            teller = teller or Teller(game)
            try:
                found += teller.go_on(game, listener)
            except (ValueError, IndexError, StopIteration):  # it cannot go on from a wrong position
                break
            if found:
                break
        if any(field in one for one in found):
            return
    pytest.fail(f"nobody missed {kind.__name__}: {found}")


def test_every_public_event_has_a_meaning() -> None:
    """An event that everybody hears changes the position, or is known to change nothing."""
    silent = {one.__name__ for one in EVENTS if one not in HANDLERS and one not in PRIVATE}
    assert silent == {
        *("FactionsTaken", "TraitorsChosen", "PredictionMade"),  # DUN-3: the view says it from the beginning
        *("NobodyCalled", "CardsKept", "StrongholdsCounted"),  # DUN-4.8.11, DUN-7.1.1, DUN-4.10.1
    }


# --- parts and stills -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def played() -> tuple[DuneView, tuple[Event, ...]]:
    """DUN-1.4: a game of three turns that is over, as everybody has seen it."""
    game, listener = mentats(3, 6, {"turns": 3})
    return RULES.view(game, None), tuple(heard(listener, None))


def test_a_part_for_setup_and_one_for_every_phase(played: tuple[DuneView, tuple[Event, ...]]) -> None:
    """DUN-1.4.1: nine phases in their order; those in which nothing happens are left out."""
    called = STORY.called(*played, NAMES)
    assert list(called) == sorted(called)
    assert called[1] == "Setup"
    assert called[11] == "Turn 1 · Storm"
    assert called[37] == "Turn 3 · Battles"
    assert called[39] == "Turn 3 · Mentat"
    assert 13 not in called  # DUN-4.4.1: nobody is poor in turn 1


def test_every_event_that_all_have_heard_is_told_once(played: tuple[DuneView, tuple[Event, ...]]) -> None:
    """Nothing is left out and nothing is told twice."""
    past = chronicle(*played)
    told = [one for part in past.parts for group in groups(past.events[part.first : part.last]) for one in group]
    assert told == list(played[1])


def test_stills_end_where_the_next_part_begins(played: tuple[DuneView, tuple[Event, ...]]) -> None:
    """What a part leaves behind is what the next one goes on from: the same forces, spice and cards."""
    past = chronicle(*played)
    for one, following in pairwise(past.parts):
        last = STORY.frames(*played, one.number, NAMES)[-1].picture.view
        first = past.before(following).view()
        same = ("spice", "reserves", "tanks", "forces", "cards", "known", "dead", "ally")
        for before, after in zip(last.factions, first.factions, strict=True):
            assert [getattr(before, name) for name in same] == [getattr(after, name) for name in same]
        assert (last.storm, last.fields, last.treachery) == (first.storm, first.fields, first.treachery)


def test_a_still_shows_nobodys_secrets(played: tuple[DuneView, tuple[Event, ...]]) -> None:
    """DUN-1.5: stills are for everybody at a screen, also for a seat that has heard more."""
    game, listener = mentats(3, 6, {"turns": 2})
    told: list[list[tuple[str, str]]] = []
    for seat in (None, 0, 3):
        view, events = RULES.view(game, seat), tuple(heard(listener, seat))
        stills = [frame for number in STORY.rounds(view, events) for frame in STORY.frames(view, events, number, NAMES)]
        assert all(one.picture.told and one.picture.view.own is None for one in stills)
        told.append([(one.caption, one.rule) for one in stills])
    assert told[0] == told[1] == told[2]


def sentences(events: list[Event]) -> list[list[str]]:
    """The kinds of events that are told together."""
    return [[one.__class__.__name__ for one in group] for group in groups(events)]


def test_payments_belong_to_what_is_paid() -> None:
    """DUN-4.5.6, DUN-4.7.4: one still says who got what, for how much, paid to whom."""
    sold = bidding.CardSold("DUN-4.5.6", "seers", 3, karama=False)
    paid = anytime.Paid("DUN-4.5.6", "seers", "throne", 3)
    opened = bidding.AuctionOpened("DUN-4.5.3", 2, "nomads")
    assert sentences([sold, paid, opened]) == [["CardSold", "Paid"], ["AuctionOpened"]]


def test_revivals_that_are_paid_first_are_told_with_their_price() -> None:
    """DUN-4.6.2: the price is told before the forces are, and belongs to them."""
    free = bidding.ForcesRevived("DUN-4.6.2", "nomads", 3, 0, 0)
    paid = anytime.Paid("DUN-4.6.2", "throne", "", 4)
    forces = bidding.ForcesRevived("DUN-4.6.2", "throne", 3, 0, 4)
    assert sentences([free, paid, forces]) == [["ForcesRevived"], ["Paid", "ForcesRevived"]]


def bids(number: int) -> list[Event]:
    """An auction with so many bids."""
    made: list[Event] = [bidding.AuctionOpened("DUN-4.5.3", 1, "seers")]
    for amount in range(1, number + 1):
        who = "seers" if amount % 2 else "throne"
        made.append(bidding.BidMade("DUN-4.5.4", who, amount, 0))
    return [*made, bidding.CardSold("DUN-4.5.6", "seers", number, karama=False)]


def test_few_bids_are_seen_one_by_one_and_many_at_once() -> None:
    """DUN-4.5.4: two bids are a still each, nine are one; then the card goes to somebody."""
    assert len(groups(bids(2))) == 2 + 1
    assert len(groups(bids(9))) == 1 + 1


def test_who_passes_after_the_last_bid_is_said_in_one_sentence() -> None:
    """DUN-4.5.5: the caption has every bid and those who then passed, not every pass on the way."""
    *auction, sold = bids(4)
    passed = [bidding.BidPassed("DUN-4.5.5", one) for one in ("nomads", "sisters", "seers")]
    (told, _) = groups([*auction[:2], passed[0], *auction[2:], *passed[1:], sold])
    words = caption_of(told, NAMES)
    assert words.endswith("Bids: Atreides 1, Emperor 2, Atreides 3, Emperor 4. Bene Gesserit and Atreides pass.")


def test_an_alliance_is_told_with_the_proposal_that_made_it() -> None:
    """DUN-4.3.3: proposals side by side, then the one that was wanted, with the alliance."""
    pairs = (("seers", "throne"), ("seers", "nomads"), ("throne", "nomads"), ("nomads", "throne"))
    offers = [spice_blow.AllianceProposed("DUN-4.3.2", *pair) for pair in pairs]
    formed = spice_blow.AllianceFormed("DUN-4.3.3", ("nomads", "throne"))
    first, second = groups([*offers, formed])
    assert second == [offers[-1], formed]
    expected = "Atreides proposes an alliance to Emperor and Fremen. Emperor proposes an alliance to Fremen."
    assert caption_of(first, NAMES) == expected


def test_the_storm_is_seen_on_its_way_before_it_kills() -> None:
    """DUN-4.1.4, DUN-4.1.5: first the path, then everything that it destroyed."""
    moved = storm.StormMoved("DUN-4.1.4", 16, 3, 1)
    struck = [storm.StormStruck("DUN-4.1.5", one, {"seers": 1}, 0) for one in (17, 1)]
    assert sentences([moved, *struck]) == [["StormMoved"], ["StormStruck", "StormStruck"]]


# --- what moves -------------------------------------------------------------------------------------


def stills_of(played: tuple[DuneView, tuple[Event, ...]], stage: str) -> Iterator[object]:
    for number in STORY.rounds(*played):
        yield from (one for one in STORY.frames(*played, number, NAMES) if one.stage == stage)


def test_the_storm_passes_over_every_sector_of_its_way(played: tuple[DuneView, tuple[Event, ...]]) -> None:
    """DUN-4.1.4: the sectors it enters, in order; in turn 1 only the one where it is placed (R-97)."""
    stages = [one for number in (11, 21, 31) for one in STORY.frames(*played, number, NAMES)]
    swept = [one.picture for one in stages if one.picture.swept and one.rule in ("DUN-4.1.1", "DUN-4.1.4")]
    assert [one.swept[-1] for one in swept] == [one.view.storm for one in swept]
    assert len(swept[0].swept) == 1
    assert all((b - a) % 18 == 1 for one in swept for a, b in pairwise(one.swept))


def test_forces_are_seen_on_their_way(played: tuple[DuneView, tuple[Event, ...]]) -> None:
    """DUN-4.7: every shipment and move is a march from somewhere to somewhere, with its number."""
    kinds = {one.kind for number in STORY.rounds(*played) for f in STORY.frames(*played, number, NAMES)
             for one in f.picture.marches}  # fmt: skip
    assert {"ship", "move", "die", "revive", "rally"} <= kinds


def test_the_dead_are_counted_where_they_stood(played: tuple[DuneView, tuple[Event, ...]]) -> None:
    """DUN-4.8.18: losses go from their locations to the tanks, as many as the tanks have more."""
    for number in STORY.rounds(*played):
        frames = STORY.frames(*played, number, NAMES)
        for one, following in pairwise(frames):
            before = sum(each.tanks for each in one.picture.view.factions)
            after = sum(each.tanks for each in following.picture.view.factions)
            dead = sum(each.number for each in following.picture.marches if each.kind == "die")
            back = sum(each.number for each in following.picture.marches if each.kind == "revive")
            assert after - before == dead - back, following.caption


def test_both_plans_lie_face_up(played: tuple[DuneView, tuple[Event, ...]]) -> None:
    """DUN-4.8.8: in the still of the reveal the battle has both plans."""
    shown = [one for number in STORY.rounds(*played) for one in STORY.frames(*played, number, NAMES)
             if one.stage == "Plans"]  # fmt: skip
    assert shown
    assert all(one.picture.view.battle is not None and len(one.picture.view.battle.plans) == 2 for one in shown)


def test_after_an_explosion_nothing_is_left_to_be_asked() -> None:
    """DUN-4.8.14: the still in which everything explodes shows a battle that is over."""
    game, listener = next(
        (game, listener)
        for seed in range(100)
        for game, listener in a_game({"stops": ""}, seed, 4, beside=0)
        if any(isinstance(event, battle.Exploded) for _, event in listener.heard)
    )
    past = RULES.view(game, None), tuple(heard(listener, None))
    shown = [one.picture for number in STORY.rounds(*past) for one in STORY.frames(*past, number, NAMES)
             if one.stage == "Explosion"]  # fmt: skip
    assert shown
    assert all(one.view.battle is not None and one.view.battle.resolved for one in shown)


# --- ledger and log ---------------------------------------------------------------------------------


def test_the_ledger_says_what_everybody_had_after_every_turn(played: tuple[DuneView, tuple[Event, ...]]) -> None:
    """DUN-2.3: spice after the last turn is what the rules have; changes add up."""
    ledger = STORY.ledger(*played, NAMES)
    assert [one.number for one in ledger.rounds] == [1, 2, 3]
    for seat, one in enumerate(played[0].factions):
        assert ledger.rounds[-1].deeds[seat].total == one.spice
        assert ledger.start[seat] + sum(each.deeds[seat].change for each in ledger.rounds) == one.spice
    assert ledger.ending[-1].rule == played[0].result.rule if played[0].result else False


def test_every_line_of_the_log_has_a_phase_and_a_rule(played: tuple[DuneView, tuple[Event, ...]]) -> None:
    """DUN-1.4.1: so that it can be asked what happened in all battles, to one faction, in one territory."""
    log = STORY.log(*played, NAMES)
    assert len(log.lines) == len(played[1])
    assert all(one.rule and one.stage in log.stages for one in log.lines)
    assert {place for one in log.lines for place in one.places} == set(log.places)
    shipped = next(one for one in log.lines if " ships " in one.text)
    assert len(shipped.seats) == 1
    assert len(shipped.places) == 1


def test_a_log_can_begin_where_somebody_left(played: tuple[DuneView, tuple[Event, ...]]) -> None:
    """The lines after an event are the last ones of all lines."""
    whole = STORY.log(*played, NAMES).lines
    assert STORY.log(*played, NAMES, 40).lines == tuple(one for one in whole if one.number > 40)


def test_private_lines_are_never_in_the_log() -> None:
    """DUN-1.5: what one seat alone has heard is not written down where others may look over its shoulder."""
    game, listener = mentats(3, 3, {"turns": 1})
    view, events = RULES.view(game, 0), tuple(heard(listener, 0))
    assert any(one.__class__ in PRIVATE for one in events)
    assert not [one for one in STORY.log(view, events, NAMES).lines if one.text.startswith("You ")]


def test_a_reader_is_followed_from_page_to_page(played: tuple[DuneView, tuple[Event, ...]]) -> None:
    """Telling goes on where the page before it stopped, and comes to the same."""
    view, events = played
    piecemeal = Chronicle(view)
    for place in range(0, len(events), 7):
        piecemeal.follow(view, events[: place + 7])
    at_once = Chronicle(view)
    at_once.follow(view, events)
    assert piecemeal.past.view() == at_once.past.view()
    assert [one.number for one in piecemeal.parts] == [one.number for one in at_once.parts]
    assert all(isinstance(one, Part) for one in at_once.parts)


def test_a_worm_of_the_past_devours_only_whom_it_did() -> None:
    """DUN-6.1.6: forces that a worm spared are still there in the still."""
    seen = 0
    for seed in range(20):
        last = list(a_game({"turns": 5}, 90 + seed, 4, beside=0.05))[-1]
        assert Teller(last[0]).go_on(*last) == []
        seen += sum(isinstance(one, spice_blow.WormStruck) and bool(one.forces) for one in heard(last[1], None))
        if seen:
            return
    pytest.fail("no worm found anybody")


def test_a_card_that_is_played_heads_its_still_as_the_skin_calls_it() -> None:
    """DUN-7.11, DUN-7.12: no name of a card stands in the story itself."""
    neutral = DuneNames(("Agatha",), skin("neutral"))
    assert {neutral.label("card", card) for card in PLAYED.values()}.isdisjoint(
        NAMES.label("card", card) for card in PLAYED.values()
    )
