"""Loyalty in words: questions, and one sentence for each thing that can happen."""

from __future__ import annotations

from collections.abc import Callable

from turncoat.games.loyalty import actions as act
from turncoat.games.loyalty import events as happened
from turncoat.games.loyalty.actions import LoyaltyAction, Numbers
from turncoat.games.loyalty.names import SINGULAR
from turncoat.games.loyalty.state import PRIESTS, Result
from turncoat.games.loyalty.view import PaymentView, ProposalView
from turncoat.kernel.events import Event
from turncoat.kernel.lexicon import listed
from turncoat.kernel.space import Names, id_of

FACTION_NAMES = {"pope": "the Pope", "king": "the King"}
"""LOY-4.1: how the factions are called."""

QUESTIONS = {
    "preparation.build": "What will you build?",
    "preparation.homes": "Where will you live?",
    "preparation.roads": "On which road do your first citizens settle?",
    "preparation.colours": "Which colour will you wear?",
    "turn.colour": "Will you change your colour?",
    "deed.choose": "What will you do?",
    "deed.answers": "Will you give leave?",
    "deed.counters": "Will you pay what is asked?",
    "battle.volunteers": "Will you join the defence?",
    "parley.propose": "How shall the losses be shared?",
    "parley.consent": "Do you agree?",
    "battle.victims": "Who dies?",
    "battle.kinds": "Which of your civilians die?",
    "battle.follow": "Who follows the survivors?",
    "payment.pay": "Which coins do you pay with?",
    "baggage.carry": "How many coins go along?",
    "peek.look": "Will you look at an unused card?",
}
"""LOY-15: the question of each decision."""


def coins(number: int) -> str:
    """``1 coin``, ``3 coins``."""
    return "1 coin" if number == 1 else f"{number} coins"


def armies(number: int) -> str:
    """LOY-14.6: what a riot costs."""
    if number > 1:
        return f"{number} armies lose one militia each"
    return "an army loses one militia" if number else "no army stands there"


def units(numbers: Numbers) -> str:
    """``3 citizens and 1 priest``."""
    return listed(counted(number, kind) for kind, number in numbers.items())


def counted(number: int, kind: str) -> str:
    """``1 citizen``, ``3 priests``, ``2 militia``."""
    return f"{number} {SINGULAR[kind] if number == 1 else kind}"


def shares(numbers: Numbers, names: Names, what: str) -> str:
    """``2 of Agatha and 1 of red``: losses by seat or by colour."""
    parts = [f"{number} of {names.label('seat', id_of(who))}" for who, number in numbers.items()]
    return f"{what} {listed(parts)}" if parts else f"no {what}"


def proposed(proposal: ProposalView, names: Names) -> str:
    """LOY-10.2.8: what the parties of a defence are asked to agree to."""
    kind = "civilians" if proposal.civilians else "militia"
    return f"{names.label('seat', proposal.speaker)} proposes: {shares(proposal.losses, names, f'{kind} lost:')}"


def paid(payment: PaymentView, names: Names) -> str:
    """LOY-14.8: who pays whom, and how much."""
    receiver = "the stock" if payment.to is None else names.label("seat", payment.to)
    return f"{names.label('seat', payment.payer)} pays {coins(payment.coins)} to {receiver}"


def deed(action: LoyaltyAction, names: Names) -> str:
    """What somebody declares, in the third person."""
    if isinstance(action, act.AskToMove | act.AskToAttack):
        return f"asks for leave: {wish(action, names)}{offer(action.prices, names)}"
    if isinstance(action, act.Move | act.Attack):
        return f"declares: {wish(action, names)}"
    if isinstance(action, act.Campaign):
        return f"campaigns in {action.city}"
    if isinstance(action, act.Proselytize):
        return f"proselytizes in {action.city}"
    if isinstance(action, act.CallToArms | act.CallToFaith):
        return f"calls to {'arms' if isinstance(action, act.CallToArms) else 'faith'} in {action.city}"
    return "changes colour" if isinstance(action, act.Switch) else "lets an action go by"


