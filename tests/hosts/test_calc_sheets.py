"""Every game and every other sheet in a real LibreOffice."""

import itertools
from collections.abc import Sequence
from pathlib import Path

import pytest
from calc_boards import (
    RULES,
    cell_text,
    code,
    enter,
)
from helpers import rest_long, wait_for
from libreoffice import (
    Calc,
    Document,
    Values,
    options,
    remote,
)

from xl_mastermind.game.codes import candidates
from xl_mastermind.game.rules import Code, Feedback, Rules, Turn, feedback
from xl_mastermind.sheet.board import INPUTS, Board
from xl_mastermind.sheet.layout import (
    GAMES,
    SCORES,
    AnalysisLayout,
    BoardLayout,
    CompareLayout,
)
from xl_mastermind.solve.evaluate import game_record

pytestmark = pytest.mark.calc


# Every game


def opened_sheet(document: Document, name: str) -> BoardLayout:
    """Turn to another game's sheet."""
    sheets = document.model.Sheets
    document.sheet = sheets.getByName(name)
    document.model.CurrentController.setActiveSheet(document.sheet)
    return BoardLayout(Rules.parse(GAMES[name]), name, list(GAMES).index(name))


def shown_board(document: Document, layout: BoardLayout) -> Board:
    """Return the board whose cells a sheet has, computed here."""
    areas = {name: layout.areas[name] for name in INPUTS if name in layout.areas}
    sheets = document.model.Sheets
    return Board.from_values(
        {
            name: [
                [None if value == "" else value for value in row]
                for row in sheets.getByName(area.sheet)
                .getCellRangeByName(area.address)
                .getDataArray()
            ]
            for name, area in areas.items()
        }
    )


def assert_agrees(document: Document, board: Board) -> None:
    assert document.read("marks") == tuple(map(tuple, board.marks))
    assert [count for (count,) in document.read("codes_left")] == board.codes_left
    assert document.one("message") == board.message


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_on_every_board(shared: Document, name: str) -> None:
    layout = opened_sheet(shared, name)
    shared.press("new_game")
    shared.write("game_number", (2611,))  # which no first guess finds
    shared.press("hint")
    assert_agrees(shared, shown_board(shared, layout))
    # A typed guess: the colours in their order, as every game allows them.
    shared.guess(2, layout.rules.symbols[: layout.rules.pegs])
    assert_agrees(shared, shown_board(shared, layout))
    shared.press("solve")
    played = shown_board(shared, layout)
    assert_agrees(shared, played)
    assert shared.one("code_status") == ("shown" if played.lost else "found")


@pytest.mark.parametrize("name", ["Bulls and Cows", "Letters", "Black Pegs"])
def test_a_codemaker_who_cheats(board: Document, name: str) -> None:
    layout = opened_sheet(board, name)
    board.write("codemaker", ("Cheats",))
    board.guess(1, layout.rules.symbols[: layout.rules.pegs])
    assert board.read("marks")[0] != ("", "")
    assert_agrees(board, shown_board(board, layout))
    (row, *_), (marks, *_) = board.read("guesses"), board.read("marks")
    rules = layout.rules
    guess = tuple(rules.symbols.index(cell_text(peg)) + 1 for peg in row)
    black, white = (int(mark or 0) for mark in marks)
    first = candidates(rules, [Turn(guess, Feedback(black, white))])[0]
    board.press("reveal_code")
    shown = [cell_text(peg) for peg in board.read("hidden_code")[0]]
    assert shown == [rules.symbols[colour - 1] for colour in first]


@pytest.mark.long
def test_games_in_progress_do_not_disturb_one_another(
    calc: Calc, board: Document, tmp_path: Path
) -> None:
    guesses = {"Bulls and Cows": "0579", "Letters": "ABCZ", "Super": "11223"}
    for name, guess in guesses.items():
        opened_sheet(board, name)
        board.guess(1, guess)
    file = tmp_path / "games.ods"
    board.save_as(file, "calc8")
    again = calc.open(file)
    for name, guess in guesses.items():
        layout = opened_sheet(again, name)
        assert "".join(cell_text(c) for c in again.read("guesses")[0]) == guess
        assert_agrees(again, shown_board(again, layout))
        again.press("hint")
        assert_agrees(again, shown_board(again, layout))
    opened_sheet(again, "Mastermind")
    assert again.one("message") == "1,296 codes are possible. Your guess."
    again.close()


