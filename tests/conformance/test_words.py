"""Every event, question and answer of random games is said, and none shows the seams of a grammar.

Promise: text for people is plain English. The games are played at random, twenty of each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest
from tests.conformance.walk import Walk
from tests.kit import of_the_tree

from turncoat.games import AnyRuleset, game_ids, ruleset
from turncoat.kernel.boxes import NOTHING
from turncoat.kernel.grammar import Grammar
from turncoat.kernel.phrase import clause_of
from turncoat.kernel.play import decisions_of

PEOPLE = ("Agatha", "Barney", "Celeste", "Darcy", "Emmett", "Freja", "Greta", "Hugo")
GAMES = 20

SEAMS = {
    "a before a vowel": re.compile(r"\ba (?!(?:on|un|eu))[aeio]"),
    "an before a consonant": re.compile(r"\ban [^aeiouhAEIOUH]"),
    "one of many": re.compile(r"\b1 (?:\w+ )?(?:coins|forces|cards|citizens|priests|sectors|rounds|steps|opponents)\b"),
    "two stops": re.compile(r"\.\.|,,|;;|: *\."),
    "two spaces": re.compile(r"  | [,.;]"),
    "a hole": re.compile(r"[{}]|\bNone\b|\(\)"),
    "a verb for many": re.compile(r"^(?:Column \w+ advances: \w+|[A-Z]\w+ and [A-Z]\w+) (?:move 1 row|wins|has won)\b"),
}
"""What gives a grammar away."""

MOVES = """
accept activate add advance agree allow ambush answer ask attack be bid blow break bring build buy call campaign carry
claim command counter create decline defend describe dial discard disengage do end enforce engage enter fight fill
gather give go grant intercept join keep kill leave let live lock look loot lose mark move name neutralize note
object pass pay permit place play predict prevent propose proselytize push raise rally refuse remove reveal revive undo
revoke ride save send settle ship show stay stop support swap swipe switch take transfer turn use wait wear withdraw
"""

VERBS = frozenset(MOVES.split())
"""What anybody can do: the first word after "you will"."""


def seams(sentence: str) -> list[str]:
    """What is wrong with a sentence."""
    found = [name for name, pattern in SEAMS.items() if pattern.search(sentence)]
    if not re.match(r"[A-Z0-9“]", sentence):
        found.append("no capital")
    return found if sentence[-1:] in (".", "!", "?", "”") else [*found, "no end"]


def walks(rules: AnyRuleset) -> Iterator[tuple[Walk, int]]:
    """Random games, each with its number of players."""
    for luck in range(GAMES):
        seats = rules.suggested[luck % len(rules.suggested)]
        walk = Walk(rules, {}, seats, Random(luck))
        for _ in walk.steps():
            pass
        yield walk, seats


@pytest.mark.parametrize("game", game_ids())
def test_every_event_reads_as_english(game: str) -> None:
    """A sentence of its own: a capital, an end, articles and numbers that agree."""
    rules, bad = ruleset(game), dict[str, list[str]]()
    for walk, seats in walks(rules):
        names = rules.names(PEOPLE[:seats])
        for _, event in walk.listener.heard:
            sentence = event.say(names)
            if found := seams(sentence):
                bad[sentence] = found
    assert bad == {}


@pytest.mark.parametrize("game", game_ids())
def test_every_question_is_one(game: str) -> None:
    """A sentence to the player."""
    rules = ruleset(game)
    asked = {step.key: rules.question(step.key) for step in decisions_of(rules.state)}
    assert {key: text for key, text in asked.items() if seams(text)} == {}


@pytest.mark.parametrize("game", of_the_tree())
def test_every_answer_can_be_said_after_you_will(game: str) -> None:
    """“You will …”: whose phrase for typing does not begin with a verb has a clause (``Action.clause``) besides."""
    rules = ruleset(game)
    names = rules.names(PEOPLE[: rules.suggested[0]])
    said = {kind: clause_of(kind, names) for kind in rules.actions if kind.__name__ != "Spoilt"}
    bad = {kind.__name__: clause for kind, clause in said.items() if clause.split()[0].rstrip(":") not in VERBS}
    assert bad == {}, "give the action a clause that begins with a verb; if it does, add the verb to MOVES"


def test_what_is_typed_and_what_is_said_can_differ() -> None:
    """The terminal says a clause where there is one."""
    rules = ruleset("thrice")
    done = rules.read_action({"type": "done"})
    grammar = Grammar(NOTHING, rules.names(PEOPLE[:2]))
    assert (grammar.write(done), grammar.say(done)) == ("done", "do nothing more")


@pytest.mark.parametrize(
    "planted",
    [
        "Darcy is a ancestor.",
        "Column c1 advances: c1F2 move 1 row.",
        "Barney takes 1 coins.",
        "You keep Guild Rep..",
        "barney passes.",
        "Barney passes",
        "Barney pays {coins}.",
    ],
)
def test_a_seam_is_seen(planted: str) -> None:
    """The check above sees planted faults."""
    assert seams(planted)
