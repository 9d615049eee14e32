"""A scripted first game of Truce: five rounds, in which a promise is broken and a tie is won."""

from __future__ import annotations

from turncoat.games.truce.state import Attack, Defend, Gift, Loot, Pass, Support
from turncoat.kernel.lesson import Lesson, Move, Picture
from turncoat.kernel.promise import Pledge, Say

YOU, FIRST, SECOND, THIRD = range(4)


def promises(who: int, target: int, words: str) -> Say:
    """A message in which a player promises the learner to support a player."""
    return Say(to=(YOU,), text=words, promise=Pledge(who, "support", {"target": target}))


LESSON = Lesson(
    minutes=5,
    about="Loot, win an attack with help, believe a promise that is broken, and win by a tie.",
    seats=4,
    learner=YOU,
    options={"rounds": 5},
    moves=(
        Move(
            YOU,
            Loot(),
            guide="Everybody seals one action, and all are shown at once. The Stash has 1 coin: the looters share it.",
            rule="TRU-7.2",
        ),
        Move(FIRST, Pass(), says=(Say(text="Let us begin in peace."),)),
        Move(SECOND, Support(FIRST)),
        Move(THIRD, Defend()),
        # --- round 2: an attack needs a supporter
        Move(
            YOU,
            Attack(THIRD),
            guide="An attack succeeds only if it has more supporters than the target has in defence, and {1} has just "
            "promised you support. {3} has no supporter, so one is enough.",
            rule="TRU-8.2",
        ),
        Move(
            FIRST,
            Support(YOU),
            says=(promises(FIRST, YOU, "Take a coin from the one who defends: I am behind you."),),
        ),
        Move(SECOND, Loot()),
        Move(THIRD, Defend()),
        # --- round 3: equal strength fails
        Move(
            YOU,
            Support(FIRST),
            guide="It worked: you took 1 coin, and {1} kept the promise. Now support {1} against {2}, and watch: an "
            "attack that is only as strong as the defence fails.",
            rule="TRU-8.2",
        ),
        Move(FIRST, Attack(SECOND), says=(Say(to=(YOU,), text="One good turn deserves another: support me now."),)),
        Move(SECOND, Defend()),
        Move(THIRD, Support(SECOND)),
        # --- round 4: the betrayal
        Move(
            YOU,
            Loot(),
            guide="The attack failed: 1 supporter against 1. The Stash has 2 coins, {1} promises to support you, and "
            "a looter cannot resist any attack: do you trust {1}?",
            rule="TRU-8.1",
        ),
        Move(
            FIRST,
            Attack(YOU),
            says=(promises(FIRST, YOU, "Loot it all. Nobody will touch you while I stand behind you."),),
        ),
        Move(SECOND, Pass()),
        Move(THIRD, Defend()),
        # --- round 5: a gift, and the answer
        Move(
            YOU,
            Gift(THIRD, 1),
            guide="{1} broke the promise and took 1 coin and all that you gained: no agreement binds. {3} asks for a "
            "coin; a gift is paid at once, and everybody sees it.",
            rule="TRU-14.2",
        ),
        Move(
            YOU,
            Attack(FIRST),
            guide="This is the last round. {3} supports you, and {2} supports {3}: support is passed on, so you will "
            "have 2 supporters if both keep their word.",
            rule="TRU-5.2",
        ),
        Move(FIRST, Loot()),
        Move(SECOND, Support(THIRD), says=(promises(SECOND, THIRD, "I have had enough. I support you."),)),
        Move(
            THIRD,
            Support(YOU),
            says=(promises(THIRD, YOU, "Give me a coin, and I help you to get yours back."),),
        ),
    ),
    pictures=(
        Picture(
            8,
            "Truce, before the third round is sealed: the Stash in the middle, and before everybody the coins of "
            "their Supply.",
        ),
    ),
    closing="You and {1} have 5 coins each, and you win: with equal coins, most supporters in the last round win.",
    rule="TRU-11.3",
)
"""The lesson."""
