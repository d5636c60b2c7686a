"""Answers in the words of players and programs."""

import pytest
from expected_values import DATA, raises_message
from typed_forms import GAMES, GUESSES

from xl_mastermind.game.rules import Rules

MASTERMIND = Rules(4, 6)

ANSWERS = [
    (numbers, text)
    for line in (DATA / "answers.txt").read_text("utf-8").splitlines()[1:]
    for numbers, *texts in [line.split(" | ")]
    for text in texts
]


@pytest.mark.parametrize(("numbers", "text"), ANSWERS)
def test_answers_are_read_as_the_table_says(numbers: str, text: str) -> None:
    if numbers == "none":
        with raises_message(
            f"expected an answer such as 1 2, 1a2b or abb, got {text!r}"
        ):
            MASTERMIND.parse_feedback(text)
        return
    expected = MASTERMIND.parse_feedback(numbers)
    assert MASTERMIND.parse_feedback(text) == expected
    assert MASTERMIND.parse_turn(f"1122:{text}") == ((1, 1, 2, 2), expected)


@pytest.mark.parametrize("text", ["1B", "2b", "B2", "bb", "b--- ", "? b", "one b"])
def test_initial_b_alone_has_two_readings(text: str) -> None:
    count = next((c for c in ("2", "?") if c in text), "2" if text == "bb" else "1")
    with raises_message(
        f"expected {count} 0 for black or 0 {count} for white, got {text!r}"
    ):
        MASTERMIND.parse_feedback(text)
    assert Rules.parse("4x6 black").parse_feedback(text).black in (-99, 1, 2)


@pytest.mark.parametrize("text", ["", " ", "x" * 99, "1 " * 60])
def test_other_texts_are_no_answers(text: str) -> None:
    with pytest.raises(ValueError, match=r"^expected an answer .*, got .{2,60}$"):
        MASTERMIND.parse_feedback(text)


@pytest.mark.parametrize(
    "text", ["3 bulls 1 cow", "●●●○", "4 blacks, 1 white", "5 cows"]
)
def test_impossible_answers_in_words_raise(text: str) -> None:
    with pytest.raises(ValueError, match=r"is impossible|expected 0 to 4 pegs in all"):
        MASTERMIND.parse_feedback(text)


@pytest.mark.table("game", "text", "code")
def test_code_is_read_in_colours(game: str, text: str, code: tuple[int, ...]) -> None:
    rules = Rules.parse(game)
    assert rules.parse_code(text) == code
    assert Rules.parse(str(rules)) == rules
    with pytest.raises(ValueError, match=r"^expected .* got "):
        rules.parse_code(f"{text},mauve")


@pytest.mark.parametrize("guess", GUESSES)
def test_code_is_read_in_every_form(guess: str) -> None:
    rules = Rules.parse(GAMES[guess])
    for typed, is_right in GUESSES[guess].items():
        if is_right:
            assert rules.parse_code(str(typed)) == rules.parse_code(guess)
        else:
            with pytest.raises(ValueError, match="got"):
                rules.parse_code(str(typed))
