"""Guesses ranked, and the candidates partitioned by a guess."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import starmap
from typing import Any, Final, NamedTuple

import numpy as np

from xl_mastermind.game import rules as game_rules
from xl_mastermind.game.codes import Codebook, Indices, codebook
from xl_mastermind.game.codes import candidates as candidates_of
from xl_mastermind.game.conversion import check_positive
from xl_mastermind.solve import results, strategies
from xl_mastermind.solve.choice import (
    choose_guess,
    compared_guesses,
    weighted_part_sizes,
)
from xl_mastermind.solve.compare_guesses import best_first, part_sizes
from xl_mastermind.solve.rating import compiled_search
from xl_mastermind.solve.search_errors import ExactSearchError
from xl_mastermind.solve.suggestion import MAX_PAIRS, find_candidates, suggest_guess
from xl_mastermind.tables import Cell, Table, cell_text

_MAX_SEARCHED: Final = 24
"""Guesses ranked by exact search."""

_TIME_LIMIT: Final = 10.0
"""Seconds for the exact search of all these guesses."""


class RankedGuess(NamedTuple):
    """A guess with its figures."""

    guess: game_rules.Code
    is_candidate: bool
    largest_part: int
    part_count: int
    expected_size: float  # the mean size of the part after the answer
    entropy: float  # bits
    # The average of an optimal game that begins with this guess, None unless proved
    average_guesses: float | None = None


@dataclass(frozen=True, repr=False)
class Ranking(results.ResultSequence[RankedGuess]):
    """The guesses at a position, best first; a sequence of `RankedGuess`."""

    rules: game_rules.Rules
    turns: tuple[game_rules.Turn, ...]
    strategy: str
    candidate_count: int
    rows: tuple[RankedGuess, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the position, and the figures of each guess."""
        return {
            "game": str(self.rules),
            "turns": [*map(self.rules.format_turn, self.turns)],
            "strategy": self.strategy,
            "candidates": self.candidate_count,
            "guesses": [
                ranked._asdict() | {"guess": self.rules.format_code(ranked.guess)}
                for ranked in self
            ],
        }

    def table(self) -> Table:
        """Return a row of figures for each guess."""
        headings = ["Guess", "Possible", "Largest", "Parts", "Average", "Bits"]
        rows: list[Sequence[Cell]] = [*self]
        if rows and self[0].average_guesses is not None:
            headings.append("Guesses")
        position = results.position_in_words(
            self.rules, self.turns, self.candidate_count
        )
        title = f"{position}, ranked by {self.strategy}"
        rows = [row[: len(headings)] for row in rows]
        return Table(title, headings, rows, self.rules)


def rank_guesses(
    rules: game_rules.Rules | str,
    turns: Iterable[game_rules.TurnLike] = (),
    strategy: str = strategies.DEFAULT_STRATEGY,
    *,
    count: int | None = None,
) -> Ranking:
    """
    Return the guesses that a strategy compares, the best first.

    The first is the strategy's next guess. For `optimal`, exact search ranks the
    guesses of the smallest parts. `random` ranks no guesses.

    Large games are ranked by the smallest guess of each symmetry class, larger ones by
    a sample. All candidates then rank the best guesses of the sample.

    Parameters
    ----------
    rules, turns, strategy
        As `next_guess` takes them.
    count : int, optional
        The maximum number of guesses.

    Examples
    --------
    >>> rank_guesses("4x6", ["1122:1,0"], "entropy", count=2)
    4x6 after 1122:1,0: 256 codes left, ranked by entropy
    Guess  Possible  Largest  Parts  Average    Bits
    1345   yes            51     14  31.6328  3.2629
    1346   yes            51     14  31.6328  3.2629
    """
    rules, rule = game_rules.as_rules(rules), strategies.parse_strategy(strategy)
    if rule.is_random:
        raise ValueError(f"expected a strategy that ranks guesses, got {rule.name}")
    game_turns = rules.check_turns(turns)
    check_positive("a count", count)
    book = codebook(rules)
    candidates = find_candidates(book, game_turns)
    guesses = _ranked_guesses(book, game_turns, rule, candidates, count)
    return Ranking(rules, (*game_turns,), rule.name, len(candidates), (*guesses,))


