"""
Why this guess: guesses ranked, split, compared and explained in plain words.

The sheets Analysis and Compare, the pages, `explain` and `solve` ask here.
"""

from collections.abc import Sequence
from contextlib import suppress
from itertools import starmap
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.codes import Codebook, codebook
from xl_mastermind.game.rules import Code, Feedback, Rules, Turn, feedback_in_words
from xl_mastermind.solve.choice import best_first, choose, comparison
from xl_mastermind.solve.compare_guesses import part_sizes
from xl_mastermind.solve.compilation import is_compiled
from xl_mastermind.solve.contradictions import contradiction_in_words
from xl_mastermind.solve.evaluation import TurnRecord, game_record
from xl_mastermind.solve.exact.search import StoppedError
from xl_mastermind.solve.optimal import search_of_game
from xl_mastermind.solve.rating import MAX_RATED_CODES
from xl_mastermind.solve.strategies import (
    DEFAULT_STRATEGY,
    Sizes,
    parse_strategy,
    strategy_label,
)
from xl_mastermind.solve.suggestion import (
    MAX_PAIRS,
    NoCandidateError,
    cached_suggestion,
    suggest_guess,
)

_MOST_PROVED: Final = 24
"""Guesses that an exact search ranks."""

_PATIENCE: Final = 10.0
"""Seconds after which it ranks no more."""


class RankedGuess(NamedTuple):
    """A guess, and its figures."""

    guess: Code
    is_candidate: bool  # whether it may be the secret
    largest_part: int  # codes left after the answer that leaves most of them
    part_count: int  # number of different answers
    expected_size: float  # codes left on average
    entropy: float  # bits that its answer tells on average
    # Guesses that the game still takes on average, this one counted, if all that follow
    # are optimal; where an exact search has proved it.
    average_guesses: float | None = None


