"""Writes the sheet Functions: each worksheet function with a live example."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from xl_mastermind.draw.canvas import (
    Canvas,
)
from xl_mastermind.draw.cells import (
    BOX,
    HAIRLINE,
    SECTION,
    SMALL,
    TITLE,
    TYPED,
    UNDERLINED,
    RichText,
)
from xl_mastermind.draw.lambda_names import lambda_names
from xl_mastermind.game.rules import Rules
from xl_mastermind.sheet import palette
from xl_mastermind.sheet.area import Area
from xl_mastermind.sheet.cells import Block, Cell
from xl_mastermind.sheet.edition import Edition
from xl_mastermind.sheet.functions import FUNCTIONS, Function
from xl_mastermind.sheet.sheets import FUNCTIONS_SHEET

_WIDTHS: Final = (24, 360, 310, 230, *[58] * 6)

CODE: Final = Area(FUNCTIONS_SHEET, 3, 4, 3, 4)
GUESSES: Final = Area(FUNCTIONS_SHEET, 4, 4, 6, 4)
FEEDBACK: Final = Area(FUNCTIONS_SHEET, 4, 5, 6, 6)
TYPED_CODE: Final = 1236
TYPED_GUESSES: Final = (1122, 1344, 5531)
"""What stands in the cells for people to change."""

_RULES: Final = Rules.parse("mastermind")
_LINE: Final = (
    "Type another code, or other guesses, into the white cells: the examples follow."
)
_AS_NAMES: Final = (
    "These six are names of this workbook. In Excel 365 or 2024, on the web, a Mac or a"
    " phone, type an example into the cell beside it."
)
"""What stands below the title, in either edition."""


class Example(NamedTuple):
    """A call of a function; areas are those of the sheet that people change."""

    arguments: Sequence[Area | str | int]
    width: int = 1  # cells of its result that are shown
    form: str = "{}"  # what is made of the result


Named: TypeAlias = tuple[str, Example]
"""A function's name, and its example."""

_TURNS: Final = (GUESSES, FEEDBACK)
_ROW: Final = "INDEX({},1,0)"
_FIRST: Final = GUESSES.row(0)

GROUPS: Final[dict[str, dict[str, Example]]] = {
    "Score": {
        "BLACK": Example((CODE, _FIRST)),
        "WHITE": Example((CODE, _FIRST)),
    },
    "Solve": {
        "SOLVE_NEXT": Example((*_TURNS, "knuth"), 4),
        "CANDIDATES_LEFT": Example(_TURNS, 3, "TRANSPOSE({})"),
        "CANDIDATES": Example((*_TURNS, "", "4x6", 1), 4),
        "RULED_OUT": Example((_FIRST, *_TURNS, "4x6")),
        "CODES": Example(("4x6",), 4, _ROW),
        "CONTRADICTIONS": Example(_TURNS, 3, _ROW),
        "CHEAT": Example((GUESSES,), 2, _ROW),
    },
    "Study": {
        "RANK_GUESSES": Example((*_TURNS, "knuth", "4x6", 1), 6),
        "PARTITION": Example((_FIRST, *_TURNS), 3, _ROW),
        "RATE_GUESS": Example(_TURNS, 4, _ROW),
        "TELL_TURNS": Example(_TURNS, 1, _ROW),
        "STRATEGY_STATS": Example(("knuth",), 6),
        "SWAP_COUNT": Example((3,)),
        "SWAP_MOVES": Example((3,), 1, _ROW),
    },
}
"""All functions, by what they are for."""

_BY_NAME: Final = {function.name: function for function in FUNCTIONS}


def formula_of(name: str, example: Example) -> str:
    """Return the formula of an example."""
    words = [
        each.fixed
        if isinstance(each, Area)
        else f'"{each}"'
        if isinstance(each, str)
        else str(each)
        for each in example.arguments
    ]
    return example.form.format(f"{name}({','.join(words)})")


def _answers() -> Block:
    code, *guesses = (_RULES.parse_code(str(n)) for n in (TYPED_CODE, *TYPED_GUESSES))
    return [[*_RULES.answer(code, guess)] for guess in guesses]


def value_of(name: str, example: Example) -> list[Cell]:
    """Return what an example shows with the code and guesses that are typed first."""
    guesses: Block = [[guess] for guess in TYPED_GUESSES]
    cells: dict[Area, Cell] = {
        CODE: TYPED_CODE,
        _FIRST: TYPED_GUESSES[0],
        GUESSES: guesses,
        FEEDBACK: _answers(),
    }
    given = [cells[a] if isinstance(a, Area) else a for a in example.arguments]
    result = _BY_NAME[name].call(*given)
    rows = result if isinstance(result, list) else [[result]]
    line = [row[0] for row in rows] if "TRANSPOSE" in example.form else rows[0]
    return [*line[: example.width], *[""] * (example.width - len(line))]


