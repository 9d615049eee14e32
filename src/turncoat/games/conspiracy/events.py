"""What can happen in Conspiracy. What one seat learns and what all learn are two events (CON-I.6)."""

from __future__ import annotations

from turncoat.games.conspiracy.answers import AdvanceColumn, AttackCoin, Place, RevealCoin, RevealTile
from turncoat.kernel.events import Event


class GoalCoinsDrawn(Event, frozen=True, tag="goal_coins_drawn"):
    """For its owner alone: the three coins from which the goal is chosen, and the tiles dealt."""

    seat: int
    coins: tuple[str, ...]
    tiles: tuple[str, ...]


class GoalNoted(Event, frozen=True, tag="goal_noted"):
    """For its owner alone: the secret goal."""

    seat: int
    suit: str
    number: int


class GoalsNoted(Event, frozen=True, tag="goals_noted"):
    """Everybody has a goal; all coins are in the bag."""

    bag: int


class RoundBegan(Event, frozen=True, tag="round_began"):
    """A round begins. ``saved`` is the number each player shows; None is no coin."""

    round: int
    saved: tuple[int | None, ...]


class RolledOff(Event, frozen=True, tag="rolled_off"):
    """Players rolled one die each to decide between them."""

    seats: tuple[int, ...]
    faces: tuple[int, ...]


class OrderDetermined(Event, frozen=True, tag="order_determined"):
    """The determined order, the players who are free, and the first player."""

    order: tuple[int, ...]
    free: tuple[int, ...]
    first: int


class GapAnswered(Event, frozen=True, tag="gap_answered"):
    """Who of the free players wanted the next turn and who waited."""

    now: tuple[int, ...]
    wait: tuple[int, ...]


class ColumnRolled(Event, frozen=True, tag="column_rolled"):
    """The four dice for a column, in the order of suits.

    ``highest`` is the best face-up tile of each suit in its Future (0: none), ``successes`` says which dice count.
    """

    column: str
    dice: tuple[int, ...]
    highest: tuple[int, ...]
    successes: tuple[bool, ...]
    advances: bool


class ColumnAdvanced(Event, frozen=True, tag="column_advanced"):
    """Every tile in the Future of a column moved up one row, with its coins: from which cells."""

    column: str
    cells: tuple[str, ...]


class TileTaken(Event, frozen=True, tag="tile_taken"):
    """A tile went from the board to a player. ``tile`` is None if it lay face down."""

    seat: int
    cell: str
    tile: str | None


class TileReceived(Event, frozen=True, tag="tile_received"):
    """For its receiver alone: which tile it was that was taken face down."""

    seat: int
    cell: str
    tile: str


class CoinsBagged(Event, frozen=True, tag="coins_bagged"):
    """Coins went from these spaces to the bag; ``shown`` is the side that was up: a number or a suit."""

    spaces: tuple[str, ...]
    shown: tuple[str, ...]
    bag: int


class MarkReturned(Event, frozen=True, tag="mark_returned"):
    """The tile under a mark left the Present, and the mark went back."""

    seat: int
    cell: str


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """A player's turn begins; ``took_back`` says whether a saved coin went into the hand."""

    seat: int
    took_back: bool


class CoinsDrawn(Event, frozen=True, tag="coins_drawn"):
    """How many coins a player drew, and how many are left in the bag."""

    seat: int
    coins: int
    bag: int


class HandDrawn(Event, frozen=True, tag="hand_drawn"):
    """For its owner alone: the coins drawn."""

    seat: int
    coins: tuple[str, ...]


class MandatoryAdvancement(Event, frozen=True, tag="mandatory_advancement"):
    """The bag held too few coins: all columns advance once."""

    seat: int
    passes: int


class GiftsTaken(Event, frozen=True, tag="gifts_taken"):
    """Coins that others had given went into a player's hand."""

    seat: int
    coins: int


class CoinGiven(Event, frozen=True, tag="coin_given"):
    """A coin changed hands; which one is not shown."""

    giver: int
    to: int


class GiftSeen(Event, frozen=True, tag="gift_seen"):
    """For giver and receiver: the coin that changed hands."""

    giver: int
    to: int
    coin: str


class ActionChosen(Event, frozen=True, tag="action_chosen"):
    """A player spends action points; what nobody else may see of the answer is hidden in it."""

    seat: int
    action: Place | RevealCoin | AttackCoin | RevealTile | AdvanceColumn


