"""Writes the workbook from plans, functions, buttons and macros."""

import io
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from random import Random
from typing import Final

from xl_mastermind.excel.macros import ERROR_MODULE, vba_project, write_macros
from xl_mastermind.game.rules import Rules
from xl_mastermind.sheets.analysis_sheet import (
    AnalysisLayout,
    AnalysisSheet,
    analysis_layout,
)
from xl_mastermind.sheets.board.board_sheet import write_board
from xl_mastermind.sheets.board.layout import BoardLayout, max_pegs
from xl_mastermind.sheets.board.sections import board_layouts
from xl_mastermind.sheets.canvas import (
    Canvas,
    Formats,
    new_sheet,
)
from xl_mastermind.sheets.compare_sheet import (
    CompareLayout,
    CompareSheet,
    compare_layout,
)
from xl_mastermind.sheets.extended_workbook import (
    ExtendedWorkbook,
    new_extended_workbook,
)
from xl_mastermind.sheets.functions_sheet import FunctionsSheet, functions_layout
from xl_mastermind.sheets.help_sheet import HelpSheet
from xl_mastermind.sheets.lambda_names import lambda_names
from xl_mastermind.sheets.scores_sheet import ScoresLayout, ScoresSheet, scores_layout
from xl_mastermind.spreadsheet import sheet_names
from xl_mastermind.spreadsheet.board import NewBoard
from xl_mastermind.spreadsheet.cell_range import CellRange
from xl_mastermind.spreadsheet.edition import Edition
from xl_mastermind.spreadsheet.functions import FUNCTIONS
from xl_mastermind.spreadsheet.games import GAMES, check_size, game_name

_OTHER_SHEETS: Final[tuple[str | dict[str, str], ...]] = (
    "xl_mastermind.puzzles.sheet",
    {
        sheet_names.ANALYSIS_SHEET: "AnalysisSheet",
        sheet_names.COMPARE_SHEET: "CompareSheet",
        sheet_names.SCORES_SHEET: "ScoresSheet",
    },
    "xl_mastermind.match.sheets",
    {
        sheet_names.FUNCTIONS_SHEET: "FunctionsSheet",
        sheet_names.HELP_SHEET: "HelpSheet",
        sheet_names.CONFIG_SHEET: "ConfigSheet",
        sheet_names.ERROR_SHEET: ERROR_MODULE,
    },
)
"""
The sheets after the boards in their order, and their names in VBA.

A module has `SHEET_CODE_NAMES` and `write_sheets`, which writes its sheets.
"""

_FOR_PYTHON: Final = (
    sheet_names.ANALYSIS_SHEET,
    sheet_names.COMPARE_SHEET,
    sheet_names.SCORES_SHEET,
    sheet_names.CONFIG_SHEET,
    sheet_names.ERROR_SHEET,
)
"""Those that only the edition with macros has."""

_NOT_PROTECTED: Final = (
    sheet_names.SCORES_SHEET,  # Excel lets no table grow on a sheet that is protected
    sheet_names.CONFIG_SHEET,
    sheet_names.ERROR_SHEET,
)
"""All others are protected, without a password: only unlocked cells can be changed."""


def first_board(rules: Rules | None = None) -> NewBoard:
    """
    Return a board on which nothing was played, with a hidden code.

    The first game can begin at once. The code is the same in every copy; New Game
    draws another one.
    """
    rules = rules or Rules.parse("mastermind")
    draw = Random(f"first code of {rules}")
    colours = range(1, rules.colours + 1)
    pick = draw.sample if rules.distinct else draw.choices
    return NewBoard.from_rules(rules, secret=tuple(pick(colours, k=rules.pegs)))


def bundled_boards() -> list[NewBoard]:
    """Return the boards of the workbook that everybody gets."""
    return [first_board(Rules.parse(game)) for game in GAMES.values()]


@cache
def _project(code_names: tuple[str, ...]) -> bytes:
    return vba_project(FUNCTIONS, code_names)


