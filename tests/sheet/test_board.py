"""The buttons play whole games on plain values, with no spreadsheet in sight."""

from collections.abc import Iterable
from dataclasses import replace
from random import SystemRandom
from unittest.mock import Mock

import pytest
from boards import MASTERMIND, SECRET, fresh, played, pressed, with_marks, yours
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from xl_mastermind.game.codes import candidates
from xl_mastermind.game.numbers import LARGEST_NUMBER
from xl_mastermind.game.rules import Code, Rules, Turn, feedback
from xl_mastermind.sheet import buttons
from xl_mastermind.sheet.board import (
    CHEATS,
    COMPUTER,
    INPUTS,
    NOTED,
    SOMEBODY_ELSE,
    Board,
)
from xl_mastermind.sheet.buttons import BOARD_BUTTONS, press
from xl_mastermind.sheet.cells import Block, Cell
from xl_mastermind.sheet.layout import AnalysisLayout, BoardLayout
from xl_mastermind.sheet.words import (
    NO_NUMBER,
    PLAY_AND_MARK,
    how_to_type,
)
from xl_mastermind.solve.evaluate import play
from xl_mastermind.solve.rating import rate_guesses
from xl_mastermind.solve.strategies import STRATEGIES, strategy_label

GAMES = [
    "4x6",
    "4x5",
    "3x10 distinct",
    "4x6 black",
    "4x6 distinct black symbols=abcdef",
    "3x4 symbols=FALS",
    "3x26",
    "5x8",
]

TOO_LARGE = ["3x26", "5x8"]
"""Of these, games that are too large for an optimal first guess."""


AGAIN = "Press New Game to play again."

NO_NUMBERS: list[Cell] = [
    *(None, "", " ", "x", "2611", "#VALUE!", True, False),
    *(0, -1, 1.5, 10**9, 1e300),
]
"""What stands for no code."""


def after(name: str, board: Board) -> Board:
    """Press a button as a host does: values go in, and values come out."""
    values = board.to_values()
    written = press(name, values)
    inputs = {area: block for area, block in written.items() if area in INPUTS}
    return Board.from_values(values | inputs)


def said(name: str, board: Board) -> object:
    """Return what the board's line says after a button was pressed."""
    ((sentence,),) = press(name, board.to_values())["said_message"]
    return sentence


def is_blank(row: Iterable[Cell]) -> bool:
    return all(cell in (None, "") for cell in row)


def codes_of(block: Block, rules: Rules) -> list[Code]:
    """Return the codes in the rows of a block that are not blank."""
    return [
        rules.parse_code("".join(str(cell) for cell in row))
        for row in block
        if not is_blank(row)
    ]


# Whole games

PLAYED = pytest.mark.parametrize(
    ("game", "strategy"),
    [
        (game, name)
        for game in GAMES
        for name, strategy in STRATEGIES.items()
        if game not in TOO_LARGE or not strategy.exact
    ],
)


@pytest.mark.parametrize("game", TOO_LARGE)
def test_a_game_too_large_for_an_optimal_guess_says_so(game: str) -> None:
    board = after("new_game", fresh(game, strategy="Optimal"))
    for button in ("hint", "solve"):
        assert f"for an optimal guess in {game}, got" in str(said(button, board))
        assert is_blank(after(button, board).guesses[0])


@PLAYED
def test_solve_plays_as_the_strategy_does(game: str, strategy: str) -> None:
    board = after("new_game", fresh(game, strategy=strategy_label(strategy)))
    board = after("solve", board)
    rules = board.rules
    (secret,) = codes_of([board.secret], rules)
    guesses = codes_of(board.guesses, rules)
    assert guesses
    if strategy != "random":
        turns = [turn.guess for turn, _ in play(rules, secret, strategy)]
        last = BoardLayout(rules).attempts - 1  # spent on a code that may be it
        assert guesses[:last] == turns[: len(guesses)][:last], secret
    for guess, marks in zip(guesses, board.marks, strict=False):
        black, white = feedback(secret, guess)
        assert marks == [black, "" if rules.black_only else white]
    if secret in guesses:
        assert guesses.index(secret) == len(guesses) - 1
        assert board.status == "found"
        name = strategy_label(strategy)
        assert board.message == f"{name} found it in {len(guesses)}.\n{AGAIN}"
    else:
        assert len(guesses) == BoardLayout(rules).attempts
        assert board.status == "shown"
        assert f"The code was {' '.join(rules.format_code(secret))}." in board.message


