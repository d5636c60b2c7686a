"""Turns that contradict one another, and the changes that resolve it, in words."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from xl_mastermind.game import rules as game_rules
from xl_mastermind.game.codes import Codebook, codebook, matches_feedback

_MAX_LENGTH: Final = 120
"""Characters of a sentence, which must fit in one line of a board."""

_OTHER_CHANGES: Final = "; {} other changes of one answer would fit too."


class Correction(NamedTuple):
    """The index of a turn, and another feedback with which some code fits all turns."""

    turn: int
    feedback: game_rules.Feedback


def first_contradiction(book: Codebook, turns: Sequence[game_rules.Turn]) -> int | None:
    """Return the index of the first turn without candidates, or None."""
    by_turn = enumerate(book.candidates_by_turn(turns))
    return next((index for index, candidates in by_turn if not len(candidates)), None)


def corrections(book: Codebook, turns: Sequence[game_rules.Turn]) -> list[Correction]:
    """
    Return every change of one feedback after which some code fits all turns.

    They are in the order of the turns, then of the feedbacks. The list is empty if one
    change is not enough. Turns without a contradiction have corrections, too.
    """
    # A code that fits all turns but one gives the feedback of that one.
    rules, codes = book.rules, np.arange(len(book))
    misfits = np.zeros(len(book), dtype=np.uint8)
    for guess, feedback in turns:
        feedback_numbers = book.feedback_vector(book.index(guess), codes)
        misfits += ~matches_feedback(rules, feedback_numbers, feedback)
        is_near = misfits < 2
        codes, misfits = codes[is_near], misfits[is_near]
        if not len(codes):
            return []
    codes = codes[misfits == 1]
    changes = []
    for index, (guess, feedback) in enumerate(turns):
        feedback_numbers = np.unique(book.feedback_vector(book.index(guess), codes))
        matches = matches_feedback(rules, feedback_numbers, feedback)
        changes += [
            Correction(index, rules.feedback_from_number(number))
            for number in feedback_numbers[~matches].tolist()
        ]
    return changes


def contradiction_in_words(
    rules: game_rules.Rules,
    turns: Sequence[game_rules.Turn],
    noun: str = "turn",
    turn_numbers: Sequence[int] | None = None,
) -> str:
    """
    Return a sentence about a contradiction, or "" if some code fits.

    Several changes take at most 120 characters: first the changes nearest to the given
    answers, and one for each turn before a second one for the same turn. `noun` and a
    number from `turn_numbers`, by default 1, 2, ..., name a turn.
    """
    turn_numbers = turn_numbers or range(1, len(turns) + 1)
    book = codebook(rules)
    first = first_contradiction(book, turns)
    if first is None:
        return ""
    sentence = f"No code fits from {noun} {turn_numbers[first]} on"
    changes = _nearest_first(turns, corrections(book, turns))
    if not changes:
        return f"{sentence}, even if one {noun} is changed."
    for count, (index, feedback) in enumerate(changes):
        form = ", {} {} ({}?)" if count else ": check {} {} ({}?)"
        words = game_rules.feedback_in_words(feedback, rules)
        longer = sentence + form.format(noun, turn_numbers[index], words)
        rest = len(changes) - count - 1
        end = _OTHER_CHANGES.format(rest) if rest else "."
        if count and len(longer + end) > _MAX_LENGTH:
            return sentence + _OTHER_CHANGES.format(rest + 1)
        sentence = longer
    return f"{sentence}."


def _nearest_first(
    turns: Sequence[game_rules.Turn], changes: Sequence[Correction]
) -> list[Correction]:
    """Return the changes of fewest pegs first, alternating between turns."""

    def pegs_changed(change: Correction) -> int:
        pairs = zip(change.feedback, turns[change.turn].feedback, strict=True)
        return sum(abs(n - m) for n, m in pairs if m != game_rules.UNKNOWN_COUNT)

    by_turn: Counter[int] = Counter()
    ranked = []
    for change in sorted(changes, key=lambda c: (pegs_changed(c), -c.turn)):
        ranked.append((by_turn[change.turn], change))
        by_turn[change.turn] += 1
    return [change for _, change in sorted(ranked, key=lambda rank: rank[0])]
