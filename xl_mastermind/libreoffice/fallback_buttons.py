"""Buttons that work without Python, by writing values that formulas read."""

from __future__ import annotations

from datetime import date
from random import SystemRandom
from typing import Any

from .client import WorkerError
from .document import first_value, named_range, read_ranges
from .tables import TABLES

_TABLE = TABLES["fallback_buttons"]


def changed_ranges(sheet: Any, name: str) -> dict[str, Any] | None:
    """Return the named ranges that a button changes, `None` if it needs Python."""
    if name not in _TABLE["writes"] or named_range(sheet, "game_number") is None:
        return None
    values = _new_values(sheet, name)
    if values is None:
        return None
    return {
        range_name: [[value] * len(row) for row in cells.getDataArray()]
        for range_name, value in values.items()
        if (cells := named_range(sheet, range_name))
    }


def result_message(sheet: Any) -> dict[str, Any]:
    """Return the ranges for Copy Result: its message, and no texts of other turns."""
    message = named_range(sheet, "copy_message")
    if message is None:
        return {}
    changes: dict[str, Any] = {"cached_message": message.getDataArray()}
    keys = read_ranges(sheet, ("state_key", "cached_state_key"))
    if keys["state_key"] != keys["cached_state_key"]:
        text_ranges = ("cached_explanation", "cached_costs", "cached_best_guesses")
        for name, rows in read_ranges(sheet, text_ranges).items():
            changes[name] = [[None]] * len(rows)
        changes["cached_state_key"] = [[None]]
    return changes


def _new_values(sheet: Any, name: str) -> dict[str, Any] | None:
    """Return the new value for all cells of each changed range."""
    codemaker = first_value(sheet, "current_codemaker")
    is_computer = codemaker == _TABLE["computer"]
    values = dict(_TABLE["writes"][name])
    if name == "reveal_code":
        if codemaker == _TABLE["somebody_else"]:
            raise WorkerError(_TABLE["not_yours"])
        return _values_to_reveal(sheet, values) if is_computer else None
    if name == "game_of_the_day":
        if not is_computer:
            return None
        values["game_number"] = int(f"{date.today():%Y%m%d}")  # noqa: DTZ011
    elif name == "new_game" and codemaker != _TABLE["somebody_else"]:
        values["game_number"] = _new_number(first_value(sheet, "game"))
    elif name == "clear" and is_computer:  # the current game of the column
        number = first_value(sheet, "number")
        if number not in ("", first_value(sheet, "column_number")):
            values["game_number"] = number
    elif not is_computer:  # another codemaker hides the new code
        values = dict(_TABLE["writes"]["new_game"])
    return values


def _values_to_reveal(sheet: Any, values: dict[str, Any]) -> dict[str, Any]:
    if first_value(sheet, "secret") == "":  # the message asks for a number
        return {}
    if first_value(sheet, "code_status") != "hidden":  # a found code stays found
        return values
    number = first_value(sheet, "number")
    key = f"{number:.0f}" if isinstance(number, float) else number
    games = first_value(sheet, "revealed_games")
    return {**values, "revealed_games": f"{games}#{key} "}


def _new_number(game: str) -> int:
    highest = _TABLE["highest_numbers"].get(game, _TABLE["largest_number"])
    start, stop = _TABLE["date_serials"]
    number: int = start
    while start <= number < stop:  # a cell would show it as a date
        number = 1 + SystemRandom().randrange(highest)
    return number
