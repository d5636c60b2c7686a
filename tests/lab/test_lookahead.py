"""The strategy lookahead, against entropy, optimal totals, and its bundled tree."""

import signal
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from command_line import run, run_process, without_numba
from expected_values import raises_message

from xl_mastermind.game.codes import codebook
from xl_mastermind.game.rules import Rules, Turn
from xl_mastermind.game.symmetry import first_guesses
from xl_mastermind.lab import lookahead
from xl_mastermind.solve.evaluation import evaluate, strategy_tree
from xl_mastermind.solve.suggestion import next_guess

SUPER = Rules(5, 8)

NAME = "lookahead-3-3"


@pytest.fixture
def max_exact_pairs(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Search positions of at most a number of pairs exactly."""
    monkeypatch.setattr(lookahead, "MAX_EXACT_PAIRS", request.param)
    lookahead._lookahead.cache_clear()  # noqa: SLF001


@pytest.mark.usefixtures("max_exact_pairs")
@pytest.mark.parametrize("max_exact_pairs", [2000], indirect=True)
@pytest.mark.parametrize("game", ["4x5", "3x9", "4x6 distinct", "4x4 black"])
def test_lookahead_compares_all_first_guesses(game: str) -> None:
    found: list[int] = []
    best = evaluate(game, "lookahead-2-2", progress=found.append)
    firsts = first_guesses(Rules.parse(game))
    totals = [evaluate(game, "lookahead-2-2", first=first).total for first in firsts]
    assert best.total == min(totals)
    assert sum(found) == best.codes


@pytest.mark.usefixtures("max_exact_pairs")
@pytest.mark.parametrize("max_exact_pairs", [2000], indirect=True)
def test_lookahead_resumes_an_interrupted_search(tmp_path: Path) -> None:
    file = tmp_path / "tree.txt"
    evaluate_tree = partial(evaluate, "4x5", NAME, first="1123", resume_file=file)
    found: list[int] = []

    def interrupt(count: int) -> None:
        found.append(count)
        if len(found) == 3:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        evaluate_tree(progress=interrupt)
    (part,) = tmp_path.iterdir()
    assert part.name == f"tree.txt.4x5-{NAME}-1123.part"
    lookahead._lookahead.cache_clear()  # noqa: SLF001
    resumed: list[int] = []
    evaluate_tree(progress=resumed.append, resume_file=str(file))
    assert resumed[0] >= sum(found)


@pytest.mark.usefixtures("max_exact_pairs")
@pytest.mark.parametrize("max_exact_pairs", [0], indirect=True)
@pytest.mark.parametrize("first", [["--first", "112"], []])
def test_written_tree_leaves_other_parts(first: list[str], tmp_path: Path) -> None:
    file = tmp_path / "tree.txt"
    words = ["--strategy", "lookahead-2-2", "--tree", str(file), *first]
    foreign = [
        tmp_path / f"tree.txt.{name}.part"
        for name in ("notes", "3x4-lookahead-2-3-112", "3x5-lookahead-2-2-112")
    ]
    for path in foreign:
        path.write_text("keep")
    assert run("evaluate", "--game", "3x4", *words).code == 0
    assert {*tmp_path.iterdir()} == {file, *foreign}


@pytest.mark.usefixtures("max_exact_pairs")
@pytest.mark.parametrize("max_exact_pairs", [0], indirect=True)
@pytest.mark.table("text", "message")
def test_damaged_part_is_named(text: str, message: str, tmp_path: Path) -> None:
    part = tmp_path / "t.txt.4x5-lookahead-2-2-1123.part"
    part.write_bytes(text.encode("latin-1"))
    with raises_message(f"{message}: {part}"):
        evaluate("4x5", "lookahead-2-2", first="1123", resume_file=tmp_path / "t.txt")


@pytest.mark.usefixtures("max_exact_pairs")
@pytest.mark.parametrize("max_exact_pairs", [0, 600], indirect=True)
@pytest.mark.parametrize("game", ["2x4", "3x3", "4x2", "3x4 distinct", "3x3 black"])
def test_lookahead_of_all_guesses_is_optimal(game: str) -> None:
    optimal = evaluate(game, "optimal")
    wide = evaluate(game, "lookahead-999-99", first=optimal.first)
    assert wide.total == optimal.total


@pytest.mark.usefixtures("max_exact_pairs")
@pytest.mark.parametrize("max_exact_pairs", [0, 2000, 30000], indirect=True)
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
    rules = Rules.parse(game)
    tree = strategy_tree(rules, NAME, next_guess(rules, [], NAME))
    lookahead._lookahead.cache_clear()  # noqa: SLF001
    book = codebook(rules)
    for feedback, subtree in tree.subtrees.items():
        turns = [Turn(tree.guess, feedback)]
        if len(book) * len(book.candidates(turns)) > 2000:
            assert next_guess(rules, turns, NAME) == subtree.guess


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
    assert evaluate("4x4", "lookahead-1-1").total == 907


def test_first_guess_of_large_games_is_the_best_known() -> None:
    rules = Rules(5, 7, symbols="ABCDEFG")
    assert rules.format_code(next_guess(rules, [], "lookahead-2-2")) == "AABBC"


def test_lookahead_raises_for_a_large_position() -> None:
    message = "expected a position of at most 9,398 codes for a lookahead in 4x26"
    with raises_message(f"{message}, got 456,976"):
        next_guess("letters", [], "lookahead")
