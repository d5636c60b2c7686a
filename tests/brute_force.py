"""
The game and its strategies in plain Python, to check the fast ones against.

Nothing of the package is used here: no numpy, no symmetry, no short cuts.
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
Answer: TypeAlias = tuple[int, int]


def feedback(secret: Sequence[int], guess: Sequence[int]) -> Answer:
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
    """A game with all its codes, and all answers looked up by place in the list."""

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
    def answers(self) -> list[list[Answer]]:
        """Each guess's answers for each secret; an answer is mutual."""
        known = {
            (i, j): self.feedback(secret, guess)
            for i, secret in enumerate(self.codes)
            for j, guess in enumerate(self.codes[: i + 1])
        }
        places = range(len(self.codes))
        return [[known[max(i, j), min(i, j)] for j in places] for i in places]

    def feedback(self, secret: Code, guess: Code) -> Answer:
        black, white = feedback(secret, guess)
        return (black, 0) if self.black_only else (black, white)

    def fitting(self, turns: Collection[tuple[Code, Answer]]) -> list[Code]:
        return [
            code
            for code in self.codes
            if all(self.feedback(code, guess) == given for guess, given in turns)
        ]

    def parts(self, guess: int, left: Sequence[int]) -> dict[Answer, list[int]]:
        parts = defaultdict(list)
        for place in left:
            parts[self.answers[guess][place]].append(place)
        return parts


@dataclass(frozen=True)
class Reordered(Game):
    """A game whose codes are in order by some pegs, perhaps from the last one down."""

    by: tuple[int, ...] = ()
    down: bool = False

    @cached_property
    def codes(self) -> list[Code]:
        plain = Game(self.pegs, self.colours, self.distinct, self.black_only)

        def key(code: Code) -> list[int]:
            return [code[peg - 1] for peg in self.by]

        return sorted(plain.codes, key=key, reverse=self.down)


def game(written: str) -> Game:
    """Return the game written so, whatever its symbols."""
    size, *words = written.split()
    pegs, colours = map(int, size.split("x"))
    return _game(pegs, colours, "distinct" in words, "black" in words)


_game = cache(Game)  # its answers are worked out once for all tests


Rank: TypeAlias = Callable[[Collection[int]], object]


class Method(NamedTuple):
    """How a strategy ranks a guess by its part sizes, the less the better."""

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
    # Entropy is greatest where this whole number is least, so it is exact.
    "entropy": Method(lambda sizes: math.prod(n**n for n in sizes)),
    "most-parts": Method(lambda sizes: -len(sizes)),
}


def beginner(game: Game, left: Sequence[int]) -> int:
    """Return the place of one colour whose number is open, else of the first code."""
    codes = [game.codes[place] for place in left]
    for colour in range(1, game.colours + 1) if not game.distinct else ():
        if len({code.count(colour) for code in codes}) > 1:
            return game.codes.index((colour,) * game.pegs)
    return left[0]


PEOPLE = {"beginner": beginner}


def choose(game: Game, strategy: str, left: Sequence[int]) -> int:
    """Return the place of the guess that a strategy makes."""
    if len(left) <= 2:
        return left[0]
    if strategy in PEOPLE:
        return PEOPLE[strategy](game, left)
    method = METHODS[strategy]
    guesses = left if method.among_candidates else range(len(game.codes))
    candidates = set(left)

    def order(guess: int) -> tuple[object, bool, int]:
        row = game.answers[guess]
        sizes = Counter(row[place] for place in left).values()
        dispreferred = method.prefers_candidates and guess not in candidates
        return method.rank(sizes), dispreferred, guess

    return min(guesses, key=order)


@cache
def play_all(
    game: Game, strategy: str, first: Code | None = None
) -> tuple[Code, list[int]]:
    """Return the first guess, and how many secrets are found with 1, 2, ... guesses."""
    found: Counter[int] = Counter()

    def walk(left: list[int], guess: int, count: int) -> None:
        for given, part in game.parts(guess, left).items():
            if given == (game.pegs, 0):
                found[count] += 1
            else:
                walk(part, choose(game, strategy, part), count + 1)

    everything = list(range(len(game.codes)))
    start = game.codes.index(first) if first else choose(game, strategy, everything)
    walk(everything, start, 1)
    return game.codes[start], [found[n] for n in range(1, max(found) + 1)]


def total_at_random(game: Game) -> Fraction:
    """Return the expected total over all secrets if every candidate is as likely."""

    @cache
    def total(left: tuple[int, ...]) -> Fraction:
        if len(left) <= 2:  # the first of them, then the other
            return Fraction(2 * len(left) - 1)
        after = sum(
            total(tuple(part))
            for guess in left
            for given, part in game.parts(guess, left).items()
            if given != (game.pegs, 0)
        )
        return len(left) + Fraction(after) / len(left)

    return total(tuple(range(len(game.codes))))
