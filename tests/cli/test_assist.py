"""`assist`: what a person types, and what is said."""

import itertools
import re
from collections.abc import Iterator
from typing import Any

import pytest
from command_line import (
    LAST,
    SAMPLED,
    assist,
    possible,
    suggested,
)
from helpers import golden

from xl_mastermind.cli.turns import parse_answer
from xl_mastermind.game.codes import candidates
from xl_mastermind.game.rules import Code, Feedback, Rules, Turn
from xl_mastermind.solve.evaluate import play


def answers_of(rules: Rules, secret: Code, strategy: str) -> Iterator[tuple[str, Turn]]:
    """Give an answer to each guess of a game, in every way of writing it."""
    ways = itertools.cycle(
        [
            "{0} {1}",
            "{0}a{1}b",
            "{2}{3}",
            "{0},{1}",
            " {0};  {1} ",
            "{0}A {1}B",
        ]
    )
    for turn, _ in play(rules, secret, strategy):
        black, white = turn.feedback
        way = "-" if black == white == 0 else next(ways)
        yield way.format(black, white, "a" * black, "b" * white), turn


@pytest.mark.parametrize("secret", ["3625", "1122", "6666", "5164"])
def test_assist_finds_a_code_from_its_answers(secret: str) -> None:
    rules = Rules(4, 6)
    game = [*answers_of(rules, rules.parse_code(secret), "entropy")]
    said = assist(*(line for line, _ in game), options=("--strategy", "entropy"))
    guesses = [rules.format_code(turn.guess) for _, turn in game]
    assert (said.code, said.err) == (0, "")
    assert suggested(said) == guesses
    assert said.lines[-1] == "That is the code." or said.lines[-1].endswith(
        f"Solved in {len(guesses)}."
    )


def test_assist_ends_with_what_friends_may_see() -> None:
    said = assist("1122:1 0", "3625:4 0")
    start = said.lines.index("To show friends, without the code:")
    assert said.lines[start + 1 : start + 4] == ["Mastermind in 2", "●···", "●●●●"]
    assert "To show friends, without the code:" not in assist("1 0", "quit").lines


def test_assist_asks_again_if_it_does_not_understand() -> None:
    wrong = ["12", "1", "", "ba", "9 0", "3 1", "x", "1 2 3", "-1 0", "１ ２"]  # noqa: RUF001
    said = assist(*wrong, "1 0", "quit")
    assert said.code == 0
    assert suggested(said) == ["1122", "1344"]
    assert "expected an answer such as 1 2, 1a2b or abb, got '12'" in said.out
    assert "expected black (a) before white (b), such as 1 2" in said.out
    assert "expected 0 to 4 pegs in all, got 9 black and 0 white" in said.out
    assert "3 black and 1 white cannot be" in said.out
    assert said.out.count("expected an answer such as") == len(wrong) - 3


def test_assist_takes_back_an_answer() -> None:
    said = assist("1 0", "UNDO", "0 1", "undo", "undo", "undo", "quit")
    assert suggested(said) == ["1122", "1344", "1122", "2344", "1122", "1122", "1122"]


def test_assist_takes_a_guess_of_ones_own() -> None:
    said = assist("1234:1,2", "1234:", "7777:1,0", "123:1,0", "quit")
    rules = Rules(4, 6)
    turn = Turn((1, 2, 3, 4), Feedback(1, 2))
    assert f"{len(candidates(rules, [turn]))} possible" in said.out
    assert "expected an answer such as 1 2, 1a2b or abb, got ''" in said.out
    assert "expected symbols of 123456, got '7' in code '7777'" in said.out
    assert "expected 4 pegs, got 3 in code '123'" in said.out
    assert len(suggested(said)) == 2


