"""The schemer at a table of Truce: what it does in positions where it is clear what is right."""

from __future__ import annotations

import pytest

from turncoat.bots.match import Match, derive, seat_bots
from turncoat.games import ruleset
from turncoat.games.truce.bot import Schemer, forecast
from turncoat.games.truce.bot.imagine import resolved
from turncoat.games.truce.choices import choices, gifts
from turncoat.games.truce.events import ActionsRevealed, GiftGiven, RoundBegan, SupportArrived
from turncoat.games.truce.state import Attack, Defend, Gift, Loot, Options, Pass, Support, Truce, TruceAction
from turncoat.games.truce.view import TruceView
from turncoat.kernel.chance import Chance
from turncoat.kernel.promise import Answer, Message, Pledge, Say

ME, BARNEY, CELESTE, DARCY = range(4)
REPUTATION = 40
"""Promises that somebody has kept, so that their word is as good as done."""


def schemer(seats: int = 4, *, trusted: bool = True, key: int = 7) -> Schemer:
    """A schemer who trusts everybody, or nobody in particular."""
    bot = Schemer(ME, seats, Chance(bytes([key]) * 32))
    for word in bot.bargainer.word.values():
        word[0] = REPUTATION if trusted else 0
    return bot


def view(*supplies: int, stash: int = 1, round_: int = 1, rounds: int = 10) -> TruceView:
    """What the schemer sees."""
    empty = (0,) * len(supplies)
    shown = (False,) * len(supplies)
    return TruceView(ME, Options(rounds=rounds), round_, True, supplies, empty, stash, 0, shown, empty, winners=())


def promised(who: int, act: str, *, will: bool = True, to: tuple[int, ...] = (ME,), **fields: int) -> Message:
    """Somebody's word."""
    return Message(who, Say(to, promise=Pledge(who, act, dict(fields), will)))


def answer(bot: Schemer, seen: TruceView) -> TruceAction:
    return bot.answer(seen, choices(len(seen.supplies))[ME][seen.supplies[ME] > 0])


def talk(bot: Schemer, seen: TruceView) -> list[Say]:
    return bot.talk(seen, choices(len(seen.supplies))[ME][seen.supplies[ME] > 0])


def asked(who: int, act: str, offer: Pledge | None = None, **fields: int) -> Message:
    """Somebody asks the schemer for something."""
    return Message(who, Say((ME,), request=Pledge(ME, act, dict(fields)), offer=offer))


# --- what it does -----------------------------------------------------------------------------


def test_a_large_stash_that_nobody_else_wants_is_looted() -> None:
    """TRU-7.2: all the others have promised to pass."""
    bot = schemer()
    for rival in (BARNEY, CELESTE, DARCY):
        bot.read(promised(rival, "pass"))
    assert answer(bot, view(3, 3, 3, 3, stash=5)) == Loot()


def test_a_known_looter_is_attacked_without_support() -> None:
    """TRU-8.1: looters cannot resist."""
    bot = schemer()
    bot.read(promised(BARNEY, "loot"))
    for rival in (CELESTE, DARCY):
        bot.read(promised(rival, "pass"))
    assert answer(bot, view(3, 3, 3, 3, stash=3, round_=10)) == Attack(BARNEY)


@pytest.mark.parametrize("key", range(5))
def test_nobody_is_attacked_without_hope(key: int) -> None:
    """TRU-8.2: an unsupported attack on somebody who does not loot always fails."""
    bot = schemer(key=key)
    for rival in (BARNEY, CELESTE, DARCY):
        bot.read(promised(rival, "defend"))
    assert not isinstance(answer(bot, view(3, 3, 3, 3)), Attack)


def test_with_a_friend_behind_it_the_leader_is_attacked_in_the_last_round() -> None:
    """TRU-8.2 and TRU-11.2: one coin from the leader turns the game."""
    bot = schemer()
    bot.read(promised(CELESTE, "support", target=ME))
    for rival in (BARNEY, DARCY):
        bot.read(promised(rival, "pass"))
    assert answer(bot, view(5, 7, 2, 2, round_=10)) == Attack(BARNEY)


def test_whoever_supports_you_has_no_defence() -> None:
    """The simplest backstab: the leader's own support carries the attack on the leader."""
    bot = schemer()
    bot.read(promised(BARNEY, "support", target=ME))
    for rival in (CELESTE, DARCY):
        bot.read(promised(rival, "pass"))
    assert answer(bot, view(5, 7, 2, 2, round_=10)) == Attack(BARNEY)


