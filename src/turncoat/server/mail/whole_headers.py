"""Headers whose parts in ``<>`` are never broken or encoded, however long they are.

The library would write a Message-ID or an address of more than a line as encoded words (RFC 2047), which mail programs
do not read there: they would not show answers below the mail that they answer, and nobody could unsubscribe.
"""

from __future__ import annotations

from email.policy import EmailPolicy
from typing import Any

WHOLE = ("message-id", "in-reply-to", "references", "reply-to", "list-id", "list-unsubscribe")
"""The headers that hold such parts."""


class Whole(EmailPolicy):
    """Breaks these headers only between their parts."""

    def fold_binary(self, name: str, value: Any) -> bytes:  # as the library has it
        """The bytes of a header, as the relay gets them."""
        if name.lower() not in WHOLE:
            return super().fold_binary(name, value)
        return (f"{name}: " + f"{self.linesep} ".join(str(value).split()) + self.linesep).encode()


SMTP = Whole(linesep="\r\n")
SMTPUTF8 = Whole(linesep="\r\n", utf8=True)
