"""For every operation of the API a request that is right: a real table in the state that it needs, and a real key."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count
from typing import Any

import httpx
from tests.server.with_characters import SHEET, WON_SOON
from tests.serving import NOON, Sitting, bearer, begin, gather

from turncoat.bots.match import derive
from turncoat.bots.notary import Notary
from turncoat.games import ruleset
from turncoat.table.record import Secret
from turncoat.table.record_file import write

THREE = ("Agatha", "Barney", "Celeste")
WORDS = "words that nobody else can guess"
PASS = {"type": "pass"}
DAY = 86_400_000


_NUMBERS = count(1)


def new_name() -> str:
    """A name that nobody has."""
    return f"Grudge {next(_NUMBERS)}"


@dataclass
class Request:
    """A request: values for the places in its path, its key, its body."""

    path: dict[str, str] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    body: Any = None


class World:
    """Makes tables, accounts and characters at a server.

    Args:
        client: Talks to it, without a cookie.
    """

    def __init__(self, client: httpx.Client) -> None:
        self.client = client

    def bot(self) -> dict[str, str]:
        """The key of a new bot account, as a header."""
        return bearer(self._made("bots", {"name": new_name()})["key"])

    def character(self, bot: dict[str, str]) -> str:
        """A character of a bot's."""
        return str(self._made("characters", {"game": "thrice", "sheet": SHEET}, bot)["id"])

    def free(self, **agreed: object) -> Sitting:
        """A table of Truce that is open to everybody; nobody sits there."""
        return gather(self.client, THREE, listed=True, **agreed)

    def seated(self) -> Sitting:
        """The same, and everybody sits there."""
        table = self.free()
        for seat in range(len(THREE)):
            assert table.post("sit", seat).status_code == 204
        return table

    def playing(self, **agreed: object) -> Sitting:
        """A table of Truce in its first round."""
        pace = {"away": {"days": 21}}
        return begin(self.client, THREE, listed=True, pace=pace, deadline={"type": "after", "minutes": 1440}, **agreed)

    def finished(self) -> Sitting:
        """A table of Truce whose game is over."""
        table = begin(self.client, THREE, options={"rounds": 1})
        table.everybody("pass")
        return table

    def _made(self, path: str, body: object, headers: dict[str, str] | None = None) -> Any:
        made = self.client.post(f"/api/{path}", json=body, headers=headers or {})
        assert made.status_code == 201, made.text
        return made.json()


Right = Callable[[World], Request]


def anybody(body: Any = None, **path: str) -> Right:
    """A request without a key, about no table."""
    return lambda world: Request(path, body=body)


def a_bot(body: Any = None) -> Right:
    """A request of a new bot account."""
    return lambda world: Request(headers=world.bot(), body=body)


def at(
    by: int | str | None, body: Any = None, table: str = "playing", before: tuple[Any, ...] = (), **path: str
) -> Right:
    """A request about a table, by a seat, its host or anybody, after what was sent before as ``(seat, part, body)``."""

    def request(world: World) -> Request:
        found: Sitting = getattr(world, table)()
        for seat, part, sent in before:
            key = found.host if seat == "host" else found.seat(seat)
            done = world.client.post(found.path(part), headers=key, json=sent)
            assert done.status_code < 300, done.text
        headers = found.host if by == "host" else found.seat(by if isinstance(by, int) else None)
        return Request({"table": found.id}, headers=headers, body=body)

    return request


def _of_character(body: Any = None) -> Right:
    def request(world: World) -> Request:
        bot = world.bot()
        return Request({"character": world.character(bot)}, headers=bot, body=body)

    return request


def _brought(world: World, *, there: bool) -> Request:
    table, bot = gather(world.client, THREE[:2], game="thrice", options=WON_SOON, listed=True), world.bot()
    assert world.client.post(table.path("claim"), json={"name": "Grudge"}, headers=bot).status_code == 201
    character = {"character": world.character(bot)}
    if there:
        assert world.client.post(table.path("character"), json=character, headers=bot).status_code == 204
    return Request({"table": table.id}, headers=bot, body=None if there else character)