def _ranked_guesses(
    book: Codebook,
    turns: Sequence[game_rules.Turn],
    strategy: strategies.Strategy,
    candidates: Indices,
    count: int | None = None,
) -> list[RankedGuess]:
    if strategy.is_exact:
        return _rank_by_exact_search(book, turns, strategy, candidates)[:count]
    history = [turn.guess for turn in turns]
    max_count = max(1, MAX_PAIRS // len(candidates))
    if strategy.heuristic:
        guess = choose_guess(book, strategy, history, candidates).guess
        options = np.append([guess], candidates[candidates != guess])[:count]
        return _with_figures(book, options[:max_count], candidates)
    guesses, groups, is_sampled = compared_guesses(
        book, strategy, history, candidates, MAX_PAIRS
    )
    sizes = weighted_part_sizes(book, groups, guesses)
    is_candidate = book.mask(candidates)
    order = best_first(strategy, sizes, is_candidate[guesses])[:count]
    if is_sampled:
        guesses = np.sort(guesses[order[:max_count]])
        sizes = part_sizes(book, candidates, guesses)
        order = best_first(strategy, sizes, is_candidate[guesses])
    return _with_figures(book, guesses[order], candidates, sizes[:, order])


def _rank_by_exact_search(
    book: Codebook,
    turns: Sequence[game_rules.Turn],
    strategy: strategies.Strategy,
    candidates: Indices,
) -> list[RankedGuess]:
    """Return the guesses by their proved averages, then by expected size."""
    by_expected_size = strategies.STRATEGIES["expected-size"]
    by_size = _ranked_guesses(book, turns, by_expected_size, candidates)
    rules = book.rules
    best_guess = suggest_guess(rules, turns, strategy.name).guess
    by_size.sort(key=lambda ranked: ranked.guess != best_guess)
    _, search = compiled_search(rules)
    if search is None:
        return by_size
    history = [turn.guess for turn in turns]
    guesses = [ranked.guess for ranked in by_size[:_MAX_SEARCHED]]
    next_totals = (search.total_with(guess, candidates, history) for guess in guesses)
    totals: list[int] = []
    with suppress(ExactSearchError):  # guesses without a total get no row
        search.run(lambda: totals.extend(next_totals), _TIME_LIMIT)
    proved = [
        ranked._replace(average_guesses=total / len(candidates))
        for ranked, total in zip(by_size, totals, strict=False)
    ]
    proved.sort(key=lambda ranked: (ranked.guess != best_guess, ranked.average_guesses))
    return proved + by_size[len(proved) :]


def _with_figures(
    book: Codebook,
    guesses: Indices,
    candidates: Indices,
    sizes: strategies.Sizes | None = None,
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


@dataclass(frozen=True, repr=False)
class Partition(results.ResultBase):
    """
    The parts into which a guess splits the candidates.

    `sizes` has the number of candidates for each possible feedback, also 0.
    """

    rules: game_rules.Rules
    turns: tuple[game_rules.Turn, ...]
    guess: game_rules.Code
    sizes: Mapping[game_rules.Feedback, int]

    @property
    def candidate_count(self) -> int:
        """Number of candidates before the guess."""
        return sum(self.sizes.values())

    @property
    def expected_size(self) -> float:
        """The expected number of candidates after the guess."""
        return sum(size * size for size in self.sizes.values()) / self.candidate_count

    def part(self, feedback: game_rules.FeedbackLike) -> list[game_rules.Code]:
        """Return the candidates with a feedback, in lexicographic order."""
        turn = game_rules.Turn(self.guess, self.rules.check_feedback(feedback))
        return candidates_of(self.rules, [*self.turns, turn])

    def to_dict(self) -> dict[str, Any]:
        """Return the position, the guess, and the parts that have codes."""
        return {
            "game": str(self.rules),
            "turns": [*map(self.rules.format_turn, self.turns)],
            "guess": self.rules.format_code(self.guess),
            "candidates": self.candidate_count,
            "largest": max(self.sizes.values()),
            "average": self.expected_size,
            "parts": [
                {"feedback": cell_text(feedback, self.rules), "codes": size}
                for feedback, size in self.sizes.items()
                if size
            ],
        }

    def table(self) -> Table:
        """Return a row for each feedback that some candidate gives."""
        position = results.position_in_words(
            self.rules, self.turns, self.candidate_count
        )
        parts = {feedback: size for feedback, size in self.sizes.items() if size}
        title = (
            f"{position}; {self.rules.format_code(self.guess)} splits them into"
            f" {len(parts)}, {self.expected_size:.4f} on average"
        )
        return Table(title, ("Answer", "Codes"), [*parts.items()], self.rules)


def partition(
    rules: game_rules.Rules | str,
    guess: game_rules.CodeLike,
    turns: Iterable[game_rules.TurnLike] = (),
) -> Partition:
    """
    Return the parts into which a guess splits the candidates.

    Parameters
    ----------
    rules, turns
        As `next_guess` takes them.
    guess : code
        A text such as ``1122`` or a sequence of colours.

    Examples
    --------
    >>> parts = partition("3x4", "112", ["123:1,1"])
    >>> parts
    3x4 after 123:1,1: 12 codes left; 112 splits them into 6, 2.6667 on average
    Answer  Codes
    0,1         3
    0,2         2
    1,0         4
    1,1         1
    2,0         1
    3,0         1
    >>> parts.part("0,2")
    [(2, 2, 1), (4, 2, 1)]
    """
    rules = game_rules.as_rules(rules)
    code, game_turns = rules.check_code(guess), rules.check_turns(turns)
    sizes = partition_sizes(rules, game_turns, code)
    return Partition(rules, (*game_turns,), code, sizes)


def partition_sizes(
    rules: game_rules.Rules, turns: Sequence[game_rules.Turn], guess: game_rules.Code
) -> dict[game_rules.Feedback, int]:
    """Return the number of candidates for each of `Rules.feedbacks`."""
    book = codebook(rules)
    index = np.array([book.index(guess)])
    candidates = find_candidates(book, rules.check_turns(turns))
    sizes = book.part_sizes(candidates, index)[:, 0]
    return dict(zip(rules.feedbacks, sizes.tolist(), strict=True))