@pytest.mark.parametrize(
    ("game", "strategy"),
    [
        *(("4x6", strategy) for strategy in STRATEGIES),
        *((game, "knuth") for game in GAMES[1:]),
    ],
)
def test_hint_helps_against_a_code_of_somebody_else(game: str, strategy: str) -> None:
    board = fresh(game, strategy=strategy_label(strategy), codemaker=SOMEBODY_ELSE)
    rules = board.rules
    secret = rules.code_numbered(board.whole_number)  # as somebody else may choose
    board = after("new_game", board)
    assert is_blank(board.secret)
    turns: list[Turn] = []
    for row in range(len(board.guesses)):
        board = after("hint", board)
        assert said("hint", board) == f"Please type the marks of attempt {row + 1}."
        *_, guess = codes_of(board.guesses, rules)
        if STRATEGIES[strategy].only_candidates:
            assert guess in candidates(rules, turns)
        answer = rules.answer(secret, guess)
        turns.append(Turn(guess, answer))
        given = [[*answer][: 1 + (not rules.black_only)] for _, answer in turns]
        board = after("explain", with_marks(board, *given))
        assert board.codes_left[row] == len(candidates(rules, turns))
        if answer == rules.win:
            break
    solved = turns[-1].feedback == rules.win
    assert (board.solved_in == len(turns)) is solved
    assert board.status == "theirs"
    assert said("hint", board) == "This game is over: press New Game."


def test_letters_are_found_among_half_a_million_codes() -> None:
    board = after("solve", fresh("letters", "ABCW", strategy="Entropy"))
    assert board.solved_in
    assert codes_of(board.guesses, board.rules)[-1] == (1, 2, 3, 23)


def test_solve_ends_with_the_last_row() -> None:
    board = after("solve", fresh("3x26", "ZZZ", strategy="First consistent"))
    assert len(codes_of(board.guesses, board.rules)) == 12
    assert board.lost
    assert board.status == "shown"
    assert said("explain", board) == (
        f"Twelve attempts: the codemaker has won.\nThe code was Z Z Z. {AGAIN}"
    )


@pytest.mark.parametrize("strategy", ["Knuth", "Entropy", "Most parts"])
def test_the_last_attempt_is_a_code_that_can_be(strategy: str) -> None:
    rules = Rules(4, 26)
    board = fresh("letters", "WXYZ", strategy=strategy)
    board = played(*["ABCD"] * 11, board=board)
    board = after("hint", board)
    *_, last = codes_of(board.guesses, rules)
    assert (
        last
        == candidates(
            rules, [Turn((1, 2, 3, 4), feedback((23, 24, 25, 26), (1, 2, 3, 4)))]
        )[0]
    )


def test_solve_plays_on_from_what_was_played() -> None:
    board = after("solve", played("1122", "1344"))
    assert codes_of(board.guesses, board.rules)[:2] == [(1, 1, 2, 2), (1, 3, 4, 4)]
    assert board.solved_in


def test_hint_begins_with_the_first_guess_that_is_set() -> None:
    for first in ("1233", 1233.0, " 1233 ", "1 2 3 3"):
        board = after("hint", fresh(first_guess=first))
        assert board.guesses[0] == [1, 2, 3, 3]
    for blank in (None, ""):
        board = after("hint", fresh(strategy=blank, first_guess=blank))
        assert board.guesses[0] == [1, 1, 2, 2]


def test_hint_fills_the_first_row_that_is_free() -> None:
    board = after("hint", played("1122", None, "1344"))
    assert codes_of(board.guesses[:3], board.rules)[1] not in (
        (1, 1, 2, 2),
        (1, 3, 4, 4),
    )
    assert board.next_attempt == 3


def test_the_board_says_which_attempt_before_others_is_free() -> None:
    free = " Attempt 2 is still free."
    assert played("1122", None, "1344").message.endswith(free)
    assert free not in played("1122", "1344").message


def next_cell(board: Board) -> str:
    return board.next_cell.address if board.next_cell else ""


def test_the_next_cell_is_that_of_a_guess_or_a_mark() -> None:
    board = played("1122")
    assert next_cell(board) == "H4"
    assert next_cell(board.with_guess(1, "13")) == "H4"
    assert next_cell(board.with_guess(1, "3625")) == ""
    assert next_cell(played(None, "1122")) == "H3"
    assert next_cell(yours(("1122", [None, None]))) == "P3"
    assert next_cell(yours(("1122", [1, None]))) == "Q3"
    assert next_cell(yours(("1122", [1, 1]))) == "H4"


