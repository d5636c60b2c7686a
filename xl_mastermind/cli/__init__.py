"""
The command line: play, score and solve where there is no spreadsheet program.

A command is loaded when it is asked for, so that none waits for what it does not need.
"""

import argparse
import errno
import io
import os
import sys
import textwrap
from collections.abc import Callable, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any, Final, NoReturn

from xl_mastermind import __version__
from xl_mastermind.game.conversion import did_you_mean
from xl_mastermind.terminal.output import (
    FAILED,
    WRONG,
    StreamError,
    check_stream,
    err,
    out,
    print_error,
    show,
    show_messages,
    use_ascii_fallback,
)

COMMAND_GROUPS: Final = {
    "play": {
        "solve": ("play", "let a strategy break a code"),
        "next": ("play", "the next guess of a game in progress"),
        "assist": ("assist", "help with a game, asked and answered here"),
        "puzzle": (
            ".puzzles.command",
            "clues that one code fits, to print or to solve here",
        ),
        "match": (".match.command", "results of several players, counted and compared"),
        "swap": ("swap", "the moves of the swap puzzle"),
    },
    "study": {
        "evaluate": ("study", "strategies against every code"),
    },
    "prove": {
        "optimum": ("exact", "the least total number of guesses, proved"),
        "worst-case": ("exact", "the least greatest number of guesses"),
        "check": ("study", "a tree of `optimum --tree` against every code"),
        "tables": ("exact", "the worst cases of the AB games, computed"),
    },
    "workbook": {
        "build": ("build", "write the workbook"),
        "open": ("programs", "open a workbook, made if it is not there"),
        "setup": ("programs", "connect Excel and Calc with this Python"),
        "doctor": ("programs", "find out what keeps the workbook from working"),
    },
}
"""
The commands by group and name: their modules, and what they do.

A module has two functions for ``worst-case``: ``worst_case_options`` adds its options
to a parser, and ``worst_case`` does it with what was read. ``FAILURES`` are the errors
that may come although the words are right.
"""


COMMANDS: Final = {
    name: command
    for commands in COMMAND_GROUPS.values()
    for name, command in commands.items()
}
"""The commands of all groups."""


def main(
    arguments: Sequence[str] | None = None,
    when_loaded: Callable[[], object] = lambda: None,
) -> int:
    """Run the command line."""
    _remove_empty_variables()
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    use_ascii_fallback(sys.stdout, sys.stderr)
    show_messages()
    words = (sys.argv[1:] if arguments is None else arguments) or ["--help"]
    failures: tuple[type[Exception], ...] = ()
    try:
        check_stream(sys.stdout, "standard output")
        name = next((word for word in words if not word.startswith("-")), "")
        _check_command(words[0])
        place, _ = COMMANDS.get(name, ("", ""))
        module = import_module(f".{place}", __name__) if place else None
        failures = getattr(module, "FAILURES", ())
        try:
            options = _parser(name, module).parse_args(words)
        except SystemExit as ending:  # after --help, or a word that is wrong
            exit_code = int(ending.code or 0)
        else:
            when_loaded()
            command = getattr(module, _function(name))(options)
            exit_code = show(command, as_json=getattr(options, "json", False))
        with out.writing():
            sys.stdout.flush()
    except StreamError as error:
        # A reader that has read enough, such as `head`, gets no message.
        return FAILED if error.errno == errno.EPIPE else print_error(error, FAILED)
    except MemoryError:  # what numpy says of it is for programmers
        return print_error("not enough memory", FAILED)
    except failures as error:
        return print_error(error, FAILED)
    except (ValueError, OSError) as error:
        return print_error(error, WRONG)
    except KeyboardInterrupt:
        if sys.stderr.isatty():  # it shows ^C, and no end of the line
            err.write("")
        return print_error("interrupted", FAILED)
    return exit_code


def _remove_empty_variables() -> None:
    """Let an empty environment variable count as not set, for all libraries."""
    for name in [name for name, value in os.environ.items() if not value]:
        del os.environ[name]


def _check_command(word: str) -> None:
    """Raise a ValueError unless the first word is a command or an option."""
    if word not in COMMANDS and not word.startswith("-"):
        raise ValueError(
            f"expected a command ({', '.join(COMMANDS)}), got {word!r}"
            f"{did_you_mean(word, COMMANDS)}"
        )


class _Parser(argparse.ArgumentParser):
    """Reads the words of a command line."""

    def error(self, message: str) -> NoReturn:
        """Write one line, without the usage, and leave with exit code 2."""
        sys.exit(print_error(message, WRONG))

    def _print_message(self, message: str, _: object = None) -> None:
        """Write help as other lines; argparse would not say that it cannot."""
        for line in message.splitlines():
            out.print(line)


class _HelpFormatter(argparse.HelpFormatter):
    """Lays help out without breaking names such as `most-parts`."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        return textwrap.wrap(" ".join(text.split()), width, break_on_hyphens=False)


class _CommandList(_HelpFormatter, argparse.RawDescriptionHelpFormatter):
    """Lays out the list of commands as it is written."""


def _list_commands() -> str:
    """Return all commands in their groups, a line each."""
    width = max(map(len, COMMANDS))
    lines = []
    for group, commands in COMMAND_GROUPS.items():
        lines += ["", f"{group}:"]
        lines += [f"  {name:{width}}  {text}" for name, (_, text) in commands.items()]
    return "\n".join(lines)


def _parser(name: str, module: ModuleType | None) -> _Parser:
    """Return the parser of all commands, with the options of the one that is asked."""
    details: Any = {"allow_abbrev": False, "formatter_class": _HelpFormatter}
    parser = _Parser(
        prog="xl-mastermind",
        usage="%(prog)s COMMAND ...",
        description="Mastermind: play, score and solve, in a workbook or a terminal.\n"
        + _list_commands(),
        epilog="xl-mastermind COMMAND --help lists the options of a command.",
        allow_abbrev=False,
        formatter_class=_CommandList,
    )
    parser.add_argument(
        "--version", action="version", version=f"%(prog)s {__version__}"
    )
    commands = parser.add_subparsers(
        metavar="COMMAND", required=True, prog="xl-mastermind", help=argparse.SUPPRESS
    )
    for command, (_, text) in COMMANDS.items():
        options = commands.add_parser(command, description=text, **details)
        if command == name:
            getattr(module, f"{_function(name)}_options")(options)
    return parser


def _function(name: str) -> str:
    return name.replace("-", "_")
