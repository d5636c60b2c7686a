"""The command line; each command is loaded when it is called."""

import argparse
import errno
import io
import sys
import textwrap
from collections.abc import Callable, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any, Final, NoReturn

from xl_mastermind import __version__
from xl_mastermind.game.conversion import did_you_mean, short_repr
from xl_mastermind.terminal.output import (
    EXIT_FAILURE,
    EXIT_USAGE,
    StreamError,
    check_stream,
    log_to_stderr,
    print_error,
    print_output,
    stderr,
    stdout,
    use_ascii_fallback,
)

COMMAND_GROUPS: Final = {
    "play": {
        "play": ("play", "break a hidden code, here in the terminal"),
        "solve": ("solve", "let a strategy solve a game"),
        "next": ("solve", "suggest the next guess of a game"),
        "puzzle": (".puzzles.command", "show puzzles to solve or to print"),
        "match": (".match.command", "rank the players of a match"),
        "swap": ("swap", "print the moves of the swap puzzle"),
    },
    "study": {
        "evaluate": ("study", "count the guesses of strategies over all codes"),
        "rank": ("study", "rank the guesses of a game in progress"),
        "partition": ("study", "count the codes that a guess leaves, by answer"),
    },
    "prove": {
        "optimum": ("exact", "prove the minimum total number of guesses"),
        "worst-case": ("exact", "prove the minimum worst case"),
        "check": ("study", "play a tree of `optimum --tree` against all codes"),
        "tables": ("exact", "compute the worst cases of the AB games"),
    },
    "workbook": {
        "build": ("build", "write a workbook, the add-in or the extension"),
        "open": ("applications", "open a workbook, a new one if it does not exist"),
        "setup": ("applications", "connect Excel and LibreOffice with this Python"),
        "doctor": ("applications", "check what prevents the workbook from working"),
    },
}
"""
The commands by group and name: module and description.

A module has two functions for ``worst-case``: ``worst_case_options`` adds options to a
parser, ``worst_case`` runs the command. ``FAILURES`` are its errors for valid input.
"""

COMMANDS: Final = {
    name: command
    for commands in COMMAND_GROUPS.values()
    for name, command in commands.items()
}
"""The commands of all groups."""


def main(
    arguments: Sequence[str] | None = None,
    on_load: Callable[[], object] = lambda: None,
) -> int:
    """Run the command line."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    use_ascii_fallback(sys.stdout, sys.stderr)
    log_to_stderr()
    words = (sys.argv[1:] if arguments is None else arguments) or ["--help"]
    failures: tuple[type[Exception], ...] = ()
    try:
        check_stream(sys.stdout, "standard output")
        name = next((word for word in words if not word.startswith("-")), "")
        _check_command(words[0])
        module_name, _ = COMMANDS.get(name, ("", ""))
        module = import_module(f".{module_name}", __name__) if module_name else None
        failures = getattr(module, "FAILURES", ())
        try:
            options = _command_parser(name, module).parse_args(words)
        except SystemExit as error:  # after --help, or a usage error
            exit_code = int(error.code or 0)
        else:
            on_load()
            command = getattr(module, _function_name(name))(options)
            exit_code = print_output(command, as_json=getattr(options, "json", False))
        with stdout.writing():
            sys.stdout.flush()
    except StreamError as error:
        # No message if the reader, such as `head`, has closed the pipe.
        return (
            EXIT_FAILURE
            if error.errno == errno.EPIPE
            else print_error(error, EXIT_FAILURE)
        )
    except MemoryError:  # numpy's message has an array's shape
        return print_error("not enough memory", EXIT_FAILURE)
    except failures as error:
        return print_error(error, EXIT_FAILURE)
    except (ValueError, OSError) as error:
        return print_error(error, EXIT_USAGE)
    except KeyboardInterrupt:
        if sys.stderr.isatty():  # end the line after ^C
            stderr.write("")
        return print_error("interrupted", EXIT_FAILURE)
    return exit_code


def _check_command(word: str) -> None:
    """Raise a ValueError unless the first word is a command or an option."""
    if word not in COMMANDS and not word.startswith("-"):
        raise ValueError(
            f"expected a command ({', '.join(COMMANDS)}), got {short_repr(word)}"
            f"{did_you_mean(word, COMMANDS)}"
        )


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        """Print the error without the usage and exit."""
        sys.exit(print_error(message, EXIT_USAGE))

    def _print_message(self, message: str, _: object = None) -> None:
        """Print help; argparse would ignore errors of standard output."""
        for line in message.splitlines():
            stdout.print(line)


class _HelpFormatter(argparse.HelpFormatter):
    """Formats help without breaking names such as `most-parts`."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        return textwrap.wrap(" ".join(text.split()), width, break_on_hyphens=False)


class _CommandListFormatter(_HelpFormatter, argparse.RawDescriptionHelpFormatter):
    """Formats help, and prints the list of commands unchanged."""


def _list_commands() -> str:
    """Return the list of commands by group."""
    width = max(map(len, COMMANDS))
    lines = []
    for group, commands in COMMAND_GROUPS.items():
        lines += ["", f"{group}:"]
        lines += [f"  {name:{width}}  {text}" for name, (_, text) in commands.items()]
    return "\n".join(lines)


def _command_parser(name: str, module: ModuleType | None) -> _Parser:
    """Return the parser of all commands, with the options of the called command."""
    settings: Any = {"allow_abbrev": False, "formatter_class": _HelpFormatter}
    parser = _Parser(
        prog="xl-mastermind",
        usage="%(prog)s COMMAND ...",
        description="Mastermind: play, score and solve, in a workbook or a terminal.\n"
        + _list_commands(),
        epilog="xl-mastermind COMMAND --help lists the options of a command.",
        allow_abbrev=False,
        formatter_class=_CommandListFormatter,
    )
    parser.add_argument(
        "--version", action="version", version=f"%(prog)s {__version__}"
    )
    commands = parser.add_subparsers(
        metavar="COMMAND", required=True, prog="xl-mastermind", help=argparse.SUPPRESS
    )
    for command, (_, text) in COMMANDS.items():
        options = commands.add_parser(command, description=text, **settings)
        if command == name:
            getattr(module, f"{_function_name(name)}_options")(options)
    return parser


def _function_name(name: str) -> str:
    return name.replace("-", "_")