def test_a_turn_that_cannot_be_is_named(board: Document) -> None:
    layout = opened_sheet(board, "Bulls and Cows")
    board.write("codemaker", ("Somebody else",))
    board.guess(1, "0123")
    board.guess(2, "4567")
    board.write("typed_marks", (0, 1), (0, 0), *[("", "")] * 8)
    message = str(board.one("message"))
    assert message == shown_board(board, layout).message
    assert message.startswith("No code fits from attempt 2 on")
    assert board.read("typed_marks")[1] == (0, 0)


# Analysis


def analysis_sheet(calc: Calc, document: Document) -> Document:
    sheet = Document(calc, document.model)
    sheet.sheet = document.model.Sheets.getByName("Analysis")
    return sheet


def sizes_shown(sheet: Document) -> dict[tuple[int, int], int]:
    """Return the parts as the matrix shows them."""
    at = AnalysisLayout(5)
    rows = sheet.read(at.matrix.address)
    return {
        (black, white): int(cell)
        for black, row in enumerate(rows[1:])
        for white, cell in enumerate(row[1:])
        if isinstance(cell, float)
    }


def parts_by_hand(guess: Code, left: Sequence[Code]) -> dict[tuple[int, int], int]:
    sizes = dict.fromkeys([(b, w) for b, w in RULES.feedbacks], 0)
    for other in left:
        black, white = feedback(other, guess)
        sizes[black, white] += 1
    return sizes


def test_the_analysis_follows_a_game(calc: Calc, board: Document) -> None:
    sheet = analysis_sheet(calc, board)
    left = [tuple(c) for c in itertools.product(range(1, 7), repeat=4)]
    secret = code(board)
    guesses = ["1122", "3344", "1356", "6251"]
    for attempt, typed in enumerate(guesses, 1):
        board.guess(attempt, typed)
        guess = tuple(map(int, typed))
        if guess == secret:
            break
        answer = feedback(secret, guess)
        left = [other for other in left if feedback(other, guess) == answer]
        board.press("analyse")
        best = tuple(int(float(p or 0)) for p in sheet.read("split_guess")[0][:4])
        assert sizes_shown(sheet) == parts_by_hand(best, left)
        for row in sheet.read("ranked_guesses"):
            *pegs, fits, mean, largest, parts, _, _ = row
            ranked = tuple(int(float(p or 0)) for p in pegs[:4])
            sizes = [n for n in parts_by_hand(ranked, left).values() if n]
            assert (fits == "●") is (ranked in left)
            assert (largest, parts) == (max(sizes), len(sizes))
            assert mean == pytest.approx(
                sum(n * n for n in sizes) / len(left), abs=0.01
            )
        # The parts of another guess come with the button, and none until then.
        sheet.write("split_guess", (2, 4, 4, 6, ""))
        assert sizes_shown(sheet) == {}
        board.press("analyse")
        assert sizes_shown(sheet) == parts_by_hand((2, 4, 4, 6), left)
        sheet.write("split_guess", (2, 4, "", "", ""))
        assert sizes_shown(sheet) == {}


def test_the_analysis_of_another_board(calc: Calc, board: Document) -> None:
    sheet = analysis_sheet(calc, board)
    sheet.write("analysed_board", ("Black Pegs",))
    board.press("analyse")
    assert sheet.read("split_guess")[0][:4] == (1, 1, 1, 1)
    assert sizes_shown(sheet) == {
        (0, 0): 625,
        (1, 0): 500,
        (2, 0): 150,
        (3, 0): 20,
        (4, 0): 1,
    }
    sheet.write("analysed_board", ("Nowhere",))
    board.press("analyse")
    assert sheet.one("analysis_message") == "There is no board on a sheet Nowhere."


