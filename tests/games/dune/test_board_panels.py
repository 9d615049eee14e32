"""What lies round the map: each panel shows what DUN-1.5 makes public, and own secrets for their owner alone."""

from __future__ import annotations

import re
from collections import Counter
from gzip import compress

import pytest
from tests.games.dune.panels import (
    EYES,
    IN_EACH,
    NAMES,
    PARTS,
    PEOPLE,
    TABLES,
    Closed,
    everything,
    panel,
    part,
    text,
)
from tests.games.dune.story import ATR, BG, EMP, FRE, GUI, HAR, Table, clash, fid, leader, phase
from tests.kit import says

from turncoat.drawing.scene import Scene, SeatMark
from turncoat.games.dune.board import BOARD
from turncoat.games.dune.drawing.moment import Moment
from turncoat.games.dune.drawing.shield import use_of
from turncoat.games.dune.rules import RULES
from turncoat.games.dune.shared.cards import CARD_IDS
from turncoat.games.dune.text import DuneNames, skin

# --- secrets --------------------------------------------------------------------------------------


def test_only_the_owner_sees_what_is_behind_the_shield() -> None:
    """DUN-1.5: hand, traitors, prediction: on the owner's page alone."""
    table = Table(
        "shipment_and_movement", hands={HAR: "Gom Jabbar, Karama"}, traitors={HAR: "Stilgar"}, prediction=(FRE, 4)
    )
    own = text(part(table, HAR, "own"))
    says(own, "Gom Jabbar", "Karama", "Stilgar of Fremen")
    assert "You predicted Fremen in turn 4." in text(part(table, BG, "own"))
    for faction in (ATR, FRE, EMP, GUI, BG, None):
        assert "Gom Jabbar" not in re.sub(r"<details.*?</details>", "", everything(table, faction))
        assert "Stilgar of Fremen" not in text(everything(table, faction))
    for faction in (ATR, HAR, FRE, None):
        assert "You predicted" not in text(everything(table, faction))


def test_spectators_and_stories_have_no_shield() -> None:
    """DUN-1.5: who watches is told that there is nothing to see; a still of a story shows nobody's cards."""
    table = TABLES["shipment"]
    assert "You are a spectator" in part(table, None, "own")
    own, others = (Moment(table.view(faction), told=True) for faction in (HAR, None))
    assert PARTS["own"](own, NAMES, Scene()) == PARTS["own"](others, NAMES, Scene()) == ""
    assert "Karama" not in text("".join(draw(others, NAMES, Scene()) for draw in PARTS.values()))


# --- all panels -----------------------------------------------------------------------------------


@IN_EACH
@pytest.mark.parametrize("faction", [HAR, None])
def test_the_whole_drawing_is_well_formed_and_every_id_is_its_own(table: Table, faction: int | None) -> None:
    """DUN-1.5: an id stands for one thing, which moves when the page is morphed; no element swallows the next one."""
    view = table.view(faction)
    drawn = BOARD.draw(view, NAMES, Scene()) + BOARD.aside(view, NAMES, Scene())
    ids = Counter(re.findall(r'\sid="([^"]+)"', drawn))
    assert [one for one, often in ids.items() if often > 1] == []
    assert all(one.startswith("table-") for one in ids)
    reader = Closed()
    reader.feed(everything(table, faction))
    assert reader.wrong == []
    assert reader.open == []


@IN_EACH
def test_the_affair_always_has_its_place_its_title_and_its_rule(table: Table) -> None:
    """DUN-1.4.1: the stage above the map is never empty, so that the map stays where it is."""
    drawn = part(table, None, "affair")
    assert re.search(r"<header[^>]*><h2[^>]*>[A-Z][^<]+<?", drawn)
    assert re.search(r"<header.*?<a class=\"rule\" href=\"/rules/dune#DUN-.*?</header>", drawn)
    assert re.search(r'class="dune-floor" id="[a-z-]+"><', drawn)


@IN_EACH
def test_every_rule_that_is_linked_is_in_the_rulebook(table: Table) -> None:
    """DUN-2.9.1: whoever wants to know why can look it up: a link to a rule leads to one."""
    linked = set(re.findall(r"/rules/dune#([^\"]+)", everything(table, HAR)))
    assert linked
    assert {rule for rule in linked if f"**{rule}**" not in RULES.rulebook} == set()