def wish(action: act.Move | act.AskToMove | act.Attack | act.AskToAttack, names: Names) -> str:
    """``2 citizens from O1 to C``."""
    if isinstance(action, act.Move | act.AskToMove):
        return f"{units(action.units)} from {action.origin} to {action.to}"
    foes = listed(names.label("seat", seat) for seat in action.targets)
    return f"an attack on {foes} in {action.to} with {action.militia} militia from {action.origin}"


def offer(prices: Numbers, names: Names) -> str:
    """``, offering 2 coins to Barney``."""
    parts = [f"{coins(price)} to {names.label('seat', id_of(seat))}" for seat, price in prices.items() if price]
    return f", offering {listed(parts)}" if parts else ""


def answer(action: LoyaltyAction) -> str:
    """What somebody answers to a request, in the third person."""
    if isinstance(action, act.Counter):
        return f"wants {coins(action.price)}"
    if isinstance(action, act.Grant):
        return "grants it"
    if isinstance(action, act.Refuse):
        return "refuses"
    return "accepts" if isinstance(action, act.Accept) else "withdraws"


def say(event: Event, names: Names) -> str:
    """The event as a sentence.

    Raises:
        TypeError: if it is not an event of Loyalty.
    """
    for part in (_preparation, _bargain, _march, _city, _close):
        if sentence := part(event, names):
            return sentence
    raise TypeError(f"not an event of Loyalty: {event!r}")


def _preparation(event: Event, names: Names) -> str:
    """What happens before the first turn; empty for anything else."""

    def who(seat: int) -> str:
        return names.label("seat", seat)

    match event:
        case happened.FirstPlayer():
            return f"{who(event.seat)} begins."
        case happened.CardDealt():
            return f"Your card: you serve {FACTION_NAMES[event.card]}."
        case happened.CityBuilt():
            return f"{who(event.seat)} founds {event.city} and joins it with {event.to} by {event.road}."
        case happened.RoadBuilt():
            return f"{who(event.seat)} builds {event.road} from {event.one} to {event.other}."
        case happened.HomeTaken():
            return f"{who(event.seat)} lives in {event.city}."
        case happened.PiecesPlaced():
            return f"{who(event.seat)} sets up in {event.home} and on {event.road}."
        case happened.ColourTaken():
            return f"{who(event.seat)} wears {event.colour}."
    return ""


def _bargain(event: Event, names: Names) -> str:
    """Declarations, requests, permissions and gifts; empty for anything else."""

    def who(seat: int) -> str:
        return names.label("seat", seat)

    match event:
        case happened.TurnBegan():
            return f"Round {event.round}: the turn of {who(event.seat)}."
        case happened.Declared():
            return f"{who(event.seat)} {deed(event.action, names)}."
        case happened.AnswersShown():
            said = zip(event.seats, event.answers, strict=True)
            return f"{listed(f'{who(seat)} {answer(one)}' for seat, one in said)}."
        case happened.RequestFailed():
            return f"{who(event.seat)}'s request comes to nothing: {event.why}."
        case happened.TollPaid():
            return f"{who(event.seat)} pays {coins(event.coins)} to {who(event.to)}."
        case happened.LeavePublished():
            return (
                f"{who(event.seat)} permits {who(event.to)} to {event.leave} {event.place}, "
                f"{f'for {coins(event.price)}' if event.price else 'free of charge'}."
            )
        case happened.LeaveCancelled():
            return f"{who(event.seat)} no longer permits {who(event.to)} to {event.leave} {event.place}."
        case happened.Given():
            return f"{who(event.seat)} gives {coins(event.coins)} to {who(event.to)}."
        case happened.CoinsWent():
            heaps = listed(f"{coins(number)} in {place}" for place, number in event.coins.items())
            return f"From {who(event.seat)} to {who(event.to) if event.to >= 0 else 'the stock'}: {heaps}."
    return ""


