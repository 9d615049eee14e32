"""A bot in less than 60 lines for any game, over HTTP, with nothing but Python: it chooses at random what is open.

python examples/bot_over_http.py http://localhost:8000/api/tables/TABLE KEY
"""

import json
import sys
from collections import Counter
from contextlib import suppress
from random import choice, randint, sample
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def ask(address: str, key: str, body: Any = None) -> Any:
    """What the server answers."""
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    return json.loads(urlopen(Request(address, body and json.dumps(body).encode(), headers)).read() or "null")


def value(space: Any) -> Any:
    """A value out of a space."""
    low, high, values = (space.get(name) for name in ("low", "high", "values"))
    if space["type"] == "amounts":
        every = [one for one, most in space["caps"] for _ in range(most)]
        return Counter(sample(every, randint(low, min(high, len(every)))))
    if space["type"] in ("some", "order"):
        row = sample(values, randint(low, min(high, len(values))))
        return row if not space.get("among") or {*row} & {*space["among"]} else value(space)
    return choice(values) if space["type"] == "one_of" else "" if space["type"] == "words" else randint(low, high)


def answer(boxes: dict[str, Any]) -> dict[str, Any]:
    """One of the answers that are open."""
    box = choice(boxes["open"])
    made = {name: value(space) for name, space in box["fields"].items()}
    apart = [made[name] for name in box["distinct"] if made[name] is not None]
    return {"type": box["type"], **made} if len(apart) == len({*apart}) else answer(boxes)


def play(table: str, key: str) -> Any:
    """Answer whenever something has changed, until the game is over; the table as it is then."""
    stream = urlopen(Request(f"{table}/stream", headers={"Authorization": f"Bearer {key}"}))
    for _ in filter(lambda line: line.startswith(b"event: changed"), stream):
        shown = ask(table, key)
        if shown["phase"] in ("finished", "closed"):
            return shown
        if (question := shown["question"]) and not question["filed"]:
            with suppress(HTTPError):  # somebody was quicker: the next question is on its way
                ask(f"{table}/answer", key, {"request": question["request"], "action": answer(question["boxes"])})
    return play(table, key)  # the stream broke off


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    ask(f"{sys.argv[1]}/sit", sys.argv[2], {"program": True})
    print("Winners:", play(*sys.argv[1:])["winners"])
