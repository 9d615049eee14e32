"""How bots speak: eight manners, one for each seat in turn, so that eight bots never say the same sentence."""

from __future__ import annotations

from msgspec import Struct


class Manner(Struct, frozen=True):
    """A manner of speaking: at least two lines for each occasion. Each is a whole sentence and names nobody.

    Attributes:
        opening: Lines before a bot's proposal or warning.
        trusting: Lines instead of these to a player who has kept every promise.
        wary: Lines instead of these to a player who has broken more promises than they kept.
        agree: Lines for agreeing to a request.
        refuse: Lines for refusing a request.
        cannot: Lines for when the request cannot be carried out.
        counter: Lines for a counter-offer.
        puzzled: Lines for talk that the bot does not understand.
        thanks: Lines to somebody who has kept a promise to the bot.
        reproach: Lines to somebody who has broken a promise.
        sorry: Lines for when the bot itself has broken a promise.
    """

    opening: tuple[str, ...]
    trusting: tuple[str, ...]
    wary: tuple[str, ...]
    agree: tuple[str, ...]
    refuse: tuple[str, ...]
    cannot: tuple[str, ...]
    counter: tuple[str, ...]
    puzzled: tuple[str, ...]
    thanks: tuple[str, ...]
    reproach: tuple[str, ...]
    sorry: tuple[str, ...]


