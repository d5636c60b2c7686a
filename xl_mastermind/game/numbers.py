"""
The number of a game, which anybody can type, and the code that it stands for.

The same number is the same code in every program: the workbook has these few steps as
formulas, whose numbers are doubles. So every product stays below 2**53, and every
quotient of a remainder below 134,217,728, the limit of older Excels' MOD.
"""

import math
import re
from collections.abc import Sequence
from datetime import date
from itertools import accumulate
from operator import mul
from typing import Final, NamedTuple

from xl_mastermind.game.symbols import ascii_symbols

LARGEST_NUMBER: Final = 999_999_999
"""Numbers of games go from 1 to this one."""

FIRST_DAY: Final = 19_010_101
"""The number of the first day that is written as a date, such as 1901-01-01."""

DATE_SERIALS: Final = range(36_526, 73_051)
"""
The numbers by which spreadsheets keep the days from 2000-01-01 to 2099-12-31.

In the cell of a game's number such a number is a date: digits that people type there
are a text. New games have other numbers.
"""

_SEPARATED: Final = r"[0-9]{1,3}(?:([,. \N{NO-BREAK SPACE}])[0-9]{3})(?:\1[0-9]{3})*"

LINEAR_MODULUS: Final = 1_000_003
SQUARE_MODULUS: Final = 999_983
"""Moduli of the two steps of a round."""


class Round(NamedTuple):
    """The factors of the half, and of the block, and what is added, in one round."""

    half: int
    block: int
    constant: int


ROUNDS: Final = (
    Round(104_729, 7_919, 15_487),
    Round(86_028, 6_133, 49_979),
    Round(67_867, 5_279, 32_452),
    Round(95_279, 3_571, 27_644),
)
"""The first round changes the left half by the right one, the next the right, ..."""


def parse_game_number(text: str) -> int:
    """
    Return the number of a game as people type it, or raise.

    Examples
    --------
    >>> [*map(parse_game_number, ("382", "#382", "1,000", "1.000", "2026-12-31"))]
    [382, 382, 1000, 1000, 20261231]
    >>> parse_game_number("2026-02-30")
    Traceback (most recent call last):
    ...
    ValueError: expected a number from 1 to 999,999,999 or a day, got '2026-02-30'
    """
    typed = ascii_symbols(text).strip().removeprefix("#").strip()
    number = 0
    if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", typed):
        number = _day_number(typed)
    elif re.fullmatch(_SEPARATED, typed):
        number = int(re.sub("[^0-9]", "", typed))
    elif re.fullmatch(r"[0-9]{1,15}", typed):
        number = int(typed)
    if not 1 <= number <= LARGEST_NUMBER:
        raise ValueError(
            f"expected a number from 1 to {LARGEST_NUMBER:,} or a day, got {text!r}"
        )
    return number


def _day_number(typed: str) -> int:
    """Return the number of a date such as 2026-12-31, 0 if there is no such day."""
    try:
        number = int(f"{date.fromisoformat(typed):%Y%m%d}")
    except ValueError:
        return 0
    return number if number >= FIRST_DAY else 0


def half_sizes(sizes: Sequence[int]) -> tuple[int, int]:
    """Return how many values the left and the right half of the pegs have."""
    middle = len(sizes) // 2
    return math.prod(sizes[:middle]), math.prod(sizes[middle:])


def feistel_steps(number: int, sizes: Sequence[int]) -> list[int]:
    """
    Return the steps from a number to the two halves of its code, a cell each.

    They are the number, its block, the halves of its place there, and for each round
    two: the second is the half that was moved. The last left half is the third from
    the end, the last right half the last.
    """
    lefts, rights = half_sizes(sizes)
    block, place = divmod(number - 1, lefts * rights)
    left, right = divmod(place, rights)
    steps = [number, block, left, right]
    for index, factors in enumerate(ROUNDS):
        line = _line(left if index % 2 else right, block, factors)
        if index % 2:
            right = (right + _moves(line)) % rights
        else:
            left = (left + _moves(line)) % lefts
        steps += [line, right if index % 2 else left]
    return steps


def _line(half: int, block: int, factors: Round) -> int:
    return (
        half * factors.half + block * factors.block + factors.constant
    ) % LINEAR_MODULUS


def _moves(line: int) -> int:
    """Return by how much a round moves the other half."""
    return line * line % SQUARE_MODULUS


def choices_of(number: int, sizes: Sequence[int]) -> list[int]:
    """
    Return which of the symbols that are left each peg of a number's code chooses.

    Numbers fall into blocks, as long as the game has codes. A Feistel network moves
    the numbers of a block about within it, so that each code is met once in every
    block; the block's own number has its part in all rounds. Source: M. Luby, C.
    Rackoff, "How to construct pseudorandom permutations from pseudorandom functions",
    SIAM Journal on Computing 17 (1988), 373-386.
    """
    *_, left, _, right = feistel_steps(number, sizes)
    middle = len(sizes) // 2
    value_of = [left] * middle + [right] * (len(sizes) - middle)
    return [
        value // unit % size
        for value, unit, size in zip(value_of, place_values(sizes), sizes, strict=True)
    ]


def place_values(sizes: Sequence[int]) -> list[int]:
    """Return what a step of each peg counts within its half."""
    middle = len(sizes) // 2
    return [
        unit
        for half in (sizes[:middle], sizes[middle:])
        for unit in [*accumulate(reversed(half), mul, initial=1)][:-1][::-1]
    ]


def number_with(choices: Sequence[int], sizes: Sequence[int], block: int) -> int:
    """Return the number in a block whose code makes these choices."""
    lefts, rights = half_sizes(sizes)
    middle = len(sizes) // 2
    parts = [*map(mul, choices, place_values(sizes))]
    left: int = sum(parts[:middle])
    right: int = sum(parts[middle:])
    for index, factors in reversed([*enumerate(ROUNDS)]):
        if index % 2:
            right = (right - _moves(_line(left, block, factors))) % rights
        else:
            left = (left - _moves(_line(right, block, factors))) % lefts
    return (block * lefts + left) * rights + right + 1