def test_the_lead_is_held_against_a_supported_attack_in_the_last_round() -> None:
    """TRU-8.2: ties go to the defender."""
    bot = schemer(5)
    bot.read(promised(BARNEY, "attack", target=ME))
    bot.read(promised(CELESTE, "support", target=BARNEY))
    bot.read(promised(DARCY, "support", target=ME))
    bot.read(promised(4, "loot"))
    assert answer(bot, view(6, 5, 2, 2, 5, round_=10)) in (Defend(), Attack(BARNEY), Attack(4))


def test_without_coins_it_supports_or_passes() -> None:
    """TRU-3.10."""
    assert isinstance(answer(schemer(), view(0, 3, 3, 3)), Support | Pass)


def test_the_tie_break_decides_whom_a_player_without_hope_of_coins_needs() -> None:
    """TRU-11.3: level with the leader and supported more, it does not throw the support away by supporting."""
    bot = schemer()
    bot.read(promised(CELESTE, "support", target=ME))
    bot.read(promised(DARCY, "pass"))
    bot.read(promised(BARNEY, "defend"))
    chosen = answer(bot, view(6, 6, 1, 1, round_=10))
    assert not isinstance(chosen, Support)


# --- what its word is worth -------------------------------------------------------------------


def bound_to_spare_barney(round_: int, rounds: int) -> tuple[Schemer, TruceView]:
    """It has promised not to attack Barney, who leads, and has support for doing so."""
    bot, seen = schemer(), view(5, 7, 2, 2, round_=round_, rounds=rounds)
    bot.read(Message(BARNEY, Say((ME,), request=Pledge(ME, "attack", {"target": BARNEY}, will=False))))
    assert Answer.AGREE in [said.answer for said in talk(bot, seen)]
    bot.read(promised(CELESTE, "support", target=ME))
    for rival in (BARNEY, DARCY):
        bot.read(promised(rival, "pass"))
    return bot, seen


def test_a_promise_is_kept_while_the_game_is_long() -> None:
    """TRU-14.2: nothing enforces it; the next rounds do."""
    bot, seen = bound_to_spare_barney(1, 20)
    assert answer(bot, seen) != Attack(BARNEY)


def test_a_promise_is_broken_when_that_wins_the_game() -> None:
    """TRU-14.2: lying is allowed, and there is no next round."""
    bot, seen = schemer(), view(5, 7, 2, 2, round_=10)
    pledge = Pledge(ME, "attack", {"target": BARNEY}, will=False)
    bot.bargainer._give((BARNEY,), pledge, None)
    bot.read(promised(CELESTE, "support", target=ME))
    for rival in (BARNEY, DARCY):
        bot.read(promised(rival, "pass"))
    assert answer(bot, seen) == Attack(BARNEY)


def test_it_remembers_who_kept_and_who_broke_a_promise() -> None:
    """TRU-12.2: everything that was done is known."""
    bot = schemer(trusted=False)
    bot.read(promised(BARNEY, "support", target=ME))
    bot.read(promised(CELESTE, "support", target=ME))
    bot.hear(ActionsRevealed(1, (Pass(), Support(ME), Attack(ME), Pass()), ()))
    seen = view(3, 3, 3, 3)
    assert bot.memory.credit(BARNEY, seen) > bot.memory.credit(DARCY, seen) > bot.memory.credit(CELESTE, seen)


def test_a_word_is_worth_less_in_the_last_round() -> None:
    bot = schemer()
    assert bot.memory.credit(BARNEY, view(3, 3, 3, 3, round_=10)) < bot.memory.credit(BARNEY, view(3, 3, 3, 3))


# --- what it says -----------------------------------------------------------------------------


def test_it_proposes_a_deal_that_a_program_can_read() -> None:
    (said,) = talk(schemer(), view(3, 3, 3, 3))
    assert said.request is not None
    assert said.offer is not None
    assert (said.request.who, said.offer.who) == (said.to[0], ME)


def test_it_does_not_repeat_itself_for_ever() -> None:
    bot, seen = schemer(), view(3, 3, 3, 3)
    assert sum(len(talk(bot, seen)) for _ in range(10)) <= 2


