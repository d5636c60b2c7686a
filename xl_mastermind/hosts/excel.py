"""
Excel, through xlwings: what the workbook's formulas and buttons call.

The names of this module are those of `FUNCTIONS` (Windows only; elsewhere xlwings
has no worksheet functions) and of `BUTTONS`.
"""

from collections.abc import Callable
from functools import partial
from inspect import Parameter, Signature
from typing import Final, TypeAlias

import xlwings as xw

from xl_mastermind.game.rules import Rules
from xl_mastermind.sheet.board import BUTTONS, INPUTS
from xl_mastermind.sheet.buttons import SHEET_BUTTONS, inputs, press
from xl_mastermind.sheet.functions import (
    FUNCTIONS,
    Argument,
    Block,
    Cell,
    Function,
    Need,
)
from xl_mastermind.sheet.layout import (
    BOARD_SHEET,
    SCORES_SHEET,
    SHEET_ANCHORS,
    STATE_SHEET,
    Area,
    BoardLayout,
    sheet_areas,
    widest,
)

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


def _sheet_now(book: xw.Book, anchor: Area) -> str:
    """Return the present name of the sheet that an anchor names, if it is there."""
    # Excel keeps the sheet's name in this formula up to date.
    formula = str(book.sheets[STATE_SHEET].range(anchor.address).formula)
    quoted = formula.removeprefix("=ROW(").rpartition("!")[0]
    return quoted.removeprefix("'").removesuffix("'").replace("''", "'")


def _boards(book: xw.Book) -> dict[str, BoardLayout]:
    """Return the layout of each board of a workbook by its sheet's name now."""
    state = book.sheets[STATE_SHEET]
    boards: dict[str, BoardLayout] = {}
    at = BoardLayout(_MASTERMIND)
    while game := state.range(at.game.address).value:
        # Workbooks of old have one board, and no anchor.
        sheet = _sheet_now(book, at.anchor) or BOARD_SHEET
        boards[sheet] = BoardLayout(Rules.parse(str(game)), sheet, at.place)
        at = BoardLayout(_MASTERMIND, place=at.place + 1)
    return boards


Ranges: TypeAlias = dict[str, xw.Range]


def _ranges(book: xw.Book, sheet: str, areas: dict[str, Area]) -> Ranges:
    """Return the named areas of a sheet; some of a board's lie on the sheet State."""
    return {
        name: book.sheets[STATE_SHEET if at.sheet == STATE_SHEET else sheet]
        .range(at.address)
        .options(ndim=2)
        for name, at in areas.items()
    }


def _places(book: xw.Book, name: str) -> tuple[Ranges, Ranges]:
    """Return the areas where a button stands, and those of a board that it follows."""
    boards = _boards(book)
    first, *_ = boards.values()
    for button in SHEET_BUTTONS:
        if button.name == name:
            pegs = widest(boards.values())
            sheet = _sheet_now(book, SHEET_ANCHORS[button.sheet])
            own = _ranges(book, sheet, sheet_areas(pegs)[button.sheet])
            followed = str(own[button.follows].value[0][0]) if button.follows else ""
            at = boards.get(followed)
            return own, _ranges(book, at.sheet, at.areas) if at else {}
    at = boards.get(book.sheets.active.name, first)
    areas = _ranges(book, at.sheet, at.areas)
    return areas, {}


def _scores(book: xw.Book) -> xw.main.Table | None:
    """Return the table of scores; workbooks of old have none."""
    sheet = _sheet_now(book, SHEET_ANCHORS[SCORES_SHEET])
    return book.sheets[sheet].tables[SCORES_SHEET] if sheet else None


def _path(book: xw.Book) -> str:
    """Return where a workbook lies; nothing if that is not on this computer."""
    try:
        return book.fullname
    except xw.XlwingsError:  # a cloud folder that xlwings cannot find here
        return ""


def _press(name: str) -> None:
    """Read what a button asks for, press it, write what changed."""
    book = xw.Book.caller()
    areas, followed = _places(book, name)
    table = _scores(book)
    body = table.data_body_range if table else None
    values: dict[str, Block] = {"workbook": [[_path(book)]]}
    if table:
        values["scores"] = body.options(ndim=2).value if body else []
    asked = {area: cells for area, cells in areas.items() if area in inputs(name)}
    asked |= {area: cells for area, cells in followed.items() if area in INPUTS}
    values |= {area: cells.value for area, cells in asked.items()}
    changed = press(name, values)
    games = changed.pop("scores", [])
    # One recalculation, of the whole new board, instead of one after each area.
    with book.app.properties(screen_updating=False, calculation="manual"):
        for area, rows in changed.items():
            areas[area].value = rows
        if table:
            _add(table, games)


def _add(table: xw.main.Table, rows: Block) -> None:
    """Write rows below the others of a table; an empty table has a blank one."""
    for row in rows:
        body = table.data_body_range
        last = body.rows[-1] if body else None
        if last and not any(last.value):
            last.value = row
        else:
            table.rows.add(["" if cell is None else cell for cell in row])  # type: ignore[misc]


globals().update(
    {button.name: partial(_press, button.name) for button in (*BUTTONS, *SHEET_BUTTONS)}
)
