"""The only way to send to addresses that people type in: webhooks and push services.

Without its checks anyone could make the server send to machines that only the server reaches. A name is resolved once,
every address of it must be one of the public internet, and the socket goes to an address that was checked. Nothing
follows a redirect and no proxy is used. An operator can allow more networks (``reach``), and for those also plain http.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, urlsplit

from msgspec import Struct

from turncoat.kernel.errors import NotAllowed, Refusal, Unreadable
from turncoat.server.limits import Limits
from turncoat.server.notices.names import Names, NotAsked

if TYPE_CHECKING:
    import ssl

    import httpcore2
    from httpcore2 import SOCKET_OPTION

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
"""Gives the addresses of a host, as text."""

LONGEST_URL = 2048
"""The greatest length of a target's address, in characters."""

SECONDS = 6.0
"""How many seconds resolving, connecting, sending and the answer may take together."""

MOST_BYTES = 64 * 1024
"""How many bytes of an answer are read."""

NAMES = 16
"""For how many owners names are resolved at the same time."""

TESTED_NAMES = 4
"""The same for test messages, which delay no notice."""

HTTPS = 443
LOWEST_PORT = 1024
"""The lowest allowed port except 443: mail servers are below it."""

_PUBLIC_6 = ip_network("2000::/3")
_NOT_PUBLIC = tuple(map(ip_network, ("192.88.99.0/24", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")))
"""Exceptions in the public ranges: relays, tunnels (6to4, Teredo) and documentation. A tunnel may lead to an address in
a private network."""


class NotSent(Refusal):
    """The message was not sent: no server there, or no answer in time."""

    kind = "not_sent"


class NotTried(NotSent):
    """This server was busy; the address may be right."""


class Answer(Struct, frozen=True):
    """The answer of the receiving server.

    Attributes:
        status: The HTTP status.
        retry_after: The header ``Retry-After``; empty: there is none.
        text: The beginning of the answer, at most ``MOST_BYTES``.
    """

    status: int
    retry_after: str = ""
    text: str = ""


def networks(reach: Sequence[str]) -> tuple[Network, ...]:
    """The networks that a setting names.

    Raises:
        ValueError: one of them is no network.
    """
    return tuple(map(ip_network, reach))


def is_public(address: Address) -> bool:
    """Whether an address belongs to one machine of the public internet."""
    if any(address in network for network in _NOT_PUBLIC):
        return False
    if isinstance(address, IPv6Address):
        return address in _PUBLIC_6
    return address.is_global and not address.is_multicast and not address.is_reserved


class Outgoing:
    """Sends to addresses that people type in, after checks.

    Args:
        reach: Networks besides the public internet that may be reached, such as ``10.0.0.0/8``.
        resolve: Resolves host names; tests replace it.
        limits: Count what is sent for each owner; None: nothing is counted.

    Raises:
        ValueError: ``reach`` holds something that is no network.
    """

    def __init__(self, reach: Sequence[str] = (), resolve: Resolve | None = None, limits: Limits | None = None) -> None:
        self.reach = networks(reach)
        self.resolve, self.limits = resolve, limits
        self._names, self._tested = Names(NAMES, "turncoat-names"), Names(TESTED_NAMES, "turncoat-tested-names")

    def close(self) -> None:
        """Stop the threads that resolve names."""
        self._names.close()
        self._tested.close()

    def check(self, url: str, field: str = "url") -> SplitResult:
        """An address as it is written down, taken apart; where it leads is checked again with every sending.

        Raises:
            Unreadable: it is not an address of the web.
            NotAllowed: nothing is sent to such an address.
        """
        if len(url) > LONGEST_URL or not url.isascii() or not url.isprintable() or set(url) & set(' \\"<>^`{|}'):
            sentence = (
                f"An address must be written in at most {LONGEST_URL} plain characters, such as https://host/path."
            )
            raise Unreadable(sentence, field=field)
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            raise Unreadable("This is not an address of the web.", field=field) from None
        if parts.scheme not in ("https", "http") or (parts.scheme == "http" and not self.reach):
            raise NotAllowed("The address must begin with https://.", field=field)
        host = parts.hostname or ""
        if not host or host.endswith(".") or set("@%") & set(parts.netloc) or "#" in url:
            sentence = "The address must name a host, with no user, zone, final dot or part after #."
            raise NotAllowed(sentence, field=field)
        if port not in (None, HTTPS) and port < LOWEST_PORT:
            raise NotAllowed(f"The port must be {HTTPS}, or at least {LOWEST_PORT}.", field=field)
        self._check_number(host, plain=parts.scheme == "http", field=field)
        return parts

    def _check_number(self, host: str, *, plain: bool, field: str) -> None:
        """Check an address that is a number, without a name server."""
        try:
            address = ip_address(host)
        except ValueError:
            return
        if not self._may(address, plain=plain):
            raise NotAllowed("Nothing is sent to this address: it is not one of the public internet.", field=field)

    def _may(self, address: Address, *, plain: bool) -> bool:
        allowed = any(address in network for network in self.reach)
        return allowed or (not plain and is_public(address))

    async def addresses(self, host: str, port: int, resolve: Resolve, *, plain: bool) -> list[str]:
        """The addresses of a host, all of them allowed.

        Raises:
            NotAllowed: one of them may not be.
            NotSent: there is no such host.
            NotTried: no name server was asked.
        """
        try:
            found = [ip_address(address) for address in await resolve(host, port)]
        except NotAsked:
            raise NotTried("The server is busy; nothing was sent.", field="url") from None
        except (OSError, UnicodeError, ValueError):
            found = []
        if not found:
            raise NotSent(f"There is no host {host[:80]}.", field="url")
        if not all(self._may(address, plain=plain) for address in found):
            raise NotAllowed("Nothing is sent to this host: it is not one of the public internet.", field="url")
        return list(map(str, found))

    async def post(
        self, url: str, content: bytes, headers: Mapping[str, str], owner: str = "", *, test: bool = False
    ) -> Answer:
        """Send something and return what came back, whatever its status.

        Args:
            url: The address to which it is sent.
            content: The bytes that are sent.
            headers: Headers that are sent besides the usual ones.
            owner: Who wants it sent there; for each of them, one name is asked for at a time.
            test: Whether it is a test, which delays no notice.

        Raises:
            Unreadable: it is not an address of the web.
            NotAllowed: nothing is sent there.
            NotSent: no server there, or no answer within ``SECONDS``.
            NotTried: this server is busy, or too much was sent for this owner.
        """
        if self.limits is not None and owner and not self.limits.within("posted", owner):
            raise NotTried("Too much was sent for you just now; nothing was sent.", field="url")
        parts, names = self.check(url), self._tested if test else self._names
        resolve = self.resolve or partial(names.ask, owner=owner)
        import httpcore2  # noqa: PLC0415  # takes a fifth of a second

        try:
            async with asyncio.timeout(SECONDS):
                return await self._post(parts, content, headers, resolve)
        except TimeoutError:
            raise NotSent(f"{parts.hostname} did not answer within {SECONDS:g} seconds.", field="url") from None
        except (httpcore2.NetworkError, httpcore2.ProtocolError, httpcore2.TimeoutException, OSError) as fault:
            raise NotSent(f"{parts.hostname} could not be reached: {type(fault).__name__}.", field="url") from None

    async def _post(self, parts: SplitResult, content: bytes, headers: Mapping[str, str], resolve: Resolve) -> Answer:
        import httpcore2  # noqa: PLC0415

        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        named = [("Host", parts.netloc), ("User-Agent", "Turncoat"), *headers.items()]
        named += [("Content-Length", str(len(content))), ("Connection", "close")]
        to = httpcore2.URL(scheme=parts.scheme, host=parts.hostname or "", port=parts.port, target=target)
        async with (
            httpcore2.AsyncConnectionPool(
                ssl_context=self._certificates, network_backend=self._to_checked(parts, resolve)
            ) as pool,
            pool.stream("POST", to, headers=named, content=content) as response,
        ):
            read = b""
            async for piece in response.aiter_stream():
                read += piece[: MOST_BYTES - len(read)]
                if len(read) >= MOST_BYTES:
                    break
        after = [value.decode("latin-1") for name, value in response.headers if name.lower() == b"retry-after"]
        return Answer(response.status, "".join(after[:1]), read.decode(errors="replace"))

    def _to_checked(self, parts: SplitResult, resolve: Resolve) -> httpcore2.AsyncNetworkBackend:
        """Connects to the address that was just checked, and does not resolve the name again."""
        import httpcore2  # noqa: PLC0415

        guard, plain = self, parts.scheme == "http"

        class ToChecked(httpcore2.AnyIOBackend):
            async def connect_tcp(
                self,
                host: str,
                port: int,
                timeout: float | None = None,  # noqa: ASYNC109  # as the class above has it
                local_address: str | None = None,
                socket_options: Iterable[SOCKET_OPTION] | None = None,
            ) -> httpcore2.AsyncNetworkStream:
                fault = httpcore2.ConnectError()
                for address in await guard.addresses(host, port, resolve, plain=plain):
                    try:
                        return await super().connect_tcp(address, port, timeout, local_address, socket_options)
                    except httpcore2.ConnectError as failed:
                        fault = failed
                raise fault

        return ToChecked()

    @cached_property
    def _certificates(self) -> ssl.SSLContext:
        import ssl  # noqa: PLC0415

        return ssl.create_default_context()
