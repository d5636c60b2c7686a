"""The sheets Match and Print, as a workbook gets them."""

from collections.abc import Mapping
from typing import Final

from xlsxwriter import Workbook

from xl_mastermind.match.match_sheet import MatchSheet, match_layout
from xl_mastermind.match.print_sheet import PrintSheet, print_layout
from xl_mastermind.sheets.canvas import Formats, Sheet
from xl_mastermind.spreadsheet.sheet_names import MATCH_SHEET, PRINT_SHEET

SHEET_CODE_NAMES: Final = {MATCH_SHEET: "MatchSheet", PRINT_SHEET: "PrintSheet"}
"""The sheets in their order, and their names in VBA."""


def write_sheets(
    workbook: Workbook, sheets: Mapping[str, Sheet], styles: Formats
) -> None:
    """Write both sheets."""
    match = match_layout()
    MatchSheet(workbook, sheets[match.sheet], styles).draw(match)
    paper = print_layout(match)
    PrintSheet(workbook, sheets[paper.sheet], styles).draw(paper)
