"""
Excel, through xlwings: what the workbook's formulas and buttons call.

The worksheet functions (Windows only; elsewhere xlwings has none) stand in a module of
their own. The buttons have the names of `BUTTONS`; `new_board` and `state_of_the_link`
are commands of the add-in that need no board.
"""

import datetime as dt
import platform
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

import xlwings as xw

from xl_mastermind import __version__
from xl_mastermind.excel.functions import udf
from xl_mastermind.files import ADD_IN_SUFFIX, write_file, write_file_beside
from xl_mastermind.spreadsheet.board import BOARD_INPUTS
from xl_mastermind.spreadsheet.buttons import BUTTONS, run_button
from xl_mastermind.spreadsheet.cell_range import (
    CellRange,
    bounding_range,
    input_range,
    parse_range,
)
from xl_mastermind.spreadsheet.cells import RangeValues
from xl_mastermind.spreadsheet.edition import Edition
from xl_mastermind.spreadsheet.functions import FUNCTIONS
from xl_mastermind.spreadsheet.scores import SCORE_HEADINGS
from xl_mastermind.spreadsheet.sheet_names import SCORES_SHEET

LOG: Final = "xl-mastermind.log"
"""The file, in the user's folder, with the details of what went wrong."""

_LONGEST_LOG: Final = 100_000
_LONGEST_LINE: Final = 300
"""Characters of the log, and of what a sentence quotes."""

_AT_ONCE: Final = 1 << 15
"""Cells that are read at once, blank ones between areas included."""

_MOST_CELLS: Final = 1 << 18
"""An area with more cells is not read: it may be a whole sheet."""

_PLAIN: Final = (str, bool, int, float)

_E_FAIL: Final = -2147467259
"""COM's number of an error that has no other."""


# xlwings looks for worksheet functions in this module.
globals().update({function.name: udf(function) for function in FUNCTIONS})


# The buttons


def _target_workbook() -> xw.Book:
    """Return the workbook that a button is for: its own, or that before the add-in."""
    book = xw.Book.caller()
    return book.app.books.active if book.name.lower().endswith(ADD_IN_SUFFIX) else book


def _sheet_with(book: xw.Book, area: str) -> xw.Sheet | None:
    """Return the sheet with an area of this name: the active one, or the first."""
    active = book.sheets.active
    if active.names.contains(area):
        return active
    return next((sheet for sheet in book.sheets if sheet.names.contains(area)), None)


def _areas(sheet: xw.Sheet | None, wanted: Iterable[str]) -> dict[str, CellRange]:
    """
    Return the places of areas of a sheet: none in another workbook.

    Only the text of each name is read, since every question takes Excel a while.
    """
    areas: dict[str, CellRange] = {}
    if sheet is None:
        return areas
    names = sheet.names
    for name in wanted:
        try:
            reference = names(name).refers_to or ""
        except Exception:  # each system has a kind of its own
            if names.contains(name):
                raise
            continue
        area = parse_range(reference)
        if area is None:
            raise ValueError(f"expected cells named {name}, but they were deleted")
        other, is_there, _ = area.sheet.rpartition("]")
        if is_there:
            raise ValueError(
                f"expected cells named {name} in {sheet.book.name},"
                f" got some in {other.rpartition('[')[2]}"
            )
        if (cells := area.height * area.width) > _MOST_CELLS:
            raise ValueError(
                f"expected at most {_MOST_CELLS:,} cells named {name}, got {cells:,}"
            )
        areas[name] = input_range(name, area)
    return areas


def _cells(book: xw.Book, area: CellRange) -> xw.Range:
    return book.sheets[area.sheet].range(area.absolute_address).options(ndim=2)


