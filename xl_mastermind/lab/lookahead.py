"""
The strategy ``lookahead``: play out several guesses and take the least total.

Exact search finds the least totals of positions with few candidates.
"""

import hashlib
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Final, NamedTuple
from weakref import WeakSet

import numpy as np

from xl_mastermind.files import write_file
from xl_mastermind.game.codes import Codebook, Indices, codebook
from xl_mastermind.game.rules import Code, Feedback, Rules
from xl_mastermind.game.symmetry import first_guesses, representatives
from xl_mastermind.lab.cluster import run_on_cluster
from xl_mastermind.lab.compilation import compile_kernels
from xl_mastermind.lab.exact.problem import MAX_BYTES, Problem, table_bytes
from xl_mastermind.lab.exact.search import Search, StoppedError
from xl_mastermind.lab.interrupts import T, run_jobs
from xl_mastermind.lab.optimal import optimal_guess
from xl_mastermind.solve import trees as solve_trees
from xl_mastermind.solve.choice import choose_guess
from xl_mastermind.solve.compare_guesses import (
    best_first,
    load_in_background,
    part_sizes,
)
from xl_mastermind.solve.search_errors import ExactSearchError
from xl_mastermind.solve.strategies import STRATEGIES, Strategy, parse_strategy

MAX_EXACT_PAIRS: Final = 150 << 15
"""
Pairs of guess and candidate of the largest position that is searched exactly.

4x6 has as many, and 150 candidates of 5x8; the search takes up to half a second.
"""

_MAX_PAIRS: Final = 1 << 32
"""Pairs of the largest position that lookaheads play out."""

_RANKINGS: Final = STRATEGIES["entropy"], STRATEGIES["most-parts"]
"""The strategies whose best guesses are played out."""

_MAX_FIRST_GUESSES: Final = 5
"""First guesses that are played out with the width and depth of the strategy."""

_NARROW: Final = "lookahead-1-1"
"""The strategy that compares all first guesses before others play out the best."""

_FIRST_GUESSES: Final = {
    Rules(5, 7): (1, 1, 2, 2, 3),
    Rules(5, 9): (1, 1, 2, 3, 4),
    Rules(7, 4): (1, 1, 1, 2, 2, 3, 3),
    Rules(8, 3): (1, 1, 1, 2, 2, 2, 3, 3),
    Rules(8, 4): (1, 1, 1, 2, 2, 2, 3, 3),
}
"""The best first guesses known, of games where that of entropy is another."""

_INFINITE: Final = 1 << 40
"""More guesses than any position needs."""


def searched_guess(
    book: Codebook, strategy: Strategy, history: Sequence[Code], candidates: Indices
) -> Code:
    """Return the guess of an exact strategy or a lookahead; see `choose_guess`."""
    if not strategy.width:
        return optimal_guess(book, strategy, history, candidates)
    if _is_searched_exactly(book, len(candidates)):
        return _exact_guess(book, history, candidates)
    _check_size(book, candidates)
    if not history:
        plain = replace(book.rules, symbols="")
        guess = _FIRST_GUESSES.get(plain)
        if guess:
            return guess
    return book.code(_lookahead(book.rules, strategy).choose(history, candidates))


