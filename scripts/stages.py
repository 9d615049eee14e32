"""Run the stages of the test, all of them in order or those named, and sum up at the end.

Used through ``scripts/test`` (which installs first) or ``make test``. A stage that fails does not stop the next one.
Stages that use one processor go two at a time, before those that use all; the output of each is shown when it is over.
The last line is always ``N passed, N failed``: the tests of all pytest calls. The status is 0 when every stage passed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from xml.etree import ElementTree as ET

OUTPUT: ContextVar[IO[str] | None] = ContextVar("OUTPUT", default=None)
"""Where the output of the stage that runs in this thread is kept; None: it goes where ours goes."""
ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
CODE = [name for name in ("src", "tests", "bench", "examples", "scripts") if (ROOT / name).is_dir()]
WORKERS = min(4, os.cpu_count() or 1)
SPREAD = ("-n", str(WORKERS), "--dist", "worksteal")
GAMES = sorted(path.parent.name for path in (ROOT / "src/turncoat/games").glob("*/rules.py"))
GAME = os.environ.get("GAME", "")
"""The one game whose tests are wanted; empty: all of them."""
OF_ALL_GAMES = ["conformance", "leaks", "recorded", "facts", "web", "lab", "games/test_rulebook.py"]
"""Tests that go through every game, or look at pages of it."""
APART = ("browser", "clients", "firefox", "scenarios")
"""Folders of tests that have a stage of their own."""
SCENARIOS = "@modelcontextprotocol/conformance@0.1.12"
"""The newest version of the official scenarios for MCP that Node.js 20 runs."""
NPM = ("npm", "install", "--silent", "--no-audit", "--no-fund", "--no-save", "--prefix")
ONE_DATABASE_WILL_DO = (
    *("assets", "bot_processes", "clock", "game_schema", "hook_shapes", "labels", "log", "long_tasks", "names"),
    *("outgoing", "outgoing_tls", "slow_names", "sockets", "webpush", "what_can_happen", "whisper_traces", "words"),
    *("corpus", "letter", "relay", "settings"),
)
"""Tests of the server and of mail that store nothing, are about SQLite alone, or compare pages at length."""
BROWSERS = {
    "chromium": ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
    "chromium-headless-shell": ("chromium-headless-shell",),
    "firefox-esr": ("firefox-esr", "firefox"),
}
"""What each browser may be called here, by the system's package."""

HEADLESS = ("chromium-headless-shell", "TURNCOAT_HEADLESS_SHELL")
"""Chromium without a window, which takes 0.6 of the processor's time; where it cannot be had, the whole one does."""


@dataclass
class Result:
    """How a stage ended, and what its tests, if it has any, came to."""

    ok: bool
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    note: str = ""


def tool(name: str, *arguments: str) -> Result:
    """Run a program of this environment and go by its status."""
    return Result(ok=call([str(BIN / name), *arguments]) == 0)


def tests() -> Result:
    """Run all tests but those that need a browser; of one game, its own and its part of those that all games pass."""
    if GAME:
        return pytest(f"tests/games/{GAME}", *(f"tests/{name}" for name in OF_ALL_GAMES), "-k", this_game(), *SPREAD)
    install_dovecot()
    return pytest("tests", *(f"--ignore=tests/{name}" for name in APART), *SPREAD)


def this_game() -> str:
    """What pytest is to pick by name: tests of this game, and those that are of no game."""
    others = " or ".join(game for game in GAMES if game != GAME)
    return f"{GAME} or not ({others})"


def clients() -> Result:
    """Run the tests of clients that generators make; the generators have an environment of their own."""
    if call([sys.executable, "scripts/install.py", "clients"]) != 0:
        return Result(ok=False, failed=1, note="The generators of clients cannot be installed.")
    return pytest("tests/clients", *(("-k", this_game()) if GAME else ()), *SPREAD)


