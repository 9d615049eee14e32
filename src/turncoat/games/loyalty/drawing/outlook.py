"""What an action would lead to: losses of an attack, land with a new owner, leave that is needed.

It lets the rules play the action on the position that the reader sees. In this trial no other player joins a defence or
agrees to anything.
"""

from __future__ import annotations

from turncoat.games.loyalty import actions as act
from turncoat.games.loyalty.actions import LoyaltyAction, Numbers
from turncoat.games.loyalty.attack import can_join, defence, standard
from turncoat.games.loyalty.campaign import locked_for
from turncoat.games.loyalty.end import the_ruined
from turncoat.games.loyalty.known import after, announced, fight, imagined
from turncoat.games.loyalty.losses import civilians
from turncoat.games.loyalty.majority import control, owners, religious_control, victory_points
from turncoat.games.loyalty.map import CAPITAL
from turncoat.games.loyalty.state import NOBODY, Battle, Loyalty, banner
from turncoat.games.loyalty.text import FACTION_NAMES
from turncoat.games.loyalty.view import LoyaltyView
from turncoat.kernel import Names, amount, clone, listed
from turncoat.kernel.lexicon import amounts

NOBODY_NEAR = "Nobody lives next to it so far."


def outlook(view: LoyaltyView, action: LoyaltyAction, names: Names) -> tuple[str, ...]:
    """What an action would lead to, in sentences; empty if nothing can be foreseen."""
    if view.seat is None:
        return ()
    return tuple(Outlook(view, view.seat, names).of(action))


