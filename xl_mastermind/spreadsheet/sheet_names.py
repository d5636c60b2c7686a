"""The names of the workbook's sheets, and of what makes a sheet a board."""

from typing import Final

from xl_mastermind.spreadsheet.games import GAMES

BOARD_SHEET: Final = next(iter(GAMES))
ANALYSIS_SHEET: Final = "Analysis"
COMPARE_SHEET: Final = "Compare"
SCORES_SHEET: Final = "Scores"
PUZZLES_SHEET: Final = "Puzzles"
MATCH_SHEET: Final = "Match"
PRINT_SHEET: Final = "Print"
FUNCTIONS_SHEET: Final = "Functions"
HELP_SHEET: Final = "Help"
CONFIG_SHEET: Final = "xlwings.conf"
ERROR_SHEET: Final = "Error"
"""Very hidden: xlwings writes errors there instead of showing boxes."""

BOARD_NAMES: Final = ("game", "secret", "state_key", "cached_state_key")
"""A sheet with these names has a board, whichever version it is of."""
