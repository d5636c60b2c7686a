"""Games in copies of the workbook."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from boards import built, saved_boards
from cases import mark_rest_as_proof
from package_checks import WorkbookCells

from xl_mastermind.board.workbook_file import bundled_workbook, fill_board, new_workbook
from xl_mastermind.bundle.values import with_bundled_values
from xl_mastermind.bundle.workbook import first_game
from xl_mastermind.cells.cell_range import values_by_address
from xl_mastermind.game.rules import Rules
from xl_mastermind.presentation.games import GAMES
from xl_mastermind.workbook_files.edition import Edition
from xl_mastermind.workbook_files.package import named_ranges

if TYPE_CHECKING:
    from xl_mastermind.cells.values import RangeValues

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
    numbers = [board.number for board in boards]
    path.write_bytes(new_workbook(edition))
    assert [board.number for board in saved_boards(path)[0]] != numbers


@pytest.mark.parametrize(
    ("edition", "place"), [(Edition.PLAIN, 0), (Edition.MACROS, 3)]
)
def test_filled_board_stores_no_value_of_a_formula(
    edition: Edition, place: int
) -> None:
    workbook = bundled_workbook(edition)
    values: dict[str, RangeValues] = {"game_number": [[7]], "guess_input": [[1], [2]]}
    before = WorkbookCells.read(workbook)
    after = WorkbookCells.read(fill_board(workbook, place, values))
    sheet, formulas = before.names[place], before.computed().keys()
    changed = {key for key in before.cells if after.cells[key] != before.cells[key]}
    assert {name for name, _ in changed} == {sheet}
    assert not any(after.cells.get(key) for key in formulas if key[0] == sheet)
    inputs = values_by_address(named_ranges(workbook)[sheet], values)
    assert {place: after.cells[sheet, place] for place in inputs} == inputs
    assert changed - formulas == {(sheet, address) for address in inputs}


def test_new_board_has_the_values_of_the_bundled_one() -> None:
    edition = Edition.MACROS
    workbook = with_bundled_values(built(first_game()), edition)
    cells, bundled = map(WorkbookCells.read, (workbook, bundled_workbook(edition)))
    keys = [key for key in bundled.computed() if key[0] == bundled.names[0]]
    assert [cells.cells.get(key) for key in keys] == [*map(bundled.cells.get, keys)]
