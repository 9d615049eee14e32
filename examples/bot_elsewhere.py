"""A bot in 20 lines that plays any game from another machine: it chooses at random among what is open.

python examples/bot_elsewhere.py http://localhost:8000 KEY      the key of a seat, or of a bot account
"""

import sys
from contextlib import suppress
from random import randrange

from turncoat.client import Client, Refused


def play(server: str, key: str) -> None:
    """Answer whenever it is asked, at all tables of the key, until their games are over."""
    with Client(server, key) as me:
        for held in me.who().held:
            me.table(held.table, held.seat).sit()
        for table, seen in me.turns():
            with suppress(Refused):  # somebody was quicker: the next question is on its way
                table.answer(seen.boxes.sample(randrange), seen.request)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    play(*sys.argv[1:])
