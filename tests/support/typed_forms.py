"""How people type numbers of games and guesses, and what these forms stand for."""

import tomllib
from typing import Any, Final

from expected_values import DATA

from xl_mastermind.cells.values import Cell

_FORMS: Final[dict[str, Any]] = tomllib.loads(
    (DATA / "typed_forms.toml").read_text("utf-8")
)

NUMBERS: Final[dict[str, int | None]] = {
    form: int(number) if number.isdigit() else None
    for number, forms in _FORMS["numbers"].items()
    for form in forms
}
"""Texts and their numbers; no number for those that are refused."""

NUMBER_CELLS: Final[dict[Cell, int | None]] = {
    cell: number or None for cell, number in _FORMS["number_cells"]
}
"""Cells that are no texts, and their numbers."""

GUESSES: Final[dict[str, dict[Cell, bool]]] = {
    guess: dict.fromkeys(forms["right"], True) | dict.fromkeys(forms["wrong"], False)
    for guess, forms in _FORMS["guesses"].items()
}
"""For a guess, some cells, and whether they say it or are wrong."""

GAMES: Final = {"1122": "4x2", "PLUM": "4x4 symbols=LMPU"}
"""Small games that have these codes."""