def test_solve_asks_for_the_marks_of_somebody_else() -> None:
    board = yours()
    assert said("solve", board) == "Please type the marks of attempt 1."
    assert after("solve", board).guesses[0] == [1, 1, 2, 2]


# New Game, Clear, Reveal Code


def test_new_game_hides_another_code_and_clears_the_board() -> None:
    board = replace(with_marks(played("1122"), [1, 0]), revealed=True)
    drawn = {tuple(after("new_game", board).secret) for _ in range(20)}
    assert len(drawn) > 1
    written = press("new_game", board.to_values())
    assert "secret" not in written
    assert written["revealed"] == [[None]]
    cleared = after("new_game", board)
    assert all(map(is_blank, (*cleared.guesses, *cleared.typed_marks)))
    assert cleared.status == "hidden"
    assert said("new_game", board) == "A new code is hidden. Your guess."


def test_new_game_leaves_the_hiding_to_somebody_else() -> None:
    board = replace(played("1122"), codemaker=SOMEBODY_ELSE)
    assert is_blank(after("new_game", board).secret)
    assert said("new_game", board) == (
        "Let somebody hide a code. Your guess, or press Hint."
    )


def test_clear_keeps_the_code() -> None:
    board = after("clear", with_marks(played("1122"), [1, 0]))
    assert all(map(is_blank, (*board.guesses, *board.typed_marks)))
    assert board.secret == [*SECRET]
    assert board.message == "1,296 codes are possible. Your guess."


def test_reveal_code_shows_it() -> None:
    board = played("1122")
    assert after("reveal_code", board).status == "shown"
    assert said("reveal_code", board) == f"The code is 3 6 2 5.\n{AGAIN}"


def test_a_code_that_was_revealed_ends_the_game() -> None:
    board = after("reveal_code", played("1122"))
    assert board.next_attempt is None
    assert board.help_line == ""
    # Whoever wants to see how the strategy would have gone on may.
    assert after("solve", board).status == "found"
    # It was the code of the computer: against another codemaker a game goes on.
    assert replace(board, codemaker=SOMEBODY_ELSE).next_attempt == 0


def test_only_the_one_who_hid_a_code_can_reveal_it() -> None:
    board = replace(played("1122"), codemaker=SOMEBODY_ELSE)
    assert not after("reveal_code", board).revealed
    assert said("reveal_code", board) == "Only the one who hid the code can show it."


def test_the_line_below_the_title_says_what_is_to_be_done_or_known() -> None:
    assert fresh("4x6").help_line == how_to_type(MASTERMIND)
    assert played("11").help_line == ""
    assert played("1122").help_line == ""
    assert yours().help_line == PLAY_AND_MARK
    assert yours(("1122", [None, None])).help_line == ""


def test_a_guess_that_cannot_be_the_code_is_told_by_which_answer() -> None:
    board = played("1122", "1344", "1234")
    assert board.help_line == (
        "Attempt 3 cannot be the code: attempt 1 would have 1 black, 1 white."
    )
    yours = replace(played("1122", "3344"), codemaker=SOMEBODY_ELSE)
    assert with_marks(yours, [1, 0]).help_line == (
        "Attempt 2 cannot be the code: attempt 1 would have 0 black, 0 white."
    )
    blacks = Board.new(Rules.parse("3x4 black"), (3, 2, 4)).with_guess(0, [1, 1, 2])
    assert blacks.with_guess(1, [1, 2, 4]).help_line == (
        "Attempt 2 cannot be the code: attempt 1 would have 1 black."
    )
    assert blacks.with_guess(1, [1, 2, 4]).last_marks[:3] == [[1], [3], [""]]
    assert board.last_marks[2:4] == [[4, 0], ["", ""]]
    assert played("1122", "1344", "3625").help_line == ""
    assert played("1122", "3425").help_line == ""


# What friends may see


def test_a_result_tells_the_answers_of_a_game_that_is_over_and_no_code() -> None:
    board = replace(played("1122", None, "3625"), number=2611)
    board = replace(board, number=board.rules.number_of(SECRET))
    head = f"Mastermind #{board.number} in 2"
    assert board.result == [head, "●···", "", "●●●●", *[""] * 7]
    assert board.with_guess(2, [None] * 4).result == [""] * 11
    lost = replace(played(*["1122"] * 10), number=board.number)
    assert lost.result == [
        f"Mastermind #{board.number}: not found in 10",
        *["●···"] * 10,
    ]
    yours = with_marks(replace(played("1122"), codemaker=SOMEBODY_ELSE), [4, 0])
    assert yours.result == ["Mastermind in 1", "●●●●", *[""] * 9]
    wrong = with_marks(replace(played("1122"), codemaker=SOMEBODY_ELSE), [4, 1])
    assert wrong.result[0] == "Mastermind in 0"