def _called_out(world: World) -> Request:
    bot = world.bot()
    return Request(headers=bot, body={"characters": [world.character(bot)]})


def _file(world: World) -> Request:
    bot = world.bot()
    file = world.client.get(f"/api/characters/{world.character(bot)}/file", headers=bot).json()
    return Request(headers=bot, body=file)


def _record(_: World) -> Request:
    name, rules = new_name(), ruleset("truce")
    secret = Secret(derive(name, "seed").hex(), derive(name, "salt").hex())
    table = derive(name, "table").hex()[:12]
    notary = Notary(rules, rules.read_options({"rounds": 1}), len(THREE), secret, lambda: NOON, table)
    notary.begin(THREE, [""] * len(THREE))
    for seat in range(len(THREE)):
        notary.answer(seat, rules.read_action(PASS))
    return Request(headers={"Content-Type": "application/x-ndjson"}, body=write(notary.take_home(None)).decode())


def _words(world: World, *, opened: bool) -> Request:
    table = world.seated()
    sealed = {"digest": sha256(f"{table.id}/0/{WORDS}".encode()).hexdigest()}
    if opened:
        assert table.post("words", 0, **sealed).status_code == 204
        assert table.do("start").status_code == 204
    return Request({"table": table.id}, headers=table.seat(0), body={"words": WORDS} if opened else sealed)


def _invitation(world: World) -> Request:
    return Request(headers=world.bot(), body={"invitation": world.free().link(0)})


def _stands_by(world: World) -> Request:
    table = world.playing()
    key = world.client.post(table.path("standby")).json()["key"]
    return Request({"table": table.id}, headers=bearer(key))


def _ordered(by_delete: bool) -> Right:
    def request(world: World) -> Request:
        table = begin(world.client, THREE[:2], game="dune")
        body = None if by_delete else {"actions": [PASS]}
        return Request({"table": table.id, "question": "auction.bid"}, headers=table.seat(0), body=body)

    return request


def _new_person(_: World) -> Request:
    return Request(body={"name": new_name(), "passphrase": "a long passphrase", "new": True})


ABSENCE = {"start": NOON + DAY, "end": NOON + 2 * DAY}
SAVED = {"action": PASS}

