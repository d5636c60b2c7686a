"""
Steps of the trial in Excel: type, press buttons, and compare cells.

They find boards by defined names and use objects of xlwings, so that they also run in
the stand-in of the tests.
"""

import contextlib
import math
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from statistics import median
from typing import Final, NamedTuple, TypeAlias

from xl_mastermind.board.buttons import BUTTONS, COPY_RESULT, Button
from xl_mastermind.cells.cell_range import column_name, input_range, parse_range
from xl_mastermind.cells.values import Cell, RangeValues, is_number
from xl_mastermind.excel.safe_xlwings import xw
from xl_mastermind.game.game import COMPUTER
from xl_mastermind.game.numbers import next_number
from xl_mastermind.game.rules import Rules, Turn
from xl_mastermind.install.function_examples import Example, function_examples
from xl_mastermind.presentation.sheet_names import ERROR_SHEET
from xl_mastermind.solve.suggestion import next_guess
from xl_mastermind.workbook_files.edition import Edition

IS_MAC: Final = sys.platform == "darwin"

_NUMBER: Final = 382
"""The game that the steps play."""

_REPETITIONS: Final = 10
_MACRO_TIMEOUT: Final = 60
"""Seconds that a button may take on a Mac, where its macro ends before Python."""

_ERRORS: Final = {
    -2146826243: "#SPILL!",
    -2146826238: "#CALC!",
}
"""Errors as COM passes them that xlwings leaves as numbers."""

_GUESS_COUNTS: Final = {"new_game": 0, "hint": 1, "clear": 0}
"""The number of guesses on a board after a button."""

FORBIDDEN_MACROS: Final = (
    "Connection.RunButton",
    "PythonConnection.RunButton",
    "xlwings.RunPython",
)
"""Procedures of classes, which only the add-in itself may call."""


class Difference(NamedTuple):
    """A cell with another value than expected, or an action with another result."""

    sheet: str
    cell: str
    expected: object
    actual: object

    def __str__(self) -> str:
        """Return a line of the report."""
        return (
            f"{self.sheet}!{self.cell}: expected {self.expected!r}, got {self.actual!r}"
        )


class Note(str):
    """A line of the report that is no fault."""

    __slots__ = ()


Findings: TypeAlias = Iterable[Difference | Note | str]
"""Results of a step; it fails if one of them is no `Note`."""


# Cells


def named_cells(sheet: xw.Sheet, name: str) -> xw.Range:
    """Return the cells of a defined name, without its anchor cells."""
    cells = parse_range(sheet.names[name].refers_to or "")
    if cells is None:
        raise ValueError(f"expected cells named {name} on {sheet.name}")
    address = input_range(name, cells).absolute_address
    return sheet.book.sheets[cells.sheet].range(address)


def cell_values(cells: xw.Range) -> RangeValues:
    """Return rows of values, with errors as texts."""
    rows: RangeValues = cells.options(ndim=2, err_to_str=True).value
    return [[_as_stored(value) for value in row] for row in rows]


def _as_stored(value: Cell) -> Cell:
    """Return a value of xlwings as a file stores it."""
    return _ERRORS.get(value, value) if isinstance(value, int) else value


def sheet_values(sheet: xw.Sheet) -> dict[str, Cell]:
    """Return the values of the used cells by address; blanks are left out."""
    used = sheet.used_range
    return {
        f"{column_name(used.column + column - 1)}{used.row + row}": value
        for row, cells in enumerate(cell_values(used))
        for column, value in enumerate(cells)
        if value is not None
    }


def book_differences(
    book: xw.Book, expected: Mapping[str, Mapping[str, Cell]]
) -> Iterator[Difference]:
    """Yield the used cells with another value than expected, and missing sheets."""
    actual = {sheet.name: sheet_values(sheet) for sheet in book.sheets}
    for name, values in actual.items():
        right = expected.get(name, {})
        for address in {**right, **values}:
            if not _is_same(right.get(address), values.get(address)):
                yield Difference(name, address, right.get(address), values.get(address))
    for name in expected.keys() - actual.keys():
        yield Difference(name, "A1", "a sheet", None)


def _is_same(expected: Cell, actual: Cell) -> bool:
    """Return whether two values are equal, numbers except for rounding."""
    if is_number(actual) and is_number(expected):
        return math.isclose(expected, actual, rel_tol=1e-9, abs_tol=1e-9)
    # In a file, only the first cell of an array formula may have the value 0.
    is_left_out = expected is None and is_number(actual) and not actual
    return is_left_out or (expected == actual and type(expected) is type(actual))


# Boards


def named_boards(book: xw.Book) -> dict[str, xw.Sheet]:
    """Return the boards of a workbook by the names of their sheets."""
    return {each.name: each for each in book.sheets if each.names.contains("game")}


