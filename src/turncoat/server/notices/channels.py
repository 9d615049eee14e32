"""The channels of this server; each is added here if the settings allow it."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from turncoat.server.notices.channel import Channel

if TYPE_CHECKING:
    from turncoat.server.services import Services

LOG = logging.getLogger("turncoat")

COPY = "This server runs on a copy of another server's database, so nobody is told anything from here."
"""The reason why a copied database has no channels."""

NAMES = ("mail", "push", "hook")
"""The names of all channels, in the order in which pages show them."""


class Channels:
    """The channels that work, and why others do not.

    Attributes:
        by_name: The channels that work, by name.
        off: For each missing channel, one sentence for people that says why.
    """

    def __init__(self) -> None:
        self.by_name: dict[str, Channel] = {}
        self.off: dict[str, str] = {}

    def add(self, channel: Channel) -> None:
        """Add a channel."""
        self.by_name[channel.name] = channel

    def leave_out(self, name: str, why: str) -> None:
        """Note why a channel is missing."""
        self.off[name] = why


def channels_of(services: Services) -> Channels:
    """Make the channels that a server's settings allow; called once at the start."""
    channels = Channels()
    if services.copy:
        LOG.warning("%s If the server has moved here, start it once with --moved.", COPY)
        for name in NAMES:
            channels.leave_out(name, COPY)
        return channels
    if services.mail is None:
        channels.leave_out("mail", "This server sends no mail.")
    else:
        channels.add(services.mail.channel)
    channels.add(services.push)
    channels.add(services.hooks)
    return channels
