"""DUN-10: the options, and where they are not tested with the rule they change."""

from __future__ import annotations

import pytest
from msgspec import structs
from tests.games.dune.story import ATR, BG, EMP, FRE, GUI, HAR, KEY, SIX, Table
from tests.table.tables import Sitting, header

from turncoat.games.dune.options import LIVE_SITE, Options, settled
from turncoat.games.dune.rules import RULES
from turncoat.games.dune.setup import KeepTraitor
from turncoat.games.dune.setup.events import PredictionMade, TraitorsDealt
from turncoat.games.dune.shared.hands import draw_treachery
from turncoat.games.dune.spice_blow import Break, Propose
from turncoat.games.dune.storm import Dial
from turncoat.kernel import play
from turncoat.kernel.errors import BadSetup
from turncoat.kernel.events import SILENCE, Listener
from turncoat.table.table_view import messages_after, table_view

NEVER = ("advanced", "spice_backed", "leader_skills", "homeworlds", "expansion", "tech_tokens")


def test_the_preset_sets_every_point_on_which_the_live_site_differs() -> None:
    """DUN-O-00, DUN-R-79: DUN-O-05, DUN-O-07, DUN-O-14, DUN-O-17 and DUN-O-19 to DUN-O-29.

    Whatever else was chosen stays.
    """
    chosen = RULES.read_options({"preset": "treachery-online", "turns": 7, "ghola_forces": 3})
    played = settled(chosen)
    assert (played.turns, played.ghola_forces, played.first_sector) == (7, 5, 0)
    assert all(getattr(played, name) == value for name, value in LIVE_SITE.items())
    assert all(getattr(Options(), name) != value for name, value in LIVE_SITE.items())
    assert settled(Options()) == Options()


def test_the_table_shows_what_is_played() -> None:
    """DUN-O-00: in the view the options are those that the preset has set."""
    game = RULES.start(RULES.read_options({"preset": "treachery-online"}), 6, KEY, SILENCE)
    assert RULES.view(game, None).options.still_storm == "strikes"


def test_a_game_of_the_live_site_can_be_played_to_its_end() -> None:
    """DUN-O-00, DUN-2.8.1."""
    game = RULES.start(RULES.read_options({"preset": "treachery-online"}), 6, KEY, SILENCE)
    while not play.over(game):
        play.time_up(game)
        assert RULES.audit(game) == []


@pytest.mark.parametrize(("sector", "storm"), [(10, 15), (0, 5)])
def test_where_the_first_storm_is_counted_from(sector: int, storm: int) -> None:
    """DUN-O-05, DUN-R-01, DUN-R-02: the uppermost sector, or sector 0 as on the live site.

    The first and the last seat dial.
    """
    table = Table(first_sector=sector).until("storm.dial")
    assert table.asked() == [ATR, BG]
    assert table.do(ATR, Dial(3)).do(BG, Dial(2)).game.storm == storm


def test_the_way_to_the_first_place_of_the_storm_is_not_struck() -> None:
    """DUN-R-97, DUN-R-03, DUN-4.1.1: only the sector of placement is."""
    table = Table(first_sector=0).until("storm.dial")
    game = table.game
    game.forces[HAR] = ((0, 1), *game.forces[HAR])
    game.reserves[HAR] -= 1
    before = sum(game.tanks)
    table.do(ATR, Dial(9)).do(BG, Dial(9))
    assert game.storm == 0
    assert sum(table.game.tanks) >= before


def test_the_prediction_can_come_first() -> None:
    """DUN-O-23, DUN-R-23: on the live site it is made before anything is dealt."""
    listener = Listener()
    game = RULES.start(RULES.read_options({"prediction": "first"}), 6, KEY, listener)
    while RULES.view(game, None).turn == 0:
        play.time_up(game, listener)
    kinds = [event.__class__ for _, event in listener.heard]
    assert kinds.index(PredictionMade) < kinds.index(TraitorsDealt)


def test_the_same_secret_and_the_same_answers_give_the_same_game() -> None:
    """DUN-O-15, DUN-2.8.1."""

    def played() -> tuple[bytes, object]:
        listener = Listener()
        game = RULES.start(RULES.read_options({}), 5, KEY, listener)
        while not play.over(game):
            play.time_up(game, listener)
        return RULES.encode(game), listener.heard

    assert played() == played()


def sitting(talk: str = "full") -> Sitting:
    """A table of Dune, begun."""
    agreed = header(6, talk=talk)
    return Sitting(structs.replace(agreed, game="dune", ruleset=RULES.hash)).begun()


def seen(table: Sitting) -> list[dict[str, object]]:
    """What the seats see of the game."""
    return [table_view(table.table, seat).view for seat in range(6)]