class Outlook:
    """The results that a seat can foresee. ``game`` is the position that the seat sees; it is this seat's turn."""

    def __init__(self, view: LoyaltyView, seat: int, names: Names) -> None:
        self.view, self.seat, self.names = view, seat, names
        self.game = imagined(view)
        self.game.first, self.game.turn = seat, 1

    def of(self, action: LoyaltyAction) -> list[str]:
        """What an action would lead to, in sentences."""
        match action:
            case act.Attack() | act.AskToAttack():
                return self.attack(action)
            case act.Move() | act.AskToMove():
                asked = [self.asked(action.prices)] if isinstance(action, act.AskToMove) else []
                return [*asked, *self.land(after(self.game, self.seat, action), action.origin, action.to)]
            case act.Proselytize():
                other = after(self.game, self.seat, action)
                return [self.price(other), *self.land(other, action.city)]
            case act.CallToArms() | act.CallToFaith():
                other = after(self.game, self.seat, action)
                return [self.called(other, action.city), *self.land(other, action.city)]
            case act.Campaign():
                return self.campaign(after(self.game, self.seat, action), action)
            case act.ChooseHome():
                return self.home(action.city)
        return []

    def called(self, other: Loyalty, city: str) -> str:
        """LOY-10.4.1: the player's people in a city after a call to arms or to faith, which is free."""
        place, banners = self.game.map.places[city], (self.seat, self.seat, banner(other, self.seat))
        numbers = (
            pieces[place][whose]
            for pieces, whose in zip((other.citizens, other.priests, other.militia), banners, strict=True)
        )
        kinds = zip(("citizens", "priests", "militia"), numbers, strict=True)
        have = amounts({kind: number for kind, number in kinds if number}, "unit", self.names)
        return f"It costs nothing; you then have {have} in {self.where(place)}."

    def who(self, seat: int) -> str:
        """The name of a player."""
        return self.names.label("seat", seat)

    def where(self, place: int) -> str:
        """The name of a place."""
        return self.names.label("place", self.game.map.names[place])

    def home(self, city: str) -> list[str]:
        """LOY-3.5, LOY-3.6: what speaks for a home: its roads, how far the capital is, and who lives next to it."""
        board, lives = self.game.map, dict(enumerate(self.view.homes))
        near = [other for _, other in board.across[board.places[city]]]
        lines = [f"{amount(len(near), 'road')}: to {listed(map(self.where, near))}."]
        if CAPITAL in near:
            lines.append(f"You begin on the road to {self.where(CAPITAL)}, the capital.")
        beside = [self.who(seat) for seat, home in lives.items() if home and board.places[home] in near]
        lines.append(
            f"{listed(beside)} {'lives' if len(beside) == 1 else 'live'} next to it." if beside else NOBODY_NEAR
        )
        return lines

    # --- attacks ------------------------------------------------------------------------------

    def attack(self, action: act.Attack | act.AskToAttack) -> list[str]:
        """LOY-10.2.6, LOY-10.2.7: the result if nobody joins the defence, and if everybody joins who can."""
        game, battle = self.game, announced(self.game, action)
        friends = {
            seat: game.militia[battle.field][banner(game, seat)]
            for seat in sorted(range(len(game.coins)), key=lambda seat: banner(game, seat))
            if seat != self.seat and can_join(game, battle, seat)
        }
        lines = [self.verdict(battle)]
        if friends:
            who = listed(f"{self.titled(seat)} ({number})" for seat, number in friends.items())
            battle.joined = friends
            lines.append(f"If {who} joined, {self.verdict(battle)}")
        return lines

    def titled(self, seat: int) -> str:
        """The player, or the colour whose militia it is (LOY-14.1b)."""
        return standard(self.game, seat) if self.game.colours else self.who(seat)

    def verdict(self, battle: Battle) -> str:
        """LOY-10.2.9 to LOY-10.2.13: who would win, and the losses."""
        other, fought, force = clone(self.game), clone(battle), battle.force
        strength, exposed = sum(defence(other, battle).values()), sum(civilians(other, battle).values())
        fight(other, fought)
        title, lost = f"{force} against {strength}: ", force - fought.force
        if not fought.won:
            return f"{title}you lose {lost} militia, they lose {lost}, and you do not win."
        dead = sum(fought.falls.values())
        falls = f", {dead} of {exposed} civilian{'s' if exposed > 1 else ''} of theirs killed" if exposed else ""
        into = f" and advance into {self.where(battle.field)}" if battle.field != battle.origin else ""
        fallout = self.fallout(other, battle.field) if dead == exposed else ""
        return f"{title}you win with {fought.force} left{falls}{into}.{fallout}"

    def fallout(self, other: Loyalty, field: int) -> str:
        """LOY-7.1, LOY-13.4: whether an owner would lose the place, and all land."""
        owner = owners(self.game)[field]
        if owner in (NOBODY, owners(other)[field]) or not self.game.options.military_end:
            return ""
        ruined = owner in the_ruined(other, victory_points(other))
        end = ", who then owns nothing: the game ends" if ruined else ""
        return f" That takes {self.where(field)} from {self.who(owner)}{end}."

    # --- land and coins -----------------------------------------------------------------------

    def land(self, other: Loyalty, *places: str) -> list[str]:
        """LOY-7.1, LOY-7.2, LOY-13.2: the changes of ownership."""
        lines, (was, points) = [], (victory_points(loyalty)[self.seat] for loyalty in (self.game, other))
        for name in places:
            place = self.game.map.places[name]
            owner = owners(other)[place]
            if owner != owners(self.game)[place]:
                called = self.where(place)
                called = called[:1].upper() + called[1:]
                lines.append(
                    f"{called} has no owner then." if owner == NOBODY else f"{called} goes to {self.who(owner)}."
                )
        lines += self.powers(other, places)
        if points != was:
            lines.append(f"You have {points} VP instead of {was}.")
        if points >= self.view.needed and self.game.options.revolution_end:
            lines.append("This is a revolution: you win alone.")
        return lines

    def powers(self, other: Loyalty, places: tuple[str, ...]) -> list[str]:
        """LOY-7.3, LOY-7.8, LOY-12.1: the changes of military and religious control."""
        lines, own = [], banner(self.game, self.seat)
        for name in places:
            place, called = self.game.map.places[name], self.where(self.game.map.places[name])
            lines += self.power("military control of", called, own, control(self.game, place), control(other, place))
            if place < len(self.game.map.cities):
                before, then = religious_control(self.game, place), religious_control(other, place)
                lines += self.power("religious control of", called, self.seat, before, then)
        return lines

    def power(self, of_what: str, place: str, own: int, before: int, then: int) -> list[str]:
        """A sentence about the new holder of a place; empty if the holder stays the same."""
        if before == then or own not in (before, then):
            return [f"Nobody has {of_what} {place} then."] if before != then == NOBODY else []
        return [f"You {'gain' if own == then else 'lose'} {of_what} {place}."]

    def asked(self, prices: Numbers) -> str:
        """LOY-8.5a: the prices that are offered for leave."""
        offers = [f"{amount(price, 'coin')} to {self.who(int(seat))}" for seat, price in prices.items() if price]
        return (
            f"You need permission; you offer {listed(offers)}."
            if offers
            else "You need permission; you offer no coins."
        )

    def price(self, other: Loyalty) -> str:
        """The coins that the action costs."""
        return f"It costs {amount(self.game.coins[self.seat] - other.coins[self.seat], 'coin')}."

    def campaign(self, other: Loyalty, action: act.Campaign) -> list[str]:
        """LOY-10.5.1, LOY-11.1, LOY-13.7: the price, and whether the marker reaches an end of its track."""
        faction = locked_for(other, other.map.places[action.city])
        lines = [self.price(other)]
        if faction:
            word = "locks" if self.game.options.track_lock else "brings"
            lines.append(f"That {word} {self.names.label('place', action.city)} for {FACTION_NAMES[faction]}.")
        if other.faction != self.game.faction:
            lines.append("The final round begins.")
        return lines
