"""
A game in progress: the next guess, and how many codes are left.

The command line, the worksheet functions and the board ask here. Nothing that
searches is imported before it is needed, so that a hint comes at once.
"""

from collections.abc import Iterable, Sequence
from copy import copy
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from xl_mastermind.game.codes import codebook
from xl_mastermind.game.conversion import check_seed
from xl_mastermind.game.rules import (
    Code,
    CodeLike,
    Rules,
    Turn,
    TurnLike,
    as_rules,
)
from xl_mastermind.solve.choice import Choice, choose
from xl_mastermind.solve.contradictions import contradiction_in_words
from xl_mastermind.solve.strategies import DEFAULT_STRATEGY, Strategy, parse_strategy

MAX_PAIRS: Final = 1 << 29
"""
With more pairs of guess and candidate, symmetry spared, a sample is compared.

Compiled code that is ready compares some times as many; see `choose`.
"""


class NoCandidateError(ValueError):
    """The turns contradict one another: no code fits them all."""


class Suggestion(NamedTuple):
    """
    The next guess of a game in progress; `left` codes are possible before it.

    Where a game is too large to compare all guesses, it is `sampled`: the best of
    some guesses only.
    """

    guess: Code
    candidate_count: int
    is_sampled: bool = False


def next_guess(  # noqa: PLR0913 - options are given by name
    rules: Rules | str,
    turns: Iterable[TurnLike],
    strategy: str = DEFAULT_STRATEGY,
    *,
    first: CodeLike | None = None,
    seed: int | str | None = None,
    pattern: CodeLike | None = None,
) -> Code:
    """
    Return the next guess of a game in progress.

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
        The first guess; the strategy's own if left out.
    seed : int or str, optional
        Makes the strategy ``random`` repeatable.
    pattern : code, optional
        What else is known of the code: a text such as ``1??2``, or colours with 0
        for an unknown peg.

    Returns
    -------
    Code
        The guess. With one or two candidates left it is the first of them.

    Raises
    ------
    NoCandidateError
        If no code fits the turns, or none that does matches the pattern.
    ValueError
        If a code or a feedback is not one of this game, a turn has found the code,
        or the strategy is unknown.

    Examples
    --------
    >>> rules = Rules(4, 6)
    >>> next_guess(rules, [])
    (1, 1, 2, 2)
    >>> next_guess(rules, [((1, 1, 2, 2), (1, 0))])
    (1, 3, 4, 4)
    >>> next_guess("4x6", ["1122:1,0"])
    (1, 3, 4, 4)
    """
    rules = as_rules(rules)
    played = rules.check_turns(turns)
    check_unsolved(rules, played)
    return suggest_guess(
        rules, played, strategy, first=first, seed=seed, pattern=pattern
    ).guess


def check_unsolved(rules: Rules, turns: Iterable[Turn]) -> None:
    """Raise a ValueError if one of the turns has found the code."""
    for number, turn in enumerate(turns, 1):
        if turn.feedback == rules.win:
            raise ValueError(f"the code is found: turn {number} is all black")


def suggest_guess(  # noqa: PLR0913 - options are given by name
    rules: Rules | str,
    turns: Iterable[TurnLike],
    strategy: str = DEFAULT_STRATEGY,
    *,
    first: CodeLike | None = None,
    seed: int | str | None = None,
    pattern: CodeLike | None = None,
) -> Suggestion:
    """
    Return the next guess of a game in progress, and what is known about it.

    It takes and raises what `next_guess` does, but also takes turns that have found
    the code.
    """
    rules, chosen, seed = as_rules(rules), parse_strategy(strategy), check_seed(seed)
    played = rules.check_turns(turns)
    if first is not None:
        first = rules.check_code(first)
    if pattern is not None:
        pattern = rules.check_pattern(pattern)
    book = codebook(rules)
    candidates = book.candidates(played, pattern)
    if not len(candidates):
        raise NoCandidateError(_contradiction(rules, played, pattern))
    if not played and first is not None:
        return Suggestion(first, len(candidates))
    if chosen.is_random:
        count = len(candidates)
        number = 0 if count <= 2 else _draw(count, seed, len(played) + 1)
        return Suggestion(book.code(int(candidates[number])), count)
    if not played and pattern is None:
        choice = first_choice(rules, chosen)
    else:
        history = [turn.guess for turn in played]
        if pattern is not None:
            history.append(pattern)
        choice = choose(book, chosen, history, candidates, most_pairs=MAX_PAIRS)
    return Suggestion(book.code(choice.guess), len(candidates), choice.is_sampled)


def _draw(count: int, seed: int | str | None, turn: int) -> int:
    """Return a number below `count` at random: with a seed, the same at each turn."""
    from random import Random  # noqa: PLC0415, a few ms; one strategy draws

    return Random(None if seed is None else f"{seed}, turn {turn}").randrange(count)


@lru_cache(maxsize=64)
def first_choice(rules: Rules, strategy: Strategy) -> Choice:
    """Return the strategy's own first choice; not for a strategy at random."""
    book = codebook(rules)
    return choose(book, strategy, (), np.arange(len(book)), most_pairs=MAX_PAIRS)


def first_guess(rules: Rules, strategy: Strategy) -> Code:
    """Return the strategy's own first guess; not for a strategy at random."""
    return codebook(rules).code(first_choice(rules, strategy).guess)


def cached_suggestion(
    rules: Rules, turns: tuple[Turn, ...], strategy: str, first: Code | None = None
) -> Suggestion:
    """Return the suggestion, which a sheet asks for more than once, or the error."""
    result = suggestion_or_error(rules, turns, strategy, first)
    if isinstance(result, ValueError):
        raise copy(result)  # each thread's has a traceback of its own
    return result


@lru_cache(maxsize=128)
def suggestion_or_error(
    rules: Rules, turns: tuple[Turn, ...], strategy: str, first: Code | None
) -> Suggestion | ValueError:
    """Return either, found once: to give up an optimal guess takes half a minute."""
    try:
        return suggest_guess(rules, turns, strategy, first=first, seed=str([*turns]))
    except ValueError as error:
        return error.with_traceback(None)  # which would keep the arrays of a search


def survivors(rules: Rules | str, turns: Iterable[TurnLike]) -> list[int]:
    """
    Return how many codes are left after each turn.

    It takes and raises what `candidates` does.

    Examples
    --------
    >>> survivors("4x6", [("1122", (1, 0)), ("1234", (0, 2))])
    [256, 78]
    """
    rules = as_rules(rules)
    played = rules.check_turns(turns)
    return [
        len(candidates) for candidates in codebook(rules).candidates_by_turn(played)
    ]


def _contradiction(rules: Rules, turns: Sequence[Turn], pattern: Code | None) -> str:
    words = contradiction_in_words(rules, turns)
    if words:
        return words[0].lower() + words[1:].rstrip(".")
    noun = "this turn" if len(turns) == 1 else f"these {len(turns)} turns"
    written = rules.format_pattern(pattern or ())
    return f"no code that fits {noun} matches the pattern {written!r}"
