"""What may be changed on the protected sheets of a workbook, cell by cell."""

import io
import re
import zipfile
from functools import cache
from itertools import chain
from xml.etree import ElementTree as ET

import pytest
from boards import InMemoryBoard, committed, committed_book, layouts_of_other_sheets
from openpyxl.utils import column_index_from_string
from package_checks import package_parts

from xl_mastermind.board.buttons import (
    ANALYSE,
    BUTTONS,
    COMPARE,
    PANEL_BUTTONS,
    run_button,
)
from xl_mastermind.bundle.workbook import bundled_games
from xl_mastermind.cells.cell_range import CellRange
from xl_mastermind.plugins.match.match_sheet import match_layout
from xl_mastermind.plugins.puzzles.sheet import puzzles_layout
from xl_mastermind.presentation.sheet_names import FUNCTIONS_SHEET, SCORES_SHEET
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.board.sections import board_layouts
from xl_mastermind.sheets.functions_sheet import CODE_RANGE, GUESS_RANGE
from xl_mastermind.workbook_files.edition import Edition

BY_PEOPLE = {
    *("game_number", "number_below", "guess_input", "feedback_input"),
    *("strategy", "first_guess"),
    *("codemaker", "cross_out_codes", "show_facts"),
    *(
        "guess_input_template",
        "feedback_input_template",
        "game_number_template",
    ),  # what inputs are renewed from
}

Cells = set[tuple[int, int]]


def written_on_boards() -> set[str]:
    """Return the areas that a person or a button of a board may change."""
    pressed = (
        InMemoryBoard("3x5").run_button(button.name).changes for button in PANEL_BUTTONS
    )
    return {*BY_PEOPLE, *chain.from_iterable(pressed)}


def written_by(name: str, areas: dict[str, CellRange]) -> set[str]:
    """Return the areas that a person or a button of another sheet may change."""
    blank = InMemoryBoard("3x4").inputs
    for area in BUTTONS[name].inputs:
        blank[area] = [[None] * areas[area].width] * areas[area].height
    answer = run_button(name, blank)
    assert len(answer) > 2  # more than a sentence that says what is wrong
    return {*BUTTONS[name].inputs, *answer}


def expected(layouts: list[BoardLayout], edition: Edition) -> dict[str, Cells]:
    written = written_on_boards()
    areas = [at.ranges[name] for at in layouts for name in written & at.ranges.keys()]
    areas += [at.ranges["notes"] for at in layouts]
    if edition is Edition.MACROS:
        for button, at in zip(
            (ANALYSE, COMPARE), layouts_of_other_sheets(), strict=False
        ):
            areas += [at.ranges[n] for n in written_by(button.name, at.ranges)]
    match = match_layout().ranges
    typed = ("results", "names", "team_1_members", "team_2_members")
    areas += [match[name] for name in typed]
    names = ("typed_number", "typed_level", "typed_game", "code_input", "notes")
    areas += [puzzles_layout().ranges[name] for name in names]
    cells: dict[str, Cells] = {}
    for area in areas:
        cells.setdefault(area.sheet, set()).update(area.cells())
    return cells


@cache
def unlocked(edition: Edition, title: str) -> Cells:
    """Return the cells that are not locked, of those that are one the first."""
    parts = package_parts(committed(edition))  # openpyxl takes seconds for a long list
    looks = ET.fromstring(parts["xl/styles.xml"])  # noqa: S314 - our own
    is_locked = [*map(_is_locked, looks.iterfind("{*}cellXfs/{*}xf"))]
    book = committed_book(edition)
    number = book.sheetnames.index(title) + 1
    text = parts[f"xl/worksheets/sheet{number}.xml"].decode()
    found = {
        (int(row) - 1, column_index_from_string(column) - 1)
        for column, row, look in re.findall(r'<c r="([A-Z]+)(\d+)" s="(\d+)"', text)
        if not is_locked[int(look)]
    }
    for merged in book[title].merged_cells.ranges:
        first, *others = ((row - 1, column - 1) for row, column in merged.cells)
        assert len({place in found for place in (first, *others)}) == 1
        found -= {*others}
    return found


@pytest.mark.slow
@pytest.mark.parametrize("edition", Edition)
def test_only_cells_of_users_and_buttons_are_unlocked(
    edition: Edition,
) -> None:
    layouts = board_layouts(bundled_games(), edition)
    changed = expected(layouts, edition)
    assert {at.sheet for at in layouts} <= {*changed}
    for sheet in committed_book(edition):
        is_seen = sheet.sheet_state == "visible"
        is_open = not is_seen or sheet.title == SCORES_SHEET
        assert bool(sheet.protection.sheet) != is_open, sheet.title
        assert not sheet.protection.password
        assert not sheet.protection.hashValue
        if sheet.title == FUNCTIONS_SHEET:
            free = unlocked(edition, sheet.title)
            assert {*CODE_RANGE.cells(), *GUESS_RANGE.cells()} <= free
            values = (sheet.cell(row + 1, column + 1).value for row, column in free)
            assert not [v for v in values if isinstance(v, str) and v.startswith("=")]
        elif not is_open:
            free = unlocked(edition, sheet.title)
            assert free == changed.get(sheet.title, set()), sheet.title


@pytest.mark.parametrize("edition", Edition)
def test_enter_finds_no_unlocked_cell_below_input(edition: Edition) -> None:
    for at in board_layouts(bundled_games(), edition):
        sheet = committed_book(edition)[at.sheet]
        free = unlocked(edition, at.sheet)
        assert {*at.ranges["notes"].cells()} <= free
        typed = [at.ranges[name] for name in BY_PEOPLE if name in at.ranges]
        columns = {column for area in typed for _, column in area.cells()}
        assert not {column for _, column in at.ranges["notes"].cells()} & columns
        assert at.ranges["notes"].top > at.ranges["result"].bottom
        looks = (*sheet.column_dimensions.values(), *sheet.row_dimensions.values())
        assert all(look.protection.locked for look in looks)


def _is_locked(look: ET.Element) -> bool | None:
    """Return whether a format says that it is locked, `None` if it says nothing."""
    protection = look.find("{*}protection")
    said = None if protection is None else protection.get("locked")
    return None if said is None else said == "1"


@pytest.mark.parametrize("edition", Edition)
def test_style_normal_is_unlocked(edition: Edition) -> None:
    # It brings the style Normal along; all other cells say that they are locked.
    with zipfile.ZipFile(io.BytesIO(committed(edition))) as parts:
        styles = ET.fromstring(parts.read("xl/styles.xml"))  # noqa: S314 - our own
        normal, *_ = styles.iterfind("{*}cellStyleXfs/{*}xf")
        first, *others = styles.iterfind("{*}cellXfs/{*}xf")
        assert (_is_locked(normal), _is_locked(first)) == (False, False)
        assert None not in map(_is_locked, others)
        for place, sheet in enumerate(committed_book(edition), 1):
            if sheet.protection.sheet:
                text = parts.read(f"xl/worksheets/sheet{place}.xml").decode()
                columns = re.findall(r'<col min="(\d+)" max="(\d+)"([^>]*)', text)
                assert all(" style=" in more for _, _, more in columns)
                places = [n for a, b, _ in columns for n in range(int(a), int(b) + 1)]
                assert places == [*range(1, 16_385)]
