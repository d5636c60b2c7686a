"""Writes the workbook from plans, functions, buttons and macros."""

import datetime as dt
import io
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import metadata
from random import Random
from typing import Final

from xlsxwriter.worksheet import Worksheet

from xl_mastermind.draw.analysis_sheet import AnalysisPlan, AnalysisSheet, analysis_plan
from xl_mastermind.draw.board.draw_board import draw_board
from xl_mastermind.draw.board.plan import Plan, widest
from xl_mastermind.draw.board.topics import board_plans
from xl_mastermind.draw.canvas import (
    Canvas,
    Styles,
    new_sheet,
)
from xl_mastermind.draw.compare_sheet import ComparePlan, CompareSheet, compare_plan
from xl_mastermind.draw.functions_sheet import FunctionsSheet, functions_plan
from xl_mastermind.draw.help_sheet import HelpSheet
from xl_mastermind.draw.lambda_names import lambda_names
from xl_mastermind.draw.looks import SizedWorkbook
from xl_mastermind.draw.macros import ERROR_MODULE, vba_project
from xl_mastermind.draw.match_sheet import MatchSheet, match_plan
from xl_mastermind.draw.print_sheet import PrintSheet, print_plan
from xl_mastermind.draw.puzzles_sheet import PuzzlesSheet, puzzles_plan
from xl_mastermind.draw.scores_sheet import ScoresPlan, ScoresSheet, scores_plan
from xl_mastermind.game.rules import Rules
from xl_mastermind.sheet import sheet_names
from xl_mastermind.sheet.area import Area
from xl_mastermind.sheet.board import NewBoard
from xl_mastermind.sheet.edition import XLWINGS, Edition
from xl_mastermind.sheet.functions import FUNCTIONS
from xl_mastermind.sheet.games import GAMES, check_size, game_name

_OTHER_SHEETS: Final = {
    sheet_names.PUZZLES_SHEET: "PuzzlesSheet",
    sheet_names.ANALYSIS_SHEET: "AnalysisSheet",
    sheet_names.COMPARE_SHEET: "CompareSheet",
    sheet_names.SCORES_SHEET: "ScoresSheet",
    sheet_names.MATCH_SHEET: "MatchSheet",
    sheet_names.PRINT_SHEET: "PrintSheet",
    sheet_names.FUNCTIONS_SHEET: "FunctionsSheet",
    sheet_names.HELP_SHEET: "HelpSheet",
    sheet_names.CONFIG_SHEET: "ConfigSheet",
    sheet_names.ERROR_SHEET: ERROR_MODULE,
}
"""The sheets after the boards in their order, and their names in VBA."""

_PLAIN_SHEETS: Final = (
    sheet_names.PUZZLES_SHEET,
    sheet_names.MATCH_SHEET,
    sheet_names.PRINT_SHEET,
    sheet_names.FUNCTIONS_SHEET,
    sheet_names.HELP_SHEET,
)
"""Those that need no Python."""

_NOT_PROTECTED: Final = (
    sheet_names.SCORES_SHEET,  # Excel lets no table grow on a sheet that is protected
    sheet_names.CONFIG_SHEET,
    sheet_names.ERROR_SHEET,
)
"""All others are protected, without a password: only unlocked cells can be changed."""

CONFIG: Final = (
    ("UDF MODULES", "xl_mastermind.hosts.excel"),
    ("ADD_WORKBOOK_TO_PYTHONPATH", "false"),
    ("USE UDF SERVER", "true"),
    ("SHOW_ERROR_POPUPS", "False"),
)
"""
No interpreter here: a row for it, even blank, would win over the user's own.
Errors go to the sheet Error, and the macros make one sentence of them.
Text, not booleans, which Excel would write in the user's language.
"""

_CREATED: Final = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
"""Fixed, so that two builds are the same bytes."""

_CALCULATION_ID: Final = 191029
"""Excel 2019's: it computes again whatever an older engine has computed."""


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
    return NewBoard.new(rules, secret=tuple(pick(colours, k=rules.pegs)))


def first_boards() -> list[NewBoard]:
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
    with new_book(buffer) as workbook:
        writer = _Writer(workbook, board_plans(boards, edition))
        writer.write_boards()
        if edition is Edition.MACROS:
            writer.write_macros()
            writer.write_sheets_for_python()
        for sheet in writer.sheets.values():
            sheet.finish()
    return buffer.getvalue()