class TileLaid(Event, frozen=True, tag="tile_laid"):
    """A tile was laid on the board, face down."""

    seat: int
    cell: str


class OwnTileLaid(Event, frozen=True, tag="own_tile_laid"):
    """For whoever laid it: which tile."""

    seat: int
    cell: str
    tile: str


class CoinPlaced(Event, frozen=True, tag="coin_placed"):
    """A coin was placed number side up."""

    seat: int
    space: str
    number: int
    direction: str


class OwnCoinPlaced(Event, frozen=True, tag="own_coin_placed"):
    """For whoever placed it: which coin."""

    seat: int
    space: str
    coin: str


class EffectRolled(Event, frozen=True, tag="effect_rolled"):
    """The two rolls for an unexpected effect, and the cell they name.

    ``column_dice`` ends with the roll that counts; more than one if some named no column. ``hit`` says whether a
    tile lies there.
    """

    seat: int
    column_dice: tuple[int, ...]
    row_die: int
    cell: str
    hit: bool


class TileTurned(Event, frozen=True, tag="tile_turned"):
    """An unexpected effect turned a tile over; ``tile`` is known to all, as it was or is face up."""

    cell: str
    tile: str
    face_up: bool


class CoinRevealed(Event, frozen=True, tag="coin_revealed"):
    """A coin was turned symbol side up; ``chain`` says whether a chain reaction did it."""

    space: str
    number: int
    suit: str
    chain: bool


class AttackJudged(Event, frozen=True, tag="attack_judged"):
    """An attack was compared. ``strength`` is None for a spiral that counts as high as its player wishes.

    ``against`` is the number to reach; 0 if nothing protects the target.
    """

    seat: int
    space: str
    target: str
    strength: int | None
    against: int
    success: bool


class AttackVoid(Event, frozen=True, tag="attack_void"):
    """The unexpected effect swept attacker or target away before they could be compared."""

    seat: int
    space: str
    target: str


class CoinTurnedBack(Event, frozen=True, tag="coin_turned_back"):
    """A coin that was hit was turned back to its number side."""

    space: str
    number: int


class TileRevealed(Event, frozen=True, tag="tile_revealed"):
    """A tile was turned face up; ``support`` is what its coins came to, ``stays`` whether that was enough."""

    seat: int
    cell: str
    tile: str
    support: int
    stays: bool


class Stopped(Event, frozen=True, tag="stopped"):
    """A player left action points unspent."""

    seat: int
    points: int


class CoinSaved(Event, frozen=True, tag="coin_saved"):
    """A player saved a coin; its number is seen by all."""

    seat: int
    number: int


class OwnCoinSaved(Event, frozen=True, tag="own_coin_saved"):
    """For its owner alone: the coin saved."""

    seat: int
    coin: str


class HandDiscarded(Event, frozen=True, tag="hand_discarded"):
    """How many coins a player put into the bag at the end of the turn."""

    seat: int
    coins: int
    bag: int


class TileMarked(Event, frozen=True, tag="tile_marked"):
    """A player marked a tile of the Present; which half of the goal it meets is not said."""

    seat: int
    cell: str
    tile: str


class GoalDisclosed(Event, frozen=True, tag="goal_disclosed"):
    """A goal was laid open, with the number of its halves that the Present shows on different tiles."""

    seat: int
    suit: str
    number: int
    halves: int


class GameEnded(Event, frozen=True, tag="game_ended"):
    """The game is over."""

    winners: tuple[int, ...]
    round: int


EVENTS: tuple[type[Event], ...] = (
    GoalCoinsDrawn,
    GoalNoted,
    GoalsNoted,
    RoundBegan,
    RolledOff,
    OrderDetermined,
    GapAnswered,
    ColumnRolled,
    ColumnAdvanced,
    TileTaken,
    TileReceived,
    CoinsBagged,
    MarkReturned,
    TurnBegan,
    CoinsDrawn,
    HandDrawn,
    MandatoryAdvancement,
    GiftsTaken,
    ActionChosen,
    CoinGiven,
    GiftSeen,
    TileLaid,
    OwnTileLaid,
    CoinPlaced,
    OwnCoinPlaced,
    EffectRolled,
    TileTurned,
    CoinRevealed,
    AttackJudged,
    AttackVoid,
    CoinTurnedBack,
    TileRevealed,
    Stopped,
    CoinSaved,
    OwnCoinSaved,
    HandDiscarded,
    TileMarked,
    GoalDisclosed,
    GameEnded,
)