def postgres() -> Result:
    """Run the tests of the server again, on PostgreSQL; where that or a browser cannot be had, they have failed."""
    if GAME:
        return Result(ok=True, note=f"It is about no game: nothing is run for GAME={GAME}.")
    left_out = [f"--ignore-glob=*/test_{name}.py" for name in ONE_DATABASE_WILL_DO]
    env = {"TURNCOAT_TEST_DATABASE": "postgresql", HEADLESS[1]: headless()}
    return in_a_browser("chromium", "TURNCOAT_CHROMIUM", "tests/server", "tests/mail", *left_out, *SPREAD, env=env)


def browser() -> Result:
    """Run the browser tests, in a call of their own: Playwright's event loop and asyncio tests do not mix."""
    picked = ("-k", GAME) if GAME else ()
    env = {HEADLESS[1]: headless()}
    return in_a_browser("chromium", "TURNCOAT_CHROMIUM", "tests/browser", *picked, *SPREAD, env=env)


def headless() -> str:
    """The path of the browser without a window, which is installed where that is permitted; empty: there is none."""
    return find_browser(*HEADLESS) or install_browser(*HEADLESS) or ""


def firefox() -> Result:
    """Run the main way through each game in Firefox, one after the other in one window."""
    picked = ("-k", GAME) if GAME else ()
    return in_a_browser("firefox-esr", "TURNCOAT_FIREFOX", "tests/firefox", *picked)


def mcp() -> Result:
    """Run the official scenarios for MCP servers; where they cannot be had, the stage has failed and says so."""
    if GAME:
        return Result(ok=True, note=f"It is about no game: nothing is run for GAME={GAME}.")
    missing = f"The scenarios for MCP ({SCENARIOS}) cannot be had: they need Node.js 20 or newer, npm and its registry."
    folder = ROOT / "build/scenarios"
    folder.mkdir(parents=True, exist_ok=True)
    found = folder / "node_modules" / SCENARIOS.rpartition("@")[0] / "dist/index.js"
    if shutil.which("node") is None or (not found.exists() and call([*NPM, str(folder), SCENARIOS]) != 0):
        say(missing)
        return Result(ok=False, failed=1, note=missing)
    return pytest("tests/scenarios", env={"TURNCOAT_CONFORMANCE": str(found)})


def in_a_browser(package: str, setting: str, *arguments: str, env: Mapping[str, str] | None = None) -> Result:
    """Run tests that need a browser, which is installed where that is permitted; without it they have failed.

    Args:
        package: The system's package that has it.
        setting: The variable that names another one, and tells the tests where it is.
        arguments: For pytest.
        env: More variables for the tests.
    """
    found = find_browser(package, setting) or install_browser(package, setting)
    if found is None:
        missing = f"There is no {package} here: install the system's package (Debian: apt-get install {package})."
        say(missing)
        return Result(ok=False, failed=1, note=missing)
    return pytest(*arguments, env={setting: found, **(env or {})})


def pytest(*arguments: str, env: Mapping[str, str] | None = None) -> Result:
    """Run pytest and count its tests; a run that leaves no report counts as one failure."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        status = call([str(BIN / "pytest"), "-q", *arguments, f"--junitxml={report}"], env)
        if not report.exists():
            return Result(ok=False, failed=1, note=f"pytest stopped with status {status}")
        suites = list(ET.parse(report).getroot().iter("testsuite"))
    total, failed, errors, skipped = (
        sum(int(suite.get(key, "0")) for suite in suites) for key in ("tests", "failures", "errors", "skipped")
    )
    bad = failed + errors
    if status != 0 and bad == 0:
        return Result(ok=False, passed=total - skipped, failed=1, note=f"pytest ended with status {status}")
    return Result(ok=status == 0, passed=total - bad - skipped, failed=bad, skipped=skipped)


def find_browser(package: str, setting: str) -> str | None:
    """Give the path of a browser: the one that is asked for by the setting, or the system's."""
    asked = os.environ.get(setting)
    if asked:
        return shutil.which(asked)
    return next((path for path in map(shutil.which, BROWSERS[package]) if path), None)


def install_browser(package: str, setting: str) -> str | None:
    """Install the system's browser where that is permitted."""
    install_package(package)
    return find_browser(package, setting)