def _placed(
    groups: Mapping[str, Mapping[str, Example]],
) -> Iterator[tuple[int, str, dict[int, Named]]]:
    """Yield each group that has functions, with its top row, and its rows."""
    row = GUESSES.bottom + 2
    for group, examples in groups.items():
        if examples:
            yield row, group, dict(enumerate(examples.items(), row + 2))
            row += len(examples) + 3


def _shown(row: int, example: Example) -> Area:
    """Return the cells in which an example shows its result."""
    return Area(FUNCTIONS_SHEET, row, 4, row, 3 + example.width)


def _lines(text: str, characters: int) -> int:
    """Return how many lines a text takes in cells as wide as so many characters."""
    return -(-len(text) // characters)


class FunctionsSheet(Canvas):
    """Writes the sheet Functions."""

    def draw(self, edition: Edition) -> None:
        """Draw everything; without macros, the functions that are names."""
        self.rows([56, 26, 12])
        self.widths(_WIDTHS)
        self.text(0, 1, "Functions", TITLE)
        is_plain = edition is Edition.PLAIN
        self.text(1, 1, _AS_NAMES if is_plain else _LINE, font_color=palette.MUTED)
        self._inputs(is_plain=is_plain)
        names = {name.name for name in lambda_names()}
        groups = GROUPS
        if is_plain:
            groups = {g: {n: e[n] for n in e if n in names} for g, e in GROUPS.items()}
        for row, group, examples in _placed(groups):
            self._group(row, group, examples, is_plain=is_plain)
        self.print_one_page_wide()
        self.select(CODE.top, CODE.left)

    def _inputs(self, *, is_plain: bool) -> None:
        box = self.styles(BOX, TYPED, bold=True, align="center", num_format="0")
        self.values(CODE, [[TYPED_CODE]], box)
        self.values(GUESSES, [[guess] for guess in TYPED_GUESSES], box)
        labels = ("Code", *(f"Guess {number}, and its answer" for number in (1, 2, 3)))
        for row, label in enumerate(labels, CODE.top):
            self.text(row, CODE.left - 1, label, SMALL, align="right", indent=1)
        if is_plain:
            self.values(FEEDBACK, _answers(), box)
            return
        for place in range(FEEDBACK.height):
            guess = GUESSES.row(place).address
            for column, name in enumerate(("BLACK", "WHITE")):
                answer = f'IFERROR({name}({CODE.fixed},{guess}),"")'
                cell = FEEDBACK.cell(place, column)
                self.formula(cell, answer, self.styles(align="center"))

    def _group(
        self, row: int, group: str, examples: dict[int, Named], *, is_plain: bool
    ) -> None:
        self.text(row, 1, group, SECTION)
        heads = ("Function", "What it gives", "Example", "Its result")
        for column, head in enumerate(heads, 1):
            self.text(row + 1, column, head, SMALL, UNDERLINED)
        self.fill(row + 1, range(len(heads) + 1, len(_WIDTHS)), SMALL, UNDERLINED)
        for place, (name, example) in examples.items():
            self._function(place, _BY_NAME[name], example, is_plain=is_plain)
            if not is_plain:
                self._result(place, name, example)

    def _function(
        self, row: int, function: Function, example: Example, *, is_plain: bool
    ) -> None:
        formula = formula_of(function.name, example)
        arguments = [f"{each.name}: {each.help}" for each in function.arguments]
        height = 19 * _lines(function.usage, 50) + 15 * sum(
            _lines(argument, 64) for argument in arguments
        )
        self.sheet.set_row_pixels(row, max(height, 18 * _lines(function.help, 46)) + 6)
        wrapped: dict[str, object] = {"text_wrap": True, "valign": "top"}
        usage = ({"bold": True}, function.usage)
        small = (SMALL, "\n" + "\n".join(arguments))
        text, look = RichText((usage, small), HAIRLINE | wrapped), self.styles()
        self.cell(row, 1, text, look)
        self.text(row, 2, function.help, HAIRLINE, **wrapped)
        self.text(row, 3, f"={formula}".replace("$", ""), HAIRLINE, SMALL, **wrapped)
        # Without macros people type the example there.
        typed = TYPED if is_plain else {}
        self.fill(row, range(4, len(_WIDTHS)), HAIRLINE, typed)

    def _result(self, row: int, name: str, example: Example) -> None:
        look = self.styles(HAIRLINE, valign="top", align="left")
        formula = f'IFERROR({formula_of(name, example)},"")'
        self.array(_shown(row, example), formula, look)


def function_values() -> dict[str, Cell]:
    """Return the values of all examples, by their cells, as Python computes them."""
    shown = [(FEEDBACK.row(place), answer) for place, answer in enumerate(_answers())]
    for _, _, examples in _placed(GROUPS):
        for row, (name, example) in examples.items():
            shown.append((_shown(row, example), value_of(name, example)))
    return {
        area.column(column).address: value
        for area, values in shown
        for column, value in enumerate(values)
    }
