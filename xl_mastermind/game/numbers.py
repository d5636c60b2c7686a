"""
Game numbers and their codes.

A number is the same code in every program. Every product is below 2**53, because the
formulas of the workbook compute with doubles. Every quotient of a remainder is below
134,217,728, because MOD of older Excels has this limit.
"""

import math
import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from itertools import accumulate
from operator import mul
from typing import Final, NamedTuple

from xl_mastermind.game.conversion import input_error
from xl_mastermind.game.symbols import ascii_symbols

MAX_NUMBER: Final = 999_999_999
"""The last game number; the first is 1."""

FIRST_DAY: Final = 19_010_101
"""The number of the first valid date, 1901-01-01."""

_SEPARATED: Final = r"[0-9]{1,3}(?:([,. \N{NO-BREAK SPACE}])[0-9]{3})(?:\1[0-9]{3})*"

LINEAR_MODULUS: Final = 1_000_003
SQUARE_MODULUS: Final = 999_983
"""Primes: the moduli of the two steps of a round."""


class Round(NamedTuple):
    """The factors of the half and the block, and the constant, of a round."""

    half: int
    block: int
    constant: int


ROUNDS: Final = (
    Round(104_729, 7_919, 15_487),
    Round(86_028, 6_133, 49_979),
    Round(67_867, 5_279, 32_452),
    Round(95_279, 3_571, 27_644),
)
"""Rounds change the left half and the right half in turn."""


def parse_game_number(text: str) -> int:
    """Return the game number of a typed text, or raise a ValueError."""
    # Strip only the blanks that formulas strip.
    typed = ascii_symbols(text).replace("\N{NO-BREAK SPACE}", " ").strip(" ")
    typed = typed.removeprefix("#").strip(" ")
    number = 0
    if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", typed):
        with suppress(ValueError):
            number = int(f"{date.fromisoformat(typed):%Y%m%d}")
        number = number if number >= FIRST_DAY else 0
    elif re.fullmatch(_SEPARATED, typed):
        number = int(re.sub("[^0-9]", "", typed))
    elif re.fullmatch(r"[0-9]{1,15}", typed):
        number = int(typed)
    if not 1 <= number <= MAX_NUMBER:
        raise input_error(f"a number from 1 to {MAX_NUMBER:,} or a day", text)
    return number


def next_number(number: int) -> int:
    """
    Return the number of the next game; after a day count from its month and day.

    The next number is never a day, because the game of a day belongs to its date.

    >>> [next_number(number) for number in (382, 20261130, 20261231, MAX_NUMBER)]
    [383, 1131, 1232, 1]
    """
    month, day = number // 100 % 100, number % 100
    is_day = FIRST_DAY - 1 <= number < 10**8 and 0 < month < 13 and day < 32
    return (number % 10_000 if is_day else number % MAX_NUMBER) + 1


def half_sizes(radices: Sequence[int]) -> tuple[int, int]:
    """Return the number of values of the left and of the right half of the pegs."""
    middle = len(radices) // 2
    return math.prod(radices[:middle]), math.prod(radices[middle:])


def feistel_steps(number: int, radices: Sequence[int]) -> list[int]:
    """
    Return the steps from a number to the two halves of its code: one cell each.

    The steps are the number, its block, the halves of its position in the block, and
    two steps per round, of which the second is the changed half. The final left half is
    at index -3, the final right half at -1.
    """
    counts = half_sizes(radices)
    block, position = divmod(number - 1, math.prod(counts))
    halves = [*divmod(position, counts[1])]
    steps = [number, block, *halves]
    for index, factors in enumerate(ROUNDS):
        changed = index % 2  # Rounds change the left half and the right half in turn.
        line, shift = _round_steps(halves[1 - changed], block, factors)
        halves[changed] = (halves[changed] + shift) % counts[changed]
        steps += [line, halves[changed]]
    return steps


def _round_steps(half: int, block: int, factors: Round) -> tuple[int, int]:
    """Return the linear step of a half, and the shift of the other half."""
    line = half * factors.half + block * factors.block + factors.constant
    line %= LINEAR_MODULUS
    return line, line * line % SQUARE_MODULUS


def choices_from_number(number: int, radices: Sequence[int]) -> list[int]:
    """
    Return for each peg of a number's code its index among the remaining symbols.

    Numbers form blocks of as many numbers as the game has codes. A Feistel network,
    different in each block, permutes the numbers of a block. Source: M. Luby, C.
    Rackoff, "How to construct pseudorandom permutations from pseudorandom functions",
    SIAM Journal on Computing 17 (1988), 373-386.
    """
    *_, left, _, right = feistel_steps(number, radices)
    middle = len(radices) // 2
    halves = [left] * middle + [right] * (len(radices) - middle)
    places = zip(halves, place_values(radices), radices, strict=True)
    return [half // place_value % radix for half, place_value, radix in places]


def place_values(radices: Sequence[int]) -> list[int]:
    """Return the place value of each peg within its half, in mixed radix."""
    middle = len(radices) // 2
    return [
        place_value
        for half in (radices[:middle], radices[middle:])
        for place_value in [*accumulate(half[::-1], mul, initial=1)][-2::-1]
    ]


def number_from_choices(
    choices: Sequence[int], radices: Sequence[int], block: int
) -> int:
    """Return the number of a block; the inverse of `choices_from_number`."""
    counts, middle = half_sizes(radices), len(radices) // 2
    products: list[int] = [*map(mul, choices, place_values(radices))]
    halves = [sum(products[:middle]), sum(products[middle:])]
    for index, factors in reversed([*enumerate(ROUNDS)]):
        changed = index % 2
        _, shift = _round_steps(halves[1 - changed], block, factors)
        halves[changed] = (halves[changed] - shift) % counts[changed]
    left, right = halves
    return (block * counts[0] + left) * counts[1] + right + 1
