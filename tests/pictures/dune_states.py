"""The pages of Dune in their states, from games that mentats really play.

``python -m tests.pictures.preview OUT --only dune-plan --shots`` makes and shows the pages whose names contain that,
in seconds; ``python -m tests.pictures.dune_states`` lists the names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tests.pictures.dune_evening import Evening
from tests.pictures.dune_looks import (
    CARRIERS,
    NOMADS,
    SEERS,
    SISTERS,
    THRONE,
    State,
    allied,
    asked,
    at,
    atomic,
    both,
    by,
    bystander,
    can,
    commanded,
    curious,
    dead,
    done,
    explosive,
    foreseen,
    foretold,
    half_sealed,
    helped,
    holding,
    leaderless,
    nobody,
    proposed,
    proposed_to,
    somebody_can,
    suspicious,
    told,
    who_can,
    won,
)
from tests.pictures.states import NOBODY, SHELL, SIX

from turncoat.games.dune.anytime import KEYS
from turncoat.games.dune.battle import events as battle
from turncoat.games.dune.facts import FACTION_IDS
from turncoat.games.dune.karama import events as anytime
from turncoat.games.dune.spice_blow import events as spice_blow
from turncoat.games.dune.storm import events as storm
from turncoat.web import pages
from turncoat.web.table_display import TableDisplay

HARD = (
    "Wolfgang Amadeus Mummenschanz",
    "Æthelflæd of Mercia",
    "WWWWWWWWWWWWWW",
    "王小明同志们",
    "Al",
    "Maximiliana-Rosa",
)
AGREED: dict[str, object] = {"factions": ",".join(FACTION_IDS)}
"""Who plays which faction at a table of six; the markers are dealt all the same."""
ALL_STOPS = ",".join(KEYS)
WINDOWS = ("spice_blow", "auction", "revival", "shipment_and_movement", "battles", "battle", "collection", "mentat")
PREDICTED = foretold("nomads", 3)
"""What comes true in one of the games."""
TRIES = 200
AFTERWARDS = 12
"""So many stills of one phase are made into pages at most."""


def evenings(states: Sequence[State]) -> Iterator[tuple[State, Evening]]:
    """Play the games that these states need; each state at its moment, at which it must be looked at.

    A state's ``luck`` is the first game it is looked for in; games after it are tried while it does not come.

    Raises:
        LookupError: none of ``TRIES`` games comes to a state.
    """
    games: dict[object, list[State]] = {}
    for state in states:
        games.setdefault((state.luck, state.names, state.wishes, state.agreed), []).append(state)
    for wanted in games.values():
        left = list(wanted)
        for further in range(TRIES):
            evening = begun(replace(left[0], luck=left[0].luck + further))
            for _ in evening.steps():
                for state in [state for state in left if state.wanted(evening)]:
                    left.remove(state)
                    yield state, evening
                if not left:
                    break
            if not left:
                break
        else:
            raise LookupError(f"no game of {TRIES} comes to {', '.join(state.name for state in left)}")


def begun(state: State) -> Evening:
    """The game in which a state is, at its beginning."""
    agreed = {**({} if len(state.names) < 6 else AGREED), **dict(state.agreed)}
    return Evening(state.luck, state.wishes, state.names, agreed)


STATES: tuple[State, ...] = (
    # setup
    State("dune-traitor", at("setup.traitors", 0), asked),
    State("dune-placement", at("setup.placement", 0), asked),
    State("dune-placement-watched", at("setup.placement", 0), by(SEERS)),
    State("dune-prediction", at("setup.prediction", 0), asked),
    # storm
    State("dune-dial", at("storm.dial"), asked),
    State("dune-dial-sealed", both(at("storm.dial", 2), half_sealed), done),
    State("dune-dial-watched", at("storm.dial", 2), nobody),
    State("dune-storm-window", at("storm.window", 2), asked),
    State("dune-storm-atomics", both(at("storm.window", 2), somebody_can("atomics")), who_can("atomics"), luck=1),
    State("dune-storm-weather", both(at("storm.window", 2), somebody_can("weather")), who_can("weather")),
    State("dune-wall-gone", told(storm.WallDestroyed), nobody, luck=1, wishes=(atomic,)),
    # spice blow and Nexus
    State("dune-blow", told(spice_blow.SpiceBlew, 2), bystander),
    State("dune-worm", told(spice_blow.WormStruck, 2), nobody),
    State("dune-nexus", at("nexus.alliances", 2), asked),
    State("dune-nexus-proposals", both(at("nexus.alliances", 2), proposed), proposed_to),
    State("dune-nexus-watched", both(at("nexus.alliances", 2), proposed), nobody),
    State("dune-ride", at("spice_blow.rides"), asked, luck=4),
    # auction and revival
    State("dune-auction", at("auction.bid", 1, THRONE), asked),
    State("dune-auction-seers", at("auction.bid", 1, SEERS), asked),
    State("dune-auction-allied", both(at("auction.bid", 2), allied, helped), asked),
    State("dune-auction-waiting", at("auction.bid", 2), bystander),
    State("dune-revival", both(at("revival.revivals", 2), dead(3)), asked),
    State("dune-revival-leader", both(at("revival.revivals", 2), leaderless), asked, luck=12),
    # shipment and movement
    State("dune-ship", at("faction_turn.ship", 1, THRONE), asked),
    State("dune-ship-allied", both(at("faction_turn.ship", 2), allied, helped), asked),
    State("dune-ship-carriers", at("faction_turn.ship", 2, CARRIERS), asked),
    State("dune-ship-nomads", at("faction_turn.ship", 2, NOMADS), asked),
    State("dune-ship-karama", both(at("faction_turn.ship"), holding("karama")), asked),
    State("dune-companion", at("faction_turn.companion"), asked),
    State("dune-move", at("faction_turn.move", 2), asked),
    State("dune-move-nomads", at("faction_turn.move", 3, NOMADS), asked),
    State("dune-move-hajr", both(at("faction_turn.move"), can("hajr")), asked),
    State("dune-move-watched", at("faction_turn.move", 2), nobody),
    # battle
    State("dune-choose", at("battles.choose"), asked),
    State("dune-voice", at("battle.voice"), asked),
    State("dune-prescience", at("battle.prescience"), asked),
    State("dune-first-plan", at("battle.first_plan"), asked),
    State("dune-plan", at("battle.plans"), asked),
    State("dune-plan-foreseen", both(at("battle.plans"), foreseen), by(SEERS)),
    State("dune-plan-voice", both(at("battle.plans"), commanded), asked),
    State("dune-plan-sealed", both(at("battle.plans"), half_sealed), done),
    State("dune-plan-watched", at("battle.plans", 2), nobody),
    State("dune-plans-open", at("battle.treachery"), asked),
    State("dune-plans-open-watched", at("battle.treachery"), nobody),
    State("dune-treachery", both(at("battle.treachery"), somebody_can("call")), who_can("call")),
    State("dune-traitor-called", told(battle.TreacheryCalled), nobody),
    State("dune-discards", at("battle.discards"), asked),
    State("dune-battle-over", told(battle.BattleDecided, 2), bystander),
    State("dune-explosion", told(battle.Exploded), nobody, wishes=(explosive,)),
    # at any time
    State("dune-truthtrance", at("truthtrance.reply"), asked, wishes=(curious,)),
    State("dune-truthtrance-watched", at("truthtrance.reply"), bystander, wishes=(curious,)),
    State("dune-truthtrance-card", somebody_can("ask_card"), who_can("ask_card")),
    State("dune-karama-card", somebody_can("prevent"), who_can("prevent")),
    State("dune-karama-played", told(anytime.Prevented), nobody, wishes=(suspicious,)),
    State(
        "dune-ghola", both(at("faction_turn.ship", 2), somebody_can("ghola_forces")), who_can("ghola_forces"), luck=2
    ),
    # the windows that are closed unless somebody wants them
    *(
        State(f"dune-window-{name.replace('_', '-')}", at(f"{name}.window", 2), asked, agreed=(("stops", ALL_STOPS),))
        for name in WINDOWS
    ),
    # the end
    State("dune-won-alone", won("DUN-4.10.2"), by(SEERS), luck=8),
    State("dune-won-allied", won("DUN-4.10.3"), by(SEERS), luck=1),
    State("dune-won-predicted", won("DUN-4.10.4"), by(SISTERS), luck=25, wishes=(PREDICTED,)),
    State("dune-won-carriers", won("DUN-4.10.6"), nobody, luck=15),
    State("dune-won-nomads", won("DUN-4.10.5"), by(NOMADS), luck=11),
    # other tables
    State("dune-two", at("faction_turn.ship", 2), asked, names=SIX[:2]),
    State("dune-two-plan", at("battle.plans"), asked, names=SIX[:2]),
    State("dune-neutral", at("faction_turn.ship", 3), asked, agreed=(("skin", "neutral"),)),
    State("dune-neutral-plan", at("battle.plans", 2), asked, agreed=(("skin", "neutral"),)),
    State("dune-long-names", at("auction.bid", 3), asked, names=HARD),
    State("dune-long-names-plan", at("battle.plans", 3), asked, names=HARD),
    State("dune-late", at("faction_turn.ship", 8), asked, luck=2),
)
"""All states, in the order of play."""


def dune_pages(only: str = "") -> Iterator[tuple[str, str]]:
    """Pages whose names contain one of these words, between commas."""
    words = only.split(",")
    for state, evening in evenings([state for state in STATES if any(word in state.name for word in words)]):
        yield state.name, page_of(state, evening)
    if any(word in name for word in words for name in TOLD):
        yield from ((name, page) for name, page in told_pages() if any(word in name for word in words))


def page_of(state: State, evening: Evening) -> str:
    """The page of a state, for the eyes that look."""
    viewer = state.viewer(evening)
    return pages.render_table(evening.sitting.page(viewer, SHELL if viewer is not None else NOBODY))


TOLD_LUCK = 0
TOLD = ("dune-ledger", "dune-ledger-finished", "dune-replay", "dune-told")


def told_pages() -> Iterator[tuple[str, str]]:
    """What is told of a game: in the fourth turn, all stills of the third, and after the end."""
    evening = Evening(TOLD_LUCK, agreed=AGREED)
    for _ in evening.steps():
        if evening.game.turn >= 4:
            break
    seen = evening.sitting.seen_by(SEERS)
    yield "dune-ledger", pages.render_ledger(pages.LedgerPage(**seen, told=evening.sitting.looks(SEERS)))
    display = TableDisplay(seen["table_view"], seen["heard"])
    for chapter in [number for number, title in display.chapters.items() if title.startswith("Turn 3 ")]:
        part = evening.sitting.told(SEERS, chapter)
        for number in range(min(AFTERWARDS, len(display.seeing(part).frames))):
            page = pages.RevealPage(**seen, round=chapter, frame=number, told=part)
            yield f"dune-told-{chapter:02}-{number:02}", pages.render_reveal(page)
    for _ in evening.steps():
        pass
    seen = evening.sitting.seen_by(SISTERS)
    yield "dune-ledger-finished", pages.render_ledger(pages.LedgerPage(**seen, told=evening.sitting.looks(SISTERS)))
    replay = pages.ReplayPage(
        **seen, viewers=tuple(range(6)), open_handed=True, told=evening.sitting.told(SISTERS, None)
    )
    yield "dune-replay", pages.render_replay(replay)


if __name__ == "__main__":
    print("\n".join(state.name for state in STATES))
