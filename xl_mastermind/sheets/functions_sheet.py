"""The sheet Functions: each worksheet function with a live example."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from xl_mastermind.game.rules import Rules
from xl_mastermind.sheets.canvas import Canvas
from xl_mastermind.sheets.cell_group import (
    HAIRLINE,
    INPUT,
    INPUT_BORDER,
    LABEL,
    LEFT_ALIGNMENT,
    SECTION_TITLE,
    SMALL_TEXT,
    UNDERLINE,
    CellFormat,
    CellGroup,
    RichText,
)
from xl_mastermind.sheets.lambda_names import lambda_names
from xl_mastermind.sheets.sheet_layout import SheetLayout, title_group
from xl_mastermind.spreadsheet import palette
from xl_mastermind.spreadsheet.cell_range import CellRange
from xl_mastermind.spreadsheet.cells import Cell, RangeValues
from xl_mastermind.spreadsheet.edition import Edition
from xl_mastermind.spreadsheet.functions import ARRAY_FORMULA_HINT, FUNCTIONS, Function
from xl_mastermind.spreadsheet.sheet_names import FUNCTIONS_SHEET

_BOX: Final[CellFormat] = (
    INPUT_BORDER | INPUT | {"bold": True, "align": "center", "num_format": "0"}
)
_WRAPPED: Final[CellFormat] = {"text_wrap": True, "valign": "top"}

_WIDTHS: Final = (24, 360, 310, 230, *[58] * 6)

_TO_HIDDEN: Final = len(_WIDTHS)
"""Columns from a result to the hidden cells that call a name with LAMBDA."""

CODE_RANGE: Final = CellRange(FUNCTIONS_SHEET, 3, 4, 3, 4)
GUESS_RANGE: Final = CellRange(FUNCTIONS_SHEET, 4, 4, 6, 4)
FEEDBACK_RANGE: Final = CellRange(FUNCTIONS_SHEET, 4, 5, 6, 6)
EXAMPLE_CODE: Final = 1236
EXAMPLE_GUESSES: Final = (1122, 1344, 5531)
"""The values in the cells to change."""

_RULES: Final = Rules.parse("mastermind")
_LINE: Final = (
    "Type another code, or other guesses, into the white cells: the examples follow."
)
_AS_NAMES: Final = (
    "These seven are names of this workbook, which Excel 365 and 2024 compute, on the"
    " web, a Mac or a phone too. Other programs show no results."
)
"""The lines below the title, in either edition."""

_WRONG_NAME: Final = (
    "#VALUE!: a code, an answer or a game is wrong. Games are written as on the sheet"
    " Help: 4x6, bulls and cows."
)
_WRONG_STRATEGY: Final = (
    "A strategy that is none is #VALUE! too: Help lists their names. #N/A: the answers"
    " contradict one another."
)
_ENTERED: Final = f"Several cells, in LibreOffice: {ARRAY_FORMULA_HINT[0].lower()}{ARRAY_FORMULA_HINT[1:]}"
_NOTES: Final = (_WRONG_NAME, _WRONG_STRATEGY, _ENTERED)
"""Beside the white cells: why a function has no value, and how it is entered."""


class Example(NamedTuple):
    """A call of a function; its areas are the cells to change."""

    arguments: Sequence[CellRange | str | int]
    width: int = 1  # cells of its result that are shown
    form: str = "{}"  # what is made of the result


Named: TypeAlias = tuple[str, Example]
"""A function's name, and its example."""

_TURNS: Final = (GUESS_RANGE, FEEDBACK_RANGE)
_ROW: Final = "INDEX({},1,0)"
_FIRST: Final = GUESS_RANGE.row(0)

GROUPS: Final[dict[str, dict[str, Example]]] = {
    "Score": {
        "BLACK": Example((CODE_RANGE, _FIRST)),
        "WHITE": Example((CODE_RANGE, _FIRST)),
    },
    "Solve": {
        "SOLVE_NEXT": Example((*_TURNS, "knuth"), 4),
        "CANDIDATES_LEFT": Example(_TURNS, 3, "TRANSPOSE({})"),
        "CANDIDATES": Example((*_TURNS, "", "4x6", 1), 4),
        "RULED_OUT": Example((_FIRST, *_TURNS, "4x6")),
        "CODES": Example(("4x6",), 4, _ROW),
        "CONTRADICTIONS": Example(_TURNS, 3, _ROW),
        "CHEAT": Example((GUESS_RANGE,), 2, _ROW),
    },
    "Study": {
        "RANK_GUESSES": Example((*_TURNS, "knuth", "4x6", 1), 6),
        "PARTITION": Example((_FIRST, *_TURNS), 3, _ROW),
        "EXPECTED_LEFT": Example((GUESS_RANGE.row(1), _FIRST, FEEDBACK_RANGE.row(0))),
        "RATE_GUESS": Example(_TURNS, 4, _ROW),
        "TELL_TURNS": Example(_TURNS, 1, _ROW),
        "STRATEGY_STATS": Example(("knuth",), 6),
    },
}
"""All functions, by what they are for."""