def _march(event: Event, names: Names) -> str:
    """Moves and fights; empty for anything else."""

    def who(seat: int) -> str:
        return names.label("seat", seat)

    match event:
        case happened.Moved():
            return f"{who(event.seat)} moves {units(event.units)} from {event.origin} to {event.to}."
        case happened.CoinsCarried():
            return f"{who(event.seat)} carries {coins(event.coins)} from {event.origin} to {event.to}."
        case happened.AttackAnnounced():
            foes = listed(who(seat) for seat in event.targets)
            return f"{who(event.seat)} attacks {foes} in {event.to} with {event.militia} militia from {event.origin}."
        case happened.Volunteered():
            if not event.militia:
                return f"{who(event.seat)} stays out of it."
            return f"{who(event.seat)} joins the defence with {event.militia} militia."
        case happened.LossesProposed():
            return f"{who(event.seat)} proposes: {shares(event.losses, names, 'losses:')}."
        case happened.LossesAgreed():
            if event.against:
                return f"{listed(who(seat) for seat in event.against)} did not agree."
            return "The defenders agree."
        case happened.Fought():
            end = "The attack is won." if event.won else "The attack is beaten off."
            lost = shares(event.losses, names, "losses of the defence:") if event.losses else "nobody stands in the way"
            return f"{event.attack} against {event.defence}; {lost}. {end}"
        case happened.CiviliansFell():
            dead = [f"{number} of {names.label('victim', victim)}" for victim, number in event.victims.items()]
            return f"Civilians die: {listed(dead)}."
        case happened.Advanced():
            return f"{who(event.seat)} advances from {event.origin} to {event.to} with {units(event.units)}."
    return ""


def _city(event: Event, names: Names) -> str:
    """What happens in cities; empty for anything else."""

    def who(seat: int) -> str:
        return names.label("seat", seat)

    match event:
        case happened.Recruited():
            return f"{who(event.seat)} recruits {counted(event.citizens, 'citizens')} in {event.city}."
        case happened.Converted():
            into = "a priest" if (event.citizens, event.kind) == (1, PRIESTS) else event.kind
            return f"{who(event.seat)} turns {counted(event.citizens, 'citizens')} in {event.city} into {into}."
        case happened.Campaigned():
            far = "1 tick" if event.ticks == 1 else f"{event.ticks} ticks"
            return f"{who(event.seat)} moves {event.city} {far} towards {FACTION_NAMES[event.faction]}."
        case happened.TrackLocked():
            return f"{event.city} is locked for {FACTION_NAMES[event.faction]}."
        case happened.CardLookedAt():
            return f"{who(event.seat)} looks at unused card {event.card}."
        case happened.CardSeen():
            return f"Unused card {event.card} is loyal to {FACTION_NAMES[event.face]}."
        case happened.Taxed():
            return f"{who(event.seat)} taxes {event.city}: {coins(event.coins)}."
        case happened.Rioted():
            return f"{event.city} is broke and riots; {armies(len(event.armies))}."
    return ""


def _close(event: Event, names: Names) -> str:
    """How the game ends; empty for anything else."""

    def who(seat: int) -> str:
        return names.label("seat", seat)

    match event:
        case happened.FinalRoundBegan():
            return f"{listed(event.cities)} are loyal to {FACTION_NAMES[event.faction]}: the final round begins."
        case happened.CardsShown():
            sides = [f"{who(seat)} served {FACTION_NAMES[card]}" for seat, card in enumerate(event.cards)]
            return f"The cards are shown: {listed(sides)}."
        case happened.GameEnded():
            return ending(event.result, who)
    return ""


def ending(result: Result, who: Callable[[int], str]) -> str:
    """How the game ended, and who has won."""
    winners = listed(map(who, result.winners), "nobody")
    wins = "wins" if len(result.winners) == 1 else "win" if result.winners else "wins"
    if result.end == "unfinished":
        return "The round limit is reached; nobody wins."
    if result.end == "revolution":
        return f"Revolution: {winners} {wins} alone."
    if result.end == "military":
        are = "is" if len(result.ruined) == 1 else "are"
        lost = f"the team of {FACTION_NAMES[result.faction]} has lost"
        return f"{listed(map(who, result.ruined))} {are} ruined, and {lost}: {winners} {wins}."
    if result.end == "mutual_ruin":
        return f"{listed(map(who, result.ruined))}, of both teams, are ruined at once: {winners} {wins}."
    twist = ", but one of its own is in last place" if result.twist else ""
    if not result.winners:
        twist = ", but both teams have somebody in last place"
    return f"Diplomacy for {FACTION_NAMES[result.faction]}{twist}: {winners} {wins}."