def test_a_fair_deal_is_accepted() -> None:
    """Barney offers support for an attack on the leader: that is a coin for nothing."""
    bot, seen = schemer(), view(3, 3, 6, 3)
    bot.read(asked(BARNEY, "attack", Pledge(BARNEY, "support", {"target": ME}), target=CELESTE))
    assert talk(bot, seen)[0].answer is Answer.AGREE
    assert bot.bargainer.given[0].state.pledge == Pledge(ME, "attack", {"target": CELESTE})
    assert bot.bargainer.taken[0].state.pledge == Pledge(BARNEY, "support", {"target": ME})


def test_help_that_is_paid_for_is_given_sooner() -> None:
    """TRU-4.2: a coin in the Spoils counts."""
    free, paid, seen = schemer(), schemer(), view(3, 3, 3, 3)
    boxes = choices(4)[ME][True]
    gift = Pledge(BARNEY, "give", {"to": ME, "coins": 1})
    worth = [
        bot._with_price(Support(BARNEY), price, BARNEY, seen, bot._forecast(seen, boxes))
        for bot, price in ((free, None), (paid, gift))
    ]
    assert worth[1] > worth[0]


def test_a_known_liar_who_wants_something_for_nothing_is_turned_down() -> None:
    bot, seen = schemer(), view(3, 6, 3, 3)
    bot.bargainer.word[BARNEY] = [0, REPUTATION]
    bot.read(asked(BARNEY, "support", target=BARNEY))
    assert talk(bot, seen)[0].answer is Answer.NO


def test_what_cannot_be_done_is_not_promised() -> None:
    """TRU-3.10: without a coin there is no attack."""
    bot, seen = schemer(), view(0, 3, 3, 3)
    bot.read(asked(BARNEY, "attack", target=CELESTE))
    assert talk(bot, seen)[0].answer is Answer.NO


@pytest.mark.parametrize("will", [True, False])
def test_gifts_are_not_promised(will: bool) -> None:
    """TRU-4.2: no reveal shows whether such a word was kept."""
    bot, seen = schemer(), view(5, 3, 3, 3)
    request = Pledge(ME, "give", {"to": BARNEY, "coins": 1}, will)
    bot.read(Message(BARNEY, Say((ME,), request=request)))
    assert talk(bot, seen)[0].answer is Answer.NO


@pytest.mark.parametrize(
    "odd",
    [
        Pledge(BARNEY, "support", {"target": 99}),
        Pledge(BARNEY, "support", {"target": "me"}),
        Pledge(BARNEY, "support", {}),
        Pledge(BARNEY, "give", {"to": ME, "coins": 1000}),
        Pledge(BARNEY, "dance", {"step": (1, 2)}),
        Pledge(DARCY, "support", {"target": ME}),
    ],
)
def test_odd_pledges_do_not_confuse_it(odd: Pledge) -> None:
    """Anybody can send anything; it must still answer."""
    bot, seen = schemer(), view(3, 3, 3, 3)
    bot.read(Message(BARNEY, Say((ME,), promise=odd, request=Pledge(ME, "loot"), offer=odd)))
    bot.read(Message(BARNEY, Say((ME,), request=Pledge(ME, odd.act, odd.fields))))
    talk(bot, seen)
    assert answer(bot, seen) in choices(4)[ME][True]


def test_what_was_agreed_is_paid_before_the_reveal() -> None:
    """TRU-4.2: the coin is in the other's Spoils before the seals are broken."""
    bot, seen = schemer(), view(6, 3, 3, 3)
    gift = Pledge(ME, "give", {"to": BARNEY, "coins": 1})
    bot.bargainer.propose(BARNEY, ("For a coin?",), Pledge(BARNEY, "support", {"target": ME}), gift)
    bot.read(Message(BARNEY, Say((ME,), about=1, answer=Answer.AGREE)))
    assert bot.beside(seen, gifts(4, ME, 6)) == Gift(BARNEY, 1)
    assert bot.beside(seen, gifts(4, ME, 5)) is None


def test_what_the_other_promises_without_a_word_is_promised_in_return() -> None:
    bot, seen = schemer(), view(3, 3, 3, 3)
    (said,) = talk(bot, seen)
    bot.read(Message(said.to[0], Say((ME,), promise=said.request)))
    assert [reply.promise for reply in talk(bot, seen)] == [said.offer]


