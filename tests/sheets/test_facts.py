"""The facts about the candidates and the result for friends, computed by IronCalc."""

from collections.abc import Sequence

import pytest
from board_oracle import TypedKeys
from boards import write_workbook
from engines import IronCalcBoard
from openpyxl.formula.translate import Translator

from xl_mastermind.bundle.workbook import first_game
from xl_mastermind.cells.values import Cell, RangeValues
from xl_mastermind.game.rules import Rules
from xl_mastermind.presentation import palette
from xl_mastermind.sheets import formats
from xl_mastermind.sheets.board.sections import board_layouts
from xl_mastermind.workbook_files.edition import Edition

pytestmark = [pytest.mark.slow, pytest.mark.smoke]

GRID, CHILDREN = "3x5", "3x4"
"""Games whose first codes are 324 and 434."""


@pytest.fixture(scope="module")
def boards(tmp_path_factory: pytest.TempPathFactory) -> dict[str, IronCalcBoard]:
    """Return boards of both kinds of facts, without macros, at game 1."""
    boards = {}
    for game in (GRID, CHILDREN):
        file = tmp_path_factory.mktemp("facts") / "board.xlsx"
        first = first_game(Rules.parse(game))
        write_workbook(file, first, has_optional_sheets=False)
        (layout,) = board_layouts([first], Edition.PLAIN)
        boards[game] = IronCalcBoard.of(file, layout)
        boards[game].type("game_number", [[1]])
    return boards


def play(board: IronCalcBoard, guesses: Sequence[Cell]) -> None:
    rows: list[Cell] = [*guesses, *[None] * board.layout.attempts]
    board.type("guess_input", [[row] for row in rows[: board.layout.attempts]])


def read(board: IronCalcBoard, name: str) -> RangeValues:
    return board.read(board.layout.ranges[name])


@pytest.mark.table("choice", "guesses", "limits", "shares")
def test_grid_counts_colours_of_candidates(
    choice: str,
    guesses: list[Cell],
    limits: str,
    shares: list[int],
    boards: dict[str, IronCalcBoard],
) -> None:
    board = boards[GRID]
    board.type("show_facts", [[choice]])
    play(board, guesses)
    assert read(board, "colour_limits") == [limits.split() or [""] * 5]
    assert any(read(board, "fact_positions")[1]) is bool(limits)
    marked = [str(name).endswith("✓") for name in read(board, "colour_names")[0]]
    assert marked == [limit[:1] in tuple("123") for limit in limits.split() or [""] * 5]
    *_, last = read(board, "colour_shares")
    if shares:
        assert last == pytest.approx([share / 100 for share in shares], abs=0.005)
    else:
        assert last == [""] * 5


def visible_format(
    board: IronCalcBoard, name: str, row: int, column: int
) -> formats.CellFormat:
    """Return the first conditional format that a cell meets."""
    group, spare = board.layout.groups[name], board.layout.ranges["notes"].cell(0)
    cells = group.cell_range
    for criteria, cell_format, _ in group.resolved_conditional_formats():
        translator = Translator(f"={criteria}", cells.cell(0).address)
        formula = translator.translate_formula(cells.cell(row, column).address)
        board.put(spare, [[TypedKeys(formula)]])
        if board.read(spare) == [[True]]:
            return cell_format
    return {}


def test_shades_follow_the_shares(boards: dict[str, IronCalcBoard]) -> None:
    board, shades = boards[GRID], dict[str, object]()
    board.type("show_facts", [["Shades"]])
    for guesses, cells in (
        ([], {"none": (2, 2)}),
        ([112], {"0": (0, 0), "1/5": (0, 2), "2/5": (0, 1)}),
        ([112, 321, 325], {"1/2": (2, 2), "1": (0, 2)}),
    ):
        play(board, guesses)
        shades |= {
            share: visible_format(board, "colour_shares", *cell).get("bg_color")
            for share, cell in cells.items()
        }
    assert shades == {
        "none": None,
        "0": None,
        "1/5": palette.TINT,
        "2/5": palette.GLOW,
        "1/2": palette.SOFT_ACCENT,
        "1": palette.ACCENT,
    }


def test_clicked_first_guess_strikes_no_game_number(
    boards: dict[str, IronCalcBoard],
) -> None:
    board = boards[GRID]
    for before, entry, name, text, is_struck in (
        (324, "1…", "luck_words", "game 2", False),
        (112, 1124, "feedback_symbols", "4", True),
    ):
        play(board, [before, entry])
        assert read(board, name)[1] == [text]
        cell_format = visible_format(board, name, 1, 0)
        assert ("font_strikeout" in cell_format) is is_struck


@pytest.mark.table("guesses", "sentence")
def test_sentence_names_colours_of_the_code(
    guesses: list[Cell], sentence: str, boards: dict[str, IronCalcBoard]
) -> None:
    board = boards[CHILDREN]
    board.type("show_facts", [["Yes"]])
    play(board, guesses)
    assert read(board, "facts_sentence") == [[sentence]]


@pytest.mark.table("game", "guesses", "result")
def test_result_has_a_line_for_each_guess(
    game: str, guesses: list[Cell], result: str, boards: dict[str, IronCalcBoard]
) -> None:
    board = boards[game]
    board.type("show_facts", [["No"]])
    play(board, guesses)
    lines = result.split("/")
    lines += [""] * (1 + board.layout.attempts - len(lines))
    assert [cell for (cell,) in read(board, "result")] == lines
