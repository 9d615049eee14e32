"""The terminal's help: its commands, with examples from the game in play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from msgspec import Struct, structs

from turncoat.cli.screen import typed_as
from turncoat.drawing.terminal import WIDE, Line
from turncoat.games import AnyRuleset, game_of
from turncoat.kernel.boxes import Action, Box, Boxes, make, tag_of
from turncoat.kernel.errors import Unreadable
from turncoat.kernel.grammar import Grammar
from turncoat.kernel.lexicon import meant, plain
from turncoat.kernel.phrase import leading, opening
from turncoat.kernel.promise import Pledge
from turncoat.kernel.space import Amounts, Between, Names, OneOf, Value, Words
from turncoat.table.rulebook import look_up, rules_of
from turncoat.table.talk_grammar import TalkGrammar

COMMANDS = (
    *("seal", "undo", "help", "menu", "board", "ledger", "log", "pledges", "always", "wait", "quit", "map", "offers"),
    *("say", "tell", "ask", "promise", "agree", "refuse", "counter", "rules", "explain", "neighbours"),
)
"""The first words of all commands."""

LONGEST_LINE = 150
"""A menu line with more characters than this is printed in full only once."""

MANY = 3
"""If there are at least this many kinds of answers that begin with the same word, the menu only counts them."""

SMALL = 2
"""The number to use in examples, if it is legal."""

NARROW = "The map needs {} columns, and this terminal has {}: make it wider, or write board or neighbours PLACE."
"""The sentence instead of a map that does not fit."""

TRIED = 3
"""How many answers of a kind are tried for an example of a request."""

LONGEST_EXAMPLE = 40
"""The most characters of an action that serves as an example of talk."""


Outlook = Callable[[Action], tuple[str, ...]]
"""What an answer would come to, and cost, in sentences."""


def unknown(_: Action) -> tuple[str, ...]:
    """Nothing is known of what an answer would come to."""
    return ()


def commands(rules: AnyRuleset, boxes: Boxes[Action], talk: TalkGrammar) -> Iterator[tuple[str, str]]:
    """Every command of the terminal with its explanation."""
    me = talk.me or 0
    one, other = ((me + step) % talk.seats for step in (1, min(2, talk.seats - 1)))
    friend, third = (talk.name(seat).casefold() for seat in (one, other))
    if (sample := next(_samples(boxes), None)) is not None:
        yield Grammar(boxes, talk.names).write(sample).casefold(), "whatever the menu offers; names may be cut short"
    if several := next((box.action for box in boxes.boxes if len(box.fields) > 1 and leading(box.action)), None):
        yield leading(several), "these words alone: you are asked for one part after the other"
    yield "Enter, yes or seal", "seal what you have chosen"
    yield "no or undo", "forget what you have chosen; to change it, just write another answer"
    yield "menu, board, ledger, log", "what you may do; the table; every round; the last round again"
    yield "always", "questions that come again, and how to answer them in advance"
    yield "wait", "let somebody else go first, where one answer is enough"
    yield "say WORDS, tell all: WORDS", "say something to everybody"
    yield f"tell {friend}, {third}: WORDS" if third != friend else f"tell {friend}: WORDS", "say something in private"
    deal = _deal(rules, talk, one, other)
    if deal is not None:
        wish, price = (talk.action_words(pledge).casefold() for pledge in deal)
        oath = talk.action_words(structs.replace(deal[0], who=me, will=False, times=2)).casefold()
        yield f"ask {friend}: {wish} in return for {price}", "propose a deal; bots understand it"
        yield f"counter {friend}: {wish}", f"answer what {talk.name(one)} has asked for with a wish of your own"
        yield f"promise {friend}: {oath}", "give your word; it binds nobody"
    yield f"agree {friend}, refuse {friend}", f"promise what {talk.name(one)} has asked for; or say no"
    yield "offers", "what others have asked you for, and what to type to answer"
    yield "pledges", "who promised what, and what became of it"
    known = rules_of(rules)
    rule = look_up(rules, boxes.boxes[0].rule)[0] if boxes else known[len(known) // 2]
    word = max(rule.section.casefold().split(), key=len)
    yield f"rules {rule.number.removeprefix(f'{rules.prefix}-')}, rules {word}", "look up a rule, or search them"
    yield "explain NAME, ? NAME", "what the rulebook says about a card, a trick, a place"
    yield "map, neighbours PLACE", "the map, where the game has one; what a place touches"
    yield "board 2, map 2", "the second part, where the table or the map is longer than the terminal"
    yield "Tab, arrow keys", "complete a word; earlier lines"
    yield "quit, Ctrl-D or Ctrl-C", "leave the table"


def when_words(*, beside: bool, at_once: bool) -> str:
    """When an answer takes effect, in words."""
    if beside:
        return "at once; everybody sees it, and you cannot take it back"
    return "at once; you cannot take it back" if at_once else "when everybody has answered"


def menu(
    boxes: Boxes[Action],
    names: Names,
    exemplified: set[type[Action]],
    outlook: Outlook = unknown,
    *,
    folded: bool = False,
) -> Iterator[Line]:
    """All legal answers, and the closed ones with the reasons.

    An answer with several parts is shown as an example, with what it would come to, once for each kind and whenever its
    long choices are left out; later they are. If ``folded``, kinds that begin with the same word among others are
    counted, with one example, and their closed ones are left out.
    """
    kinds = list(dict.fromkeys(box.action for box in boxes.boxes))
    alike = Counter(map(opening, kinds)) if folded else Counter()
    many = [word for word, number in alike.items() if word and MANY <= number < len(kinds)]
    cut = False
    for kind in kinds:
        if opening(kind) not in many:
            known, line = kind in exemplified, typed_as([box for box in boxes.boxes if box.action is kind], names)
            short = known and len(line) > LONGEST_LINE
            cut |= short
            yield (f"  {line.partition('   (')[0] if short else line}", "you"), (f"  {rule_of(kind, boxes)}", "rule")
            if short or not known:
                exemplified.add(kind)
                yield from example_of(tag_of(kind), boxes, names, 2, outlook)
    for word in many:
        first = next(kind for kind in kinds if opening(kind) == word)
        yield (f"  {word} ...", "you"), (f"   {alike[word]} answers that begin so; {word} alone lists them", "")
        if first not in exemplified:
            exemplified.add(first)
            yield from example_of(tag_of(first), boxes, names, 1, outlook)
    if cut:
        yield (("  menu lists all choices; the first words alone ask for one part after the other", "dim"),)
    closed = [shut for shut in boxes.closed if opening(shut.action) not in many]
    for why, rule in dict.fromkeys((shut.why, shut.rule) for shut in closed):
        yield (f"  {why}.", "dim"), (f"  {rule}", "rule")


def rule_of(kind: type[Action], boxes: Boxes[Action]) -> str:
    """The rule of a legal answer."""
    return next(box.rule for box in boxes.boxes if box.action is kind)


def example_of(
    tag: str, boxes: Boxes[Action], names: Names, fields: int = 1, outlook: Outlook = unknown
) -> Iterator[Line]:
    """An example of an answer as a person types it; empty if the answer is closed or has fewer fields than given."""
    alike = next((box for box in boxes.boxes if box.tag == tag and len(box.fields) >= fields), None)
    if alike is not None:
        example = _example(alike)
        typed = Grammar(boxes, names).write(example).casefold()
        yield ((". ".join([f"    for example: {typed}", *outlook(example)[:1]]), "dim"),)


def _example(box: Box[Action]) -> Action:
    """A typical answer from a box: small numbers, two kinds of what is counted, and words where it needs words."""
    usual = box.nth(box.count() // 2)
    other = {name: _usual(space) for name, space in box.fields if isinstance(space, Between | Words | Amounts)}
    plausible = structs.replace(usual, **other)
    return plausible if box.has(plausible) else usual


def _usual(space: Between | Words | Amounts) -> Value:
    if isinstance(space, Amounts):
        kinds = [key for key, _ in space.caps]
        return {kinds[0]: max(1, space.low - 1), kinds[-1]: 1} if kinds else {}
    return "your words" if isinstance(space, Words) else min(space.high, max(space.low, SMALL))


def map_of(rules: AnyRuleset, view: Struct, names: Names, name: str = "", wide: int = WIDE) -> list[Line]:
    """The map, or the neighbours of each place whose name has a word that begins so.

    ``wide`` is the number of columns of the terminal; where the map does not fit, a sentence says so.

    Raises:
        Unreadable: the game has no map, or no such place.
    """
    terminal = game_of(rules.id).terminal
    if not name and terminal.drawn is not None:
        drawn = terminal.drawn(view, names, min(wide, WIDE))
        least = max(sum(len(text) for text, _ in line) for line in drawn if "│" in line[-1][0] or len(line) > 1)
        return [*drawn] if least <= wide else [((NARROW.format(least, wide), "bad"),)]
    beside = terminal.beside(view, names)
    found = {place: others for place, others in beside.items() if f" {plain(name)}" in f" {plain(place)}"}
    if not found:
        like = meant(name, beside)
        missing = f"There is no place {name}; {f'did you mean {like}?' if like else 'map shows all.'}"
        if not beside:
            missing = f"{rules.title} has no map."
        raise Unreadable(missing, field="place")
    there, lines = terminal.there(view, names), list[Line]()
    for place, others in found.items():
        if there:
            lines.append(((place, "name"), (f": {there[place]}", "")))
            lines += [(("  ", ""), (other, "name"), (f": {there[other]}", "")) for other in others]
        else:
            lines.append(((place, "name"), (f": {', '.join(others)}", "")))
    return lines


def words_of(boxes: Boxes[Action], names: Names) -> Iterator[str]:
    """The names of all choices, and the words of all phrases."""
    for pattern in Grammar(boxes, names).patterns:
        for part in pattern.parts:
            yield from (part,) if isinstance(part, str) else part.lexicon.labels


def _deal(rules: AnyRuleset, talk: TalkGrammar, friend: int, third: int) -> tuple[Pledge, Pledge] | None:
    """A deal for the examples: what a friend should do with a third player, and what to do in return; or None."""
    me = talk.me or 0
    wishes = list(_promisable(rules, talk, friend, me if third == friend else third))
    prices = list(_promisable(rules, talk, me, friend))
    return (wishes[0], prices[-1]) if wishes and prices else None


def _promisable(rules: AnyRuleset, talk: TalkGrammar, who: int, whom: int) -> Iterator[Pledge]:
    """Possible promises that concern another player, the simplest first."""
    judged = (box for box in talk.boxes.boxes if rules.judges(box.tag))
    for box in sorted(judged, key=lambda box: len(box.fields) > 1):
        to = {name for name, space in box.fields if isinstance(space, OneOf) and space.domain == "seat"}
        fields = {name: whom if name in to else space.nth(0) for name, space in box.fields}
        pledge = Pledge(who, box.tag, fields)
        if to and len(talk.action_words(pledge)) <= LONGEST_EXAMPLE and box.has(make(box.action, fields)):
            yield pledge


def _samples(boxes: Boxes[Action]) -> Iterator[Action]:
    """Some answers of every kind, those with choices first."""
    for box in sorted(boxes.boxes, key=lambda box: not box.fields):
        yield from (box.nth(number) for number in range(min(box.count(), TRIED)))
