"""Whoever has taken a seat can talk before the game begins; the same threads go on in the game."""

from __future__ import annotations

import httpx
from tests.serving import another, gather

ANNA, BEN, CLARA = range(3)


def test_people_talk_in_the_lobby_and_go_on_in_the_game(client: httpx.Client) -> None:
    table = gather(client, ("Anna", "Ben", "Clara"))
    anna, ben, passer_by = another(client), another(client), another(client)
    anna.join(table.link(ANNA), "Anna")
    ben.join(table.link(BEN), "Ben")
    lobby = f"/tables/{table.id}"
    assert anna.post(f"{lobby}/talk", {"text": "Shall we begin?", "kind": "say"}).status_code == 200
    assert anna.post(f"{lobby}/talk", {"text.1": "Psst.", "to": "1", "kind": "say"}).status_code == 200
    assert "Shall we begin?" in passer_by.get(lobby).text
    assert "say-text" not in passer_by.get(lobby).text
    assert 'data-thread="2"' not in anna.get(lobby).text, "nobody sits there yet, and nobody would hear it"
    assert "<title>(2) " in ben.get(lobby).text
    assert "Psst." in ben.get(f"{lobby}?to=0").text
    assert "Psst." not in passer_by.get(f"{lobby}?to=0").text
    table.do("start")
    assert "Psst." in ben.get(f"{lobby}?to=0").text
