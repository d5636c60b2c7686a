"""Trees as text and played, bundled trees, and positions outside of them."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from brute_force import feedback
from command_line import run_process, without_numba
from drawn_games import games_in_progress
from expected_values import raises_message
from hypothesis import given
from hypothesis import strategies as st

from xl_mastermind.game.codes import all_codes, candidates, codebook
from xl_mastermind.game.rules import Code, Feedback, Rules, Turn
from xl_mastermind.solve.evaluation import evaluate
from xl_mastermind.solve.suggestion import next_guess
from xl_mastermind.solve.trees import (
    Node,
    bundled_tree,
    format_tree,
    parse_tree,
    play_tree,
    total_guesses,
)

TOTALS = {
    ("4x5", "optimal"): (2463, 5),
    ("4x6", "optimal"): (5625, 6),
    ("4x6", "optimal-5"): (5626, 5),
    ("4x7", "optimal"): (11228, 6),
    ("4x10 distinct", "optimal"): (26274, 7),
    ("5x8", "lookahead"): (178508, 7),
}
"""Totals and maxima of guesses of the bundled trees."""


def count_guesses(
    rules: Rules, tree: Node | None, codes: Sequence[Code], turn: int = 1
) -> Counter[int]:
    assert tree or len(codes) <= 2
    guess = tree.guess if tree else codes[0]
    parts: dict[Feedback, list[Code]] = {}
    for code in codes:
        black, white = feedback(code, guess)
        key = Feedback(black, 0 if rules.black_only else white)
        parts.setdefault(key, []).append(code)
    counts = Counter({turn: len(parts.pop(rules.win, []))})
    for key, part in parts.items():
        subtree = tree.subtrees.get(key) if tree else None
        counts += count_guesses(rules, subtree, part, turn + 1)
    return counts


def histogram_of(rules: Rules, tree: Node, codes: Sequence[Code]) -> tuple[int, ...]:
    counts = count_guesses(rules, tree, codes)
    return tuple(counts[turn] for turn in range(1, max(counts) + 1))


@st.composite
def trees(draw: st.DrawFn) -> tuple[Rules, list[Turn], Node]:
    """Draw a game, turns and a tree; every guess of three or more codes splits them."""
    rules, _, turns = draw(games_in_progress(max_codes=150))
    rng = draw(st.randoms(use_true_random=False))
    codes = [*map(tuple, all_codes(rules).tolist())]

    def grow(codes_left: list[Code]) -> Node:
        while True:
            guess = rng.choice(codes)
            parts: dict[Feedback, list[Code]] = {}
            for code in codes_left:
                parts.setdefault(rules.feedback(code, guess), []).append(code)
            if len(codes_left) < 3 or len(parts) > 1:
                break
        parts.pop(rules.win, None)
        return Node(
            guess, {f: grow(part) for f, part in parts.items() if len(part) > 2}
        )

    return rules, turns, grow(candidates(rules, turns))


@pytest.mark.slow
@given(trees())
def test_trees_parse_and_play_as_written(drawn: tuple[Rules, list[Turn], Node]) -> None:
    rules, turns, tree = drawn
    text = format_tree(rules, tree, turns)
    assert parse_tree(text) == parse_tree(text, rules) == (rules, (*turns,), tree)
    book, codes_left = codebook(rules), candidates(rules, turns)
    histogram = play_tree(book, tree, book.candidates(turns))
    assert histogram == histogram_of(rules, tree, codes_left)
    assert sum(histogram) == len(codes_left)


@pytest.mark.table("text", "message")
def test_parse_tree_raises_with_the_line(text: str, message: str) -> None:
    with raises_message(message):
        parse_tree(text)


@pytest.mark.table("lines", "message")
def test_play_tree_raises_for_wrong_trees(lines: str, message: str) -> None:
    rules, _, tree = parse_tree(lines)
    with raises_message(message):
        play_tree(codebook(rules), tree)


def test_play_tree_raises_for_too_many_guesses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("xl_mastermind.solve.trees._MAX_GUESSES", 400)
    deep = "".join(f"{' ' * depth}0,0 11\n" for depth in range(1, 101))
    rules, turns, tree = parse_tree(f"game: 2x3\nturns: 11:0,0\n11\n{deep}")
    book = codebook(rules)
    message = "expected a tree of at most 400 guesses for all codes, got more: 101 or"
    with raises_message(f"{message} more for some codes"):
        play_tree(book, tree, book.candidates(turns))


@pytest.mark.slow
@pytest.mark.parametrize(("game", "strategy"), TOTALS)
def test_bundled_trees_find_every_secret(game: str, strategy: str) -> None:
    rules = Rules.parse(game)
    tree = bundled_tree(rules, strategy)
    assert tree is not None
    secrets = [*map(tuple, all_codes(rules).tolist())]
    histogram = histogram_of(rules, tree, secrets)
    assert histogram == play_tree(codebook(rules), tree)
    assert (total_guesses(histogram), len(histogram)) == TOTALS[game, strategy]
    result = evaluate(rules, strategy)
    assert result.histogram == histogram


def test_bundled_trees_ignore_symbols() -> None:
    rules = Rules.parse("4x6 symbols=ABCDEF")
    assert bundled_tree(rules, "optimal") == bundled_tree(Rules(4, 6), "optimal")
    assert bundled_tree(Rules.parse("4x6 black"), "optimal") is None


@pytest.mark.table("game", "strategy", "inside", "outside")
def test_bundled_trees_need_no_numba(
    game: str, strategy: str, inside: str, outside: str, tmp_path: Path
) -> None:
    words = ("next", "--game", game, "--strategy", strategy)
    environment = without_numba(tmp_path)
    played = run_process(*words, inside, env=environment)
    assert (played.returncode, played.stderr) == (0, "")
    searched = run_process(*words, outside, env=environment)
    assert (searched.returncode, searched.stdout) == (1, "")
    assert searched.stderr.count("\n") == 1
    assert 'pip install ".[exact]"' in searched.stderr


def test_optimal_raises_for_too_large_positions() -> None:
    with raises_message(
        "expected a position of at most 775 codes for an optimal guess in 5x8,"
        " got 32,768"
    ):
        next_guess(Rules(5, 8), [], "optimal")


def test_optimal_5_needs_five_guesses_where_possible() -> None:
    rules = Rules(4, 6)
    for first in ((1, 1, 2, 2), (1, 2, 3, 4)):  # five are enough after these, Knuth's
        worst = evaluate(rules, "optimal-5", first=first)
        assert worst.max == 5
    first = (1, 1, 1, 1)
    assert evaluate(rules, "optimal-5", first=first).max > 5
