"""The parts of a report about replayed games: choices, kingmaking, luck and skill, what never happened."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from statistics import median

from turncoat.games import ruleset
from turncoat.lab.choices import FUTURES
from turncoat.lab.findings import wilson
from turncoat.lab.groups import Group, mean_of
from turncoat.lab.luck import explained
from turncoat.lab.pictures import Dot, Point, lines, parts
from turncoat.lab.sections import Said, Section, between, tell
from turncoat.lab.study import ANSWERS, MOMENTS, Looked

Studied = Sequence[tuple[Group, Looked]]


def choices(studied: Studied) -> Iterable[Section]:
    """How many choices matter, and how much depends on one."""
    said, points = list[Said](), list[Point]()
    for group, seen in studied:
        free = [options for options in seen.options if options > 1]
        if not free:
            continue
        often = f"{len(free) / len(seen.options):.0%} of the times somebody is asked there is more than one answer"
        said.append(tell(group, f"{often}, then usually {median(free):,.0f}."))
        if found := mean_of([choice.stake for choice in seen.choices]):
            shown = sum(choice.matters for choice in seen.choices)
            low, high = wilson(shown, len(seen.choices))
            said.append(
                tell(group, f"{between(found, share=True)} of a victory depends on one choice among {ANSWERS} answers.")
            )
            said.append(
                tell(group, f"{shown} of {len(seen.choices)} choices are shown to matter ({low:.0%} to {high:.0%}).")
            )
        for moment in range(MOMENTS):
            those = [choice.stake for choice in seen.choices if min(MOMENTS - 1, int(choice.at * MOMENTS)) == moment]
            if those:
                points.append(Point((moment + 0.5) / MOMENTS, sum(those) / len(those), group.name))
    how = (
        f"At {MOMENTS} moments of each game that was played again, somebody's choice is tried: {ANSWERS} of the "
        f"possible answers, each played on {FUTURES} times at random with the same chance (common random numbers; Law, "
        "“Simulation Modeling and Analysis”, chapter 11). The best and the worst answer are chosen by one half of "
        "these futures; the value of the choice is how much more often the best wins than the worst in the other "
        "half (cross-validation; Stone, 1974). Shown to matter: 1.96 standard errors above 0. The futures are played "
        "at random, so the value is lower than among good players."
    )
    picture = lines(points, "part of the game", "depends on a choice", share=True) if points else ""
    yield Section("How many choices matter?", tuple(said), how, picture)


def kingmaking(studied: Studied) -> Iterable[Section]:
    """Whether players who can no longer win choose the winner."""
    said = list[Said]()
    for group, seen in studied:
        if not seen.choices:
            continue
        hopeless = [choice for choice in seen.choices if choice.hopeless]
        kings = sum(choice.kingmaker for choice in hopeless)
        low, high = wilson(kings, len(seen.choices))
        part = f"{len(hopeless)} of {len(seen.choices)} choices were made by a player who could not win any more"
        said.append(tell(group, f"{part}; {kings} of these decided who wins ({low:.0%} to {high:.0%} of all choices)."))
    how = (
        f"A player who wins in none of the {ANSWERS} × {FUTURES} futures of a moment is counted as unable to win. The "
        "choice makes a king if somebody else wins more often after one answer than after another, by 1.96 standard "
        "errors in the half of the futures that did not pick the answers. Three futures in a hundred may look so by "
        "chance."
    )
    yield Section("Do losers choose the winner?", tuple(said), how)


def luck(studied: Studied) -> Iterable[Section]:
    """How much of the victories the seat, the cards and the bot explain."""
    said, rows = list[Said](), list[Dot]()
    for group, seen in studied:
        found = explained(seen.cells)
        if found is None:
            said.append(tell(group, "all players are bots of one kind: they cannot show what skill does."))
            continue
        bot = found.bot or 0.0
        parts_said = f"the cards and dice {found.cards:.0%}, the bot {bot:.0%}"
        said.append(tell(group, f"the seat explains {found.seat:.0%} of who wins, {parts_said}."))
        named = [("seat", found.seat), ("cards and dice", found.cards), ("bot", bot), ("neither alone", found.rest)]
        rows += [Dot(name, group.name, part, part, part) for name, part in named]
    how = (
        "The same deals are played again with each bot moved to the next seat, until each bot has held every seat of "
        "every deal. "
        "Analysis of variance of the shares of the victory; part explained ω² = (SS − df · MS) / (SS of all + MS) "
        "(Hays, “Statistics for Psychologists”, 1963). In tossing a coin the cards and dice explain "
        "everything; in a game that the better bot always wins, the bot does."
    )
    yield Section("Luck or skill?", tuple(said), how, parts(rows, "of who wins") if rows else "")


def never(studied: Studied, game: str) -> Iterable[Section]:
    """Answers, events and options that never came up."""
    rules = ruleset(game)
    answers = {str(action.__struct_config__.tag) for action in rules.actions}
    events = {event.__name__: f"{in_words(event.__name__)} ({event.usual_rule})" for event in rules.events}
    said = [sentence for group, seen in studied for sentence in _missing(group, seen, answers, events)]
    how = (
        "Kinds of answers that nobody gave, and kinds of events that never happened, in the games that were played "
        "again, each with its rule number. The list includes what an option switches "
        "off."
    )
    yield Section("What never happens?", tuple(said), how)


def _missing(group: Group, seen: Looked, answers: set[str], events: Mapping[str, str]) -> Iterable[Said]:
    """The types that were not seen, in words."""
    given = sorted(in_words(tag) for tag in answers - seen.answers)
    silent = [words for name, words in events.items() if name not in seen.events]
    many = f"in {seen.games:,} games"
    yield tell(
        group, f"never answered {many}: {', '.join(given)}." if given else f"every kind of answer came up {many}."
    )
    yield tell(group, f"never happened {many}: {', '.join(silent)}." if silent else f"everything happened {many}.")


def in_words(name: str) -> str:
    """The name of a type as words: ``ask plan`` for ``ask_plan`` and ``AskPlan``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).replace("_", " ").lower()
