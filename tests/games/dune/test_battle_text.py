"""DUN-4.8 in words: every event of a battle has a sentence of its own."""

from __future__ import annotations

from tests.games.dune.fights import clash, plan
from tests.games.dune.story import ATR, BG, EMP

from turncoat.games.dune.battle import Prescience, Voice
from turncoat.games.dune.battle import events as happened
from turncoat.games.dune.text import DuneNames

NAMES = DuneNames(["Agatha", "Barney", "Celeste", "Desmond", "Emmett", "Flora"])


def test_a_battle_is_told() -> None:
    """DUN-4.8.4 to DUN-4.8.18: one sentence after the other, in the order in which it happened."""
    table = clash(ATR, EMP, allies=((BG, ATR),), hands={EMP: "Shield, Kulon", ATR: "Crysknife"}, stops="W-9")
    table.do(BG, Voice("do-not-play", "shield")).do(ATR, Prescience("weapon"))
    table.do(EMP, plan(3, "Bashar", "Kulon")).fought({ATR: plan(4, "Duncan Idaho", "Crysknife")})
    table.time_up()
    assert [event.say(NAMES) for _, event in table.listener.heard if isinstance(event, happened.BattleEvent)] == [
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
    event = happened.Exploded("red-chasm", {"throne": 1, "seers": 3}, 8)
    gone = "1 force of Emperor, 3 forces of Atreides and 8 spice gone"
    assert event.say(NAMES) == f"Everything in Red Chasm explodes: {gone}."
    bare = happened.Exploded("east-city", {"throne": 1, "seers": 3}, 0)
    told = "Everything in Arrakeen explodes: 1 force of Emperor and 3 forces of Atreides gone."
    assert bare.say(NAMES) == told
