"""The buttons that work without Python; formulas do the rest."""

from __future__ import annotations

from datetime import date
from random import SystemRandom
from typing import Any

from .document import named
from .tables import TABLES
from .worker_settings import WorkerError

_FACTS = TABLES["alone"]


def changes(sheet: Any, name: str) -> dict[str, Any] | None:
    """Return the areas that a button is to write; nothing if it needs Python."""
    if name not in _FACTS["writes"] or named(sheet, "game_number") is None:
        return None
    values = _new_values(sheet, name)
    if values is None:
        return None
    cells = {area: named(sheet, area) for area in values}
    return {
        area: [[values[area]] * len(row) for row in area_cells.getDataArray()]
        for area, area_cells in cells.items()
        if area_cells
    }


def _new_values(sheet: Any, name: str) -> dict[str, Any] | None:
    """Return the new value of every cell of some areas."""
    maker = _first(sheet, "current_codemaker")
    is_ours = maker == _FACTS["computer"]
    values = dict(_FACTS["writes"][name])
    if name == "reveal_code":
        if maker == _FACTS["somebody_else"]:
            raise WorkerError(_FACTS["not_yours"])
        return _revealed(sheet, values) if is_ours else None
    if name == "game_of_the_day":
        if not is_ours:
            return None
        values["game_number"] = int(f"{date.today():%Y%m%d}")  # noqa: DTZ011
    elif name == "new_game" and maker != _FACTS["somebody_else"]:
        values["game_number"] = _new_number(_first(sheet, "game"))
    elif not is_ours:  # they hide another code
        values = dict(_FACTS["writes"]["new_game"])
    return values


def _revealed(sheet: Any, values: dict[str, Any]) -> dict[str, Any]:
    if _first(sheet, "secret") == "":  # the board says what is to be typed
        return {}
    choices = named(sheet, "reveal_choices")
    if choices:
        values = {**values, "reveal": choices.getDataArray()[0][1]}
    number = _first(sheet, "number")
    if _first(sheet, "cached_game_number") != number:
        values = {**dict.fromkeys(_FACTS["noted"]), **values}
    return {**values, "cached_game_number": number}


def _first(sheet: Any, area: str) -> Any:
    return named(sheet, area).getDataArray()[0][0]


def _new_number(game: str) -> int:
    highest = _FACTS["highest_numbers"].get(game, _FACTS["largest_number"])
    first, after = _FACTS["date_serials"]
    number: int = first
    while first <= number < after:  # a cell would take it for a date
        number = 1 + SystemRandom().randrange(highest)
    return number