def test_whoever_never_replies_is_left_alone() -> None:
    bot, seen = schemer(), view(3, 3, 3, 3)
    spoken = 0
    for _ in range(12):
        bot.hear(RoundBegan(1, 10, 1))
        spoken += len(talk(bot, seen))
    bot.hear(RoundBegan(1, 10, 1))
    assert spoken > 0
    assert talk(bot, seen) == []


def test_plain_talk_gets_one_polite_reply() -> None:
    bot, seen = schemer(), view(3, 3, 3, 3)
    for _ in range(3):
        bot.read(Message(BARNEY, Say((ME,), "lovely weather")))
    replies = [said for said in talk(bot, seen) if said.to == (BARNEY,) and said.request is None]
    assert len(replies) == 1


def test_kindness_is_remembered() -> None:
    bot = schemer()
    bot.hear(SupportArrived((BARNEY, ME)))
    bot.hear(GiftGiven(BARNEY, ME, 1))
    assert bot.memory.habits[BARNEY].goodwill > bot.memory.habits[CELESTE].goodwill


# --- whole games ------------------------------------------------------------------------------


def test_it_beats_random_players() -> None:
    """One schemer among five random players, seats rotated: far more than its share of 24 games."""
    rules = ruleset("truce")
    won = 0.0
    for number in range(24):
        names = ["random"] * 6
        names[number % 6] = "schemer"
        bots = seat_bots("truce", names, f"beat {number}")
        result = Match(rules, rules.read_options({}), 6, derive(f"beat {number}"), bots).play()
        won += (number % 6 in result.winners) / len(result.winners)
        assert result.faults == []
    assert won >= 12


def test_schemers_among_themselves_make_deals_and_attack_with_support() -> None:
    rules = ruleset("truce")
    arrived = kept = 0
    for number in range(2):
        heard: list[object] = []
        bots = seat_bots("truce", ["schemer"] * 6, f"lively {number}")
        match = Match(rules, rules.read_options({}), 6, derive(f"lively {number}"), bots, ear=heard.append)
        result = match.play()
        assert result.faults == []
        arrived += sum(isinstance(event, SupportArrived) for event in heard)
        kept += sum(result.kept)
    assert arrived >= 5
    assert kept >= 5


# --- how far it thinks ------------------------------------------------------------------------


LONGEST_THOUGHT = 6_000
"""So many players' actions may be played out in imagination while one decision is talked over and answered."""


class Imagination:
    """Counts the players' actions that are played out in imagination."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.actions = 0
        self._resolved = resolved
        monkeypatch.setattr(forecast, "resolved", self._counted)

    def _counted(self, position: Truce, actions: list[TruceAction]) -> Truce:
        self.actions += len(actions)
        return self._resolved(position, actions)

    def of_a_decision(self, bot: Schemer, seen: TruceView) -> int:
        """How many it takes to talk over a new decision and to answer it."""
        before = self.actions
        bot.hear(RoundBegan(seen.round, seen.options.rounds, seen.stash))
        talk(bot, seen)
        answer(bot, seen)
        return self.actions - before


@pytest.fixture
def imagination(monkeypatch: pytest.MonkeyPatch) -> Imagination:
    return Imagination(monkeypatch)


PLAYERS = [3, 4, 6, 12, 30]


@pytest.mark.parametrize("players", PLAYERS)
def test_a_thought_goes_only_so_far(players: int, imagination: Imagination) -> None:
    """No decision may hold up a server, however many players there are: what is imagined is bounded."""
    bot, seen = schemer(players, trusted=False), view(*[4] * players, stash=3)
    spent = [imagination.of_a_decision(bot, seen) for _ in range(6)]
    assert 0 < max(spent) <= LONGEST_THOUGHT


def test_a_bot_that_thinks_too_far_is_noticed(imagination: Imagination, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault: a hundred guesses for one thought."""
    monkeypatch.setattr(forecast, "WORLDS", 100)
    bot, seen = schemer(30, trusted=False), view(*[4] * 30, stash=3)
    assert imagination.of_a_decision(bot, seen) > LONGEST_THOUGHT


def test_without_news_nothing_is_thought_out_again(imagination: Imagination) -> None:
    bot, seen = schemer(6), view(*[4] * 6, stash=3)
    imagination.of_a_decision(bot, seen)
    before = imagination.actions
    answer(bot, seen)
    assert imagination.actions == before