@pytest.mark.parametrize("session", golden("sessions"), ids=lambda s: s["game"])
def test_assist_plays_the_posts_sessions(session: dict[str, Any]) -> None:
    lines = []
    for turn in session["turns"][:-1]:
        black, white = turn["black"], turn["white"]
        lines.append(f"{turn['guess']}:{'a' * black}{'b' * white}")
    said = assist(*lines, options=("--game", session["game"]))
    assert possible(said) == session["pools"]
    assert suggested(said)[-1] == session["turns"][-1]["guess"]
    assert "That is the code." in said.out


def test_assist_is_right_where_the_posts_program_is_wrong() -> None:
    # Its fits() gives 0112 against 0001 one white too many.
    assert Rules.parse("4x10").answer((1, 1, 1, 2), (1, 2, 2, 3)) == (1, 1)
    left = candidates(
        Rules.parse("4x10"), [Turn((1, 2, 2, 3), Feedback(black=1, white=1))]
    )
    assert (1, 1, 1, 2) in left
    said = assist("0112:ab", options=("--game", "4x10"))
    assert possible(said) == [10_000, len(left)]


@pytest.mark.parametrize(
    ("game", "strategy"),
    [
        *(("ab", "random"), ("4x10", "random"), ("3x5 distinct", "random")),
        *(("4x6", "knuth"), ("letters", "knuth"), ("4x6 black", "knuth")),
    ],
)
def test_assist_guesses_at_random_in_ab_games(game: str, strategy: str) -> None:
    said = assist(options=("--game", game))
    assert said.lines[0].startswith(f"{Rules.parse(game)}, {strategy}. ")
    said = assist(options=("--game", game, "--strategy", "entropy"))
    assert said.lines[0].startswith(f"{Rules.parse(game)}, entropy. ")


def test_assist_offers_the_same_guess_at_random_after_undo() -> None:
    said = assist("0 1", "undo", "0 1", "undo", options=("--game", "ab"))
    first, second, *others = suggested(said)
    assert others == [first, second, first]


@pytest.mark.parametrize(
    ("game", "hints"),
    [
        ("4x6", ["1 2, 1a2b or abb for 1 black, 2 white", "1234:1 2", "1=1 2"]),
        ("ab", ["1 2, 1a2b or abb for 1 black, 2 white", "0123:1 2"]),
        ("letters", ["ABCD:1 2"]),
        ("3x4 black symbols=FALS", ["1 or a for 1 black;", "FAL:1.", "1=1 "]),
        ("2x6", ["1 0, 1a0b or a for 1 black, 0 white", "12:1 0"]),
        ("3x2", ["121:1 2"]),
    ],
)
def test_assists_hints_are_of_the_game(game: str, hints: list[str]) -> None:
    said = assist(options=("--game", game))
    assert all(hint in said.out for hint in hints)
    code, _, answer = re.findall(r"Type it as ((\w+):(.*?))\.", said.out)[0]
    again = assist(code, options=("--game", game))
    assert len(possible(again)) == 2 or "No code fits" in again.out
    assert parse_answer(answer, Rules.parse(game))


def test_assist_keeps_what_contradicts_and_says_what_would_mend_it() -> None:
    said = assist("1111:2,0", "2222:3,0", "0 0", "undo", "2222:2,0", "quit")
    sentence = (
        "No code fits from guess 2 on: check guess 2 (2 black, 0 white?),"
        " guess 1 (1 black, 0 white?); 3 more would do."
    )
    assert sentence in said.out
    assert "no guess is open; expected undo, or a change such as 1=0 0" in said.out
    assert possible(said) == [1296, 150, 150, 6]
    changed = assist("1111:2,0", "2222:3,0", "2=2 0", "quit")
    assert possible(changed) == [1296, 150, 6]
    changed = assist("1111:2,0", "2222:3,0", "3333:0,0", "1 = a", "undo", "quit")
    assert possible(changed) == [1296, 150, 4, 4]


@pytest.mark.parametrize("change", ["1=1 0", "0=1 0", "9=1 0"])
def test_assist_changes_only_what_was_answered(change: str) -> None:
    said = assist(change)
    assert "expected a guess that was answered before =" in said.out
    assert possible(said) == [1296]


