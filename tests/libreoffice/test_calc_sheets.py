"""Every game and every other sheet in a real LibreOffice."""

import itertools
from pathlib import Path

import pytest
from boards import layouts_of_other_sheets
from calc_boards import (
    LAYOUTS,
    RULES,
    CalcBoard,
    assert_agrees,
    code,
    type_in_cell,
)
from cases import mark_rest_as_proof
from libreoffice import Calc, Document, Values, options, remote
from random_games import differences_in_games

from xl_mastermind.game.rules import Code, feedback
from xl_mastermind.presentation.games import GAMES
from xl_mastermind.solve.evaluation import play

ANALYSIS, COMPARE, SCORES = layouts_of_other_sheets()


# Every game


KINDS = ("Letters", "Black Pegs")
"""Boards without a list of all codes and without white pegs."""


@pytest.mark.parametrize(
    "name", [*KINDS, *mark_rest_as_proof(sorted({*GAMES} - {*KINDS}), 0)]
)
def test_buttons_and_formulas_agree_on_every_board(board: Document, name: str) -> None:
    board.show_sheet(name)
    board.run_button("new_game")
    board.write("game_number", (2611,))  # which no first guess finds
    board.run_button("hint")
    rules = assert_agrees(board).rules
    # A typed guess: the colours in their order, as every game allows them.
    board.guess(2, rules.symbols[: rules.pegs].lower())
    assert_agrees(board)
    board.run_button("solve")
    assert_agrees(board)
    assert board.cell_value("code_status") in ("shown", "found")


@pytest.mark.parametrize("name", mark_rest_as_proof(["Letters", "Bulls and Cows"]))
def test_extension_matches_the_model_in_random_games(
    board: Document, name: str
) -> None:
    program = CalcBoard(board.show_sheet(name), LAYOUTS[name], has_python=True)
    assert differences_in_games(program, games=3, steps=4) == []


# Analysis


def other_sheet(board: Document, name: str) -> Document:
    """Return a sheet of the board's document."""
    sheet = Document(board.calc, board.model)
    sheet.sheet = board.model.Sheets.getByName(name)
    return sheet


def sizes_shown(sheet: Document) -> dict[tuple[int, int], int]:
    rows = sheet.read(ANALYSIS.ranges["matrix"].address)
    return {
        (black, white): int(cell)
        for black, row in enumerate(rows)
        for white, cell in enumerate(row)
        if isinstance(cell, float)
    }


CODES: list[Code] = [tuple(c) for c in itertools.product(range(1, 7), repeat=4)]


def test_analysis_reads_the_chosen_board(board: Document) -> None:
    analysis = other_sheet(board, "Analysis")
    whites, blacks = (
        ANALYSIS.ranges["white_headings"].address,
        ANALYSIS.ranges["black_headings"].address,
    )
    analysis.write("analysed_board", ("Super",))
    board.run_button("analyse")
    assert analysis.read(whites)[0][-1] == "○○○○○"
    analysis.write("analysed_board", ("Black Pegs",))
    board.run_button("analyse")
    assert analysis.cell_value("split_guess") == "1111"
    sizes = {(0, 0): 625, (1, 0): 500, (2, 0): 150, (3, 0): 20, (4, 0): 1}
    assert sizes_shown(analysis) == sizes
    # The parts of another guess come with the button, and none until then.
    type_in_cell(analysis, "$P$5", "1112")
    assert sizes_shown(analysis) == {}
    board.run_button("analyse")
    assert sizes_shown(analysis) == sizes
    # Nothing of five pegs is left.
    assert analysis.read(whites)[0][-1] == ""
    sides = [row[0] for row in analysis.read(blacks)]
    assert sides == ["none", "●", "●●", "●●●", "●●●●", ""]
    analysis.write("analysed_board", ("Nowhere",))
    board.run_button("analyse")
    assert (
        analysis.cell_value("analysis_message")
        == "There is no board on a sheet Nowhere."
    )
    assert sizes_shown(analysis) == {}


# Compare


def test_compare_accepts_names_of_games(board: Document) -> None:
    compare = other_sheet(board, "Compare")
    for number in range(2, 7):
        compare.write(f"strategy_{number}", ("",))
    compare.write("compared_game", ("super",))
    compare.write("compared_code", ("",))
    board.run_button("compare")
    said = "super: one strategy looks for "
    assert str(compare.cell_value("compare_message")).startswith(said)
    assert len([peg for peg in compare.read("turns_1")[0][:5] if peg != ""]) == 5
    compare.write("compared_game", ("8x8",))
    board.run_button("compare")
    said = "This workbook has room for 5 pegs, not for 8x8."
    assert compare.cell_value("compare_message") == said


STRATEGIES_COMPARED = (
    *("minimax", "knuth", "expected-size", "entropy", "most-parts"),
    "first-consistent",
)