def _read(book: xw.Book, areas: Mapping[str, CellRange]) -> dict[str, RangeValues]:
    """Return the values of areas, which are read as one from each sheet."""
    blocks: dict[str, RangeValues] = {}
    for sheet in {area.sheet for area in areas.values()}:
        here = {name: area for name, area in areas.items() if area.sheet == sheet}
        box = bounding_range(here.values())
        if box.height * box.width > _AT_ONCE:  # some were moved far away
            blocks |= {name: _cells(book, area).value for name, area in here.items()}
            continue
        rows = _cells(book, box).value
        for name, area in here.items():
            lines = rows[area.top - box.top :][: area.height]
            blocks[name] = [
                line[area.left - box.left :][: area.width] for line in lines
            ]
    return blocks


def _write(cells: xw.Range, block: RangeValues) -> None:
    """
    Write values over cells.

    Values that COM and AppleScript know are written raw: otherwise xlwings asks
    Excel a hundred questions first. A date is not one of them.
    """
    rows = [["" if cell is None else cell for cell in row] for row in block]
    if all(type(cell) in _PLAIN for row in rows for cell in row):
        cells.raw_value = rows
    else:
        cells.value = rows


def _board_called(book: xw.Book, name: str) -> xw.Sheet | None:
    """Return the sheet of this name, if it has a board."""
    sheets = (sheet for sheet in book.sheets if sheet.name == name)
    return next((sheet for sheet in sheets if sheet.names.contains("game")), None)


def _score_sheet(book: xw.Book) -> xw.Sheet | None:
    """Return the sheet with the table of scores; a workbook without macros has none."""
    return next((s for s in book.sheets if SCORES_SHEET in s.tables), None)


def _path(book: xw.Book) -> str:
    """Return where a workbook lies; nothing if that is not on this computer."""
    try:
        return book.fullname
    except xw.XlwingsError:  # a cloud folder that xlwings cannot find here
        return ""


def _run_button(name: str) -> None:
    """
    Read the areas that a button takes, press it, write what has changed.

    The macros have calculated the board before, and do so after it.
    """
    book = _target_workbook()
    button = BUTTONS[name]
    sheet = _sheet_with(book, button.marker)
    if sheet is None:
        place = f"the sheet {button.sheet}" if button.sheet else "a board"
        raise ValueError(f"expected a workbook with {place}, got {book.name}")
    values: dict[str, RangeValues] = {"workbook": [[_path(book)]]}
    areas = _areas(sheet, button.inputs)
    values |= _read(book, areas)
    if button.board_input:
        board = _board_called(book, str(values[button.board_input][0][0]))
        values |= _read(book, _areas(board, BOARD_INPUTS))
    scores = _score_sheet(book)
    table = scores.tables[SCORES_SHEET] if scores else None
    if table:
        heads = table.header_row_range if table.show_headers else None
        parts = (heads, table.data_body_range)
        first, body = (p.options(ndim=2).value if p else [] for p in parts)
        values["scores"] = [*(first or [SCORE_HEADINGS]), *body]
        with suppress(ValueError):  # it may be deleted
            values |= _read(book, _areas(scores, ("player",)))
    changed = run_button(name, values)
    games = changed.pop("scores", [])
    # All are found before the first is written.
    areas |= _areas(sheet, changed.keys() - areas.keys())
    cells = {area: _cells(book, areas[area]) for area in changed if area in areas}
    # One recalculation, of the whole new board, instead of one after each area; and
    # the macros that watch typing do not take it for typing.
    with book.app.properties(
        screen_updating=False, calculation="manual", enable_events=False
    ):
        for area, there in cells.items():
            _write(there, changed[area])
        if table:
            _add_rows(table, games)
    if sheet != book.sheets.active:
        # A command of the ribbon has written there. `Sheet.activate` of xlwings would
        # bring Excel's window to the front too.
        sheet.impl.activate()


def _add_rows(table: xw.main.Table, rows: RangeValues) -> None:
    """Write rows below the others of a table; an empty table has a blank one."""
    for row in rows:
        body = table.data_body_range
        last = body.rows[-1] if body else None
        if last and not any(last.value):
            last.value = row
        else:
            table.rows.add(["" if cell is None else cell for cell in row])  # type: ignore[misc]


