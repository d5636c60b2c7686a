"""`play` with the a person hides the code: input and output."""

from typing import Any

import pytest
from command_line import (
    OTHER_PLAYERS_GAME,
    candidate_counts,
    play,
    run,
    suggested_guesses,
)
from helpers import golden_entries

from xl_mastermind.functions import solve_next
from xl_mastermind.game.rules import Rules


@pytest.mark.parametrize("session", golden_entries("sessions"), ids=lambda s: s["game"])
def test_play_repeats_the_sessions_of_the_post(session: dict[str, Any]) -> None:
    lines = []
    for turn in session["turns"][:-1]:
        black, white = turn["black"], turn["white"]
        lines.append(f"{turn['guess']}:{black}a{white}b")
    said = play(*lines, options=(*OTHER_PLAYERS_GAME, "--game", session["game"]))
    assert candidate_counts(said) == session["pools"]
    assert suggested_guesses(said)[-1] == session["turns"][-1]["guess"]
    assert "That is the code." in said.out


@pytest.mark.parametrize(
    ("game", "strategy"),
    [
        *(("ab", "random"), ("4x10", "random"), ("3x5 distinct", "random")),
        *(("4x6", "knuth"), ("letters", "knuth"), ("4x6 black", "knuth")),
    ],
)
def test_default_strategy_depends_on_the_game(game: str, strategy: str) -> None:
    said = play(options=(*OTHER_PLAYERS_GAME, "--game", game))
    assert f": {strategy} suggests guesses, " in said.lines[0]


def test_undo_repeats_a_random_guess() -> None:
    said = play(*("0 1", "undo") * 2, options=(*OTHER_PLAYERS_GAME, "--game", "ab"))
    first, second, *others = suggested_guesses(said)
    assert others == [first, second, first]


ANSWERS = [
    *(("1 2", 1, 2), ("1,2", 1, 2), ("1, 2", 1, 2), ("1;2", 1, 2), (" 1 2 ", 1, 2)),
    *(("1a2b", 1, 2), ("1A 2B", 1, 2), ("0a2b", 0, 2), ("1a", 1, 0), ("0a0b", 0, 0)),
    *(("abb", 1, 2), ("ABB", 1, 2), ("a", 1, 0), ("-", 0, 0), ("0 0", 0, 0)),
]
"""Ways to write black and white pegs."""


@pytest.mark.parametrize(("text", "black", "white"), ANSWERS)
def test_feedback_has_the_same_forms_everywhere(
    text: str, black: int, white: int
) -> None:
    assert f"  {black} black, {white} white  " in play(text).out
    assert run("next", f"1122:{text}").out == run("next", f"1122:{black},{white}").out
    assert solve_next(1122, text) == solve_next(1122, [[black, white]])


def test_play_reads_answers_in_other_words() -> None:
    texts = "1 bull and 2 cows", "1 0", "2=1S2B", "undo", "6543:⚫️⚪⚪"
    typed = play(*texts).lines
    assert typed == play("1,2", "1 0", "2=1,2", "undo", "6543:1,2").lines


@pytest.mark.parametrize(("text", "black"), [("2", 2), ("aa", 2), ("-", 0), ("2a", 2)])
def test_black_pegs_alone_are_feedback(text: str, black: int) -> None:
    assert Rules.parse("4x6 black").parse_feedback(text) == (black, 0)
