"""How a game stands, in one sentence: for BOARD_MESSAGE and for the board itself."""

from collections.abc import Sequence

from xl_mastermind.game.rules import Rules, feedback_in_words
from xl_mastermind.sheet.cells import Attempt, Cell, History, shown_text
from xl_mastermind.sheet.words import number_in_words, plural, sentence
from xl_mastermind.solve.contradictions import contradiction_in_words
from xl_mastermind.solve.suggest import survivors


def board_in_words(attempts: Sequence[Attempt], history: History, rules: Rules) -> str:
    """
    Return what is wrong on a board, or how the game stands.

    Raises
    ------
    ValueError
        If the game has too many codes to count.
    """
    faults = faults_in_words(attempts, history, rules)
    return next(filter(None, faults), "") or game_in_words(history, rules)


def faults_in_words(
    attempts: Sequence[Attempt], history: History, rules: Rules
) -> list[str]:
    """Return for each attempt what is wrong with it, in a sentence, or nothing."""
    faults = []
    for number, (attempt, row) in enumerate(
        zip(attempts, history.rows, strict=True), 1
    ):
        fault = attempt.wrong_symbols
        if attempt.fault and not fault:
            typed = sum(map(len, attempt.texts))
            fault = f"Attempt {number}: {typed} of {plural(rules.pegs, 'peg')}."
        if isinstance(row, ValueError) and not fault:
            fault = f"Attempt {number}: {sentence(row)}"
        faults.append(fault)
    return faults


def contradiction(number: object) -> str:
    """Return that an attempt contradicts those before it, and no more."""
    return f"No code fits from attempt {number} on."


def solved(guesses: object) -> str:
    """Return that a game is won."""
    return f"Solved in {guesses}. Well played!"


def lost(attempts: int) -> str:
    """Return that a game is lost."""
    noun = "attempt" if attempts == 1 else "attempts"
    words = number_in_words(attempts).capitalize()
    return f"{words} {noun}: the codemaker has won."


def beginning(rules: Rules) -> str:
    """Return how a game stands before the first guess."""
    verb = "is" if rules.code_count == 1 else "are"
    return f"{plural(rules.code_count, 'code')} {verb} possible. Your guess."


def wrong_marks(number: int, marks: Sequence[Cell], rules: Rules) -> str:
    """Return why an attempt of a board cannot be answered so, in a sentence."""
    black, white = map(shown_text, marks)
    got = f"{black} black" if rules.black_only else f"{black} black and {white} white"
    if (black, white) == (str(rules.pegs - 1), "1"):
        return f"Attempt {number}: {got} cannot be: the last peg has no other place."
    pegs = plural(rules.pegs, "peg")
    return f"Attempt {number}: Expected 0 to {pegs} in all, got {got}."


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
            return solved(guesses)
    if len(turns) == attempts:
        return lost(attempts)
    answer = feedback_in_words(turns[-1].feedback, rules)
    return f"{answer}: {plural(left, 'code')} left."
