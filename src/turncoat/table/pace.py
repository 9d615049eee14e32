"""The pace of a table: all agreements about time besides the deadline."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from turncoat.games import AnyRuleset
from turncoat.kernel import play
from turncoat.kernel.boxes import Action
from turncoat.kernel.errors import BadSetup
from turncoat.kernel.flows import Play
from turncoat.table.deadline import LONGEST, SHORTEST, After, Deadline, NoDeadline, in_words, length
from turncoat.table.deadline import check as check_deadline
from turncoat.table.milliseconds import DAY
from turncoat.table.running_time import LAST, local_time

LONGEST_PAUSE = 60 * DAY
"""The longest pause, in milliseconds; after it the clock starts again by itself."""


MOST_MISSED = 50
"""The greatest number of missed decisions that a table can choose for a step."""

Missed = Annotated[int, Meta(ge=0, le=MOST_MISSED)]
"""The number of missed decisions in a row that lead to a step; 0: the step never comes."""


class Ladder(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The steps that the table takes when a player misses one decision after another.

    Attributes:
        stand_in: The number of missed decisions after which a bot stands in; 0: never.
        offer: After how many, those that the bot decided included, the seat is offered to others; 0: never.
        sleep: For how many days a table sleeps, where bots stand in for all players, before it is closed; 0: the bots
            play on.
        bots: For each seat, the bot that stands in; left out: the game's usual bot.
    """

    stand_in: Missed = 0
    offer: Missed = 0
    sleep: Annotated[int, Meta(ge=0, le=60)] = 0
    bots: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=100)] = ()