def test_compare_shows_games_and_histograms(board: Document) -> None:
    compare, hidden = other_sheet(board, "Compare"), (1, 1, 1, 2)
    compare.write("compared_code", ("1112",))
    board.run_button("compare")
    for number, name in enumerate(STRATEGIES_COMPARED, 1):
        game = [step.turn for step in play(RULES, hidden, name)]
        assert compare.cell_value(f"guesses_{number}") == len(game)
        left = CODES
        rows = compare.read(f"turns_{number}")
        for row, turn in zip(rows, game, strict=False):
            left = [c for c in left if feedback(c, turn.guess) == turn.feedback]
            black, white = turn.feedback
            marks = " ".join("●" * black + "○" * white + "·" * (4 - black - white))
            assert row == (*turn.guess, "", marks, len(left))
        assert {cell for row in rows[len(game) :] for cell in row} == {""}
    assert compare.read("figures_2") == ((4.4761,), (5,), (5801,))
    histogram = [n for (n,) in compare.read("histogram_2")]
    assert histogram[:6] == [1, 6, 62, 533, 694, ""]
    for block in range(1, 7):
        lengths = [int(n or 0) for (n,) in compare.read(f"histogram_{block}")]
        bars = [*lengths[:8], sum(lengths[8:])]
        most, others = (
            [
                row[0]
                for row in compare.read(COMPARE.ranges["bars"].column(column).address)
            ]
            for column in (2 * block - 2, 2 * block - 1)
        )
        assert most == [n if n == max(bars) else 0 for n in bars]
        assert others == [0 if n == max(bars) else n for n in bars]
    assert compare.cell_value(COMPARE.ranges["highest_bar"].address) == 694


# Scores: each test has its own document


def score_rows(document: Document) -> Values:
    table = document.model.DatabaseRanges.getByName("Scores")
    rows: Values = table.ReferredCells.getDataArray()[1:]
    return rows


def test_score_is_added_after_all_rows_are_deleted(small_document: Document) -> None:
    scores = other_sheet(small_document, "Scores")
    for number in (101, 102):  # which no first guess finds
        scores.sheet.Rows.removeByIndex(SCORES.ranges["table"].top + 1, 1)
        assert score_rows(small_document) == ()
        small_document.run_button("new_game")
        small_document.write("game_number", (number,))
        small_document.run_button("solve")
        assert [row[0] for row in score_rows(small_document)] == [1]


def standings(sheet: Document) -> tuple[float | str | None, ...]:
    """Return the cells above the table of Mastermind."""
    assert sheet.cell_value(SCORES.ranges["game_names"].cell(0).address) in (
        "Mastermind",
        "",
    )
    heads = ("Games", "Broken", "Best", "Average", "Streak")
    return tuple(
        sheet.cell_value(SCORES.ranges[head.lower()].cell(0).address) for head in heads
    )


def win(board: Document, guesses: int) -> None:
    """Find a code without help, with `guesses` guesses."""
    board.run_button("new_game")
    board.write("game_number", (2611 + guesses,))
    right = "".join(map(str, code(board)))
    wrong = "1122" if right != "1122" else "3344"
    for attempt in range(1, guesses):
        board.guess(attempt, wrong)
    board.guess(guesses, right)
    board.run_button("explain")


def test_scores_are_saved_sorted_filtered_and_deleted(
    calc: Calc, small_document: Document, tmp_path: Path
) -> None:
    sheet = other_sheet(small_document, "Scores")
    said = SCORES.ranges["nothing"].address
    assert standings(sheet) == ("",) * 5
    assert sheet.cell_value(said) == "No finished games yet."
    win(small_document, 4)
    sheet.write("player", ("Ada",))
    win(small_document, 5)
    small_document.run_button("new_game")
    small_document.write("game_number", (101,))
    small_document.run_button("solve")
    win(small_document, 3)
    win(small_document, 2)
    names = ["You", "Ada", "Knuth", "Ada", "Ada"]
    assert [row[3] for row in score_rows(small_document)] == names
    assert standings(sheet) == (5, 4, 2, 3.5, 2)
    assert sheet.cell_value(said) == ""
    file = tmp_path / "five games.ods"
    small_document.save_as(file, "calc8")
    again = calc.open(file)
    # A date is kept to the hundredth of a second, all else as it is.
    for kept, row in zip(score_rows(again), score_rows(small_document), strict=True):
        assert (kept[0], *kept[2:]) == (row[0], *row[2:])
        assert kept[1] == pytest.approx(row[1], abs=1e-6)
    win(again, 3)
    assert len(score_rows(again)) == 6
    again.close()
    table = small_document.model.DatabaseRanges.getByName("Scores")
    cells = table.ReferredCells
    field = remote().uno.createUnoStruct("com.sun.star.table.TableSortField")
    field.Field, field.IsAscending = 4, True
    fields = remote().uno.Any("[]com.sun.star.table.TableSortField", (field,))
    given = options({"ContainsHeader": True})
    sort = remote().PropertyValue(Name="SortFields", Value=fields)
    remote().uno.invoke(cells, "sort", ((*given, sort),))
    assert [row[4] for row in score_rows(small_document)][:2] == [2, 3]
    assert standings(sheet) == (5, 4, 2, 3.5, 2)
    choice = remote().uno.createUnoStruct("com.sun.star.sheet.TableFilterField")
    choice.Field, choice.StringValue = 3, "Ada"
    choice.Operator = remote().uno.Enum("com.sun.star.sheet.FilterOperator", "EQUAL")
    table.getFilterDescriptor().setFilterFields((choice,))
    table.refresh()
    rows = [SCORES.ranges["table"].top + 1 + row for row in range(5)]
    seen = [sheet.sheet.Rows.getByIndex(row).IsVisible for row in rows]
    assert seen == [row[3] == "Ada" for row in score_rows(small_document)]
    assert standings(sheet) == (5, 4, 2, 3.5, 2)
    sheet.sheet.Rows.removeByIndex(SCORES.ranges["table"].top + 1, 1)
    assert standings(sheet) == (4, 3, 3, 4, 1)
    win(small_document, 6)
    assert score_rows(small_document)[-1][3] == "Ada"
    assert len(score_rows(small_document)) == 5
    assert standings(sheet) == (5, 4, 3, 4.5, 2)
