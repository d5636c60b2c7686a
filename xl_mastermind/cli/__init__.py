"""The command line; each command is loaded when it is called."""

import argparse
import errno
import io
import re
import sys
import textwrap
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from itertools import chain, pairwise
from types import ModuleType
from typing import Any, Final, NoReturn

from xl_mastermind import __version__
from xl_mastermind.game.conversion import did_you_mean, input_error
from xl_mastermind.game.rules import GAME_NAMES
from xl_mastermind.plugin import plugins
from xl_mastermind.terminal import output

COMMAND_GROUPS: Final = {
    "play": {
        "play": (".play", "break a hidden code, here in the terminal"),
        "solve": (".solve", "let a strategy solve a game"),
        "next": (".solve", "suggest the next guess of a game"),
    },
    "study": {
        "evaluate": (".study", "count the guesses of strategies over all codes"),
        "rank": (".study", "rank the guesses of a game in progress"),
        "partition": (".study", "count the codes that a guess leaves, by answer"),
    },
    "prove": {
        "optimum": ("..lab.command", "prove the minimum total number of guesses"),
        "worst-case": ("..lab.command", "prove the minimum worst case"),
        "check": (".study", "play a tree of `optimum --tree` against all codes"),
        "tables": ("..lab.command", "compute the worst cases of the AB games"),
    },
    "workbook": {
        "build": (".build", "write a workbook, the add-in or the extension"),
        "open": (".applications", "open a workbook, a new one if it does not exist"),
        "setup": (".applications", "connect Excel and LibreOffice with this Python"),
        "doctor": (".applications", "check what prevents the workbook from working"),
    },
}
"""
The commands by group and name: module and description. Plugins add some.

A module has two functions for ``worst-case``: ``worst_case_options`` adds options to a
parser, ``worst_case`` runs the command. ``FAILURES`` are its errors for valid input.
"""

EXAMPLES: Final = {
    "play": "--game super --number today",
    "solve": "--secret 3625 --strategy entropy",
    "next": '"1122:1,0" "1344:0,1"',
    "evaluate": "--strategy knuth,entropy",
    "rank": '"1122:1,0"',
    "partition": '1344 "1122:1,0"',
    "optimum": "--game 3x4",
    "worst-case": "--game 3x4",
    "check": "tree.txt",
    "tables": "--time-limit 60",
    "build": "others.xlsx --game 6x9",
    "open": "MasterMind.xlsm",
    "setup": "",
    "doctor": "",
}
"""The options of an example of each command."""

for _plugin, _command in sorted(
    ((plugin, command) for plugin in plugins() for command in plugin.commands),
    key=lambda pair: pair[1].position,
):
    _module = f"{_plugin.package}.{_command.module}"
    COMMAND_GROUPS[_command.group][_command.name] = _module, _command.description
    EXAMPLES[_command.name] = _command.example

COMMANDS: Final = dict(
    chain.from_iterable(commands.items() for commands in COMMAND_GROUPS.values())
)


