"""
What a `SpreadSearch` knows: positions, the guesses made in them, and their bounds.

Plain arithmetic; no search is made here. The value of a position is its least total, or
its least greatest number of guesses.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from xl_mastermind.game.rules import Code, Turn

NEVER: Final = 1 << 28
"""More guesses than any tree has."""


@dataclass(eq=False)
class Position:
    """
    What is left after some turns, and the bounds of its value, which `first` attains.

    Attributes
    ----------
    turns : tuple of Turn
        Those that led here, after the problem's own.
    count : int
        How many codes are left.
    after : Choice or None
        The guess to which this is an answer; none at the root.
    choices : list of Choice
        The guesses that may be best, those of most promise first. Empty before the
        position is divided.
    is_out : bool
        Whether somebody searches it now.
    """

    turns: tuple[Turn, ...]
    count: int
    lower: int
    upper: int = NEVER
    first: Code | None = None
    after: "Choice | None" = None
    choices: "list[Choice]" = field(default_factory=list)
    is_out: bool = False


@dataclass(eq=False)
class Choice:
    """A guess in a position, and what it leaves; `lower` is its promise at first."""

    guess: Code
    position: Position
    lower: int
    upper: int = NEVER
    positions: list[Position] = field(default_factory=list)


@dataclass
class Race:
    """
    The search for the value of a root, as far as it is less than a ceiling.

    Attributes
    ----------
    is_total : bool
        Whether values are totals; else they are greatest numbers.
    choices_in : callable
        Returns the guesses that may be best in a position, by what they promise.
    positions_after : callable
        Returns the positions after a choice.
    """

    root: Position
    ceiling: int
    is_total: bool
    choices_in: Callable[[Position], list[Choice]]
    positions_after: Callable[[Choice], list[Position]]

    @property
    def is_settled(self) -> bool:
        """Whether nothing is left to find out."""
        return not self._is_open(self.root, self.ceiling)

    def is_of_use(self, position: Position) -> bool:
        """Return whether more must be known of a position."""
        room = self._room_of(position)
        return self._is_open(position, room)

    def ready(self) -> Iterator[tuple[Position, int]]:
        """
        Yield positions that may be searched, and what their value is to be below.

        Wherever guesses compete, those after the one of most promise come first. The
        others wait for its value, which may do away with them.
        """
        yield from self._ready(self.root, self.ceiling, only_first=True)
        yield from self._ready(self.root, self.ceiling, only_first=False)

    def _ready(
        self, position: Position, room: int, *, only_first: bool
    ) -> Iterator[tuple[Position, int]]:
        if not self._is_open(position, room):
            return
        room = min(room, position.upper)
        if not (position.choices or position.is_out):
            yield position, room
        for choice in position.choices:
            if choice.lower >= room:
                continue
            if not choice.positions:
                self.open(choice)
            for after in choice.positions:
                rest = self._room_after(choice, after, room)
                yield from self._ready(after, rest, only_first=only_first)
            if choice.lower < room and (only_first or choice.upper >= NEVER):
                return

    def divide(self, position: Position) -> None:
        """Have the guesses that may be best in a position looked at one by one."""
        position.choices = self.choices_in(position)
        self._weigh(position)

    def open(self, choice: Choice) -> None:
        """Find the positions after a choice."""
        choice.positions = self.positions_after(choice)
        for after in choice.positions:
            after.after = choice
        self._combine(choice)
        self._weigh(choice.position)

    def learn(
        self, position: Position, lower: int, upper: int, first: Code | None
    ) -> None:
        """Note new bounds of a position, and what they mean for those before it."""
        position.lower = max(position.lower, lower)
        if upper < position.upper:
            position.upper, position.first = upper, first
        if choice := position.after:
            self._combine(choice)
            self._weigh(choice.position)

    def _weigh(self, position: Position) -> None:
        """Note what its choices mean for a position."""
        best = min(position.choices, key=lambda choice: choice.upper)
        lower = min(choice.lower for choice in position.choices)
        self.learn(position, lower, best.upper, best.guess)

    def _combine(self, choice: Choice) -> None:
        cost = self._cost(choice)
        combine = sum if self.is_total else max
        lower = combine([0, *(after.lower for after in choice.positions)])
        upper = combine([0, *(after.upper for after in choice.positions)])
        choice.lower = min(NEVER, max(choice.lower, cost + lower))
        choice.upper = min(NEVER, cost + upper)

    def _cost(self, choice: Choice) -> int:
        """Return what a guess adds to the values of what it leaves."""
        return choice.position.count if self.is_total else 1

    def _is_open(self, position: Position, room: int) -> bool:
        """Return whether more must be known of what is to be less than `room`."""
        if position.upper < room and not self.is_total:
            return False
        return position.lower < min(room, position.upper)

    def _room_after(self, choice: Choice, after: Position, room: int) -> int:
        """Return what a position must be below for its choice to be below `room`."""
        cost = self._cost(choice)
        if not self.is_total:
            return room - cost
        others = sum(other.lower for other in choice.positions) - after.lower
        return room - cost - others

    def _room_of(self, position: Position) -> int:
        if not (choice := position.after):
            return self.ceiling
        before = choice.position
        room = min(self._room_of(before), before.upper)
        return self._room_after(choice, position, room)
