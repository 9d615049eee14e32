"""Tokens in addresses: the address alone gives a right, such as to read a calendar or to unsubscribe.

A token is ``purpose.subject.generation.mac``, in small letters and digits. Its mac is made with a secret that the
server has drawn once and keeps in its database, so that a backup keeps every link good. Raising the generation of a
purpose and subject invalidates all their older tokens. Programs and people may change the case of a token.
"""

from __future__ import annotations

import re
import secrets
from base64 import b32encode
from collections.abc import Callable
from hmac import compare_digest
from hmac import digest as hmac

from msgspec import Struct
from sqlalchemy import Engine, insert, select, update
from sqlalchemy.exc import IntegrityError

from turncoat.server.notices.schema import GENERATIONS, SERVER_VALUES

MAC = 16
"""How many characters a MAC has, each of five bits."""

_PARTS = re.compile(r"([a-z]{1,20})\.([a-z0-9-]{1,100})\.(0|[1-9][0-9]{0,8})\.([a-z2-7]{16})", re.ASCII)
_NAME = re.compile(r"[a-z]{1,20}\.[a-z0-9-]{1,100}", re.ASCII)


class Token(Struct, frozen=True):
    """The data in a token.

    Attributes:
        purpose: The only use of the token, in small letters: ``calendar``.
        subject: The person or thing it is for: small letters, digits and dashes.
        generation: The generation at which the token was made.
    """

    purpose: str
    subject: str
    generation: int = 0


class Tokens:
    """Makes tokens and checks them.

    Args:
        engine: The database, with the newest schema.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._secret = server_value(engine, "tokens", lambda: secrets.token_bytes(32))

    def mac(self, text: str) -> str:
        """The digest of a text under the server's secret: nobody else can make it, and it tells nothing of the text."""
        return b32encode(hmac(self._secret, text.encode(), "sha256")).decode().lower()[:MAC]

    def make(self, purpose: str, subject: str, generation: int = 0) -> str:
        """The text of a token.

        Raises:
            ValueError: the purpose or the subject has other signs than those a token can hold.
        """
        if not _NAME.fullmatch(f"{purpose}.{subject}"):
            raise ValueError(f"no token can be made for {purpose}.{subject}")
        said = f"{purpose}.{subject}.{generation}"
        return f"{said}.{self.mac(said)}"

    def read(self, text: str, purpose: str) -> Token | None:
        """The data of a token with this purpose; None: it is not one, or another server made it.

        It does not check that the generation is the present one (see ``generation``).
        """
        found = _PARTS.fullmatch(text.lower()) if text.isascii() else None
        if found is None:
            return None
        said, mac = text.lower().rpartition(".")[::2]
        good = compare_digest(mac, self.mac(said))
        return Token(found[1], found[2], int(found[3])) if good and found[1] == purpose else None

    def generation(self, purpose: str, subject: str) -> int:
        """The present generation: only its tokens work."""
        wanted = select(GENERATIONS.c.generation).where(
            GENERATIONS.c.purpose == purpose, GENERATIONS.c.subject == subject
        )
        with self.engine.connect().execution_options(reads=True) as connection:
            return connection.scalar(wanted) or 0

    def renew(self, purpose: str, subject: str) -> int:
        """Invalidate all tokens of this purpose and subject; returns the new generation."""
        at = (GENERATIONS.c.purpose == purpose, GENERATIONS.c.subject == subject)
        raised = update(GENERATIONS).where(*at).values(generation=GENERATIONS.c.generation + 1)
        with self.engine.begin() as connection:
            if not connection.execute(raised).rowcount:
                connection.execute(insert(GENERATIONS).values(purpose=purpose, subject=subject, generation=1))
            return int(connection.execute(select(GENERATIONS.c.generation).where(*at)).scalar_one())


def server_value(engine: Engine, name: str, make: Callable[[], bytes]) -> bytes:
    """The value that the server stores under this name; it is made when first needed."""
    wanted = select(SERVER_VALUES.c.value).where(SERVER_VALUES.c.name == name)
    with engine.connect().execution_options(reads=True) as connection:
        if (found := connection.scalar(wanted)) is not None:
            return bytes(found)
    try:
        with engine.begin() as connection:
            connection.execute(insert(SERVER_VALUES).values(name=name, value=make()))
    except IntegrityError:  # another process was first
        pass
    with engine.connect().execution_options(reads=True) as connection:
        return bytes(connection.execute(wanted).scalar_one())
