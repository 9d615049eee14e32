"""The rules of Truce, put together for the rest of the program."""

from __future__ import annotations

from turncoat.games.truce.acts import ACTS
from turncoat.games.truce.audit import audit
from turncoat.games.truce.events import ActionsRevealed, TruceEvent
from turncoat.games.truce.redeal import redeal
from turncoat.games.truce.round import MATCH, ROUND
from turncoat.games.truce.state import Match, Options, Truce, TruceAction
from turncoat.games.truce.view import TruceView, view
from turncoat.kernel import Chance, Event, Ruleset, Tell, events_of
from turncoat.kernel.play import begin, waiting


def set_up(options: Options, seats: int, key: bytes, tell: Tell) -> Truce:
    """TRU-1.4: every player begins with the agreed coins (3 in ``Options.coins``) in the Supply and none in Spoils.

    The Stash begins empty; its first coin arrives with the first round (TRU-1.5), in ``round.grow_stash``.
    """
    game = Truce(
        options,
        supplies=[options.coins] * seats,
        spoils=[0] * seats,
        supporters=[0] * seats,
        chance=Chance(key),
        requests=[0] * seats,
        standing_orders=[{} for _ in range(seats)],
    )
    begin(game, Match(), tell)
    return game


def shown_waiting(game: Truce) -> list[int] | None:
    """TRU-R23: whether everybody sees who has submitted an action; TRU-O5 hides it."""
    return waiting(game) if game.options.show_submitted else None


def needs_deadline(options: Options) -> str:
    """TRU-O3: in correspondence play only the deadline ends a round, so one is needed."""
    if options.reveal == "table":
        return ""
    return "“Reveal” can be correspondence only with a deadline, because nothing else ends a round (TRU-O3, TRU-O4)."


def revealed(event: Event) -> dict[int, TruceAction]:
    """TRU-12.2: the actions that an event makes public, by seat: the reveal shows all of them."""
    return dict(enumerate(event.actions)) if isinstance(event, ActionsRevealed) else {}


RULES: Ruleset[Truce, Options, TruceAction, TruceView] = Ruleset(
    id="truce",
    package=__package__,
    title="Truce",
    summary="Coins, promises and one sealed order a round. Nobody's word binds.",  # TRU-14.2
    prefix="TRU",
    seats=range(3, 31),  # TRU-1.1: three players or more; the rules know no upper limit, a table here has up to 30
    suggested=range(5, 9),  # TRU-1.1: best with five or more
    minutes=5,
    state=Truce,
    options=Options,
    sections=(MATCH, ROUND),
    events=events_of(TruceEvent),
    views=TruceView,
    set_up=set_up,
    view=view,
    redeal=redeal,
    audit=audit,
    winners=lambda game: list(game.winners),  # TRU-11
    scores=lambda game: list(game.supplies),  # TRU-1.8: everybody plays for themselves, there are no teams
    questions={"round.choose": "What will you do this round?"},
    needs_deadline=needs_deadline,
    revealed=revealed,
    acts=ACTS,
    shown_waiting=shown_waiting,
)
"""The rules of Truce. The rules do not read the talk (TRU-14.1); no agreement binds, and lying is allowed (TRU-14.2).
Nothing enforces or scores a promise (TRU-14.2); the table only shows whether it was kept.

All may talk as much as they want, openly and in private (TRU-14.1).

The program does not enforce the advice of 1 or 2 rounds a day in correspondence play (TRU-1.3). At a real table all
players write, then reveal; a timer helps against slow play, and nobody may read another's slip (TRU-13.4).
"""
