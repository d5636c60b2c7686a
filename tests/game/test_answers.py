"""Answers in the words of players and programs."""

import itertools
from contextlib import suppress
from random import Random

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


# An independent reading of the table of names

MEANINGS = {
    **dict.fromkeys(("black", "bull", "strike", "hit", "red", "fermi"), "b"),
    **dict.fromkeys(("noir", "schwarz", "negro", "a", "s", "h", "r", "●", "+"), "b"),
    **dict.fromkeys(("white", "cow", "ball", "blow", "pico", "blanc", "weiß"), "w"),
    **dict.fromkeys(("blanco", "w", "c", "○"), "w"),
    "b": "bw",
    "-": " w",
    "·": " ",
}
"""The pegs that each name may mean: black, white, or none."""

PAIRS = (
    *("black white", "bull cow", "strike ball", "hit blow", "red white", "fermi pico"),
    *("noir blanc", "schwarz weiß", "negro blanco", "A B", "B W", "B C", "S B", "H B"),
    *("R W", "● ○", "⚫ ⚪", "🔴 ⚪"),
)
SIZES = [(b, w) for b in range(5) for w in range(5 - b) if (b, w) != (3, 1)]


def test_random_answers_are_read_as_written() -> None:
    draw = Random(1)
    for _ in range(3000):
        (black, white), pair = draw.choice(SIZES), draw.choice(PAIRS).split()
        between = draw.choice((", ", " ", " and ", ";", " & "))
        counts = draw.choice((f"{black}", f"{black} ")), draw.choice((f"{white} ",))
        parts = [count + name for count, name in zip(counts, pair, strict=True)]
        if draw.random() < 0.4:
            parts = [name + count for count, name in zip(counts, pair, strict=True)]
        if pair != ["A", "B"] and draw.random() < 0.2:
            parts.reverse()
        text = between.join(parts)
        if draw.random() < 0.2:
            text = draw.choice(("{} {}", "{},{}", "({}, {})", "{}-{}", "{}/{}"))
            text = text.format(black, white)
        assert MASTERMIND.parse_feedback(text) == (black, white), text


def test_no_random_answer_has_another_reading() -> None:
    draw, read_count = Random(2), 0
    for _ in range(20_000):
        names = draw.choices([*MEANINGS], k=draw.randint(1, 4))
        counts = draw.choices("012", k=len(names))
        form = draw.choice(("{name}", "{count}{name}", "{name}{count}"))
        parts = [
            form.format(name=name, count=count)
            for name, count in zip(names, counts, strict=True)
        ]
        if form == "{name}":
            counts = ["1"] * len(names)
        text = draw.choice((" ", ", ", "")).join(parts)
        with suppress(ValueError):
            read = MASTERMIND.parse_feedback(text)
            assert read in readings(names, [*map(int, counts)]), text
            read_count += 1
    assert read_count > 500


def readings(names: list[str], counts: list[int]) -> set[tuple[int, int]]:
    """Return the numbers of black and white pegs that an answer may mean."""
    meanings = itertools.product(*(MEANINGS[name] for name in names))
    return {
        (
            sum(n for n, peg in zip(counts, pegs, strict=True) if peg == "b"),
            sum(n for n, peg in zip(counts, pegs, strict=True) if peg == "w"),
        )
        for pegs in meanings
    }


@pytest.mark.parametrize("text", ["-", "\N{EN DASH}", " - ", "----", "- -"])
def test_dashes_alone_have_two_readings(text: str) -> None:
    count = len(text.replace(" ", ""))
    with raises_message(
        f"expected 0 0 for no peg or 0 {count} for white, got {text!r}"
    ):
        MASTERMIND.parse_feedback(text)
    assert Rules.parse("4x6 black").parse_feedback("-") == (0, 0)