def test_no_name_is_typed_in_code() -> None:
    """DUN-O-30: with the neutral skin no name of the usual one is left anywhere."""
    table = TABLES["explosion"]
    worn = DuneNames(PEOPLE, skin("neutral"))
    plain = "".join(part(table, HAR, name, worn) for name in PARTS)
    usual = skin()
    proper = {*usual.faction.values(), *usual.leader.values(), usual.territory["east-city"], usual.card["lasgun"]}
    assert [one for one in proper if re.search(rf"\b{re.escape(one)}\b", text(plain))] == []


def test_names_of_people_are_only_words() -> None:
    """DUN-1.5: a player's name cannot be markup, however it is written."""
    worn = DuneNames(("<b>Eve</b>", "王小明同志们", "Wolfgang Amadeus Mummenschanz", "W" * 40, "'\"&", "x"))
    drawn = part(TABLES["shipment"], None, "factions", worn)
    assert "<b>Eve" not in drawn
    says(drawn, "&lt;b&gt;Eve", "王小明同志们")


@IN_EACH
def test_all_panels_together_are_small(table: Table) -> None:
    """DUN-1.5: what lies round the map takes at most nine kilobytes of a page, as it is sent."""
    for faction in EYES:
        assert len(compress(everything(table, faction).encode())) < 9000


def test_bots_and_open_seats_are_told_from_people() -> None:
    """DUN-1.2.1: a bot plays like a person, but everybody knows that it is one."""
    marks = (SeatMark("A", "bot"), SeatMark("B", "person"), SeatMark("C", "open"), SeatMark("D", "bot", stands_in=True))
    drawn = text(part(TABLES["shipment"], None, "factions", scene=Scene(seats=marks)))
    assert "Atreides, a bot" in drawn
    assert "Harkonnen, " not in drawn.replace("Harkonnen, played", "")
    says(drawn, "Fremen, open seat", "Emperor, a bot stands in")


@pytest.mark.parametrize("number", [2, 3, 4, 5, 6])
def test_tables_of_any_size_have_a_panel_for_each_faction(number: int) -> None:
    """DUN-1.2.1: two to six players."""
    table = Table("nexus" if number > 2 else "bidding", factions=tuple(range(number)))
    assert part(table, None, "factions").count("<article") == number
    assert text(part(table, ATR, "affair"))


def test_the_stage_has_turn_matter_and_map_the_side_has_shield_and_factions() -> None:
    """DUN-1.5: what is looked at most stands beside the answer: the own cards first, then everybody's numbers."""
    view = TABLES["shipment"].view(HAR)
    stage, side = (draw(view, NAMES, Scene()) for draw in (BOARD.draw, BOARD.aside))
    parts = ("-track", "-affair", "-planet", "-own", "-factions")
    where = [stage.find(f'id="table{part}"') for part in parts[:3]] + [
        side.find(f'id="table{part}"') for part in parts[3:]
    ]
    assert -1 not in where
    assert where == sorted(where[:3]) + sorted(where[3:])
    assert "table-own" not in stage
    assert "table-track" not in side


# --- track ----------------------------------------------------------------------------------------


def test_the_track_names_nine_phases_and_marks_the_present_one() -> None:
    """DUN-1.4.1: nine phases; the present one and what is going on in it."""
    drawn = part(TABLES["auction"], None, "track")
    assert drawn.count("<li") == 9
    assert re.findall(r'<li [^>]*aria-current="step"[^>]*>.*?<span>([^<]+)', drawn) == ["Bidding"]
    says(drawn, "Turn 2 of 10", "Bidding: card 1 of")
    assert "Spice Blow: Nexus" in part(TABLES["nexus"], None, "track")
    assert "Battle in Tsimpo" in part(TABLES["battle"], None, "track")


# --- factions -------------------------------------------------------------------------------------


def test_a_panel_shows_what_is_public_of_a_faction() -> None:
    """DUN-1.5: spice, reserves, forces, tanks, cards and limit, strongholds, ally, leaders dead and alive."""
    table = Table(
        "revival", forces={HAR: "Carthag 10: 4"}, tanks={HAR: 3}, spice={HAR: 7}, hands={HAR: "Lasgun, Shield"},
        known={HAR: "Lasgun"}, dead="Feyd Rautha", allies=((HAR, EMP),),
    )  # fmt: skip
    drawn = panel(table, HAR)
    for said in (
        "Harkonnen, played by Barney: 7 spice; 13 forces in reserve, 4 on the map, 3 in the tanks; 2 of 8 cards",
        "holds Carthag, with Emperor 1, 4 would win", "Allied with Emperor.", "Known cards: Lasgun.",
        "Leaders in the tanks: Feyd Rautha 6.",
    ):  # fmt: skip
        assert said in text(drawn), said
    assert "Shield" not in text(drawn)
    assert drawn.count('class="dune-leader dead') == 1


