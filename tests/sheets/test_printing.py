"""Printed pages: paper, scale, page breaks and print areas."""

import io
from functools import cache
from typing import Any

import openpyxl
import pytest
from boards import BOARDS, built
from package_checks import referenced_range

from xl_mastermind.plugins.match import MATCH_SHEET, PRINT_SHEET
from xl_mastermind.plugins.puzzles import PUZZLES_SHEET
from xl_mastermind.presentation import sheet_names
from xl_mastermind.sheets.board.sections import board_layouts

pytestmark = [pytest.mark.slow, pytest.mark.smoke]

(BOARD,) = board_layouts([BOARDS["distinct"]])

A4_WIDTH, LETTER_HEIGHT = 595, 792
"""The smaller width and height of the two papers, in points."""

MARGIN = 0.4


@cache
def workbook() -> Any:
    return openpyxl.load_workbook(io.BytesIO(built(BOARDS["distinct"])))


@pytest.mark.parametrize(
    ("sheet", "orientation", "scale"),
    [
        (BOARD.sheet, "portrait", "1 by 1"),
        (PUZZLES_SHEET, "portrait", "65 %"),
        (sheet_names.ANALYSIS_SHEET, "landscape", "1 by 1"),
        (sheet_names.COMPARE_SHEET, "landscape", "1 by 1"),
        (sheet_names.SCORES_SHEET, "landscape", "1 by 0"),
        (MATCH_SHEET, "portrait", "1 by 1"),
        (PRINT_SHEET, "portrait", "100 %"),
        (sheet_names.FUNCTIONS_SHEET, "landscape", "1 by 0"),
        (sheet_names.HELP_SHEET, "landscape", "1 by 0"),
    ],
)
def test_sheet_fits_to_pages_of_a4(sheet: str, orientation: str, scale: str) -> None:
    page = workbook()[sheet]
    setup, margins = page.page_setup, page.page_margins
    assert (setup.paperSize, setup.orientation) == (9, orientation)
    sides = margins.left, margins.right, margins.top, margins.bottom
    assert sides == (MARGIN,) * 4
    if page.sheet_properties.pageSetUpPr.fitToPage:
        pages = setup.fitToWidth, setup.fitToHeight
        found = " by ".join("1" if count is None else str(count) for count in pages)
    else:
        found = f"{setup.scale or 100} %"
    assert found == scale


@pytest.mark.parametrize(
    ("name", "headings"),
    [
        (PUZZLES_SHEET, ["Puzzles", " puzzles", "Solutions"]),
        (PRINT_SHEET, ["Mastermind", "Class list"]),
    ],
)
def test_scaled_pages_fit_on_a4_and_letter(name: str, headings: list[str]) -> None:
    sheet = workbook()[name]
    area = referenced_range(sheet.print_area, name)
    scale = (sheet.page_setup.scale or 100) / 100
    breaks = [page_break.id for page_break in sheet.row_breaks.brk]
    starts = area.top, *breaks
    for row, heading in zip(starts, headings, strict=True):
        assert heading in sheet.cell(row + 1, area.left + 1).value
    heights = [
        sum(sheet.row_dimensions[row].height for row in range(start + 1, end + 1))
        for start, end in zip(starts, [*breaks, area.bottom + 1], strict=True)
    ]
    width = sum(
        columns.width * 7 * 0.75
        for columns in sheet.column_dimensions.values()
        for column in range(columns.min, columns.max + 1)
        if area.left < column <= area.right + 1
    )
    margins = 2 * 72 * MARGIN
    assert scale * width + margins <= A4_WIDTH
    assert scale * max(heights) + margins <= LETTER_HEIGHT


def test_printed_board_has_neither_code_nor_list_of_codes() -> None:
    area = referenced_range(workbook()[BOARD.sheet].print_area, BOARD.sheet)
    groups = BOARD.groups.items()
    printed = {name for name, group in groups if area.overlaps(group.area)}
    visible = {n for n, g in groups if g.area.left < BOARD.first_hidden_column}
    marks = {"ruled_out_codes", "first_window_ruled_out", "remaining_ruled_out"}
    list_columns = {"code_list", "list_head", "list_line", *marks}
    assert visible - printed == list_columns | {"colour_columns", "peg_columns"}
    assert printed <= visible
    assert area.bottom == BOARD.ranges["explanation"].bottom