def lookahead_tree(  # noqa: PLR0913 - options are given by name
    book: Codebook,
    strategy: Strategy,
    first: Code | None = None,
    progress: Callable[[int], object] = lambda _: None,
    *,
    executor: Executor | None = None,
    resume_file: Path | None = None,
) -> solve_trees.Node:
    """
    Return the tree of a lookahead; see `evaluate` for the parameters.

    Without a first guess, the tree is the best of those of `_MAX_FIRST_GUESSES`: the
    best of all first guesses, up to symmetry, by a lookahead of width 1 and depth 1.
    """
    rules = replace(book.rules, symbols="")
    is_exact, codes = _is_searched_exactly(book, len(book)), np.arange(len(book))
    tree = solve_trees.bundled_tree(rules, "optimal" if is_exact else strategy.name)
    if tree and first in (None, tree.guess):
        progress(len(book))
        return tree
    _check_size(book, codes)
    if is_exact:  # this search takes seconds: it saves nothing for resuming
        first = first or _exact_guess(book, (), codes)
        resume_file = None

    def grow(first: Code, strategy: Strategy = strategy) -> solve_trees.Node:
        return _lookahead(rules, strategy).tree(
            first, progress, executor=executor, resume_file=resume_file
        )

    def total_of(tree: solve_trees.Node) -> int:
        return solve_trees.total_guesses(solve_trees.play_tree(book, tree))

    if first is not None:
        return grow(first)
    first_codes = first_guesses(rules)
    finalist_count = min(len(first_codes), _MAX_FIRST_GUESSES)
    progress = _fraction(progress, len(first_codes) + finalist_count)
    grow_narrow = partial(grow, strategy=parse_strategy(_NARROW))
    trees = sorted(map(grow_narrow, first_codes), key=total_of)[:finalist_count]
    return min((grow(tree.guess) for tree in trees), key=total_of)


