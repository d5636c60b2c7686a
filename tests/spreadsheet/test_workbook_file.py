"""Games in copies of the workbook."""

from pathlib import Path

import openpyxl
import pytest
from boards import saved_boards
from command_line import run
from libreoffice import why_not

from xl_mastermind.bundle.values import computed, kept
from xl_mastermind.game.rules import Rules
from xl_mastermind.sheets.board.topics import board_plans
from xl_mastermind.spreadsheet.edition import Edition
from xl_mastermind.spreadsheet.games import GAMES
from xl_mastermind.spreadsheet.package import with_cells
from xl_mastermind.spreadsheet.sheet_names import FUNCTIONS_SHEET
from xl_mastermind.spreadsheet.workbook_file import (
    new_workbook,
)


@pytest.mark.parametrize("edition", Edition)
def test_a_new_workbook_has_a_new_game_on_each_board(
    edition: Edition, tmp_path: Path
) -> None:
    path = tmp_path / f"new{edition}"
    path.write_bytes(new_workbook(edition))
    boards, first = saved_boards(path)
    assert [board.rules for board in boards] == [*map(Rules.parse, GAMES.values())]
    assert first is boards[0]
    assert not any(any(board.typed_guesses) for board in boards)
    noted = kept(path)
    layouts = board_plans(boards, edition)
    numbers = [board.number for board in boards]
    assert [noted[at.sheet][at.noted_for.address] for at in layouts] == numbers
    path.write_bytes(new_workbook(edition))
    assert [board.number for board in saved_boards(path)[0]] != numbers


@pytest.mark.parametrize(
    ("edition", "game"), [(Edition.MACROS, "4x6"), (Edition.PLAIN, "3x26")]
)
def test_a_played_workbook_says_what_its_formulas_work_out(
    edition: Edition, game: str, tmp_path: Path
) -> None:
    if reason := why_not():
        pytest.skip(reason)
    played, bare = tmp_path / f"played{edition}", tmp_path / f"bare{edition}"
    said = run("solve", "--game", game, "--seed", "1", "--output", str(played))
    assert said.code == 0
    sheet = openpyxl.load_workbook(played, read_only=True).active
    assert sheet is not None
    values = kept(played)
    shown = {a: v for a, v in values[sheet.title].items() if v is not None}
    bare.write_bytes(with_cells(played.read_bytes(), {}, unknown=dict.fromkeys(values)))
    assert len(shown) > 20
    worked_out = computed(bare)[sheet.title]
    # On large boards Python alone counts the codes left; without it they are blank.
    blank = {address for address in shown if worked_out[address] is None}
    assert not blank or Rules.parse(game).code_count > 10_000
    assert {a: worked_out[a] for a in shown if a not in blank} == {
        a: value for a, value in shown.items() if a not in blank
    }


@pytest.mark.parametrize(
    ("edition", "game"),
    [(Edition.PLAIN, "3x5"), (Edition.MACROS, "5x6 black")],
)
def test_a_built_workbook_has_values_in_visible_cells(
    edition: Edition, game: str, tmp_path: Path
) -> None:
    if reason := why_not():
        pytest.skip(reason)
    path, bare = tmp_path / f"built{edition}", tmp_path / f"bare{edition}"
    assert run("build", str(path), "--game", game).code == 0
    values = kept(path)
    bare.write_bytes(with_cells(path.read_bytes(), {}, unknown=dict.fromkeys(values)))
    by_libreoffice = computed(bare)
    seen = 0
    for sheet in openpyxl.load_workbook(path):
        if sheet.title == FUNCTIONS_SHEET or sheet.sheet_state != "visible":
            continue  # LibreOffice has no such functions
        dimensions = sheet.column_dimensions.values()
        hidden = {
            n
            for d in dimensions
            if d.hidden
            for n in range(d.min or 0, (d.max or 0) + 1)
        }
        for row in sheet.iter_rows():
            for cell in row:
                if cell.column not in hidden:
                    place = cell.coordinate
                    stored = values[sheet.title].get(place)
                    expected = by_libreoffice[sheet.title].get(place)
                    if isinstance(expected, float):  # LibreOffice writes 15 digits
                        expected = pytest.approx(expected)
                    assert stored == expected, f"{sheet.title} {place}"
                    seen += stored is not None
    assert seen > 500