def _begin(sheet: xw.Sheet, codemaker: str = COMPUTER) -> Rules:
    """Clear a board, hide the code of a number, and return the rules."""
    named_cells(sheet, "codemaker").value = codemaker
    for name in ("guess_input", "feedback_input"):
        named_cells(sheet, name).clear_contents()
    named_cells(sheet, "game_number").value = _NUMBER
    return Rules.parse(str(cell_values(named_cells(sheet, "game"))[0][0]))


def _type_guess(guesses: xw.Range, row: int, word: str) -> None:
    guesses[row, 0].value = f"'{word}" if word[0] == "0" else word


def _guess_count(sheet: xw.Sheet) -> int:
    rows = cell_values(named_cells(sheet, "guess_input"))
    return sum(guess not in (None, "") for (guess,) in rows)


def game_differences(sheet: xw.Sheet, games: int = 1) -> Iterator[Difference]:
    """Type games into a board, one below the other, and compare each answer."""
    rules, number, row = _begin(sheet), _NUMBER, 0
    guesses = named_cells(sheet, "guess_input")
    for _ in range(games):
        code, turns = rules.code_from_number(number), list[Turn]()
        while not (turns and turns[-1].feedback == rules.win):
            guess = next_guess(rules, turns, "knuth")
            word = rules.format_code(guess)
            turns.append(Turn(guess, rules.feedback(code, guess)))
            _type_guess(guesses, row, word)
            marks = cell_values(named_cells(sheet, "computed_feedback"))[row]
            actual = [int(mark) if is_number(mark) else 0 for mark in marks]
            expected = [*turns[-1].feedback][: len(actual)]
            if actual != expected:
                yield Difference(sheet.name, f"the answer to {word}", expected, actual)
            row += 1
        number = next_number(number)


def _run_macro(book: xw.Book, button: Button) -> None:
    book.macro(f"MasterMind.{button.macro}")()
    deadline = time.monotonic() + _MACRO_TIMEOUT
    while IS_MAC and book.app.status_bar and time.monotonic() < deadline:
        time.sleep(0.1)


def macro_errors(book: xw.Book, sheet: xw.Sheet) -> Findings:
    """Run a macro, and yield two lines if Excel forbids macros."""
    # `Sheet.activate` of xlwings needs a visible Excel, and takes the focus.
    sheet.impl.activate()
    try:
        _run_macro(book, BUTTONS["clear"])
    except Exception as error:  # noqa: BLE001 - of another class on each platform
        yield f"expected macros that run, got: {error}; a policy may forbid them:"
        yield "run xl-mastermind doctor, and ask the administrator of this machine"


def run_other_modules(book: xw.Book, *, is_add_in: bool = False) -> Findings:
    """Run procedures of modules that no button uses: VBA compiles by modules."""
    book.macro("ThisWorkbook.DescribeFunctions")()
    book.sheets[ERROR_SHEET]["A1"].clear_contents()  # which runs `Worksheet_Change`
    book.macro("xlwings_udfs.BLACK")(1122, 1236)
    if is_add_in:
        book.macro("Ribbon.RefreshCommands")()
    return ()


def button_differences(
    book: xw.Book, sheet: xw.Sheet, codemakers: Iterable[str]
) -> Iterator[Difference]:
    """Press the buttons of a board with codemakers; `book` has the macros."""
    sheet.book.impl.activate()
    sheet.impl.activate()
    for codemaker in codemakers:
        _begin(sheet, codemaker)
        for button in BUTTONS.values():
            # Copy Result would change the user's clipboard.
            if button.sheet or button is COPY_RESULT:
                continue
            _run_macro(book, button)
            count = _guess_count(sheet)
            text = f"guesses after {button.caption}, {codemaker}"
            if count != _GUESS_COUNTS.get(button.name, count):
                expected = _GUESS_COUNTS[button.name]
                yield Difference(sheet.name, text, expected, count)
            if not (message := cell_values(named_cells(sheet, "message"))[0][0]):
                yield Difference(sheet.name, text, "a message", message)


def other_sheet_differences(book: xw.Book, button: Button) -> Iterator[Difference]:
    """Press the button of a sheet without a board."""
    if button.sheet not in {sheet.name for sheet in book.sheets}:
        yield Difference(button.sheet, "A1", "a sheet", None)
        return
    sheet = book.sheets[button.sheet]
    sheet.impl.activate()
    _run_macro(book, button)
    message = cell_values(named_cells(sheet, button.marker))[0][0]
    if not message:
        yield Difference(sheet.name, button.marker, "a message", message)


