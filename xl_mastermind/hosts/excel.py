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
from xl_mastermind.sheet.layout import Area, BoardLayout

# The game stands in the same cell whatever it is; all else depends on it.
_GAME: Final = BoardLayout(Rules.parse("mastermind")).game


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


def _press(name: str) -> None:
    """Read the board of the calling workbook, press a button, write what changed."""
    book = xw.Book.caller()
    sheets = {sheet.name: sheet for sheet in book.sheets}
    renamed = book.sheets.active  # where the button is, whatever it is called

    def cells(area: Area) -> xw.Range:
        sheet = sheets.get(area.sheet, renamed)
        return sheet.range(area.address).options(ndim=2)

    game = cells(_GAME).value[0][0]
    areas = BoardLayout(Rules.parse(str(game))).areas
    changed = press(name, {area: cells(areas[area]).value for area in INPUTS})
    # One recalculation, of the whole new board, instead of one after each area.
    with book.app.properties(screen_updating=False, calculation="manual"):
        for area, rows in changed.items():
            cells(areas[area]).value = rows


globals().update({button.name: partial(_press, button.name) for button in BUTTONS})