@pytest.mark.parametrize(
    ("strategy", "head"),
    rest_long(
        [
            ("Knuth", "Largest"),
            ("Entropy", "Bits"),
            ("Random", ""),
            ("Optimal", "Guesses"),
        ],
        quick=2,
    ),
)
def test_the_figure_that_ranks_the_guesses_is_known(
    calc: Calc, board: Document, strategy: str, head: str
) -> None:
    sheet = analysis_sheet(calc, board)
    board.guess(1, "1122")
    board.guess(2, "3344")
    sheet.write("analysis_strategy", (strategy,))
    board.press("analyse")
    assert sheet.one("sorted_by") == head


def test_a_game_of_four_pegs_leaves_nothing_of_five(
    calc: Calc, board: Document
) -> None:
    sheet = analysis_sheet(calc, board)
    at = AnalysisLayout(5)
    heads = sheet.read(at.matrix.row(0).address)[0]
    assert heads == ("", "none", "○", "○○", "○○○", "○○○○", "")
    sides = [row[0] for row in sheet.read(at.matrix.column(0).address)]
    assert sides == ["", "none", "●", "●●", "●●●", "●●●●", ""]
    sheet.write("analysed_board", ("Super",))
    board.press("analyse")
    assert sheet.read(at.matrix.row(0).address)[0][-1] == "○○○○○"


def test_a_guess_to_split_is_typed_in_one_cell(calc: Calc, board: Document) -> None:
    sheet = analysis_sheet(calc, board)
    left = [tuple(c) for c in itertools.product(range(1, 7), repeat=4)]
    sheet.write("split_guess", ("2446", 1, 2, 2, ""))
    turn_to(sheet)
    enter(sheet, "$P$5", "4563")
    wait_for(lambda: texts(sheet, "split_guess") == "4563", "the tiles")
    board.press("analyse")
    assert texts(sheet, "split_guess") == "4563"
    assert sizes_shown(sheet) == parts_by_hand((4, 5, 6, 3), left)
    board.model.UndoManager.undo()
    board.model.UndoManager.undo()
    assert texts(sheet, "split_guess") == "2446122"


def turn_to(document: Document) -> None:
    document.model.CurrentController.setActiveSheet(document.sheet)


def texts(document: Document, area: str) -> str:
    """Return what the first row of an area shows, written together."""
    return "".join(cell_text(cell) for cell in document.read(area)[0])


# Compare


def test_a_code_to_compare_is_typed_in_one_cell(calc: Calc, board: Document) -> None:
    sheet = Document(calc, board.model)
    sheet.sheet = board.model.Sheets.getByName("Compare")
    turn_to(sheet)
    enter(sheet, "$J$3", "1234")
    wait_for(lambda: texts(sheet, "compared_code") == "1234", "the tiles")
    sheet.write("compared_code", ("2211", 2, 3, 4, ""))
    board.press("compare")
    assert texts(sheet, "compared_code") == "2211"
    assert "the code 2 2 1 1." in str(sheet.one("compare_message"))


@pytest.mark.parametrize(
    ("game", "pegs"), [("Super", 5), ("super", 5), ("4x6", 4), ("Letters", 4)]
)
def test_a_game_to_compare_is_chosen_by_its_name(
    calc: Calc, board: Document, game: str, pegs: int
) -> None:
    sheet = Document(calc, board.model)
    sheet.sheet = board.model.Sheets.getByName("Compare")
    at = CompareLayout(5)
    sheet.write("compared_game", (game,))
    assert sheet.one(at.compared_pegs.address) == pegs
    sheet.write("compared_code", ("",) * 5)
    for number in range(2, 7):
        sheet.write(f"strategy_{number}", ("",))
    board.press("compare")
    assert str(sheet.one("compare_message")).startswith("One strategy looks for ")
    assert len([peg for peg in sheet.read("turns_1")[0][:5] if peg != ""]) == pegs


