"""The cost of guesses, the best guess, and the luck of the feedback."""

import time
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.codes import Codebook, Indices, codebook
from xl_mastermind.game.game import Game
from xl_mastermind.game.rules import Code, Rules, Turn, TurnLike, as_rules
from xl_mastermind.game.symmetry import first_guesses
from xl_mastermind.solve.endgame import endgame_cost
from xl_mastermind.solve.results import ResultSequence, position_in_words
from xl_mastermind.solve.suggestion import (
    candidate_counts,
    find_candidates,
    suggest_guess,
)
from xl_mastermind.solve.trees import bundled_subtree, bundled_tree, tree_totals
from xl_mastermind.tables import Cell, Table

if TYPE_CHECKING:
    from xl_mastermind.lab.exact.search import Search

MAX_RATED_CODES: Final = 5040
"""Codes of the largest game whose guesses are rated by exact search."""

_TIME_LIMIT: Final = 20.0
"""Seconds for the exact search of a game's guesses."""


class Rating(NamedTuple):
    """The quality of a guess."""

    cost: float  # additional guesses, on average, compared with the best guess
    best_guess: Code  # equal to the guess if its cost is 0
    # The share of the candidates whose feedback would have left more codes; candidates
    # that would have left equally many count half. It is 0.5 on average, and None for
    # incomplete feedback.
    luck: float | None
    is_proved: bool  # whether cost and best guess are exact
    is_wasted: bool  # whether the guess excluded no code
    is_provisional: bool = False  # whether numba is still compiling the exact search
    is_against_best_known: bool = False  # whether the best guess is from a lookahead


_RATINGS: Final = WeakKeyDictionary[Game, dict[int, Rating]]()
"""The ratings of games in memory, because a button needs them several times."""


