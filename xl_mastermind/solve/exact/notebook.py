"""The file in which a `SpreadSearch` notes what it finds, and from which it goes on."""

import json
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from xl_mastermind.files import check_place, naming, write_file
from xl_mastermind.game.rules import Code, Rules, Turn
from xl_mastermind.solve.exact.problem import Problem
from xl_mastermind.solve.exact.race import NEVER, Position, Race

_VERSION: Final = 1
_WHAT: Final = "notes of an exact search"


class Question(NamedTuple):
    """What a search is asked: a total or a greatest number, and under what terms."""

    is_total: bool
    most: int | None
    opening: Sequence[Code]


class Noted(NamedTuple):
    """What is noted of a position; if it is divided, which guesses are looked at."""

    lower: int
    upper: int
    first: Code | None
    guesses: tuple[Code, ...] | None


class Notebook:
    """
    The notes of one question about one problem.

    Raises
    ------
    ValueError
        If the file holds something else, or notes of another question.
    OSError
        If it cannot be read, or not be written.
    """

    def __init__(self, file: Path, problem: Problem, question: Question) -> None:
        check_place(file)
        self._file = file
        self._rules = problem.rules
        digest = zlib.crc32(problem.candidates.tobytes())
        self._head = {
            "what": _WHAT,
            "version": _VERSION,
            "game": str(problem.rules),
            "question": _written(question, problem.rules),
            "codes": len(problem.candidates),
            "guesses": len(problem.guesses),
            "digest": zlib.crc32(problem.guesses.tobytes(), digest),
        }
        self._noted = self._read()

    def recall(self, race: Race, position: Position) -> None:
        """Tell a race what is noted of a position, and of those after it."""
        noted = self._noted.get(position.turns)
        if not noted:
            return
        if noted.guesses is not None:
            race.divide(position)
        for choice in position.choices:
            if choice.guess in (noted.guesses or ()):
                race.open(choice)
                for after in choice.positions:
                    self.recall(race, after)
        race.learn(position, noted.lower, noted.upper, noted.first)

    def _read(self) -> dict[tuple[Turn, ...], Noted]:
        with naming(self._file):
            try:
                content = json.loads(self._file.read_text("utf-8"))
            except FileNotFoundError:
                return {}
            except (ValueError, RecursionError):
                raise self._error("another file") from None
        if not (isinstance(content, dict) and content.get("what") == _WHAT):
            raise self._error("another file")
        head = {name: content.get(name) for name in self._head}
        if head != self._head:
            raise self._error(f"those of {head['question']} in {head['game']}")
        try:
            return dict(self._from_row(row) for row in content["positions"])
        except (ValueError, TypeError, KeyError) as error:
            raise self._error(f"damaged ones ({error})") from None

    def _error(self, found: str) -> ValueError:
        wanted = f"notes of {self._head['question']} in {self._head['game']}"
        return ValueError(f"expected {wanted}, got {found}: {self._file}")

    def write(self, root: Position) -> None:
        """Write down all that is known."""
        rows = [self._as_row(position) for position in _all(root)]
        write_file(self._file, json.dumps({**self._head, "positions": rows}))

    def _as_row(self, position: Position) -> list[Any]:
        rules = self._rules
        upper = None if position.upper >= NEVER else position.upper
        guesses = [choice.guess for choice in position.choices if choice.positions]
        return [
            " ".join(map(rules.format_turn, position.turns)),
            position.lower,
            upper,
            position.first and rules.format_code(position.first),
            [*map(rules.format_code, guesses)] if position.choices else None,
        ]

    def _from_row(self, row: list[Any]) -> tuple[tuple[Turn, ...], Noted]:
        rules = self._rules
        written, lower, upper, first, guesses = row
        return tuple(map(rules.parse_turn, written.split())), Noted(
            int(lower),
            NEVER if upper is None else int(upper),
            first and rules.parse_code(first),
            None if guesses is None else tuple(map(rules.parse_code, guesses)),
        )


def _written(question: Question, rules: Rules) -> str:
    written = "total" if question.is_total else "greatest number"
    if question.most is not None:
        written += f" within {question.most}"
    if question.opening:
        written += f" after {' '.join(map(rules.format_code, question.opening))}"
    return written


def _all(position: Position) -> Iterator[Position]:
    """Yield a position, and all that are known after it."""
    yield position
    for choice in position.choices:
        for after in choice.positions:
            yield from _all(after)
