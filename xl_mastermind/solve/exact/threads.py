"""
Threads that search one set together, for `engine`; the compiled code has no lock.

All share tables and memo, and look at the guesses of a position in orders of their
own, so that each finds settled what another has been at. The one that ends first has
the answer. Like the kernel, this module is imported when the first search begins.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.solve.exact import tables
from xl_mastermind.solve.exact.bounds import Standing

kernel: Final = tables.kernel

_FEW: Final = 150
"""Fewer candidates are searched by one thread: the others would come too late."""

_State: TypeAlias = Any  # the kernel's, which has no type


class Threads:
    """
    So many threads that search with the tables of a state; one is whoever asks.

    `state` is that one's; between two searches its counters are those of all. `stopped`
    is whether they were told to give up.
    """

    def __init__(self, state: _State, count: int) -> None:
        self._states = tables.share_out(state, count) if count > 1 else [state]
        self.state = self._states[0]
        self.stopped = False

    def search(self, look: Callable[[_State], int], begin: int, size: int) -> int:
        """Return what `look` finds of a set on the stack; anything if told to stop."""
        if len(self._states) == 1 or size < _FEW:
            return look(self.state)
        for other in self._states[1:]:
            self._hand_over(other, slice(begin, begin + size))
        answers: list[tuple[int, _State]] = []

        def work(state: _State) -> int:
            found = look(state)
            if not state.counters[kernel.STOP]:
                answers.append((found, state))
            self._end_all()
            return found

        with ThreadPoolExecutor(len(self._states) - 1) as pool:
            others = [pool.submit(work, state) for state in self._states[1:]]
            found = work(self.state)
            for other in others:
                other.result()  # or the error that it met
        if not answers:
            answers.append((found, min(self._states, key=_best_of)))
        self._gather(answers[0][1].counters)
        return answers[0][0]

    def _hand_over(self, other: _State, run: slice) -> None:
        """Give another thread the set, the guesses so far and the options."""
        mine = self.state
        other.tables.stack[run] = mine.tables.stack[run]
        other.symmetry.turns[:] = mine.symmetry.turns
        other.symmetry.made[:] = mine.symmetry.made
        other.first_order[:] = mine.first_order
        other.options[: kernel.THREAD] = mine.options[: kernel.THREAD]
        other.counters[:] = mine.counters
        other.counters[kernel.NODES] = 0

    def _gather(self, best: NDArray[np.int64]) -> None:
        """Count what all have found as this thread's, and the best guess of one."""
        standing = self.standing()
        counters = self.state.counters
        counters[[kernel.FIRST, kernel.BEST]] = best[[kernel.FIRST, kernel.BEST]]
        counters[kernel.LOWER] = standing.lower
        counters[kernel.NODES] = standing.positions
        for other in self._states[1:]:
            other.counters[:] = kernel.NOTHING_FOUND
        counters[kernel.STOP] = self.stopped

    def begin(self) -> None:
        """Forget that they were told to stop."""
        self.stopped = False
        self.state.counters[[kernel.STOP, kernel.NODES]] = 0

    def stop(self) -> None:
        """Tell them all to give up."""
        self.stopped = True
        self._end_all()

    def _end_all(self) -> None:
        for state in self._states:
            state.counters[kernel.STOP] = 1

    def standing(self) -> Standing:
        """Return how far all have come, or had come in the last search."""
        found = np.array([state.counters for state in self._states])
        upper = int(found[:, kernel.BEST].min())
        return Standing(
            int(found[:, kernel.LOWER].max()),
            upper if upper < kernel.INFINITE else None,
            int(found[:, kernel.DEPTH].max()),
            int(found[:, kernel.NODES].sum()),
        )


def _best_of(state: _State) -> int:
    return int(state.counters[kernel.BEST])