RIGHT: dict[str, Right] = {
    "GET /api/games": anybody(),
    "GET /api/games/{game}": anybody(game="truce"),
    "GET /api/games/{game}/rules": anybody(game="truce"),
    "GET /api/games/{game}/schema": anybody(game="truce"),
    "GET /api/games/{game}/character": anybody(game="thrice"),
    "GET /api/tables": anybody(),
    "GET /api/my-tables": a_bot(),
    "POST /api/tables": anybody({"game": "truce", "seats": [{"name": name} for name in THREE]}),
    "POST /api/tables/import": _record,
    "GET /api/tables/{table}/export": at(0, table="finished"),
    "GET /api/tables/{table}/replay": at(0, table="finished"),
    "GET /api/tables/{table}": at(0),
    "GET /api/tables/{table}/labels": at(0),
    "GET /api/tables/{table}/events": at(0),
    "GET /api/tables/{table}/messages": at(0),
    "POST /api/tables/{table}/answer": at(0, {"request": 1, "action": {"type": "attack", "target": 1}}),
    "POST /api/tables/{table}/withdraw": at(0, before=((0, "answer", SAVED),)),
    "PUT /api/tables/{table}/standing-orders/{question}": _ordered(by_delete=False),
    "DELETE /api/tables/{table}/standing-orders/{question}": _ordered(by_delete=True),
    "POST /api/tables/{table}/talk": at(0, {"to": [1], "text": "Support me?"}),
    "POST /api/tables/{table}/sit": at(0, {"name": "Zoe"}, "free"),
    "POST /api/tables/{table}/leave": at(0),
    "POST /api/tables/{table}/words": lambda world: _words(world, opened=False),
    "POST /api/tables/{table}/words/open": lambda world: _words(world, opened=True),
    "POST /api/tables/{table}/host/start": at("host", None, "seated"),
    "POST /api/tables/{table}/host/pause": at("host"),
    "POST /api/tables/{table}/host/pace": at("host", {"deadline": {"type": "after", "minutes": 60}}),
    "POST /api/tables/{table}/host/resume": at("host", before=(("host", "host/pause", None),)),
    "POST /api/tables/{table}/host/extend": at("host", {"minutes": 5}),
    "POST /api/tables/{table}/host/bot": at("host", {"seat": 1, "bot": "random"}),
    "POST /api/tables/{table}/host/person": at(
        "host", {"seat": 1}, before=(("host", "host/bot", {"seat": 1, "bot": "random"}),)
    ),
    "POST /api/tables/{table}/host/link": at("host", {"seat": 1}),
    "POST /api/tables/{table}/host/table-link": at("host", {}),
    "POST /api/tables/{table}/host/revoke": at("host", {"seat": 1}),
    "POST /api/tables/{table}/host/close": at("host"),
    "POST /api/tables/{table}/host/command": at("host", {"text": "pause"}),
    "POST /api/tables/{table}/votes": at(0, {"proposal": {"type": "draw"}}),
    "POST /api/tables/{table}/ballot": at(
        1, {"number": 1, "yes": False}, before=((0, "votes", {"proposal": {"type": "draw"}}),)
    ),
    "POST /api/tables/{table}/away": at(0, ABSENCE),
    "POST /api/tables/{table}/back": at(0, before=((0, "away", ABSENCE),)),
    "POST /api/tables/{table}/save": at(0, SAVED),
    "POST /api/tables/{table}/ready": at(0, before=((0, "save", SAVED),)),
    "POST /api/tables/{table}/not-ready": at(0, before=((0, "answer", SAVED),)),
    "POST /api/tables/{table}/command": at(0, {"text": "propose draw"}),
    "POST /api/tables/{table}/again": at(0, table="finished"),
    "GET /api/session": a_bot(),
    "POST /api/session": _new_person,
    "DELETE /api/session": anybody(),
    "POST /api/bots": lambda _: Request(body={"name": new_name()}),
    "DELETE /api/bots": a_bot(),
    "POST /api/keys": _invitation,
    "POST /api/tables/{table}/claim": at(None, {"name": "Zoe"}, "free"),
    "POST /api/tables/{table}/standby": at(None),
    "DELETE /api/tables/{table}/standby": _stands_by,
    "POST /api/me/away": a_bot({"first": "2026-12-20", "last": "2026-12-22"}),
    "POST /api/me/back": a_bot(),
    "GET /api/me/mails": a_bot(),
    "GET /api/me/pushes": anybody(),
    "DELETE /api/me/pushes/{push}": lambda world: Request({"push": "nothing"}, headers=world.bot()),
    "GET /api/characters": a_bot(),
    "POST /api/characters": a_bot({"game": "thrice", "sheet": SHEET}),
    "POST /api/characters/import": _file,
    "GET /api/characters/{character}": _of_character(),
    "PUT /api/characters/{character}": _of_character({"notes": "Mine"}),
    "DELETE /api/characters/{character}": _of_character(),
    "GET /api/characters/{character}/file": _of_character(),
    "POST /api/characters/play": _called_out,
    "POST /api/tables/{table}/character": lambda world: _brought(world, there=False),
    "DELETE /api/tables/{table}/character": lambda world: _brought(world, there=True),
}
"""By method and path."""

ELSEWHERE = {"POST /api/me/pushes"}
"""Operations of which the right request needs a push service: ``test_push`` has one."""


def send_right(client: httpx.Client, label: str) -> httpx.Response:
    """Send the right request of an operation."""
    method, _, path = label.partition(" ")
    request = RIGHT[label](World(client))
    body: dict[str, Any] = {}
    if isinstance(request.body, str):
        body = {"content": request.body}
    elif request.body is not None:
        body = {"content": json.dumps(request.body)}
    headers = {"Content-Type": "application/json", **request.headers}
    client.cookies.clear()
    return client.request(method, path.format(**request.path), headers=headers, **body)