def test_assist_ends_with_the_winning_answer() -> None:
    said = assist("4 0", "1 0")
    assert said.lines[-1].endswith("Solved in 1.")
    assert suggested(said) == ["1122"]


def test_assist_takes_back_the_last_answer_of_a_game() -> None:
    said = assist(*LAST, "undo", "1 0")
    assert said.lines[-1] == "That is the code."
    assert possible(said)[-3:] == [1, 7, 1]
    assert suggested(said)[-1] != suggested(said)[-3]


@pytest.mark.parametrize("line", ["", "quit", "4 0"])
def test_assist_ends_on_the_last_candidate(line: str) -> None:
    said = assist(*LAST, line, "1 0")
    assert possible(said)[-1] == 1
    assert "Change one" not in said.out
    assert said.code == 0


def test_assist_doubts_a_last_candidate_that_is_not_the_code() -> None:
    said = assist(*LAST, "1 0", "undo", "quit")
    assert "No code fits from guess 5 on" in said.out
    assert possible(said)[-1] == 1


@pytest.mark.parametrize("lines", [[], ["1 0"], ["quit"], ["1 0", "Quit"]])
def test_assist_may_be_left_at_any_time(lines: list[str]) -> None:
    assert assist(*lines)[0::2] == (0, "")


def test_assist_asks_for_black_pegs_alone_where_there_are_no_others() -> None:
    said = assist("1 2", "1a1b", "1", "2a", "quit", options=("--game", "3x4 black"))
    assert "expected black pegs only, got 2 white" in said.out
    assert suggested(said)[0] == "111"
    assert len(suggested(said)) == 3


def test_assist_helps_with_letters() -> None:
    options = ("--game", "3x4 symbols=FALS", "--strategy", "first-consistent")
    said = assist("1 0", "las:1,0", "quit", options=options)
    assert suggested(said)[:2] == ["FFF", "FAA"]


def test_assist_says_which_guesses_are_from_a_sample() -> None:
    said = assist(*SAMPLED, options=("--game", "6x9", "--strategy", "entropy"))
    assert "19,880 possible (sampled: " in said.out


@pytest.mark.parametrize(
    ("text", "black", "white"),
    [
        *(("1 2", 1, 2), ("1,2", 1, 2), ("1, 2", 1, 2), ("1;2", 1, 2)),
        *(("1a2b", 1, 2), ("1A 2B", 1, 2), ("2b", 0, 2), ("1a", 1, 0), ("0a0b", 0, 0)),
        *(("abb", 1, 2), ("ABB", 1, 2), ("a", 1, 0), ("bb", 0, 2), ("-", 0, 0)),
        *((" 1 2 ", 1, 2), ("4 0", 4, 0), ("aaaa", 4, 0), ("0 0", 0, 0)),
    ],
)
def test_an_answer_may_be_written_in_many_ways(
    text: str, black: int, white: int
) -> None:
    assert parse_answer(text, Rules(4, 6)) == (black, white)


@pytest.mark.parametrize(("text", "black"), [("2", 2), ("aa", 2), ("-", 0), ("2a", 2)])
def test_an_answer_may_be_black_pegs_alone(text: str, black: int) -> None:
    assert parse_answer(text, Rules.parse("4x6 black")) == (black, 0)


def test_assist_rates_at_the_end() -> None:
    said = assist("1111:0 0", "1111:0 0", "quit", options=("--rate",))
    *_, first, second = said.lines
    assert second.split()[1] == "1.00"
    assert second.split()[-1] == "wasted"
    assert first.split()[0] == "1"
    contradictory = assist("1111:0 0", "1111:1 0", "quit", options=("--rate",))
    assert "What each guess cost" not in contradictory.out
    assert "What each guess cost" not in assist("quit", options=("--rate",)).out
