"""Buttons on boards in memory, whose formulas the board oracle computes."""

from random import SystemRandom
from unittest.mock import Mock

import pytest
from boards import MASTERMIND, InMemoryBoard, layouts_of_other_sheets
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from xl_mastermind.board import state as board_module
from xl_mastermind.board.buttons import GAME_OF_THE_DAY, PANEL_BUTTONS, run_button
from xl_mastermind.board.state import STORED_GAMES, BoardState
from xl_mastermind.cells.values import Cell
from xl_mastermind.game.codes import candidates
from xl_mastermind.game.game import CHEATS
from xl_mastermind.game.rules import Rules, Turn, feedback
from xl_mastermind.solve import rating as rating_module
from xl_mastermind.solve.evaluation import play
from xl_mastermind.solve.rating import rate_turns
from xl_mastermind.solve.strategies import STRATEGIES, strategy_label

SOLVED_GAMES = [
    *(("3x10 distinct", strategy) for strategy in STRATEGIES),
    *((game, "knuth") for game in ("4x6", "4x6 black", "3x4 symbols=FALS", "5x8")),
    ("4x6 distinct black symbols=abcdef", "optimal"),
]

NAMES = [button.name for button in PANEL_BUTTONS]

# Whole games


@pytest.mark.parametrize("game", ["3x26", "5x8"])
def test_optimal_guess_raises_for_large_games(game: str) -> None:
    board = InMemoryBoard(game, strategy="optimal").run_button("hint")
    assert f"for an optimal guess in {game}, got" in str(board.message)
    assert not board.guess_input


@pytest.mark.parametrize(("game", "strategy"), SOLVED_GAMES)
def test_solve_plays_the_guesses_of_the_strategy(game: str, strategy: str) -> None:
    board = (
        InMemoryBoard(game, strategy=strategy)
        .run_button("new_game")
        .run_button("solve")
    )
    rules, right = board.layout.rules, board.expected
    secret = rules.parse_code(right.secret)
    guesses, last = board.guesses, board.layout.attempts - 1
    assert guesses
    if strategy != "random":
        turns = [turn.guess for turn, _ in play(rules, secret, strategy)]
        # The last attempt is spent on a code that may be the one.
        assert guesses[:last] == turns[: len(guesses)][:last], secret
    assert (right.winning_row, right.is_lost) == (
        (len(guesses) - 1, False) if secret in guesses else (None, True)
    )
    assert [str(kept) for (kept,) in board.values["guess_source"] if kept] == [
        f"{strategy_label(strategy)} {rules.format_code(guess)} #{right.number}"
        for guess in guesses
    ]
    assert board.values["scored_games"] == [[f"#{right.number_or_code} "]]


def test_cheating_feedback_depends_on_all_guesses() -> None:
    board = InMemoryBoard("3x4").set(codemaker=CHEATS).run_button("solve")
    right = board.expected
    assert right.winning_row == len(board.guess_input) - 1
    assert len(board.values["cached_explanation"][right.winning_row][0]) > 1  # type: ignore[arg-type]
    # A guess in a row before others changes what answers them.
    board = (
        InMemoryBoard("3x4")
        .set(codemaker=CHEATS)
        .play(None, 112, 334)
        .run_button("hint")
    )
    story = [str(line) for (line,) in board.values["cached_explanation"]]
    turns = board.expected.turns
    assert [*turns] == [0, 1, 2]
    for row, (_, (black, white)) in turns.items():
        assert story[row].startswith(f"{black} black, {white} white")


def test_explanation_compares_no_guesses_of_the_solver() -> None:
    board = InMemoryBoard("4x6", "3625").play(1122).run_button("hint")
    typed, hint, *_ = (str(line) for (line,) in board.values["cached_explanation"])
    assert typed.endswith("left. Knuth guesses the same.")
    assert hint.endswith("left.")


# Reveal Code


def test_reveal_shows_a_candidate_of_a_cheating_codemaker() -> None:
    board = (
        InMemoryBoard().set(codemaker=CHEATS).play(1122, 1234).run_button("reveal_code")
    )
    code = " ".join(board.expected.first_candidate)
    assert board.message == f"No code was fixed. It could be {code}."


def test_revealed_game_stays_unfound_in_later_games() -> None:
    board = InMemoryBoard("4x6", "3625").play(1122)
    board.set(revealed_games=f"#{board.expected.number} ")  # without Python
    board.play(1122, 3625, 1122).run_button("hint")
    assert [row[3:5] for row in board.scores] == [["Nobody", 2]]
    assert board.expected.values["result_title"] == [[""]]
    board.run_button("reveal_code").run_button("explain")
    assert [row[3:5] for row in board.scores] == [["Nobody", 2], ["Nobody", 2]]
    assert str(board.values["revealed_games"][0][0]).count("#") == 2


