"""
The command line: play, score and solve where there is no spreadsheet program.

A command is loaded when it is asked for, so that none waits for what it does not need.
"""

import errno
import io
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Final

from xl_mastermind import __version__
from xl_mastermind.cli.options import Command, Parser
from xl_mastermind.cli.output import (
    FAILED,
    WRONG,
    StreamError,
    check_output,
    complain,
    flush_output,
)

COMMANDS: Final = {
    "solve": ("play.Solve", "let a strategy break a code"),
    "next": ("advise.Next", "the next guess of a game in progress"),
    "assist": ("assist.Assist", "help with a game, asked and answered here"),
    "evaluate": ("study.Evaluate", "a strategy against every code"),
    "optimum": ("exact.Optimum", "the least total number of guesses, proved"),
    "worst-case": ("exact.WorstCase", "the least greatest number of guesses"),
    "check": ("study.Check", "a tree of `optimum --tree` against every code"),
    "tables": ("exact.Tables", "the worst cases of the AB games, computed"),
    "swap": ("swap.Swap", "the moves of the swap puzzle"),
    "build": ("workbook.Build", "write the workbook"),
    "open": ("programs.Open", "open a workbook, made if it is not there"),
    "setup": ("programs.Setup", "connect Excel and Calc with this Python"),
    "doctor": ("programs.Doctor", "find out what keeps the workbook from working"),
}
"""The commands by name: their modules and classes, and what they do."""


def main(
    arguments: Sequence[str] | None = None,
    when_loaded: Callable[[], object] = lambda: None,
) -> int:
    """Run the command line."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # not every console has a ●
            stream.reconfigure(errors="replace")
    command = Command()
    try:
        check_output()
        try:
            command = _read(sys.argv[1:] if arguments is None else arguments)
        except SystemExit as left:  # after --help, or a word that is wrong
            exit_code = int(left.code or 0)
        else:
            when_loaded()
            exit_code = command.run()
        flush_output()
    except StreamError as error:
        # Who has read enough, as `head` has, need not be told.
        return FAILED if error.errno == errno.EPIPE else complain(error, FAILED)
    except MemoryError as error:
        return complain(str(error) or "not enough memory", FAILED)
    except command.failures as error:
        return complain(error, FAILED)
    except (ValueError, OSError) as error:
        return complain(error, WRONG)
    except KeyboardInterrupt:
        return complain("interrupted", FAILED)
    return exit_code


def _read(words: Sequence[str]) -> Command:
    """Return the command that the words ask for, with its options."""
    parser = Parser(
        prog="xl-mastermind",
        description="Mastermind: play, score and solve, in a workbook or a terminal.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--version", action="version", version=f"%(prog)s {__version__}"
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    name = next((word for word in words if not word.startswith("-")), None)
    command = Command()
    for known, (place, text) in COMMANDS.items():
        options = commands.add_parser(
            known, help=text, description=text, allow_abbrev=False
        )
        if known == name:
            module, _, kind = place.partition(".")
            command = getattr(import_module(f"{__name__}.{module}"), kind)()
            command.add_options(options)
    return parser.parse_args(words, command)
