"""A body for each operation that takes JSON, as the documentation of the API shows it."""

from __future__ import annotations

from collections.abc import Mapping

_SHEET = {"name": "Agda", "kin": "troll", "second": "wise", "weapon": 2, "armour": 1}
_CHARACTER = "2c4768e44b67"
_DIGEST = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"

EXAMPLES: Mapping[str, object] = {
    "create_table": {
        "game": "truce",
        "seats": [{"name": "Agatha"}, {"name": "Barney", "bot": "schemer"}, {"name": "Celeste", "bot": "random"}],
        "options": {"rounds": 3},
        "deadline": {"type": "after", "minutes": 1440},
    },
    "answer": {"request": 1, "action": {"type": "attack", "target": 2}},
    "leave_order": {"actions": [{"type": "pass"}], "unless": [{"type": "bid", "amount": 5}]},
    "talk": {"to": [1], "text": "Support me?", "request": {"who": 1, "act": "support", "fields": {"target": 0}}},
    "sit": {"name": "Agatha", "program": True},
    "seal_words": {"digest": _DIGEST},
    "open_words": {"words": "words that nobody else can guess"},
    "change_pace": {"deadline": {"type": "at", "times": ["20:00"], "zone": "Europe/Berlin"}},
    "extend": {"minutes": 60},
    "seat_bot": {"seat": 1, "bot": "random"},
    "seat_person": {"seat": 1},
    "new_link": {"seat": 1},
    "link_to_table": {"withdraw": False},
    "revoke": {"seat": 1},
    "write_as_host": {"text": "pause"},
    "propose": {"proposal": {"type": "pause", "days": 3}},
    "cast": {"number": 1, "yes": True},
    "go_away": {"start": 1797206400000, "end": 1797379200000},
    "save": {"request": 1, "action": {"type": "loot"}},
    "write": {"text": "propose pause 3"},
    "sign_in": {"name": "Agatha", "passphrase": "a long passphrase"},
    "make_bot": {"name": "Grudge"},
    "exchange": {"invitation": "https://games.example/join/4eKX0m2p"},
    "claim_seat": {"name": "Grudge", "program": True},
    "go_away_everywhere": {"first": "2026-12-20", "last": "2026-12-22"},
    "add_push": {
        "endpoint": "https://push.example/4eKX0m2p",
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    },
    "make_character": {"game": "thrice", "sheet": _SHEET, "notes": "She owes Emmett a boat."},
    "import_character": {"format": "turncoat character 1", "game": "thrice", "sheet": _SHEET},
    "change_character": {"notes": "She owes Emmett two boats.", "version": 3},
    "call_out": {"characters": [_CHARACTER]},
    "bring": {"character": _CHARACTER},
}
"""By the id of the operation."""
