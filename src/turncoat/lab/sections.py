"""The parts of a report: for each question of a designer some sentences, a picture, and how it is measured."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from statistics import median

from msgspec import Struct

from turncoat.bots.result import Result
from turncoat.lab.findings import Found, Heading, headings, wilson
from turncoat.lab.groups import Group, Mean
from turncoat.lab.measures import GENERAL, lead_at
from turncoat.lab.pictures import Dot, Point, columns, dots, lines
from turncoat.lab.promises import alliances, worth
from turncoat.lab.run_file import Played

PARTS = 20
"""The number of parts of a game for the lead over time."""

BARS = 20
"""The most bars in the picture of a game's length."""

MOST_LABELS = 12
"""The most labels in a picture; the rarest are left out."""


Said = tuple[str, str]
"""A group of games, with a sentence about it."""


class Section(Struct, frozen=True):
    """One part of a report.

    Attributes:
        title: A question, for people.
        said: Sentences that answer it, each with the name of its group; empty: all games.
        how: How it is measured: formula and source.
        picture: The picture as SVG; empty if there is none.
    """

    title: str
    said: tuple[Said, ...]
    how: str
    picture: str = ""


Maker = Callable[[Sequence[Group]], Iterable[Section]]


def tell(group: Group, sentence: str) -> Said:
    """A sentence about a group."""
    return group.name, sentence[0].upper() + sentence[1:]


def between(found: Mean, *, share: bool = False) -> str:
    """A mean with its interval, in words."""
    numbers = [f"{max(0.0, bound):.0%}" if share else f"{bound:.3g}" for bound in (found.mean, found.low, found.high)]
    return f"{numbers[0]} ({numbers[1]} to {numbers[2]})"


def seats(groups: Sequence[Group]) -> Iterable[Section]:
    """Who wins from which seat, and whether the first seat has an advantage."""
    rows, said = list[Dot](), list[Said]()
    for group in groups:
        wins = [_won(group, seat) for seat in range(group.seats)]
        limits = [wilson(won, len(group.games)) for won in wins]
        rows += [
            Dot(f"seat {seat}", group.name, won / len(group.games), *limit)
            for seat, (won, limit) in enumerate(zip(wins, limits, strict=True), 1)
        ]
        low, high = limits[0]
        even = 1 / group.seats
        verdict = "more than" if low > even else "less than" if high < even else "no visible difference from"
        first = f"seat 1 wins {wins[0] / len(group.games):.0%} of the games ({low:.0%} to {high:.0%}), {verdict} "
        said.append(tell(group, f"{first}an equal share of {even:.0%}."))
    line = 1 / groups[0].seats if len({group.seats for group in groups}) == 1 else None
    how = (
        "The part of all games that a seat wins; a shared victory counts in part, and who sits where changes from "
        "game to game. The interval is Wilson's score interval (E. B. Wilson, 1927). The dashed line is an equal part "
        "for all. The advantage of the first player is what seat 1 wins beyond that."
    )
    yield Section("Who wins from which seat?", tuple(said), how, dots(rows, "of all games", share=True, even=line))


def _won(group: Group, seat: int) -> float:
    return sum((seat in result.winners) / max(1, len(result.winners)) for result in group.results)


def bots(groups: Sequence[Group]) -> Iterable[Section]:
    """Which bot wins; nothing if all are of one kind."""
    rows, said = list[Dot](), list[Said]()
    for group in groups:
        sat = Counter(bot for game in group.games for bot in game.seating)
        won = {bot: sum(_won_by(game, bot) for game in group.games) for bot in sat}
        if len(sat) > 1:
            rows += [Dot(bot, group.name, won[bot] / sat[bot], *wilson(won[bot], sat[bot])) for bot in sat]
            best = max(sat, key=lambda bot: won[bot] / sat[bot])
            said.append(tell(group, f"the strongest is {best}: it wins at {won[best] / sat[best]:.0%} of its seats."))
    if rows:
        how = "Victories for each seat that a bot held, with Wilson's score interval. Seats are rotated."
        yield Section("Which player is the strongest?", tuple(said), how, dots(rows, "of its seats", share=True))


