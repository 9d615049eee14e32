"""What a person at a table of Truce of five (Emmett, seat 4) types, and what has to be read in it."""

from __future__ import annotations

from collections.abc import Sequence

Wanted = Sequence[tuple[str, str]]

SETS: tuple[tuple[Sequence[str], Wanted], ...] = (
    (["attack agatha"], [("answer", "attack Agatha")]),
    (["Attack Agatha."], [("answer", "attack Agatha")]),
    (["defend!"], [("answer", "defend")]),
    (["Hi all,", "", "support barney", "", "Cheers", "Emmett"], [("answer", "support Barney")]),
    (["give 2 to barney", "loot"], [("beside", "give 2 to Barney"), ("answer", "loot")]),
    (["pass", "tell agatha: now or never"], [("answer", "pass"), ("talk", "tell agatha: now or never")]),
    (["say good evening, everybody"], [("talk", "say good evening, everybody")]),
    (["promise barney: support barney"], [("talk", "promise barney: support barney")]),
    (
        ["ask agatha: attack barney in return for support agatha"],
        [("talk", "ask agatha: attack barney in return for support agatha")],
    ),
    (["status"], [("command", "status")]),
    (["away 2026-12-20 to 2027-01-03"], [("command", "away 2026-12-20 to 2027-01-03")]),
    (["propose draw"], [("command", "propose draw")]),
    (["attack “agatha”"], [("answer", "attack Agatha")]),
    (["attack agatha", "attack barney"], []),
    (["I am not sure yet, I will write tomorrow."], []),
    (["attack agatha", "", "menu"], [("answer", "attack Agatha"), ("show", "menu")]),
)
