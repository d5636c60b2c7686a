"""`next`: the next guess of a game in progress."""

import pytest
from command_line import (
    BY_RULE,
    GAMES,
    SAMPLED,
    asked,
    run,
)

from xl_mastermind.game.codes import candidates
from xl_mastermind.game.rules import Feedback, Rules, Turn
from xl_mastermind.solve.evaluate import play
from xl_mastermind.solve.suggest import next_guess


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("mastermind", "4x6"),
        ("4X6", "4x6"),
        ("ab", "4x10 distinct"),
        ("letters", "4x26"),
        ("4x6 black distinct", "4x6 distinct black"),
        ("4x6 symbols=123456", "4x6"),
        ("4x6 distinct black symbols=abcdef", "4x6 distinct black symbols=abcdef"),
    ],
)
def test_a_game_is_printed_with_what_is_not_usual(written: str, printed: str) -> None:
    assert asked("next", "--game", written)["game"] == printed


@pytest.mark.parametrize("strategy", BY_RULE)
@pytest.mark.parametrize("game", ["4x6", "3x4 symbols=FALS", "4x6 black"])
def test_next_gives_each_guess_of_a_game(game: str, strategy: str) -> None:
    rules = Rules.parse(game)
    turns: list[str] = []
    left = rules.code_count
    for turn, left_after in play(rules, rules.parse_code(GAMES[game]), strategy):
        answer = asked("next", "--game", game, "--strategy", strategy, *turns)
        guess = rules.format_code(turn.guess)
        assert answer == {
            "game": str(rules),
            "strategy": strategy,
            "guess": guess,
            "candidates": left,
        }
        assert list(answer) == ["game", "strategy", "guess", "candidates"]
        black, white = turn.feedback
        turns.append(
            f"{guess}:{black}" if rules.black_only else f"{guess}:{black},{white}"
        )
        left = left_after


def test_next_takes_letters_in_any_case() -> None:
    for written in ("abca:1,0", "ABCA:1,0", "aBcA:1,0"):
        assert asked("next", "--game", "letters", written)["guess"] == "ADEF"


def test_next_has_its_first_guess_only_at_first() -> None:
    assert asked("next", "--first", "1235")["guess"] == "1235"
    assert asked("next", "--first", "1235", "1122:1,0")["guess"] == "1344"


def test_next_is_repeated_by_its_seed() -> None:
    words = ["next", "--strategy", "random", "--seed"]
    assert asked(*words, "3") == asked(*words, "3")
    assert len({asked(*words, str(seed))["guess"] for seed in range(20)}) > 1


@pytest.mark.parametrize("strategy", BY_RULE)
def test_next_takes_a_pattern_of_the_code(strategy: str) -> None:
    words = ("next", "--strategy", strategy, "--pattern", "3??4")
    answer = asked(*words, "1122:1,0")
    rules, turns = Rules(4, 6), [Turn((1, 1, 2, 2), Feedback(1, 0))]
    matching = [c for c in candidates(rules, turns) if (c[0], c[3]) == (3, 4)]
    assert answer["candidates"] == len(matching) == 8
    assert answer["matching"] == [*map(rules.format_code, matching)]
    assert answer["pattern"] == "3??4"
    guess = next_guess(rules, turns, strategy, pattern=(3, 0, 0, 4))
    assert answer["guess"] == rules.format_code(guess)


def test_next_lists_a_thousand_codes_that_match() -> None:
    answer = asked("next", "--pattern", "????")
    assert (answer["candidates"], len(answer["matching"])) == (1296, 1000)
    assert run("next", "--pattern", "????").out.endswith(" 5453 5454 and 296 more\n")
    said = run("next", "--pattern", "3??4", "1122:1,0")
    assert said.out.splitlines()[1] == "3134 3144 3154 3164 3324 3424 3524 3624"


def test_a_guess_from_a_sample_says_so() -> None:
    words = ("next", "--game", "6x9", *SAMPLED)
    answer = asked(*words)
    assert [*answer] == ["game", "strategy", "guess", "candidates", "sampled"]
    assert (answer["candidates"], answer["sampled"]) == (19880, True)
    assert "19,880 codes left (sampled: " in run(*words).out


def test_next_prints_the_guess() -> None:
    said = run("next", "1122:1,0")
    assert said == (0, " 1  3  4  4   256 codes left\n", "")


@pytest.mark.parametrize(
    ("turn", "left"), [("1122:1,?", 500), ("1122:?,?", 1296), ("1122:? 2", 136)]
)
def test_an_answer_may_be_unsure(turn: str, left: int) -> None:
    assert asked("next", turn)["candidates"] == left


def test_an_unsure_answer_that_cannot_be_is_refused() -> None:
    said = run("next", "1122:?,5")
    assert said.code == 2
    assert "expected 0 to 4 pegs in all, got ? black and 5 white" in said.err