def test_typed_code_of_letters_is_scored_later() -> None:
    board = InMemoryBoard("4x26").set(game_number="*plum")
    board.play("PLUM", "#7", "PEAR").run_button("explain").run_button("explain")
    assert [row[3:5] for row in board.scores] == [["You", 1]]


def test_reveal_keeps_a_found_code() -> None:
    board = InMemoryBoard("4x6", "3625").play(1122, 3625).run_button("reveal_code")
    assert not board.expected.is_revealed
    assert [row[3:5] for row in board.scores] == [["You", 2]]


# Calls

COUNTED = (
    (BoardState, "from_values"),
    (board_module, "suggest_guess"),
    (rating_module, "rate_turns"),
    (board_module, "explain_turns"),
)


@pytest.mark.table("name", "guesses", "counts")
def test_button_calls_slow_functions_once(
    name: str,
    guesses: list[Cell],
    counts: tuple[int, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = InMemoryBoard("4x6", "3625").play(*guesses)
    calls = []
    for owner, function in COUNTED:
        call = Mock(wraps=getattr(owner, function))
        monkeypatch.setattr(owner, function, call)
        calls.append(call)
    board.run_button(name)
    assert tuple(call.call_count for call in calls) == counts
    assert name != "solve" or board.guess_input[-1] == 3625


# Written ranges


@pytest.mark.parametrize("game", ["4x6", "5x8", "4x6 black"])
@pytest.mark.parametrize("name", NAMES)
def test_button_writes_ranges_of_the_board(game: str, name: str) -> None:
    board = InMemoryBoard(game)
    board.play("1" * board.layout.rules.pegs).run_button(name)
    board.changes.pop("scores", None)
    for area, block in board.changes.items():
        assert len(block) == board.layout.ranges[area].height, area
        assert {len(row) for row in block} == {board.layout.ranges[area].width}, area


@pytest.mark.parametrize("widest", ["4x6", "6x6"])
def test_analyse_fills_the_ranges_of_its_sheet(widest: str) -> None:
    areas = layouts_of_other_sheets(widest)[0].ranges
    ranked = areas["ranked_guesses"]
    values = InMemoryBoard().play(1122).inputs
    values["ranked_guesses"] = [[None] * ranked.width] * ranked.height
    for area, block in run_button("analyse", values).items():
        assert len(block) == areas[area].height, area
        assert {len(row) for row in block} == {areas[area].width}, area


def test_button_raises_for_values_of_no_board() -> None:
    values = InMemoryBoard().inputs
    with pytest.raises(ValueError, match="expected a game such as 4x6"):
        run_button("explain", values | {"game": [["chess"]]})
    del values["feedback_pegs"]
    with pytest.raises(ValueError, match="version, got one without feedback_pegs"):
        run_button("explain", values)


@pytest.mark.parametrize(
    ("area", "block", "said"),
    [
        ("feedback_pegs", [[1, 1]] * 9, "expected 36 rows of 2 cells in the range f"),
        ("number", [[10**9]], "expected a game number from 1 to 999,999,999, got 10"),
    ],
)
def test_button_raises_for_hostile_values(
    area: str, block: list[list[Cell]], said: str
) -> None:
    values = InMemoryBoard().play(1122, 3344).inputs
    with pytest.raises(ValueError, match=f"^{said}"):
        run_button("hint", values | {area: block})


GUESSES = st.lists(
    st.one_of(
        st.integers(0, 7777),
        st.sampled_from([None, "", "1…", "x", "1 1 2 2", 1.5, True]),
    ),
    max_size=9,
)

BLANK_INPUTS = ("guess_input", "feedback_input", "number_below")

CHANGED = {
    "explain": {*STORED_GAMES},
    "hint": {"guess_input", "guess_source", *STORED_GAMES},
    "solve": {"guess_input", "guess_source", *STORED_GAMES},
    "reveal_code": {*STORED_GAMES},
    "clear": {*BLANK_INPUTS, "game_number", "guess_source", *STORED_GAMES},
    "new_game": {
        *(*BLANK_INPUTS, "game_number"),
        *("guess_source", *STORED_GAMES),
    },
}
"""
The input ranges and caches that a button may change; never a setting.

Clear keeps the current game, whose number may stand in the column.
"""


def test_buttons_declare_that_they_write_guesses() -> None:
    writing = [name for name in NAMES if "guess_input" in CHANGED[name]]
    assert [b.name for b in PANEL_BUTTONS if b.writes_guesses] == writing
    assert GAME_OF_THE_DAY.writes_guesses


@pytest.mark.slow
@settings(max_examples=60)
@given(GUESSES, st.sampled_from(NAMES))
@example([0], "clear")
def test_button_changes_no_other_range(guesses: list[Cell], name: str) -> None:
    board = InMemoryBoard("3x6", "362").play(*guesses)
    before = board.values["guess_input"][:]
    written = {*board.run_button(name).changes} - {"scores"}
    texts = {"cached_message", "cached_explanation", "cached_costs", "cached_state_key"}
    texts |= {"cached_best_guesses"}
    assert written - texts <= CHANGED[name]
    if name in ("hint", "solve"):
        # A guess that a button keeps is written as a code.
        words = [
            ["".join(str("" if cell is None else cell).split()) for (cell,) in rows]
            for rows in (before, board.values["guess_input"])
        ]
        changed = [
            i for i, (old, new) in enumerate(zip(*words, strict=True)) if old != new
        ]
        assert {before[i][0] for i in changed} <= {None, "", "1…"}
        assert name == "solve" or len(changed) <= 1


# Secrecy


@pytest.mark.parametrize("game", ["4x6", "3x4 distinct", "2x12 black"])
def test_new_game_draws_codes_uniformly(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = Rules.parse(game)
    draw = Mock(return_value=7)
    monkeypatch.setattr(SystemRandom, "randrange", draw)
    assert InMemoryBoard(game).run_button("new_game").values["game_number"] == [[8]]
    (numbers,) = draw.call_args.args
    assert numbers % rules.code_count == 0
    block = map(rules.code_from_number, range(1, rules.code_count + 1))
    assert len({*block}) == rules.code_count


@pytest.mark.slow
@settings(max_examples=50)
@given(st.lists(st.tuples(*[st.integers(1, 4)] * 3), max_size=5), st.data())
def test_changes_depend_on_the_secret_by_feedback_only(
    guesses: list[tuple[int, ...]], data: st.DataObject
) -> None:
    rules, secret = Rules(3, 4), (3, 2, 4)
    assume(secret not in guesses)
    turns = [Turn(guess, rules.feedback(secret, guess)) for guess in guesses]
    rival = data.draw(st.sampled_from(candidates(rules, turns)))
    typed = [int("".join(map(str, guess))) for guess in guesses]
    both = [
        InMemoryBoard("3x4", rules.format_code(c)).play(*typed) for c in (secret, rival)
    ]
    for name in ("explain", "hint", "clear"):
        written = [run_button(name, board.inputs) for board in both]
        for areas in written:
            sources = areas.pop("guess_source", [])  # with the number
            assert name != "hint" or str(sources[len(guesses)][0]).startswith("Knuth ")
            for row in areas.get("scores", []):
                row[1] = None  # a second may pass between the two
            if name == "hint":  # a guess of the solver is answered at once
                areas.pop("cached_explanation")
                areas.pop("cached_costs")
                areas.pop("cached_best_guesses", None)
                for area in ("scored_games", "revealed_games", "scores"):
                    areas.pop(area, None)
        assert written[0] == written[1]


def test_new_game_writes_nothing_about_the_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written = []
    for number in (1, 2611):
        monkeypatch.setattr(
            "xl_mastermind.board.state.draw_number", lambda _, number=number: number
        )
        areas = run_button("new_game", InMemoryBoard().play(1234).inputs)
        assert areas.pop("game_number") == [[number]]
        written.append(areas)
    assert written[0] == written[1]


# Scores


def test_scores_name_all_strategies_that_helped() -> None:
    board = (
        InMemoryBoard("4x6", "3625")
        .run_button("hint")
        .set(strategy="Entropy")
        .run_button("hint")
    )
    board.play(*board.guess_input, 3625).run_button("explain")
    assert board.scores[0][3] == "You and Entropy and Knuth"


def test_costs_appear_after_the_game() -> None:
    board = InMemoryBoard("4x6", "3625").play(1122, 1344).run_button("explain")
    assert not any(map(any, board.values["cached_costs"]))
    board.run_button("solve")
    turns = [Turn(guess, feedback((3, 6, 2, 5), guess)) for guess in board.guesses]
    rated = [rating.cost for rating in rate_turns(MASTERMIND, turns)]
    costs = [cost for (cost,) in board.values["cached_costs"]]
    assert costs == ["Cost", *rated, *[None] * (10 - len(rated))]
    assert board.scores[0][5] == pytest.approx(sum(rated), abs=0.005)
    lost = InMemoryBoard("4x6", "3625").play(*[1111] * 10).run_button("explain")
    assert lost.values["cached_costs"][2:] == [["wasted"]] * 9


def test_unrated_games_have_no_costs() -> None:
    board = InMemoryBoard.with_marks((1122, (1, 0)), (1122, (4, 0))).run_button(
        "explain"
    )
    assert not any(map(any, board.values["cached_costs"]))
    large = InMemoryBoard("5x8", "87654").run_button("solve")
    assert "cached_costs" not in large.changes
    assert large.scores[0][5] is None


def test_scores_contain_each_game_of_a_column_once() -> None:
    board = InMemoryBoard("4x6").set(game_number=382).run_button("hint")
    board.play(*board.guess_input, 4536, 3456, 1122).run_button("explain")
    # The game before has ended; the current one has not.
    assert [row[3:5] for row in board.scores] == [["You and Knuth", 2]]
    board.play(*board.guess_input, "#", 1234, "own 1122", 1122).run_button("explain")
    board.run_button("explain")
    assert [row[3:5] for row in board.scores[1:]] == [
        ["Nobody", 2],
        ["Nobody", 1],
        ["You", 1],
    ]
    board.run_button("new_game")
    assert len(board.scores) == 4
    assert not board.guess_input


@pytest.mark.parametrize("number", [None, "x", 382])
def test_each_game_of_another_codemaker_enters_scores_once(number: Cell) -> None:
    board = InMemoryBoard.with_marks((1122, (1, 0)), (1344, (4, 0)))
    board.set(game_number=number).run_button("explain").run_button("explain")
    assert [row[3:5] for row in board.scores] == [["You", 2]]
    board.play(1122, 1344, 1234, marks=[(1, 0), (4, 0), (4, 0)]).run_button("hint")
    assert [row[3:5] for row in board.scores[1:]] == [["You", 1]]
    # The user deletes all guesses, and plays with the same number.
    board.play(*[None] * 3, marks=[(), (), ()])
    board.play(1122, 5566, marks=[(0, 0), (4, 0)]).run_button("explain")
    assert [row[3:5] for row in board.scores[2:]] == [["You", 2]]


def test_clear_keeps_the_code_of_the_current_game() -> None:
    board = InMemoryBoard("4x6").set(game_number=382).play(4536, 1122)
    board.run_button("clear")
    assert board.values["game_number"] == [[383]]
    assert board.expected.number == 383


def test_contradictory_full_board_is_not_over() -> None:
    turns = [(3621, (3, 0))] * 9
    board = InMemoryBoard.with_marks(*turns, (3625, (0, 0))).run_button("hint")
    assert str(board.message).startswith("No code fits from attempt 10 on")
    assert not board.scores
    board.values["feedback_input"][9] = [4, 0]
    board.run_button("explain")
    assert board.scores[0][3:5] == ["You", 10]


def test_guess_after_the_win_begins_the_next_game() -> None:
    board = InMemoryBoard("4x6", "3625").set(game_number=382).play(4536, 1122)
    assert board.run_button("hint").expected.number == 383
    assert [*filter(None, board.guess_input)][:2] == [4536, 1122]
    (sources,) = zip(*board.values["guess_source"], strict=True)
    assert str(sources[2]).endswith(" #383")


# Facts about the code


def test_best_guesses_follow_explanations_after_the_game() -> None:
    board = InMemoryBoard("4x6", "3625").play(1122).run_button("explain")
    assert board.values["cached_best_guesses"] == [[None]] * 10
    board.run_button("solve")
    turns = [Turn(guess, feedback((3, 6, 2, 5), guess)) for guess in board.guesses]
    for index, rating in enumerate(rate_turns(MASTERMIND, turns)):
        codes = candidates(MASTERMIND, turns[:index])
        answers = [feedback(code, rating.best_guess) for code in codes]
        left = sum(map(answers.count, answers)) / len(answers)
        word = MASTERMIND.format_code(rating.best_guess)
        best = f" Best: {word}, {left:,.1f} left on average."
        assert board.values["cached_best_guesses"][index] == [best]


@pytest.mark.parametrize("game", ["3x4", "5x8"])
def test_children_and_large_games_have_no_best_guesses(game: str) -> None:
    assert "cached_best_guesses" not in InMemoryBoard(game).run_button("solve").changes


@pytest.mark.parametrize(
    ("facts", "codebreaker"), [(0, "You"), (1, "You and facts"), ("", "You")]
)
def test_scores_count_facts_as_hints(facts: Cell, codebreaker: str) -> None:
    board = InMemoryBoard("4x6", "3625").play(1122, 3625).set(facts_wanted=facts)
    assert board.run_button("explain").scores[0][3] == codebreaker
