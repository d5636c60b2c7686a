"""
Constraints on a hidden code, and the rules that infer them from clues.

The rules are those of people, who count colours and cross out positions: a rule reads
one clue, and never supposes a colour at a position.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self, TypeAlias

from xl_mastermind.game.rules import Code, Rules, Turn


class ContradictionError(Exception):
    """No code satisfies the constraints; the message names the violated rule."""


@dataclass(slots=True)
class Constraints:
    """
    Possible colours and colour counts of a hidden code.

    Attributes
    ----------
    peg_colours : list of frozenset
        The possible colours of each peg, from 1.
    min_counts, max_counts : list of int
        The number of pegs of each colour, by the colour; the first is unused.
    """

    peg_colours: list[frozenset[int]]
    min_counts: list[int]
    max_counts: list[int]

    @classmethod
    def of_game(cls, rules: Rules) -> Self:
        """Return the constraints that every code of the game satisfies."""
        max_count = 1 if rules.distinct else rules.pegs
        all_colours = frozenset(range(1, rules.colours + 1))
        zeros = [0] * (rules.colours + 1)
        return cls([all_colours] * rules.pegs, zeros, [0] + [max_count] * rules.colours)

    def copy(self) -> "Constraints":
        """Return independent constraints with the same values."""
        return Constraints(self.peg_colours[:], self.min_counts[:], self.max_counts[:])

    def suppose(self, peg: int, colour: int) -> "Constraints":
        """Return the constraints with a colour at a peg."""
        supposed = self.copy()
        supposed.peg_colours[peg] = frozenset([colour])
        return supposed

    def exclude(self, peg: int, colour: int) -> "Constraints":
        """Return the constraints without a colour at a peg."""
        reduced = self.copy()
        reduced.peg_colours[peg] -= {colour}
        return reduced

    @property
    def is_consistent(self) -> bool:
        """Whether each peg has a colour, and no minimum exceeds its maximum."""
        counts_fit = map(int.__le__, self.min_counts, self.max_counts)
        return all(self.peg_colours) and all(counts_fit)

    @property
    def code(self) -> Code | None:
        """The code if each peg has one possible colour, else `None`."""
        if any(len(colours) > 1 for colours in self.peg_colours):
            return None
        return tuple(colour for (colour,) in self.peg_colours)

    def possible_pegs(self, colour: int) -> list[int]:
        """Return the pegs that may have a colour."""
        return [
            peg for peg, choices in enumerate(self.peg_colours) if colour in choices
        ]

    def certain_pegs(self, colour: int) -> list[int]:
        """Return the pegs that must have a colour."""
        pegs = self.possible_pegs(colour)
        return [peg for peg in pegs if len(self.peg_colours[peg]) == 1]

    def open_choices(self) -> Iterator[tuple[int, int]]:
        """Yield each peg of several possible colours with each of them."""
        for peg, colours in enumerate(self.peg_colours):
            if len(colours) > 1:
                yield from ((peg, colour) for colour in sorted(colours))


Propagator: TypeAlias = Callable[[Constraints], bool]
"""Tighten constraints in place; return False if no code satisfies them."""


class InferenceRule(NamedTuple):
    """A rule, the reason for its conclusions, and the sentence if it is violated."""

    propagate: Propagator
    reason: str
    violation: str

    def __call__(self, constraints: Constraints) -> Constraints:
        """Return the constraints after the rule, or raise a ContradictionError."""
        tightened = constraints.copy()
        if not (self.propagate(tightened) and tightened.is_consistent):
            raise ContradictionError(self.violation)
        return tightened


def _fact_rule(propagate: Propagator, subject: str, fact: str) -> InferenceRule:
    return InferenceRule(
        propagate, f"{subject} has {fact}", f"{subject} would not have {fact}"
    )


def inference_rules(rules: Rules, clues: Sequence[Turn]) -> list[InferenceRule]:
    """Return all rules of a puzzle, the easier rules first."""
    peg_totals, black_counts, positions = [], [], []
    for number, (guess, (black, white)) in enumerate(clues, 1):
        pegs, clue = black + white, f"clue {number}"
        total = f"{pegs or 'no'} peg{'' if pegs == 1 else 's'}"
        count_pegs = _count_rule(Counter(guess).items(), pegs)
        peg_totals.append(_fact_rule(count_pegs, clue, total))
        count_black = _black_rule(guess, black)
        black_counts.append(_fact_rule(count_black, clue, f"{black or 'no'} black"))
    colours = range(1, rules.colours + 1)
    for colour, symbol in zip(colours, rules.symbols, strict=True):
        positions += [
            InferenceRule(
                _min_count_rule(colour),
                f"{symbol} has no other place",
                f"{symbol} would have too few places",
            ),
            InferenceRule(
                _max_count_rule(colour),
                f"there is no other {symbol}",
                f"there would be too many {symbol}s",
            ),
        ]
    count_colours = _count_rule([(c, rules.pegs) for c in colours], rules.pegs)
    code_length = _fact_rule(count_colours, "the code", f"{rules.pegs} pegs")
    return [*peg_totals, *black_counts, *positions, code_length]


def _count_rule(colour_limits: Iterable[tuple[int, int]], pegs: int) -> Propagator:
    """Return the rule on the total of some colour counts, each up to its limit."""
    limits = sorted(colour_limits)

    def propagate(constraints: Constraints) -> bool:
        min_counts, max_counts = constraints.min_counts, constraints.max_counts
        lows = [min(min_counts[colour], limit) for colour, limit in limits]
        highs = [min(max_counts[colour], limit) for colour, limit in limits]
        spare, missing = pegs - sum(lows), sum(highs) - pegs
        if spare < 0 or missing < 0:
            return False
        for (colour, limit), low, high in zip(limits, lows, highs, strict=True):
            if low + spare < limit:
                max_counts[colour] = min(max_counts[colour], low + spare)
            min_counts[colour] = max(min_counts[colour], high - missing)
        return True

    return propagate


def _black_rule(guess: Code, black: int) -> Propagator:
    def propagate(constraints: Constraints) -> bool:
        colours = constraints.peg_colours
        possible = [peg for peg, colour in enumerate(guess) if colour in colours[peg]]
        certain = [peg for peg in possible if len(colours[peg]) == 1]
        if not len(certain) <= black <= len(possible):
            return False
        if len(certain) == black:
            for peg in {*possible} - {*certain}:
                colours[peg] -= {guess[peg]}
        elif len(possible) == black:
            for peg in possible:
                colours[peg] = frozenset([guess[peg]])
        return True

    return propagate


def _min_count_rule(colour: int) -> Propagator:
    """Return the rule that a colour fills its possible pegs if it needs all of them."""

    def propagate(constraints: Constraints) -> bool:
        possible, max_counts = constraints.possible_pegs(colour), constraints.max_counts
        if constraints.min_counts[colour] == len(possible):
            for peg in possible:
                constraints.peg_colours[peg] = frozenset([colour])
        max_counts[colour] = min(max_counts[colour], len(possible))
        return True

    return propagate


def _max_count_rule(colour: int) -> Propagator:
    """Return the rule that a colour is at no other peg if it has all of its pegs."""

    def propagate(constraints: Constraints) -> bool:
        certain, min_counts = constraints.certain_pegs(colour), constraints.min_counts
        if constraints.max_counts[colour] == len(certain):
            for peg in {*constraints.possible_pegs(colour)} - {*certain}:
                constraints.peg_colours[peg] -= {colour}
        min_counts[colour] = max(min_counts[colour], len(certain))
        return True

    return propagate
