"""Errors of the functions that take a code, turns or a strategy."""

from collections.abc import Callable

import pytest
from helpers import raises_message

from xl_mastermind.game.codes import candidates
from xl_mastermind.game.rules import Feedback, Rules, Turn
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

Call = Callable[[Rules, list[Turn]], object]
CALLS_WITH_CANDIDATES: list[Call] = [
    *(next_guess, rank_guesses, rate_guesses),
    lambda rules, turns: partition_sizes(rules, turns, RIGHT),
]


@pytest.mark.parametrize(
    "call", [*CALLS_WITH_CANDIDATES, candidates, survivors, explain_turns]
)
@pytest.mark.parametrize(
    ("turn", "message"),
    [
        (Turn((1, 1, 2), Feedback(1, 0)), "expected 4 pegs, got 3 in code (1, 1, 2)"),
        (
            Turn(RIGHT, Feedback(3, 1)),
            "3 black and 1 white is impossible: the last peg has no other place",
        ),
    ],
)
def test_functions_raise_for_turns_of_another_game(
    call: Call, turn: Turn, message: str
) -> None:
    with raises_message(message):
        call(GAME, [turn])


@pytest.mark.parametrize("call", CALLS_WITH_CANDIDATES)
def test_functions_raise_for_contradictory_turns(call: Call) -> None:
    with pytest.raises(NoCandidateError, match="turn 2"):
        call(GAME, [TURN, Turn(RIGHT, Feedback(2, 0))])


@pytest.mark.parametrize(
    "call",
    [
        *(lambda name=name: evaluate(GAME, name, first=WRONG) for name in STRATEGIES),
        lambda: next_guess(GAME, [], first=WRONG),
        lambda: next_guess(GAME, [TURN], first=WRONG),
        lambda: next(play(GAME, WRONG)),
        lambda: partition_sizes(GAME, [], WRONG),
    ],
)
def test_functions_raise_for_codes_of_another_game(call: Callable[[], object]) -> None:
    with raises_message("expected colours 1 to 6, got 7 in code (7, 1, 1, 1)"):
        call()


@pytest.mark.parametrize(
    "call",
    [
        lambda: next_guess(GAME, [], "magic"),
        lambda: rank_guesses(GAME, [], "magic"),
        lambda: play_strategies(GAME, RIGHT, ["knuth", "magic"]),
        lambda: explain_turns(GAME, [], "magic"),
        lambda: evaluate(GAME, "magic"),
    ],
)
def test_functions_raise_for_unknown_strategies(call: Callable[[], object]) -> None:
    with raises_message(f"expected a strategy ({', '.join(STRATEGIES)}), got 'magic'"):
        call()
