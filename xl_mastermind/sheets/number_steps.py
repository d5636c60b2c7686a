"""Formulas that compute a code or a puzzle from its number, one step per cell."""

from collections.abc import Sequence
from typing import Final

from xl_mastermind.game.numbers import LINEAR_MODULUS, ROUNDS, SQUARE_MODULUS

STEP_COUNT: Final = 4 + 2 * len(ROUNDS)
"""Number, block, two halves of the position in the block; two steps per round."""


def number_steps(
    number: str, cells: Sequence[str], lefts: object, rights: object, both: object
) -> list[str]:
    """
    Return the formulas of `cells`, which compute `game.numbers.feistel_steps`.

    `lefts` and `rights` are the sizes of the halves, `both` is their product: numbers
    or cells.
    """
    position = f"({cells[0]}-1-{cells[1]}*{both})"
    steps = [
        number,
        f"INT(({cells[0]}-1)/{both})",
        f"INT({position}/{rights})",
        f"{position}-{cells[2]}*{rights}",
    ]
    left, right = cells[2:4]
    for index, factors in enumerate(ROUNDS):
        half, other, size = (left, right, rights) if index % 2 else (right, left, lefts)
        linear, result = cells[len(steps) : len(steps) + 2]
        mixed = f"{half}*{factors.half}+{cells[1]}*{factors.block}+{factors.constant}"
        steps += [
            f"MOD({mixed},{LINEAR_MODULUS})",
            f"MOD({other}+MOD({linear}*{linear},{SQUARE_MODULUS}),{size})",
        ]
        left, right = (left, result) if index % 2 else (result, right)
    return steps