def _open_new_board() -> None:
    """Open a new workbook, among the user's documents, with a game on each board."""
    from xl_mastermind.spreadsheet.workbook_file import new_workbook  # noqa: PLC0415, XML: 0.1 s

    content = new_workbook(Edition.MACROS)
    file = write_file_beside(Path(), "MasterMind", Edition.MACROS, content)
    xw.Book.caller().app.books.open(file)


def _run_command(name: str, act: Callable[[], None]) -> None:
    """Run a button, and end with a sentence if something goes wrong."""
    try:
        act()
    except Exception as error:  # noqa: BLE001 - nobody else is there to tell it
        _raise_to_excel(_sentence(name, error))


def _sentence(name: str, error: Exception) -> str:
    """Return a sentence about an error, and write the details to a file."""
    is_ours = isinstance(error, (ValueError, OSError))
    text = str(error) if is_ours else format_exception_only(error)[-1]
    sentence = f"{name.replace('_', ' ').capitalize()} did not work: {_line(text)}."
    try:
        return f"{sentence} Details: {_log(name)}"
    except (OSError, RuntimeError) as problem:  # RuntimeError: no home
        return f"{sentence} The details could not be kept: {_line(str(problem))}"


def _line(text: str) -> str:
    """Return a text as one line of bounded length, without a full stop."""
    return textwrap.shorten(text, _LONGEST_LINE).rstrip(".")


def _log(name: str) -> Path:
    """Append the exception that is being handled to the log, and return its path."""
    path = Path.home() / LOG
    try:
        before = path.read_text("utf-8", "replace")
    except FileNotFoundError:
        before = ""
    moment = dt.datetime.now().isoformat(" ", "seconds")  # noqa: DTZ005 - local
    version = f"xl-mastermind {__version__}, xlwings {xw.__version__}"
    system = f"Python {platform.python_version()}, {platform.platform()}"
    entry = f"{moment} {name}: {version}, {system}\n{traceback.format_exc()}\n"
    write_file(path, (before + entry)[-_LONGEST_LOG:])
    return path


def _raise_to_excel(sentence: str) -> NoReturn:
    """End with a sentence, and nothing else, for the workbook's macros to show."""
    if any(argument.startswith("--from_xl") for argument in sys.argv):
        raise SystemExit(sentence)  # on standard error, which xlwings reads
    # Excel has this Python as a server, and a COM exception as an error of VBA.
    com = import_module("win32com.server.exception")
    raise com.COMException(sentence, scode=_E_FAIL)


# What the macros call


def _click(name: str) -> None:
    _run_command(name, partial(_run_button, name))


def hint() -> None:
    """Play the next guess."""
    _click("hint")


def solve() -> None:
    """Play on to the end."""
    _click("solve")


def new_game() -> None:
    """Clear the board and hide a code."""
    _click("new_game")


def game_of_the_day() -> None:
    """Clear the board and hide the code of today's date."""
    _click("game_of_the_day")


def clear() -> None:
    """Clear the attempts and keep the code."""
    _click("clear")


def reveal_code() -> None:
    """Show the code."""
    _click("reveal_code")


def explain() -> None:
    """Tell what each guess did."""
    _click("explain")


def web_page() -> None:
    """Write a web page of a game that is over."""
    _click("web_page")


def analyse() -> None:
    """Rank the guesses of a board, and split what is left by one of them."""
    _click("analyse")


def compare() -> None:
    """Let each strategy find a code, and play every code with it."""
    _click("compare")


def new_board() -> None:
    """Open a new workbook with a board for each game."""
    _run_command("new_board", _open_new_board)


def state_of_the_link() -> NoReturn:
    """Tell which Python answers."""
    _raise_to_excel(
        f"Python answers: xl-mastermind {__version__} in Python"
        f" {platform.python_version()}, {sys.executable}. If something goes wrong, the"
        f" details are in {Path.home() / LOG}"
    )
