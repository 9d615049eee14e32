"""Talk that begins like a whisper: ``say to agatha: WORDS`` and ``say agatha: WORDS`` are not for everybody."""

from __future__ import annotations

import re
from contextlib import suppress
from difflib import get_close_matches

from turncoat.kernel.errors import Unreadable
from turncoat.table.talk_grammar import EVERYBODY, TalkGrammar

ADDRESSED = 200
"""The most characters of talk that are searched for the names of those who are to hear it."""

LIKE = 0.75
"""How similar a word must be to a name to be taken for a misspelt one (``difflib``), from 0 to 1."""

_TO = re.compile(r"to\s+", re.IGNORECASE)


def said_to(talk_grammar: TalkGrammar, text: str) -> tuple[str, str] | None:
    """The names and words of ``say to NAME: WORDS``, which not everybody is to hear; None: everybody is.

    Args:
        talk_grammar: It knows the names of the table.
        text: What stands behind ``say``.

    Raises:
        Unreadable: it may be for some players only, and it is not clear for whom.
    """
    names, colon, words = text[:ADDRESSED].partition(":")
    to = _TO.match(names)
    names = names[to.end() :] if to else names
    if colon and words.strip():
        with suppress(Unreadable):
            talk_grammar.audience(names)
            return names.strip(), text.partition(":")[2].strip()
    known = {talk_grammar.names.label("seat", seat).casefold() for seat in range(talk_grammar.seats)}
    known |= {part.casefold() for part in talk_grammar.parts} | set(EVERYBODY)
    heard = [name.strip().casefold() for name in re.split(r",|\band\b", names) if name.strip()]
    begun = any(re.match(rf"{re.escape(name)}\b", names, re.IGNORECASE) for name in known.difference(EVERYBODY))
    if (to and begun) or (colon and any(get_close_matches(name, known, 1, LIKE) for name in heard)):
        how = "All would hear this. Write tell NAME: WORDS, or for all: tell all: WORDS."
        raise Unreadable(how, field="to")
    return None
