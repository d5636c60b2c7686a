"""Codemakers: random codes and game numbers, and a codemaker who cheats."""

import datetime as dt
from collections.abc import Sequence
from random import Random, SystemRandom

import numpy as np

from xl_mastermind.game.codes import codebook
from xl_mastermind.game.numbers import MAX_NUMBER
from xl_mastermind.game.rules import Code, Feedback, Rules


def draw_code(rules: Rules) -> Code:
    """Draw a code of the game."""
    draw = SystemRandom().sample if rules.distinct else SystemRandom().choices
    return tuple(draw(range(1, rules.colours + 1), k=rules.pegs))


def draw_game_number(rules: Rules, seed: int | str | None = None) -> int:
    """Draw a game number, without a seed one of up to six digits if possible."""
    if seed is not None:
        index = Random(seed).randrange(rules.code_count)
        return rules.number_from_code(codebook(rules).code(index))
    # Up to a multiple of the number of codes all codes are equally likely.
    blocks = max(1, 999_999 // rules.code_count)
    return 1 + SystemRandom().randrange(min(blocks * rules.code_count, MAX_NUMBER))


def todays_game_number() -> int:
    """Return the game number of today, such as 20261231."""
    return int(f"{dt.date.today():%Y%m%d}")  # noqa: DTZ011 - the player's date


def cheating_feedbacks(rules: Rules, guesses: Sequence[Code]) -> list[Feedback]:
    """
    Return the feedback of a codemaker who cheats to each guess.

    The feedback leaves the largest part of the candidates; of equal parts, the part
    with fewer black, then fewer white pegs. Some code always fits all feedback. This is
    the adversary of worst-case analysis.
    """
    book = codebook(rules)
    candidates = np.arange(len(book))
    feedback_by_guess: dict[Code, Feedback] = {}
    for guess in guesses:
        if guess not in feedback_by_guess:  # A repeated guess changes nothing.
            feedback_numbers = book.feedback_vector(book.index(guess), candidates)
            largest = int(np.bincount(feedback_numbers).argmax())
            candidates = candidates[feedback_numbers == largest]
            feedback_by_guess[guess] = rules.feedback_from_number(largest)
    return [feedback_by_guess[guess] for guess in guesses]
