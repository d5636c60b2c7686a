"""Compiled code compares guesses as numpy does."""

import numpy as np
import pytest

from xl_mastermind.game.codes import codebook
from xl_mastermind.game.rules import Rules
from xl_mastermind.lab.exact.kernel_loader import load_kernel
from xl_mastermind.solve import compare_guesses
from xl_mastermind.solve.strategies import (
    STRATEGIES,
    PartSizeScore,
    Strategy,
    largest_part,
)


@pytest.mark.parametrize("count", [1, 31, 32, 33, 200])
@pytest.mark.parametrize(
    "game", ["4x6", "5x4 black", "4x7 distinct", "6x3", "7x3", "12x2", "1x9", "3x1"]
)
def test_compiled_part_sizes_match_numpy(
    game: str, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = codebook(Rules.parse(game))
    rng = np.random.default_rng(count)
    candidates = np.sort(rng.choice(len(book), min(count, len(book)), replace=False))
    guesses = np.arange(0, len(book), 3)
    compare_guesses.load_in_background().result()
    monkeypatch.setattr(compare_guesses, "MIN_COMPILED_PAIRS", -1)
    sizes = compare_guesses.part_sizes(book, candidates, guesses)
    assert sizes.dtype == np.uint32  # of the compiled code
    assert np.array_equal(sizes, book.part_sizes(candidates, guesses))


@pytest.mark.parametrize("game", ["4x6", "4x4 black", "4x5 distinct", "12x2", "2x26"])
def test_kernel_has_one_signature_for_all_games(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare_guesses.load_in_background().result()
    kernel, book = (
        load_kernel("lab.compare_guesses_kernel"),
        codebook(Rules.parse(game)),
    )
    codes = np.arange(0, len(book), 7)
    for strategy in STRATEGIES.values():
        if strategy.rankings:
            compare_guesses.best_guesses(book, strategy, [codes], [codes])
    monkeypatch.setattr(compare_guesses, "MIN_COMPILED_PAIRS", -1)
    compare_guesses.part_sizes(book, codes, codes)
    assert len(kernel.best_guesses.signatures) == 1
    assert len(kernel.part_sizes.signatures) == 1


def test_compiled_code_raises_for_unknown_rankings() -> None:
    ranks = (PartSizeScore(np.square), largest_part)
    strategy = Strategy("score-first", "", ranks)
    book, codes = codebook(Rules(3, 3)), np.arange(9)
    compare_guesses.load_in_background().result()
    with pytest.raises(TypeError, match=r"in this order, got others: score-first$"):
        compare_guesses.best_guesses(book, strategy, [codes], [codes])
