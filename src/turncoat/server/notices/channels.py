"""The channels of this server: each is added here, in one line, as its settings allow."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from turncoat.server.notices.channel import Channel

if TYPE_CHECKING:
    from turncoat.server.services import Services

LOG = logging.getLogger("turncoat")

COPY = "This server runs on a copy of another server's database, so nobody is told anything from here."
"""Why there is no channel at all."""

NAMES = ("mail", "push", "hook")
"""The names of all channels, in the order in which pages show them."""


class Channels:
    """The channels that are there, and why others are not.

    Attributes:
        by_name: The channels that work, by name.
        off: Why a channel is not there, in a sentence for people, by its name.
    """

    def __init__(self) -> None:
        self.by_name: dict[str, Channel] = {}
        self.off: dict[str, str] = {}

    def add(self, channel: Channel) -> None:
        """Let notices go out on a channel."""
        self.by_name[channel.name] = channel

    def leave_out(self, name: str, why: str) -> None:
        """Say why a channel is not there."""
        self.off[name] = why


def channels_of(services: Services) -> Channels:
    """The channels of a server, as its settings allow; made once, before it opens."""
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
