"""
Entry points of Excel through xlwings: worksheet functions and `run_button`.

xlwings has worksheet functions on Windows only.
"""

import datetime as dt
import platform
import re
import sys
import textwrap
import traceback
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from traceback import format_exception_only
from typing import Final, NoReturn

from xl_mastermind import __version__
from xl_mastermind.board import buttons
from xl_mastermind.board.scores import SCORE_HEADINGS
from xl_mastermind.board.state import ANALYSED_BOARD_INPUTS
from xl_mastermind.cells.cell_range import (
    CellRange,
    bounding_range,
    input_range,
    parse_range,
)
from xl_mastermind.cells.values import Cell, RangeValues, RangeValuesByName, as_rows
from xl_mastermind.excel.functions import udf
from xl_mastermind.excel.safe_xlwings import xw
from xl_mastermind.files import ADD_IN_SUFFIX, write_document, write_file
from xl_mastermind.functions import FUNCTIONS
from xl_mastermind.presentation.sheet_names import SCORES_SHEET
from xl_mastermind.workbook_files.edition import Edition

LOG_NAME: Final = "xl-mastermind.log"
"""The file in the user's folder with the details of errors."""

_MAX_LOG_LENGTH: Final = 100_000
_MAX_QUOTE_LENGTH: Final = 300

_MAX_BOX_CELLS: Final = 1 << 15
"""Cells that one call reads, including blank cells between ranges."""

_MAX_RANGE_CELLS: Final = 1 << 18
"""A larger range is an error: it may be a whole sheet."""

_RAW_TYPES: Final = (str, bool, int, float)
"""Types that COM and AppleScript accept without a conversion by xlwings."""

# xlwings looks for worksheet functions in this module.
globals().update({function.name: udf(function) for function in FUNCTIONS})


def run_button(name: str, addresses: str = "") -> None:
    """
    Run a button, or a command of the ribbon; raise a message to Excel.

    `addresses` are those of named ranges on the active sheet: `game=A1;words=B1:B9;`.
    """
    try:
        message = _COMMANDS.get(name, partial(_run_on_workbook, name, addresses))()
    except Exception as error:  # noqa: BLE001 - nothing above this call reports errors
        message = _error_message(name, error)
    if message:
        _raise_to_excel(message)


def _run_on_workbook(name: str, addresses: str) -> None:
    """
    Run a button on the values of its ranges and write the changed ranges.

    The macros calculate the board before and after.
    """
    book = _target_workbook()
    button = buttons.BUTTONS[name]
    known_addresses = dict(entry.split("=") for entry in addresses.split(";") if entry)
    if button.marker in known_addresses:
        sheet: xw.Sheet | None = book.sheets.active
    else:
        sheet, known_addresses = _find_sheet(book, button.marker), {}
    if sheet is None:
        expected = f"the sheet {button.sheet}" if button.sheet else "a board"
        raise ValueError(f"expected a workbook with {expected}, got {book.name}")
    ranges = _named_ranges(sheet, button.inputs, known_addresses)
    values = _read_ranges(sheet, ranges)
    if button.board_input:
        values |= _read_board(book, values[button.board_input][0][0])
    scores_sheet = next((s for s in book.sheets if SCORES_SHEET in s.tables), None)
    if scores_sheet:
        values |= _read_scores(scores_sheet)
    changes = buttons.run_button(name, values)
    games = changes.pop("scores", [])
    # Find all ranges before the first change.
    ranges |= _named_ranges(sheet, changes.keys() - ranges.keys(), known_addresses)
    sheets = _sheets_of(sheet, ranges)
    cells = {
        name: _cells(sheets[ranges[name].sheet], ranges[name])
        for name in changes
        if name in ranges
    }
    # Excel recalculates once and sends no events to the macros.
    with book.app.properties(
        screen_updating=False, calculation="manual", enable_events=False
    ):
        for range_name, target in cells.items():
            _write_values(target, changes[range_name])
        if scores_sheet:
            _add_rows(scores_sheet.tables[SCORES_SHEET], games)
    if sheet != book.sheets.active:
        # `Sheet.activate` of xlwings would bring Excel's window to the front too.
        sheet.impl.activate()


