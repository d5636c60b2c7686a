"""The solution of a puzzle, step by step, in sentences."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias, TypeVar

from xl_mastermind.game.rules import Rules, Turn
from xl_mastermind.plugins.puzzles.constraints import (
    Constraints,
    ContradictionError,
    InferenceRule,
    inference_rules,
)
from xl_mastermind.presentation.messages import number_in_words

POSITIONS: Final = ("first", "second", "third", "fourth")


class Supposition(NamedTuple):
    """A colour at a peg, and the rules that contradict it one after the other."""

    peg: int
    colour: int
    rules: Sequence[InferenceRule]

    def __call__(self, constraints: Constraints) -> Constraints:
        """Return the constraints, without the supposed colour if rules exclude it."""
        if _contradict(_suppose(constraints, self.peg, self.colour), self.rules):
            return constraints.exclude(self.peg, self.colour)
        return constraints


Step: TypeAlias = InferenceRule | Supposition

_Step = TypeVar("_Step", bound=Step)


class Inference(NamedTuple):
    """A step and the constraints: before it, with its conclusions, and after it."""

    step: Step
    before: Constraints
    concluded: Constraints
    after: Constraints
    """Include the counts that follow, which explanations omit."""


def solve_puzzle(rules: Rules, clues: Sequence[Turn]) -> list[Inference]:
    """
    Return the steps that solve a puzzle, each of them needed.

    Raise a ValueError if single suppositions do not solve it.
    """
    clue_rules = inference_rules(rules, clues)
    start = constraints = Constraints.of_game(rules)
    steps = list[Step]()
    while constraints.code is None:
        step = _next_rule(constraints, clue_rules) or _best_supposition(
            constraints, clue_rules
        )
        if step is None:
            raise ValueError("expected a puzzle that single suppositions solve")
        steps.append(step)
        constraints = _apply_steps(constraints, [step])
    needed = _needed_steps(steps, lambda some: bool(_apply_steps(start, some).code))
    return [*_inferences(start, needed)]


def _inferences(constraints: Constraints, steps: Iterable[Step]) -> Iterator[Inference]:
    """Yield the steps that tighten constraints, or raise a ContradictionError."""
    for step in steps:
        concluded = step(constraints)
        if concluded != constraints:  # Only an omitted step needed the last one.
            after = _update_counts(concluded)
            yield Inference(step, constraints, concluded, after)
            constraints = after


def _apply_steps(constraints: Constraints, steps: Iterable[Step]) -> Constraints:
    """Return the constraints after some steps, or raise a ContradictionError."""
    for inference in _inferences(constraints, steps):
        constraints = inference.after
    return constraints


def _update_counts(constraints: Constraints) -> Constraints:
    """
    Return the constraints with the counts that follow from the colours of the pegs.

    Excluded colours go first, because a repetition must change nothing. A rule, not
    this function, reports a colour whose minimum exceeds its maximum.
    """
    constraints = constraints.copy()
    min_counts, max_counts = constraints.min_counts, constraints.max_counts
    colours = range(1, len(max_counts))
    for colour in colours:
        if not (max_counts[colour] or constraints.certain_pegs(colour)):
            for peg in constraints.possible_pegs(colour):
                constraints.peg_colours[peg] -= {colour}
    for colour in colours:
        low = max(min_counts[colour], len(constraints.certain_pegs(colour)))
        high = min(max_counts[colour], len(constraints.possible_pegs(colour)))
        if low <= high:
            min_counts[colour], max_counts[colour] = low, high
    return constraints


def _suppose(constraints: Constraints, peg: int, colour: int) -> Constraints:
    return _update_counts(constraints.suppose(peg, colour))


def _contradict(constraints: Constraints, rules: Sequence[InferenceRule]) -> bool:
    try:
        _apply_steps(constraints, rules)
    except ContradictionError:
        return True
    return False


def _needed_steps(
    steps: Sequence[_Step], is_enough: Callable[[list[_Step]], bool]
) -> list[_Step]:
    """Return the steps without the unnecessary ones, removed from the last one back."""
    needed = [*steps]
    for index in reversed(range(len(needed))):
        others = needed[:index] + needed[index + 1 :]
        if is_enough(others):
            needed = others
    return needed


def _next_rule(
    constraints: Constraints, rules: Sequence[InferenceRule]
) -> InferenceRule | None:
    """Return the first rule that tightens or contradicts the constraints."""
    for rule in rules:
        try:
            if rule(constraints) != constraints:
                return rule
        except ContradictionError:
            return rule
    return None


def _best_supposition(
    constraints: Constraints, rules: Sequence[InferenceRule]
) -> Supposition | None:
    """Return the supposition that the fewest rules contradict."""
    suppositions = []
    for peg, colour in constraints.open_choices():
        supposed = _suppose(constraints, peg, colour)
        if contradiction := _contradicting_rules(supposed, rules):
            suppositions.append(Supposition(peg, colour, contradiction))
    return min(
        suppositions, key=lambda supposition: len(supposition.rules), default=None
    )


def _contradicting_rules(
    constraints: Constraints, rules: Sequence[InferenceRule]
) -> list[InferenceRule]:
    """Return the rules that contradict the constraints, none if a code may fit."""
    supposed, used_rules = constraints, list[InferenceRule]()
    while rule := _next_rule(constraints, rules):
        used_rules.append(rule)
        try:
            constraints = _apply_steps(constraints, [rule])
        except ContradictionError:
            return _needed_steps(used_rules, lambda some: _contradict(supposed, some))
    return []


# In words


def solution_in_words(rules: Rules, clues: Sequence[Turn]) -> list[str]:
    """
    Return the steps that solve a puzzle, one or more sentences each.

    Examples
    --------
    >>> rules = Rules(3, 4)
    >>> clues = [rules.parse_turn("342:2,0"), rules.parse_turn("441:0,1")]
    >>> for step in solution_in_words(rules, clues):
    ...     print(step)
    Clue 2 has no black: the first is not 4, the second is not 4, the third is not 1.
    Clue 1 has 2 black: the first is 3, the third is 2.
    Clue 2 has 1 peg: exactly one 1.
    1 has no other place: the second is 1.
    """
    return [
        " ".join(inference_sentences(rules, inference))
        for inference in solve_puzzle(rules, clues)
    ]


def inference_sentences(rules: Rules, inference: Inference) -> Iterator[str]:
    """Yield the reason and conclusions of a rule, or a supposition with its end."""
    step, before, concluded, _ = inference
    if isinstance(step, InferenceRule):
        conclusions = (
            *_count_conclusions(rules, before, concluded),
            *_peg_conclusions(rules, before, concluded),
        )
        reason = step.reason[0].upper() + step.reason[1:]
        yield f"{reason}: {', '.join(conclusions)}."
        return
    position, symbol = POSITIONS[step.peg], rules.symbols[step.colour - 1]
    yield f"Suppose the {position} is {symbol}."
    try:
        supposed = _suppose(before, step.peg, step.colour)
        for conclusion in _inferences(supposed, step.rules):
            yield from inference_sentences(rules, conclusion)
    except ContradictionError as contradiction:
        yield f"But then {contradiction}."
    yield f"So the {position} is not {symbol}."


def _count_conclusions(
    rules: Rules, before: Constraints, after: Constraints
) -> Iterator[str]:
    for colour, symbol in enumerate(rules.symbols, 1):
        low, high = after.min_counts[colour], after.max_counts[colour]
        has_higher_min = low > before.min_counts[colour]
        has_lower_max = high < before.max_counts[colour]
        if not (has_higher_min or has_lower_max):
            continue
        if high == 0:
            yield f"no {symbol}"
        elif rules.distinct:
            yield f"{symbol} is in it"
        elif low == high:
            yield f"exactly {_symbol_count(low, symbol)}"
        else:
            if has_higher_min:
                yield f"at least {_symbol_count(low, symbol)}"
            if has_lower_max:
                yield f"at most {_symbol_count(high, symbol)}"


def _symbol_count(number: int, symbol: str) -> str:
    return f"{number_in_words(number)} {symbol}{'' if number == 1 else 's'}"


def _peg_conclusions(
    rules: Rules, before: Constraints, after: Constraints
) -> Iterator[str]:
    """Yield the pegs that became certain, and the excluded colours of the others."""
    for peg, position in enumerate(POSITIONS[: rules.pegs]):
        old, new = before.peg_colours[peg], after.peg_colours[peg]
        if old == new:
            continue
        if len(new) == 1:
            (colour,) = new
            yield f"the {position} is {rules.symbols[colour - 1]}"
            continue
        excluded = [
            rules.symbols[colour - 1]
            for colour in sorted(old - new)
            if after.max_counts[colour]
        ]
        if excluded:
            yield f"the {position} is not {' or '.join(excluded)}"
