"""The terminal's ``explain``: what a card, a place, a piece, an answer or a term of the rules is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

from turncoat.cli.filling import is_called
from turncoat.cli.guide import words_of
from turncoat.drawing.scene import Scene
from turncoat.drawing.terminal import Line
from turncoat.games import AnyRuleset, game_of
from turncoat.kernel.boxes import Action, Box, Boxes, tag_of
from turncoat.kernel.errors import BadSetup
from turncoat.kernel.lexicon import Listing, either, listed, meant, plain
from turncoat.kernel.space import Id, Names, OneOf
from turncoat.table.rulebook import EXPLAINED, NUMBER, Rule, about, look_up
from turncoat.web.controls import Grouping, Noting

SEEN = 3
"""The most sentences about the table that explain a name."""


class Explaining:
    """Explains the names of a table to a player.

    Args:
        boxes: What the player may answer now.
        view: The game as the player may see it; None before it has begun.
    """

    def __init__(self, rules: AnyRuleset, boxes: Boxes[Action], names: Names, view: Struct | None) -> None:
        self.rules, self.boxes, self.names, self.view = rules, boxes, names, view

    def lines(self, name: str) -> Iterator[Line]:
        """What a name means: notes, neighbours, what is at the table, then rules; a name may be cut short.

        Raises:
            BadSetup: nobody knows this name; the sentence names what is called nearly so.
        """
        if group := self._group(name):
            yield from group
            return
        name = self._label(name) or self._label(name.removesuffix("s")) or name
        notes, seen = _once(self._notes(name)), list(self.seen(name))
        rules = self._rules(name, bool(notes or seen))
        own = [said for said in seen if said.startswith(name)]
        around = [*self._beside(name), *(own if rules else seen)]
        noted = [*self._does(name), *(notes if notes or rules else self._in_parts(name)), *around]
        if not noted and not rules:
            like = meant(name, self.terms(places=False))
            also = f"; did you mean {like}?" if like else "."
            raise BadSetup(f"No rule of {self.rules.title} mentions {name}{also}", field="search")
        yield from (((f"  {note}", ""),) for note in noted)
        told = {rule.number: _in_words(rule) for rule in rules[:EXPLAINED]}
        for number, text in told.items():
            if text:
                yield (f"{number}  ", "title"), (text, "")
        if more := [number for number, text in told.items() if not text]:
            yield ((f"  More: {', '.join(more)}; rules {more[0].partition('-')[2]} shows the first.", "dim"),)

    def seen(self, name: str) -> Iterator[str]:
        """What is at the table of the thing with this name: the sentences for people who do not see the board."""
        board = game_of(self.rules.id).board
        if board is None or self.view is None or not self._kinds(name):
            return
        said = board.in_text(self.view, self.names, Scene(own=getattr(self.view, "seat", None)))
        spoken = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
        found = [one for one in said if spoken.search(one)]
        yield from sorted(found, key=lambda one: not one.startswith(name))[:SEEN]

    def why_not(self, alike: Iterable[Box[Action]], field: str, said: str) -> str:
        """Why a field cannot have the value that a line names last, such as a place too far away; empty: unknown."""
        board = game_of(self.rules.id).board
        spaces = ((box.tag, space) for box in alike for name, space in box.fields if name == field)
        tags = {space.domain: tag for tag, space in spaces if isinstance(space, OneOf)}
        if board is None or self.view is None or not isinstance(self.names, Listing):
            return ""
        line, found = f" {plain(said)} ", list[tuple[int, str]]()
        for domain, tag in tags.items():
            for one in self.names.ids(self.view).get(domain, ()):
                label = f" {plain(self.names.label(domain, one)).rstrip(' 0123456789')} "
                if label in line and (why := board.why(self.view, tag, domain, str(one), self.names)):
                    found.append((line.rindex(label), why))
        return max(found, default=(0, ""))[1]

    def terms(self, *, places: bool) -> Iterator[str]:
        """What can be explained: places of the map (``places``: these alone), everything with a name, and answers."""
        if self.view is not None:
            yield from game_of(self.rules.id).terminal.beside(self.view, self.names)
        if places:
            return
        yield from (self.names.label(kind, one) for kind, one in self._known())
        yield from words_of(self.boxes, self.names)

    def _rules(self, name: str, known: bool) -> list[Rule]:
        """The rules of an answer, then those about a name; of a ``known`` one none that only shares its words."""
        possible = (box.rule for box in self.boxes.boxes if is_called(box.action, name))
        later = (kind.usual_rule for kind in self.rules.actions if is_called(kind, name))
        numbers = dict.fromkeys(filter(None, (*possible, *later)))
        found = [rule for number in numbers for rule in look_up(self.rules, number)[:1]]
        return list(dict.fromkeys((*found, *about(self.rules, name, known=known or bool(found)))))

    def _known(self) -> Iterator[tuple[str, Id]]:
        """Everything with a name, and all choices: kind and id."""
        if isinstance(self.names, Listing):
            yield from ((kind, one) for kind, ids in self.names.ids(self.view).items() for one in ids)
        for space in (space for box in self.boxes.boxes for _, space in box.fields if isinstance(space, OneOf)):
            yield from ((space.domain, one) for one in space.values)

    def _label(self, name: str) -> str:
        """The name that is meant, as the table writes it; empty: there is none, or several begin so."""
        labels = list(dict.fromkeys(self.terms(places=False)))
        same = [label for label in labels if plain(label) == plain(name)]
        alike = [label for label in labels if plain(name) and f" {plain(label)}".find(f" {plain(name)}") >= 0]
        return next(iter((*same, *(alike if len(set(map(plain, alike))) == 1 else ()))), "")

    def _kinds(self, name: str) -> list[str]:
        """The kinds of things that have this name, in words."""
        kinds = (kind for kind, one in self._known() if kind and plain(self.names.label(kind, one)) == plain(name))
        return list(dict.fromkeys(kind.replace("_", " ") for kind in kinds))

    def _group(self, name: str) -> list[Line]:
        """The things that have this name together, such as the tricks, each with what it does."""
        terminal = game_of(self.rules.id).terminal
        groups = terminal.groups(self.view, self.names) if self.view is not None else {}
        group = next((group for title, group in groups.items() if plain(title) == plain(name)), ())
        said = {self.names.label(kind, one): self._note(kind, one) or self._meaning(kind, one) for kind, one in group}
        return [((f"  {label}", "name"), (f": {text}" if text else "", "")) for label, text in said.items()]

    def _meaning(self, kind: str, one: Id) -> str:
        return game_of(self.rules.id).terminal.means(self.view, self.names, kind, one) if self.view is not None else ""

    def _note(self, kind: str, one: Id) -> str:
        return self.names.note(kind, one) if isinstance(self.names, Noting) else ""

    def _does(self, name: str) -> list[str]:
        """What an answer does, as its card says it."""
        board = game_of(self.rules.id).board
        kinds = [kind for kind in self.rules.actions if is_called(kind, name)]
        cards = (
            [board.cards[tag_of(kind)].called(self.names) for kind in kinds if tag_of(kind) in board.cards]
            if board
            else []
        )
        return list(dict.fromkeys(f"{card.title}: {card.help}" for card in cards if card.help))

    def _in_parts(self, name: str) -> list[str]:
        """A name of several words with no rule of its own: its kind, and what its words mean."""
        kinds = self._kinds(name)
        if not kinds:
            return []
        words = [word for word in name.split() if len(name.split()) > 1 and (len(word) > 1 or word.isdigit())]
        return [f"{name}: {either(kinds)}.", *_once(note for word in words for note in self._notes(word))]

    def _beside(self, name: str) -> Iterator[str]:
        """The neighbours of the place with this name."""
        beside = game_of(self.rules.id).terminal.beside(self.view, self.names) if self.view is not None else {}
        for place, others in beside.items():
            if plain(place) == plain(name):
                yield f"{place} lies beside {listed(others)}."

    def _notes(self, name: str) -> Iterator[tuple[str, str]]:
        """What is worth knowing of whatever is called so: ``Feyd Rautha (Harkonnen leader)`` and ``6``."""
        names, known = self.names, list(self._known())
        same = [(kind, one) for kind, one in known if plain(names.label(kind, one)) == plain(name)]
        meanings = [(names.label(kind, one), meaning) for kind, one in same if (meaning := self._meaning(kind, one))]
        yield from meanings
        for kind, one in () if meanings else known:
            label = names.label(kind, one)
            if (
                name
                and plain(name) in (plain(label), *plain(label).split())
                and (note := self._note(kind, one) or self._meaning(kind, one))
            ):
                group = names.group(kind, one) if isinstance(names, Grouping) else ""
                yield f"{label} ({group} {kind.replace('_', ' ')})" if group else label, note


_ASIDE = re.compile(rf" \((?:see )?{NUMBER.pattern}(?:(?:, | and |; | to ){NUMBER.pattern})*\)")
"""Numbers of rules in parentheses."""

_HEAD = re.compile(rf"^([^.:]{{1,40}}), {NUMBER.pattern}(?=[.:])")
"""The head of a rule with another number: ``Hajr, DUN-DK-14.``."""


def _in_words(rule: Rule) -> str:
    """The text of a rule without the numbers of others; empty: it cannot be read without them."""
    text = _HEAD.sub(r"\1", _ASIDE.sub("", rule.text.replace("*", "")))
    return "" if NUMBER.search(text) else text


def _once(notes: Iterable[tuple[str, str]]) -> list[str]:
    """Each note once, under the shortest name that has it: ``bleed`` and not also ``bleed A``."""
    called: dict[str, str] = {}
    for label, note in notes:
        called[note] = min(called.get(note, label), label, key=len)
    return [f"{label}: {note}" for note, label in called.items()]
