"""
The level of a puzzle: the number of passes that one must think ahead.

A pass applies every rule once to the same constraints, so that the order of clues, the
names of colours and the positions of pegs do not matter. Passes solve an easy puzzle.
Other puzzles need suppositions of a colour at a position, which later passes
contradict: one or two passes in a medium puzzle, up to twelve in a hard one.
"""

from collections.abc import Sequence
from typing import Final

from xl_mastermind.game.rules import Rules, Turn
from xl_mastermind.plugins.puzzles.constraints import (
    Constraints,
    ContradictionError,
    InferenceRule,
    inference_rules,
)
from xl_mastermind.plugins.puzzles.puzzle import LEVELS

MAX_PASSES: Final = dict(zip(LEVELS, (0, 2, 12), strict=True))
"""The maximum number of passes after a supposition, for each level."""


def level(rules: Rules, clues: Sequence[Turn]) -> str | None:
    """Return the level of a puzzle, `None` if single suppositions do not solve it."""
    passes = _passes_ahead(rules, clues)
    if passes is None:
        return None
    return next(name for name, limit in MAX_PASSES.items() if passes <= limit)


def _passes_ahead(rules: Rules, clues: Sequence[Turn]) -> int | None:
    """
    Return the number of passes after a supposition, 0 if no supposition is needed.

    More passes contradict every supposition that fewer passes do, so each number of
    passes starts from the constraints of the previous one.
    """
    clue_rules = inference_rules(rules, clues)
    constraints = _repeat_passes(Constraints.of_game(rules), clue_rules)
    ahead = 0
    while constraints.code is None:
        passes_needed = {
            (peg, colour): passes
            for peg, colour in constraints.open_choices()
            if (passes := _count_passes(constraints.suppose(peg, colour), clue_rules))
        }
        if not passes_needed:
            return None
        ahead = max(ahead, min(passes_needed.values()))
        for (peg, colour), passes in passes_needed.items():
            if passes <= ahead:
                constraints = constraints.exclude(peg, colour)
        constraints = _repeat_passes(constraints, clue_rules)
    return ahead


def _repeat_passes(
    constraints: Constraints, rules: Sequence[InferenceRule]
) -> Constraints:
    """Return the constraints that another pass does not change."""
    while (tightened := _run_pass(constraints, rules)) != constraints:
        constraints = tightened
    return constraints


def _count_passes(constraints: Constraints, rules: Sequence[InferenceRule]) -> int:
    """Return the number of passes up to a contradiction, 0 if there is none in time."""
    for number in range(1, max(MAX_PASSES.values()) + 1):
        try:
            tightened = _run_pass(constraints, rules)
        except ContradictionError:
            return number
        if tightened == constraints:
            break
        constraints = tightened
    return 0


def _run_pass(constraints: Constraints, rules: Sequence[InferenceRule]) -> Constraints:
    """Return the constraints after one pass, or raise a ContradictionError."""
    tightened = constraints.copy()
    for rule in rules:
        other = rule(constraints)
        tightened.peg_colours = [
            a & b for a, b in zip(tightened.peg_colours, other.peg_colours, strict=True)
        ]
        tightened.min_counts = [*map(max, tightened.min_counts, other.min_counts)]
        tightened.max_counts = [*map(min, tightened.max_counts, other.max_counts)]
    if not tightened.is_consistent:
        raise ContradictionError
    return tightened