def rank_guesses(
    rules: Rules,
    turns: Sequence[Turn],
    strategy: str = DEFAULT_STRATEGY,
    *,
    count: int | None = None,
) -> list[RankedGuess]:
    """
    Return the guesses that a strategy compares, best first by its rule.

    Of all codes, or of all candidates if the strategy looks at no others; its own
    next guess comes first. By `random` all are as good, so the smallest code comes
    first. By `optimal` the best by the codes left on average are ranked by exact
    search, the others follow.

    Where a game has too many codes to compare them all, as `next_guess` does, one
    guess stands for all that the turns do not tell from it by other colours or other
    pegs: the smallest code. Games that are larger still are sampled; then the best of
    the sample, as many as `next_guess` could compare in full, are ranked by their
    true figures.
    """
    chosen = parse_strategy(strategy)
    if chosen.is_exact:
        return _by_exact_search(rules, turns, chosen.name)[:count]
    book = codebook(rules)
    candidates = _candidates(rules, turns)
    history = [turn.guess for turn in turns]
    if chosen.heuristic:  # its own guess, then the codes that fit
        guess = choose(book, chosen, history, candidates).guess
        guesses = np.append([guess], candidates[candidates != guess])[:count]
        guesses = guesses[: max(1, MAX_PAIRS // len(candidates))]
        possible = np.isin(guesses, candidates)
        sizes = part_sizes(book, candidates, guesses)
        return _with_figures(book, guesses, possible, sizes, len(candidates))
    indices, sizes, is_sampled = comparison(
        book, chosen, history, candidates, most_pairs=MAX_PAIRS
    )
    guesses = np.arange(len(book)) if indices is None else indices
    fits = book.mask(candidates)
    order = best_first(chosen, sizes, fits[guesses])[:count]
    guesses, sizes = guesses[order], sizes[:, order]
    if is_sampled:
        guesses = np.sort(guesses[: max(1, MAX_PAIRS // len(candidates))])
        sizes = part_sizes(book, candidates, guesses)
        order = best_first(chosen, sizes, fits[guesses])
        guesses, sizes = guesses[order], sizes[:, order]
    return _with_figures(book, guesses, fits[guesses], sizes, len(candidates))


def _by_exact_search(
    rules: Rules, turns: Sequence[Turn], strategy: str
) -> list[RankedGuess]:
    """Return the guesses by what they need on average, as far as that is proved."""
    by_size = rank_guesses(rules, turns, "expected-size")
    best_guess = suggest_guess(rules, turns, strategy).guess
    by_size.sort(key=lambda ranked: ranked.guess != best_guess)
    if rules.code_count > MAX_RATED_CODES or not is_compiled(rules):
        return by_size
    search, candidates = search_of_game(rules), _candidates(rules, turns)
    history = [turn.guess for turn in turns]
    best = [ranked.guess for ranked in by_size[:_MOST_PROVED]]
    needed = (search.total_with(guess, candidates, history) for guess in best)
    totals: list[int] = []
    with suppress(StoppedError):
        search.run(lambda: totals.extend(needed), _PATIENCE)
    # The shorter list ends where time did.
    proved = [
        ranked._replace(average_guesses=total / len(candidates))
        for ranked, total in zip(by_size, totals, strict=False)
    ]
    proved.sort(key=lambda ranked: (ranked.guess != best_guess, ranked.average_guesses))
    return proved + by_size[len(proved) :]


def _candidates(rules: Rules, turns: Sequence[Turn]) -> NDArray[np.int64]:
    """Return the codes that fit the turns; there must be one."""
    candidates = codebook(rules).candidates(rules.check_turns(turns))
    if not len(candidates):
        raise NoCandidateError(contradiction_in_words(rules, turns))
    return candidates


def _with_figures(
    book: Codebook,
    guesses: NDArray[np.int64],
    possible: NDArray[np.bool_],
    sizes: Sizes,
    count: int,
) -> list[RankedGuess]:
    """Return guesses with the figures of their parts; `count` codes are possible."""
    shares = sizes / count
    bits = np.log2(shares, out=np.zeros_like(shares), where=shares > 0)
    columns = (
        map(tuple, book.codes[guesses].tolist()),
        possible.tolist(),
        sizes.max(axis=0).tolist(),
        np.count_nonzero(sizes, axis=0).tolist(),
        (np.square(sizes, dtype=np.float64).sum(axis=0) / count).tolist(),
        (0.0 - (shares * bits).sum(axis=0)).tolist(),
    )
    return [*starmap(RankedGuess, zip(*columns, strict=True))]


def partition_sizes(
    rules: Rules, turns: Sequence[Turn], guess: Code
) -> dict[Feedback, int]:
    """Return how many candidates would give each answer of `Rules.feedbacks`."""
    book = codebook(rules)
    place = np.array([book.index(guess)])
    sizes = book.part_sizes(_candidates(rules, turns), place)[:, 0]
    return dict(zip(rules.feedbacks, sizes.tolist(), strict=True))


def play_strategies(
    rules: Rules,
    secret: Code,
    strategies: Sequence[str],
    *,
    first: Code | None = None,
    seed: int | None = None,
) -> list[list[TurnRecord]]:
    """Return for each strategy the turns in which it breaks a code; see `play`."""
    rules.check_code(secret)
    names = [parse_strategy(name).name for name in strategies]
    return [
        [*game_record(rules, secret, name, first=first, seed=seed)] for name in names
    ]


def explain_turns(
    rules: Rules, turns: Sequence[Turn], strategy: str | None = DEFAULT_STRATEGY
) -> list[str]:
    """
    Return a sentence or two a turn, for those who learn the game.

    The answers may contradict one another. The guess of `strategy` is what each guess
    is measured by, by the codes that it would have left at most; there is no word
    about it if it is `None` or guesses at random.
    """
    chosen = None if strategy is None else parse_strategy(strategy)
    rival = None if chosen is None or chosen.is_random else chosen.name
    played = rules.check_turns(turns)
    candidates = np.arange(rules.code_count)
    earlier: list[Turn] = []  # those that the strategy's guess depends on
    sentences = []
    is_found = False
    by_turn = codebook(rules).candidates_by_turn(played)
    for number, (turn, survivors) in enumerate(zip(played, by_turn, strict=True), 1):
        sentence = (
            f"{_answer_in_words(turn, rules)}: the code was found before."
            if is_found and len(survivors)
            else _outcome_in_words(rules, number, turn, len(candidates), len(survivors))
        )
        is_found |= turn.feedback == rules.win
        if rival and len(survivors) and not is_found:
            sentence += f" {_rival_in_words(rules, earlier, turn, candidates, rival)}"
        sentences.append(sentence)
        if len(survivors) < len(candidates) or (chosen and chosen.is_exact):
            earlier.append(turn)
        candidates = survivors
    return sentences


def _answer_in_words(turn: Turn, rules: Rules) -> str:
    if turn.feedback == Feedback(0, 0):
        return "No peg"
    return feedback_in_words(turn.feedback, rules)


def _outcome_in_words(
    rules: Rules, number: int, turn: Turn, count: int, rest: int
) -> str:
    """Return what the answer to a guess tells; `rest` of `count` codes are left."""
    answer = _answer_in_words(turn, rules)
    if not count:
        return f"{answer}: no code was left before this guess."
    if not rest:
        return f"{answer}: no code is left, so one of the answers must be wrong."
    if turn.feedback == rules.win:
        guesses = f"{number} guess{'' if number == 1 else 'es'}"
        luck = "the only code left" if count == 1 else f"one of {count:,} codes left"
        return f"{answer}: found in {guesses}. It was {luck}."
    codes = "code" if count == 1 else "codes"
    if rest == count:
        return f"{answer}: nothing is ruled out, still {rest:,} {codes} left."
    return f"{answer}: {rest:,} of {count:,} {codes} left."


def _rival_in_words(
    rules: Rules,
    earlier: Sequence[Turn],
    turn: Turn,
    candidates: NDArray[np.int64],
    strategy: str,
) -> str:
    """Return what a strategy guesses in place of a guess."""
    name = strategy_label(strategy)
    if len(candidates) == 1:
        return f"{name} finds it here."
    guess, _, is_sampled = cached_suggestion(rules, tuple(earlier), strategy, None)
    who = f"{name}, looking at some guesses only," if is_sampled else name
    if guess == turn.guess:
        return f"{who} guesses the same."
    book = codebook(rules)
    most = int(book.part_sizes(candidates, np.array([book.index(guess)])).max())
    return f"{who} guesses {rules.format_code(guess)}, which leaves at most {most:,}."