def sheet_plans(
    boards: Sequence[Plan],
) -> tuple[AnalysisPlan, ComparePlan, ScoresPlan]:
    """Return the plans of the sheets whose buttons and functions need Python."""
    games = dict.fromkeys(game_name(board.rules) for board in boards)
    return analysis_plan(boards), compare_plan(widest(boards)), scores_plan([*games])


def new_book(buffer: io.BytesIO) -> SizedWorkbook:
    """Begin a workbook that is computed when it is opened."""
    workbook = SizedWorkbook(buffer, {"in_memory": True})
    workbook.set_calc_mode("auto", _CALCULATION_ID)
    workbook.set_properties(
        {
            "title": "MasterMind",
            "author": "xl-mastermind",
            "created": _CREATED.replace(tzinfo=None),
        }
    )
    return workbook


def write_macros(workbook: SizedWorkbook, project: bytes, config: Worksheet) -> None:
    """Write macros, and on the sheet `config` how xlwings is to find Python."""
    stream = io.BytesIO(project)
    # `is_stream` takes a stream, though the annotation says a path.
    workbook.add_vba_project(stream, is_stream=True)  # type: ignore[arg-type]
    workbook.set_custom_property(XLWINGS, metadata.version("xlwings"))
    workbook.set_vba_name("ThisWorkbook")
    for row, pair in enumerate(CONFIG):
        config.write_row(row, 0, pair)
    config.set_column(0, 1, 40)


class _Writer:
    """Writes the sheets of a workbook."""

    def __init__(
        self,
        workbook: SizedWorkbook,
        boards: Sequence[Plan],
    ) -> None:
        self.workbook = workbook
        self.boards = boards
        others = _OTHER_SHEETS
        if self._is_plain:
            others = {name: _OTHER_SHEETS[name] for name in _PLAIN_SHEETS}
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
        self.styles = Styles(workbook)

    @property
    def _is_plain(self) -> bool:
        return self.boards[0].edition is Edition.PLAIN

    def write_boards(self) -> None:
        """Write the boards and the sheets of every edition."""
        book, sheets, styles = self.workbook, self.sheets, self.styles
        for board in self.boards:
            draw_board(Canvas(book, sheets[board.sheet], styles), board)
            self._define_names(board.sheet, board.named)
        match = match_plan()
        MatchSheet(book, sheets[match.sheet], styles).draw(match)
        paper = print_plan(match)
        PrintSheet(book, sheets[paper.sheet], styles).draw(paper)
        HelpSheet(book, sheets[sheet_names.HELP_SHEET], styles).draw(self.boards)
        puzzles = puzzles_plan()
        PuzzlesSheet(book, sheets[puzzles.sheet], styles).draw(puzzles)
        functions = functions_plan(self.boards[0].edition)
        FunctionsSheet(book, sheets[functions.sheet], styles).draw(functions)
        if self._is_plain:  # in the other edition macros have these names
            for each in lambda_names():
                formula = f"={each.stored}"
                book.define_function(
                    each.name, formula, each.help, is_hidden=each.is_helper
                )
        sheets[self.boards[0].sheet].activate()

    def _define_names(self, sheet: str, areas: Mapping[str, Area]) -> None:
        """Give areas their names on a sheet."""
        for name, area in areas.items():
            self.workbook.define_name(f"'{sheet}'!{name}", f"={area.full}")

    def write_macros(self) -> None:
        """Write the macros, and how xlwings is to find Python."""
        config = self.sheets[sheet_names.CONFIG_SHEET]
        write_macros(self.workbook, _project((*self._code_names.values(),)), config)
        config.hide()
        self.sheets[sheet_names.ERROR_SHEET].very_hidden()

    def write_sheets_for_python(self) -> None:
        """Write the sheets whose buttons and functions need Python."""
        book, sheets, styles = self.workbook, self.sheets, self.styles
        analysis, compare, scores = sheet_plans(self.boards)
        AnalysisSheet(book, sheets[analysis.sheet], styles).draw(analysis)
        CompareSheet(book, sheets[compare.sheet], styles).draw(compare)
        ScoresSheet(book, sheets[scores.sheet], styles).draw(scores)
        for plan in (analysis, compare, scores):
            self._define_names(plan.sheet, plan.named)