def workbook_bytes(*boards: NewBoard, edition: Edition = Edition.MACROS) -> bytes:
    """
    Return the workbook with `boards` in it, the same bytes at every call.

    Its formulas have no values yet: the workbook is computed when it is opened.
    """
    for board in boards:
        check_size(board.rules)
    buffer = io.BytesIO()
    with new_extended_workbook(buffer) as workbook:
        writer = _Writer(workbook, board_layouts(boards, edition))
        writer.write_boards()
        if edition is Edition.MACROS:
            writer.write_macros()
            writer.write_sheets_for_python()
        for sheet in writer.sheets.values():
            sheet.finish()
    return buffer.getvalue()


def python_sheet_layouts(
    boards: Sequence[BoardLayout],
) -> tuple[AnalysisLayout, CompareLayout, ScoresLayout]:
    """Return the plans of the sheets whose buttons and functions need Python."""
    games = dict.fromkeys(game_name(board.rules) for board in boards)
    return (
        analysis_layout(boards),
        compare_layout(max_pegs(boards)),
        scores_layout([*games]),
    )


def _code_names(sheets: str | dict[str, str]) -> dict[str, str]:
    """Return names in VBA by sheet: those of a module, or these."""
    if isinstance(sheets, str):
        return dict(import_module(sheets).SHEET_CODE_NAMES)
    return sheets


class _Writer:
    """Writes the sheets of a workbook."""

    def __init__(
        self,
        workbook: ExtendedWorkbook,
        boards: Sequence[BoardLayout],
    ) -> None:
        self.workbook = workbook
        self.boards = boards
        others = {
            name: code
            for each in _OTHER_SHEETS
            for name, code in _code_names(each).items()
            if not (self._is_plain and name in _FOR_PYTHON)
        }
        self._code_names = {
            board.sheet: f"BoardSheet{board.place + 1}" for board in self.boards
        }
        self._code_names |= others
        self.sheets = {
            name: new_sheet(workbook, name, code)
            for name, code in self._code_names.items()
        }
        for name, sheet in self.sheets.items():
            if name not in _NOT_PROTECTED:
                sheet.protect()
        self.styles = Formats(workbook)

    @property
    def _is_plain(self) -> bool:
        return self.boards[0].edition is Edition.PLAIN

    def write_boards(self) -> None:
        """Write the boards and the sheets of every edition."""
        book, sheets, styles = self.workbook, self.sheets, self.styles
        for board in self.boards:
            write_board(Canvas(book, sheets[board.sheet], styles), board)
            self._define_names(board.sheet, board.defined_names)
        for entry in _OTHER_SHEETS:
            if isinstance(entry, str):
                import_module(entry).write_sheets(book, sheets, styles)
        HelpSheet(book, sheets[sheet_names.HELP_SHEET], styles).draw(self.boards)
        functions = functions_layout(self.boards[0].edition)
        FunctionsSheet(book, sheets[functions.sheet], styles).draw(functions)
        if self._is_plain:  # in the other edition macros have these names
            for each in lambda_names():
                formula = f"={each.file_formula}"
                book.define_lambda_name(
                    each.name, formula, each.help, is_hidden=each.is_helper
                )
        sheets[self.boards[0].sheet].activate()

    def _define_names(self, sheet: str, areas: Mapping[str, CellRange]) -> None:
        """Give areas their names on a sheet."""
        for name, area in areas.items():
            self.workbook.define_name(f"'{sheet}'!{name}", f"={area.qualified_address}")

    def write_macros(self) -> None:
        """Write the macros, and how xlwings is to find Python."""
        config = self.sheets[sheet_names.CONFIG_SHEET]
        write_macros(self.workbook, _project((*self._code_names.values(),)), config)
        config.hide()
        self.sheets[sheet_names.ERROR_SHEET].very_hidden()

    def write_sheets_for_python(self) -> None:
        """Write the sheets whose buttons and functions need Python."""
        book, sheets, styles = self.workbook, self.sheets, self.styles
        analysis, compare, scores = python_sheet_layouts(self.boards)
        AnalysisSheet(book, sheets[analysis.sheet], styles).draw(analysis)
        CompareSheet(book, sheets[compare.sheet], styles).draw(compare)
        ScoresSheet(book, sheets[scores.sheet], styles).draw(scores)
        for plan in (analysis, compare, scores):
            self._define_names(plan.sheet, plan.defined_names)
