"""What whoever takes a code, a turn, a pattern or a strategy refuses, in one way."""

from collections.abc import Callable

import pytest
from helpers import raises_message

from xl_mastermind.game.codes import candidates
from xl_mastermind.game.rules import Code, Feedback, Rules, Turn
from xl_mastermind.solve.analysis import (
    explain_turns,
    partition_sizes,
    play_strategies,
    rank_guesses,
)
from xl_mastermind.solve.evaluation import evaluate, play
from xl_mastermind.solve.rating import rate_guesses
from xl_mastermind.solve.strategies import STRATEGIES
from xl_mastermind.solve.suggestion import NoCandidateError, next_guess, survivors

GAME = Rules(4, 6)
RIGHT, WRONG = (1, 1, 2, 2), (7, 1, 1, 1)
TURN = Turn(RIGHT, Feedback(1, 0))

Ask = Callable[[Rules, list[Turn]], object]

NEED_A_CODE: list[Ask] = [
    *(next_guess, rank_guesses, rate_guesses),
    lambda rules, turns: partition_sizes(rules, turns, RIGHT),
]


@pytest.mark.parametrize("ask", [*NEED_A_CODE, candidates, survivors, explain_turns])
@pytest.mark.parametrize(
    ("turn", "message"),
    [
        (Turn((1, 1, 2), Feedback(1, 0)), "expected 4 pegs, got 3 in code (1, 1, 2)"),
        (
            Turn(RIGHT, Feedback(3, 1)),
            "3 black and 1 white cannot be: the last peg has no other place",
        ),
    ],
)
def test_a_turn_of_another_game(ask: Ask, turn: Turn, message: str) -> None:
    with raises_message(message):
        ask(GAME, [turn])


@pytest.mark.parametrize("ask", NEED_A_CODE)
def test_turns_that_contradict_one_another(ask: Ask) -> None:
    with pytest.raises(NoCandidateError, match="turn 2"):
        ask(GAME, [TURN, Turn(RIGHT, Feedback(2, 0))])


@pytest.mark.parametrize(
    "ask",
    [
        *(lambda name=name: evaluate(GAME, name, first=WRONG) for name in STRATEGIES),
        lambda: next_guess(GAME, [], first=WRONG),
        lambda: next_guess(GAME, [TURN], first=WRONG),
        lambda: next(play(GAME, WRONG)),
        lambda: partition_sizes(GAME, [], WRONG),
    ],
)
def test_a_code_of_another_game(ask: Callable[[], object]) -> None:
    with raises_message("expected colours 1 to 6, got 7 in code (7, 1, 1, 1)"):
        ask()


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ((1, 0, 0), "expected 4 pegs, got 3 in pattern (1, 0, 0)"),
        ((1, 0, 0, 7), "expected colours 1 to 6, got 7 in pattern (1, 0, 0, 7)"),
    ],
)
def test_a_pattern_of_another_game(pattern: Code, message: str) -> None:
    with raises_message(message):
        next_guess(GAME, [], pattern=pattern)
    with raises_message(message):
        candidates(GAME, [], pattern)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: next_guess(GAME, [], "magic"),
        lambda: rank_guesses(GAME, [], "magic"),
        lambda: play_strategies(GAME, RIGHT, ["knuth", "magic"]),
        lambda: explain_turns(GAME, [], "magic"),
        lambda: evaluate(GAME, "magic"),
    ],
)
def test_a_strategy_that_is_none(ask: Callable[[], object]) -> None:
    with raises_message(f"expected a strategy ({', '.join(STRATEGIES)}), got 'magic'"):
        ask()