def _target_workbook() -> xw.Book:
    """Return the workbook of the macros, the active one if they are the add-in's."""
    book = xw.Book.caller()
    is_add_in = book.name.lower().endswith(ADD_IN_SUFFIX)
    return book.app.books.active if is_add_in else book


def _find_sheet(book: xw.Book, name: str) -> xw.Sheet | None:
    """Return the sheet with a defined name: the active one, or the first."""
    active = book.sheets.active
    if active.names.contains(name):
        return active
    return next((sheet for sheet in book.sheets if sheet.names.contains(name)), None)


def _named_ranges(
    sheet: xw.Sheet, names: Iterable[str], addresses: Mapping[str, str] | None = None
) -> dict[str, CellRange]:
    """
    Return the ranges of defined names of a sheet that are not in another workbook.

    Read only the text of each name outside `addresses`, because Excel calls are slow.
    """
    ranges: dict[str, CellRange] = {}
    defined_names = sheet.names
    quoted_sheet = sheet.name.replace("'", "''") if addresses else ""
    for name in names:
        try:
            if addresses and name in addresses:
                address = re.sub("([A-Z]+)([0-9]+)", r"$\1$\2", addresses[name])
                reference = f"='{quoted_sheet}'!{address}"
            else:
                reference = defined_names(name).refers_to or ""
        except Exception:  # each platform has its own class of errors
            if defined_names.contains(name):
                raise
            continue
        cell_range = parse_range(reference)
        if cell_range is None:
            raise ValueError(f"expected cells named {name}, but they were deleted")
        other_book, separator, _ = cell_range.sheet.rpartition("]")
        if separator:
            raise ValueError(
                f"expected cells named {name} in {sheet.book.name},"
                f" got some in {other_book.rpartition('[')[2]}"
            )
        count = cell_range.height * cell_range.width
        if count > _MAX_RANGE_CELLS:
            raise ValueError(
                f"expected at most {_MAX_RANGE_CELLS:,} cells named {name},"
                f" got {count:,}"
            )
        ranges[name] = input_range(name, cell_range)
    return ranges


def _sheets_of(sheet: xw.Sheet, ranges: Mapping[str, CellRange]) -> dict[str, xw.Sheet]:
    """Return the sheets of ranges, most of which are on one sheet, by name."""
    sheets = {sheet.name: sheet}
    for name in {cell_range.sheet for cell_range in ranges.values()} - sheets.keys():
        sheets[name] = sheet.book.sheets[name]
    return sheets


def _cells(sheet: xw.Sheet, cell_range: CellRange) -> xw.Range:
    return sheet.range(cell_range.absolute_address).options(ndim=2)


def _read_ranges(sheet: xw.Sheet, ranges: Mapping[str, CellRange]) -> RangeValuesByName:
    """Return the values of ranges, with one call of Excel per sheet if possible."""
    values: RangeValuesByName = {}
    for sheet_name, owner in _sheets_of(sheet, ranges).items():
        members = {name: r for name, r in ranges.items() if r.sheet == sheet_name}
        if not members:
            continue
        box = bounding_range(members.values())
        if box.height * box.width > _MAX_BOX_CELLS:  # the user moved a range far away
            values |= {name: _cells(owner, r).value for name, r in members.items()}
            continue
        rows = _cells(owner, box).value
        for name, r in members.items():
            top, left = r.top - box.top, r.left - box.left
            values[name] = [
                row[left : left + r.width] for row in rows[top : top + r.height]
            ]
    return values


def _read_board(book: xw.Book, sheet_name: Cell) -> RangeValuesByName:
    """Return the values of the board on a sheet, none if it has no board."""
    for sheet in book.sheets:
        if sheet.name == sheet_name and sheet.names.contains("game"):
            return _read_ranges(sheet, _named_ranges(sheet, ANALYSED_BOARD_INPUTS))
    return {}