def test_bars_have_the_numbers_of_games(calc: Calc, board: Document) -> None:
    sheet = Document(calc, board.model)
    sheet.sheet = board.model.Sheets.getByName("Compare")
    at = CompareLayout(5)
    sheet.write("strategy_6", ("First consistent",))
    sheet.write("compared_code", (1, 1, 2, 2, ""))
    board.press("compare")
    for block in range(1, 7):
        lengths = [int(n or 0) for (n,) in sheet.read(f"histogram_{block}")]
        bars = [*lengths[:8], sum(lengths[8:])]
        most, others = (
            [row[0] for row in sheet.read(at.bars.column(column).address)]
            for column in (2 * block - 1, 2 * block)
        )
        assert most == [n if n == max(bars) else 0 for n in bars]
        assert others == [0 if n == max(bars) else n for n in bars]
    assert sheet.one(at.highest_bar.address) == 694


STRATEGIES_COMPARED = (
    *("minimax", "knuth", "expected-size", "entropy", "most-parts"),
    "first-consistent",
)


@pytest.mark.parametrize("secret", ["4563", "1112", "1111"])
def test_strategies_side_by_side(calc: Calc, shared: Document, secret: str) -> None:
    left: list[tuple[int, ...]]
    sheet = Document(calc, shared.model)
    sheet.sheet = shared.model.Sheets.getByName("Compare")
    sheet.write("compared_code", (*map(float, secret), ""))
    shared.press("compare")
    for number, name in enumerate(STRATEGIES_COMPARED, 1):
        game = [
            step.turn for step in game_record(RULES, RULES.parse_code(secret), name)
        ]
        assert sheet.one(f"guesses_{number}") == len(game)
        left = [*itertools.product(range(1, 7), repeat=4)]
        rows = sheet.read(f"turns_{number}")
        for row, turn in zip(rows, game, strict=False):
            left = [c for c in left if feedback(c, turn.guess) == turn.feedback]
            black, white = turn.feedback
            marks = " ".join("●" * black + "○" * white + "·" * (4 - black - white))
            assert row == (*turn.guess, "", marks, len(left))
        assert {cell for row in rows[len(game) :] for cell in row} == {""}
    assert sheet.read("figures_2") == ((4.4761,), (5,), (5801,))
    histogram = [n for (n,) in sheet.read("histogram_2")]
    assert histogram[:6] == [1, 6, 62, 533, 694, ""]


def test_a_code_at_random_of_another_game(calc: Calc, board: Document) -> None:
    sheet = Document(calc, board.model)
    sheet.sheet = board.model.Sheets.getByName("Compare")
    sheet.write("compared_code", ("",) * 5)
    sheet.write("compared_game", ("4x5",))
    for number in range(2, 7):
        sheet.write(f"strategy_{number}", ("",))
    board.press("compare")
    assert str(sheet.one("compare_message")).startswith("One strategy looks for ")
    assert sheet.read("figures_2") == (("",), ("",), ("",))
    sheet.write("compared_game", ("8x8",))
    board.press("compare")
    said = "This workbook has room for 5 pegs, not for 8x8."
    assert sheet.one("compare_message") == said


# Scores


def score_rows(document: Document) -> Values:
    table = document.model.DatabaseRanges.getByName("Scores")
    rows: Values = table.ReferredCells.getDataArray()[1:]
    return rows


def scores_sheet(calc: Calc, document: Document) -> Document:
    """Return the sheet of scores, for the eyes and hands of a person."""
    sheet = Document(calc, document.model)
    sheet.sheet = document.model.Sheets.getByName("Scores")
    return sheet


@pytest.mark.long
def test_ten_games_are_kept_and_saved(
    calc: Calc, board: Document, tmp_path: Path
) -> None:
    for game in range(10):
        board.press("new_game")
        board.write("game_number", (101 + game,))  # none of them is 1122
        if game % 2:
            board.guess(1, "1122")
        board.press("solve")
        if game % 3:
            board.press("clear")
    rows = score_rows(board)
    assert [row[0] for row in rows] == [*range(1, 11)]
    assert {row[2] for row in rows} == {"Mastermind"}
    assert [row[3] for row in rows] == ["Knuth", "You and Knuth"] * 5
    for place, row in enumerate(rows):
        alike = [float(other[4] or 0) for other in rows[place % 2 : place + 1 : 2]]
        assert row[6] == pytest.approx(sum(alike) / len(alike), abs=1e-4)
    file = tmp_path / "ten games.ods"
    board.save_as(file, "calc8")
    again = calc.open(file)
    # A date is kept to the hundredth of a second, all else as it is.
    assert [r[:1] + r[2:] for r in score_rows(again)] == [r[:1] + r[2:] for r in rows]
    for kept, row in zip(score_rows(again), rows, strict=True):
        assert kept[1] == pytest.approx(row[1], abs=1e-6)
    again.guess(1, "1122")
    again.press("new_game")
    again.press("solve")
    assert len(score_rows(again)) == 11
    again.close()


