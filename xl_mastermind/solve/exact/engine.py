"""
The compiled search and its tables: a set of candidates in, a number out.

`search` makes answers of these numbers. Importing this loads no numba; the first
`Engine` does.
"""

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.rules import Code, Feedback
from xl_mastermind.solve.compiling import write_in_turn
from xl_mastermind.solve.exact.bounds import ExactSearchError, Limit, Standing
from xl_mastermind.solve.exact.problem import Problem
from xl_mastermind.solve.exact.watch import Result, watch
from xl_mastermind.solve.trees import Tree

_ADVICE: Final = "exact search needs numba: pip install 'xl-mastermind[exact]'"
_NO_FOLDER: Final = (
    "exact search needs a folder where numba can keep what it compiles: set"
    " NUMBA_CACHE_DIR to one"
)


def load_kernel() -> ModuleType:
    """Return the compiled part of the search, or raise if numba cannot compile it."""
    try:
        from numba.core import config as numba_config  # noqa: PLC0415, takes long

        from xl_mastermind.solve.exact import kernel  # noqa: PLC0415, loads numba

        kernel = write_in_turn(kernel)
    except ImportError as error:
        raise ExactSearchError(f"{_ADVICE} ({error})") from None
    except RuntimeError:  # neither beside the package nor in the user's folders
        raise ExactSearchError(_NO_FOLDER) from None
    if numba_config.DISABLE_JIT:  # type: ignore[attr-defined]
        raise ExactSearchError("exact search needs NUMBA_DISABLE_JIT to be unset")
    return kernel


