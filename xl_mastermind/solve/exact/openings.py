"""
What a `SpreadSearch` knows: first guesses, the positions after them, their bounds.

Plain arithmetic; no search is made here. A *share* is some of a position's guesses.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from xl_mastermind.game.rules import Code, Turn

NEVER: Final = 1 << 28
"""More guesses than any tree has."""


class Finding(NamedTuple):
    """What a share has: a value with its first guess, if there is one so low.

    `least` is what the value of the whole share is at least.
    """

    value: int | None
    least: int
    first: Code | None


@dataclass(eq=False)
class Position:
    """
    What is left after some turns, and the bounds of its value.

    Its first guesses are divided into `shares`. So many are `given` to workers,
    and so many are `back`; none has found a value below the `floor`.
    """

    turns: tuple[Turn, ...]
    count: int
    lower: int
    upper: int = NEVER
    first: Code | None = None
    shares: list[slice | None] = field(default_factory=list)
    given: int = 0
    back: int = 0
    floor: int = NEVER

    def divide(self, pieces: int) -> None:
        """Start anew: the guess of most promise, then the others in so many pieces."""
        rest = [slice(1 + piece, None, pieces) for piece in range(pieces)]
        self.shares = [slice(0, 1), *rest] if pieces > 1 else [None]
        self.given = self.back = 0
        self.floor = NEVER

    @property
    def is_ready(self) -> bool:
        """Whether a share can be given; after the first one they wait for a value."""
        return self.given < len(self.shares) and (not self.given or self.back > 0)

    def learn(self, finding: Finding, below: int) -> None:
        """Note what a share has found that looked for a value below another."""
        self.back += 1
        self.floor = min(self.floor, below if finding.value is None else finding.least)
        if finding.value is not None and finding.value < self.upper:
            self.upper, self.first = finding.value, finding.first
        if self.back == len(self.shares):
            self.lower = max(self.lower, self.floor)

    def put_back(self, share: slice | None) -> None:
        """Give a share again that was not done."""
        self.back += 1
        self.shares.append(share)


@dataclass(eq=False)
class Opening:
    """
    A first guess, what it costs, and the positions after it.

    `combine` makes one value of theirs: `sum` for totals, `max` for worst cases.
    """

    first: Code | None
    cost: int
    positions: list[Position]
    combine: Callable[[Iterable[int]], int]

    @property
    def lower(self) -> int:
        """What its value is at least."""
        return self._value(position.lower for position in self.positions)

    @property
    def upper(self) -> int:
        """What its value is at most."""
        return self._value(position.upper for position in self.positions)

    @property
    def largest(self) -> int:
        """How many codes its largest position has."""
        return max((position.count for position in self.positions), default=0)

    def _value(self, values: Iterable[int]) -> int:
        return min(NEVER, self.cost + self.combine([0, *values]))

    def room(self, position: Position, best: int) -> int:
        """Return what a position must be less than for this to be less than `best`."""
        others = 0 if self.combine is max else self.lower - self.cost - position.lower
        return best - self.cost - others

    def is_open(self, position: Position, best: int) -> bool:
        """Return whether more must be known of a position."""
        room = self.room(position, best)
        if self.combine is max and position.upper < room:
            return False
        return self.lower < best and position.lower < min(room, position.upper)


@dataclass(eq=False)
class Race:
    """
    The openings that compete for the least value.

    It is at least `floor`, and at most `upper`. Whether it is less than `ceiling` is
    to be found out.
    """

    openings: list[Opening]
    floor: int
    ceiling: int
    upper: int = NEVER

    @property
    def best(self) -> int:
        """The least value that was found, or the ceiling."""
        return min(self.ceiling, *(opening.upper for opening in self.openings))

    @property
    def lower(self) -> int:
        """What the least value is at least."""
        least = min(opening.lower for opening in self.openings)
        return min(self.best, max(self.floor, least))

    @property
    def is_settled(self) -> bool:
        """Whether nothing is left to find out."""
        return self.lower == self.best

    @property
    def winner(self) -> Opening:
        """The opening with the least value that was found."""
        return min(self.openings, key=lambda opening: opening.upper)

    @property
    def positions(self) -> Iterator[Position]:
        """All positions of all openings."""
        for opening in self.openings:
            yield from opening.positions

    def ready(self) -> Iterator[tuple[Opening, Position, int]]:
        """Yield positions to be searched, with the value to be less than."""
        best = self.best
        for opening in self.openings:
            for position in opening.positions:
                while position.is_ready and opening.is_open(position, best):
                    room = opening.room(position, best)
                    yield opening, position, min(room, position.upper)
