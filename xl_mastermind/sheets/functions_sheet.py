"""The sheet Functions: each worksheet function with a live example."""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple

from xl_mastermind.cells.cell_range import CellRange, values_by_address
from xl_mastermind.cells.values import Cell, RangeValues, as_rows, pad_rows
from xl_mastermind.functions import ARRAY_FORMULA_HINT, FUNCTIONS, Function
from xl_mastermind.presentation import palette
from xl_mastermind.presentation.sheet_names import FUNCTIONS_SHEET
from xl_mastermind.sheets import formats
from xl_mastermind.sheets.cell_group import CellGroup, CellGroups, RichText
from xl_mastermind.sheets.lambda_names import lambda_names
from xl_mastermind.sheets.sheet import Sheet
from xl_mastermind.sheets.sheet_layout import SheetLayout, title_group
from xl_mastermind.workbook_files.edition import Edition

_CENTRED_NUMBER: Final = {"bold": True, "align": "center", "num_format": "0"}
_BOX: Final = formats.INPUT_BORDER | formats.INPUT | _CENTRED_NUMBER
_WRAPPED: Final = formats.HAIRLINE | {"text_wrap": True, "valign": "top"}

_WIDTHS: Final = (24, 360, 310, 230, *[58] * 6)

CODE_RANGE: Final = CellRange(FUNCTIONS_SHEET, 3, 4, 3, 4)
GUESS_RANGE: Final = CellRange(FUNCTIONS_SHEET, 4, 4, 6, 4)
FEEDBACK_RANGE: Final = CellRange(FUNCTIONS_SHEET, 4, 5, 6, 6)

_CODE: Final = 1236
_GUESSES: Final = (1122, 1344, 5531)
_FUNCTIONS: Final = {function.name: function for function in FUNCTIONS}
_FEEDBACK: Final = ("BLACK", "WHITE")

_LABELS: Final = (
    "Type another code",
    "or other guesses: 1, with its answer",
    "2, with its answer",
    "3, with its answer",
)

_PLAIN_HINT: Final = (
    "These seven names of this workbook work in Excel 365 and 2024, also on the web, on"
    " a Mac or a phone. Other programs show no results."
)
"""The line below the title, without macros."""

_NOTES: Final = f"""\
#VALUE!: a code, an answer or a game is wrong. Write games as on the sheet Help: 4x6, \
bulls and cows; for - alone, which may be no peg or a white one, write 0 0 or 0 1.
Unknown strategies also return #VALUE!: Help lists the names. #N/A: the answers \
contradict each other.
Several cells, in LibreOffice: {ARRAY_FORMULA_HINT[0].lower()}{ARRAY_FORMULA_HINT[1:]}
""".splitlines()
"""The reasons for errors, and how users enter a function of several cells."""


class Example(NamedTuple):
    """A call of a function with input cells and constants as arguments."""

    subject: str
    arguments: Sequence[CellRange | str | int]
    width: int = 1  # The visible cells of the result.
    template: str = "{}"  # A formula, in which the call replaces the braces.

    def call(self, name: str) -> str:
        """Return the call of the function."""
        arguments = []
        for argument in self.arguments:
            if isinstance(argument, CellRange):
                arguments.append(argument.absolute_address)
            else:
                arguments.append(json.dumps(argument))  # Texts are in quotes.
        return f"{name}({','.join(arguments)})"

    def values(self, name: str) -> list[Cell]:
        """Return the result for the code and the guesses in the input cells."""
        result = _FUNCTIONS[name].call(
            *(_values(a) if isinstance(a, CellRange) else a for a in self.arguments)
        )
        table = as_rows(result)
        line = [row[0] for row in table] if "TRANSPOSE" in self.template else table[0]
        return pad_rows([line[: self.width]], 1, self.width)[0]


def _values(cell_range: CellRange) -> RangeValues:
    rows: RangeValues = [[_CODE]]
    for guess in _GUESSES:
        feedback = (_FUNCTIONS[name].call(_CODE, guess) for name in _FEEDBACK)
        rows.append([guess, *feedback])
    top, left = CODE_RANGE.top, CODE_RANGE.left
    return [
        row[cell_range.left - left : cell_range.right - left + 1]
        for row in rows[cell_range.top - top : cell_range.bottom - top + 1]
    ]


