"""The sheets Analysis and Compare as functions of values."""

from pathlib import Path
from typing import Final

import pytest
from boards import InMemoryBoard, built, layouts_of_other_sheets
from engines import IronCalcBoard

from xl_mastermind.board.buttons import run_button
from xl_mastermind.bundle.workbook import first_game
from xl_mastermind.cells.cell_range import CellRange
from xl_mastermind.cells.values import Cell, RangeValues
from xl_mastermind.game.rules import Rules
from xl_mastermind.lab.compilation import compile_kernels
from xl_mastermind.sheets.analysis_layout import AnalysisLayout
from xl_mastermind.sheets.board.sections import board_layouts
from xl_mastermind.sheets.compare_sheet import CompareLayout, compare_layout

SMALL: Final = ("2x3", "3x2")


def analysed(
    board: InMemoryBoard | None,
    *,
    strategy: Cell = "",
    guess: Cell = "",
    former_best: Cell = "",
) -> dict[str, RangeValues]:
    """Return the areas that Analyse writes for a board, or without one."""
    return run_button(
        "analyse",
        (board.inputs if board else {})
        | {
            "analysed_board": [["Mine"]],
            "analysis_strategy": [[strategy]],
            "ranked_guesses": [[None] * (4 + 6)] * 5,
            "split_guess": [[guess]],
            "best_guess": [[former_best]],
        },
    )


def compared(
    game: str, code: Cell, *strategies: str, pegs: int = 4
) -> dict[str, RangeValues]:
    names = [*strategies, *[""] * 6][:6]
    settings: dict[str, RangeValues] = {
        f"strategy_{number}": [[name]] for number, name in enumerate(names, 1)
    }
    return run_button(
        "compare",
        settings
        | {
            "compared_game": [[game]],
            "compared_code": [[code]],
            "turns_1": [[None] * (pegs + 2)] * 12,
        },
    )


def test_analyse_splits_the_best_guess_by_default() -> None:
    shown = analysed(InMemoryBoard("4x6", "3625").play(1122), strategy="Knuth")
    assert shown["analysis_message"] == [
        ["Mine: after 1 attempt 256 codes fit. Which guess tells most?"]
    ]
    assert shown["split_guess"] == shown["best_guess"] == [["1344"]]
    # As in Knuth's paper: it may be the code, and leaves 44 codes at most.
    best = [1, 3, 4, 4, "●", 31.55, 44, 13]  # and its mean, largest part and parts
    assert shown["ranked_guesses"][0][:8] == best
    assert sum(int(str(size)) for *_, size in shown["split_parts"] if size) == 256


def test_analyse_refuses_random() -> None:
    shown = analysed(InMemoryBoard("4x6"), strategy="Random")
    assert shown["analysis_message"] == [
        ["Mine: Expected a strategy that ranks guesses, got random."]
    ]


def test_compare_has_room_for_its_games() -> None:
    layout = compare_layout(4)
    shown = compared("Super", "11234", "Lookahead", pegs=layout.pegs)
    assert [*map(bool, shown["turns_1"][0][:6])] == [True] * 6


def test_analyse_splits_a_typed_guess() -> None:
    shown = analysed(InMemoryBoard("bulls-and-cows", "5678"), guess="0987")
    assert shown["split_guess"] == [["0987"]]
    # Known of the game: four digits that are all wrong leave 360 codes.
    assert [0, 0, 360] in shown["split_parts"]


def test_analyse_replaces_the_former_best_guess() -> None:
    board = InMemoryBoard("4x6", "3625").play(1122)
    shown = analysed(board, strategy="Knuth", guess="1122", former_best="1122")
    assert shown["split_guess"] == [["1344"]]


@pytest.mark.slow
@pytest.mark.parametrize("typed", ["12", "1177", 1.5, True])
def test_analyse_replaces_a_wrong_guess(typed: Cell) -> None:
    shown = analysed(
        InMemoryBoard("4x6", "3625").play(1122), strategy="Knuth", guess=typed
    )
    assert shown["split_guess"] == [["1344"]]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "strategy", "head"),
    [
        (InMemoryBoard("1x1"), "Optimal", "Guesses"),
        (InMemoryBoard("4x9", "1234").play(1122), "Optimal", "Average"),
        (InMemoryBoard("4x6"), "Knuth", "Largest"),
    ],
)
def test_sort_heading_names_the_ranking_figure(
    board: InMemoryBoard, strategy: str, head: str
) -> None:
    compile_kernels(board.layout.rules)  # else the first ranking is provisional
    shown = analysed(board, strategy=strategy)
    assert shown["sort_heading"] == [[head]]


