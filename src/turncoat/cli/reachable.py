"""What ``turncoat serve`` is told about the world around it: addresses, proxies, settings."""

from __future__ import annotations

from ipaddress import ip_network

from turncoat.kernel.errors import BadSetup
from turncoat.server.settings import Settings, read_settings


def check_url(url: str) -> None:
    """Accept a public address.

    Raises:
        BadSetup: it is none.
    """
    if url and not url.startswith(("http://", "https://")):
        raise BadSetup(f"--public-url: write it with http:// or https://, not {url}.", field="public-url")


def settings_of(file: str, public_url: str) -> Settings:
    """The settings in a file; without one, nothing comes from outside.

    Raises:
        BadSetup: the file makes no sense, or mails would not know where their links lead.
    """
    if not file:
        return Settings()
    found = read_settings(file)
    if found.mail is not None and not public_url:
        raise BadSetup("--public-url: mail needs it, because the links in mails lead there.", field="public-url")
    return found


def check_proxies(proxies: str) -> None:
    """Accept the addresses of proxies, with a comma between two; * are all.

    Raises:
        BadSetup: one is no address.
    """
    for one in filter(None, (part.strip() for part in proxies.split(","))):
        try:
            one == "*" or ip_network(one, strict=False)
        except ValueError:
            raise BadSetup(
                f"--proxy: {one} is not an address; write one such as 127.0.0.1 or 10.0.0.0/8.", field="proxy"
            ) from None