def click_differences(sheet: xw.Sheet) -> Iterator[Difference]:
    """Click the first colour once for each peg."""
    sheet.impl.activate()
    rules = _begin(sheet)
    colours = named_cells(sheet, "colours")
    for peg in range(rules.pegs):
        colours[0, peg if rules.distinct else 0].select()
    if (count := _guess_count(sheet)) != 1:
        yield Difference(sheet.name, "guesses after clicks", 1, count)


def measure_seconds(book: xw.Book, sheet: xw.Sheet) -> Iterator[Note]:
    """Yield the median seconds of a typed guess and of Hint."""
    sheet.impl.activate()
    word = (rules := _begin(sheet)).format_code(next_guess(rules, ()))
    guess_input = named_cells(sheet, "guess_input")

    def seconds(action: Callable[[], None]) -> float:
        times = []
        for _ in range(_REPETITIONS):
            guess_input.clear_contents()
            start = time.perf_counter()
            action()
            times.append(time.perf_counter() - start)
        return median(times)

    typed = seconds(lambda: _type_guess(guess_input, 0, word))
    hint = seconds(lambda: _run_macro(book, BUTTONS["hint"]))
    yield Note(f"median of {_REPETITIONS}: a guess {typed:.2f} s, Hint {hint:.2f} s")


# Sheets


def function_differences(book: xw.Book) -> Findings:
    """Type formulas into a new sheet: with macros all, else those of LAMBDA names."""
    sheet = book.sheets.add("Trial", after=book.sheets[-1])
    examples = function_examples()
    if not book.name.endswith(Edition.MACROS):
        sheet["A1"].formula = "=LAMBDA(number,number)(1)"
        if sheet["A1"].value != 1:
            yield Note("this Excel has no LAMBDA")
            return
        names = {name.name for name in book.names}
        examples = [each for each in examples if each.is_lambda_name_example(names)]
    yield Note(f"{len(examples)} formulas")
    for example in examples:
        yield from example_differences(sheet, example)
    sheet.delete()


def example_differences(sheet: xw.Sheet, example: Example) -> Iterator[Difference]:
    """Type a formula into a sheet, as an array formula, and compare its result."""
    expected = example.result
    cells = sheet.range((1, 1), (len(expected), len(expected[0])))
    try:
        cells.formula_array = example.formula
        actual: object = [
            ["" if v is None else v for v in row] for row in cell_values(cells)
        ]
    except Exception as error:  # noqa: BLE001 - Excel refuses the formula
        actual = str(error)
    if not isinstance(actual, list) or not all(
        _is_same(one, other)
        for row, other_row in zip(expected, actual, strict=True)
        for one, other in zip(row, other_row, strict=True)
    ):
        yield Difference(sheet.name, example.formula, expected, actual)
    cells.clear_contents()


def locked_cell_differences(sheet: xw.Sheet) -> Iterator[Difference]:
    """Write to a locked cell, which Excel must refuse."""
    cell = named_cells(sheet, "message")[0, 0]
    try:
        cell.value = 1
    except Exception:  # noqa: BLE001 - the error that is expected
        return
    yield Difference(sheet.name, cell.get_address(False, False), "an error", 1)  # noqa: FBT003


def moved_guess_differences(sheet: xw.Sheet) -> Iterator[Difference]:
    """Cut a guess to another row; the defined name keeps its cells."""
    rules = _begin(sheet)
    reference = sheet.names["guess_input"].refers_to
    guesses = named_cells(sheet, "guess_input")
    guess = next_guess(rules, ())
    _type_guess(guesses, 0, rules.format_code(guess))
    guesses[0, 0].api.Cut(guesses[2, 0].api)
    new_reference = sheet.names["guess_input"].refers_to
    if new_reference != reference:
        yield Difference(sheet.name, "guess_input", reference, new_reference)
    black = cell_values(named_cells(sheet, "computed_feedback"))[2][0]
    expected = rules.feedback(rules.code_from_number(_NUMBER), guess).black
    if black != expected:
        yield Difference(sheet.name, "black of the moved guess", expected, black)


def copied_board_differences(sheet: xw.Sheet) -> Iterator[Difference]:
    """Play a game on a copy of a board."""
    copy = sheet.copy(after=sheet)
    yield from game_differences(copy)
    copy.delete()


def forbidden_call_differences(add_in: xw.Book, book: xw.Book) -> Iterator[Difference]:
    """Call procedures that Excel must not find."""
    for macro in FORBIDDEN_MACROS:
        with contextlib.suppress(Exception):
            add_in.macro(macro)("Hint")
            yield Difference(add_in.name, macro, "an error", "a call")
    sheet = book.sheets.add("Trial", after=book.sheets[-1])
    sheet["A1"].formula = '=RunPython("1")'
    if (value := cell_values(sheet["A1"])[0][0]) != "#NAME?":
        yield Difference(sheet.name, "A1", "#NAME?", value)
