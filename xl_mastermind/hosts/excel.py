"""
Excel, through xlwings: what the workbook's formulas and buttons call.

The names of this module are those of `FUNCTIONS` (Windows only; elsewhere xlwings
has no worksheet functions) and of `BUTTONS`.
"""

from collections.abc import Callable
from functools import partial
from inspect import Parameter, Signature
from typing import Final

import xlwings as xw

from xl_mastermind.game.rules import Rules
from xl_mastermind.sheet.board import BUTTONS, INPUTS, press
from xl_mastermind.sheet.functions import FUNCTIONS, Argument, Cell, Function, Need
from xl_mastermind.sheet.layout import BOARD_SHEET, STATE_SHEET, BoardLayout

_MASTERMIND: Final = Rules.parse("mastermind")
"""Stands for any game where a place is the same whatever the game is."""


# The worksheet functions


def _parameter(argument: Argument) -> Parameter:
    if argument.need is Need.REPEATED:
        return Parameter(argument.name, Parameter.VAR_POSITIONAL)
    default = None if argument.need is Need.OPTIONAL else Parameter.empty
    return Parameter(argument.name, Parameter.POSITIONAL_OR_KEYWORD, default=default)


def _plain(value: Cell) -> Cell:
    """Return `value` as COM knows it: a `CellError` is plain text there."""
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return str(value) if isinstance(value, str) else value


def _worksheet_function(function: Function) -> Callable[..., Cell]:
    """Return `function` as xlwings looks for it: by name, signature and options."""

    def call(*arguments: Cell) -> Cell:
        return _plain(function.call(*arguments))

    call.__name__ = function.name
    call.__doc__ = function.help
    call.__annotations__ = {}  # xlwings would take them for converters
    signature = Signature([*map(_parameter, function.arguments)])
    vars(call)["__signature__"] = signature
    marked: Callable[..., Cell] = xw.func(call)
    for argument in function.arguments:
        # Left alone, xlwings reads errors as blanks, and one cell as a number.
        options = {"ndim": 2, "err_to_str": True, "doc": argument.help}
        marked = xw.arg(argument.name, **options)(marked)
    return marked


globals().update({f.name: _worksheet_function(f) for f in FUNCTIONS})


# The buttons


def _boards(book: xw.Book) -> dict[str, BoardLayout]:
    """Return the layout of each board of a workbook by its sheet's name now."""
    state = book.sheets[STATE_SHEET]
    boards: dict[str, BoardLayout] = {}
    at = BoardLayout(_MASTERMIND)
    while game := state.range(at.game.address).value:
        # Excel keeps the sheet's name in this formula up to date.
        formula = str(state.range(at.anchor.address).formula)
        quoted = formula.removeprefix("=ROW(").rpartition("!")[0]
        name = quoted.removeprefix("'").removesuffix("'").replace("''", "'")
        sheet = name or BOARD_SHEET  # workbooks of old have one board, and no formula
        boards[sheet] = BoardLayout(Rules.parse(str(game)), sheet, at.place)
        at = BoardLayout(_MASTERMIND, place=at.place + 1)
    return boards


def _press(name: str) -> None:
    """Read the board on the active sheet, press a button, write what changed."""
    book = xw.Book.caller()
    boards = _boards(book)
    first, *_ = boards.values()
    at = boards.get(book.sheets.active.name, first)

    def cells(area: str) -> xw.Range:
        sheet, address = at.areas[area].sheet, at.areas[area].address
        return book.sheets[sheet].range(address).options(ndim=2)

    changed = press(name, {area: cells(area).value for area in INPUTS})
    # One recalculation, of the whole new board, instead of one after each area.
    with book.app.properties(screen_updating=False, calculation="manual"):
        for area, rows in changed.items():
            cells(area).value = rows


globals().update({button.name: partial(_press, button.name) for button in BUTTONS})
