"""A real Firefox, driven over the port that it opens itself: Marionette, the protocol beneath WebDriver.

Playwright drives only a Firefox of its own, and WebDriver needs a program beside the browser; this needs neither. A
message is its length in bytes, a colon and JSON: ``[0, number, command, parameters]`` there, ``[1, number, error,
result]`` back.
"""

from __future__ import annotations

import base64
import json
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

PATIENCE = 30.0
"""Seconds for which something is waited for."""

STARTS = 120.0
"""Seconds in which it must have started, on a busy machine."""

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""Under which name WebDriver gives the id of an element."""

POINT = """
const steps = [.5, .3, .7, .1, .9];
for (const one of document.querySelectorAll(arguments[0])) {
  if (!one.checkVisibility({visibilityProperty: true})) continue;
  one.scrollIntoView({block: 'nearest', inline: 'nearest', behavior: 'instant'});
  const {x, y, width, height} = one.getBoundingClientRect();
  for (const down of steps)
    for (const along of steps) {
      const [left, top] = [Math.round(x + along * width), Math.round(y + down * height)];
      const hit = document.elementFromPoint(left, top);
      if (hit && (one.contains(hit) || hit.closest('label')?.contains(one))) return [left, top];
    }
}
return null;"""
"""A point at which the first thing that is meant can be hit: nothing lies over it there."""

SETTINGS = {
    "marionette.port": 0,
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "browser.safebrowsing.downloads.remote.enabled": False,
    "extensions.getAddons.cache.enabled": False,
    "ui.prefersReducedMotion": 1,
}
"""Nothing is asked of the network but the pages of a test, and nothing moves."""


class Refused(Exception):
    """Firefox cannot do what it was told."""


class Firefox:
    """One Firefox with one window.

    Args:
        program: Its path.
        profile: An empty folder for all that it keeps.
    """

    def __init__(self, program: str, profile: Path) -> None:
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in SETTINGS.items())
        (profile / "user.js").write_text("".join(lines), encoding="utf-8")
        command = [program, "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
        quiet = subprocess.DEVNULL
        self._process = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet)
        self._number = 0
        port = self._until(lambda: _port_in(profile / "MarionetteActivePort"), "Firefox opens its port", STARTS)
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=STARTS)
        self._stream = self._socket.makefile("rwb")
        self._read()
        self.tell("WebDriver:NewSession", capabilities={})

    def close(self) -> None:
        """End it."""
        self.tell("Marionette:Quit", flags=["eForceQuit"])
        self._stream.close()
        self._socket.close()
        self._process.wait(STARTS)

    def tell(self, command: str, **parameters: object) -> Any:
        """Let it do something.

        Raises:
            Refused: it cannot; its own words say why.
        """
        self._number += 1
        sent = json.dumps([0, self._number, command, parameters]).encode()
        self._stream.write(b"%d:%s" % (len(sent), sent))
        self._stream.flush()
        _, _, error, result = self._read()
        if error:
            raise Refused(f"{error['error']}: {error['message']}")
        return result["value"] if isinstance(result, dict) and set(result) == {"value"} else result

    def _read(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            length += self._stream.read(1)
        return json.loads(self._stream.read(int(length[:-1])))

    @staticmethod
    def _until(look: Callable[[], Any], what: str, patience: float = PATIENCE) -> Any:
        end = time.monotonic() + patience
        while not (found := look()):
            assert time.monotonic() < end, f"in {patience:.0f} seconds it was never so that {what}"
            time.sleep(0.05)
        return found

    # --- what somebody does ----------------------------------------------------------------------

    def visit(self, address: str) -> None:
        """Open a page."""
        self.tell("WebDriver:Navigate", url=address)

    def size(self, width: int, height: int) -> None:
        """Make the inside of the window so large."""
        for _ in range(2):
            outer = self.run("return [outerWidth - innerWidth, outerHeight - innerHeight]")
            self.tell("WebDriver:SetWindowRect", x=0, y=0, width=width + outer[0], height=height + outer[1])

    def click(self, selector: str) -> None:
        """Press the mouse on the first thing that is meant and can be hit, once there is one."""
        self._until(lambda: self._clicked(selector), f"{selector} can be clicked")

    def _clicked(self, selector: str) -> bool:
        point = self.run(POINT, selector)
        if point is None:
            return False
        down, up = ({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))
        move = {"type": "pointerMove", "x": point[0], "y": point[1], "duration": 0}
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [move, down, up]}
        self.tell("WebDriver:PerformActions", actions=[mouse])
        return True

    def write(self, selector: str, text: str) -> None:
        """Type into a field."""
        one = self._until(lambda: self.found(selector), f"there is {selector}")[0]
        self.tell("WebDriver:ElementSendKeys", id=one, text=text)

    # --- what is there ---------------------------------------------------------------------------

    def found(self, selector: str) -> list[str]:
        """The elements that are meant, by id."""
        return [one[ELEMENT] for one in self.tell("WebDriver:FindElements", using="css selector", value=selector)]

    def run(self, script: str, *arguments: object) -> Any:
        """What a script gives."""
        return self.tell("WebDriver:ExecuteScript", script=script, args=list(arguments))

    def sees(self, words: str, selector: str = "body") -> None:
        """Wait until the words are there, for the eyes."""
        script = "return [...document.querySelectorAll(arguments[0])].some(one => one.innerText.includes(arguments[1]))"
        self._until(lambda: self.run(script, selector, words), f"{selector} says {words!r}")

    def until(self, script: str, *arguments: object) -> None:
        """Wait until a script gives something that is so."""
        self._until(lambda: self.run(f"return {script}", *arguments), script)

    def picture(self, path: Path) -> None:
        """Keep what is in the window as a picture."""
        path.write_bytes(base64.b64decode(self.tell("WebDriver:TakeScreenshot", full=False)))


def _port_in(file: Path) -> int:
    """The port that is written there; 0: none yet."""
    try:
        return int(file.read_text(encoding="ascii") or "0")
    except (OSError, ValueError):
        return 0