_TURNS: Final = (GUESS_RANGE, FEEDBACK_RANGE)
_FIRST_ROW: Final = "INDEX({},1,0)"
_FIRST_GUESS: Final = GUESS_RANGE.row(0)

_EXAMPLES: Final[dict[str, Example]] = {
    "BLACK": Example("Score", (CODE_RANGE, _FIRST_GUESS)),
    "WHITE": Example("Score", (CODE_RANGE, _FIRST_GUESS)),
    "SOLVE_NEXT": Example("Solve", (*_TURNS, "knuth"), 4),
    "CANDIDATES_LEFT": Example("Solve", _TURNS, 3, "TRANSPOSE({})"),
    "CANDIDATES": Example("Solve", (*_TURNS, "", "4x6", 1), 4),
    "RULED_OUT": Example("Solve", (_FIRST_GUESS, *_TURNS, "4x6")),
    "CODES": Example("Solve", ("4x6",), 4, _FIRST_ROW),
    "CONTRADICTIONS": Example("Solve", _TURNS, 3, _FIRST_ROW),
    "CHEAT": Example("Solve", (GUESS_RANGE,), 2, _FIRST_ROW),
    "RANK_GUESSES": Example("Study", (*_TURNS, "knuth", "4x6", 1), 6),
    "PARTITION": Example("Study", (_FIRST_GUESS, *_TURNS), 3, _FIRST_ROW),
    "EXPECTED_LEFT": Example(
        "Study", (GUESS_RANGE.row(1), _FIRST_GUESS, FEEDBACK_RANGE.row(0))
    ),
    "RATE_GUESS": Example("Study", _TURNS, 4, _FIRST_ROW),
    "EXPLAIN_TURNS": Example("Study", _TURNS, 1, _FIRST_ROW),
    "STRATEGY_STATS": Example("Study", ("knuth",), 6),
}


@dataclass(frozen=True)
class FunctionsLayout(SheetLayout):
    """All cells of the sheet; without macros, functions are names with LAMBDA."""

    has_macros: bool
    sheet: str = FUNCTIONS_SHEET
    first_hidden_column: int = len(_WIDTHS)

    @property
    def examples(self) -> dict[str, Example]:
        """The examples of the functions of this edition."""
        lambdas = {name.name for name in lambda_names()}
        names = _FUNCTIONS if self.has_macros else lambdas
        return {name: _EXAMPLES[name] for name in _EXAMPLES if name in names}


def functions_layout(edition: Edition) -> FunctionsLayout:
    """Return the layout of the sheet in an edition."""
    layout = FunctionsLayout(edition is Edition.MACROS)
    return layout.add((_heading, _input, _functions))


def _heading(layout: FunctionsLayout) -> CellGroups:
    groups, cells = title_group(layout, "Functions"), layout.cell_range
    if not layout.has_macros:
        muted = {"font_color": palette.MUTED_INK}
        groups["hint"] = CellGroup.from_text(cells(1, 1), _PLAIN_HINT, muted)
    notes = _NOTES if layout.has_macros else _NOTES[:1]
    note_range = cells(CODE_RANGE.top, 1, len(notes))
    groups["notes"] = CellGroup.from_column(note_range, notes, formats.SMALL_TEXT)
    return groups


def _input(layout: FunctionsLayout) -> CellGroups:
    labels = layout.cell_range(CODE_RANGE.top, CODE_RANGE.left - 1, len(_LABELS))
    feedback = CellGroup(
        FEEDBACK_RANGE, values=_values(FEEDBACK_RANGE), cell_format=_BOX
    )
    if layout.has_macros:
        forms = (f'IFERROR({name}([code],[@guesses]),"")' for name in _FEEDBACK)
        feedback = CellGroup(
            FEEDBACK_RANGE, "", formats.CENTRE_ALIGNMENT, column_formulas=[*forms]
        )
    return {
        "labels": CellGroup.from_column(labels, _LABELS, formats.LABEL),
        "code": CellGroup.from_column(CODE_RANGE, [_CODE], _BOX),
        "guesses": CellGroup.from_column(GUESS_RANGE, _GUESSES, _BOX),
        "feedback": feedback,
    }