def _won_by(game: Played, bot: str) -> float:
    winners = game.result.winners
    return sum(game.seating[seat] == bot for seat in winners) / max(1, len(winners))


def labels(groups: Sequence[Group]) -> Iterable[Section]:
    """The game's own labels: who won as what, how it ended."""
    found = {group.name: {heading.heading: heading for heading in _headings(group)} for group in groups}
    for heading in dict.fromkeys(heading for headings_of in found.values() for heading in headings_of):
        rows = [
            Dot(label.label, name, label.rate, label.low, label.high)
            for name, headings_of in found.items()
            for label in (headings_of[heading].labels if heading in headings_of else ())
        ]
        kept = [
            label for label, _ in Counter(row.label for row in sorted(rows, key=lambda row: -row.value)).most_common()
        ]
        those = [row for row in rows if row.label in kept[:MOST_LABELS]]
        if len(kept) < 2:
            continue
        best = {
            name: headings_of[heading].labels[0]
            for name, headings_of in found.items()
            if heading in headings_of and headings_of[heading].labels
        }
        said = [
            tell(group, f"most often {best[group.name].label} ({best[group.name].rate:.0%}).")
            for group in groups
            if group.name in best
        ]
        how = (
            "The part of the games with each label that the game itself finds when it is over; Wilson's score interval."
        )
        yield Section(f"The game's own finding: {heading}", tuple(said), how, dots(those, "of all games", share=True))


def _headings(group: Group) -> tuple[Heading, ...]:
    found = dict[str, Found]()
    for result in group.results:
        for heading, finding in result.findings.items():
            found.setdefault(heading, Found()).note(finding)
    return tuple(heading for heading in headings(found) if heading.labels)


def length(groups: Sequence[Group]) -> Iterable[Section]:
    """How long a game is."""
    said, spread = list[Said](), list[Point]()
    for group in groups:
        values = [GENERAL["length"].value(game.seating, game.result) or 0.0 for game in group.games]
        least, most, found = min(values), max(values), group.mean(GENERAL["length"])
        if found is None or least == most:
            said.append(tell(group, f"every game has {least:.0f} rounds."))
            continue
        half = f"half had {median(values):.0f} or fewer"
        reach = f"the shortest had {least:.0f}, the longest {most:.0f}, {half}"
        said.append(tell(group, f"a game has {between(found)} rounds; {reach}."))
        spread += _spread(values, group.name)
    how = (
        "Rounds where the game counts them, else decisions that were closed. Mean ± 1.96 standard errors. The picture "
        "shows the share of games for each number."
    )
    yield Section("How long is a game?", tuple(said), how, columns(spread, "rounds") if spread else "")