# The number of the game


def numbered(values: dict[str, Block], number: Cell) -> dict[str, Block]:
    """Return the values after a person typed another number."""
    return values | {"game_number": [[number]]}


def pressed_on(values: dict[str, Block], name: str) -> dict[str, Block]:
    """Press a button as a host does, which writes all that it can."""
    return values | press(name, values)


def test_a_number_is_a_code() -> None:
    for number in (1, 2611, 2611.0, LARGEST_NUMBER):
        board = replace(fresh(), number=number)
        assert board.secret == [*MASTERMIND.code_numbered(int(number))]
        assert board.has_secret


@pytest.mark.parametrize("flags", [["reveal_code"], ["solve"], ["new_game", "solve"]])
def test_a_number_typed_after_a_game_starts_one_that_reaches_the_scores(
    flags: list[str],
) -> None:
    values: dict[str, Block] = played("1122").to_values() | {"scores": []}
    for name in flags:
        values = pressed_on(values, name)
    assert values["recorded"] == [["yes"]]
    number = values["game_number"][0][0]
    assert values["noted_for"] == [[number]]
    blank = fresh().to_values()["typed_guesses"]
    typed = numbered(values, 2611) | {"typed_guesses": blank, "scores": []}
    board = Board.from_values(typed)
    assert (board.revealed, board.recorded) == (False, False)
    assert (board.status, board.secret) == ("hidden", [6, 6, 6, 3])
    after_it = pressed_on(typed, "solve")
    assert after_it["noted_for"] == [[2611]]
    assert after_it["revealed"] == [[None]]
    ((_, _, game, breaker, *_),) = after_it["scores"]
    assert (game, breaker) == ("Mastermind", "Knuth")
    assert "scores" not in press("explain", after_it)


def test_what_is_noted_counts_again_for_the_number_that_it_was_noted_for() -> None:
    revealed = pressed_on(played("1122").to_values(), "reveal_code")
    number = revealed["game_number"][0][0]
    looked = numbered(revealed, 2611)
    assert Board.from_values(looked).status == "hidden"
    assert Board.from_values(numbered(looked, number)).status == "shown"
    pressed_there = pressed_on(looked, "explain")
    assert Board.from_values(numbered(pressed_there, number)).status == "hidden"


@pytest.mark.parametrize("codemaker", [SOMEBODY_ELSE, CHEATS])
@pytest.mark.parametrize("number", [2611, None, "x", 1e300], ids=repr)
def test_others_who_hide_a_code_need_no_number(codemaker: str, number: Cell) -> None:
    board = replace(played("1122"), codemaker=codemaker, number=number)
    assert board.secret == [""] * 4
    assert not board.has_secret
    assert board.message != NO_NUMBER
    assert board.marks[0] == (["", ""] if codemaker == SOMEBODY_ELSE else [0, 0])
    assert not after("new_game", board).has_secret


# A guess in its cell


@pytest.mark.parametrize(
    "cell", [1122, "1122", 1122.0, " 1122", "1122\N{NO-BREAK SPACE}", "1, 1, 2, 2"]
)
def test_a_guess_is_read_however_its_cell_has_it(cell: Cell) -> None:
    board = played(cell)
    assert board.guesses[0] == [1, 1, 2, 2]
    assert board.marks[0] == [1, 0]
    assert said("explain", board) == "1 black, 0 white: 256 codes left."
    assert after("hint", board).typed_guesses[0] == board.typed_guesses[0]


@st.composite
def written_codes(draw: st.DrawFn) -> tuple[Rules, Code, Cell]:
    """Give a code of a game, and a cell in which a person writes it."""
    rules = Rules.parse(draw(st.sampled_from([*GAMES, "4x10", "4x10 distinct"])))
    code = rules.code_numbered(draw(st.integers(1, LARGEST_NUMBER)))
    between = draw(st.sampled_from(["", " ", ",", ".", "\N{NO-BREAK SPACE}"]))
    word = rules.format_code(code)
    text = between.join(word.upper() if draw(st.booleans()) else word.lower())
    forms: list[Cell] = [f"{between}{text}{between}"]
    if word.isdigit():
        forms += [int(word), float(word)]
    return rules, code, draw(st.sampled_from(forms))


@given(written_codes())
def test_a_code_is_read_however_it_is_written(
    written: tuple[Rules, Code, Cell],
) -> None:
    rules, code, cell = written
    assert played(cell, board=Board.new(rules)).attempts[0] == code