_BY_NAME: Final = {function.name: function for function in FUNCTIONS}


def formula_of(name: str, example: Example) -> str:
    """Return the formula of an example."""
    words = [
        each.absolute_address
        if isinstance(each, CellRange)
        else f'"{each}"'
        if isinstance(each, str)
        else str(each)
        for each in example.arguments
    ]
    return example.form.format(f"{name}({','.join(words)})")


def _answers() -> RangeValues:
    code, *guesses = (
        _RULES.parse_code(str(n)) for n in (EXAMPLE_CODE, *EXAMPLE_GUESSES)
    )
    return [[*_RULES.feedback(code, guess)] for guess in guesses]


def value_of(name: str, example: Example) -> list[Cell]:
    """Return the value of an example with the first code and guesses."""
    guesses: RangeValues = [[guess] for guess in EXAMPLE_GUESSES]
    cells: dict[CellRange, Cell] = {CODE_RANGE: EXAMPLE_CODE}
    for cell_range, block in ((GUESS_RANGE, guesses), (FEEDBACK_RANGE, _answers())):
        cells |= {cell_range.row(row): [line] for row, line in enumerate(block)}
        cells[cell_range] = block
    given = [cells[a] if isinstance(a, CellRange) else a for a in example.arguments]
    result = _BY_NAME[name].call(*given)
    rows = result if isinstance(result, list) else [[result]]
    line = [row[0] for row in rows] if "TRANSPOSE" in example.form else rows[0]
    return [*line[: example.width], *[""] * (example.width - len(line))]


def _placed(
    groups: Mapping[str, Mapping[str, Example]],
) -> Iterator[tuple[int, str, dict[int, Named]]]:
    """Yield each group that has functions, with its top row, and its rows."""
    row = GUESS_RANGE.bottom + 2
    for group, examples in groups.items():
        if examples:
            yield row, group, dict(enumerate(examples.items(), row + 2))
            row += len(examples) + 3


def _shown(row: int, example: Example) -> CellRange:
    """Return the cells in which an example shows its result."""
    return CellRange(FUNCTIONS_SHEET, row, 4, row, 3 + example.width)


