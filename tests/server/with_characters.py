"""People with characters at tables of Thrice: over the API, with cookies, and fights that end soon."""

from __future__ import annotations

from typing import Any

import httpx
from tests.serving import Browser, Sitting, another, gather

SHEET = {"name": "Agda", "kin": "troll", "second": "wise", "weapon": 2, "armour": 1}
"""A character that keeps the rules and has spent everything."""


WON_SOON = {"enemy_condition_start": 1, "character_condition_start": 15, "automatic_win": True}
"""A fight that the characters win within a few rounds, if they attack."""


class Keeper:
    """Somebody with a browser who keeps characters; talks to the API with cookie and token."""

    def __init__(self, client: httpx.Client) -> None:
        self.browser: Browser = another(client)
        self.client = self.browser.client

    def send(self, method: str, path: str, body: object = None) -> httpx.Response:
        """Something that changes something."""
        token = self.client.get("/api/session").json()["token"]
        return self.client.request(method, path, headers={"x-csrf-token": token}, json=body)

    def make(self, **sheet: object) -> str:
        """Make a character; its id."""
        made = self.send("POST", "/api/characters", {"game": "thrice", "sheet": {**SHEET, **sheet}})
        assert made.status_code == 201, made.text
        return str(made.json()["id"])

    def look(self, character: str) -> Any:
        """A character with everything its owner sees."""
        found = self.client.get(f"/api/characters/{character}")
        assert found.status_code == 200, found.text
        return found.json()

    def told(self, character: str) -> list[str]:
        """The kinds of what has happened to it."""
        return [one["kind"] for one in self.look(character)["history"]]

    def bring(self, table: Sitting, character: str, seat: int = 0) -> httpx.Response:
        """Bring a character to a seat that is held."""
        return self.send("POST", f"{table.path('character')}?seat={seat}", {"character": character})


def waiting(client: httpx.Client, *keepers: Keeper, **options: object) -> Sitting:
    """A table of Thrice that gathers: these people in the first seats, somebody as GM in the last."""
    names = (*(f"Player {number}" for number in range(len(keepers))), "Master")
    table = gather(client, names, game="thrice", options={**WON_SOON, **options})
    for seat, keeper in enumerate(keepers):
        keeper.browser.join(table.link(seat))
    assert table.post("sit", len(keepers)).status_code == 204
    return table


def play_out(table: Sitting) -> str:
    """Everybody attacks who can, and else does what is usual, until the end; the phase then."""
    for _ in range(400):
        table_view = table.get()
        if table_view["phase"] != "playing":
            return str(table_view["phase"])
        for seat in range(len(table.keys)):
            asked = table.get(seat=seat)["question"]
            if asked and asked["filed"] is None:
                attack = next((one for one in asked["boxes"]["open"] if one["type"] == "attack"), None)
                target = attack and {"type": "attack", "target": attack["fields"]["target"]["values"][0]}
                table.post("answer", seat, request=asked["request"], action=target or asked["default"])
    raise AssertionError("the fight does not end")


def fought(client: httpx.Client, keeper: Keeper, character: str) -> Sitting:
    """A fight to its end, with this character in it."""
    table = waiting(client, keeper)
    assert keeper.bring(table, character).status_code == 204
    assert table.do("start").status_code == 204
    assert play_out(table) == "finished"
    return table
