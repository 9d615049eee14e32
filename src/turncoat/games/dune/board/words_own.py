"""DUN-1.5, DUN-2.9.1: what only the reader knows, in sentences: hand, traitors, prediction, foresight, the ally."""

from __future__ import annotations

from turncoat.games.dune.board.moment import Moment
from turncoat.games.dune.board.tokens import SPECIAL, kind_of, leader_words
from turncoat.games.dune.board.words_factions import prediction_words, several
from turncoat.games.dune.facts import FACTION_IDS, FACTION_OF_LEADER
from turncoat.games.dune.view_parts import OwnView
from turncoat.kernel import Names, amount, listed


def own_words(now: Moment, names: Names) -> list[str]:
    """Everything behind the reader's shield; nothing for a spectator and in a story."""
    own = now.view.own
    if own is None or not now.own:
        return []
    hand = listed(several(names.label("card", card) for card in own.hand)) if own.hand else "no cards"
    lines = [f"You hold {hand}."]
    if own.traitors:
        lines.append(f"Your traitors: {listed([traitor_words(leader, names) for leader in own.traitors])}.")
    safe = [leader for leader in own.dealt if owner_of(leader) == now.own]
    if safe:
        lines.append(
            f"Safe from treason, because you were dealt them: {listed([leader_words(one, names) for one in safe])}."
        )
    if own.prediction is not None:
        lines.append(f"You predicted {prediction_words(now, own.prediction, names)}.")
    lines += [f"{line}." for line in (*foresight_words(own, names), *ally_words(now, own, names))]
    unseen = [f"{number} × {text}" for text, number in unseen_kinds(own, names)]
    return [*lines, f"Cards you cannot place: {listed(unseen)}."]


def owner_of(leader: str) -> str:
    """The faction of a leader."""
    return FACTION_IDS[FACTION_OF_LEADER[leader]]


def traitor_words(leader: str, names: Names) -> str:
    """``Stilgar 7 of Fremen``."""
    return f"{leader_words(leader, names)} of {names.label('faction', owner_of(leader))}"


def spice_card_words(card: str, names: Names) -> str:
    """A card of the spice deck: a territory, or a worm."""
    where = card.removeprefix("spice-")
    return names.label("word", card) if where == card else names.label("territory", where)


def foresight_words(own: OwnView, names: Names) -> list[str]:
    """DUN-6.2.1, DUN-6.2.2: the top cards that the reader knows."""
    lines = []
    if own.top_card:
        lines.append(f"On top of the treachery deck: {names.label('card', own.top_card)}")
    if own.spice_card:
        lines.append(f"Next {names.label('word', 'spice')} card: {spice_card_words(own.spice_card, names)}")
    return lines


def ally_words(now: Moment, own: OwnView, names: Names) -> list[str]:
    """DUN-5.2: what is lent and borrowed; nothing without an ally."""
    ally = now.faction(now.own).ally
    if not ally:
        return []
    called, spice = names.label("faction", ally), names.label("word", "spice")
    lines = [f"You may use {own.helped} {spice} of {called}", f"{called} may use {own.allowance} of yours"]
    if own.borrowed:
        lines.append(f"{called} lends you: {listed([names.label('advantage', one) for one in own.borrowed])}")
    if own.lent:
        lines.append(f"You lend: {listed([names.label('advantage', one) for one in own.lent])}")
    if own.sponsored:
        lines.append(f"{called} pays up to {amount(own.sponsored, 'extra revival')}")
    if own.extra_revivals:
        lines.append(f"You pay up to {amount(own.extra_revivals, 'extra revival')}")
    return lines


def unseen_kinds(own: OwnView, names: Names) -> list[tuple[str, int]]:
    """DUN-2.9.1: how many cards of each kind lie where the reader cannot know; special cards by name."""
    found: dict[str, int] = {}
    for card, number in own.unseen.items():
        kind = kind_of(card)
        called = names.label("card", card) if kind == SPECIAL else names.label("kind", kind)
        found[called] = found.get(called, 0) + number
    return list(found.items())
