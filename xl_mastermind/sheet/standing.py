"""How a game stands, in one sentence."""

from collections.abc import Sequence
from typing import Final

from xl_mastermind.game.rules import Rules, feedback_in_words
from xl_mastermind.sheet.cells import Cell, History, shown_text
from xl_mastermind.sheet.layout import title
from xl_mastermind.sheet.words import (
    FOUND,
    FOUND_BY,
    FOUND_WITH,
    LOST,
    MOST_NEED,
    NO_SUCH_MARKS,
    RESULT,
    RESULT_LOST,
    WRONG_MARKS,
    number_in_words,
    plural,
)
from xl_mastermind.solve.contradictions import contradiction_in_words
from xl_mastermind.solve.suggest import survivors


def found(guesses: int, helpers: Sequence[str], rules: Rules) -> str:
    """
    Return that a code is found, and by whom.

    Parameters
    ----------
    guesses : int
        The answered guesses up to the last.
    helpers : sequence of str
        The strategy that made a guess, for each that a strategy made.
    rules : Rules
        The game.
    """
    if not helpers:
        return f"{FOUND.format(guesses=guesses)}{usual(rules)}."
    if len(helpers) == guesses:
        return f"{FOUND_BY.format(guesses=guesses, solver=helpers[-1])}."
    hints = plural(len(helpers), "hint")
    return f"{FOUND_WITH.format(guesses=guesses, hints=hints)}."


_USUAL: Final = {
    "4x6": "4 or 5",
    "4x5": "4 or 5",
    "4x10 distinct": "5 or 6",
    "4x10": "5 or 6",
    "5x8": "5 or 6",
    "4x6 black": "6 to 8",
}
"""
How many guesses Knuth's strategy needs for at least four codes of five.

The fewest numbers in a row are given; `evaluate --game 4x6` prints how many codes each
takes. In the game of 456,976 codes nobody has played them all.
"""


def usual(rules: Rules) -> str:
    """Return how many guesses most codes need, where that is known."""
    lengths = _USUAL.get(str(rules))
    return MOST_NEED.format(lengths=lengths) if lengths else ""


def lost(attempts: int) -> str:
    """Return that a game is lost."""
    return LOST.format(attempts=f"{number_in_words(attempts).capitalize()} attempts")


def beginning(rules: Rules) -> str:
    """Return how a game stands before the first guess."""
    verb = "is" if rules.code_count == 1 else "are"
    return f"{plural(rules.code_count, 'code')} {verb} possible. Your guess."


def wrong_marks(number: int, marks: Sequence[Cell], rules: Rules) -> str:
    """Return why an attempt of a board cannot be answered so, in a sentence."""
    black, white = map(shown_text, marks)
    got = f"{black} black" if rules.black_only else f"{black} black and {white} white"
    if (black, white) == (str(rules.pegs - 1), "1"):
        return NO_SUCH_MARKS.format(attempt=number, marks=got)
    pegs = plural(rules.pegs, "peg")
    return WRONG_MARKS.format(attempt=number, pegs=pegs, marks=got)


def game_in_words(history: History, rules: Rules) -> str:
    """Return how a game stands on which nothing is wrong."""
    turns, attempts = history.answered, len(history.rows)
    if not turns:
        return beginning(rules)
    left = survivors(rules, turns)[-1]
    if not left:
        numbers = [*history.by_attempt]
        return contradiction_in_words(rules, turns, "attempt", numbers)
    for guesses, turn in enumerate(turns, 1):
        if turn.feedback == rules.win:
            return f"Solved in {guesses}. Well played!"
    if len(turns) == attempts:
        return lost(attempts)
    answer = feedback_in_words(turns[-1].feedback, rules)
    return f"{answer}: {plural(left, 'code')} left."


def result_head(rules: Rules, number: int, guesses: int, *, is_found: bool) -> str:
    """
    Return the first line of what a player shows friends of a game that is over.

    With the number of the game, 0 if it has none, a friend plays the same one.

    Examples
    --------
    >>> result_head(Rules(4, 6), 2611, 4, is_found=True)
    'Mastermind #2611 in 4'
    >>> result_head(Rules(4, 5), 0, 10, is_found=False)
    'Brain Breaker: not found in 10'
    """
    game = f"{title(rules)} #{number}" if number else title(rules)
    return (RESULT if is_found else RESULT_LOST).format(game=game, guesses=guesses)
