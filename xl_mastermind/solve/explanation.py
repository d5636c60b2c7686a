"""Guesses explained in words, and compared with those of a strategy."""

from collections.abc import Sequence

import numpy as np

from xl_mastermind.game.codes import Codebook, Indices, codebook
from xl_mastermind.game.rules import Feedback, Rules, Turn, feedback_in_words
from xl_mastermind.solve.strategies import (
    DEFAULT_STRATEGY,
    parse_strategy,
    strategy_label,
)
from xl_mastermind.solve.suggestion import suggest_guess


def explain_turns(
    rules: Rules,
    turns: Sequence[Turn],
    strategy: str | None = DEFAULT_STRATEGY,
    sources: Sequence[str] = (),
) -> list[str]:
    """
    Return a text of one or two sentences per turn, for learners.

    The second sentence contains the strategy's guess, and the size of its largest part.
    None, a random strategy, and a turn whose source is the strategy add no second
    sentence. The turns may contradict one another.
    """
    rule = None if strategy is None else parse_strategy(strategy)
    compared_name = None if rule is None or rule.is_random else rule.name
    game_turns = rules.check_turns(turns)
    candidates = np.arange(rules.code_count)
    # Turns that ruled out nothing are left out: no strategy's guess depends on them.
    earlier_turns: list[Turn] = []
    texts = []
    is_found = False
    book = codebook(rules)
    label = strategy_label(compared_name or "")
    by_turn = enumerate(book.candidates_by_turn(game_turns), 1)
    for turn, (number, next_candidates) in zip(game_turns, by_turn, strict=True):
        is_own_guess = [*sources[number - 1 : number]] == [label]
        count, next_count = len(candidates), len(next_candidates)
        text = (
            f"{_feedback_in_words(turn, rules)}: the code was found before."
            if is_found and next_count
            else _outcome_in_words(rules, number, turn, count, next_count)
        )
        is_found |= turn.feedback == rules.win
        if compared_name and next_count and not (is_found or is_own_guess):
            text += " " + _comparison_in_words(
                book, earlier_turns, turn, candidates, compared_name
            )
        texts.append(text)
        if next_count < count or (rule and rule.is_exact):
            earlier_turns.append(turn)
        candidates = next_candidates
    return texts


def _feedback_in_words(turn: Turn, rules: Rules) -> str:
    if turn.feedback == Feedback(0, 0):
        return "No peg"
    return feedback_in_words(turn.feedback, rules)


def _outcome_in_words(
    rules: Rules, number: int, turn: Turn, count: int, next_count: int
) -> str:
    feedback = _feedback_in_words(turn, rules)
    if not count:
        return f"{feedback}: no code was left before this guess."
    if not next_count:
        return f"{feedback}: no code is left, so one of the answers must be wrong."
    if turn.feedback == rules.win:
        guesses = f"{number} guess{'' if number == 1 else 'es'}"
        odds = "the only code left" if count == 1 else f"one of {count:,} codes left"
        return f"{feedback}: found in {guesses}. It was {odds}."
    codes = "code" if count == 1 else "codes"
    if next_count == count:
        return f"{feedback}: nothing is ruled out, still {count:,} {codes} left."
    return f"{feedback}: {next_count:,} of {count:,} {codes} left."


def _comparison_in_words(
    book: Codebook,
    earlier_turns: Sequence[Turn],
    turn: Turn,
    candidates: Indices,
    strategy: str,
) -> str:
    name = strategy_label(strategy)
    if len(candidates) == 1:
        return f"{name} finds it here."
    rules = book.rules
    guess, _, is_sampled = suggest_guess(
        rules, earlier_turns, strategy, seed=str([*earlier_turns])
    )
    subject = f"{name}, comparing only some guesses," if is_sampled else name
    if guess == turn.guess:
        return f"{subject} guesses the same."
    largest = int(book.part_sizes(candidates, np.array([book.index(guess)])).max())
    code = rules.format_code(guess)
    return f"{subject} guesses {code}, which leaves at most {largest:,}."
