"""Games in copies of the workbook."""

import itertools
from pathlib import Path

import openpyxl
import pytest
from boards import saved_boards
from command_line import run
from helpers import mark_rest_as_proof
from libreoffice import skip_reason

from xl_mastermind.board.workbook_file import new_workbook
from xl_mastermind.bundle.values import computed_values, stored_values
from xl_mastermind.game.rules import Rules
from xl_mastermind.presentation.games import GAMES
from xl_mastermind.presentation.sheet_names import FUNCTIONS_SHEET
from xl_mastermind.sheets.board.sections import board_layouts
from xl_mastermind.workbook_files.edition import Edition
from xl_mastermind.workbook_files.package import fill_cells

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("edition", mark_rest_as_proof(Edition))
def test_new_workbook_draws_a_game_for_each_board(
    edition: Edition, tmp_path: Path
) -> None:
    path = tmp_path / f"new{edition}"
    path.write_bytes(new_workbook(edition))
    boards, first = saved_boards(path)
    assert [board.rules for board in boards] == [*map(Rules.parse, GAMES.values())]
    assert first is boards[0]
    assert not any(any(board.guess_input) for board in boards)
    noted = stored_values(path)
    layouts = board_layouts(boards, edition)
    numbers = [board.number for board in boards]
    assert [
        noted[at.sheet][at.ranges["cached_game_number"].address] for at in layouts
    ] == numbers
    path.write_bytes(new_workbook(edition))
    assert [board.number for board in saved_boards(path)[0]] != numbers


def wrong_values(path: Path, *titles: str) -> list[tuple[str, str]]:
    """Return the visible cells that differ from the values of LibreOffice."""
    bare = path.with_stem(f"bare {path.stem}")
    values = stored_values(path)
    outdated = dict.fromkeys(titles or values)
    bare.write_bytes(fill_cells(path.read_bytes(), {}, outdated=outdated))
    by_libreoffice = computed_values(bare)
    wrong = []
    for sheet in openpyxl.load_workbook(path):
        if sheet.title == FUNCTIONS_SHEET or sheet.sheet_state != "visible":
            continue  # LibreOffice has no such functions
        hidden = {
            column
            for each in sheet.column_dimensions.values()
            if each.hidden
            for column in range(each.min or 0, (each.max or 0) + 1)
        }
        for cell in itertools.chain(*sheet.iter_rows()):
            place = cell.coordinate
            expected = by_libreoffice[sheet.title].get(place)
            if isinstance(expected, float):  # LibreOffice writes 15 digits
                expected = pytest.approx(expected)
            is_right = values[sheet.title].get(place) == expected
            if not is_right and cell.column not in hidden:
                wrong.append((sheet.title, place))
    return wrong


@pytest.mark.parametrize(
    ("edition", "words"),
    mark_rest_as_proof(
        [
            (Edition.MACROS, "3x4 --secret 432 --strategy beginner --seed 1"),  # lost
            (Edition.MACROS, "4x6 --seed 1"),
            (Edition.PLAIN, "4x26 --secret ZZZZ --strategy first-consistent"),  # lost
            (Edition.MACROS, "bulls-and-cows --number 20271231"),
            (Edition.PLAIN, "4x10 --secret 9998 --strategy first-consistent"),  # lost
            (Edition.MACROS, "3x5 --seed 1"),
        ]
    ),
)
def test_played_workbook_has_values_in_visible_cells(
    edition: Edition, words: str, tmp_path: Path
) -> None:
    if reason := skip_reason():
        pytest.skip(reason)
    path = tmp_path / f"played{edition}"
    assert run("solve", "--game", *words.split(), "--output", str(path)).code == 0
    sheet = openpyxl.load_workbook(path, read_only=True).active
    assert sheet is not None
    assert wrong_values(path, sheet.title) == []


@pytest.mark.parametrize(
    ("edition", "game"),
    mark_rest_as_proof([(Edition.PLAIN, "3x5"), (Edition.MACROS, "5x6 black")]),
)
def test_built_workbook_has_values_in_visible_cells(
    edition: Edition, game: str, tmp_path: Path
) -> None:
    if reason := skip_reason():
        pytest.skip(reason)
    path = tmp_path / f"built{edition}"
    assert run("build", str(path), "--game", game).code == 0
    assert wrong_values(path) == []
