"""The codemakers: chance, or one who fixes no code and gives little away."""

import datetime as dt
from collections.abc import Iterable
from random import SystemRandom
from typing import Final

import numpy as np

from xl_mastermind.game.codes import codebook
from xl_mastermind.game.numbers import DATE_SERIALS, LARGEST_NUMBER
from xl_mastermind.game.rules import Code, Feedback, Rules

_SHORT_NUMBERS: Final = 999_999
"""The numbers up to this one are short to tell."""


def draw_code(rules: Rules) -> Code:
    """Return a code drawn uniformly from all codes of the game."""
    draw = SystemRandom()
    colours = range(1, rules.colours + 1)
    if rules.distinct:
        return tuple(draw.sample(colours, rules.pegs))
    return tuple(draw.choices(colours, k=rules.pegs))


def max_game_number(rules: Rules) -> int:
    """
    Return the highest number that new games have.

    It is short to tell, at most 999,999, where a game has so few codes, and the
    numbers up to it mean each code equally often, unless there are more codes than
    numbers.
    """
    blocks = max(1, _SHORT_NUMBERS // rules.code_count)
    return min(blocks * rules.code_count, LARGEST_NUMBER)


def draw_game_number(rules: Rules) -> int:
    """
    Return the number of a new game, drawn uniformly from those that it may have.

    A number that a cell would take for a date is drawn again.
    """
    number = DATE_SERIALS.start
    while number in DATE_SERIALS:
        number = 1 + SystemRandom().randrange(max_game_number(rules))
    return number


def todays_game_number() -> int:
    """Return the number of the game that everybody may play today, such as 20261231."""
    return int(f"{dt.date.today():%Y%m%d}")  # noqa: DTZ011 - as the player's clock


def cheating_feedbacks(rules: Rules, guesses: Iterable[Code]) -> list[Feedback]:
    """
    Return how a codemaker who cheats answers each guess, a code of this game.

    An answer is the feedback of the largest part of the codes still possible; of
    equally large ones, the smallest black, then white. Some code fits all answers to
    the end, so it cannot be proved that none was fixed. This is the adversary of
    worst-case analysis.
    """
    book = codebook(rules)
    candidates = np.arange(len(book))
    answer_to: dict[Code, Feedback] = {}
    answers = []
    for guess in guesses:
        if guess not in answer_to:  # else all codes left would answer as before
            numbers = book.feedback_vector(book.index(guess), candidates)
            largest = int(np.bincount(numbers).argmax())
            candidates = candidates[numbers == largest]
            answer_to[guess] = rules.feedback_from_number(largest)
        answers.append(answer_to[guess])
    return answers