# What cannot be played, and what the board says


def test_contradicting_marks_are_named_and_nothing_is_played() -> None:
    board = yours(("1122", [1, 0]), ("3456", [0, 0]), ("1111", [0, 0]))
    sentence = (
        "No code fits from attempt 2 on: check attempt 2 (0 black, 1 white?),"
        " attempt 1 (2 black, 0 white?); 8 more would do."
    )
    for name in ("explain", "hint", "solve"):
        assert said(name, board) == sentence
        assert after(name, board) == board
    assert board.codes_left[:3] == [256, 0, 0]
    assert set(board.ruled_out_marks) == {"x"}
    assert is_blank(board.next_guess)


@pytest.mark.parametrize(
    "guess",
    [1722, "11?2", 112, "112", 11223, 1122.5, -1122, True, "#VALUE!", "11…22…3", 1e300],
    ids=str,
)
def test_a_wrong_guess_is_named_and_stops_the_solver(guess: Cell) -> None:
    board = played("1122", guess)
    for name in ("explain", "hint", "solve"):
        assert said(name, board) == ("Attempt 2: please type four digits from 1 to 6.")
        assert after(name, board) == board
    assert board.marks[1] == ["", ""]
    assert board.codes_left[:2] == [256, ""]


@pytest.mark.parametrize(
    ("game", "guess", "wanted"),
    [
        ("bulls-and-cows", 1123, "four different digits from 0 to 9"),
        ("letters", "ABC1", "four letters from A to Z"),
        ("3x4 symbols=FALS", "FAT", "three symbols of F, A, L, S"),
        ("5x8", 12349, "five digits from 1 to 8"),
    ],
)
def test_the_sentence_says_what_may_be_typed(
    game: str, guess: Cell, wanted: str
) -> None:
    board = played(guess, board=fresh(game))
    assert board.message == f"Attempt 1: please type {wanted}."


def test_a_guess_begun_by_clicks_gets_no_complaint() -> None:
    board = played("1122", "13…")
    assert board.message == "1 black, 0 white: 256 codes left."
    assert board.guesses[1] == [1, 3, "", ""]


@pytest.mark.parametrize("blank", ["", " ", ",", "\N{NO-BREAK SPACE}"])
def test_a_cell_of_blanks_is_an_empty_row(blank: str) -> None:
    # People clear a cell with the space bar.
    board = played("1122", blank)
    assert board.message == "1 black, 0 white: 256 codes left."
    assert codes_of(after("hint", board).guesses[:2], board.rules)[1:] == [(1, 3, 4, 4)]


@pytest.mark.parametrize("name", ["hint", "solve"])
def test_an_unknown_strategy_plays_nothing(name: str) -> None:
    board = fresh(strategy="Magic")
    assert said(name, board) == (
        "Please choose a strategy: First consistent, Random, Minimax, Knuth,"
        " Brain breaker, Expected size, Entropy, Most parts, Optimal, Optimal 5."
    )
    assert after(name, board) == board


@pytest.mark.parametrize("first", ["112", "1172", 11223, 11.5, "1 2 3"])
def test_a_wrong_first_guess_plays_nothing(first: Cell) -> None:
    for name in ("hint", "solve"):
        board = fresh(first_guess=first)
        assert said(name, board) == ("Please type a first guess such as 1122, or none.")
        assert after(name, board) == board


@pytest.mark.parametrize("number", NO_NUMBERS, ids=repr)
def test_without_a_number_no_code_is_hidden(number: Cell) -> None:
    board = replace(played("1122"), number=number)
    for name in ("explain", "hint", "solve", "reveal_code"):
        assert said(name, board) == "Please type a game's number from 1 to 999,999,999."
        assert after(name, board) == board
    assert board.secret == [""] * 4
    assert not board.has_secret
    assert board.marks[0] == ["", ""]


@pytest.mark.parametrize("name", ["hint", "solve"])
@pytest.mark.parametrize("rows", [["1122", "3625"], ["1122"] * 10], ids=len)
def test_nothing_is_played_when_the_game_is_over(name: str, rows: list[str]) -> None:
    board = played(*rows)
    assert said(name, board) == "This game is over: press New Game."
    assert after(name, board) == replace(board, recorded=True)
    assert is_blank(board.next_guess)
    assert board.next_attempt is None


def test_the_board_says_that_the_game_is_won() -> None:
    board = played("1122", "3625")
    assert said("explain", board) == (f"You found it in 2; most need 4 or 5.\n{AGAIN}")
    assert board.status == "found"
    assert board.codes_left[:3] == [256, 1, ""]


