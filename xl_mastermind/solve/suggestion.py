"""
The next guess of a game in progress, and its numbers of candidates.

This module imports no search, because a hint must come at once.
"""

from collections.abc import Iterable, Sequence
from copy import copy
from functools import lru_cache
from os import urandom
from typing import Final, NamedTuple

from xl_mastermind.game import rules as game_rules
from xl_mastermind.game.codes import Codebook, Indices, codebook
from xl_mastermind.game.contradictions import contradiction_in_words
from xl_mastermind.game.conversion import check_seed
from xl_mastermind.solve.choice import choose_guess
from xl_mastermind.solve.strategies import DEFAULT_STRATEGY, Strategy, parse_strategy

MAX_PAIRS: Final = 1 << 29
"""
Above this number of pairs of guess and candidate, after symmetry, a sample is compared.

The limit is higher with loaded compiled code; see `compared_guesses`.
"""


class NoCandidateError(ValueError):
    """The turns contradict one another: no code fits them all."""


class Suggestion(NamedTuple):
    """The next guess, the candidates before it, and whether it is from a sample."""

    guess: game_rules.Code
    candidate_count: int
    is_sampled: bool = False


def next_guess(  # noqa: PLR0913 - options are given by name
    rules: game_rules.Rules | str,
    turns: Iterable[game_rules.TurnLike],
    strategy: str = DEFAULT_STRATEGY,
    *,
    first: game_rules.CodeLike | None = None,
    seed: int | str | None = None,
    pattern: game_rules.CodeLike | None = None,
) -> game_rules.Code:
    """
    Return the next guess of a game in progress; of one or two candidates the first.

    Parameters
    ----------
    rules : Rules or str
        The game, also as a text such as ``4x6``.
    turns : iterable of turns
        The guesses so far with their feedback: each a `Turn`, a pair of a code and
        its feedback, or a text such as ``1122:1,0``. A code is a text in the game's
        symbols or a sequence or array of colours.
    strategy : str
        A name of `STRATEGIES`.
    first : code, optional
        The first guess; by default that of the strategy.
    seed : int or str, optional
        Makes the strategy ``random`` repeatable.
    pattern : code, optional
        Known pegs of the code: a text such as ``1??2``, or colours with 0 for an
        unknown peg.

    Raises
    ------
    NoCandidateError
        If no code fits the turns, or none of them matches the pattern.
    ValueError
        If a code or a feedback is not one of this game, a turn has found the code,
        or the strategy is unknown.

    Examples
    --------
    >>> from xl_mastermind import Rules
    >>> rules = Rules(4, 6)
    >>> next_guess(rules, [])
    (1, 1, 2, 2)
    >>> next_guess(rules, [((1, 1, 2, 2), (1, 0))])
    (1, 3, 4, 4)
    >>> next_guess("4x6", ["1122:1,0"])
    (1, 3, 4, 4)
    """
    rules = game_rules.as_rules(rules)
    game_turns = rules.check_turns(turns)
    check_unsolved(rules, game_turns)
    first = None if first is None else rules.check_code(first)
    pattern = None if pattern is None else rules.check_pattern(pattern)
    seed = check_seed(seed)
    return suggest_guess(
        rules, game_turns, strategy, first=first, seed=seed, pattern=pattern
    ).guess


def check_unsolved(rules: game_rules.Rules, turns: Sequence[game_rules.Turn]) -> None:
    """Raise a ValueError if a turn has found the code, or contradicts the win."""
    for number, turn in enumerate(turns, 1):
        if turn.feedback == rules.win:
            find_candidates(codebook(rules), turns)
            raise ValueError(f"the code is found: turn {number} is all black")


def find_candidates(
    book: Codebook,
    turns: Sequence[game_rules.Turn],
    pattern: game_rules.Code | None = None,
) -> Indices:
    """Return the candidates, or raise a NoCandidateError if there are none."""
    candidates, rules = book.candidates(turns, pattern), book.rules
    if not len(candidates):
        if sentence := contradiction_in_words(rules, turns):
            raise NoCandidateError(sentence[0].lower() + sentence[1:].rstrip("."))
        noun = "this turn" if len(turns) == 1 else f"these {len(turns)} turns"
        raise NoCandidateError(
            f"no code that fits {noun} matches the pattern"
            f" {rules.format_pattern(pattern or ())!r}"
        )
    return candidates


def suggest_guess(  # noqa: PLR0913 - options are given by name
    rules: game_rules.Rules,
    turns: Sequence[game_rules.Turn],
    strategy: str,
    *,
    first: game_rules.Code | None = None,
    seed: int | str | None = None,
    pattern: game_rules.Code | None = None,
) -> Suggestion:
    """
    Return the guess of `next_guess` with its figures, even after a winning turn.

    A cache contains suggestions and errors, because a search may fail slowly.
    """
    rule = parse_strategy(strategy)
    if rule.is_random and seed is None:
        seed = urandom(8).hex()
    result = suggestion_or_error(rules, (*turns,), rule, first, seed, pattern)
    if isinstance(result, ValueError):
        raise copy(result)  # a shared error would collect tracebacks
    return result


@lru_cache(maxsize=128)
def suggestion_or_error(  # noqa: PLR0913, PLR0917 - the key of a cache
    rules: game_rules.Rules,
    turns: tuple[game_rules.Turn, ...],
    strategy: Strategy,
    first: game_rules.Code | None,
    seed: int | str | None,
    pattern: game_rules.Code | None,
) -> Suggestion | ValueError:
    """Return the suggestion of `suggest_guess`, or the error to raise."""
    book = codebook(rules)
    try:
        candidates = find_candidates(book, turns, pattern)
        count = len(candidates)
        if first and not turns:
            return Suggestion(first, count)
        if strategy.is_random:
            from random import Random  # noqa: PLC0415, 16 ms, for one strategy

            random = Random(f"{seed}, turn {len(turns) + 1}")
            number = 0 if count <= 2 else random.randrange(count)
            return Suggestion(book.code(int(candidates[number])), count)
        history = [turn.guess for turn in turns]
        if pattern is not None:
            history.append(pattern)
        choice = choose_guess(book, strategy, history, candidates, max_pairs=MAX_PAIRS)
        return Suggestion(book.code(choice.guess), count, choice.is_sampled)
    except ValueError as error:
        return error.with_traceback(None)  # a traceback would keep a search's arrays


def candidate_counts(
    rules: game_rules.Rules | str, turns: Iterable[game_rules.TurnLike]
) -> list[int]:
    """
    Return the numbers of candidates after each turn.

    The parameters are those of `candidates`.

    Examples
    --------
    >>> candidate_counts("4x6", [("1122", (1, 0)), ("1234", (0, 2))])
    [256, 78]
    """
    rules = game_rules.as_rules(rules)
    game_turns = rules.check_turns(turns)
    return [len(codes) for codes in codebook(rules).candidates_by_turn(game_turns)]
