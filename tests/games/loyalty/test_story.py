"""The story of Loyalty: what the rules did, turn by turn, with the marches and the places where something happens."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.conformance.walk import mixes
from tests.games.loyalty.story import Story, loyalty
from tests.telling import Audience, looks

from turncoat.drawing.scene import Frame, Scene
from turncoat.games import ruleset
from turncoat.games.loyalty import turn
from turncoat.games.loyalty.actions import Proselytize
from turncoat.games.loyalty.drawing.position import Picture
from turncoat.games.loyalty.rules import RULES
from turncoat.games.loyalty.state import Loyalty
from turncoat.games.loyalty.story import STORY
from turncoat.kernel import Tell, play

NAMES = RULES.names(("red", "blue", "yellow", "green"))
OPEN: dict[str, Any] = {"military_end": False, "revolution_end": False, "gifts": "any_time"}


def watched(**options: Any) -> Story:
    """A table whose stills are kept."""
    return loyalty(hearing=lambda: Audience(ruleset("loyalty")), **(OPEN | options))


def audience(table: Story) -> Audience:
    assert isinstance(table.listener, Audience)
    return table.listener


def told(table: Story, number: int = 11) -> tuple[Frame[Picture], ...]:
    """A part of the story; 11 is the first turn."""
    return audience(table).frames(STORY, number, NAMES)


def captions(table: Story, number: int = 11) -> list[tuple[str, str, str]]:
    return [(frame.stage, frame.rule, frame.caption) for frame in told(table, number)]


def at_random(seed: int, **options: Any) -> tuple[Loyalty, Audience]:
    """A game played at random, gifts and permissions now and then."""
    ears, rng = Audience(ruleset("loyalty")), Random(seed)
    game = RULES.start(RULES.read_options(OPEN | options), 4, bytes(31) + bytes([seed]), ears)
    for _ in range(200):
        if asked := play.waiting(game):
            beside = play.beside(game, asked[0]) if rng.random() < 0.1 else None
            play.submit(game, asked[0], (beside or play.boxes(game, asked[0])).sample(rng.randrange), ears)
    return game, ears


# --- in the order of the rules --------------------------------------------------------------------


def test_the_map_fills_before_the_first_turn() -> None:
    """LOY-3.2, LOY-3.5, LOY-3.6: who begins, the homes, the first pieces."""
    stills = told(watched().pass_turn(), 1)
    assert [still.rule for still in stills] == ["LOY-3.2", "LOY-3.5", "LOY-3.6"]
    assert [sum(map(sum, (place.citizens for place in still.picture.now.places))) for still in stills] == [0, 0, 20]
    assert set(stills[-1].picture.lit) == {"O1", "O2", "O3", "O4"}


def test_a_map_grows_road_by_road() -> None:
    """LOY-14.7: each city and road is there from its still on."""
    table = watched(board_mode="constructed")
    while not table.view(None).turn:
        assert STORY.parts(table.view(None), audience(table).events) == []
        table.time_up()
    roads = [sum(bool(place.ends) for place in frame.picture.now.places) for frame in told(table.pass_turn(), 1)]
    assert roads[:9] == list(range(9))


def toll_road() -> Story:
    """Red in O1, blue the owner of the road from there to O2."""
    table = watched(bare=True).put("O1", red="2 citizens, 5 militia").put("R1", blue="1 citizens")
    return table.put("O3", yellow="1 citizens").coins(red=5, blue=5)


def test_a_request_is_told_from_the_wish_to_the_march() -> None:
    """LOY-8.5: declared, countered, accepted, paid, done; coins have changed hands when the toll is told."""
    table = toll_road().do("red", "ask to move 2 citizens from O1 to O2 for 1 blue")
    table.do("blue", "counter 3").do("red", "accept").pass_turn()
    assert captions(table)[1:7] == [
        ("Action", "LOY-9.1", "red asks for leave to move 2 citizens from O1 to O2, offering 1 coin to blue."),
        ("Leave", "LOY-8.5", "blue wants 3 coins for leave."),
        ("Leave", "LOY-8.5", "red accepts the price."),
        ("Leave", "LOY-8.5", "red pays 3 coins to blue."),
        ("Action", "LOY-10.1.1", "red moves 2 citizens from O1 to O2."),
        ("Action", "LOY-9.1", "red skips an action."),
    ]
    assert [frame.picture.now.coins[:2] for frame in told(table)[3:5]] == [(5, 5), (2, 8)]


def test_units_go_visibly_from_where_they_were_to_where_they_go() -> None:
    """LOY-10.1.1: the column of figures is at its origin while leave is asked for, then at its goal, then gone."""
    table = toll_road().do("red", "ask to move 2 citizens from O1 to O2 for nothing").do("blue", "grant").pass_turn()
    stills = told(table)
    marches = [still.picture.march for still in stills[:5]]
    assert [march and (march.kind, march.arrived) for march in marches] == [
        None,
        ("ask", False),
        ("ask", False),
        ("move", True),
        None,
    ]
    places = [STORY.draw(still, NAMES, Scene()).partition('id="table-march"')[2][:90] for still in stills[2:4]]
    assert places[0] != places[1]


def test_a_request_that_fails_leads_nowhere() -> None:
    """LOY-8.5e: nobody is on the way any more."""
    stills = told(
        toll_road().do("red", "ask to move 2 citizens from O1 to O2 for nothing").do("blue", "refuse").pass_turn()
    )
    assert stills[2].caption == "blue refuses leave. red's request for leave fails because it was refused."
    assert stills[2].picture.march is None


def test_a_fight_is_told_blow_by_blow() -> None:
    """LOY-10.2: announced, volunteers, militia fall, civilians fall, the survivors advance, all on one battlefield."""
    table = watched(bare=True).put("R1", red="5 militia").put("O2", blue="2 militia, 4 citizens", yellow="1 militia")
    table.do("red", "attack blue in O2 from R1 with 5").do("yellow", "decline").pass_turn()
    stills = told(table)[1:6]
    assert [(still.stage, still.rule, still.caption) for still in stills] == [
        ("Attack", "LOY-10.2.5", "red attacks blue in O2 with 5 militia from R1."),
        ("Attack", "LOY-10.2.6", "yellow stays out of the fight."),
        (
            "Attack",
            "LOY-10.2.9",
            "5 attacking militia meet 2 defending militia. Defending militia lost: 2 of blue. The attack is won.",
        ),
        ("Attack", "LOY-10.2.10", "Civilians die: 3 of blue's citizens."),
        ("Attack", "LOY-10.2.13", "red advances from R1 to O2 with 3 militia."),
    ]
    field = [next(at for at in still.picture.now.places if at.name == "O2") for still in stills]
    assert [(sum(place.militia), sum(place.citizens)) for place in field] == [(3, 4), (3, 4), (1, 4), (1, 1), (4, 1)]
    assert [still.picture.lit.get("O2") for still in stills] == ["struck", None, "struck", "struck", None]
    marches = [still.picture.march for still in stills]
    assert [march and (march.units["militia"], march.arrived) for march in marches] == [
        *[(5, False)] * 2,
        *[(3, False)] * 2,
        (3, True),
    ]


def test_cities_that_riot_are_seen_together() -> None:
    """LOY-14.6: after the last turn of a round."""
    table = watched(city_economy=True, riots=True, riot_patience=1, city_pot_factor=1).pass_turn(8)
    riots = [frame for frame in told(table, 24) if frame.rule == "LOY-14.6"]
    assert len(riots) == 1
    assert set(riots[0].picture.lit.values()) == {"riots"}
    assert all(city in riots[0].caption for city in riots[0].picture.lit)


# --- nothing is worked out a second time ----------------------------------------------------------


def purse_after_recruiting() -> int:
    """What red has in the still that shows a new citizen."""
    table = watched().do("red", "proselytize 1 in O1").pass_turn()
    return next(frame.picture.now.coins[0] for frame in told(table) if frame.rule == "LOY-10.3.1")


def test_another_rule_is_another_story(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule lives in one place: if recruits bring a coin instead of costing one (LOY-10.3.1), the story shows it."""
    assert purse_after_recruiting() == 3
    price = turn.EFFECTS[Proselytize]

    def paid(game: Loyalty, seat: int, action: Any, tell: Tell) -> None:
        game.coins[seat] += 2 * action.citizens
        game.drawn += 2 * action.citizens
        price(game, seat, action, tell)

    monkeypatch.setitem(turn.EFFECTS, Proselytize, paid)
    assert purse_after_recruiting() == 5


