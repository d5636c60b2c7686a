"""A strategy as a function of the user, and its errors."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from traceback import extract_tb
from typing import Final, TypeAlias

import numpy as np

from xl_mastermind.game.codes import Codebook, Indices
from xl_mastermind.game.conversion import shorten
from xl_mastermind.game.rules import Code, CodeLike, Rules, Turn
from xl_mastermind.solve.trees import Node

GuessFunction: TypeAlias = Callable[[Rules, Sequence[Turn]], CodeLike]
"""A strategy as a function, which returns the next guess after some turns."""

_MAX_GUESSES: Final = 100
"""Guesses after which a function must have found every code."""


class StrategyError(ValueError):
    """A strategy's function raised an error or returned a wrong guess."""

    @classmethod
    def from_error(cls, error: BaseException, place: str = "") -> "StrategyError":
        """Return the error of a function with its line, and its place in a game."""
        line = extract_tb(error.__traceback__)[-1]
        reason = type(error).__name__
        # The function may define an error whose `__str__` raises another error.
        with suppress(BaseException):
            reason += f": {error}" if str(error) else ""
        reason = shorten(" ".join(reason.split()), 200)
        file = Path(line.filename).name
        return cls(f"{reason}, line {line.lineno} of {file}{place}")


def function_name(function: GuessFunction) -> str:
    """Return the name of a function, or of the class of another callable object."""
    return getattr(function, "__name__", type(function).__name__)


def function_tree(
    book: Codebook,
    function: GuessFunction,
    first: Code | None,
    progress: Callable[[int], object],
) -> Node:
    """
    Return the tree of a function, which is called once for each position.

    `progress` is called with 1 for each secret found.
    """
    rules = book.rules

    def grow(turns: tuple[Turn, ...], codes: Indices) -> Node:
        guess = None if turns else first
        if guess is None:
            guess = _call_function(function, rules, turns, book.code(int(codes[0])))
        node = Node(guess, {})
        for feedback, part in book.parts(book.index(guess), codes).items():
            if feedback != rules.win:
                node.subtrees[feedback] = grow((*turns, Turn(guess, feedback)), part)
            else:
                progress(1)
        return node

    return grow((), np.arange(len(book)))


def _call_function(
    function: GuessFunction, rules: Rules, turns: Sequence[Turn], secret: Code
) -> Code:
    played = f" after {' '.join(map(rules.format_turn, turns))}" if turns else ""
    place = (
        f"in {function_name(function)}, turn {len(turns) + 1} for code"
        f" {rules.format_code(secret)}{played}"
    )
    if len(turns) == _MAX_GUESSES:
        raise StrategyError(
            f"expected each code in {_MAX_GUESSES} guesses, got more"
            f" {place.partition(' after ')[0]}"
        )
    try:
        guess = function(rules, [*turns])
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # the function may even raise SystemExit
        raise StrategyError.from_error(error, f", {place}") from error
    try:
        return rules.check_code(guess)
    except KeyboardInterrupt:
        raise
    except ValueError as error:
        raise StrategyError(f"{error}, {place}") from None
    except BaseException as error:  # methods of the guess may raise any error
        raise StrategyError.from_error(error, f", {place}") from error
