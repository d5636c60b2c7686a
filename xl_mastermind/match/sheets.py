"""The sheets Match and Print, as a workbook gets them."""

from collections.abc import Mapping
from typing import Final

from xl_mastermind.match.match_sheet import match_layout, write_match
from xl_mastermind.match.print_sheet import print_layout, write_print
from xl_mastermind.presentation.sheet_names import MATCH_SHEET, PRINT_SHEET
from xl_mastermind.sheets.sheet import Sheet

SHEETS: Final = (MATCH_SHEET, PRINT_SHEET)
"""The sheets in their order."""


def write_sheets(sheets: Mapping[str, Sheet]) -> None:
    """Write both sheets."""
    match = match_layout()
    write_match(sheets[match.sheet], match)
    paper = print_layout(match)
    write_print(sheets[paper.sheet], paper)
