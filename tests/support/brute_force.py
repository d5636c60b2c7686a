"""
The game and its strategies in plain Python, as an oracle.

It imports nothing of the package, and uses no numpy and no symmetry.
"""

import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import NamedTuple, TypeAlias

Code: TypeAlias = tuple[int, ...]
Feedback: TypeAlias = tuple[int, int]


def feedback(secret: Sequence[int], guess: Sequence[int]) -> Feedback:
    """Return black and white pegs by striking off pegs that match, pair by pair."""
    unmatched = [(s, g) for s, g in zip(secret, guess, strict=True) if s != g]
    struck_off = [s for s, _ in unmatched]
    white = 0
    for _, peg in unmatched:
        if peg in struck_off:
            struck_off.remove(peg)
            white += 1
    return len(guess) - len(unmatched), white


@dataclass(frozen=True)
class Game:
    """A game with all its codes, and the feedback of each pair, by index."""

    pegs: int
    colours: int
    distinct: bool = False
    black_only: bool = False

    @cached_property
    def codes(self) -> list[Code]:
        colours = range(1, self.colours + 1)
        if self.distinct:
            return list(itertools.permutations(colours, self.pegs))
        return list(itertools.product(colours, repeat=self.pegs))

    @cached_property
    def feedback_table(self) -> list[list[Feedback]]:
        """The feedback of each guess (row) and secret; it is symmetric."""
        known = {
            (i, j): self.feedback(secret, guess)
            for i, secret in enumerate(self.codes)
            for j, guess in enumerate(self.codes[: i + 1])
        }
        indices = range(len(self.codes))
        return [[known[max(i, j), min(i, j)] for j in indices] for i in indices]

    def feedback(self, secret: Code, guess: Code) -> Feedback:
        black, white = feedback(secret, guess)
        return (black, 0) if self.black_only else (black, white)

    def candidates(self, turns: Collection[tuple[Code, Feedback]]) -> list[Code]:
        return [
            code
            for code in self.codes
            if all(self.feedback(code, guess) == feedback for guess, feedback in turns)
        ]

    def parts(self, guess: int, left: Sequence[int]) -> dict[Feedback, list[int]]:
        parts = defaultdict(list)
        for index in left:
            parts[self.feedback_table[guess][index]].append(index)
        return parts


@dataclass(frozen=True)
class Reordered(Game):
    """A game whose codes are sorted by some pegs, perhaps descending."""

    by: tuple[int, ...] = ()
    down: bool = False

    @cached_property
    def codes(self) -> list[Code]:
        plain = Game(self.pegs, self.colours, self.distinct, self.black_only)

        def key(code: Code) -> list[int]:
            return [code[peg - 1] for peg in self.by]

        return sorted(plain.codes, key=key, reverse=self.down)


def game(written: str) -> Game:
    size, *words = written.split()
    pegs, colours = map(int, size.split("x"))
    return _game(pegs, colours, "distinct" in words, "black" in words)


_game = cache(Game)  # all tests share its feedback table


Rank: TypeAlias = Callable[[Collection[int]], object]


class Method(NamedTuple):
    """The rank of a guess by its part sizes; the lowest is the best."""

    rank: Rank
    among_candidates: bool = False
    prefers_candidates: bool = True


METHODS = {
    "first-consistent": Method(lambda _: 0, among_candidates=True),
    "minimax": Method(max, among_candidates=True),
    "knuth": Method(max),
    "brain-breaker": Method(
        lambda sizes: (max(sizes), sum(n * n for n in sizes)),
        prefers_candidates=False,
    ),
    "expected-size": Method(lambda sizes: sum(n * n for n in sizes)),
    # Exact: entropy is greatest where this integer is least.
    "entropy": Method(lambda sizes: math.prod(n**n for n in sizes)),
    "most-parts": Method(lambda sizes: -len(sizes)),
}


def beginner(game: Game, left: Sequence[int]) -> int:
    """Return the index of a colour of unknown count, else of the first candidate."""
    codes = [game.codes[index] for index in left]
    for colour in range(1, game.colours + 1) if not game.distinct else ():
        if len({code.count(colour) for code in codes}) > 1:
            return game.codes.index((colour,) * game.pegs)
    return left[0]


HEURISTICS = {"beginner": beginner}


def choose(game: Game, strategy: str, left: Sequence[int]) -> int:
    if len(left) <= 2:
        return left[0]
    if strategy in HEURISTICS:
        return HEURISTICS[strategy](game, left)
    method = METHODS[strategy]
    guesses = left if method.among_candidates else range(len(game.codes))
    candidates = set(left)

    def order(guess: int) -> tuple[object, bool, int]:
        row = game.feedback_table[guess]
        sizes = Counter(row[index] for index in left).values()
        dispreferred = method.prefers_candidates and guess not in candidates
        return method.rank(sizes), dispreferred, guess

    return min(guesses, key=order)


@cache
def play_all(
    game: Game, strategy: str, first: Code | None = None
) -> tuple[Code, list[int]]:
    """Return the first guess, and the secrets found with 1, 2, ... guesses."""
    found: Counter[int] = Counter()

    def walk(left: list[int], guess: int, count: int) -> None:
        for feedback, part in game.parts(guess, left).items():
            if feedback == (game.pegs, 0):
                found[count] += 1
            else:
                walk(part, choose(game, strategy, part), count + 1)

    everything = list(range(len(game.codes)))
    start = game.codes.index(first) if first else choose(game, strategy, everything)
    walk(everything, start, 1)
    return game.codes[start], [found[n] for n in range(1, max(found) + 1)]


def random_total(game: Game) -> Fraction:
    """Return the expected total of guesses of the strategy random."""

    @cache
    def total(left: tuple[int, ...]) -> Fraction:
        if len(left) <= 2:  # the first of them, then the other
            return Fraction(2 * len(left) - 1)
        after = sum(
            total(tuple(part))
            for guess in left
            for feedback, part in game.parts(guess, left).items()
            if feedback != (game.pegs, 0)
        )
        return len(left) + Fraction(after) / len(left)

    return total(tuple(range(len(game.codes))))
