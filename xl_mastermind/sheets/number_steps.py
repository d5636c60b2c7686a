"""Formulas that compute a code or a puzzle from its number, one step per cell."""

from collections.abc import Sequence
from typing import Final

from xl_mastermind.game import numbers
from xl_mastermind.game.rules import Rules
from xl_mastermind.sheets.cell_group import Formula

STEP_COUNT: Final = 2 + len(numbers.ROUNDS)
"""The number, its block, and the changed half of each round."""


def number_steps(
    number: str, cells: Sequence[str], lefts: object, rights: object, both: object
) -> list[str]:
    """
    Return the formulas of `cells`, which compute `game.numbers.feistel_steps`.

    `lefts` and `rights` are the sizes of the halves, `both` is their product: numbers
    or cells.
    """
    position = f"({cells[0]}-1-{cells[1]}*{both})"
    halves = [f"INT({position}/{rights})", f"MOD({position},{rights})"]
    steps = [number, f"INT(({cells[0]}-1)/{both})"]
    for index, factors in enumerate(numbers.ROUNDS):
        changed = index % 2  # Rounds change the left half and the right half in turn.
        mixed = f"{halves[1 - changed]}*{factors.half}+{cells[1]}*{factors.block}"
        line = f"MOD({mixed}+{factors.constant},{numbers.LINEAR_MODULUS})"
        # Powers are not exact in every application.
        square = f"MOD(SUMSQ({line}),{numbers.SQUARE_MODULUS})"
        steps.append(f"MOD({halves[changed]}+{square},{(lefts, rights)[changed]})")
        halves[changed] = cells[len(steps) - 1]
    return steps


def peg_symbol(rules: Rules, peg: int, steps: str, symbols: str) -> Formula:
    """Return the symbol of a peg, counted from 1, from the steps of a number."""
    sizes = rules.radices
    step = numbers.place_values(sizes)[peg - 1]
    half = STEP_COUNT - (peg <= len(sizes) // 2)
    position = f"MOD(INT([@{steps}.{half}]/{step}),{sizes[peg - 1]})+1"
    return f"MID({symbols},{position},1)"