@pytest.mark.parametrize(
    ("game", "code", "wrong", "number"),
    [("4x6", "3625", "1122", "Ten"), ("5x8", "87654", "11223", "Twelve")],
)
def test_after_the_last_wrong_guess_the_codemaker_has_won(
    game: str, code: str, wrong: str, number: str
) -> None:
    board = fresh(game, code)
    rows = len(board.guesses)
    assert not played(*[wrong] * (rows - 1), board=board).lost
    lost = played(*[wrong] * rows, board=board)
    assert (lost.lost, lost.status) == (True, "shown")
    assert said("explain", lost) == (
        f"{number} attempts: the codemaker has won.\n"
        f"The code was {' '.join(code)}. {AGAIN}"
    )


def test_a_code_that_was_never_hidden_is_not_told() -> None:
    board = with_marks(yours(*[("1122", [])] * 10), *[[1, 0]] * 10)
    assert board.lost
    assert board.message == f"Ten attempts: the codemaker has won.\n{AGAIN}"


# Marks


def test_typed_marks_count_where_somebody_else_hides_the_code() -> None:
    # Whoever turns to another codemaker in the game has no marks of before.
    board = with_marks(played("1122"), [0, 1])
    assert board.answered_marks[0] == [1, 0]
    assert board.message == (
        "Attempt 1: marks are typed only where somebody else hides the code."
    )
    board = replace(board, codemaker=SOMEBODY_ELSE)
    assert board.answered_marks[0] == [0, 1]
    assert said("explain", board) == "0 black, 1 white: 256 codes left."
    board = replace(board, codemaker=CHEATS)
    assert board.answered_marks[0] == board.marks[0] != [0, 1]


@pytest.mark.parametrize("typed", [[1, None], [None, 0], ["", 2], [3, ""]])
def test_half_typed_marks_answer_nothing(typed: list[Cell]) -> None:
    board = yours(("1122", typed))
    assert board.answered_marks[0] == ["", ""]
    assert board.codes_left[0] == ""
    assert board.next_attempt == 0


@pytest.mark.parametrize("typed", ["\N{ARABIC-INDIC DIGIT ONE}", "²", "9" * 5000])
def test_typed_marks_are_ascii_digits(typed: str) -> None:
    board = yours(("1122", ["0", typed]))
    assert "Attempt 1: Expected 0 to 4 pegs in all, got" in str(said("explain", board))
    assert yours(("1122", ["1", " 0"])).answered_marks[0] == [1, 0]


def test_black_only_games_need_the_black_pegs_alone() -> None:
    board = played("1122", board=fresh("4x6 black", codemaker=SOMEBODY_ELSE))
    board = with_marks(board, [2])
    assert board.answered_marks[0] == [2, ""]
    assert said("explain", board).startswith("2 black: ")  # type: ignore[attr-defined]


@pytest.mark.parametrize("marks", [["4", "0"], [4, "0"], ["4", 0], [4.0, 0.0]], ids=str)
def test_marks_may_be_digits_as_text(marks: list[Cell]) -> None:
    board = yours(("1122", ["1", "0"]), ("1344", marks))
    assert board.codes_left[:2] == [256, 1]
    assert board.solved_in == 2
    assert str(said("explain", board)).startswith("You found it in 2;")


@pytest.mark.parametrize("marks", [[3, 1], [9, 0], [-1, 0], ["x", 1], [1.5, 0]])
def test_marks_that_cannot_be_are_named_by_their_attempt(marks: list[Cell]) -> None:
    board = yours(("1122", marks))
    assert str(said("explain", board)).startswith("Attempt 1: ")
    assert board.codes_left[0] == ""
    assert is_blank(board.next_guess)
    assert after("hint", board) == board


# What is written


@pytest.mark.parametrize("name", [button.name for button in BOARD_BUTTONS])
def test_a_button_writes_only_areas_of_the_board(name: str) -> None:
    areas = BoardLayout(MASTERMIND).areas
    for area, block in press(name, played("1122").to_values()).items():
        assert len(block) == areas[area].height, area
        assert {len(row) for row in block} == {areas[area].width}, area


@pytest.mark.parametrize("pegs", [4, 6])
def test_the_analysis_fills_its_areas_and_no_more(pegs: int) -> None:
    areas = AnalysisLayout(pegs).areas
    ranked: Block = [[None] * (pegs + 6)]
    values = played("1122").to_values()
    values |= {"split_guess": [[None]], "ranked_guesses": ranked}
    for area, block in press("analyse", values).items():
        assert len(block) == areas[area].height, area
        assert {len(row) for row in block} == {areas[area].width}, area


