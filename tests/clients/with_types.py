"""A player made of what datamodel-code-generator makes: the types of the API, and those of a game from its schema.

It makes a table, plays a whole game for every seat and exports it; what goes out is made of the types, what comes in is
read with them. Run with the environment of the generators, where the generated modules lie: ``ADDRESS GAME OPTIONS
SEATS``, the options as JSON.
"""

from __future__ import annotations

import json
import sys
from random import choice, randint, sample

import httpx
from pydantic import BaseModel
from turncoat_game import Whole
from turncoat_types import (
    Amounts,
    Between,
    Created,
    EventView,
    NewAnswer,
    NewTable,
    OneOf,
    OpenBox,
    Order,
    Phase,
    Receipt,
    SeatName,
    SeatPlan,
    Some,
    TableView,
)


class Seat:
    """What a key can do at a table."""

    def __init__(self, address: str, key: str) -> None:
        self.client = httpx.Client(base_url=address, headers={"Authorization": f"Bearer {key}"}, timeout=60)

    def post(self, path: str, body: BaseModel | None = None) -> httpx.Response:
        """Send something that is of a generated type."""
        return self.client.post(path, json=body and body.model_dump(mode="json", exclude_unset=True))

    def look(self) -> TableView:
        """The table, and within it the view of its game, as their types say."""
        view = TableView.model_validate_json(self.client.get("").raise_for_status().content)
        seen = view.view and view.view.model_dump(mode="json", exclude_unset=True)
        Whole.model_validate({"options": view.options, "view": seen})
        assert seen is None or type(view.view).__name__ == f"{view.game.capitalize()}View"
        return view

    def answered(self, request: int, box: OpenBox) -> bool:
        """Whether an answer at random was accepted; if so, it is of the game's types."""
        action = {"type": box.type, **{name: value(space) for name, space in box.fields.items()}}
        response = self.post("answer", NewAnswer.model_validate({"request": request, "action": action}))
        if response.status_code == 200:
            Whole.model_validate({"answer": Receipt.model_validate_json(response.content).action})
        return response.status_code == 200


def value(space: object) -> object:
    """A value out of a space, by its type."""
    match space:
        case OneOf():
            return choice(space.values)
        case Between():
            return randint(space.low, space.high)
        case Some() | Order():
            return sample(space.values, randint(space.low, min(space.high, len(space.values))))
        case Amounts():
            every = [key for key, most in space.caps for _ in range(most)]
            some = sample(every, randint(space.low, min(space.high, len(every))))
            return {key: some.count(key) for key in dict.fromkeys(some)}
    return ""


def main(address: str, game: str, options: str, seats: str) -> None:
    """Play a whole game and write its record to the output."""
    plan = [SeatPlan(name=name) for name in ("Agatha", "Barney", "Celeste", "Darcy")[: int(seats)]]
    wanted = NewTable(game=game, seats=plan, options=json.loads(options))
    response = httpx.post(f"{address}/api/tables", json=wanted.model_dump(mode="json", exclude_unset=True))
    made = Created.model_validate_json(response.raise_for_status().content)
    host, *players = (Seat(f"{address}/api/tables/{made.table}", key) for key in (made.host_key, *made.seat_keys))
    for player, seat in zip(players, plan, strict=True):
        player.post("sit", SeatName(name=seat.name)).raise_for_status()
    host.post("host/start").raise_for_status()
    while players[0].look().phase is not Phase.finished:
        for player in players:
            question = player.look().question
            while (
                question and not question.filed and not player.answered(question.request, choice(question.boxes.open))
            ):
                question = player.look().question
    for event in players[0].client.get("events").raise_for_status().json():
        Whole.model_validate({"event": EventView.model_validate(event).event.model_dump()})
    sys.stdout.buffer.write(players[0].client.get("export").raise_for_status().content)


if __name__ == "__main__":
    main(*sys.argv[1:])
