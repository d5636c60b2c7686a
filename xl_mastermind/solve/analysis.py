"""Guesses ranked, partitioned, compared between strategies, and explained in words."""

from collections.abc import Sequence
from contextlib import suppress
from itertools import starmap
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.codes import Codebook, codebook
from xl_mastermind.game.rules import Code, Feedback, Rules, Turn, feedback_in_words
from xl_mastermind.solve.choice import best_first, choose_guess, compare_position
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

_MAX_SEARCHED: Final = 24
"""Guesses ranked by exact search."""

_TIME_LIMIT: Final = 10.0
"""Seconds for this search."""


class RankedGuess(NamedTuple):
    """A guess with its figures."""

    guess: Code
    is_candidate: bool
    largest_part: int
    part_count: int
    expected_size: float  # of the part that is left
    entropy: float  # bits
    # The proved average number of guesses of an optimal game, with this guess
    average_guesses: float | None = None


def rank_guesses(
    rules: Rules,
    turns: Sequence[Turn],
    strategy: str = DEFAULT_STRATEGY,
    *,
    count: int | None = None,
) -> list[RankedGuess]:
    """
    Return the guesses that a strategy compares, the best first.

    The first is the strategy's next guess. `random` ranks candidates by code; for
    `optimal`, those of the smallest parts are ranked by exact search.

    In large games they are the smallest guess of each symmetry class; in larger ones a
    sample, the best of which are ranked by all candidates.
    """
    chosen = parse_strategy(strategy)
    if chosen.is_exact:
        return _rank_by_exact_search(rules, turns, chosen.name)[:count]
    book = codebook(rules)
    candidates = _candidates(rules, turns)
    history = [turn.guess for turn in turns]
    max_count = max(1, MAX_PAIRS // len(candidates))
    if chosen.heuristic:
        guess = choose_guess(book, chosen, history, candidates).guess
        options = np.append([guess], candidates[candidates != guess])[:count]
        return _with_figures(book, options[:max_count], candidates)
    comparison = compare_position(
        book, chosen, history, candidates, max_pairs=MAX_PAIRS
    )
    guesses, sizes = comparison.guesses, comparison.sizes
    if guesses is None:
        guesses = np.arange(len(book))
    is_candidate = book.mask(candidates)
    order = best_first(chosen, sizes, is_candidate[guesses])[:count]
    if comparison.is_sampled:
        guesses = np.sort(guesses[order[:max_count]])
        sizes = part_sizes(book, candidates, guesses)
        order = best_first(chosen, sizes, is_candidate[guesses])
    return _with_figures(book, guesses[order], candidates, sizes[:, order])


def _rank_by_exact_search(
    rules: Rules, turns: Sequence[Turn], strategy: str
) -> list[RankedGuess]:
    """Return the guesses by their proved averages, then by expected size."""
    by_size = rank_guesses(rules, turns, "expected-size")
    best_guess = suggest_guess(rules, turns, strategy).guess
    by_size.sort(key=lambda ranked: ranked.guess != best_guess)
    if rules.code_count > MAX_RATED_CODES or not is_compiled(rules):
        return by_size
    search, candidates = search_of_game(rules), _candidates(rules, turns)
    history = [turn.guess for turn in turns]
    guesses = [ranked.guess for ranked in by_size[:_MAX_SEARCHED]]
    next_totals = (search.total_with(guess, candidates, history) for guess in guesses)
    totals: list[int] = []
    with suppress(StoppedError):  # then there are fewer totals
        search.run(lambda: totals.extend(next_totals), _TIME_LIMIT)
    proved = [
        ranked._replace(average_guesses=total / len(candidates))
        for ranked, total in zip(by_size, totals, strict=False)
    ]
    proved.sort(key=lambda ranked: (ranked.guess != best_guess, ranked.average_guesses))
    return proved + by_size[len(proved) :]


def _candidates(rules: Rules, turns: Sequence[Turn]) -> NDArray[np.int64]:
    """Return the candidates, or raise NoCandidateError."""
    candidates = codebook(rules).candidates(rules.check_turns(turns))
    if not len(candidates):
        raise NoCandidateError(contradiction_in_words(rules, turns))
    return candidates


def _with_figures(
    book: Codebook,
    guesses: NDArray[np.int64],
    candidates: NDArray[np.int64],
    sizes: Sizes | None = None,
) -> list[RankedGuess]:
    """Return guesses with their figures, by default from all candidates."""
    if sizes is None:
        sizes = part_sizes(book, candidates, guesses)
    shares = sizes / len(candidates)
    bits = np.log2(shares, out=np.zeros_like(shares), where=shares > 0)
    expected_sizes = np.square(sizes, dtype=np.float64).sum(axis=0) / len(candidates)
    columns = (
        map(tuple, book.codes[guesses].tolist()),
        book.mask(candidates)[guesses].tolist(),
        sizes.max(axis=0).tolist(),
        np.count_nonzero(sizes, axis=0).tolist(),
        expected_sizes.tolist(),
        (0.0 - (shares * bits).sum(axis=0)).tolist(),
    )
    return [*starmap(RankedGuess, zip(*columns, strict=True))]


def partition_sizes(
    rules: Rules, turns: Sequence[Turn], guess: Code
) -> dict[Feedback, int]:
    """Return the number of candidates for each of `Rules.feedbacks`."""
    book = codebook(rules)
    index = np.array([book.index(guess)])
    sizes = book.part_sizes(_candidates(rules, turns), index)[:, 0]
    return dict(zip(rules.feedbacks, sizes.tolist(), strict=True))


def play_strategies(
    rules: Rules,
    secret: Code,
    strategies: Sequence[str],
    *,
    first: Code | None = None,
    seed: int | None = None,
) -> list[list[TurnRecord]]:
    """Return the game of each strategy against a secret; see `play`."""
    rules.check_code(secret)
    names = [parse_strategy(name).name for name in strategies]
    return [
        [*game_record(rules, secret, name, first=first, seed=seed)] for name in names
    ]


def explain_turns(
    rules: Rules, turns: Sequence[Turn], strategy: str | None = DEFAULT_STRATEGY
) -> list[str]:
    """
    Return a text of one or two sentences per turn, for learners.

    The second sentence has the guess of the strategy, and the size of its largest part;
    not for None or a random strategy. The turns may contradict one another.
    """
    chosen = None if strategy is None else parse_strategy(strategy)
    rival = None if chosen is None or chosen.is_random else chosen.name
    played = rules.check_turns(turns)
    candidates = np.arange(rules.code_count)
    earlier_turns: list[Turn] = []  # those on which the strategy's guess depends
    texts = []
    is_found = False
    by_turn = enumerate(codebook(rules).candidates_by_turn(played), 1)
    for turn, (number, next_candidates) in zip(played, by_turn, strict=True):
        count, next_count = len(candidates), len(next_candidates)
        text = (
            f"{_feedback_in_words(turn, rules)}: the code was found before."
            if is_found and next_count
            else _outcome_in_words(rules, number, turn, count, next_count)
        )
        is_found |= turn.feedback == rules.win
        if rival and next_count and not is_found:
            text += f" {_rival_in_words(rules, earlier_turns, turn, candidates, rival)}"
        texts.append(text)
        if next_count < count or (chosen and chosen.is_exact):
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
    """Return the sentence about the candidates before and after a turn."""
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


def _rival_in_words(
    rules: Rules,
    earlier_turns: Sequence[Turn],
    turn: Turn,
    candidates: NDArray[np.int64],
    strategy: str,
) -> str:
    """Return the sentence about the strategy's guess."""
    name = strategy_label(strategy)
    if len(candidates) == 1:
        return f"{name} finds it here."
    guess, _, is_sampled = cached_suggestion(
        rules, tuple(earlier_turns), strategy, None
    )
    subject = f"{name}, comparing only some guesses," if is_sampled else name
    if guess == turn.guess:
        return f"{subject} guesses the same."
    book = codebook(rules)
    largest = int(book.part_sizes(candidates, np.array([book.index(guess)])).max())
    code = rules.format_code(guess)
    return f"{subject} guesses {code}, which leaves at most {largest:,}."
