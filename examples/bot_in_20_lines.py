"""A bot in 20 lines: it stands by whoever stood by it last, loots a fat Stash, and otherwise does anything."""

from turncoat.bots.match import Match, derive, seat_bots
from turncoat.games import ruleset
from turncoat.games.truce.events import SupportArrived
from turncoat.games.truce.state import Loot, Support, TruceAction
from turncoat.games.truce.view import TruceView
from turncoat.kernel import Bot, Boxes, Chance, Event, draw


class Grateful(Bot[TruceView, TruceAction]):
    """Remembers its last friend."""

    friend = -1

    def hear(self, event: Event) -> None:
        """Somebody's support may have arrived here."""
        if isinstance(event, SupportArrived) and event.path[-1] == self.seat:
            self.friend = event.path[0]

    def answer(self, view: TruceView, boxes: Boxes[TruceAction]) -> TruceAction:
        """The first wish that is legal."""
        anything = boxes.sample(lambda sides: draw(self.chance, sides))
        wish: TruceAction = Loot() if view.stash >= 4 else Support(self.friend)
        return wish if wish in boxes else anything


if __name__ == "__main__":
    truce = ruleset("truce")
    bots = seat_bots("truce", ["random"] * 6, "a seed") | {0: Grateful(0, 6, Chance(derive("a seed", "grateful")))}
    result = Match(truce, truce.read_options({}), 6, derive("a seed", "game"), bots).play()
    print("Coins at the end:", result.scores, "- the grateful one sits first.")
