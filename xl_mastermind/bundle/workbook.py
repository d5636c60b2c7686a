"""Write the workbook: boards, other sheets, names and macros."""

import io
from collections.abc import Sequence
from random import Random
from typing import Final

from xl_mastermind.board.state import new_game
from xl_mastermind.excel.macros import vba_project, write_macros
from xl_mastermind.functions import FUNCTIONS
from xl_mastermind.game.board_limits import attempt_count, check_board_game
from xl_mastermind.game.game import Game
from xl_mastermind.game.numbers import MAX_NUMBER
from xl_mastermind.game.rules import Rules
from xl_mastermind.plugin import Plugin, plugins
from xl_mastermind.presentation import sheet_names
from xl_mastermind.presentation.games import GAMES, game_name
from xl_mastermind.sheets import compare_sheet
from xl_mastermind.sheets.analysis_layout import AnalysisLayout, max_pegs
from xl_mastermind.sheets.analysis_sheet import analysis_layout, write_analysis
from xl_mastermind.sheets.board.board_sheet import write_board
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.board.sections import board_layouts
from xl_mastermind.sheets.extended_workbook import ExtendedWorkbook
from xl_mastermind.sheets.functions_sheet import functions_layout, write_functions
from xl_mastermind.sheets.help_sheet import write_help
from xl_mastermind.sheets.lambda_names import lambda_names
from xl_mastermind.sheets.scores_sheet import ScoresLayout, scores_layout, write_scores
from xl_mastermind.sheets.sheet import new_sheet
from xl_mastermind.workbook_files.edition import Edition

_PLAIN_SHEETS: Final = (sheet_names.FUNCTIONS_SHEET, sheet_names.HELP_SHEET)
"""The sheets after the boards that both editions have."""

_OTHER_SHEETS: Final = (
    *(*sheet_names.PYTHON_SHEETS, *_PLAIN_SHEETS),
    *(sheet_names.CONFIG_SHEET, sheet_names.ERROR_SHEET),
)
"""The sheets after the boards in their order; those of plugins stand between them."""

_CODE_NAMES: Final = {sheet_names.CONFIG_SHEET: "ConfigSheet"}
"""The names in VBA that do not begin with the name of the sheet."""

_UNPROTECTED_SHEETS: Final = (
    sheet_names.SCORES_SHEET,  # a table does not grow on a protected sheet of Excel
    sheet_names.CONFIG_SHEET,
    sheet_names.ERROR_SHEET,
)
"""All others are protected, without a password: only unlocked cells can be changed."""


def first_game(rules: Rules | None = None) -> Game:
    """Return a game without guesses but with a hidden code, the same at every call."""
    rules = rules or Rules.parse("mastermind")
    random = Random(f"first code of {rules}")
    if rules.code_count > MAX_NUMBER:  # some codes have no number
        number = random.randint(1, MAX_NUMBER)
        return Game.start(rules, attempt_count(rules), number=number)
    colours = range(1, rules.colours + 1)
    draw_pegs = random.sample if rules.distinct else random.choices
    return new_game(rules, tuple(draw_pegs(colours, k=rules.pegs)))


def bundled_games() -> list[Game]:
    """Return the first games of the bundled workbooks."""
    return [first_game(Rules.parse(game)) for game in GAMES.values()]


def workbook_bytes(
    *games: Game, edition: Edition = Edition.MACROS, has_optional_sheets: bool = True
) -> bytes:
    """
    Return the workbook with boards of `games`, the same bytes at every call.

    Its formulas have no values: applications calculate the workbook on opening.
    Without the optional sheets, those of plugins, it is smaller.
    """
    for game in games:
        check_board_game(game.rules)
    layouts = board_layouts(games, edition)
    optional = [plugin for plugin in plugins() if plugin.sheets and has_optional_sheets]
    optional.sort(key=lambda plugin: _OTHER_SHEETS.index(plugin.next_sheet))
    code_names = _code_names(layouts, optional)
    buffer = io.BytesIO()
    with ExtendedWorkbook(buffer) as book:
        book.set_default_format()
        sheets = {name: new_sheet(book, name, code_names[name]) for name in code_names}
        for name, sheet in sheets.items():
            if name not in _UNPROTECTED_SHEETS:
                sheet.protect()
        for layout in layouts:
            write_board(sheets[layout.sheet], layout)
        sheets[layouts[0].sheet].activate()
        for plugin in optional:
            plugin.load(plugin.sheets_module).write_sheets(sheets)
        write_help(sheets[sheet_names.HELP_SHEET], layouts)
        write_functions(sheets[sheet_names.FUNCTIONS_SHEET], functions_layout(edition))
        if edition is Edition.MACROS:
            project = vba_project(FUNCTIONS, [*code_names.values()])
            write_macros(book, project, sheets[sheet_names.CONFIG_SHEET])
            sheets[sheet_names.CONFIG_SHEET].hide()
            sheets[sheet_names.ERROR_SHEET].very_hidden()
            analysis, compare, scores = python_sheet_layouts(layouts)
            write_analysis(sheets[sheet_names.ANALYSIS_SHEET], analysis)
            compare_sheet.write_compare(sheets[sheet_names.COMPARE_SHEET], compare)
            write_scores(sheets[sheet_names.SCORES_SHEET], scores)
        else:  # in the other edition, macros have these names
            for each in lambda_names():
                formula = f"={each.file_formula}"
                book.define_lambda_name(
                    each.name, formula, each.help, is_hidden=each.is_helper
                )
        for sheet in sheets.values():
            sheet.finish()
    return buffer.getvalue()


def _code_names(
    boards: Sequence[BoardLayout], optional: Sequence[Plugin]
) -> dict[str, str]:
    """Return the code name in VBA of each sheet, in the order of the sheets."""
    names = {board.sheet: f"BoardSheet{n}" for n, board in enumerate(boards, 1)}
    has_macros = boards[0].edition is Edition.MACROS
    for sheet in _OTHER_SHEETS:
        added = [p.sheets for p in optional if p.next_sheet == sheet]
        names |= {name: f"{name}Sheet" for sheets in added for name in sheets}
        if has_macros or sheet in _PLAIN_SHEETS:
            names[sheet] = _CODE_NAMES.get(sheet, f"{sheet}Sheet")
    return names


def python_sheet_layouts(
    boards: Sequence[BoardLayout],
) -> tuple[AnalysisLayout, compare_sheet.CompareLayout, ScoresLayout]:
    """Return the layouts of the sheets whose buttons and functions need Python."""
    games = [*dict.fromkeys(game_name(board.rules) for board in boards)]
    compare = compare_sheet.compare_layout(max_pegs(boards))
    return analysis_layout(boards), compare, scores_layout(games)