def install_package(package: str) -> None:
    """Install a package of the system where that is permitted: as root, with apt-get."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or shutil.which("apt-get") is None:
        return
    say(f"Installing the system's {package} (once) ...")
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    if call(["apt-get", "update", "-qq"], quiet) == 0:
        call(["apt-get", "install", "-y", "-qq", "--no-install-recommends", package], quiet)


def install_dovecot() -> None:
    """Install the mail server that tests read letters from; not where systemd would also start it for good."""
    if shutil.which("dovecot") is None and not Path("/run/systemd/system").exists():
        install_package("dovecot-imapd")


def call(command: list[str], env: Mapping[str, str] | None = None) -> int:
    """Run a command in the root of the project, its output going where this stage's goes, and give its status."""
    output = OUTPUT.get()
    errors = None if output is None else subprocess.STDOUT
    here = {**os.environ, **(env or {})}
    try:
        return subprocess.run(command, cwd=ROOT, env=here, check=False, stdout=output, stderr=errors).returncode
    except OSError as error:
        say(str(error))
        return 127


def say(words: str) -> None:
    """Print a line where this stage's output goes."""
    print(words, file=OUTPUT.get(), flush=True)


def layout() -> Result:
    """Whether code, templates and style sheets are laid out as they should be."""
    code = tool("ruff", "format", "--check", "--quiet", *CODE)
    pages = tool("python", "-m", "scripts.pages", "--check")
    return Result(ok=code.ok and pages.ok)


STAGES: dict[str, Callable[[], Result]] = {
    "format": layout,
    "lint": lambda: tool("ruff", "check", "--quiet", *CODE),
    "types": lambda: tool("mypy", *CODE),
    "contracts": lambda: tool("lint-imports", "--no-logo"),
    "docs": lambda: tool("sphinx-build", "-q", "-W", "--keep-going", "-d", "build/doctrees", "docs", "build/site"),
    "tests": tests,
    "postgres": postgres,
    "clients": clients,
    "mcp": mcp,
    "browser": browser,
    "firefox": firefox,
}
BUSY = ("tests", "postgres", "browser")
"""Stages that use every processor; each runs alone."""


def main(wanted: list[str]) -> int:
    """Run the stages wanted (none named: all) and print the summary."""
    unknown = [name for name in wanted if name not in STAGES]
    if unknown:
        print(f"There is no stage {unknown[0]}; there is {', '.join(STAGES)}.", file=sys.stderr)
        return 2
    if GAME and GAME not in GAMES:
        print(f"There is no game {GAME}; there is {', '.join(GAMES)}.", file=sys.stderr)
        return 2
    names = list(wanted or STAGES)
    with ThreadPoolExecutor(2) as two:
        done = dict(two.map(apart, [name for name in names if name not in BUSY]))
    for name in names:
        if name in BUSY:
            print(f"--- {name}", flush=True)
            done[name] = timed(name)
    print("\nSummary")
    print("\n".join(line(name, *done[name]) for name in names))
    results = [result for result, _ in done.values()]
    passed, failed = sum(result.passed for result in results), sum(result.failed for result in results)
    print(f"{passed} passed, {failed} failed", flush=True)
    return 0 if all(result.ok for result in results) else 1


def timed(name: str) -> tuple[Result, float]:
    """Run a stage; its result, and how many seconds it took."""
    start = time.monotonic()
    return STAGES[name](), time.monotonic() - start


def apart(name: str) -> tuple[str, tuple[Result, float]]:
    """Run a stage while another one may be running: its output is kept, and printed when it is over."""
    with tempfile.TemporaryFile("w+") as output:
        OUTPUT.set(output)
        done = timed(name)
        OUTPUT.set(None)
        output.seek(0)
        print(f"--- {name}\n{output.read()}", end="", flush=True)
    return name, done


def line(name: str, result: Result, seconds: float) -> str:
    """One line of the summary."""
    words = f"  {name:<10} {'ok' if result.ok else 'FAILED':<7} {seconds:6.1f} s"
    if result.passed or result.failed or result.skipped:
        words += f"   {result.passed} passed, {result.failed} failed, {result.skipped} skipped"
    return f"{words}   {result.note}".rstrip()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
