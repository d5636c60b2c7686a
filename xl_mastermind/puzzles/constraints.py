"""
What is known of a hidden code, and the rules by which clues tell more of it.

People solve puzzles so: they count colours and cross out places, one clue at a time. A
rule never looks at two clues at once, and never tries a colour on a place.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self, TypeAlias

from xl_mastermind.game.rules import Code, Rules, Turn


class ContradictionError(Exception):
    """No code fits what is known."""


@dataclass(slots=True)
class Knowledge:
    """
    What is known of a code.

    Attributes
    ----------
    may : list of int
        For each peg the colours that it may have, colour c as bit c.
    least, most : list of int
        How often each colour stands in the code, by the colour; the first is unused.
    """

    may: list[int]
    least: list[int]
    most: list[int]

    @classmethod
    def nothing(cls, rules: Rules) -> Self:
        """Return what is known of any code of the game."""
        often = 1 if rules.distinct else rules.pegs
        every = (1 << rules.colours + 1) - 2
        none = [0] * (rules.colours + 1)
        return cls([every] * rules.pegs, none, [0] + [often] * rules.colours)

    def copy(self) -> "Knowledge":
        """Return the same knowledge, to be changed."""
        return Knowledge(self.may[:], self.least[:], self.most[:])

    def with_peg(self, peg: int, colour: int) -> "Knowledge":
        """Return what would be known if a peg had this colour."""
        known = self.copy()
        known.may[peg] = 1 << colour
        return known

    def without(self, peg: int, colour: int) -> "Knowledge":
        """Return what would be known if a peg had not this colour."""
        known = self.copy()
        known.may[peg] &= ~(1 << colour)
        return known

    def add(self, other: "Knowledge") -> None:
        """Add what other knowledge has."""
        self.may = [a & b for a, b in zip(self.may, other.may, strict=True)]
        self.least = [*map(max, self.least, other.least)]
        self.most = [*map(min, self.most, other.most)]

    @property
    def is_possible(self) -> bool:
        """Whether nothing known contradicts itself at first sight."""
        return all(self.may) and all(map(int.__le__, self.least, self.most))

    @property
    def code(self) -> Code | None:
        """The code, if it is known."""
        if any(colours & (colours - 1) for colours in self.may):
            return None
        return tuple(colours.bit_length() - 1 for colours in self.may)

    def places_of(self, colour: int) -> list[int]:
        """Return the pegs that may have a colour."""
        return [peg for peg, colours in enumerate(self.may) if colours >> colour & 1]

    def places_taken_by(self, colour: int) -> list[int]:
        """Return the pegs that have a colour for sure."""
        return [peg for peg, colours in enumerate(self.may) if colours == 1 << colour]

    def open(self) -> Iterable[tuple[int, int]]:
        """Yield each peg that is not known with each colour that it may have."""
        for peg, colours in enumerate(self.may):
            if colours & (colours - 1):
                for colour in range(1, colours.bit_length()):
                    if colours >> colour & 1:
                        yield peg, colour


Inference: TypeAlias = Callable[[Knowledge], None]
"""Adds to what is known, or raises a ContradictionError."""


class Rule(NamedTuple):
    """A way to infer more, why it holds, and the sentence where it cannot hold."""

    infer: Inference
    because: str
    denied: str

    def __call__(self, known: Knowledge) -> Knowledge:
        """Return what is known after the rule, or raise a ContradictionError."""
        more = known.copy()
        self.infer(more)
        if not more.is_possible:
            raise ContradictionError
        return more


def rules_of_clues(rules: Rules, clues: Sequence[Turn]) -> list[Rule]:
    """Return all rules of a puzzle, the easier ones first."""
    counts, places = [], []
    for number, (guess, (black, white)) in enumerate(clues, 1):
        pegs, clue = black + white, f"clue {number}"
        total = f"{pegs or 'no'} peg{'' if pegs == 1 else 's'}"
        counts.append(
            Rule(
                _count(Counter(guess).items(), pegs),
                f"{clue} has {total}",
                f"{clue} would not have {total}",
            )
        )
        right = f"{black or 'no'} black"
        places.append(
            Rule(
                _right_places(guess, black),
                f"{clue} has {right}",
                f"{clue} would not have {right}",
            )
        )
    colours = range(1, rules.colours + 1)
    room = [
        rule
        for colour, symbol in zip(colours, rules.symbols, strict=True)
        for rule in (
            Rule(
                _few_places(colour),
                f"{symbol} has no other place",
                f"{symbol} would have too few places",
            ),
            Rule(
                _places_taken(colour),
                f"there is no other {symbol}",
                f"there would be too many {symbol}s",
            ),
        )
    ]
    whole = Rule(
        _count([(colour, rules.pegs) for colour in colours], rules.pegs),
        f"the code has {rules.pegs} pegs",
        f"the code would not have {rules.pegs} pegs",
    )
    return [*counts, *places, *room, whole]


def _count(most: Iterable[tuple[int, int]], pegs: int) -> Inference:
    """Return the rule on the number of pegs that some colours have together."""
    caps = sorted(most)

    def infer(known: Knowledge) -> None:
        least = [min(known.least[colour], cap) for colour, cap in caps]
        greatest = [min(known.most[colour], cap) for colour, cap in caps]
        spare, missing = pegs - sum(least), sum(greatest) - pegs
        if spare < 0 or missing < 0:
            raise ContradictionError
        for (colour, cap), low, high in zip(caps, least, greatest, strict=True):
            if low + spare < cap:
                known.most[colour] = min(known.most[colour], low + spare)
            known.least[colour] = max(known.least[colour], high - missing)

    return infer


def _right_places(guess: Code, black: int) -> Inference:
    """Return the rule on the number of pegs of a guess in their right places."""

    def infer(known: Knowledge) -> None:
        can = [peg for peg, colour in enumerate(guess) if known.may[peg] >> colour & 1]
        sure = [peg for peg in can if known.may[peg] == 1 << guess[peg]]
        if not len(sure) <= black <= len(can):
            raise ContradictionError
        if len(sure) == black:
            for peg in {*can} - {*sure}:
                known.may[peg] &= ~(1 << guess[peg])
        elif len(can) == black:
            for peg in can:
                known.may[peg] = 1 << guess[peg]

    return infer


def _few_places(colour: int) -> Inference:
    """Return the rule that a colour stands only where it may."""

    def infer(known: Knowledge) -> None:
        can = known.places_of(colour)
        if known.least[colour] == len(can):
            for peg in can:
                known.may[peg] = 1 << colour
        known.most[colour] = min(known.most[colour], len(can))

    return infer


def _places_taken(colour: int) -> Inference:
    """Return the rule that a colour stands nowhere else once it has its places."""

    def infer(known: Knowledge) -> None:
        sure = known.places_taken_by(colour)
        if known.most[colour] == len(sure):
            for peg in {*known.places_of(colour)} - {*sure}:
                known.may[peg] &= ~(1 << colour)
        known.least[colour] = max(known.least[colour], len(sure))

    return infer
