"""Formulas from a number that anybody can type to what it stands for, a step a cell."""

from collections.abc import Sequence
from typing import Final

from xl_mastermind.game.numbers import LINEAR_MODULUS, ROUNDS, SQUARE_MODULUS

STEP_COUNT: Final = 4 + 2 * len(ROUNDS)
"""Number, block, two halves of the place in it; two steps a round."""


def number_steps(
    number: str, cells: Sequence[str], lefts: object, rights: object, both: object
) -> list[str]:
    """
    Return the formulas of `cells`, which do what `game.numbers.feistel_steps` does.

    `lefts`, `rights` and `both` are how many values the halves have, and the two
    together: numbers or cells.
    """
    place = f"({cells[0]}-1-{cells[1]}*{both})"
    steps = [
        number,
        f"INT(({cells[0]}-1)/{both})",
        f"INT({place}/{rights})",
        f"{place}-{cells[2]}*{rights}",
    ]
    left, right = cells[2], cells[3]
    for index, factors in enumerate(ROUNDS):
        half, other, size = (left, right, rights) if index % 2 else (right, left, lefts)
        line, moved = cells[len(steps)], cells[len(steps) + 1]
        mixed = f"{half}*{factors.half}+{cells[1]}*{factors.block}+{factors.constant}"
        steps.append(f"MOD({mixed},{LINEAR_MODULUS})")
        steps.append(f"MOD({other}+MOD({line}*{line},{SQUARE_MODULUS}),{size})")
        left, right = (left, moved) if index % 2 else (moved, right)
    return steps
