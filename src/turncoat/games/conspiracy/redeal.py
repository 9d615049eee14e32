"""Deals again everything that a seat of Conspiracy may not know, consistent with what it has seen.

Visible numbers of coins and the sizes of hands stay as they are. A piece that the seat saw go to a player stays there
as long as no piece that could be it has left. Goals fit every tile that their owners have marked, and the coins that
the seat itself drew when goals were chosen, because no other player can have drawn those.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from turncoat.games.conspiracy.goals import shows
from turncoat.games.conspiracy.order import GAP_BOXES
from turncoat.games.conspiracy.pieces import HAND, PIECES, RANK, RANKS, SUIT, SUITS, knows
from turncoat.games.conspiracy.setup import goal_boxes
from turncoat.games.conspiracy.state import (
    BY_NUMBER,
    Conspiracy,
    GivenCoin,
    Goal,
    LyingCoin,
    LyingTile,
    Match,
    SeenCoin,
    SeenTile,
)
from turncoat.games.conspiracy.view import active_turn, choosing_goals
from turncoat.kernel import Chance, clone, draw, shuffle
from turncoat.kernel.chance import pick
from turncoat.kernel.play import pending

TRIES = 200
"""How often goals are dealt again until they fit; after that the true goals stay."""

Slot = tuple[str, Callable[[str], None]]
"""A place with a hidden piece, and a function that replaces the piece."""


def redeal(game: Conspiracy, seat: int | None, key: bytes) -> Conspiracy:
    """CON-I.6: deals again hands, bag, hidden sides, given coins, goals and the others' sealed answers."""
    other = clone(game)
    other.chance = Chance(key)
    redeal_coins(other, seat)
    redeal_tiles(other, seat)
    if not choosing_goals(other):
        redeal_goals(other, seat)
    seal_again(other, seat)
    return other


def put_into(pieces: list[str], fixed: Collection[str] = ()) -> list[Slot]:
    """The slots of a hand or bag, without those of pieces that stay where they are."""

    def putter(place: int) -> Callable[[str], None]:
        def put(piece: str) -> None:
            pieces[place] = piece

        return put

    return [(piece, putter(place)) for place, piece in enumerate(pieces) if piece not in fixed]


def redeal_coins(game: Conspiracy, seat: int | None) -> None:
    """CON-C.4: swap a coin with a visible number for another of that number, other hidden coins for any."""
    loose, numbered = loose_coins(game, seat), numbered_coins(game, seat)
    turn = active_turn(game)
    before = list(turn.hand) if turn else []
    left = [coin for coin, _ in loose]
    for rank in RANKS:
        slots = [slot for slot in numbered if RANK[slot[0]] == rank]
        pool = [coin for coin, _ in slots] + [coin for coin in left if RANK[coin] == rank]
        left = [coin for coin in left if RANK[coin] != rank]
        shuffle(game.chance, pool)
        for _, put in slots:
            put(pool.pop())
        left += pool
    shuffle(game.chance, left)
    for (_, put), coin in zip(loose, left, strict=True):
        put(coin)
    if turn is not None:
        now = dict(zip(before, turn.hand, strict=True))
        turn.seen = tuple(SeenCoin(now[sight.coin], sight.giver) for sight in turn.seen)


def loose_coins(game: Conspiracy, seat: int | None) -> list[Slot]:
    """Coins of which the seat sees nothing: in the bag, in another's hand, given among others, drawn for goals."""
    slots = put_into(game.bag)
    turn = active_turn(game)
    if turn is not None and turn.seat != seat:
        slots += put_into(turn.hand, [coin.coin for coin in turn.seen if coin.giver in (seat, BY_NUMBER)])
    for to, gifts in enumerate(game.gifts):
        slots += [
            (gift.coin, gift_putter(gifts, place)) for place, gift in enumerate(gifts) if seat not in (to, gift.giver)
        ]
    if choosing_goals(game):
        for other in range(len(game.goals)):
            if other != seat:
                slots += [(coin, goal_putter(game, other, place)) for place, coin in enumerate(game.goal_coins[other])]
    return slots


def gift_putter(gifts: list[GivenCoin], place: int) -> Callable[[str], None]:
    """A function that replaces a given coin."""

    def put(coin: str) -> None:
        gifts[place] = GivenCoin(coin, gifts[place].giver)

    return put


def goal_putter(game: Conspiracy, seat: int, place: int) -> Callable[[str], None]:
    """A function that replaces a coin drawn for a goal."""

    def put(coin: str) -> None:
        coins = list(game.goal_coins[seat])
        coins[place] = coin
        game.goal_coins[seat] = tuple(coins)

    return put