def _fraction(
    progress: Callable[[int], object], stage_count: int
) -> Callable[[int], None]:
    """Return a function that reports the secrets of one of several equal stages."""
    found_count = 0

    def advance(count: int) -> None:
        nonlocal found_count
        progress((found_count + count) // stage_count - found_count // stage_count)
        found_count += count

    return advance


def _grow_part(
    rules: Rules, strategy: Strategy, first: Code, feedback: Feedback
) -> solve_trees.Node:
    """Return the tree after a first guess and its feedback, perhaps on a cluster."""
    lookahead = _lookahead(rules, strategy)
    return lookahead.grow(lookahead.parts_of_first(first)[feedback])


@lru_cache(maxsize=4)
def _lookahead(rules: Rules, strategy: Strategy) -> "_Lookahead":
    return _Lookahead(codebook(rules), strategy)


class SearchedPosition(NamedTuple):
    """A position, and an exact search from it or from a position before it."""

    codes: Indices  # the candidates, ascending
    history: tuple[Code, ...]
    search: Search | None = None
    searched_codes: Indices = np.empty(0, np.int64)  # the candidates of the search
    searched_turns: int = 0  # the number of turns before the search

    @property
    def members(self) -> tuple[Indices, tuple[Code, ...]]:
        """The candidates in the search, and the guesses after its turns."""
        members = np.searchsorted(self.searched_codes, self.codes)
        return members, self.history[self.searched_turns :]


def _exact_guess(book: Codebook, history: Sequence[Code], candidates: Indices) -> Code:
    return book.code(
        choose_guess(book, STRATEGIES["optimal"], history, candidates).guess
    )


def _is_searched_exactly(book: Codebook, candidate_count: int) -> bool:
    return len(book) * candidate_count <= MAX_EXACT_PAIRS


class _Lookahead:
    """
    The guesses and trees of a strategy with a width and a depth for a game.

    At a position that is too large for an exact search, it compares the best guesses
    by entropy and the best by their number of parts, `width` of each in turn 2 to turn
    `depth` and one of each in others. The total of a guess is the sum over its parts
    of the totals of this same rule.
    """

    def __init__(self, book: Codebook, strategy: Strategy) -> None:
        self._book, self._strategy = book, strategy
        self._lower_bounds = _lower_bounds(book)
        self._trees: dict[Code, solve_trees.Node] = {}
        self._choices: dict[tuple[int, bytes], tuple[int, int]] = {}
        self._searches: WeakSet[Search] = WeakSet()
        self._is_stopped = False
        compile_kernels(book.rules, run=Search.total)
        load_in_background()  # a lookahead takes longer than compiling

    def choose(self, history: Sequence[Code], codes: Indices) -> int:
        """Return the guess at a position that is not searched exactly."""
        position = SearchedPosition(codes, tuple(history))
        if not history:
            return self._best_guesses(position)[0]
        ((_, guess),) = self._run(
            [lambda: self._choose(self._with_search(position), _INFINITE)]
        )
        return guess

    def tree(
        self,
        first: Code,
        progress: Callable[[int], object] = lambda _: None,
        *,
        executor: Executor | None = None,
        resume_file: Path | None = None,
    ) -> solve_trees.Node:
        """Return the tree of a first guess; see `evaluate` for the parameters."""
        if first in self._trees:
            progress(len(self._book))
            return self._trees[first]
        rules, parts = self._book.rules, self.parts_of_first(first)
        name = self._strategy.name
        file = resume_file and _parts_file(resume_file, rules, name, first)
        codes_by_feedback = {answer: part.codes for answer, part in parts.items()}
        tree = _read_parts(file, self._book, first, codes_by_feedback)
        sizes = {
            feedback: len(part.codes)
            for feedback, part in parts.items()
            if len(part.codes) > 2 and feedback not in tree.subtrees
        }
        missing_feedbacks = sorted(sizes, key=sizes.__getitem__, reverse=True)
        progress(len(self._book) - sum(sizes.values()))

        def add(index: int, subtree: solve_trees.Node) -> None:
            tree.subtrees[missing_feedbacks[index]] = subtree
            if file:
                write_file(file, solve_trees.format_tree(rules, tree))
            progress(sizes[missing_feedbacks[index]])

        grow = partial(_grow_part, rules, self._strategy, first)
        jobs = [partial(grow, feedback) for feedback in missing_feedbacks]
        self._run(jobs, add, executor)
        self._trees[first] = solve_trees.Node(
            first, dict(sorted(tree.subtrees.items()))
        )
        return self._trees[first]

    def parts_of_first(self, first: Code) -> dict[Feedback, SearchedPosition]:
        start = SearchedPosition(np.arange(len(self._book)), ())
        return self._parts(start, self._book.index(first))

    def _run(
        self,
        jobs: Sequence[Callable[[], T]],
        report: Callable[[int, T], object] = lambda *_: None,
        executor: Executor | None = None,
    ) -> list[T]:
        """Return the results of `run_jobs`, by default on all cores."""
        self._is_stopped = False
        if executor:
            return run_on_cluster(executor, jobs, report)
        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            return run_jobs(pool, jobs, self._stop, report)

    def _stop(self) -> None:
        self._is_stopped = True
        for search in [*self._searches]:
            search.stop()

    def _with_search(self, position: SearchedPosition) -> SearchedPosition:
        """Return the position with a search, unless its tables are too large."""
        codes, rules = position.codes, self._book.rules
        if position.search or table_bytes(rules, len(codes)) > MAX_BYTES:
            return position
        if self._is_stopped:
            raise StoppedError
        search = Search(Problem.from_position(rules, codes, position.history))
        self._searches.add(search)
        return SearchedPosition(
            codes, position.history, search, codes, len(position.history)
        )

    def grow(self, position: SearchedPosition) -> solve_trees.Node:
        position = self._with_search(position)
        if position.search and _is_searched_exactly(self._book, len(position.codes)):
            tree = position.search.tree(*position.members)
            if tree:  # only a maximum of guesses could prevent a tree
                return tree
        _, guess = self._choose(position, _INFINITE)
        node = solve_trees.Node(self._book.code(guess), {})
        for feedback, part in self._parts(position, guess).items():
            if len(part.codes) > 2:
                node.subtrees[feedback] = self.grow(part)
        return node

    def _choose(self, position: SearchedPosition, limit: int) -> tuple[int, int]:
        """Return the total of a position and its guess, -1 unless below the limit."""
        wide_turns = min(len(position.history), self._strategy.depth)
        codes = hashlib.blake2b(position.codes.tobytes(), digest_size=16)
        key = wide_turns, codes.digest()
        if key in self._choices:
            return self._choices[key]
        total, guess = limit, -1
        for candidate_guess in self._best_guesses(position):
            next_total = self._total_with(position, candidate_guess, total)
            if next_total < total:
                total, guess = next_total, candidate_guess
        if guess >= 0:
            self._choices[key] = total, guess
        return total, guess

    def _best_guesses(self, position: SearchedPosition) -> list[int]:
        """Return the guesses that are compared at a position, best by entropy first."""
        book, strategy = self._book, self._strategy
        width = strategy.width if len(position.history) < strategy.depth else 1
        guesses = representatives(book, position.history, position.codes)
        sizes = part_sizes(book, position.codes, guesses)
        is_candidate = book.mask(position.codes)[guesses]
        orders = [best_first(ranking, sizes, is_candidate) for ranking in _RANKINGS]
        best = np.concatenate([guesses[order[:width]] for order in orders])
        return [*dict.fromkeys(best.tolist())]

    def _parts(
        self, position: SearchedPosition, guess: int
    ) -> dict[Feedback, SearchedPosition]:
        """Return the positions after a guess that does not win."""
        history = (*position.history, self._book.code(guess))
        return {
            feedback: position._replace(codes=codes, history=history)
            for feedback, codes in self._book.parts(guess, position.codes).items()
            if feedback != self._book.rules.win
        }

    def _total_with(self, position: SearchedPosition, guess: int, limit: int) -> int:
        """Return the total of a guess, or a number of at least the limit."""
        parts = [*self._parts(position, guess).values()]
        parts.sort(key=lambda part: len(part.codes), reverse=True)
        bounds = [int(self._lower_bounds[len(part.codes)]) for part in parts]
        total = len(position.codes) + sum(bounds)
        for part, bound in zip(parts, bounds, strict=True):
            if total >= limit:
                break
            total += self._total(part, limit - total + bound) - bound
        return total

    def _total(self, position: SearchedPosition, limit: int) -> int:
        """Return the total of a position, or a number of at least the limit."""
        size = len(position.codes)
        if size <= 2:
            return 2 * size - 1
        position = self._with_search(position)
        if position.search and _is_searched_exactly(self._book, size):
            total = position.search.total(*position.members, below=limit)
            return limit if total is None else total
        return self._choose(position, limit)[0]


# The file in which an interrupted lookahead leaves the parts of its tree


def _parts_file(tree_file: Path, rules: Rules, strategy: str, first: Code) -> Path:
    """Return the file beside a tree's that has the parts of an unfinished tree."""
    name = f"{rules}-{strategy}-{rules.format_code(first)}".replace(" ", "-")
    return tree_file.with_name(f"{tree_file.name}.{name}.part")


def _read_parts(
    file: Path | None, book: Codebook, first: Code, parts: Mapping[Feedback, Indices]
) -> solve_trees.Node:
    """Return the tree of the parts that an interrupted search wrote."""
    if not file or not file.exists():
        return solve_trees.Node(first, {})
    text = file.read_text("ascii", errors="replace")
    try:
        _, _, parsed = solve_trees.parse_tree(text, book.rules)
        tree = solve_trees.Node(first, parsed.subtrees)
        found = [codes for answer, codes in parts.items() if answer in tree.subtrees]
        solve_trees.play_tree(book, tree, np.concatenate([[book.index(first)], *found]))
    except ValueError as error:
        raise ValueError(f"{error}: {file}") from None
    return tree


def remove_parts(
    tree_file: Path, rules: Rules, strategy: str, first: Code | None
) -> None:
    """Remove the files of parts that the search of a written tree has used."""
    plain_rules = replace(rules, symbols="")
    firsts = [first] if first else first_guesses(plain_rules)
    for name in {strategy} if first else {strategy, _NARROW}:
        for code in firsts:
            _parts_file(tree_file, plain_rules, name, code).unlink(missing_ok=True)


def _lower_bounds(book: Codebook) -> Indices:
    """Return a lower bound of the total by number of candidates."""
    part_count = len(book.feedback_numbers) - 1
    turns, turn, max_codes = [0], 1, 1
    while len(turns) <= len(book):
        turns += [turn] * min(max_codes, len(book) + 1 - len(turns))
        turn, max_codes = turn + 1, max_codes * part_count
    return np.cumsum(turns)


def _check_size(book: Codebook, codes: Indices) -> None:
    if len(book) * len(codes) > _MAX_PAIRS:
        raise ExactSearchError(
            f"expected a position of at most {_MAX_PAIRS // len(book):,} codes for a"
            f" lookahead in {book.rules}, got {len(codes):,}"
        )
