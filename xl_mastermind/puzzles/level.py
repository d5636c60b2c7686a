"""
How hard a puzzle is: how far one must think ahead.

A pass applies every rule once to the same knowledge, so that the order of clues, the
names of colours and the places of pegs do not matter. Passes alone solve an easy
puzzle. In others a colour is supposed on a place, and the next passes contradict that:
one or two of them in a medium puzzle, up to twelve in a hard one.
"""

from collections.abc import Sequence
from typing import Final

from xl_mastermind.game.rules import Rules, Turn
from xl_mastermind.puzzles.constraints import (
    ContradictionError,
    Knowledge,
    Rule,
    rules_of_clues,
)

MAX_PASSES: Final = {"easy": 0, "medium": 2, "hard": 12}
"""The most passes that one must think ahead at each level."""


def level(rules: Rules, clues: Sequence[Turn]) -> str | None:
    """Return the level of a puzzle, `None` if single suppositions do not solve it."""
    passes = passes_ahead(rules, clues)
    if passes is None:
        return None
    return next(name for name, most in MAX_PASSES.items() if passes <= most)


def passes_ahead(rules: Rules, clues: Sequence[Turn]) -> int | None:
    """
    Return how many passes one must think ahead, 0 if nothing is supposed.

    A supposition that fewer passes contradict stays contradicted when more are
    allowed, so each number of passes begins with what fewer have found.
    """
    every = rules_of_clues(rules, clues)
    known = _passed(Knowledge.nothing(rules), every)
    ahead = 0
    while known.code is None:
        needed = {
            (peg, colour): passes
            for peg, colour in known.open()
            if (passes := _contradicted_after(known.with_peg(peg, colour), every))
        }
        if not needed:
            return None
        ahead = max(ahead, min(needed.values()))
        for (peg, colour), passes in needed.items():
            if passes <= ahead:
                known = known.without(peg, colour)
        known = _passed(known, every)
    return ahead


def _passed(known: Knowledge, rules: Sequence[Rule]) -> Knowledge:
    """Return what is known when another pass finds nothing."""
    while (more := _one_pass(known, rules)) != known:
        known = more
    return known


def _contradicted_after(known: Knowledge, rules: Sequence[Rule]) -> int:
    """Return how many passes contradict what is known, 0 if none or too many do."""
    for number in range(1, max(MAX_PASSES.values()) + 1):
        try:
            more = _one_pass(known, rules)
        except ContradictionError:
            return number
        if more == known:
            break
        known = more
    return 0


def _one_pass(known: Knowledge, rules: Sequence[Rule]) -> Knowledge:
    """Return what all rules find in the same knowledge, or raise."""
    found = known.copy()
    for rule in rules:
        found.add(rule(known))
    if not found.is_possible:
        raise ContradictionError
    return found
