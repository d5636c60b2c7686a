"""Write the workbook: boards, other sheets, names and macros."""

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
    analysis_layout,
    write_analysis,
)
from xl_mastermind.sheets.board.board_sheet import write_board
from xl_mastermind.sheets.board.layout import BoardLayout, max_pegs
from xl_mastermind.sheets.board.sections import board_layouts
from xl_mastermind.sheets.compare_sheet import (
    CompareLayout,
    compare_layout,
    write_compare,
)
from xl_mastermind.sheets.extended_workbook import ExtendedWorkbook
from xl_mastermind.sheets.functions_sheet import functions_layout, write_functions
from xl_mastermind.sheets.help_sheet import write_help
from xl_mastermind.sheets.lambda_names import lambda_names
from xl_mastermind.sheets.scores_sheet import ScoresLayout, scores_layout, write_scores
from xl_mastermind.sheets.sheet import Sheet, new_sheet
from xl_mastermind.sheets.sheet_layout import SheetLayout
from xl_mastermind.spreadsheet import sheet_names
from xl_mastermind.spreadsheet.board import NewBoard
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
The sheets after the boards in their order, with their code names in VBA.

A module has `SHEET_CODE_NAMES` and `write_sheets`, which writes its sheets.
"""

_MACRO_EDITION_SHEETS: Final = (
    sheet_names.ANALYSIS_SHEET,
    sheet_names.COMPARE_SHEET,
    sheet_names.SCORES_SHEET,
    sheet_names.CONFIG_SHEET,
    sheet_names.ERROR_SHEET,
)

_UNPROTECTED_SHEETS: Final = (
    sheet_names.SCORES_SHEET,  # a table does not grow on a protected sheet of Excel
    sheet_names.CONFIG_SHEET,
    sheet_names.ERROR_SHEET,
)
"""All others are protected, without a password: only unlocked cells can be changed."""


def first_board(rules: Rules | None = None) -> NewBoard:
    """
    Return an unplayed board with a hidden code, the same at every call.

    So the first game can begin at once; New Game draws another code.
    """
    rules = rules or Rules.parse("mastermind")
    random = Random(f"first code of {rules}")
    colours = range(1, rules.colours + 1)
    draw_pegs = random.sample if rules.distinct else random.choices
    return NewBoard.from_rules(rules, secret=tuple(draw_pegs(colours, k=rules.pegs)))


def bundled_boards() -> list[NewBoard]:
    """Return the boards of the bundled workbooks."""
    return [first_board(Rules.parse(game)) for game in GAMES.values()]


@cache
def _cached_project(code_names: tuple[str, ...]) -> bytes:
    return vba_project(FUNCTIONS, code_names)


def workbook_bytes(*boards: NewBoard, edition: Edition = Edition.MACROS) -> bytes:
    """
    Return the workbook with `boards`, the same bytes at every call.

    Its formulas have no values: applications calculate the workbook on opening.
    """
    for board in boards:
        check_size(board.rules)
    layouts = board_layouts(boards, edition)
    code_names = _code_names(layouts)
    buffer = io.BytesIO()
    with ExtendedWorkbook(buffer) as book:
        sheets = {name: new_sheet(book, name, code_names[name]) for name in code_names}
        for name, sheet in sheets.items():
            if name not in _UNPROTECTED_SHEETS:
                sheet.protect()
        _write_common_sheets(book, sheets, layouts)
        if edition is Edition.MACROS:
            config = sheets[sheet_names.CONFIG_SHEET]
            write_macros(book, _cached_project((*code_names.values(),)), config)
            config.hide()
            sheets[sheet_names.ERROR_SHEET].very_hidden()
            analysis, compare, scores = others = python_sheet_layouts(layouts)
            write_analysis(sheets[analysis.sheet], analysis)
            write_compare(sheets[compare.sheet], compare)
            write_scores(sheets[scores.sheet], scores)
            for layout in others:
                _define_names(book, layout)
        for sheet in sheets.values():
            sheet.finish()
    return buffer.getvalue()


def _code_names(boards: Sequence[BoardLayout]) -> dict[str, str]:
    """Return the code name in VBA of each sheet, in the order of the sheets."""
    names = {board.sheet: f"BoardSheet{board.place + 1}" for board in boards}
    for entry in _OTHER_SHEETS:
        if isinstance(entry, str):
            names |= import_module(entry).SHEET_CODE_NAMES
        else:
            names |= entry
    if boards[0].edition is Edition.PLAIN:
        for name in _MACRO_EDITION_SHEETS:
            del names[name]
    return names


def python_sheet_layouts(
    boards: Sequence[BoardLayout],
) -> tuple[AnalysisLayout, CompareLayout, ScoresLayout]:
    """Return the layouts of the sheets whose buttons and functions need Python."""
    games = dict.fromkeys(game_name(board.rules) for board in boards)
    return (
        analysis_layout(boards),
        compare_layout(max_pegs(boards)),
        scores_layout([*games]),
    )


def _write_common_sheets(
    book: ExtendedWorkbook,
    sheets: Mapping[str, Sheet],
    boards: Sequence[BoardLayout],
) -> None:
    """Write the sheets of both editions."""
    for board in boards:
        write_board(sheets[board.sheet], board)
        _define_names(book, board)
    for entry in _OTHER_SHEETS:
        if isinstance(entry, str):
            import_module(entry).write_sheets(sheets)
    write_help(sheets[sheet_names.HELP_SHEET], boards)
    functions = functions_layout(boards[0].edition)
    write_functions(sheets[functions.sheet], functions)
    if boards[0].edition is Edition.PLAIN:  # in the other, macros have these names
        for name in lambda_names():
            formula = f"={name.file_formula}"
            book.define_lambda_name(
                name.name, formula, name.help, is_hidden=name.is_helper
            )
    sheets[boards[0].sheet].activate()


def _define_names(book: ExtendedWorkbook, layout: SheetLayout) -> None:
    for name, cell_range in layout.defined_names.items():
        address = cell_range.qualified_address
        book.define_name(f"'{layout.sheet}'!{name}", f"={address}")