def test_a_button_takes_a_table_whose_rows_are_deleted(
    calc: Calc, board: Document
) -> None:
    scores = scores_sheet(calc, board)
    for games in (1, 3):
        scores.sheet.Rows.removeByIndex(SCORES.top + 1, games)
        assert score_rows(board) == ()
        board.press("hint")
        for game in range(3):
            board.press("new_game")
            board.press("solve")
            assert [row[0] for row in score_rows(board)] == [*range(1, game + 2)]


def standings(sheet: Document) -> tuple[float | str | None, ...]:
    """Return what stands above the table of Mastermind."""
    assert sheet.one("B6") == "Mastermind"
    return sheet.read("D6:H6")[0]


def win(board: Document, guesses: int) -> None:
    """Find a code without help, by so many guesses."""
    board.press("new_game")
    right = "".join(map(str, code(board)))
    wrong = "1122" if right != "1122" else "3344"
    for attempt in range(1, guesses):
        board.guess(attempt, wrong)
    board.guess(guesses, right)
    board.press("check")


@pytest.mark.long
def test_scores_are_sorted_filtered_and_deleted(calc: Calc, board: Document) -> None:
    sheet = scores_sheet(calc, board)
    said = SCORES.row(0).column(0).cell(-1).address
    assert standings(sheet) == ("",) * 5
    assert sheet.one(said) == "No game is over yet."
    win(board, 4)
    sheet.write("player", ("Ada",))
    win(board, 5)
    board.press("new_game")
    board.press("solve")
    win(board, 3)
    win(board, 2)
    assert [row[3] for row in score_rows(board)] == [
        "You",
        "Ada",
        "Knuth",
        "Ada",
        "Ada",
    ]
    assert standings(sheet) == (5, 4, 2, 3.5, 2)
    assert sheet.one(said) == ""
    table = board.model.DatabaseRanges.getByName("Scores")
    cells = table.ReferredCells
    field = remote().uno.createUnoStruct("com.sun.star.table.TableSortField")
    field.Field, field.IsAscending = 4, True
    fields = remote().uno.Any("[]com.sun.star.table.TableSortField", (field,))
    given = options({"ContainsHeader": True})
    sort = remote().PropertyValue(Name="SortFields", Value=fields)
    remote().uno.invoke(cells, "sort", ((*given, sort),))
    assert [row[4] for row in score_rows(board)][:2] == [2, 3]
    assert standings(sheet) == (5, 4, 2, 3.5, 2)
    choice = remote().uno.createUnoStruct("com.sun.star.sheet.TableFilterField")
    choice.Field, choice.StringValue = 3, "Ada"
    choice.Operator = remote().uno.Enum("com.sun.star.sheet.FilterOperator", "EQUAL")
    table.getFilterDescriptor().setFilterFields((choice,))
    table.refresh()
    rows = [SCORES.top + 1 + row for row in range(5)]
    seen = [sheet.sheet.Rows.getByIndex(row).IsVisible for row in rows]
    assert seen == [row[3] == "Ada" for row in score_rows(board)]
    assert standings(sheet) == (5, 4, 2, 3.5, 2)
    sheet.sheet.Rows.removeByIndex(SCORES.top + 1, 1)
    assert standings(sheet) == (4, 3, 3, 4, 1)
    win(board, 6)
    assert score_rows(board)[-1][3] == "Ada"
    assert len(score_rows(board)) == 5
    assert standings(sheet) == (5, 4, 3, 4.5, 2)
