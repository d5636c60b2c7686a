"""
Turns that contradict one another: which cannot be, and what would mend them.

`suggest` and `rating` say so in an error, the board and the command line in words.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from xl_mastermind.game.codes import codebook, matches_feedback
from xl_mastermind.game.rules import (
    UNKNOWN_COUNT,
    Feedback,
    Rules,
    Turn,
    feedback_in_words,
)

_LONGEST: Final = 120
"""Characters of a sentence, so that it has room in one line of a board."""

_OTHERS: Final = "; {} other changes of one answer would fit too."
"""Ends a sentence that has no room for all."""


class Correction(NamedTuple):
    """A turn, counted from 0, and the feedback with which all turns fit."""

    turn: int
    feedback: Feedback


def first_contradiction(rules: Rules, turns: Sequence[Turn]) -> int | None:
    """Return the first turn, from 0, that no code fits with those before it."""
    by_turn = enumerate(codebook(rules).candidates_by_turn(turns))
    return next((place for place, candidates in by_turn if not len(candidates)), None)


def corrections(rules: Rules, turns: Sequence[Turn]) -> list[Correction]:
    """
    Return every change of one feedback after which some code fits all turns.

    They come turn by turn, the least feedback first; there is none if a single change
    is not enough. Turns that do not contradict one another have their other possible
    answers. A code that fits all turns but one tells what that one would have to be,
    so one look at each code and turn is enough.
    """
    book = codebook(rules)
    codes = np.arange(len(book))
    misfits = np.zeros(len(book), dtype=np.uint8)
    for guess, feedback in turns:
        misfits += ~matches_feedback(
            rules, book.feedback_vector(book.index(guess), codes), feedback
        )
        is_near = misfits < 2
        codes, misfits = codes[is_near], misfits[is_near]
        if not len(codes):
            return []
    codes = codes[misfits == 1]
    changes = []
    for place, (guess, feedback) in enumerate(turns):
        numbers = np.unique(book.feedback_vector(book.index(guess), codes))
        numbers = numbers[~matches_feedback(rules, numbers, feedback)]
        changes += [
            Correction(place, rules.feedback_from_number(number))
            for number in numbers.tolist()
        ]
    return changes


def contradiction_in_words(
    rules: Rules,
    turns: Sequence[Turn],
    noun: str = "turn",
    numbers: Sequence[int] | None = None,
) -> str:
    """
    Return in one line what contradicts what; empty if some code fits.

    The line has some 120 characters. Of many changes it names those that are nearest
    to what was answered, of every turn one before it names another of the same turn.
    A turn is called by the `noun` and its number, 1, 2, ... if no `numbers` are
    given.
    """
    called = numbers or range(1, len(turns) + 1)
    first = first_contradiction(rules, turns)
    if first is None:
        return ""
    sentence = f"No code fits from {noun} {called[first]} on"
    changes = _nearest_first(turns, corrections(rules, turns))
    if not changes:
        return f"{sentence}, whichever one {noun} is changed."
    for count, (place, feedback) in enumerate(changes):
        fits = ", {} {} ({}?)" if count else ": check {} {} ({}?)"
        answer = feedback_in_words(feedback, rules)
        longer = sentence + fits.format(noun, called[place], answer)
        rest = len(changes) - count - 1
        if count and len(longer + (_OTHERS.format(rest) if rest else ".")) > _LONGEST:
            return sentence + _OTHERS.format(rest + 1)
        sentence = longer
    return f"{sentence}."


def _nearest_first(
    turns: Sequence[Turn], changes: Sequence[Correction]
) -> list[Correction]:
    """Return the changes by how likely they are what was meant."""

    def pegs_changed(change: Correction) -> int:
        pairs = zip(change.feedback, turns[change.turn].feedback, strict=True)
        return sum(abs(n - m) for n, m in pairs if m != UNKNOWN_COUNT)

    by_turn: Counter[int] = Counter()
    ranked = []
    for change in sorted(changes, key=lambda c: (pegs_changed(c), -c.turn)):
        ranked.append((by_turn[change.turn], change))
        by_turn[change.turn] += 1
    return [change for _, change in sorted(ranked, key=lambda rank: rank[0])]