# --- parts and ledger -----------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, *mixes(ruleset("loyalty"), 4)])
def test_every_turn_is_a_part_and_every_still_cites_its_rule(options: dict[str, Any]) -> None:
    """LOY-9.1, LOY-1.3: a sentence, a rule and the map; nothing that one seat alone was told."""
    game, ears = at_random(5, **options)
    view = RULES.view(game, None)
    called = STORY.called(view, ears.events, NAMES)
    assert list(called) == sorted(called)
    assert len(called) == view.turn
    assert next(iter(called.values())) == "Preparation"
    for number in list(called)[-6:]:
        frames = ears.frames(STORY, number, NAMES)
        assert called[number].split(": ")[1] in {"red", "blue", "yellow", "green"}
        for frame in frames:
            assert frame.caption.endswith(".")
            assert frame.rule.startswith("LOY-")
            drawn = STORY.draw(frame, NAMES, Scene(own=1))
            assert 'class="loy-board' in drawn
            assert "Only you see this" not in drawn
            assert STORY.in_text(frame, NAMES, Scene())


def test_the_ledger_counts_victory_points_round_by_round() -> None:
    """LOY-7.2, LOY-2.5: what everybody declared in a round, and the victory points after it."""
    game, ears = at_random(4, round_limit=3)
    view = RULES.view(game, None)
    ledger = STORY.ledger(view, ears.events, looks(STORY, ears.reel).views, NAMES)
    assert ledger.unit == "victory points"
    assert [one.number for one in ledger.rounds] == [1, 2, 3]
    assert ledger.start == (7, 7, 7, 7)
    assert tuple(move.total for move in ledger.rounds[-1].actions) == view.vp
    assert ledger.ending
    before: tuple[int, ...] = ledger.start
    for one in ledger.rounds:
        assert [move.total - move.change for move in one.actions] == list(before)
        before = tuple(move.total for move in one.actions)


def test_without_stills_the_ledger_has_the_end_alone() -> None:
    """A game that was played by other rules has no stills: no totals are made up."""
    game, ears = at_random(4, round_limit=1)
    ledger = STORY.ledger(RULES.view(game, None), ears.events, (), NAMES)
    assert (ledger.rounds, len(ledger.ending)) == ((), 1)