def test_the_key_tells_boards_apart() -> None:
    boards = [
        played("1122"),
        played("1123"),
        played("1122", "1122"),
        played(None, "1122"),
        played("112"),
        with_marks(played("1122"), [1, None]),
        with_marks(played("1122"), [None, 1]),
        replace(played("1122"), codemaker=SOMEBODY_ELSE),
        replace(played("1122"), number=2611),
    ]
    assert len({board.key for board in boards}) == len(boards)


def test_a_game_that_is_none_is_an_error() -> None:
    values = fresh().to_values() | {"game": [["chess"]]}
    with pytest.raises(ValueError, match="expected a game such as 4x6"):
        press("explain", values)


# Whatever people type

CELLS: st.SearchStrategy[Cell] = st.one_of(
    st.none(),
    st.integers(0, 7),
    st.integers(1, 6).map(float),
    st.sampled_from("123456"),
    st.sampled_from(["", " ", "7", "a", "Z", "12", "?", "#VALUE!", 1.5, -1, 1e300]),
    st.booleans(),
    st.text(max_size=5),
)


def blocks(height: int, width: int) -> st.SearchStrategy[Block]:
    blank: list[Cell] = [None] * width
    right: list[Cell] = [*range(1, width + 1)]
    typed = st.lists(CELLS, min_size=width, max_size=width)
    row = st.one_of(typed, st.just(blank), st.just(right))
    return st.lists(row, min_size=height, max_size=height)