def _lines(text: str, characters: int) -> int:
    """Return how many lines a text takes in cells of a width in characters."""
    return -(-len(text) // characters)


@dataclass(frozen=True)
class FunctionsLayout(SheetLayout):
    """All cells of the sheet."""

    edition: Edition
    sheet: str = FUNCTIONS_SHEET

    @property
    def is_plain(self) -> bool:
        """Whether the functions are names with LAMBDA."""
        return self.edition is Edition.PLAIN

    @property
    def placed(self) -> Iterator[tuple[int, str, dict[int, Named]]]:
        """Each group of functions, its top row, and its rows."""
        if not self.is_plain:
            return _placed(GROUPS)
        names = {name.name for name in lambda_names()}
        kept = {g: {n: e[n] for n in e if n in names} for g, e in GROUPS.items()}
        return _placed(kept)


def functions_layout(edition: Edition) -> FunctionsLayout:
    """Return the plan of the sheet; without macros, of the functions that are names."""
    return FunctionsLayout(edition).add((_head, _typed, _groups))


def _head(p: FunctionsLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield the title and a line below it."""
    yield title_group(p, "Functions")
    muted = {"font_color": palette.MUTED_INK}
    if p.is_plain:
        yield (
            "line",
            CellGroup(p.cell_range(1, 1), values=[[_AS_NAMES]], cell_format=muted),
        )
    else:
        beside = CODE_RANGE.cell(-2, -1)  # above the white cells
        yield "line", CellGroup(beside, values=[[_LINE]], cell_format=LABEL | muted)
    notes = _NOTES[:1] if p.is_plain else _NOTES
    below = p.cell_range(CODE_RANGE.top, 1, len(notes))
    yield (
        "notes",
        CellGroup(below, values=[[note] for note in notes], cell_format=SMALL_TEXT),
    )


def _typed(p: FunctionsLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield the code and the guesses that the examples are of."""
    labels = ("Code", *(f"Guess {number}, and its answer" for number in (1, 2, 3)))
    yield (
        "labels",
        CellGroup(
            p.cell_range(CODE_RANGE.top, CODE_RANGE.left - 1, len(labels)),
            values=[[label] for label in labels],
            cell_format=LABEL,
        ),
    )
    yield "code", CellGroup(CODE_RANGE, values=[[EXAMPLE_CODE]], cell_format=_BOX)
    yield (
        "guesses",
        CellGroup(GUESS_RANGE, values=[[n] for n in EXAMPLE_GUESSES], cell_format=_BOX),
    )
    if p.is_plain:
        yield "feedback", CellGroup(FEEDBACK_RANGE, values=_answers(), cell_format=_BOX)
    else:
        yield (
            "feedback",
            CellGroup(FEEDBACK_RANGE, _answer, cell_format={"align": "center"}),
        )


def _answer(row: int, column: int) -> str:
    """Return the black or white pegs of a guess."""
    name, guess = ("BLACK", "WHITE")[column], GUESS_RANGE.row(row).address
    return f'IFERROR({name}({CODE_RANGE.absolute_address},{guess}),"")'


def _groups(p: FunctionsLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield the functions, by what they are for."""
    for row, group, examples in p.placed:
        yield (
            f"{group}_title",
            CellGroup(
                p.cell_range(row, 1), values=[[group]], cell_format=SECTION_TITLE
            ),
        )
        heads = [["Function", "What it gives", "Example", "Its result"]]
        line = p.cell_range(row + 1, 1, width=len(_WIDTHS) - 1)
        yield (
            f"{group}_heads",
            CellGroup(line, values=heads, cell_format=SMALL_TEXT | UNDERLINE),
        )
        for place, (name, example) in examples.items():
            for part, cells in _function(p, place, name, example):
                yield f"{name}_{part}", cells


def _function(
    p: FunctionsLayout, row: int, name: str, example: Example
) -> Iterator[tuple[str, CellGroup]]:
    """Yield a function: how it is called, what it gives, an example, its result."""
    function, formula = _BY_NAME[name], formula_of(name, example)
    small = (SMALL_TEXT, "\n" + "\n".join(_arguments(function)))
    usage = RichText((({"bold": True}, function.usage), small), HAIRLINE | _WRAPPED)
    yield "usage", CellGroup(p.cell_range(row, 1), values=[[usage]], cell_format={})
    cell_format = HAIRLINE | _WRAPPED
    yield (
        "help",
        CellGroup(
            p.cell_range(row, 2), values=[[function.help]], cell_format=cell_format
        ),
    )
    text = f"={formula}".replace("$", "")
    yield (
        "example",
        CellGroup(
            p.cell_range(row, 3), values=[[text]], cell_format=cell_format | SMALL_TEXT
        ),
    )
    beside = p.cell_range(row, 4, width=len(_WIDTHS) - 4)
    yield "results", CellGroup(beside, values=[], cell_format=HAIRLINE)
    cell_format = HAIRLINE | LEFT_ALIGNMENT | {"valign": "top"}
    shown = _shown(row, example)
    if p.is_plain:
        # LibreOffice refuses a formula that calls a name, even within IFERROR.
        called = shown.shift_columns(_TO_HIDDEN)
        yield "called", CellGroup(called, array_formula=lambda: formula, cell_format={})

        def result(_: int, column: int) -> str:
            return f'IFERROR({called.column(column).address},"")'

        yield "result", CellGroup(shown, result, cell_format=cell_format)
    else:
        guarded = f'IFERROR({formula},"")'
        yield (
            "result",
            CellGroup(shown, array_formula=lambda: guarded, cell_format=cell_format),
        )


def _arguments(function: Function) -> list[str]:
    return [f"{each.name}: {each.help}" for each in function.arguments]


def _height(function: Function) -> int:
    """Return the height of a function's row."""
    arguments = sum(_lines(argument, 64) for argument in _arguments(function))
    usage = 19 * _lines(function.usage, 50) + 15 * arguments
    return max(usage, 18 * _lines(function.help, 46)) + 6


class FunctionsSheet(Canvas):
    """Draws the sheet."""

    def draw(self, p: FunctionsLayout) -> None:
        """Draw everything."""
        self.write_groups(p.groups.values())
        self.rows([56, 26, 12])
        for _, _, examples in p.placed:
            for row, (name, _) in examples.items():
                self.sheet.set_row_pixels(row, _height(_BY_NAME[name]))
        self.widths(_WIDTHS)
        if p.is_plain:
            last = max(cell_range.right for cell_range in p.ranges.values())
            self.hide_columns(len(_WIDTHS), last)
        self.print_one_page_wide()
        self.select(CODE_RANGE.top, CODE_RANGE.left)


def function_values(edition: Edition = Edition.MACROS) -> dict[str, Cell]:
    """Return the values of all examples, by their cells, as Python computes them."""
    shown = [
        (FEEDBACK_RANGE.row(place), answer) for place, answer in enumerate(_answers())
    ]
    p = functions_layout(edition)
    for _, _, examples in p.placed:
        for row, (name, example) in examples.items():
            values, cell_range = value_of(name, example), _shown(row, example)
            shown.append((cell_range, values))
            if p.is_plain:
                shown.append((cell_range.shift_columns(_TO_HIDDEN), values))
    return {
        cell_range.column(column).address: value
        for cell_range, values in shown
        for column, value in enumerate(values)
    }
