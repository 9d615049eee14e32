"""What people may be called: nothing blank, nothing that everybody would take for the Arbiter or for somebody else."""

from __future__ import annotations

from collections.abc import Iterable
from unicodedata import category, normalize

from turncoat.bots import seat_names
from turncoat.kernel.errors import NotAllowed
from turncoat.kernel.lexicon import plain
from turncoat.table.names import NAME_RULE, is_name

RESERVED = (
    *("Arbiter", "Host", "Turncoat", "Server", "System", "Admin", "Administrator", "Moderator", "Bot", "Table", "Seat"),
    *("all", "anybody", "anyone", "everybody", "everyone", "me", "myself", "nobody", "no one", "none", "public"),
    *("somebody", "someone", "spectator", "spectators", "the host", "the Arbiter", "they", "us", "we", "you"),
)
"""Words that pages and the Arbiter use for something other than a player."""

_SHAPES = (
    ("АВЕЅІЈКМНОРСТУХЬЗԚԜабвеѕіјкмнорстухьһԁԛԝѵӏԍӀ", "ABESIJKMHOPCTYXb3QWa6besijkmhopctyxbhdqwvlgI"),
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿαβγεηικνορτυχωϲϳσ", "ABEZHIKMNOPTYXCJabyenikvoptuxwcjo"),
    ("ՏՍՕԼոսօհցզյգ", "SUOLnuohgqjq"),
    ("ᎪᏴᏟᎠᎬᏀᎻᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᏃᎥ", "ABCDEGHJKLMPRSTVWZi"),
    ("ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "BPDTGKJCZFMNLSRVHWXYAEIOU"),
    ("01|ıɑɡøđħłŧØĐĦŁŦ", "olliagodhltODHLT"),
)
"""Letters of Cyrillic, Greek, Armenian, Cherokee and Lisu, digits and others, and the plain letters they look like."""

_PLAIN_LETTER = {ord(letter): like for letters, looks in _SHAPES for letter, like in zip(letters, looks, strict=True)}


def skeleton(name: str) -> str:
    """What a name looks like at a glance: whatever the alphabet, without marks and small signs, in small letters."""
    bare = normalize("NFKD", name.translate(_PLAIN_LETTER))
    seen = "".join(letter for letter in bare if not category(letter).startswith("M")).translate(_PLAIN_LETTER)
    signs = "".join(letter for letter in seen if not _is_small_sign(letter))
    return " ".join((signs if signs.strip() else seen).casefold().replace("rn", "m").split())


def _is_small_sign(letter: str) -> bool:
    """Whether a letter is a small mark, such as a dot or a dash, which people overlook in a name."""
    return category(letter).startswith("P") or category(letter) in {"Sk", "Sm"}


def look_alike(name: str, other: str) -> bool:
    """Whether two names are taken for each other; a capital I is also taken for a small l."""
    mine, theirs = ({skeleton(spelling), skeleton(spelling.replace("I", "l"))} for spelling in (name, other))
    return not mine.isdisjoint(theirs)


_RESERVED = {skeleton(word): word for word in RESERVED}


def check_apart(name: str, others: Iterable[str]) -> None:
    """Accept a name that differs enough from the other names at a table.

    Raises:
        NotAllowed: the name looks too much like one of them. The table itself refuses two equal names.
    """
    twin = next((other for other in others if plain(other) != plain(name) and look_alike(name, other)), None)
    if twin is not None:
        raise NotAllowed(f"This name looks like {twin}, who is here already; choose another one.", field="name")


def names_beside(own: str, many: int) -> list[str]:
    """This many names for other seats, none of which can be confused with this one."""
    names = seat_names(many + 2)
    return [name for name in names if plain(name) != plain(own) and not (own and look_alike(name, own))][:many]


def check_name(name: str) -> str:
    """A name of a seat or a person, without needless spaces.

    Raises:
        NotAllowed: it is empty, too long, partly invisible, or a word that stands for somebody else.
    """
    tidy = " ".join(name.split())
    if not is_name(tidy):
        raise NotAllowed(NAME_RULE, field="name")
    if (word := _RESERVED.get(skeleton(tidy))) is not None:
        raise NotAllowed(
            f'"{word}" means something else at a table, so nobody can have this name; choose another one.', field="name"
        )
    return tidy
