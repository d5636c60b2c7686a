"""`play` with the a person hides the code: input and output."""

from typing import Any

import pytest
from command_line import OTHER_PLAYERS_GAME, candidate_counts, play, suggested_guesses
from expected_values import golden_entries

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


@pytest.mark.table("game", "strategy")
def test_default_strategy_depends_on_the_game(game: str, strategy: str) -> None:
    said = play(options=(*OTHER_PLAYERS_GAME, "--game", game))
    assert f": {strategy} suggests guesses, " in said.lines[0]


def test_undo_repeats_a_random_guess() -> None:
    said = play(*("0 1", "undo") * 2, options=(*OTHER_PLAYERS_GAME, "--game", "ab"))
    first, second, *others = suggested_guesses(said)
    assert others == [first, second, first]


def test_play_reads_answers_in_other_words() -> None:
    texts = "1 bull and 2 cows", "1 0", "2=1S2B", "undo", "6543:⚫️⚪⚪"
    typed = play(*texts).lines
    assert typed == play("1,2", "1 0", "2=1,2", "undo", "6543:1,2").lines


@pytest.mark.parametrize(("text", "black"), [("2", 2), ("aa", 2), ("-", 0), ("2a", 2)])
def test_black_pegs_alone_are_feedback(text: str, black: int) -> None:
    assert Rules.parse("4x6 black").parse_feedback(text) == (black, 0)
