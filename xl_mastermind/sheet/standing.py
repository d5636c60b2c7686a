"""How a game stands, in one sentence: for BOARD_MESSAGE and for the board itself."""

from collections.abc import Iterable

from xl_mastermind.game.rules import Rules, feedback_in_words
from xl_mastermind.sheet.cells import Attempt, History
from xl_mastermind.sheet.words import number_in_words, plural, sentence
from xl_mastermind.solve.contradictions import contradiction_in_words
from xl_mastermind.solve.suggest import survivors


def board_in_words(attempts: Iterable[Attempt], history: History, rules: Rules) -> str:
    """
    Return what is wrong on a board, or how the game stands.

    Raises
    ------
    ValueError
        If the game has too many codes to count.
    """
    for number, (attempt, row) in enumerate(
        zip(attempts, history.rows, strict=True), 1
    ):
        if attempt.wrong_symbols:
            return attempt.wrong_symbols
        if isinstance(row, ValueError):
            return f"Attempt {number}: {sentence(row)}"
    return _game_in_words(history, rules)


def _game_in_words(history: History, rules: Rules) -> str:
    turns, attempts = history.answered, len(history.rows)
    if not turns:
        verb = "is" if rules.code_count == 1 else "are"
        return f"{plural(rules.code_count, 'code')} {verb} possible. Your guess."
    left = survivors(rules, turns)[-1]
    if not left:
        numbers = [*history.by_attempt]
        return contradiction_in_words(rules, turns, "attempt", numbers)
    for guesses, turn in enumerate(turns, 1):
        if turn.feedback == rules.win:
            return f"Solved in {guesses}. Well played!"
    if len(turns) == attempts:
        noun = "attempt" if attempts == 1 else "attempts"
        words = number_in_words(attempts).capitalize()
        return f"{words} {noun}: the codemaker has won."
    answer = feedback_in_words(turns[-1].feedback, rules)
    return f"{answer}: {plural(left, 'code')} left."