class Engine:
    """
    The compiled search of a problem, which remembers what it has found.

    Sets of candidates are given as ascending places in the problem's
    candidates, with the guesses that led there if the problem is symmetric.

    So many `threads` search large sets together. They find the same as one.
    """

    def __init__(self, problem: Problem, *, threads: int = 1) -> None:
        self.problem = problem
        self._kernel = load_kernel()
        from xl_mastermind.solve.exact import tables  # noqa: PLC0415, as the kernel
        from xl_mastermind.solve.exact.threads import Threads  # noqa: PLC0415, too

        state, self._level = tables.state_of(problem)
        self._threads = Threads(state, threads)
        self._state = self._threads.state
        self._counters: NDArray[np.int64] = self._state.counters

    def total(
        self,
        members: NDArray[np.int64] | None = None,
        history: Sequence[Code] = (),
        *,
        most: int | None = None,
        below: int | None = None,
        orderly: bool = False,
    ) -> int | None:
        """
        Return the least total number of guesses over a set of candidates.

        There is none if it is not less than `below`, or no strategy needs at most
        `most` guesses.

        Parameters
        ----------
        members : (m,) array of int64, optional
            The set; all candidates by default.
        history : sequence of codes, optional
            The guesses that led there, after the problem's own.
        orderly : bool
            Whether `first` is to be the one of the best guesses that the
            strategy ``optimal`` makes.
        """
        kernel = self._kernel
        run = self._put_on_stack(members, history)
        limit = kernel.MOST_DEPTH - len(history) if most is None else most
        beta = kernel.INFINITE if below is None else below
        self._state.options[kernel.ORDERLY] = orderly
        if orderly:
            tables, bounds = self._state.tables, self._state.bounds
            keys = kernel.tie_breaks(tables, bounds, self._level, *run[:2])
            self._state.first_order[:] = keys.argsort(kind="stable")
        found = self._total(run, min(limit, kernel.MOST_DEPTH), beta, 0)
        return found if found < beta else None

    def within(
        self,
        guesses: int,
        members: NDArray[np.int64] | None = None,
        history: Sequence[Code] = (),
    ) -> bool:
        """
        Return whether so many guesses are always enough for a set of candidates.

        `first` is then a guess to begin with, unless any candidate is.
        """
        run = self._put_on_stack(members, history)
        limit = min(guesses, self._kernel.MOST_DEPTH)
        return bool(self._search(self._kernel.within, run, limit, 0))

    def _put_on_stack(
        self, members: NDArray[np.int64] | None, history: Sequence[Code]
    ) -> tuple[int, int, int]:
        """Put a set on the stack; return where it begins, its size, what is free."""
        kernel, state, problem = self._kernel, self._state, self.problem
        past = (*problem.history, *history)
        most = len(state.symmetry.turns) - kernel.MOST_DEPTH
        if len(past) > most:
            raise ValueError(f"expected at most {most} turns, got {len(past)}")
        for turn, code in enumerate(past):
            state.symmetry.turns[turn] = problem.own_colours(np.array(code))
        state.symmetry.made[kernel.TURNS] = len(past)
        self._counters[kernel.FIRST] = -1
        count = len(problem.candidates)
        if members is None:
            return 0, count, count
        state.tables.stack[count : count + len(members)] = members
        return count, len(members), count + len(members)

    def _total(
        self, run: tuple[int, int, int], most: int, below: int, depth: int
    ) -> int:
        return int(self._search(self._kernel.total, run, most, below, depth))

    def _search(
        self, find: Callable[..., int], run: tuple[int, int, int], *limits: int
    ) -> int:
        """Return what the kernel finds of a set on the stack."""

        def look(state: Any) -> int:  # noqa: ANN401, the kernel's has no type
            return find(state, self._level, *run, *limits, self._most_feedbacks)

        return self._threads.search(look, *run[:2])

    @property
    def _most_feedbacks(self) -> int:
        return len(self._state.bounds.cost) - 1

    @property
    def first(self) -> Code | None:
        """The first guess of the tree that the last search found."""
        place = int(self._counters[self._kernel.FIRST])
        return None if place < 0 else self._code(place)

    def _code(self, place: int) -> Code:
        return tuple(self.problem.guesses[place].tolist())

    def least(self, part: NDArray[np.int64], past: Sequence[Code]) -> int:
        """Return the least total of a part, remembered; anything if told to stop."""
        if len(part) <= 2:
            return 2 * len(part) - 1
        run, most = self._put_on_stack(part, past), self._kernel.MOST_DEPTH - len(past)
        # The memo is not asked at depth 0, for it knows no first guesses.
        return self._total(run, most, self._kernel.INFINITE, 1)

    def most_parts(self, left: NDArray[np.int64]) -> int:
        """Count the parts of every guess; return the most."""
        count = len(self.problem.candidates)
        state = self._state
        state.tables.stack[count : count + len(left)] = left
        found = self._kernel.survey(
            state.tables, state.depths, self._level, count, len(left), 0
        )
        return int(found[1])

    def lower_bound(self, left: NDArray[np.int64]) -> int:
        """Return a total that no strategy undercuts over a set of candidates."""
        return int(self._state.bounds.cost[self.most_parts(left), len(left)])

    @property
    def first_candidate(self) -> Code:
        """The smallest code that is possible."""
        return tuple(self.problem.candidates[0].tolist())

    def rough_tree(self, opening: Sequence[Code] = ()) -> tuple[int, int, Tree]:
        """Return total, greatest number and guesses of the most-parts tree."""
        total = greatest = 0
        root: dict[Feedback, Tree] = {}
        sets = [(self.problem.everything, 1, root, self.problem.rules.win)]
        while sets:
            left, turn, replies, given = sets.pop()
            guess = self.first_candidate
            if turn <= len(opening):
                guess = opening[turn - 1]
            elif len(left) > 2:
                self.most_parts(left)
                most = self._state.depths.parts[0, : self._level.high].argmax()
                guess = self._code(int(most))
            elif root:
                total += len(left) * turn + len(left) - 1
                greatest = max(greatest, turn + len(left) - 1)
                continue
            replies[given] = Tree(guess, {})
            parts = self.problem.parts(guess, left)
            for answer, part in reversed(parts.items()):
                if answer == self.problem.rules.win:
                    total += turn
                    greatest = max(greatest, turn)
                else:
                    sets.append((part, turn + 1, replies[given].replies, answer))
        return total, greatest, root[self.problem.rules.win]

    # While it runs

    def watch(self, job: Callable[[], Result], limit: Limit) -> tuple[Result] | None:
        """
        Return what a job gives that searches, in a thread of its own.

        Past the time limit or after Ctrl-C the search is told to stop, and
        there is no result.
        """
        self._threads.begin()
        result = watch(job, limit, self.stop, self.standing)
        return None if self._threads.stopped else (result,)

    def stop(self, *_: object) -> None:
        """Tell the search that runs to give up."""
        self._threads.stop()

    def standing(self) -> Standing:
        """Return how far the search has come that runs, or the last one."""
        return self._threads.standing()