def numbered_coins(game: Conspiracy, seat: int | None) -> list[Slot]:
    """Coins of which the seat knows only the number.

    Coins saved by others, taken back by them into the hand, or number side up and never seen on the other side.
    """
    slots: list[Slot] = []
    for owner, coin in enumerate(game.saved):
        if coin is not None and owner != seat:
            slots.append((coin, saved_putter(game, owner)))
    turn = active_turn(game)
    if turn is not None and turn.seat != seat:
        shown = {sight.coin for sight in turn.seen if sight.giver == BY_NUMBER}
        slots += put_into(turn.hand, [coin for coin in turn.hand if coin not in shown])
    for position, lying in sorted(game.coins.items()):
        if not lying.symbol_up and not knows(lying.known, seat):
            slots.append((lying.coin, coin_putter(game, position)))
    return slots


def saved_putter(game: Conspiracy, owner: int) -> Callable[[str], None]:
    """A function that replaces a saved coin."""

    def put(coin: str) -> None:
        game.saved[owner] = coin

    return put


def coin_putter(game: Conspiracy, position: int) -> Callable[[str], None]:
    """A function that replaces a coin on the board."""

    def put(coin: str) -> None:
        lying = game.coins[position]
        game.coins[position] = LyingCoin(coin, lying.direction, lying.symbol_up, lying.known)

    return put


def redeal_tiles(game: Conspiracy, seat: int | None) -> None:
    """CON-C.3: the tiles of others, tiles out of the game, and face-down tiles that the seat has not seen."""
    slots = put_into(game.unused)
    for owner, held in enumerate(game.held):
        if owner != seat:
            slots += put_into(held, [sight.tile for sight in game.seen[owner] if knows(sight.known, seat)])
    for cell, lying in sorted(game.tiles.items()):
        if not lying.face_up and not knows(lying.known, seat):
            slots.append((lying.tile, tile_putter(game, cell)))
    before = [list(held) for held in game.held]
    tiles = [tile for tile, _ in slots]
    shuffle(game.chance, tiles)
    for (_, put), tile in zip(slots, tiles, strict=True):
        put(tile)
    for owner, held in enumerate(game.held):
        now = dict(zip(before[owner], held, strict=True))
        game.seen[owner] = tuple(SeenTile(now[sight.tile], sight.known) for sight in game.seen[owner])
        held.sort()


def tile_putter(game: Conspiracy, cell: int) -> Callable[[str], None]:
    """A function that replaces a tile on the board."""

    def put(tile: str) -> None:
        lying = game.tiles[cell]
        game.tiles[cell] = LyingTile(tile, lying.face_up, lying.known)

    return put


def redeal_goals(game: Conspiracy, seat: int | None) -> None:
    """CON-S.5: the goals of others, made from coins that they may have drawn; CON-9.b: they fit every marked tile."""
    for _ in range(TRIES):
        found = deal_goals(game, seat)
        if found is not None:
            game.goals, game.goal_coins = [goal for goal, _ in found], [coins for _, coins in found]
            return


def deal_goals(game: Conspiracy, seat: int | None) -> list[tuple[Goal | None, tuple[str, ...]]] | None:
    """One attempt: a goal and three coins for every seat; None if some seat has no possible goal."""
    pool = [coin for coin in PIECES if seat is None or coin not in game.goal_coins[seat]]
    shuffle(game.chance, pool)
    goals: list[Goal | None] = []
    needed: list[list[str]] = []
    for other, goal in enumerate(game.goals):
        if other == seat:
            goals.append(goal)
            needed.append(list(game.goal_coins[other]))
            continue
        fitting = [goal] if other in game.disclosed and goal else possible_goals(game, other)
        chosen = pick(game.chance, fitting)
        coins = serving(game.chance, pool, chosen)
        if coins is None:
            return None
        pool = [coin for coin in pool if coin not in coins]
        goals.append(chosen)
        needed.append(coins)
    for coins in needed:
        while len(coins) < HAND:
            coins.append(pool.pop())
    return [(goal, tuple(coins)) for goal, coins in zip(goals, needed, strict=True)]


def possible_goals(game: Conspiracy, seat: int) -> list[Goal]:
    """CON-9.b: the goals of which every tile that was ever marked shows the suit or the number."""
    every = [Goal(suit, number) for suit in SUITS for number in RANKS]
    return [goal for goal in every if all(shows(tile, goal) for tile in game.ever_marked[seat])]


def serving(chance: Chance, pool: list[str], goal: Goal) -> list[str] | None:
    """CON-S.5: one or two coins of the pool that show the suit and the number; empty if there are none."""
    suited = [coin for coin in pool if SUIT[coin] == goal.suit]
    numbered = [coin for coin in pool if RANK[coin] == goal.number]
    if not suited or not numbered:
        return None
    return list(dict.fromkeys((pick(chance, suited), pick(chance, numbered))))


def seal_again(game: Conspiracy, seat: int | None) -> None:
    """CON-S.5, CON-O.4.g: replace the sealed answers of others in a decision for several seats."""
    now = pending(game)
    for other in now.answers if now else ():
        if now is not None and other != seat:
            match = game.stack[-1]
            boxes = goal_boxes(game, match, other) if isinstance(match, Match) else GAP_BOXES
            now.answers[other] = boxes.sample(lambda sides: draw(game.chance, sides))
    for other in range(len(game.standing_orders)):
        if other != seat:
            game.standing_orders[other] = {}
