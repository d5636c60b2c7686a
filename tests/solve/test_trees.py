"""Trees: as text, played against every secret, those that ship, guesses outside."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from brute_force import feedback
from command_line import run_process, without_numba
from helpers import games_in_progress, raises_message
from hypothesis import given, settings
from hypothesis import strategies as st

from xl_mastermind.game.codes import all_codes, candidates, codebook
from xl_mastermind.game.rules import Code, Feedback, Rules, Turn
from xl_mastermind.solve.evaluation import evaluate
from xl_mastermind.solve.exact.problem import Problem
from xl_mastermind.solve.exact.search import Search
from xl_mastermind.solve.suggestion import next_guess
from xl_mastermind.solve.trees import (
    GameTree,
    Tree,
    bundled_tree,
    format_tree,
    parse_tree,
    play_tree,
    total_guesses,
)

SHIPPED = {
    ("4x5", "optimal"): (2463, 5),
    ("4x6", "optimal"): (5625, 6),
    ("4x6", "optimal-5"): (5626, 5),
    ("4x7", "optimal"): (11228, 6),
    ("4x10 distinct", "optimal"): (26274, 7),
}
"""Least totals and most guesses of the trees that ship."""


def played_by_hand(rules: Rules, text: str, secrets: Sequence[Code]) -> tuple[int, ...]:
    """Read a tree, play it by the rules alone, and count the secrets by guesses."""
    guesses: dict[tuple[Feedback, ...], Code] = {}
    path: list[Feedback] = []
    for line in text.splitlines():
        if ":" in line:  # the game or the turns
            continue
        *given, guess = line.split()
        depth = len(line) - len(line.lstrip())
        path[max(0, depth - 1) :] = [Feedback(*map(int, g.split(","))) for g in given]
        guesses[tuple(path)] = rules.parse_code(guess)
    counts: Counter[int] = Counter()

    def play(left: Sequence[Code], path: tuple[Feedback, ...]) -> None:
        if path not in guesses:  # one or two codes are guessed one after the other
            assert len(left) <= 2
            counts.update(range(len(path) + 1, len(path) + 1 + len(left)))
            return
        parts: dict[Feedback, list[Code]] = {}
        for code in left:
            black, white = feedback(code, guesses[path])
            given = Feedback(black, 0 if rules.black_only else white)
            parts.setdefault(given, []).append(code)
        counts[len(path) + 1] += len(parts.pop(rules.win, []))
        for given, part in parts.items():
            play(part, (*path, given))

    play(secrets, ())
    return tuple(counts[n] for n in range(1, max(counts) + 1))


@st.composite
def trees(draw: st.DrawFn) -> tuple[GameTree, list[Code]]:
    """Draw a tree that splits at every guess, somehow, and its secrets."""
    rules, _, turns = draw(games_in_progress(max_codes=150))
    rng = draw(st.randoms(use_true_random=False))
    codes = [*map(tuple, all_codes(rules).tolist())]

    def grow(left: list[Code]) -> Tree:
        while True:
            guess = rng.choice(codes)
            parts: dict[Feedback, list[Code]] = {}
            for code in left:
                parts.setdefault(rules.feedback(code, guess), []).append(code)
            if len(left) < 3 or len(parts) > 1:
                break
        parts.pop(rules.win, None)
        return Tree(
            guess, {f: grow(part) for f, part in parts.items() if len(part) > 2}
        )

    left = candidates(rules, turns)
    return GameTree(rules, tuple(turns), grow(left)), left


@given(trees())
def test_a_tree_is_read_and_played_as_it_was_written(
    drawn: tuple[GameTree, list[Code]],
) -> None:
    game, left = drawn
    text = format_tree(game.rules, game.tree, game.turns)
    assert parse_tree(text) == parse_tree(text, game.rules) == game
    book = codebook(game.rules)
    histogram = play_tree(book, game.tree, book.candidates(game.turns))
    assert histogram == played_by_hand(game.rules, text, left)
    assert sum(histogram) == len(left)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected the game, such as 'game: 4x6', got '' in line 1"),
        ("1122", "expected the game, such as 'game: 4x6', got '1122' in line 1"),
        (
            "game: 4x",
            "expected a game such as 4x6 or bulls-and-cows, got '4x' in line 1",
        ),
        ("game: 2x2", "expected 2 pegs, got 0 in code '' in line 2"),
        (
            "game: 2x2\nturns: 12",
            "expected a turn as CODE:BLACK,WHITE, got '12' in line 2",
        ),
        ("game: 2x2\n13", "expected symbols of 12, got '3' in code '13' in line 2"),
        ("game: 2x2\n12\n0,2 21", "expected 1 to 1 blanks before '0,2 21' in line 3"),
        ("game: 2x2\n12\n  0,2 21", "expected 1 to 1 blanks before '0,2 21' in line 3"),
        ("game: 2x2\n12\n\n", "expected an answer and a guess, got '' in line 3"),
        (
            "game: 2x2\n12\n 1,1 21",
            "1 black and 1 white cannot be: the last peg has no other place in line 3",
        ),
        (
            "game: 2x2\n12\n 0,2 21\n 0,2 11",
            "expected another answer than 0,2, which was in line 4",
        ),
        (
            "game: 7x9\n1111222",
            (
                "expected a tree of at most 4,194,304 codes, got 4,782,969 in 7x9"
                " in line 2"
            ),
        ),
        (
            f"game: 2x2\nturns:{' 12:?,?' * 61}\n12",
            "expected at most 60 turns, got 61 in line 2",
        ),
    ],
)
def test_what_is_no_tree_is_refused_with_its_line(text: str, message: str) -> None:
    with raises_message(message):
        parse_tree(text)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("game: 1x4\n1", "expected a guess for 3 codes, got none after 1:0,0"),
        (
            "game: 2x3\n11\n 0,0 11",
            "expected a guess for 4 codes, got none after 11:1,0",
        ),
        (
            "game: 2x3\n11\n 0,0 11\n  0,0 11\n 1,0 12",
            "expected a guess for 4 codes, got none after 11:0,0 11:0,0 11:0,0",
        ),
        (
            "game: 2x3\n11\n 0,0 22\n 0,2 12\n 1,0 12",
            "expected answers that can come, got one for no code after 11:0,2",
        ),
        (
            "game: 2x3\n11\n 0,0 22\n 1,0 12\n  2,0 12",
            "expected answers that can come, got one for no code after 11:1,0 12:2,0",
        ),
    ],
)
def test_a_tree_that_is_wrong_is_refused(lines: str, message: str) -> None:
    rules, _, tree = parse_tree(lines)
    with raises_message(message):
        play_tree(codebook(rules), tree)


def test_a_tree_that_would_take_hours_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("xl_mastermind.solve.trees._MAX_GUESSES", 400)
    deep = "".join(f"{' ' * depth}0,0 11\n" for depth in range(1, 101))
    rules, turns, tree = parse_tree(f"game: 2x3\nturns: 11:0,0\n11\n{deep}")
    book = codebook(rules)
    message = "expected a tree of at most 400 guesses in all, got more, of 101 and more"
    with raises_message(f"{message} for a code"):
        play_tree(book, tree, book.candidates(turns))


@pytest.mark.parametrize(("game", "strategy"), SHIPPED)
def test_a_tree_that_ships_finds_every_secret(game: str, strategy: str) -> None:
    rules = Rules.parse(game)
    tree = bundled_tree(rules, strategy)
    assert tree is not None
    secrets = [*map(tuple, all_codes(rules).tolist())]
    histogram = played_by_hand(rules, format_tree(rules, tree), secrets)
    assert histogram == play_tree(codebook(rules), tree)
    assert (total_guesses(histogram), len(histogram)) == SHIPPED[game, strategy]
    result = evaluate(rules, strategy)
    assert result.histogram == histogram


def test_other_symbols_play_the_same_tree() -> None:
    rules = Rules.parse("4x6 symbols=ABCDEF")
    assert bundled_tree(rules, "optimal") == bundled_tree(Rules(4, 6), "optimal")
    assert bundled_tree(Rules.parse("4x6 black"), "optimal") is None


def test_without_numba_the_trees_that_ship_are_played(tmp_path: Path) -> None:
    words, environment = ("next", "--strategy", "optimal"), without_numba(tmp_path)
    played = run_process(*words, "1123:0,1", env=environment)
    assert (played.returncode, played.stderr) == (0, "")
    outside = run_process(*words, "1124:0,1", env=environment)
    assert (outside.returncode, outside.stdout) == (1, "")
    assert outside.stderr.count("\n") == 1
    assert 'pip install ".[exact]"' in outside.stderr


def test_too_large_a_position_is_refused() -> None:
    with raises_message(
        "expected a position of at most 775 codes for an optimal guess in 5x8,"
        " got 32,768"
    ):
        next_guess(Rules(5, 8), [], "optimal")


# Outside the trees


@settings(max_examples=30)
@given(
    game=st.sampled_from(["4x6", "3x5", "4x5 distinct", "4x4 black", "3x5 black"]),
    places=st.lists(st.integers(0, 10**6), min_size=2, max_size=4),
)
def test_outside_the_trees_the_guess_is_searched(game: str, places: list[int]) -> None:
    rules = Rules.parse(game)
    codes = [*map(tuple, all_codes(rules).tolist())]
    secret, *guesses = (codes[place % len(codes)] for place in places)
    turns = [
        Turn(guess, rules.feedback(secret, guess))
        for guess in guesses
        if guess != secret
    ]
    left = candidates(rules, turns)
    guess = next_guess(rules, turns, "optimal")
    alone = Search(Problem.from_sets(rules, left))
    parts = alone.problem.parts(guess)
    parts.pop(rules.win, None)
    totals = [alone.total(part) for part in parts.values()]
    assert len(left) + sum(t for t in totals if t) == alone.total()


@pytest.mark.parametrize("game", ["3x4", "4x4 distinct", "3x5 black", "4x4"])
def test_every_secret_is_found_with_the_least_total(game: str) -> None:
    rules = Rules.parse(game)
    least = Search(Problem.from_game(rules)).total()
    assert evaluate(rules, "optimal").total == least


def test_never_a_sixth_guess_where_five_can_be_enough() -> None:
    rules = Rules(4, 6)
    for first in ((1, 1, 2, 2), (1, 2, 3, 4)):  # five are enough after these, Knuth's
        worst = evaluate(rules, "optimal-5", first=first)
        assert worst.max == 5
    first = (1, 1, 1, 1)
    assert evaluate(rules, "optimal-5", first=first).max > 5