def _spread(values: Sequence[float], name: str) -> Iterable[Point]:
    """The share of the values at each place, in at most 20 steps of whole numbers."""
    low, step = min(values), max(1, -int(-(max(values) - min(values) + 1) // BARS))
    counted = Counter(int((value - low) // step) for value in values)
    return [Point(low + place * step, counted[place] / len(values), name) for place in range(max(counted) + 2)]


def lead(groups: Sequence[Group]) -> Iterable[Section]:
    """How the lead grows, who overtakes, and when a game is decided."""
    points, said = list[Point](), list[Said]()
    for group in groups:
        noted = [result for result in group.results if result.course and len(result.scores) > 1]
        if noted:
            means = [sum(lead_at(result, part / PARTS) for result in noted) / len(noted) for part in range(PARTS + 1)]
            points += [Point(part / PARTS, mean, group.name) for part, mean in enumerate(means)]
            said += _turns(group)
    if points:
        how = (
            "The lead is the best score less the next (score: what the game is won by), at equal parts of the game's "
            "decisions, averaged over games. Runaway: how often a player who leads alone after half of the "
            "decisions wins in the end. "
            "Comeback: by how much the only winner was behind at the worst moment. Both follow C. Browne, “Automatic "
            "Generation and Evaluation of Recombination Games” (2008), “drama” and “lead change”, told in points of "
            "score."
        )
        yield Section("How does the lead grow?", tuple(said), how, lines(points, "part of the game", "mean lead"))


def _turns(group: Group) -> Iterable[Said]:
    """Lead changes, runaway and comeback, in words."""
    changes, halfway, behind = (
        group.mean(GENERAL[name]) for name in ("lead changes", "leader at half-time wins", "comeback")
    )
    if changes:
        yield tell(group, f"the lead passes to somebody else {between(changes)} times a game.")
    if halfway:
        much = f"(an equal part would be {1 / group.seats:.0%})"
        yield tell(group, f"who leads alone at half-time wins {between(halfway, share=True)} of the games {much}.")
    if behind:
        yield tell(group, f"the later winner was {between(behind)} points behind at the worst moment.")


def decided(groups: Sequence[Group]) -> Iterable[Section]:
    """When games are decided."""
    points, said = list[Point](), list[Said]()
    for group in groups:
        known = [
            decided_at
            for game in group.games
            if (decided_at := GENERAL["decided at"].value(game.seating, game.result)) is not None
        ]
        if len(known) > 1:
            parts = Counter(min(9, int(10 * moment)) for moment in known)
            points += [Point(part / 10, parts[min(9, part)] / len(known), group.name) for part in range(11)]
            half = f"half of the games are decided after {median(known):.0%} of the decisions"
            said.append(tell(group, f"{half} ({len(known):,} of {len(group.games):,} games have such a moment)."))
    if points:
        how = (
            "A game is decided at the moment from which the only winner leads alone to the end, as a part of its "
            "decisions. Games with several winners, or with a winner who was not ahead in score, are left out. After "
            "C. Browne (2008), “decisiveness”."
        )
        yield Section("When is a game decided?", tuple(said), how, columns(points, "part of the game", share=True))


def promises(groups: Sequence[Group]) -> Iterable[Section]:
    """Promises made, kept and broken, the value of each, and how long alliances last."""
    said, points = list[Said](), list[Point]()
    for group in groups:
        results = group.results
        kept, broken = (sum(sum(kept) for kept in (side(result) for result in results)) for side in (_kept, _broken))
        given = sum(len(result.vows) for result in results) or kept + broken
        if not given:
            said.append(tell(group, "nobody promised anything."))
            continue
        games = len(results)
        said.append(
            tell(group, f"{given / games:.1f} promises a game, {kept / games:.1f} kept, {broken / games:.1f} broken.")
        )
        said += _worth(group)
        if lasted := [length for result in results for length in alliances(result)]:
            mean = sum(lasted) / len(lasted)
            said.append(tell(group, f"{len(lasted) / games:.1f} alliances a game, each lasts {mean:.1f} decisions."))
            points += _spread(lasted, group.name)
    how = (
        "A promise is judged by what is revealed: kept, broken, or never judged (the game ended, or it was about "
        "something that stayed hidden). Worth: least squares of score on promises kept and on promises broken, seats "
        "compared within a game (the within estimator; Wooldridge, “Introductory Econometrics”, chapter 14). It shows "
        "what goes together, not what is the cause. An alliance lasts from the first promise that two players gave "
        "each other alone until none is open for more than one decision, or one is broken."
    )
    picture = columns(points, "decisions that an alliance lasts", of="the alliances") if points else ""
    yield Section("What are promises worth?", tuple(said), how, picture)


def _kept(result: Result) -> list[int]:
    return result.kept


def _broken(result: Result) -> list[int]:
    return result.broken


def _worth(group: Group) -> Iterable[Said]:
    if found := worth(group.results):
        kept = f"{found.kept:+.2g} points for each promise kept (± {found.kept_reach:.2g})"
        yield tell(group, f"{kept}, {found.broken:+.2g} for each broken (± {found.broken_reach:.2g}).")


MAKERS: tuple[Maker, ...] = (seats, bots, labels, length, lead, decided, promises)
"""All sections; one for which the run has too few games is left out."""