def test_the_readers_panel_comes_first_then_storm_order() -> None:
    """DUN-2.2.3: storm order, beginning with the reader."""
    order = re.findall(r'id="table-faction-(\w+)"', part(TABLES["shipment"], EMP, "factions"))
    assert order == [fid(one) for one in (EMP, GUI, BG, ATR, HAR, FRE)]


def test_a_faction_can_be_tapped_where_an_answer_asks_for_one() -> None:
    """DUN-4.3.2: proposals are aimed at factions; whoever cannot be aimed at is no target."""
    scene = Scene(places={"faction": frozenset({"schemers"})})
    assert 'data-domain="faction" data-value="schemers"' in panel(TABLES["nexus"], HAR, ATR, scene)
    assert "data-domain" not in panel(TABLES["nexus"], FRE, ATR, scene)


def test_spice_that_is_pledged_is_shown() -> None:
    """DUN-2.3.2: what would have to be paid for the standing bid."""
    assert "10 spice, 2 of it pledged" in text(panel(TABLES["auction"], ATR))


def test_traitors_that_were_shown_and_preventions_are_told() -> None:
    """DUN-1.5, DUN-7.11.4: a traitor once revealed is public; a prevention is shown with whom it hits."""
    table = Table("shipment_and_movement")
    table.game.shown_traitors = ((table.seat(HAR), leader("Stilgar")),)
    table.game.prevented = ["K-08"]
    assert "Traitors shown: Stilgar 7." in text(panel(table, HAR))
    assert "Karama stops Fremen: " in text(panel(table, FRE))
    assert "Karama stops Fremen: " in text(part(table, None, "affair"))


# --- shield ---------------------------------------------------------------------------------------


def test_the_hand_says_what_each_card_is_for_and_can_be_tapped() -> None:
    """DUN-7: name, kind, use and rule; two cards that are alike have an id each."""
    table = clash(hands={HAR: "Shield, Shield, Karama"})
    scene = Scene(places={"card": frozenset({"shield"}), "leader": frozenset({leader("Feyd Rautha")})})
    drawn = part(table, HAR, "own", scene=scene)
    assert drawn.count('data-domain="card" data-value="shield"') == 2
    says(drawn, 'id="table-hand-shield-0"', 'id="table-hand-shield-1"')
    assert 'data-value="karama"' not in drawn
    says(drawn, "#DUN-7.11.1", f'data-domain="leader" data-value="{leader("Feyd Rautha")}"')


def test_every_card_has_a_use_and_a_rule() -> None:
    """DUN-7: no card is left without a word on what it is for."""
    for one in CARD_IDS:
        said, rule = use_of(one, NAMES, 3)
        assert "{" not in said, one
        assert said, one
        assert rule.startswith("DUN-7."), one


def test_notes_on_foresight_and_the_ally() -> None:
    """DUN-6.2.2, DUN-5.2: the spice card that was seen, what allies lend each other; nobody else sees either."""
    table = phase(spice_deck="Old Gap", allies=((ATR, GUI),))
    says(text(part(table, ATR, "own")), "Next spice card: Old Gap.", "of Spacing Guild")
    assert "Next spice card" not in text(everything(table, GUI))


def test_unseen_cards_are_counted_by_kind() -> None:
    """DUN-2.9.1: all 33 cards less those whose place the reader knows."""
    table = phase(hands={HAR: "Shield, Lasgun"}, discards="Snooper")
    drawn = text(part(table, HAR, "own"))
    says(drawn, "30 cards you have not seen", "3 × Shield")
    assert "Lasgun" not in drawn.partition("have not")[2]


def test_thirty_known_cards_still_fit() -> None:
    """DUN-2.9.1: Atreides may know almost everything; it is told where it is opened."""
    hands = {
        HAR: "Shield, Shield, Snooper, Snooper, Lasgun, Karama, Hajr, Chaumas",
        EMP: "Stunner, Kulon, Baliset, Slip Tip",
    }
    table = phase(hands=hands, known=hands)
    says(text(panel(table, HAR, ATR)), "8 known", "Shield ×2")