def _read_scores(sheet: xw.Sheet) -> RangeValuesByName:
    """Return the table of scores with its headings, and the player's name."""
    table = sheet.tables[SCORES_SHEET]
    header = table.header_row_range if table.show_headers else None
    # xlwings reads unconverted values in fewer calls, and headings are texts.
    headings = as_rows(header.raw_value) if header else [[*SCORE_HEADINGS]]
    body = table.data_body_range
    rows = body.options(ndim=2).value if body else []
    values: RangeValuesByName = {}
    with suppress(ValueError):  # the user may have deleted the name
        values = _read_ranges(sheet, _named_ranges(sheet, ("player",)))
    return values | {"scores": [*headings, *rows]}


def _write_values(cells: xw.Range, values: RangeValues) -> None:
    """Write values, unconverted if possible, which saves a hundred calls of Excel."""
    rows = [["" if value is None else value for value in row] for row in values]
    if all(type(value) in _RAW_TYPES for row in rows for value in row):
        cells.raw_value = rows
    else:
        cells.value = rows


def _add_rows(table: xw.main.Table, rows: RangeValues) -> None:
    """Append rows to a table; an empty table has a blank row."""
    for row in rows:
        body = table.data_body_range
        last = body.rows[-1] if body else None
        if last and not any(last.value):
            last.value = row
        else:
            table.rows.add(["" if value is None else value for value in row])  # type: ignore[misc]


def _open_new_board() -> None:
    """Open a new workbook in the documents folder, with a game on each board."""
    from xl_mastermind.board.workbook_file import new_workbook  # noqa: PLC0415, XML: 0.1 s

    content = new_workbook(Edition.MACROS)
    file = write_document("MasterMind", Edition.MACROS, content)
    xw.Book.caller().app.books.open(file)


def _connection_state() -> str:
    return (
        f"Python answers: xl-mastermind {__version__} in Python"
        f" {platform.python_version()}, {sys.executable}. If something goes wrong, the"
        f" details are in {Path.home() / LOG_NAME}"
    )


_COMMANDS: Final[Mapping[str, Callable[[], str | None]]] = {
    "new_board": _open_new_board,
    "connection_state": _connection_state,
}
"""Commands of the ribbon that need no board; each returns a message or nothing."""


def _error_message(name: str, error: Exception) -> str:
    """Return a sentence about an error, and write its details to the log."""
    is_expected = isinstance(error, (ValueError, OSError))
    text = str(error) if is_expected else format_exception_only(error)[-1]
    sentence = f"{name.replace('_', ' ').capitalize()} did not work: {_quote(text)}."
    try:
        return f"{sentence} Details: {_log_error(name)}"
    except (OSError, RuntimeError) as log_error:  # RuntimeError: no home
        return f"{sentence} The details could not be saved: {_quote(str(log_error))}"


def _quote(text: str) -> str:
    """Return a text as one line of limited length, without a full stop."""
    return textwrap.shorten(text, _MAX_QUOTE_LENGTH).rstrip(".")


def _log_error(name: str) -> Path:
    """Append the current exception to the log, and return the log's path."""
    path = Path.home() / LOG_NAME
    try:
        log = path.read_text("utf-8", "replace")
    except FileNotFoundError:
        log = ""
    time = dt.datetime.now().isoformat(" ", "seconds")  # noqa: DTZ005 - local
    version = f"xl-mastermind {__version__}, xlwings {xw.__version__}"
    system = f"Python {platform.python_version()}, {platform.platform()}"
    log += f"{time} {name}: {version}, {system}\n{traceback.format_exc()}\n"
    write_file(path, log[-_MAX_LOG_LENGTH:])
    return path


def _raise_to_excel(message: str) -> NoReturn:
    """Raise a message that the macros show."""
    if any(argument.startswith("--from_xl") for argument in sys.argv):
        raise SystemExit(message)  # xlwings reads it from standard error
    # Excel uses this Python as a server: a COM exception becomes an error of VBA.
    com = import_module("win32com.server.exception")
    raise com.COMException(message, scode=-2147467259)  # E_FAIL