POLITE = Manner(
    opening=("If I may.", "A word with you.", "With your permission."),
    trusting=("You have been as good as your word.", "It was a pleasure last time."),
    wary=("Let us forget what happened.", "I am willing to try once more."),
    agree=("With pleasure.", "You have my word.", "I shall be glad to."),
    refuse=("I am afraid not.", "You will forgive me if I decline.", "I would rather not."),
    cannot=("I could not even if I wished to.", "That is beyond me, I regret to say."),
    counter=("May I suggest something else?", "Perhaps this would suit us both."),
    puzzled=("Forgive me, I understand only requests and promises.", "Would you put that as a request or a promise?"),
    thanks=("You kept your word. I shall not forget it.", "Thank you. That was honourable."),
    reproach=("You gave me your word. I am disappointed.", "I had thought better of you."),
    sorry=("I regret that I could not keep my word.", "It was not personal. I apologise."),
)
BLUNT = Manner(
    opening=("Listen.", "Straight to it.", "Simple question."),
    trusting=("You keep your word. Good.", "It worked last time."),
    wary=("You lied to me. Last chance.", "I remember what you did."),
    agree=("Done.", "Yes.", "Fine by me."),
    refuse=("No.", "Forget it.", "Not this time."),
    cannot=("Cannot be done.", "No way to do that now."),
    counter=("No. This.", "Here is what I want."),
    puzzled=("Talk in requests and promises. I get nothing else.", "Ask me for something or promise something."),
    thanks=("You did what you said. Good.", "Straight. I like that."),
    reproach=("You lied.", "So that is what you are worth."),
    sorry=("I broke it. I had to.", "Yes, that was me. Deal with it."),
)
MERRY = Manner(
    opening=("Ha, there you are!", "Guess what?", "Here is a merry thought."),
    trusting=("My favourite neighbour!", "What a fine pair we make."),
    wary=("No hard feelings, you rascal.", "You owe me a laugh."),
    agree=("Why not? I am in!", "Oh, this will be fun. Agreed.", "Count me in!"),
    refuse=("Ha! No.", "Nice try.", "Flattering, but no."),
    cannot=("I would, but my arms are too short.", "A lovely idea, and quite impossible."),
    counter=("Wait, I have a funnier idea.", "How about this for a change?"),
    puzzled=("Charming! But I only speak in promises and requests.", "I laugh at everything. Ask me for something."),
    thanks=("You really did it! Drinks on me.", "Look at that, an honest soul."),
    reproach=("Ouch. And I even liked you.", "Well played, you scoundrel."),
    sorry=("Oops. My hand slipped.", "You should have seen your face. Sorry!"),
)
CAREFUL = Manner(
    opening=("Between the two of us.", "Quietly now.", "I have been thinking."),
    trusting=("I think I can rely on you.", "You have not let me down so far."),
    wary=("I am not sure that I should ask you.", "This time I shall watch you."),
    agree=("Very well, if you keep your side.", "I think that is safe. Agreed.", "All right, carefully."),
    refuse=("That is too risky for me.", "I do not dare.", "Better not."),
    cannot=("I do not see how I could.", "As far as I can tell that is impossible."),
    counter=("I would feel safer with this.", "Something smaller, perhaps."),
    puzzled=("I am careful with words: only requests and promises.", "I am not sure what you mean. Make it an offer."),
    thanks=("You kept your promise. That helps me.", "I was worried for nothing. Thank you."),
    reproach=("I feared as much.", "I should have known. You broke your promise."),
    sorry=("I was afraid, so I broke my promise.", "I had no choice, I believe. Sorry."),
)
TRADER = Manner(
    opening=("A fair trade.", "Here is an offer.", "Let us talk business."),
    trusting=("Your credit is good with me.", "You pay your debts, so here is another."),
    wary=("You still owe me for the last one.", "Your credit is low, but a deal is a deal."),
    agree=("Sold.", "That is a fair price.", "We have a deal."),
    refuse=("The price is wrong.", "I do not buy that.", "That would cost me more than it brings."),
    cannot=("I do not have that in store.", "That is not mine to sell."),
    counter=("My price is this.", "I can offer you better terms."),
    puzzled=("I trade in requests and promises, not in words.", "Name a deal, and I name a price."),
    thanks=("Paid in full. A pleasure.", "You delivered. I note it in my book."),
    reproach=("That is a debt. I collect debts.", "Bad payer. I have written it down."),
    sorry=("The market changed. I could not deliver.", "I had a better bid. That is trade."),
)
VETERAN = Manner(
    opening=("In my day we settled this quickly.", "Take it from an old hand.", "I have seen this before."),
    trusting=("There are few left like you.", "You are of the old school."),
    wary=("I have been fooled by better people than you.", "I am old, not forgetful."),
    agree=("So be it.", "Shake on it.", "We did it like that at the old table, too."),
    refuse=("I am too old for that.", "I learned not to, long ago.", "Ask somebody younger."),
    cannot=("My old bones cannot do that.", "Nobody ever managed that, and I shall not."),
    counter=("We used to do it this way.", "Let an old hand suggest something."),
    puzzled=("My ears are bad: only promises and requests get through.", "Speak up, in requests or promises."),
    thanks=("A promise kept. That is rare nowadays.", "You did as you said. I drink to that."),
    reproach=("I have buried friendships for less.", "In my day a promise was a promise."),
    sorry=("I did what old soldiers do. Forgive me.", "I broke it, and I have done worse."),
)
BRISK = Manner(
    opening=("Quick one.", "No time to lose.", "Now or never."),
    trusting=("Same as before?", "It went well, so once more."),
    wary=("No tricks this time.", "Prove that you can keep a promise."),
    agree=("Agreed, go.", "Right, let us move.", "Good, settled."),
    refuse=("No time for that.", "Pass.", "Other plans."),
    cannot=("Out of reach.", "Not in my power now."),
    counter=("Faster this way.", "Swap it for this."),
    puzzled=("Requests or promises, please. Keep it short.", "Less chat. What do you want me to do?"),
    thanks=("Promise kept, noted, thanks.", "Reliable. Next."),
    reproach=("Promise broken, noted.", "That was your last free one."),
    sorry=("Change of plan. Sorry.", "I had to turn round quickly."),
)
DREAMY = Manner(
    opening=("I had a dream about us.", "The wind has turned.", "Imagine this."),
    trusting=("Your word is like morning light.", "I always knew that you were true."),
    wary=("There is a cloud between us.", "Even shadows may keep a promise."),
    agree=("It was meant to be.", "So the stars agree.", "Yes, I can see it before me."),
    refuse=("It does not feel right.", "My heart says no.", "I see a darker end to that."),
    cannot=("Not in this world.", "I looked for a way and found none."),
    counter=("I see another road.", "What if the tale went like this?"),
    puzzled=("Beautiful. Yet I understand only what is asked or promised.", "Your words drift away. Ask or promise."),
    thanks=("You kept faith, and the day is brighter.", "The dream was true."),
    reproach=("You broke something that was beautiful.", "So it was only a dream."),
    sorry=("The wind carried me away from my promise.", "I woke up, and my promise was gone."),
)

MANNERS = (POLITE, BLUNT, MERRY, CAREFUL, TRADER, VETERAN, BRISK, DREAMY)
"""The manners of the seats, from the first on; the ninth seat has the first manner again."""

PLAIN_TALK = frozenset(
    line
    for manner in MANNERS
    for lines in (manner.puzzled, manner.thanks, manner.reproach, manner.sorry)
    for line in lines
)
"""Lines without promise or request that other bots ignore."""


def manner_of(seat: int) -> Manner:
    """The manner of the bot at a seat."""
    return MANNERS[seat % len(MANNERS)]
