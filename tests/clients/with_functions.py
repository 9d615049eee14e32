"""A player made of what openapi-python-client generates: it makes a table, plays a whole game, exports it.

Run with the environment of the generators, where the generated package lies: ``ADDRESS GAME OPTIONS SEATS``, the
options as JSON.
"""

from __future__ import annotations

import json
import sys
from random import choice, randint, sample

from turncoat_client import AuthenticatedClient, Client
from turncoat_client.api.a_seat import answer, list_events, show_table, sit
from turncoat_client.api.host import start
from turncoat_client.api.tables import create_table, export_table
from turncoat_client.models import (
    Amounts,
    Between,
    NewAnswer,
    NewAnswerActionType0,
    NewTable,
    NewTableOptions,
    OneOf,
    OpenBox,
    Order,
    Phase,
    Question,
    SeatName,
    SeatPlan,
    Some,
    TableView,
    Words,
)


def value(space: object) -> object:
    """A value out of a space, by its type."""
    match space:
        case OneOf():
            return choice(space.values)
        case Between():
            return randint(space.low, space.high)
        case Some():
            return sample(space.values, randint(space.low, min(space.high, len(space.values))))
        case Order():
            return sample(space.values, randint(int(space.low), min(int(space.high), len(space.values))))
        case Amounts():
            every = [key for key, most in space.caps for _ in range(most)]
            some = sample(every, randint(space.low, min(space.high, len(every))))
            return {key: some.count(key) for key in dict.fromkeys(some)}
    assert isinstance(space, Words)
    return ""


def filled(box: OpenBox) -> dict[str, object]:
    """An answer that fits a box but, perhaps, for what must differ in it."""
    return {"type": box.type_, **{name: value(box.fields[name]) for name in box.fields.additional_keys}}


def answered(client: AuthenticatedClient, table: str, question: Question) -> bool:
    """Whether an answer at random was accepted."""
    action = NewAnswerActionType0.from_dict(filled(choice(question.boxes.open_)))
    body = NewAnswer(request=question.request, action=action)
    return answer.sync_detailed(table, client=client, body=body).status_code == 200


def shown(client: AuthenticatedClient, table: str) -> TableView:
    """The table as a seat sees it."""
    view = show_table.sync(table, client=client)
    assert isinstance(view, TableView), view
    assert view.view is None or type(view.view).__name__ == f"{view.game.capitalize()}View"
    return view


def main(address: str, game: str, options: str, seats: str) -> None:
    """Play a whole game and write its record to the output."""
    plan = [SeatPlan(name=name) for name in ("Agatha", "Barney", "Celeste", "Darcy")[: int(seats)]]
    wanted = NewTable(game=game, seats=plan, options=NewTableOptions.from_dict(json.loads(options)))
    made = create_table.sync(client=Client(address), body=wanted)
    players = [AuthenticatedClient(address, key) for key in made.seat_keys]
    for player, seat in zip(players, plan, strict=True):
        assert sit.sync_detailed(made.table, client=player, body=SeatName(name=seat.name)).status_code == 204
    assert start.sync_detailed(made.table, client=AuthenticatedClient(address, made.host_key)).status_code == 204
    while shown(players[0], made.table).phase is not Phase.FINISHED:
        for player in players:
            question = shown(player, made.table).question
            while question and not question.filed and not answered(player, made.table, question):
                question = shown(player, made.table).question
    heard = list_events.sync(made.table, client=players[0])
    assert isinstance(heard, list), heard
    record = export_table.sync_detailed(made.table, client=players[0])
    assert record.status_code == 200
    sys.stdout.buffer.write(record.content)


if __name__ == "__main__":
    main(*sys.argv[1:])
