"""Dune in words: the names of all things, in one of several sets of names; the questions; possible standing orders.

A set of names ("skin") changes no rule, no id, no saved game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources

import msgspec
from msgspec import Struct

from turncoat.games.dune.actions import DONE, PASS, Pass
from turncoat.games.dune.advantages import (
    CALL_FOR_ALLY,
    COMPANION,
    ENTRIES,
    FORESIGHT,
    JOURNEYS,
    PRESCIENCE,
    REVIVALS,
    TRANSFERS,
    VOICE,
    WORMS,
)
from turncoat.games.dune.alliances.rules import OFF, ON
from turncoat.games.dune.anytime import KEYS, NEXUS_WINDOW
from turncoat.games.dune.battle import ELEMENTS, Call, Discard
from turncoat.games.dune.bidding import Bid
from turncoat.games.dune.facts import FACTION_IDS, FACTION_OF_LEADER, FACTS, STRENGTH
from turncoat.games.dune.revival import Revive
from turncoat.games.dune.revival.rules import ORDINARY
from turncoat.games.dune.shared.cards import CHEAP_HERO, KIND, SPECIAL_CARDS, SPICE_CARDS, WORM
from turncoat.games.dune.shared.map import LOCATION_IDS, TERRITORY
from turncoat.games.dune.shipment import Accompany
from turncoat.games.dune.view_parts import DuneView
from turncoat.kernel import OrderChoice, RepeatedQuestion, SeatNames, tag_of
from turncoat.kernel.repeated_question import OrderLimit
from turncoat.kernel.space import Id

SKINS = ("dune", "neutral")
"""The sets of names that come with the game; the first is the default."""


class Skin(Struct, frozen=True):
    """A set of names, by id.

    Attributes:
        short: A name of three letters for each faction.
        word: Words that texts use: the game, the planet, the worm, the two orders of battle.
    """

    faction: dict[str, str]
    short: dict[str, str]
    territory: dict[str, str]
    leader: dict[str, str]
    card: dict[str, str]
    kind: dict[str, str]
    word: dict[str, str]


@cache
def skin(name: str = SKINS[0]) -> Skin:
    """The set of names with this name.

    Raises:
        KeyError: if there is none with this name.
    """
    if name not in SKINS:
        raise KeyError(name)
    text = resources.files("turncoat.games.dune").joinpath("skins", f"{name}.json").read_bytes()
    return msgspec.json.decode(text, type=Skin)


def prevention(entry: str, skin: Skin) -> str:
    """The name of an entry: ``DUN-K-09 Emperor - the next payment for a card``."""
    if entry not in ENTRIES:
        return entry
    prevents = ENTRIES[entry]
    return f"{entry} {skin.faction[FACTION_IDS[prevents.owner]]} - {prevents.allows.format(**skin.word)}"


def prevented(entry: str, skin: Skin) -> str:
    """An entry in a sentence: ``advantage DUN-K-09 of Emperor (the next payment for a card)``."""
    if entry not in ENTRIES:
        return entry
    prevents = ENTRIES[entry]
    owner = skin.faction[FACTION_IDS[prevents.owner]]
    return f"advantage {entry} of {owner} ({prevents.allows.format(**skin.word)})"


def stopped(entry: str, skin: Skin) -> str:
    """An entry as something that no longer helps: ``Emperor: the next payment for a card``."""
    prevents = ENTRIES[entry]
    return f"{skin.faction[FACTION_IDS[prevents.owner]]}: {prevents.allows.format(**skin.word)}"


def advantage(lent: str, skin: Skin) -> str:
    """The name of an advantage that allies lend."""
    called = {
        WORMS: f"{skin.word['worm']} protection",
        REVIVALS: "free revivals",
        FORESIGHT: f"{skin.word['prescience']} in battles",
        JOURNEYS: f"shipping like {skin.faction[FACTION_IDS[TRANSFERS.owner]]}",
    }
    return called.get(lent, lent)


ORDER_NAMES = {"play": "play", "do-not-play": "do not play"}
"""DUN-6.4.4: the two orders."""
REPLY_NAMES = {"yes": "yes", "no": "no", "cannot-know": "cannot know"}
"""DUN-DK-23, DUN-7.12.5: the answers to a question; the third one to a free question alone."""
GROUPS = {"stronghold": "Strongholds", "rock": "Rock", "sand": "Sand", "polar": "The middle"}
"""The headings of the kinds of territories in a list."""
WINDOWS = {
    "W-1": "Before the storm moves",
    "W-2": "Before spice blows",
    "W-4": "Before a card is auctioned",
    "W-5": "Before revival",
    "W-6": "Before shipment",
    "W-7": "Before battles",
    "W-8": "Before plans are made",
    "W-9": "After a battle",
    "W-10": "Before spice is collected",
    "W-11": "Before victory is checked",
}
"""DUN-2.7.1: the windows, by what is about to happen."""
NONE_OF = {"card": "no card", "leader": "nobody"}
"""The words for "none of them"."""


TURNS = {"this round": "this turn", "rounds": "turns"}
"""DUN-1.4.1: promises hold for turns, not for rounds."""


class DuneNames(SeatNames):
    """The names of seats, factions, territories, locations, leaders, cards and kinds."""

    def __init__(self, seats: Iterable[str], worn: Skin | None = None) -> None:
        super().__init__(seats)
        self.skin = worn or skin()

    def label(self, domain: str, value: Id) -> str:
        """The name of a value: ``label("location", "pale-mesa/6")`` is ``"Pasty Mesa 6"`` in the usual skin."""
        if value is None:
            return NONE_OF.get(domain, "none")
        if domain == "spice":
            return f"{value} {self.skin.word['spice']}"
        if not isinstance(value, str):
            return super().label(domain, value)
        if domain == "location":
            territory, _, sector = value.partition("/")
            return f"{self.skin.territory.get(territory, territory)} {sector}".rstrip()
        if domain == "leader" and value in self.skin.card:
            return self.skin.card[value]
        if domain == "spice-card":
            return self.label("word" if value == WORM else "territory", value.removeprefix("spice-"))
        if domain == "prevention":
            return prevention(value, self.skin)
        if domain == "stopped":
            return stopped(value, self.skin)
        if domain == "prevented":
            return prevented(value, self.skin)
        if domain == "advantage":
            return advantage(value, self.skin)
        tables = {
            "faction": self.skin.faction,
            "territory": self.skin.territory,
            "leader": self.skin.leader,
            "card": self.skin.card,
            "kind": self.skin.kind,
            "word": self.skin.word,
            "order": ORDER_NAMES,
            "reply": REPLY_NAMES,
            "window": WINDOWS,
            "span": TURNS,
            "turns": TURNS,
        }
        return tables.get(domain, {}).get(value, value)

    def ids(self, view: Struct | None) -> Mapping[str, Iterable[Id]]:
        """DUN-2: the ids of factions, places, leaders, cards, and their properties."""
        words: dict[str, Iterable[Id]] = {"order": ORDER_NAMES, "reply": REPLY_NAMES, "element": ELEMENTS}
        words |= {
            "prevention": ENTRIES,
            "prevented": ENTRIES,
            "switch": (ON, OFF),
            "advantage": (WORMS, REVIVALS, FORESIGHT, JOURNEYS),
            "window": WINDOWS,
        }
        places = {"territory": self.skin.territory, "location": LOCATION_IDS, "spice-card": (*SPICE_CARDS, WORM)}
        leaders = (*self.skin.leader, CHEAP_HERO)
        cards = {"card": self.skin.card, "kind": (*self.skin.kind, *SPECIAL_CARDS), "leader": leaders}
        return {**super().ids(view), "faction": self.skin.faction, **places, **cards, **words, "word": self.skin.word}

    def there(self, domain: str, value: Id, tag: str) -> str:
        """The words for forces in a place in an action: ``move 3 from Pasty Mesa 6``, ``place 3 at Pasty Mesa 6``."""
        if domain != "location":
            return ""
        return f"{'at' if tag == 'place' else 'from'} {self.label(domain, value)}"

    def note(self, domain: str, value: Id) -> str:
        """Notes for planning a battle: strengths of leaders (DUN-2.5.1), kinds of cards."""
        if not isinstance(value, str):
            return ""
        if domain == "leader":
            return str(STRENGTH.get(value, 0))
        sort = KIND.get(value, "special") if domain == "card" else "special"
        kind = "" if sort == "special" else self.skin.kind.get(sort, "")
        return "" if kind.casefold() == self.label(domain, value).casefold() else kind

    def group(self, domain: str, value: Id) -> str:
        """The heading of a value in a long list: the kind of a place, the faction of a leader."""
        if not isinstance(value, str):
            return ""
        if domain == "leader" and value in FACTION_OF_LEADER:
            return self.skin.faction[FACTION_IDS[FACTION_OF_LEADER[value]]]
        if domain in ("location", "territory"):
            return GROUPS[FACTS.territories[TERRITORY[value.partition("/")[0]]].kind]
        return ""


QUESTIONS = {
    "setup.first_prediction": "Who will win, and in which turn?",
    "setup.traitors": "Which traitor do you keep?",
    "setup.placement": "Where do your forces stand?",
    "setup.prediction": "Who will win, and in which turn?",
    "storm.dial": "What do you dial for the storm?",
    "storm.window": "The storm is about to move. Do you play anything?",
    "spice_blow.window": "Spice is about to blow. Do you play anything?",
    "spice_blow.rides": "Do you ride the worm?",
    "nexus.alliances": "Nexus: do you break or make an alliance?",
    "auction.window": "A card is about to be auctioned. Do you play anything?",
    "auction.bid": "What do you bid?",
    "revival.window": "Revival is about to begin. Do you play anything?",
    "revival.revivals": "Whom do you revive?",
    "shipment_and_movement.window": "Shipment is about to begin. Do you play anything?",
    "faction_turn.ship": "Do you ship forces?",
    "faction_turn.companion": "Do you send one force along, free of charge?",
    "faction_turn.move": "Do you move forces?",
    "battles.window": "Battles are about to begin. Do you play anything?",
    "battles.choose": "Which battle do you fight?",
    "battle.voice": "What do you command with the Voice?",
    "battle.prescience": "Which part of the opponent’s plan do you want to see?",
    "battle.window": "Plans are about to be made. Do you play anything?",
    "battle.first_plan": "What is your battle plan?",
    "battle.plans": "What is your battle plan?",
    "battle.treachery": "Do you call treachery?",
    "battle.discards": "Which of the cards you played do you discard?",
    "battle.after": "The battle is over. Do you play anything?",
    "collection.window": "Spice is about to be collected. Do you play anything?",
    "mentat.window": "Victory is about to be checked. Do you play anything?",
    "truthtrance.reply": "You are asked with Truthtrance. What is your true answer?",
}
"""The questions, by the key of the decision."""

TO_PASS = OrderChoice("pass", (PASS,))
DEAR = OrderChoice("pass as soon as {} are bid", (PASS,), OrderLimit(tag_of(Bid), "amount", 1, 60, 5))
"""DUN-2.7.3: pass an auction above an amount; the seat is asked while a bid up to the amount is possible."""
CALLS = (
    OrderChoice("pass until you can call a traitor", (PASS,), until=tag_of(Call)),
    OrderChoice("call a traitor whenever you can", (Call(), Pass())),
    OrderChoice("pass, no matter who leads them", (PASS,)),
)


def offers(view: DuneView) -> tuple[RepeatedQuestion, ...]:
    """DUN-2.7.2, DUN-2.7.3: stops in windows, and standing orders for repeated questions.

    Standing orders are private, revocable, binding on nobody else: pass windows; pass an auction above an amount; call
    treachery if possible; claim free revivals; always or never send the companion (DUN-2.7.3).
    """
    if view.seat is None:
        return ()
    windows = [RepeatedQuestion(KEYS[window], title, f"DUN-{window}", (TO_PASS,)) for window, title in WINDOWS.items()]
    windows.insert(2, RepeatedQuestion(KEYS[NEXUS_WINDOW], "Nexus", "DUN-4.3.2", (OrderChoice("be done", (DONE,)),)))
    return (*windows, *supplies(view), *battles(view))


def number_of(view: DuneView) -> int:
    """The number of the faction of the seat."""
    assert view.seat is not None
    return FACTION_IDS.index(view.factions[view.seat].faction)


def supplies(view: DuneView) -> list[RepeatedQuestion]:
    """DUN-4.5.4, DUN-4.6.2, DUN-6.4.3: bids, revivals, the companion."""
    faction = number_of(view)
    free = min(FACTS.factions[faction].free_revivals, ORDINARY)
    claimed = tuple(Revive(number) for number in range(free, -1, -1))
    wish = OrderChoice(
        "revive 1 force, which is free" if free == 1 else f"revive up to {free} forces, which are free", claimed
    )
    found = [
        RepeatedQuestion("auction.bid", "Your turn to bid", "DUN-4.5.4", (TO_PASS, DEAR)),
        RepeatedQuestion("revival.revivals", "Your revival", "DUN-4.6.2", (wish,)),
    ]
    if faction == COMPANION.owner:
        along = (OrderChoice("send a force along", (Accompany(), PASS)), OrderChoice("stay at home", (PASS,)))
        found.append(RepeatedQuestion("faction_turn.companion", "Somebody ships forces", "DUN-6.4.3", along))
    return found


def battles(view: DuneView) -> list[RepeatedQuestion]:
    """DUN-6.4.4, DUN-6.2.3, DUN-4.8.11, DUN-4.8.17: the repeated questions in battles that this faction can get."""
    faction, own = number_of(view), view.own
    found = []
    if faction == VOICE.owner:
        found.append(RepeatedQuestion("battle.voice", "You could command the opponent", "DUN-6.4.4", (TO_PASS,)))
    if faction == PRESCIENCE.owner or (own is not None and FORESIGHT in own.borrowed):
        found.append(RepeatedQuestion("battle.prescience", "You could see a part of a plan", "DUN-6.2.3", (TO_PASS,)))
    found.append(
        RepeatedQuestion(
            "battle.treachery", "Plans are open", "DUN-6.3.5" if faction == CALL_FOR_ALLY.owner else "DUN-4.8.11", CALLS
        )
    )
    found.append(
        RepeatedQuestion(
            "battle.discards", "You have won", "DUN-4.8.17", (OrderChoice("keep every card", (Discard(()),)),)
        )
    )
    return found