GUESS_CELLS = st.one_of(
    CELLS, st.sampled_from([1122, 1234, "1122", " 1 2 3 4", "11…", 112, 11223])
)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Give boards of 4x6 with anything typed on them."""
    return Board(
        MASTERMIND,
        number=draw(st.one_of(st.integers(1, LARGEST_NUMBER), CELLS)),
        typed_guesses=draw(st.lists(GUESS_CELLS, min_size=10, max_size=10)),
        typed_marks=draw(blocks(10, 2)),
        strategy=draw(st.one_of(st.sampled_from(["Knuth", "Minimax"]), CELLS)),
        first_guess=draw(st.one_of(st.none(), CELLS)),
        codemaker=draw(st.sampled_from([COMPUTER, SOMEBODY_ELSE])),
        revealed=draw(st.booleans()),
        show_marks=draw(st.booleans()),
        show_next_guess=draw(st.booleans()),
    )


CHANGED: dict[str, set[str]] = {
    "explain": {"recorded"},
    "hint": {"typed_guesses", "played_by", "recorded"},
    "solve": {"typed_guesses", "played_by", "recorded"},
    "reveal_code": {"revealed", "recorded"},
    "clear": {"typed_guesses", "typed_marks", "recorded", "played_by", "revealed"},
    "new_game": {
        *("typed_guesses", "typed_marks", "revealed", "game_number", "played_by"),
        *NOTED,
    },
}
"""What a button changes of what is typed or noted; never a setting."""

NAMES = [button.name for button in BOARD_BUTTONS]


@given(boards())
def test_values_make_the_board_they_came_from(board: Board) -> None:
    assert Board.from_values(board.to_values()) == board


@settings(max_examples=60)
@given(boards(), st.sampled_from(NAMES))
def test_a_button_changes_nothing_else(board: Board, name: str) -> None:
    assert {*press(name, board.to_values())} & {*INPUTS} <= CHANGED[name]


@settings(max_examples=50)
@given(boards(), st.sampled_from(["hint", "solve"]))
def test_the_solver_writes_into_empty_rows_alone(board: Board, name: str) -> None:
    written = press(name, board.to_values())
    assert written.keys() & {*INPUTS} <= {"typed_guesses", "played_by", "recorded"}
    before = board.to_values()["typed_guesses"]
    rows = written.get("typed_guesses", before)
    changed = [i for i, row in enumerate(rows) if row != before[i]]
    for row in changed:
        assert not board.words[row]
        assert codes_of([rows[row]], MASTERMIND)
    assert name == "solve" or len(changed) <= 1


@settings(max_examples=60)
@given(boards(), st.sampled_from(NAMES))
def test_the_board_says_something_after_every_button(board: Board, name: str) -> None:
    sentence = said(name, board)
    assert isinstance(sentence, str)
    assert sentence
    assert sentence[-1] in ".!"
    lines = sentence.split("\n")  # the second says how to play again
    assert len(lines) <= 2
    assert lines == [" ".join(line.split()) for line in lines]


# The code is drawn fairly, and nobody sees it before its time


@pytest.mark.parametrize("game", ["4x6", "3x4 distinct", "2x12 black"])
def test_new_game_draws_from_numbers_that_give_every_code_equally_often(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = Rules.parse(game)
    draw = Mock(return_value=7)
    monkeypatch.setattr(SystemRandom, "randrange", draw)
    assert pressed("new_game", Board.new(rules)).number == 8
    (numbers,) = draw.call_args.args
    assert numbers % rules.code_count == 0
    block = map(rules.code_numbered, range(1, rules.code_count + 1))
    assert len({*block}) == rules.code_count


GUESSES = st.lists(
    st.one_of(
        st.tuples(*[st.integers(1, 6)] * 4).map(list),
        st.just([1, 1]),
        st.just([1, 7, 2, 2]),
    ),
    max_size=9,
)


@settings(max_examples=50)
@given(GUESSES, st.data())
def test_what_is_written_depends_on_the_secret_through_the_marks_alone(
    guesses: list[list[Cell]], data: st.DataObject
) -> None:
    board = played(*guesses)
    assume(not board.solved_in)
    rows = zip(board.guesses, board.playable, strict=True)
    playable = codes_of([row for row, playable in rows if playable], MASTERMIND)
    turns = [Turn(guess, MASTERMIND.answer(SECRET, guess)) for guess in playable]
    rival = data.draw(st.sampled_from(candidates(MASTERMIND, turns)))
    other = replace(board, number=MASTERMIND.number_of(rival))
    for name in ("explain", "clear"):
        written = [press(name, one.to_values()) for one in (board, other)]
        for one, areas in zip((board, other), written, strict=True):
            ((key,),) = areas.pop("said_key")
            assert f"/{one.number}/" in str(key)
        assert written[0] == written[1]
    written = [press("hint", one.to_values()) for one in (board, other)]
    assert written[0].get("typed_guesses") == written[1].get("typed_guesses")


def test_what_new_game_writes_does_not_depend_on_the_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written = []
    for number in (1, 2611):
        monkeypatch.setattr(buttons, "new_number", lambda _rules, number=number: number)
        areas = press("new_game", played("1234").to_values())
        assert areas.pop("game_number") == areas.pop("noted_for") == [[number]]
        assert f"/{number}/" in str(areas.pop("said_key"))
        written.append(areas)
    assert written[0] == written[1]


@settings(max_examples=50)
@given(GUESSES, st.sampled_from(NAMES))
def test_the_secret_is_not_told_before_its_time(
    guesses: list[list[Cell]], name: str
) -> None:
    board = played(*guesses)
    written = press(name, board.to_values())
    board = after(name, board)
    (hidden,) = codes_of([board.secret], MASTERMIND)
    assume(board.status == "hidden")
    said = str(written["said_message"]).replace(" ", "")
    assert MASTERMIND.format_code(hidden) not in said
    assert written.get("revealed", [[None]]) == [[None]]


# What each guess cost


def test_guesses_are_rated_once_the_game_is_over() -> None:
    board = played("1122", "1344", board=Board.new(MASTERMIND, SECRET))
    assert board.costs == [""] * 11
    solved = pressed("solve", board)
    turns = solved.history.answered
    rated = [rating.cost for rating in rate_guesses(MASTERMIND, turns)]
    assert solved.costs == ["Cost", *rated, *[""] * (10 - len(rated))]
    assert solved.said()["said_costs"] == [[cost] for cost in solved.costs]
    lost = played(*["1111"] * 10, board=Board.new(MASTERMIND, SECRET))
    assert lost.costs[2:] == ["wasted"] * 9


def test_answers_that_contradict_one_another_have_no_costs() -> None:
    board = yours(("1122", (1, 0)), ("1122", (4, 0)))
    assert board.solved_in
    assert board.costs == [""] * 11


def test_boards_without_a_list_of_codes_have_no_costs() -> None:
    assert "said_costs" not in pressed("solve", fresh("5x8")).said()


def test_the_scores_keep_what_a_game_cost() -> None:
    solved = pressed(
        "solve", played("1122", "1122", board=Board.new(MASTERMIND, SECRET))
    )
    game = solved.finished_game()
    assert game is not None
    costs = [rating.cost for rating in filter(None, solved.ratings)]
    assert game.cost == pytest.approx(sum(costs), abs=0.005)
    assert sum(costs) > 1  # the second guess told nothing
    unknown = pressed("solve", fresh("5x8")).finished_game()
    assert unknown is not None
    assert unknown.cost is None
