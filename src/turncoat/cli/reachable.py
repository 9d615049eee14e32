"""Options of ``turncoat serve`` about its network: addresses, proxies, settings."""

from __future__ import annotations

import errno
import os
import socket
from ipaddress import ip_network

from turncoat.kernel.errors import BadSetup
from turncoat.server.settings import Settings, read_settings
from turncoat.web.site.page_request import here_only

ANYWHERE = ("0.0.0.0", "::", "")  # noqa: S104
"""Addresses that mean all addresses of a machine."""


def check_url(url: str, option: str = "--public-url") -> None:
    """Check the public address of the server.

    Raises:
        BadSetup: the text is not an address.
    """
    if url and not url.startswith(("http://", "https://")):
        raise BadSetup(f"{option}: write it with http:// or https://, not {url}.", field=option.removeprefix("--"))


def settings_of(file: str, public_url: str) -> Settings:
    """The settings in a file; without a file, the defaults.

    Raises:
        BadSetup: the file is wrong, or mail needs a public address for its links.
    """
    if not file:
        return Settings()
    found = read_settings(file)
    if found.mail is not None and not public_url:
        raise BadSetup("--public-url: mail needs it, because the links in mails lead there.", field="public-url")
    return found


def check_proxies(proxies: str) -> None:
    """Check the addresses of proxies, separated by commas; * means all.

    Raises:
        BadSetup: one of them is not an address.
    """
    for one in filter(None, (part.strip() for part in proxies.split(","))):
        try:
            one == "*" or ip_network(one, strict=False)
        except ValueError:
            raise BadSetup(
                f"--proxy: {one} is not an address; write one such as 127.0.0.1 or 10.0.0.0/8.", field="proxy"
            ) from None


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens.

    Raises:
        BadSetup: the port is taken or not allowed, or the machine has no such address.
    """
    if not 0 <= port <= 65535:
        raise BadSetup(f"--port: must be 0 to 65535, not {port}.", field="port")
    try:
        family = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0][0]
    except OSError as fault:
        raise BadSetup(f"--host: {host} is no address of this machine: {_why(fault)}.", field="host") from None
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as fault:
        if fault.errno == errno.EADDRNOTAVAIL:
            raise BadSetup(f"--host: {host} is no address of this machine.", field="host") from None
        raise BadSetup(
            f"--port: cannot listen at {host}:{port}: {_why(fault)}; try --port {8000 if port < 1024 else port + 1}, "
            "or --port 0 for any that is free.",
            field="port",
        ) from None


def _why(fault: OSError) -> str:
    """The system's reason, without what Python adds to it."""
    known = fault.strerror if isinstance(fault, socket.gaierror) else os.strerror(fault.errno or 0)
    return (known or "unknown reason").lower()


def address_of(listener: socket.socket, host: str) -> str:
    """The server's address on this machine."""
    name = "127.0.0.1" if host in ANYWHERE else host
    return f"http://{f'[{name}]' if ':' in name else name}:{listener.getsockname()[1]}"


def local_url(listener: socket.socket, host: str, hosts: tuple[str, ...] = ()) -> str:
    """The server's address in the local network; empty: it has none, or none that is allowed."""
    name = own_address() if host in ANYWHERE else host
    if not name or here_only(f"http://[{name}]" if ":" in name else f"http://{name}") or (hosts and name not in hosts):
        return ""
    return address_of(listener, name)


def own_address() -> str:
    """This machine's address in its network; empty: it has none. No data is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ask:
        try:
            ask.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        found: str = ask.getsockname()[0]
        return found
