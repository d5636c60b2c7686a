"""The names of the sheets, and the defined names of every board."""

from typing import Final

from xl_mastermind.presentation.games import GAMES

BOARD_SHEET: Final = next(iter(GAMES))
ANALYSIS_SHEET: Final = "Analysis"
COMPARE_SHEET: Final = "Compare"
SCORES_SHEET: Final = "Scores"
PYTHON_SHEETS: Final = (ANALYSIS_SHEET, COMPARE_SHEET, SCORES_SHEET)
FUNCTIONS_SHEET: Final = "Functions"
HELP_SHEET: Final = "Help"
CONFIG_SHEET: Final = "xlwings.conf"
ERROR_SHEET: Final = "Error"
"""Very hidden: xlwings writes errors there in place of message boxes."""

BOARD_NAMES: Final = ("game", "secret", "state_key", "cached_state_key")
"""A sheet with these defined names is a board, of any version."""