def main(
    arguments: Sequence[str] | None = None, on_load: Callable[[], object] = lambda: None
) -> int:
    """Run the command line."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    output.use_ascii_fallback(sys.stdout, sys.stderr)
    output.log_to_stderr()
    words = (sys.argv[1:] if arguments is None else arguments) or ["--help"]
    failures: tuple[type[Exception], ...] = ()
    name, module = "", None
    try:
        output.check_stream(sys.stdout, "standard output")
        name = next((word for word in words if not word.startswith("-")), "")
        _check_command(words[0])
        module_name, _ = COMMANDS.get(name, ("", ""))
        module = import_module(module_name, __name__) if module_name else None
        failures = getattr(module, "FAILURES", ())
        try:
            options = _command_parser(name, module).parse_args(words)
        except SystemExit:  # argparse has printed the help
            exit_code = output.EXIT_OK
        else:
            on_load()
            command = getattr(module, _function_name(name))(options)
            exit_code = output.print_output(
                command, as_json=getattr(options, "json", False)
            )
        with output.stdout.writing():
            sys.stdout.flush()
    except output.StreamError as error:
        # A reader such as `head` may close the pipe: this is no error.
        is_closed = error.errno == errno.EPIPE
        return output.EXIT_FAILURE if is_closed else output.print_error(error)
    except MemoryError:  # numpy's message has an array's shape
        return output.print_error("not enough memory")
    except failures as error:
        return output.print_error(error)
    except (ValueError, OSError) as error:
        option = _option_for_word(words, str(error), name, module)
        return output.print_error(
            f"{error}{option}" if option else error, output.EXIT_USAGE
        )
    except KeyboardInterrupt:
        if sys.stderr.isatty():  # a terminal prints ^C without an end of the line
            output.stderr.write("")
        return output.print_error("interrupted")
    return exit_code


def _check_command(word: str) -> None:
    """Raise a ValueError unless the first word is a command or an option."""
    if word not in {*COMMANDS, "-h", "--help", "--version"}:
        error = input_error(f"a command ({', '.join(COMMANDS)})", word)
        raise ValueError(f"{error}{did_you_mean(word, COMMANDS)}")


_HELP_LINE: Final = re.compile(
    r"([a-z][a-z ]*:(?= |$))?(  (?! |xl-)(?:\S+ )*\S+(?=  |$))?(.*)"
)
"""A heading, the name of a command or an option, and the rest of a line of help."""

_OPTIONS_FOR_WORDS: Final = ("--number", "--game", "--level", "--strategy")
"""Options whose names users omit before the values."""


def _option_for_word(
    words: Sequence[str], error: str, name: str, module: ModuleType | None
) -> str:
    """Return the end of an error message: the option that a word needs, or nothing."""
    if not module or "did you mean" in error:
        return ""
    from xl_mastermind.solve.strategies import parse_strategy  # noqa: PLC0415, 0.1 s

    parser = _command_parser(name, module)
    pairs = pairwise(words)
    typed = [word for last, word in pairs if not f"{last[:2]}{word[:1]}".count("-")]
    for value in (" ".join(typed), *typed):
        if not re.search(rf"(?<!\w){re.escape(value)}(?!\w)", error):
            continue
        for option in _OPTIONS_FOR_WORDS:
            with suppress(ValueError):
                if option == "--strategy":
                    parse_strategy(value)
                parser.parse_args([name, option, value])
                return f"; did you mean {option} {output.quote_word(value)}?"
    return ""


class _Parser(argparse.ArgumentParser):
    """A parser with errors of one line, and with headings and names in colour."""

    def error(self, message: str) -> NoReturn:
        """Raise a ValueError; argparse would print the usage and exit."""
        raise ValueError(message)

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:  # noqa: ANN401, of any type
        """Return an option's value; argparse would drop the messages of errors."""
        convert = self._registry_get("type", action.type, action.type)
        try:
            return convert(arg_string)
        except ValueError as error:
            raise argparse.ArgumentError(action, str(error)) from None

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """Refuse a value that is no choice of an option, and name the nearest one."""
        if action.choices is not None and value not in action.choices:
            choices = [*map(str, action.choices)]
            error = input_error(", ".join(choices), value)
            hint = did_you_mean(str(value), choices)
            raise argparse.ArgumentError(action, f"{error}{hint}")

    def _print_message(self, message: str, _: object = None) -> None:
        """Print help; argparse would ignore errors of standard output."""
        for line in message.splitlines():
            heading, name, text = _HELP_LINE.fullmatch(line).groups("")  # type: ignore[union-attr]
            output.stdout.print([(heading, "bold green"), (name, "bold cyan"), text])


class _HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Formats help without breaking examples, and names such as `most-parts`."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        return textwrap.wrap(" ".join(text.split()), width, break_on_hyphens=False)


def _list_commands() -> str:
    width = max(map(len, [*COMMANDS, *GAME_NAMES]))
    lists = {
        group: {name: text for name, (_, text) in commands.items()}
        for group, commands in COMMAND_GROUPS.items()
    }
    lists["games"] = {game: ", ".join(names) for game, names in GAME_NAMES.items()}
    lines = []
    for group, texts in lists.items():
        lines += ["", f"{group}:"]
        lines += [f"  {name:{width}}  {text}" for name, text in texts.items()]
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
        **settings,
    )
    version = f"%(prog)s {__version__}"
    parser.add_argument("--version", action="version", version=version)
    commands = parser.add_subparsers(
        metavar="COMMAND", required=True, prog="xl-mastermind", help=argparse.SUPPRESS
    )
    for command, (_, text) in COMMANDS.items():
        line = f"  xl-mastermind {command} {EXAMPLES[command]}".rstrip()
        settings["epilog"] = f"example:\n{line}"
        options = commands.add_parser(command, description=text, **settings)
        if command == name:
            getattr(module, f"{_function_name(name)}_options")(options)
    return parser


def _function_name(name: str) -> str:
    return name.replace("-", "_")