class Away(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The agreement on players who announce an absence.

    Attributes:
        days: The number of days in any 90 on which a player can be away; 0: none.
        wait: The most days that the game waits for somebody who is away; 0: a bot stands in instead.
        lead: How many hours before a decision is closed an absence has to be announced to move it.
    """

    days: Annotated[int, Meta(ge=0, le=90)] = 0
    wait: Annotated[int, Meta(ge=0, le=31)] = 0
    lead: Annotated[int, Meta(ge=0, le=168)] = 12


class Pace(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """All agreements about time besides the deadline; the defaults stand for no agreement.

    Attributes:
        quick: The minutes for repeated questions, and for questions that the first answer settles. None: as many as for
            other questions.
        early: Whether a decision is closed as soon as all players have answered, or never before its deadline. Offers,
            questions to one player, and questions that the first answer settles are always closed at once.
        grace: The minutes that are added once, if a player has not answered at the deadline.
        ladder: The steps that the table takes when a player misses one decision after another.
        away: The agreement on players who announce an absence.
        begins: When the game begins: when the host says so, as soon as all seats are taken, or at a time (milliseconds
            since the epoch), if a person has sat down; then bots take the seats that are free.
    """

    quick: Annotated[float, Meta(gt=0, le=LONGEST)] | None = None
    early: Literal["all in", "never"] = "all in"
    grace: Annotated[float, Meta(ge=0, le=LONGEST)] = 0.0
    ladder: Ladder = Ladder()
    away: Away = Away()
    begins: Annotated[int, Meta(ge=0, le=LAST)] | Literal["host", "full"] = "host"


Game = Play[object, Action]


def check(deadline: Deadline, pace: Pace, needed: str = "") -> None:
    """Check a deadline and a pace; raises a refusal that says what is wrong.

    Args:
        deadline: The deadline.
        pace: The pace.
        needed: The reason why the game needs a deadline; empty: it needs none (``Ruleset.needs_deadline``).

    Raises:
        BadSetup: naming the field.
    """
    check_deadline(deadline)
    if needed and isinstance(deadline, NoDeadline):
        raise BadSetup(needed, field="deadline")
    if pace.quick is not None and not (isinstance(deadline, After) and SHORTEST <= pace.quick <= deadline.minutes):
        sentence = "For quick questions, give at least 5 seconds, and no more than the length for every other decision."
        raise BadSetup(sentence, field="pace.quick")
    if pace.early == "never" and isinstance(deadline, NoDeadline):
        sentence = (
            "The game cannot wait for a deadline, because there is none: set a deadline, or let the game go on at once."
        )
        raise BadSetup(sentence, field="pace.early")
    if pace.grace and (isinstance(deadline, NoDeadline) or pace.early == "never" or needed):
        sentence = "Extra time needs a deadline, and a game that goes on at once when everybody has answered."
        raise BadSetup(sentence, field="pace.grace")
    if (pace.away.days or pace.away.wait) and isinstance(deadline, NoDeadline):
        sentence = "Without a deadline the game waits for everybody anyway: set both numbers of days away to 0."
        raise BadSetup(sentence, field="pace.away.days")
    _check_ladder(deadline, pace.ladder)


def _check_ladder(deadline: Deadline, ladder: Ladder) -> None:
    if ladder.stand_in and isinstance(deadline, NoDeadline):
        sentence = "Without a deadline nobody can miss a turn: set the missed turns before a bot stands in to 0."
        raise BadSetup(sentence, field="pace.ladder.stand_in")
    if not ladder.stand_in and (ladder.offer or ladder.sleep):
        sentence = "A bot has to stand in before anything else follows: say after how many missed turns."
        raise BadSetup(sentence, field="pace.ladder.stand_in")
    if ladder.offer and ladder.offer <= ladder.stand_in:
        sentence = (
            "A seat is offered to others only after a bot has stood in: give more missed turns for it than for the bot."
        )
        raise BadSetup(sentence, field="pace.ladder.offer")


def deadline_of(rules: AnyRuleset, game: Game | None, deadline: Deadline, pace: Pace) -> Deadline:
    """The deadline of the open decision: quick questions may have a shorter one. It depends on no secret facts.

    That the first answer settles a question may be secret where it is secret who is asked; then it has the usual time.
    """
    step = None if game is None else play.decision(game)
    if step is None or game is None or pace.quick is None or not isinstance(deadline, After):
        return deadline
    quick = step.repeated or (step.first and rules.shown_waiting(game) is not None)
    return After(pace.quick, deadline.days, deadline.hours, deadline.zone) if quick else deadline


def is_held(rules: AnyRuleset, game: Game, pace: Pace) -> bool:
    """Whether the open decision is not closed before its time: one that everybody knows to be put to several.

    If it is secret who is asked, the decision counts as a question to several players.
    """
    step = play.decision(game)
    if pace.early != "never" or step is None or step.repeated or step.first:
        return False
    return rules.shown_waiting(game) is None or len(play.asked(game)) > 1


def pace_in_words(deadline: Deadline, pace: Pace) -> str:
    """Deadline and pace in words, for people."""
    return "; ".join((in_words(deadline), *agreed_on_pace(deadline, pace)))


def agreed_on_pace(deadline: Deadline, pace: Pace) -> tuple[str, ...]:
    """What was agreed about time besides the deadline, in words."""
    words = list[str]()
    if pace.begins == "full":
        words.append("the game begins as soon as all seats are taken")
    elif pace.begins != "host":
        zone = getattr(deadline, "zone", "UTC")
        words.append(f"the game begins on {local_time(pace.begins, zone).replace('T', ' at ')} ({zone})")
    if pace.quick is not None:
        words.append(f"{length(pace.quick)} for quick questions")
    if pace.early == "never":
        words.append("never early, even when everybody has answered")
    if pace.grace:
        words.append(f"{length(pace.grace)} more, once, if somebody is late")
    if pace.ladder.stand_in:
        words.append(f"a bot stands in after {_missed(pace.ladder.stand_in)}")
    if pace.ladder.offer:
        words.append(f"the seat is offered to others after {_missed(pace.ladder.offer)}")
    if pace.ladder.sleep:
        words.append(f"without any player the table sleeps for {length(pace.ladder.sleep * 1440)}")
    if pace.away.days:
        how = f"the game waits for at most {length(pace.away.wait * 1440)}" if pace.away.wait else "a bot stands in"
        words.append(f"a player who announces it can be away on {pace.away.days} of 90 days, and {how}")
    return tuple(words)


def _missed(number: int) -> str:
    return f"{number} missed decision{'s' if number > 1 else ''}"