def _functions(layout: FunctionsLayout) -> CellGroups:
    groups: CellGroups = {}
    headings = ["Function", "Description", "Example", "Result"]
    row = GUESS_RANGE.bottom + 2
    subjects = groupby(layout.examples, lambda name: _EXAMPLES[name].subject)
    for subject, names in subjects:
        groups[f"{subject}_title"] = CellGroup.from_text(
            layout.cell_range(row, 1), subject, formats.SECTION_TITLE
        )
        groups[f"{subject}_headings"] = CellGroup(
            layout.cell_range(row + 1, 1, width=len(_WIDTHS) - 1),
            values=[headings],
            cell_format=formats.COLUMN_HEADING,
        )
        row += 2
        for name in names:
            for part, group in _function(layout, row, name).items():
                groups[f"{name.lower()}_{part}"] = group
            row += 1
        row += 1
    return groups


def _function(layout: FunctionsLayout, row: int, name: str) -> CellGroups:
    cells, function, example = layout.cell_range, _FUNCTIONS[name], _EXAMPLES[name]
    formula = example.template.format(example.call(name))
    arguments = (formats.SMALL_TEXT, "\n" + "\n".join(_arguments(function)))
    usage = RichText((({"bold": True}, function.usage), arguments), _WRAPPED)
    text, text_format = f"={formula}".replace("$", ""), _WRAPPED | formats.SMALL_TEXT
    line = cells(row, 4, width=len(_WIDTHS) - 4)
    groups = {
        "usage": CellGroup.from_column(cells(row, 1), [usage], {}),
        "help": CellGroup.from_text(cells(row, 2), function.help, _WRAPPED),
        "example": CellGroup.from_text(cells(row, 3), text, text_format),
        "line": CellGroup.background(line, formats.HAIRLINE),
    }
    result = cells(row, 4, width=example.width)
    result_format = formats.HAIRLINE | formats.LEFT_ALIGNMENT | {"valign": "top"}
    if layout.has_macros:
        formula = f'IFERROR({formula},"")'
        groups["result"] = CellGroup(result, "", result_format, array_formula=formula)
    else:
        # LibreOffice refuses a formula that calls a name, even within IFERROR: hidden
        # cells contain the call.
        call = layout.hidden_range(1, example.width, row)
        groups["call"] = CellGroup(call, array_formula=formula)
        value = f'IFERROR([@{name.lower()}_call.@],"")'
        groups["result"] = CellGroup(result, value, result_format)
    return groups


def example_call(name: str) -> str:
    """Return a call of a function as users type it, with cells of this sheet."""
    return f"={_EXAMPLES[name].call(name)}".replace("$", "")


def _arguments(function: Function) -> list[str]:
    return [f"{argument.name}: {argument.help}" for argument in function.arguments]


def _row_height(function: Function) -> int:
    def line_count(text: str, characters: int) -> int:
        return math.ceil(len(text) / characters)

    arguments = sum(line_count(argument, 64) for argument in _arguments(function))
    usage = 19 * line_count(function.usage, 50) + 15 * arguments
    return max(usage, 18 * line_count(function.help, 46)) + 6


def write_functions(sheet: Sheet, layout: FunctionsLayout) -> None:
    """Write the cells; set heights and widths."""
    sheet.add_layout(layout)
    sheet.set_heights([56, 26, 12])
    for name in layout.examples:
        row = layout.ranges[f"{name.lower()}_usage"].top
        sheet.set_row_pixels(row, _row_height(_FUNCTIONS[name]))
    sheet.set_widths(_WIDTHS)
    sheet.set_landscape()
    sheet.fit_to_pages(1, 0)
    sheet.set_selection(CODE_RANGE.address)


def function_values(edition: Edition = Edition.MACROS) -> dict[str, Cell]:
    """Return the values of all examples, by cell, computed by the Python functions."""
    layout = functions_layout(edition)
    results = {"feedback": _values(FEEDBACK_RANGE)}
    for name, example in layout.examples.items():
        for part in ("result", "call"):
            group = f"{name.lower()}_{part}"
            if group in layout.groups:
                results[group] = [example.values(name)]
    return values_by_address(layout.ranges, results)
