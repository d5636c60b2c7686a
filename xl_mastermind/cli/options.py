"""What a command is, and the options that several commands have."""

import argparse
import re
import sys
from pathlib import Path
from typing import Any, Final, NamedTuple, NoReturn

from xl_mastermind.cli.output import WRONG, complain, out
from xl_mastermind.game.rules import NAMED_GAMES, Rules


class Parser(argparse.ArgumentParser):
    """Reads the words of a command line."""

    def error(self, message: str) -> NoReturn:
        """Write one line, without the usage, and leave with exit code 2."""
        sys.exit(complain(message, WRONG))

    def _print_message(self, message: str, file: Any = None) -> None:  # noqa: ANN401
        """Write help; argparse would not say that it cannot."""
        with out.writing():
            print(message, end="", file=file)


class Option(NamedTuple):
    """An option or an argument: its names, if any, and what argparse takes."""

    names: tuple[str, ...]
    details: dict[str, Any]


def option(*names: str, **details: Any) -> Any:  # noqa: ANN401, the type is the option's
    """Return an option for a class of commands, whose attribute it sets."""
    return Option(names, details)


def flag(name: str, text: str) -> Any:  # noqa: ANN401, a bool
    return option(name, action="store_true", help=text)


class Command:
    """A command. Its attributes are its options, which argparse sets."""

    failures: tuple[type[Exception], ...] = ()
    """What may keep it from being done although the words are right."""

    def add_options(self, parser: Parser) -> None:
        """Add the options of this class, after those that it inherits."""
        options: dict[str, Option] = {}
        for kind in reversed(type(self).__mro__):
            options |= {k: v for k, v in vars(kind).items() if isinstance(v, Option)}
        for name, (names, details) in options.items():
            if names:
                parser.add_argument(*names, dest=name, **details)
            else:
                parser.add_argument(name, **details)

    def run(self) -> int:
        """Do it and return the exit code."""
        raise NotImplementedError


def game(text: str) -> Rules:
    """Return the rules of a game, for argparse."""
    try:
        return Rules.parse(text)
    except ValueError as error:  # argparse would leave out its words
        raise argparse.ArgumentTypeError(str(error)) from None


def seconds(text: str) -> float:
    """Return a number of seconds, for argparse."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number < float("inf"):
        raise argparse.ArgumentTypeError(f"expected a number of seconds, got {text!r}")
    return number


def whole_number(text: str, most: int = sys.maxsize) -> int:
    """Return a number from 1, for argparse."""
    # Python reads no number of more than some thousand digits.
    if re.fullmatch("[0-9]{1,19}", text) and 1 <= int(text) <= most:
        return int(text)
    end = f"1 to {most}" if most < sys.maxsize else "1"
    raise argparse.ArgumentTypeError(f"expected a number from {end}, got {text!r}")


def seed(text: str) -> int:
    """Return any whole number, for argparse."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"expected a whole number, not too long, got {text!r}"
        ) from None


_GAMES: Final = (
    f"PEGSxCOLOURS [distinct] [black] [symbols=...], or {', '.join(NAMED_GAMES)}"
)

GAME: Final = option("--game", metavar="G", type=game, default="4x6", help=_GAMES)
JSON: Final = flag("--json", "print one JSON object")
RATE: Final = flag("--rate", "tell what each guess cost")
FORCE: Final = flag("--force", "replace a file whatever is lost with it")
TURNS: Final = {"metavar": "CODE:BLACK,WHITE", "nargs": "*"}


def check_ending(path: Path, *endings: str) -> None:
    """Raise an error unless the name of a file ends in one of these."""
    if path.suffix.lower() not in endings:
        listed = " or ".join(endings)
        raise ValueError(f"expected a file name ending in {listed}, got {path}")
