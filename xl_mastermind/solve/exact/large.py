"""
Games whose table of all pairs does not fit: bounds that hold, better with time.

The upper bound is a whole tree: that of the smallest code that is possible, then a
strategy's, then with its positions solved exactly, small ones first. The lower bound
is that of the first guess that promises most, a sum over the positions after it.
What a position promises is what its best guess could do at every turn, then what
a search proves that has its table alone.
"""

import itertools
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.codes import codebook
from xl_mastermind.game.rules import Code, Feedback
from xl_mastermind.solve.choose import choose
from xl_mastermind.solve.exact.bounds import (
    UNLIMITED,
    Bounds,
    Limit,
    Standing,
    UnreachableError,
)
from xl_mastermind.solve.exact.engine import load_kernel
from xl_mastermind.solve.exact.problem import MOST_FEEDBACKS, Problem, word_width
from xl_mastermind.solve.exact.search import Search
from xl_mastermind.solve.exact.watch import Result, watch
from xl_mastermind.solve.strategies import STRATEGIES
from xl_mastermind.solve.trees import Tree, replay

MOST_CODES: Final = 1 << 20
"""The codes of a game that is not refused."""

_ROOM: Final = 1 << 29
"""Bytes of the table of a position that is searched."""

_MOST_PAIRS: Final = 1 << 21
"""With more pairs of guess and candidate, looking for symmetry pays for itself."""

_SAMPLED_PAIRS: Final = 1 << 25
"""With more of them, a strategy compares a sample."""

_SLICE: Final = 1.0
"""Seconds that a position is searched the first time; each time they double."""


class _Position:
    """
    What is left after some guesses, what it needs at least, and what follows.

    The `guesses` are those that differ, `sizes` those of their parts, as long as these
    are of use, and `least` is what is needed with each guess.
    """

    def __init__(self, left: NDArray[np.int64], history: tuple[Code, ...]) -> None:
        self.left, self.history = left, history
        self.lower = self.parts = self.visits = 0
        self.is_settled = len(left) <= 2
        self.guesses = self.least = np.zeros(0, dtype=np.int64)
        self.sizes: NDArray[np.unsignedinteger] | None = None
        self.after: dict[int, list[_Position]] = {}


class _Branch(NamedTuple):
    """A position of the best tree: the tree there is `replies[given]`."""

    left: NDArray[np.int64]
    history: tuple[Code, ...]
    replies: dict[Feedback, Tree]
    given: Feedback


