"""Who hides the code: chance, or one who fixes none and gives little away."""

from collections.abc import Iterable
from random import SystemRandom
from typing import Final

import numpy as np

from xl_mastermind.game.codes import codebook
from xl_mastermind.game.numbers import LARGEST_NUMBER
from xl_mastermind.game.rules import Code, Feedback, Rules

_SHORT_NUMBERS: Final = 999_999
"""The numbers up to this one are short to tell."""


def new_code(rules: Rules) -> Code:
    """Return a code drawn uniformly from all codes of the game."""
    draw = SystemRandom()
    colours = range(1, rules.colours + 1)
    if rules.distinct:
        return tuple(draw.sample(colours, rules.pegs))
    return tuple(draw.choices(colours, k=rules.pegs))


def new_number(rules: Rules) -> int:
    """
    Return the number of a new game, whose code is drawn uniformly from all codes.

    It is one that is short to tell, up to 999,999, where a game has so few codes. Of a
    game with more codes than there are numbers, it is drawn uniformly from all numbers.
    """
    if rules.code_count > LARGEST_NUMBER:  # then there are codes without a number
        return 1 + SystemRandom().randrange(LARGEST_NUMBER)
    blocks = max(1, _SHORT_NUMBERS // rules.code_count)
    return rules.number_of(new_code(rules), SystemRandom().randrange(blocks))


def cheating_answers(rules: Rules, guesses: Iterable[Code]) -> list[Feedback]:
    """
    Return how a codemaker who cheats answers each guess, a code of this game.

    An answer is the feedback of the largest part of the codes still possible;
    of equally large ones, the smallest black, then white.

    Notes
    -----
    Some code fits all answers to the end, so nobody can prove that none was
    fixed. This is the adversary of worst-case analysis.

    Examples
    --------
    >>> cheating_answers(Rules(4, 6), [(1, 1, 2, 2), (1, 3, 4, 4)])
    [Feedback(black=0, white=0), Feedback(black=0, white=1)]
    """
    book = codebook(rules)
    left = np.arange(len(book))
    given: dict[Code, Feedback] = {}
    answers = []
    for guess in guesses:
        if guess not in given:  # else all codes left would answer as before
            numbers = book.answers(book.index(guess), left)
            largest = int(np.bincount(numbers).argmax())
            left = left[numbers == largest]
            given[guess] = Feedback(*divmod(largest, rules.pegs + 1))
        answers.append(given[guess])
    return answers
