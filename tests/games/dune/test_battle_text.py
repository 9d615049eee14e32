"""DUN-4.8 in words: every event of a battle has a sentence of its own."""

from __future__ import annotations

from tests.games.dune.fights import clash, plan
from tests.games.dune.story import ATR, BG, EMP, HAR, card

from turncoat.games.dune.actions import Prescience, Voice
from turncoat.games.dune.events import battle as happened
from turncoat.games.dune.text import DuneNames
from turncoat.games.dune.text.battle import say_battle

NAMES = DuneNames(["Agatha", "Barney", "Celeste", "Desmond", "Emmett", "Flora"])


def test_a_battle_is_told() -> None:
    """DUN-4.8.4 to DUN-4.8.18: one sentence after the other, in the order in which it happened."""
    table = clash(ATR, EMP, allies=((BG, ATR),), hands={EMP: "Shield, Kulon", ATR: "Crysknife"}, stops="W-9")
    table.do(BG, Voice("do-not-play", "shield")).do(ATR, Prescience("weapon"))
    table.do(EMP, plan(3, "Bashar", "Kulon")).fought({ATR: plan(4, "Duncan Idaho", "Crysknife")})
    table.time_up()
    told = [say_battle(event, NAMES) for _, event in table.listener.heard]
    assert [sentence for sentence in told if sentence] == [
        "Atreides attacks Emperor in Tsimpo.",
        "Bene Gesserit uses the Voice: Emperor must not play: Shield.",
        "Atreides uses Prescience: Emperor seals a plan first and shows the weapon.",
        "Emperor shows you the weapon: no card.",
        "Atreides dials 4, led by Duncan Idaho, with Crysknife. Emperor dials 3, led by Bashar, with Kulon.",
        "Nobody calls treachery.",
        "Bashar of Emperor is dead.",
        "Atreides beats Emperor, 6 to 3.",
        "Emperor loses 10 forces in Tsimpo.",
        "Atreides loses 4 forces in Tsimpo.",
        "Atreides keeps Crysknife.",
    ]


def test_an_explosion_is_told() -> None:
    """DUN-4.8.14."""
    event = happened.Exploded("DUN-4.8.14", "red-chasm", {"throne": 1, "seers": 3}, 8)
    gone = "1 force of Emperor, 3 forces of Atreides and 8 spice gone"
    assert say_battle(event, NAMES) == f"Everything in Red Chasm explodes: {gone}."
    bare = happened.Exploded("DUN-4.8.14", "east-city", {"throne": 1, "seers": 3}, 0)
    told = "Everything in Arrakeen explodes: 1 force of Emperor and 3 forces of Atreides gone."
    assert say_battle(bare, NAMES) == told


def test_every_event_of_a_battle_has_a_sentence() -> None:
    """DUN-4.8: whatever is in it."""
    samples = [
        happened.NoHero("r", "seers"),
        happened.OrderVoid("r", "sisters", "K-17"),
        happened.OrderVoid("r", "seers", "K-03"),
        happened.ElementSeen("r", "throne", "dial", dial=0),
        happened.ElementSeen("r", "throne", "hero", hero=None),
        happened.TreacheryCalled("r", "schemers", "sisters", "throne-5"),
        happened.BattleByTreachery("r", "seers", "throne"),
        happened.NobodyWon("r", ("seers", "throne")),
        happened.CardsKept("r", "seers", (card("Lasgun"), card("Shield"))),
    ]
    told = {say_battle(event, NAMES) for event in samples}
    assert len(told) == len(samples)
    assert "" not in told
    assert "Harkonnen calls treachery for Bene Gesserit: Bashar!" in told


def test_other_events_are_told_elsewhere() -> None:
    """DUN-4.8: nothing is said here about what does not belong to a battle."""
    table = clash(HAR, EMP).fought({HAR: plan(3, "Feyd Rautha"), EMP: plan(3, "Bashar")})
    others = [event for _, event in table.listener.heard if type(event) not in happened.EVENTS]
    assert others
    assert {say_battle(event, NAMES) for event in others} == {""}