class LargeSearch:
    """
    A search for bounds of a game whose table does not fit.

    It answers as a `Search` does. The table of a position has so many bytes at most,
    the `room`.

    Raises
    ------
    ExactSearchError
        If numba cannot be had.
    ValueError
        If the game is too large even so.
    """

    def __init__(
        self, problem: Problem, room: int = _ROOM, *, threads: int = 1
    ) -> None:
        rules = problem.rules
        kinds = len(rules.feedbacks)
        if rules.code_count > MOST_CODES or kinds > MOST_FEEDBACKS:
            raise ValueError(
                f"expected a game of at most {MOST_CODES:,} codes and"
                f" {MOST_FEEDBACKS} answers for an exact search, got {rules}:"
                f" {rules.code_count:,} codes and {kinds} answers"
            )
        load_kernel()
        from xl_mastermind.solve.exact import tables  # noqa: PLC0415, as the kernel

        self.problem = problem
        self._count = threads
        self._tables = tables
        self._book = codebook(rules)
        self._most_codes = room * 4 // (len(self._book) * word_width(kinds))
        self._left = self._book.indices(problem.candidates)
        self._stopped = False

    # What `Search` answers too

    def optimum(self, limit: Limit = UNLIMITED, *, most: int | None = None) -> Bounds:
        """Return the least total number of guesses; see `Search.optimum`."""
        self._is_total, self._most = True, most
        return self._bounds(limit)

    def worst_case(
        self, limit: Limit = UNLIMITED, *, opening: Sequence[Code] = ()
    ) -> Bounds:
        """
        Return the least greatest number of guesses; see `Search.worst_case`.

        Raises
        ------
        ValueError
            If a table of what is left after the opening does not fit.
        """
        if opening:
            return self._worst_case_after(opening, limit)
        self._is_total, self._most = False, None
        return self._bounds(limit)

    def _worst_case_after(self, opening: Sequence[Code], limit: Limit) -> Bounds:
        """Search all that an opening leaves, each for itself; no tree is kept."""
        made, end = len(opening), limit.deadline()
        history = (*self.problem.history, *opening)
        # Guesses whose colours all differ are alike: renaming exchanges any two.
        different = len({*itertools.chain(*history)}) == made * self.problem.rules.pegs
        parts: dict[tuple[Feedback, ...], NDArray[np.int64]] = {}
        for turns, part in self.problem.parts_after(opening):
            answers = tuple(turn.feedback for turn in turns)
            parts.setdefault(tuple(sorted(answers)) if different else answers, part)
        lower, report = made, limit.progress

        def progress(now: Standing) -> None:
            if report:
                report(now._replace(lower=max(lower, made + now.lower), upper=None))

        codes = self.problem.candidates
        for part in parts.values():
            problem = replace(self.problem, candidates=codes[part], history=history)
            search = Search(problem, threads=self._count)
            found = search.worst_case(Limit(end - time.monotonic(), progress))
            lower = max(lower, made + found.lower)
            if not found.proved:
                return Bounds(lower, None, opening[0])
        return Bounds.exactly(lower, opening[0])

    def tree_of(
        self, found: Bounds, *, most: int | None = None, orderly: bool = False
    ) -> Tree | None:
        """Return the tree of the upper bound that was just found."""
        del most, orderly  # there is one tree
        return None if found.upper is None else self._tree[self.problem.rules.win]

    def stop(self, *_: object) -> None:
        """Tell the search that runs to give up."""
        self._stopped = True

    def standing(self) -> Standing:
        """Return how far the search has come that runs."""
        return Standing(self._root.lower, self._upper, self._turns, self._looked_at)

    @property
    def _upper(self) -> int | None:
        """The value of the best tree so far; none if it has too many guesses."""
        if not self._counts or (self._most and max(self._counts) > self._most):
            return None
        return self._value_of(self._counts)

    def _value_of(self, counts: Counter[int]) -> int:
        if not self._is_total:
            return max(counts)
        return sum(turn * n for turn, n in counts.items())

    # Both bounds in turn

    def _bounds(self, limit: Limit) -> Bounds:
        self._root = _Position(self._left, self.problem.history)
        self._tree: dict[Feedback, Tree] = {}
        self._counts: Counter[int] = Counter()
        self._looked_at = self._turns = 0
        self._stopped = False
        watch(self._work, limit, self.stop, self.standing)
        upper, tree = self._upper, self._tree[self.problem.rules.win]
        return Bounds(self._root.lower, upper, None if upper is None else tree.guess)

    def _work(self) -> None:
        """Work at the bound that was worked at less, until they meet."""
        jobs = {self._raise_lower(): 0.0, self._reduce_upper(): 0.0}
        for job in jobs:  # the first bounds come in any case
            next(job)
        while jobs and not self._stopped and self._root.lower != self._upper:
            job = min(jobs, key=lambda job: jobs[job])
            begin = time.monotonic()
            if next(job, self) is self:
                del jobs[job]
            else:
                jobs[job] += time.monotonic() - begin

    def _search_of(self, left: NDArray[np.int64], history: tuple[Code, ...]) -> Search:
        codes = self._book.codes
        problem = Problem(self.problem.rules, codes[left], codes, history)
        return Search(problem, self._whole, threads=self._count)

    def _watch(
        self, search: Search, job: Callable[[], Result], seconds: float
    ) -> tuple[Result] | None:
        """Return what a job gives that searches; none if it takes too long."""

        def stop_too(_: Standing) -> None:
            if self._stopped:
                search.stop()

        done = search.watch(job, Limit(seconds, stop_too))
        self._looked_at += search.standing().positions
        return done

    # The lower bound

    def _raise_lower(self) -> Iterator[None]:
        """Raise it, step by step, as far as can be."""
        root = self._root
        yield from self._look_at_whole_game()
        while not root.is_settled:
            self._improve(root)
            yield

    def _look_at_whole_game(self) -> Iterator[None]:
        """Find out what its first guesses leave, which bounds whatever is left."""
        book, tables, root = self._book, self._tables, self._root
        codes = Problem(self.problem.rules, book.codes, book.codes)
        classes, shapes = tables.guess_classes(codes)
        firsts = [int(np.argmax(classes == shape)) for shape in range(shapes)]
        sizes = book.part_sizes(np.arange(len(book)), np.array(firsts))
        rooms = sizes.T.astype(np.int64)
        limits = np.full(rooms.shape, rooms.shape[1])
        self._set_bounds(rooms, limits)
        root.lower = int(self._needs[-1, len(root.left)])
        yield
        limits = limits.copy()
        for shape, guess in enumerate(firsts):
            after = []
            for given, left in self._split(guess, np.arange(len(book))):
                position = _Position(left, (book.code(guess),))
                self._count_parts(position)
                place = self.problem.rules.feedbacks.index(given)
                limits[shape, place] = position.parts
                after.append(position)
                yield
            if len(root.left) == len(book):
                root.after[guess] = after
        self._set_bounds(rooms, limits)
        for position in itertools.chain(*root.after.values()):
            position.lower = int(self._needs[position.parts, len(position.left)])

    def _set_bounds(self, rooms: NDArray[np.int64], limits: NDArray[np.int64]) -> None:
        """Note what so many codes need if no guess has more than so many parts."""
        reach = self._tables.reach_of(rooms, limits)
        self._whole = self._tables.Whole(limits, reach)
        counts = np.arange(len(self._root.left) + 1)
        greatest = np.stack([np.searchsorted(each, counts) for each in reach.T])
        if self._most and greatest[-1, -1] > self._most:
            raise UnreachableError.of(self._most, len(self._root.left))
        totals = self._tables.least_totals(counts, reach)
        self._needs = totals if self._is_total else greatest

    def _count_parts(self, position: _Position) -> None:
        """Find the guesses that differ, and into which parts they split a position."""
        left, history = position.left, position.history
        guesses = np.arange(len(self._book))
        if len(left) > self._most_codes or len(left) * len(guesses) > _MOST_PAIRS:
            guesses = self.problem.different_guesses(history, left)
        position.guesses = guesses
        position.sizes = self._book.part_sizes(left, guesses)
        position.parts = int(np.count_nonzero(position.sizes, axis=0).max())
        self._looked_at += 1

    def _improve(self, position: _Position) -> None:
        """Raise what a position needs at least."""
        position.visits += 1
        self._turns = max(self._turns, len(position.history) + 1)
        if position.visits == 1:
            self._survey(position)
        elif len(position.left) <= self._most_codes:
            self._prove(position)
        else:
            self._improve_best_guess(position)

    def _survey(self, position: _Position) -> None:
        """Find out what each guess promises."""
        if position.sizes is None:
            self._count_parts(position)
        count, sizes = len(position.left), np.asarray(position.sizes)
        sizes[-1] = 0  # what wins needs no more
        needs = self._needs[position.parts].take(sizes)
        if self._is_total:
            least = needs.sum(axis=0, dtype=np.int64) + count
        else:
            least = needs.max(axis=0).astype(np.int64) + 1
        splits = sizes.max(axis=0) < count
        position.lower = max(position.lower, int(least[splits].min()))
        position.sizes = None
        splits &= count > self._most_codes  # others are searched, whatever the guess
        position.guesses, position.least = position.guesses[splits], least[splits]

    def _prove(self, position: _Position) -> None:
        """Search for values a little above the bound, for a while."""
        search = self._search_of(position.left, position.history)
        end = time.monotonic() + _SLICE * 2 ** (position.visits - 2)
        step = 1
        while not position.is_settled:
            below = position.lower + step
            rest = max(0, end - time.monotonic())
            done: tuple[int | None] | tuple[bool] | None
            if self._is_total:
                done = self._watch(search, partial(search.total, below=below), rest)
                found = done and done[0]
                step *= 2
            else:
                done = self._watch(search, partial(search.within, below - 1), rest)
                found = position.lower if done and done[0] else None
            if done is None:
                return
            position.lower = found or below
            position.is_settled = found is not None

    def _improve_best_guess(self, position: _Position) -> None:
        """Raise what is needed with the guess that promises most."""
        least = position.least
        place = int(least.argmin())
        guess = int(position.guesses[place])
        if guess not in position.after:
            past = (*position.history, self._book.code(guess))
            parts = self._split(guess, position.left)
            position.after[guess] = [_Position(part, past) for _, part in parts]
            for each in position.after[guess]:
                each.lower = int(self._needs[position.parts, len(each.left)])
        after = position.after[guess]
        unsettled = [each for each in after if not each.is_settled]
        sign = 1 if self._is_total else -1
        if unsettled:
            self._improve(min(unsettled, key=lambda p: (p.visits, sign * len(p.left))))
        lowers = [0, *(each.lower for each in after)]
        value = len(position.left) + sum(lowers) if self._is_total else 1 + max(lowers)
        least[place] = max(value, least[place])
        position.lower = max(position.lower, int(least.min()))
        all_settled = all(each.is_settled for each in after)
        position.is_settled = all_settled and value == position.lower

    def _split(
        self, guess: int, left: NDArray[np.int64]
    ) -> Iterator[tuple[Feedback, NDArray[np.int64]]]:
        """Yield what is left after each feedback but the winning one."""
        answers = self._book.answers(guess, left)
        order = answers.argsort(kind="stable")
        numbers, starts = np.unique(answers[order], return_index=True)
        parts = np.split(left[order], starts[1:])
        for number, part in zip(numbers.tolist(), parts, strict=True):
            given = Feedback(*divmod(number, self.problem.rules.pegs + 1))
            if given != self.problem.rules.win:
                yield given, part

    # The upper bound

    def _reduce_upper(self) -> Iterator[None]:
        """Make a tree, and better ones of its parts."""
        root, win = self._root, self.problem.rules.win
        whole = _Branch(root.left, root.history, self._tree, win)
        self._grow(whole, only_candidates=True)
        self._counts = self._counts_of(whole, self._tree[win])
        yield
        for branch in self._branches(whole, len(root.left) - 1):
            replies: dict[Feedback, Tree] = {}
            self._grow(branch._replace(replies=replies), only_candidates=False)
            self._offer(branch, replies[branch.given])
            yield
        solved = 0
        while solved < min(self._most_codes, len(root.left)):
            size = min(self._most_codes, max(16, 4 * solved))
            greatest = max(self._counts)
            for branch in self._branches(whole, size):
                if len(branch.left) > solved:
                    self._solve(branch)
                    yield
            is_free = self._is_total and not self._most
            solved = size if is_free or greatest == max(self._counts) else 0

    def _grow(self, whole: _Branch, *, only_candidates: bool) -> None:
        """
        Put a strategy's tree there, and go on with any guess if there is no time.

        To compare the codes alone that are possible takes less time. The very first
        guess is always chosen among all.
        """
        is_free = self._is_total and not self._most
        every = STRATEGIES["entropy" if is_free else "knuth"]
        strategy = replace(every, only_candidates=only_candidates)
        branches = [whole]
        while branches:
            left, past, replies, given = branches.pop()
            guess, is_root = int(left[0]), left is self._root.left
            if is_root or not self._stopped:
                how = every if is_root else strategy
                guess = choose(
                    self._book, how, past, left, most_pairs=_SAMPLED_PAIRS
                ).guess
            after: dict[Feedback, Tree] = {}
            replies[given] = Tree(self._book.code(guess), after)
            past = (*past, replies[given].guess)
            parts = reversed([*self._split(guess, left)])
            branches += [_Branch(p, past, after, f) for f, p in parts if len(p) > 2]

    def _branches(self, whole: _Branch, most_codes: int) -> Iterator[_Branch]:
        """Yield the outermost branches of the tree with so few codes."""
        branches = [whole]
        while branches:
            branch = branches.pop()
            if len(branch.left) <= most_codes:
                yield branch
                continue
            tree = branch.replies[branch.given]
            past = (*branch.history, tree.guess)
            branches += [
                _Branch(part, past, tree.replies, given)
                for given, part in self._split(
                    self._book.index(tree.guess), branch.left
                )
                if given in tree.replies
            ]

    def _turns_before(self, branch: _Branch) -> int:
        return len(branch.history) - len(self._root.history)

    def _counts_of(self, branch: _Branch, tree: Tree) -> Counter[int]:
        """Return how many codes of a branch a tree finds at each turn."""
        histogram = replay(self._book, tree, branch.left)
        return Counter(dict(enumerate(histogram, self._turns_before(branch) + 1)))

    def _offer(self, branch: _Branch, tree: Tree) -> None:
        """Let a tree take the place of a branch, if it is better."""

        def rank(counts: Counter[int]) -> tuple[int, int]:
            too_many = max(counts) - self._most if self._most else 0
            return max(0, too_many), self._value_of(counts)

        old = self._counts_of(branch, branch.replies[branch.given])
        new = self._counts_of(branch, tree)
        if rank(new) < rank(old):
            branch.replies[branch.given] = tree
            self._counts = self._counts - old + new

    def _solve(self, branch: _Branch) -> None:
        """Find the best tree of a branch, unless that takes long."""
        turns = self._turns_before(branch)
        goal = self._most if self._is_total else max(self._counts) - 1
        if goal and max(self._counts) > goal:  # what needs no more can wait
            old = self._counts_of(branch, branch.replies[branch.given])
            if max(old) <= goal:
                return
        most = goal and goal - turns
        search = self._search_of(branch.left, branch.history)
        job = partial(search.tree, most=most)
        done = self._watch(search, job, len(branch.left) / 8)
        if not done:
            return
        if done[0]:
            self._offer(branch, done[0])
        elif self._is_total and not turns:
            raise UnreachableError.of(self._most, len(branch.left))
        if not turns and (self._is_total or not done[0]):
            self._root.lower = self._value_of(self._counts)
