"""Define and parse options that several commands share."""

import errno
import re
import sys
from argparse import ArgumentParser, Namespace, _ActionsContainer
from functools import partial
from pathlib import Path
from typing import Any, Final

from xl_mastermind.files import check_writable
from xl_mastermind.game.codemaker import todays_game_number
from xl_mastermind.game.conversion import input_error
from xl_mastermind.game.numbers import parse_game_number
from xl_mastermind.game.rules import Code, Rules, Turn
from xl_mastermind.solve.search_errors import ExactSearchError, UnreachableError
from xl_mastermind.solve.strategies import DEFAULT_STRATEGY, STRATEGIES
from xl_mastermind.solve.suggestion import check_unsolved

SEARCH_FAILURES: Final = (ExactSearchError, UnreachableError)
"""Errors of a search with valid options."""

_GAMES: Final = (
    "PEGSxCOLOURS [distinct] [black] [symbols=...], quoted if it has spaces, or a name"
    " that xl-mastermind --help lists"
)

TODAY: Final = "today"
"""The word for the game number of today's date."""

MAX_WORKERS: Final = 256
"""Limit of threads, which share the memory."""


def seconds(text: str) -> float:
    """Return a number of seconds, or raise a ValueError."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number < float("inf"):
        raise input_error("a number of seconds", text)
    return number


def positive_number(text: str, maximum: int = sys.maxsize) -> int:
    """Return a number from 1; `int` would raise another error for a long one."""
    if re.fullmatch("[0-9]{1,19}", text) and 1 <= int(text) <= maximum:
        return int(text)
    form = f"1 to {maximum:,}" if maximum < sys.maxsize else "1"
    raise ValueError(f"expected a number from {form}, got {text!r}")


def game_number(text: str) -> int:
    """Return the number of a game or a puzzle, or raise a ValueError."""
    if text == TODAY:
        return todays_game_number()
    try:
        return parse_game_number(text)
    except ValueError as error:
        days = f", a day such as 2026-12-31, or {TODAY}"
        raise ValueError(str(error).replace(" or a day", days)) from None


def seed(text: str) -> int:
    """Return a whole number, or raise a ValueError."""
    try:
        return int(text)
    except ValueError:
        raise input_error("a whole number, not too long", text) from None


def _flag(text: str) -> dict[str, Any]:
    return {"action": "store_true", "help": text}


def _value(metavar: str, text: str, **others: object) -> dict[str, Any]:
    return {"metavar": metavar, "help": text, **others}


_WORKERS: Final = partial(positive_number, maximum=MAX_WORKERS)
_TREE: Final = "write all guesses as text, for check, or for Graphviz as FILE.dot"
_NUMBER: Final = f"the number of the game, the same everywhere; or {TODAY}"
_STRATEGY: Final = f"{', '.join(STRATEGIES)}; default: {DEFAULT_STRATEGY}"

_SHARED_OPTIONS: Final = {
    "file": {"metavar": "FILE", "type": Path, "nargs": "?"},
    "--game": _value("G", _GAMES, type=Rules.parse, default="4x6"),
    "--strategy": _value("S", _STRATEGY, default=DEFAULT_STRATEGY),
    "--number": _value("N", _NUMBER, type=game_number),
    "--first": _value("CODE", "the first guess"),
    "--seed": _value("N", "make random choices repeatable", type=seed),
    "--json": _flag("print one JSON object"),
    "--csv": _flag("print a table as CSV"),
    "--rate": _flag("print the cost of each guess"),
    "--force": _flag("replace an existing or a read-only file"),
    "--workers": _value("N", "number of threads; default: one per core", type=_WORKERS),
    "--time-limit": _value(
        "SECONDS", "stop after SECONDS and print the bounds found", type=seconds
    ),
    "--cluster": _value(
        "ADDRESS", "compute on a Dask cluster, such as tcp://10.0.0.5:8786"
    ),
    "--tree": _value("FILE.txt|FILE.dot", _TREE, type=Path),
    "turns": _value(
        "CODE:BLACK,WHITE", 'turns so far, quoted for the shell: "1122:1,?"', nargs="*"
    ),
}
"""The arguments of `ArgumentParser.add_argument` for shared options."""


STRATEGY_OPTIONS: Final = ("--strategy", "--first")


def add_options(parser: _ActionsContainer, *names: str, **changes: object) -> None:
    """Add shared options to a parser or a group, with `changes` of their arguments."""
    for name in names:
        parser.add_argument(name, **{**_SHARED_OPTIONS[name], **changes})


def add_format_options(parser: ArgumentParser) -> None:
    """Add `--json` and `--csv`, which exclude each other."""
    formats = parser.add_mutually_exclusive_group()
    add_options(formats, "--json", "--csv")


def first_guess(options: Namespace) -> Code | None:
    rules: Rules = options.game
    return None if options.first is None else rules.parse_code(options.first)


def turns_so_far(options: Namespace) -> list[Turn]:
    """Return the turns of the options, or raise a ValueError if one finds the code."""
    rules: Rules = options.game
    turns = [*map(rules.parse_turn, options.turns)]
    check_unsolved(rules, turns)
    return turns


TREE_ENDINGS: Final = (".txt", ".dot")
_REPLACED_ENDINGS: Final = (*TREE_ENDINGS, ".csv", ".html", ".png", ".svg", ".pdf")
"""Only files with these endings are replaced without ``--force``."""


def check_output_file(path: Path | None, *endings: str, force: bool = False) -> None:
    """Raise an error unless a command may write a file."""
    if not path:
        return
    check_file_ending(path, *endings)
    if path.is_file():  # a link may name the same file
        check_file_ending(path.resolve(), *endings)
    if not path.parent.exists():
        folder = str(path.parent)
        raise FileNotFoundError(errno.ENOENT, "the folder does not exist", folder)
    check_writable(path, force=force)
    if path.is_file() and not force and path.suffix.lower() not in _REPLACED_ENDINGS:
        message = "the file exists; --force replaces it"
        raise FileExistsError(errno.EEXIST, message, str(path))


def check_file_ending(path: Path, *endings: str) -> None:
    """Raise an error unless a file name has one of these endings."""
    if path.suffix.lower() not in endings:
        listed = " or ".join(endings)
        raise ValueError(f"expected a file name ending in {listed}, got {path}")
