"""The command line: ``turncoat``.

Exit codes: 0 all went well; 1 something was found (a fault in the rules, a bot that failed, a record that does not
replay); 2 the input makes no sense, and one sentence says why; 70 the program has failed, and a
file says where; 130 interrupted.
"""

from __future__ import annotations

import codecs
import errno
import gc
import io
import os
import sys
from importlib import import_module
from unicodedata import combining, normalize

import click

from turncoat import __version__

COMMANDS = {
    "play": "Play a game against bots, here in the terminal.",
    "join": "Sit down at a live table of a server, here in the terminal.",
    "host": "Set up a table at a server and act as its host, in the terminal.",
    "away": "Announce at all your tables that you will be away.",
    "serve": "Start the server: play in the browser, with people and bots.",
    "mcp": "Let an agent play at a server, by the Model Context Protocol.",
    "mail": "Check whether the server's mail can leave.",
    "simulate": "Let bots play many games and report who wins.",
    "lab": "Find out what a rule does: bots play until it is certain.",
    "fuzz": "Look for faults in the rules with random and illegal answers.",
    "check": "Check a game or a bot of yours, and say what to fix.",
    "replay": "Play a recorded game again, as one seat saw it, and verify it.",
    "export": "Write a recorded game as a record or in its notation.",
    "upgrade": "Say what this version would do to the tables of a database.",
    "backup": "Write everything into one file, while the server runs.",
    "restore": "Make a database of a backup, or check one.",
    "db": "Move a whole database between SQLite and PostgreSQL.",
    "rules": "Read or search the rules of a game.",
    "games": "List the games with seats and bots, or the options of one.",
}
"""Every command with its line of help, in the order in which a beginner needs them."""

FOUND, NONSENSE, FAILED, INTERRUPTED = 1, 2, 70, 130

EXITS = (
    "turncoat COMMAND --help says more about each. "
    f"Exit codes: 0 success; {FOUND} something was found; {NONSENSE} bad input; "
    f"{FAILED} an error in the program; {INTERRUPTED} interrupted."
)


class Commands(click.Group):
    """Loads a command only when it is used, so that ``--help`` starts fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command with this name; None if there is none."""
        if cmd_name not in COMMANDS:
            return None
        gc.disable()  # what is loaded stays: looking through it for what does not takes a sixth of the time
        found = import_module(f"turncoat.cli.{cmd_name}").command
        gc.enable()
        assert isinstance(found, click.Command)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the user has typed.

        Raises:
            click.UsageError: naming all commands, if there is no such command.
        """
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise click.UsageError(f"There is no command {args[0]}; the commands are {', '.join(COMMANDS)}.")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=Commands, epilog=EXITS)
@click.version_option(__version__, prog_name="turncoat", message="%(prog)s %(version)s")
def turncoat() -> None:
    """A table for games of negotiation and betrayal, for people, bots and programs."""


_SIGNS = str.maketrans(
    {
        **dict.fromkeys("●■", "*"),
        **dict.fromkeys("◆", "$"),
        **dict.fromkeys("│", "|"),
        **dict.fromkeys("┼✝⚑", "+"),
        **dict.fromkeys("▒▲", "#"),
        **dict.fromkeys("×⚔", "x"),
        **dict.fromkeys("♔", "K"),
        **dict.fromkeys("◉", "@"),
        **dict.fromkeys("○·", "."),
        **dict.fromkeys("☼", "~"),
        **dict.fromkeys("→", ">"),
        **dict.fromkeys("←", "<"),
        **dict.fromkeys("↑", "^"),
        **dict.fromkeys("↓", "v"),
        **dict(zip("↖↗↙↘", "\\/LJ", strict=True)),
        **dict.fromkeys("─–—−", "-"),
        **dict.fromkeys("“”„", '"'),
        **dict.fromkeys("‘’", "'"),
    }
)
"""Simpler characters for terminals that cannot show the usual ones."""


def plainer(fault: UnicodeError) -> tuple[str, int]:
    """Replacements for characters that a terminal cannot show: similar ones, or question marks."""
    assert isinstance(fault, UnicodeEncodeError)
    signs = normalize("NFKD", fault.object[fault.start : fault.end].translate(_SIGNS))
    return "".join(sign if sign.isascii() else "" if combining(sign) else "?" for sign in signs), fault.end


def main(arguments: list[str] | None = None) -> None:
    """Run a command and exit with its exit code; an error in the input becomes one sentence."""
    codecs.register_error("plainer", plainer)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="plainer")
    try:
        code = run(sys.argv[1:] if arguments is None else arguments)
    except Exception as fault:  # noqa: BLE001  # whatever it is, nobody is shown a traceback
        code = _failed(fault)
    sys.exit(code)


def _failed(fault: Exception) -> int:
    """Report that the program has failed; a file for its author has the details."""
    import tempfile  # noqa: PLC0415  # rarely needed
    import traceback  # noqa: PLC0415

    with tempfile.NamedTemporaryFile("w", prefix="turncoat-", suffix=".txt", delete=False, encoding="utf-8") as report:
        traceback.print_exception(fault, file=report)
    _nonsense(f"an error in the program: {fault!r}. Please send the file {report.name} to its author")
    return FAILED


def run(arguments: list[str]) -> int:
    """Run a command; returns its exit code."""
    try:
        outcome = turncoat.main(args=arguments, prog_name="turncoat", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as bare:
        click.echo(bare.ctx.get_help(), err=True)
        return NONSENSE
    except click.NoSuchOption as wrong:
        near = " or ".join(sorted(wrong.possibilities or ()))
        return _nonsense(f"there is no option {wrong.option_name}{f'; did you mean {near}?' if near else ''}")
    except click.ClickException as wrong:
        return _nonsense(wrong.format_message())
    except (click.Abort, KeyboardInterrupt):
        click.echo("Interrupted.", err=True)
        return INTERRUPTED
    except BrokenPipeError:
        _write_no_more()
        return 0
    except OSError as fault:
        if fault.errno != errno.ENOSPC:
            raise
        _write_no_more()
        return _nonsense("nothing more can be written: the disk is full")
    except Exception as fault:
        from turncoat.kernel.errors import Refusal  # noqa: PLC0415  # ``--help`` is there without loading the kernel

        if not isinstance(fault, Refusal):
            raise
        return _nonsense(fault.sentence)
    return outcome if isinstance(outcome, int) else 0


def _write_no_more() -> None:
    """Drop all output that is still unwritten."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _nonsense(sentence: str) -> int:
    line = " ".join(sentence.split())
    click.echo(f"turncoat: {line if line.endswith(('.', '?')) else f'{line}.'}", err=True)
    return NONSENSE
