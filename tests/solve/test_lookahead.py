"""The strategy lookahead, against entropy, optimal totals, and its bundled tree."""

import signal
from pathlib import Path

import numpy as np
import pytest
from command_line import run_process, without_numba
from helpers import raises_message

from xl_mastermind.game.codes import codebook
from xl_mastermind.game.rules import Rules, Turn
from xl_mastermind.solve import lookahead
from xl_mastermind.solve.evaluation import evaluate, play, strategy_tree
from xl_mastermind.solve.suggestion import next_guess
from xl_mastermind.solve.trees import bundled_tree

SUPER = Rules(5, 8)


@pytest.fixture
def max_exact_pairs(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Search positions of at most a number of pairs exactly."""
    monkeypatch.setattr(lookahead, "MAX_EXACT_PAIRS", request.param)
    lookahead._lookahead.cache_clear()  # noqa: SLF001


GAMES = ["3x5", "4x4", "4x5 distinct", "3x6 black", "6x2", "2x9", "1x7"]


@pytest.mark.usefixtures("max_exact_pairs")
@pytest.mark.parametrize("max_exact_pairs", [0], indirect=True)
@pytest.mark.parametrize("game", GAMES)
def test_lookahead_of_width_1_is_entropy(game: str) -> None:
    narrow, entropy = (evaluate(game, name) for name in ("lookahead-1-1", "entropy"))
    assert (narrow.first, narrow.histogram) == (entropy.first, entropy.histogram)


@pytest.mark.usefixtures("max_exact_pairs")
@pytest.mark.parametrize("max_exact_pairs", [0, 600], indirect=True)
@pytest.mark.parametrize("game", ["2x4", "3x3", "4x2", "3x4 distinct", "3x3 black"])
def test_lookahead_of_all_guesses_is_optimal(game: str) -> None:
    optimal = evaluate(game, "optimal")
    wide = evaluate(game, "lookahead-999-99", first=optimal.first)
    assert wide.total == optimal.total


@pytest.mark.usefixtures("max_exact_pairs")
@pytest.mark.parametrize("max_exact_pairs", [2000, 30000], indirect=True)
@pytest.mark.parametrize("game", ["4x5", "5x3", "4x7 distinct"])
def test_lookahead_lies_between_entropy_and_optimum(game: str) -> None:
    first = evaluate(game, "entropy").first
    names = ("optimal", "lookahead-3-3", "lookahead-1-1", "entropy")
    totals = [evaluate(game, name, first=first).total for name in names]
    assert totals == sorted(totals)


@pytest.mark.slow
@pytest.mark.usefixtures("max_exact_pairs")
@pytest.mark.parametrize("max_exact_pairs", [2000], indirect=True)
@pytest.mark.parametrize("game", ["4x5", "4x6 distinct", "3x8 black"])
def test_next_guesses_follow_the_tree(game: str) -> None:
    rules, name = Rules.parse(game), "lookahead-3-3"
    tree = strategy_tree(rules, name)
    lookahead._lookahead.cache_clear()  # noqa: SLF001
    book = codebook(rules)
    assert next_guess(rules, [], name) == tree.guess
    for feedback, subtree in tree.subtrees.items():
        turns = [Turn(tree.guess, feedback)]
        if len(book) * len(book.candidates(turns)) > 2000:
            assert next_guess(rules, turns, name) == subtree.guess


@pytest.mark.parametrize("strategy", ["lookahead-1-1", "optimal"])
def test_pattern_limits_the_candidates_of_large_games(strategy: str) -> None:
    turns = ("34567:0,2", "88122:0,2")
    guess = next_guess(SUPER, turns, strategy, pattern="12???")
    sizes = codebook(SUPER).part_sizes(
        codebook(SUPER).candidates([*map(SUPER.parse_turn, turns)], (1, 2, 0, 0, 0)),
        np.array([codebook(SUPER).index(guess)]),
    )
    assert np.count_nonzero(sizes) > 1


def test_lookahead_of_mastermind_needs_no_numba(tmp_path: Path) -> None:
    environment = without_numba(tmp_path)
    played = run_process("evaluate", "--strategy", "lookahead", env=environment)
    assert (played.returncode, played.stderr) == (0, "")
    assert "5,625" in played.stdout


@pytest.mark.usefixtures("max_exact_pairs")
@pytest.mark.parametrize("max_exact_pairs", [0], indirect=True)
def test_evaluation_succeeds_after_an_interrupted_one() -> None:
    reported: list[int] = []

    def interrupt(count: int) -> None:
        reported.append(count)
        if len(reported) > 1:  # the jobs run
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        evaluate("4x4", "lookahead-1-1", progress=interrupt)
    assert evaluate("4x4", "lookahead-1-1").total == evaluate("4x4", "entropy").total


def test_lookahead_raises_for_a_large_position() -> None:
    message = "expected a position of at most 9,398 codes for a lookahead in 4x26"
    with raises_message(f"{message}, got 456,976"):
        next_guess("letters", [], "lookahead")


# The bundled tree of Super


def test_hints_of_super_follow_the_bundled_tree() -> None:
    tree = bundled_tree(SUPER, "lookahead")
    for played in play(SUPER, "87654", "lookahead"):
        if not tree:
            break
        assert played.turn.guess == tree.guess
        tree = tree.subtrees.get(played.turn.feedback)