def test_analyse_ranks_nothing_after_a_win() -> None:
    shown = analysed(InMemoryBoard("4x6", "3625").play(1122, 3625))
    assert shown["best_guess"] == shown["split_guess"] == [[""]]
    assert not any(map(any, shown["ranked_guesses"]))
    assert not any(map(any, shown["split_parts"]))


def test_analyse_reports_a_game_that_is_too_large() -> None:
    shown = analysed(InMemoryBoard("8x9", "12345678").play(12345671))
    expected = (
        "Mine: Expected a game of at most 16,777,216 codes, got 43,046,721 in 8x9."
    )
    assert shown["analysis_message"] == [[expected]]


def test_compare_reads_a_code_with_leading_zero() -> None:
    shown = compared("bulls-and-cows", "0123", "Most parts")
    played = [row for row in shown["turns_1"] if any(row)]
    assert played[-1] == [0, 1, 2, 3, "● ● ● ●", 1]


# Another board is chosen


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    boards = [first_game(Rules.parse(game)) for game in SMALL]
    file = tmp_path_factory.mktemp("sheets") / "two.xlsm"
    file.write_bytes(built(*boards, has_optional_sheets=False))
    return file


def opened(file: Path, plan: AnalysisLayout | CompareLayout) -> IronCalcBoard:
    at = board_layouts([first_game(Rules.parse(SMALL[0]))])[0]
    return IronCalcBoard.of(file, at, plan.sheet)


def shown(program: IronCalcBoard, *areas: CellRange) -> list[Cell]:
    cells = (c for area in areas for row in program.read(area) for c in row)
    return [cell for cell in cells if cell not in {"", None, 0}]


@pytest.mark.slow
def test_analysis_hides_results_of_another_board(file: Path) -> None:
    plan, *_ = layouts_of_other_sheets(*SMALL)
    program = opened(file, plan)
    names = ("message", "places", "matrix", "part_figures", "white_headings")
    there = [
        plan.ranges[name]
        for name in (*names, "black_headings", "sizes", "largest_bars")
    ]
    assert all(shown(program, area) for area in there)
    program.put(plan.ranges["analysed_board"], [["3x2"]])
    assert shown(program, *there, plan.ranges["split_hint"]) == []
    program.put(plan.ranges["split_guess"], [["112"]])
    assert shown(program, plan.ranges["split_hint"]) == [
        "Press Analyse to see its parts."
    ]
    program.put(plan.ranges["split_guess"], [["1 1 2 2"]])
    told = "3x2: a code has 3 pegs, got 4."
    assert shown(program, plan.ranges["split_hint"]) == [told]


@pytest.mark.slow
def test_compare_hides_results_of_another_game(file: Path) -> None:
    _, plan, _ = layouts_of_other_sheets(*SMALL)
    program = opened(file, plan)
    there = plan.ranges["message"], plan.ranges["bars"]
    assert all(shown(program, area) for area in there)
    for game, told in (
        ("Super", "Super: a code has 5 pegs, got 4."),
        ("12x6", "12x6: a code has 12 pegs, got 4."),
        ("Letters", "Press Compare for this game."),
        ("nonsense", "Press Compare for this game."),
    ):
        program.put(plan.ranges["compared_game"], [[game]])
        assert shown(program, *there) == []
        assert shown(program, plan.ranges["hint"]) == [told]


def test_wrong_code_clears_the_comparison() -> None:
    cleared, full = compared("ab", "456", "Knuth"), compared("4x6", "4563", "Knuth")
    wanted = "Ab: a code has four different digits from 0 to 9, got 456."
    assert cleared.pop("compare_message") == [[wanted]]
    assert cleared.pop("comparison_key")[0] == ["ab"]
    assert not any(cell for block in cleared.values() for row in block for cell in row)
    sizes = {name: (len(block), len(block[0])) for name, block in cleared.items()}
    assert sizes == {name: (len(full[name]), len(full[name][0])) for name in sizes}