@dataclass(frozen=True, repr=False)
class RatedTurns(ResultSequence[Rating]):
    """Turns and the ratings of their guesses; a sequence of `Rating`."""

    rules: Rules
    turns: tuple[Turn, ...]
    rows: tuple[Rating, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the turns with their ratings."""
        return {
            "game": str(self.rules),
            "turns": [
                {
                    "turn": self.rules.format_turn(turn),
                    "cost": rated.cost,
                    "best": self.rules.format_code(rated.best_guess),
                    "luck": rated.luck,
                    "proved": rated.is_proved,
                }
                for turn, rated in zip(self.turns, self, strict=True)
            ],
        }

    def table(self) -> Table:
        """Return a row for each turn."""
        rows: list[list[Cell]] = [
            [*turn, count, rated.cost, rated.best_guess, rated.luck, rated.is_proved]
            for turn, count, rated in zip(
                self.turns, candidate_counts(self.rules, self.turns), self, strict=True
            )
        ]
        title = position_in_words(self.rules, (), self.rules.code_count)
        headings = ("Guess", "Answer", "Left", "Cost", "Best", "Luck", "Proved")
        return Table(title, headings, rows, self.rules)


def rate_guesses(rules: Rules | str, turns: Iterable[TurnLike]) -> RatedTurns:
    """
    Return the cost of each guess and the luck of its answer.

    The cost is the expected number of additional guesses against the best guess, by
    exact search in games of up to 5,040 codes with numba, otherwise estimated. The
    first call compiles the search for half a minute; further ones load it.

    Parameters
    ----------
    rules, turns
        As `next_guess` takes them.

    Examples
    --------
    >>> rate_guesses("3x4", ["112:0,2", "344:0,1", "231:3,0"])
    3x4: 64 codes
    Guess  Answer  Left    Cost  Best    Luck  Proved
    112    0,2        5  0.0000  112   0.9141  yes
    344    0,1        2  0.4000  231   0.4000  yes
    231    3,0        1  0.0000  231   0.7500  yes
    """
    rules = as_rules(rules)
    game_turns = (*rules.check_turns(turns),)
    if rules.code_count <= MAX_RATED_CODES:
        from xl_mastermind.lab.compilation import compile_kernels  # noqa: PLC0415, 50 ms

        compile_kernels(rules)
    return RatedTurns(rules, game_turns, (*rate_turns(rules, game_turns),))


def rate_turns(
    rules: Rules, turns: Sequence[Turn], *, time_limit: float = _TIME_LIMIT
) -> list[Rating]:
    """
    Return the ratings of the guesses, by exact search for up to `time_limit` seconds.

    Let T(S) be the least total number of guesses for the codes S, `Search.total`. A
    guess that splits S into parts costs (|S| + the sum of T over the parts - T(S)) /
    |S|, where the winning part needs no more. Over all codes, the costs of a strategy's
    guesses add up to its average less the optimum.

    With numba, games of up to `MAX_RATED_CODES` codes are searched; until the search is
    compiled, estimates are provisional. Without it, only few candidates are
    (`endgame_cost`). So ratings depend on time only while the search is compiled.

    In a game with the tree of a lookahead, and after its guesses, T of a part is
    estimated from this tree, and its guess is the best.

    Another estimate is log(e / e') / log(|S| / e'), where e is the expected size of the
    part and e' that of the best guess: 0 for the best and 1 for a wasted guess, as for
    exact costs.
    """
    game_turns = rules.check_turns(turns)
    book = codebook(rules)
    find_candidates(book, game_turns)  # contradictory turns raise an error
    is_ready, search = compiled_search(rules)
    candidates = np.arange(len(book))
    useful_turns: tuple[Turn, ...] = ()
    # A useful turn empties it, because then the same guess gets another rating.
    rating_by_turn: dict[Turn, Rating] = {}
    ratings = []
    with search.lock if search else nullcontext():  # a search serves one thread
        end = time.monotonic() + time_limit
        by_turn = book.candidates_by_turn(game_turns)
        for turn, next_candidates in zip(game_turns, by_turn, strict=True):
            is_same = len(next_candidates) == len(candidates)
            if turn not in rating_by_turn:
                position = RatedPosition(book, useful_turns, candidates)
                seconds = end - time.monotonic()
                cost, best, is_proved = position.rate(turn.guess, search, seconds)
                rating_by_turn[turn] = Rating(
                    cost,
                    best,
                    luck(book, turn, candidates) if turn.feedback.is_complete else None,
                    is_proved,
                    is_wasted=is_same and turn.feedback != rules.win,
                    is_provisional=is_ready is None and not is_proved,
                    is_against_best_known=not is_proved
                    and bundled_subtree(rules, "lookahead", useful_turns) is not None,
                )
            ratings.append(rating_by_turn[turn])
            if not is_same:
                candidates, rating_by_turn = next_candidates, {}
                useful_turns = (*useful_turns, turn)
    return ratings


def compiled_search(rules: Rules) -> "tuple[bool | None, Search | None]":
    """Return whether a game's search is compiled, None meanwhile, and the search."""
    if rules.code_count > MAX_RATED_CODES:
        return False, None
    from xl_mastermind.lab.compilation import is_compiled  # noqa: PLC0415, 50 ms
    from xl_mastermind.lab.optimal import search_of_game  # noqa: PLC0415, as this

    is_ready = is_compiled(rules)
    return is_ready, search_of_game(rules) if is_ready else None


def rate_game(game: Game) -> dict[int, Rating]:
    """Return the rating of each counted turn of a finished game, by attempt."""
    if not game.is_finished:
        return {}
    if game not in _RATINGS:
        turns, attempts = game.turns_by_attempt, [*game.counted_attempts]
        try:
            ratings = rate_turns(game.rules, [turns[n] for n in attempts])
        except ValueError:  # contradictory turns
            ratings, attempts = [], []
        _RATINGS[game] = dict(zip(attempts, ratings, strict=True))
    return _RATINGS[game]


def luck(book: Codebook, turn: Turn, candidates: Indices) -> float:
    """Return the luck of a complete feedback, given the candidates; see `Rating`."""
    rules = book.rules
    guess = np.array([book.index(turn.guess)])
    sizes = book.part_sizes(candidates, guess)[:, 0].astype(np.int64)
    codes_left = sizes.copy()
    codes_left[rules.feedbacks.index(rules.win)] = 0
    size = codes_left[rules.feedbacks.index(turn.feedback)]
    points = 2 * sizes[codes_left > size].sum() + sizes[codes_left == size].sum()
    return float(points / (2 * sizes.sum()))


class RatedPosition(NamedTuple):
    """The turns of a game in progress, and the candidates after them."""

    book: Codebook
    turns: tuple[Turn, ...]
    candidates: Indices

    def rate(
        self, guess: Code, search: "Search | None", seconds: float
    ) -> tuple[float, Code, bool]:
        """Return the cost of a guess, a best guess, and whether they are proved."""
        book, turns, candidates = self
        best = self._find_best_without_search()
        is_first_best = (
            best and not turns and _colour_counts(guess) == _colour_counts(best)
        )
        if guess == best or is_first_best:
            return 0.0, guess, True
        if search and len(candidates) > 2:
            history = [turn.guess for turn in turns]
            result = search.cost_within(seconds, guess, candidates, history, best)
        else:
            result = endgame_cost(book, guess, candidates, best)
        if result:
            total, best = result
            return total / len(candidates), best, True
        node = bundled_subtree(book.rules, "lookahead", turns)
        if node:
            best = node.guess
        elif not best:
            best = suggest_guess(book.rules, turns, "expected-size").guess
        cost = self._estimate_cost(guess, best, is_best_known=node is not None)
        return (cost, best, False) if cost > 0 else (0.0, guess, False)

    def _find_best_without_search(self) -> Code | None:
        book, turns, candidates = self
        node = bundled_subtree(book.rules, "optimal", turns)
        if node:
            return node.guess
        if len(candidates) <= 2:
            return book.code(int(candidates[0]))
        classes = first_guesses(book.rules) if not turns else []
        return classes[0] if len(classes) == 1 else None

    def _estimate_cost(self, guess: Code, best: Code, *, is_best_known: bool) -> float:
        book, count = self.book, len(self.candidates)
        guesses = np.array([book.index(guess), book.index(best)])
        sizes = book.part_sizes(self.candidates, guesses)
        if is_best_known:
            sizes[book.rules.feedbacks.index(book.rules.win)] = 0
            total, best_total = _best_known_totals(book.rules)[sizes].sum(axis=0)
            return float(total - best_total) / count
        size, best_size = np.square(sizes, dtype=np.float64).sum(axis=0) / count
        if size <= best_size:
            return 0.0
        return float(np.log(size / best_size) / np.log(count / best_size))


@lru_cache(maxsize=1)
def _best_known_totals(rules: Rules) -> NDArray[np.float64]:
    """
    Return the average total by number of candidates, from the lookahead's tree.

    Numbers from 16 on are grouped by powers of two, because each has few positions.
    """
    tree, book = bundled_tree(rules, "lookahead"), codebook(rules)
    pairs = tree_totals(book, tree) if tree else []
    sizes, totals = np.array(pairs).T
    groups = np.where(sizes < 16, sizes, -np.frexp(sizes)[1])
    _, indices = np.unique(groups, return_inverse=True)
    counts = np.bincount(indices)
    bits = np.bincount(indices, np.log2(sizes)) / counts
    averages = np.bincount(indices, totals / sizes) / counts
    order = bits.argsort()
    every_size = np.arange(len(book) + 1)
    every_average = np.interp(
        np.log2(np.maximum(every_size, 1)), bits[order], averages[order]
    )
    return np.asarray(every_size * every_average)


def _colour_counts(code: Code) -> list[int]:
    """Return a key that is equal for first guesses of a symmetry class."""
    return sorted(map(code.count, set(code)))
