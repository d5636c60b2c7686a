"""Random games against every secret, many at a time."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Final

import numpy as np

from xl_mastermind.game.codes import Codebook
from xl_mastermind.game.rules import Code

_MAX_CELLS: Final = 1 << 23
"""Cells of a table of random games, which are played in parallel."""


def play_at_random(
    book: Codebook,
    first: Code | None,
    seed: int | str | None,
    progress: Callable[[int], object],
) -> Counter[int]:
    """Return the number of secrets by guesses, after one random game each."""
    rng = np.random.default_rng(Random(seed).getrandbits(64))
    counts: Counter[int] = Counter()
    step = max(1, _MAX_CELLS // len(book))
    for start in range(0, len(book), step):
        secrets = np.arange(start, min(start + step, len(book)))
        fits = np.ones((len(secrets), len(book)), dtype=np.bool_)
        guesses = 0
        while len(secrets):
            sizes = fits.sum(axis=1)
            nth = np.where(sizes > 2, rng.integers(sizes), 0)
            cells = np.flatnonzero(fits)[np.cumsum(sizes) - sizes + nth]
            guess = cells % len(book)
            if first is not None and not guesses:
                guess[:] = book.index(first)
            guesses += 1
            feedback = book.feedback_matrix(guess)
            answers = feedback[np.arange(len(secrets)), secrets]
            fits &= feedback == answers[:, None]
            is_open = guess != secrets
            winners = int(np.count_nonzero(~is_open))
            counts[guesses] += winners
            if winners:
                progress(winners)
            secrets, fits = secrets[is_open], fits[is_open]
    return counts