def test_talk_is_delivered_and_never_checked() -> None:
    """DUN-TC-015, DUN-2.10.1, DUN-O-16: whatever one says of one's cards, nobody's notes change.

    Private talk is possible.
    """
    table = sitting()
    before = seen(table)
    table.say(0, "I hold a Lasgun").say(1, "So do I", (0,))
    assert [message.message.said.text for message in messages_after(table.table, 2, 0)] == ["I hold a Lasgun"]
    assert seen(table) == before


def test_a_table_has_names_and_deadlines_of_its_own() -> None:
    """DUN-O-11, DUN-O-16, DUN-O-30: they are the table's, not the game's; the names are those of the skin."""
    agreed = structs.replace(header(6, {"skin": "neutral"}), game="dune", ruleset=RULES.hash)
    table = Sitting(agreed).begun()
    assert table.table.names.label("faction", "nomads") == "Nomads"
    assert sitting().table.names.label("faction", "nomads") == "Fremen"
    assert table_view(table.table, 0).options["skin"] == "neutral"


@pytest.mark.parametrize("name", NEVER)
def test_what_is_not_part_of_the_game(name: str) -> None:
    """DUN-1.4.2: there is no such option."""
    with pytest.raises(BadSetup, match=f"no option {name}"):
        RULES.read_options({name: True})


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"turns": 21}, "“Turns” must be a whole number, 1 to 20"),
        ({"turns": "many"}, "“Turns” must be a whole number"),
        ({"ghola_forces": 4}, "“Forces by Ghola” must be 3 or 5"),
        ({"preset": "house"}, "“Preset” must be rulebook or treachery-online"),
        ({"skin": "red"}, "“Names” must be dune or neutral"),
        ({"stops": "W-12"}, "There is no window W-12 to stop at; the windows are"),
        ({"factions": "seers"}, "Name 6 different factions"),
    ],
)
def test_bad_options_get_one_clear_sentence(given: dict[str, object], sentence: str) -> None:
    """DUN-O-02, DUN-O-03, DUN-O-12, DUN-O-20, DUN-O-30: field, value, choices and rule."""
    with pytest.raises(BadSetup, match=sentence):
        RULES.start(RULES.read_options(given), 6, KEY, SILENCE)


def test_family_atomics_are_used_once_in_a_game() -> None:
    """DUN-TC-215, DUN-7.9.4, DUN-R-77, DUN-2.4.3: discarded, and left out of every later shuffle."""
    table = Table("mentat", stops="W-11", discards="Family Atomics, Shield, Snooper")
    game = table.game
    game.hands[HAR] = tuple(sorted((*game.hands[HAR], *game.treachery)))
    game.treachery = []
    drawn = [draw_treachery(game, SILENCE) for _ in range(3)]
    assert sorted(drawn) == ["", "shield", "snooper"]
    assert game.treachery_discards == ["atomics"]


@pytest.mark.parametrize("storm", range(18))
def test_four_factions_at_the_pole(storm: int) -> None:
    """DUN-TC-011, DUN-2.1.9: they never fight there, and no storm reaches them."""
    forces = dict.fromkeys((ATR, HAR, FRE, EMP), "Polar Sink: 2")
    table = Table("storm", forces=forces, storm=storm, fighters=(HAR, GUI))
    table.do(HAR, Dial(3)).do(GUI, Dial(3))
    assert [table.tanks(one) for one in SIX] == [0] * 6
    assert not Table("battles", forces=forces, storm=storm).key.startswith("battle")


def test_storm_cards_are_played_in_their_window() -> None:
    """DUN-R-06, DUN-R-07, DUN-4.1.3: not while dials are secret."""
    table = Table("storm", fighters=(HAR, EMP), hands={GUI: "Weather Control"}, stops="W-1")
    assert table.beside(GUI).count == 0


def test_a_leader_dies_any_number_of_times() -> None:
    """DUN-R-36, DUN-4.6.5: deaths are counted and public."""
    table = Table("mentat", stops="W-11", twice="Stilgar", dead="Stilgar, Chani")
    assert table.view(None).factions[FRE].deaths == {"nomads-1": 2, "nomads-2": 1}


def test_a_pair_bound_in_a_nexus_stays_bound() -> None:
    """DUN-R-18, DUN-4.3.3: what was made in a Nexus is not broken in it."""
    table = Table("nexus").do(ATR, Propose("schemers")).do(HAR, Propose("seers"))
    table.cannot(ATR, Break())


def test_a_kept_traitor_is_one_that_was_dealt() -> None:
    """DUN-DK-01, DUN-3.2.2."""
    table = Table()
    table.cannot(ATR, KeepTraitor(table.game.undealt[0]))
