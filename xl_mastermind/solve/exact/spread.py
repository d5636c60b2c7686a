"""
Exact search spread over a `crew`.

A task is to search a position. Where somebody has nothing to do, the position that is
searched longest is divided: into the guesses that may be made there, and the positions
after them. What becomes known bounds all tasks that are given out later, and ends those
that are of no use any more.
"""

import itertools
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.rules import Code
from xl_mastermind.solve.exact.bounds import (
    UNLIMITED,
    Bounds,
    Limit,
    Standing,
    UnreachableError,
)
from xl_mastermind.solve.exact.crew import Crew, CrewLostError, Report, Task
from xl_mastermind.solve.exact.notebook import Notebook, Question
from xl_mastermind.solve.exact.problem import Problem
from xl_mastermind.solve.exact.prospects import Prospects
from xl_mastermind.solve.exact.race import NEVER, Position, Race
from xl_mastermind.solve.exact.search import Search
from xl_mastermind.solve.exact.watch import TICK, interrupted_by
from xl_mastermind.solve.trees import Tree

_PATIENCE: Final = 30.0
"""Seconds that a position is searched before it is divided for those without work."""

_LONGEST: Final = 600.0
"""Seconds after which it is divided in any case, so that there is something to note."""

_PAUSE: Final = 30.0
"""Seconds between two times that notes are written."""


@dataclass
class _Out:
    """A position that is searched since some time, for a value below another."""

    position: Position
    below: int
    begin: float
    is_called_off: bool = False
    is_to_be_divided: bool = False


class SpreadSearch:
    """
    An exact search whose `optimum` and `worst_case` are spread over a crew.

    They prove what those of a `Search` prove.

    Parameters
    ----------
    problem : Problem
        What is searched.
    crew : Crew
        Who works: a `Cluster`, or `Alone`. Whoever opened it closes it.
    notes : Path, optional
        A file: the search goes on from what is noted there, and notes what it finds.
    patience : float
        Seconds that a position is searched before it is divided for those without work.

    Attributes
    ----------
    trouble : str
        Why the last search ended early, if it was neither the time nor Ctrl-C.

    Raises
    ------
    ExactSearchError
        If numba cannot be had.
    ValueError
        As `Search` does; later, if the file is no such notes.

    Examples
    --------
    >>> from xl_mastermind.game.rules import Rules
    >>> problem = Problem.of_game(Rules(4, 6))
    >>> SpreadSearch(problem, Alone(2)).optimum().lower  # doctest: +SKIP
    5625
    """

    def __init__(
        self,
        problem: Problem,
        crew: Crew,
        notes: Path | None = None,
        *,
        patience: float = _PATIENCE,
    ) -> None:
        self.problem = problem
        self.trouble = ""
        self._search = Search(problem)
        self._crew = crew
        self._notes = notes
        self._patience = patience
        self._numbers = itertools.count()
        crew.begin(problem)

    def optimum(self, limit: Limit = UNLIMITED, *, most: int | None = None) -> Bounds:
        """Return the least total number of guesses; see `Search.optimum`."""
        self._begin(is_total=True, most=most)
        race, root = self._race, self._race.root
        upper, greatest, rough = self._search.rough_tree()
        if most is None or greatest <= most:
            race.learn(root, 0, upper, rough.guess)
        self._settle(limit)
        if root.lower >= NEVER:
            raise UnreachableError.of(most, root.count)
        return Bounds(root.lower, root.upper if root.first else None, root.first)

    def worst_case(
        self, limit: Limit = UNLIMITED, *, opening: Sequence[Code] = ()
    ) -> Bounds:
        """Return the least greatest number of guesses; see `Search.worst_case`."""
        end = limit.deadline()
        self._begin(is_total=False, opening=opening)
        race, root = self._race, self._race.root
        _, upper, rough = self._search.rough_tree(opening)
        race.learn(root, 0, upper, rough.guess)
        while root.lower < root.upper:
            race.ceiling = root.lower + 1
            if not self._settle(Limit(end - time.monotonic(), limit.progress)):
                break
        return Bounds(root.lower, root.upper, root.first)

    def tree_of(
        self, found: Bounds, *, most: int | None = None, orderly: bool = False
    ) -> Tree | None:
        """Return a tree of the upper bound that `optimum` has just found."""
        del orderly  # it is the tree that was found
        if found.upper is None:
            return None
        root = self._race.root
        grow = partial(self._grow, root, self.problem.everything, most)
        if not (found.proved or any(each.upper == root.upper for each in root.choices)):
            return self._search.rough_tree()[2]
        done = self._search.watch(grow, UNLIMITED)
        return done[0] if done else self._search.rough_tree()[2]

    def _grow(
        self, position: Position, left: NDArray[np.int64], most: int | None
    ) -> Tree | None:
        """Return the tree of a position's upper bound."""
        rest = None if most is None else most - 1
        for choice in position.choices:
            if choice.positions and choice.upper == position.upper:
                parts = self.problem.parts(choice.guess, left)
                replies = {}
                for after in choice.positions:
                    given = after.turns[-1].feedback
                    if after.count > 2 and (
                        grown := self._grow(after, parts[given], rest)
                    ):
                        replies[given] = grown
                return Tree(choice.guess, replies)
        past = tuple(turn.guess for turn in position.turns)
        return self._search.grow(left, past, guess=position.first, most=most)

    def _begin(
        self,
        *,
        is_total: bool,
        most: int | None = None,
        opening: Sequence[Code] = (),
    ) -> None:
        """Begin with what is noted, or with nothing known."""
        self.trouble = ""
        self._looked_at = 0
        self._most, self._notebook = most, None
        self._least_turns = max(1, len(opening))
        known = Prospects(self._search, is_total=is_total, opening=opening)
        root = known.position((), self.problem.everything)
        after = known.positions_after
        self._race = Race(root, NEVER, is_total, known.choices_in, after)
        if self._notes:
            asked = Question(is_total, most, opening)
            self._notebook = Notebook(self._notes, self.problem, asked)
            self._notebook.recall(self._race, root)
            self._notebook.write(root)

    # Work for others

    def _settle(self, limit: Limit) -> bool:
        """Have the crew settle the race; return whether it did, in time."""
        end = limit.deadline()
        out: dict[int, _Out] = {}
        stopped = threading.Event()
        try:
            with self._noting_trouble(), interrupted_by(lambda *_: stopped.set()):
                next_notes = time.monotonic() + _PAUSE
                while not (self._race.is_settled or stopped.is_set()):
                    rest = end - time.monotonic()
                    if rest <= 0:
                        break
                    self._hand_out(out)
                    if not out:  # what was divided has settled it
                        continue
                    for number, report in self._crew.wait(min(TICK, rest)):
                        self._take(out.pop(number), report)
                    if limit.progress:
                        limit.progress(self._standing(out))
                    if self._notebook and time.monotonic() > next_notes:
                        self._notebook.write(self._race.root)
                        next_notes = time.monotonic() + _PAUSE
        finally:
            self._end(out)
        return self._race.is_settled

    def _hand_out(self, out: dict[int, _Out]) -> None:
        """Call off what is of no use now, and give work to all who have none."""
        race = self._race
        for number, each in out.items():
            if not (each.is_called_off or race.is_of_use(each.position)):
                each.is_called_off = True
                self._crew.call_off(number)
        size = self._crew.size()
        if len(out) >= size:
            return
        for position, below in race.ready():
            made = len(position.turns)
            if made < self._least_turns:
                race.divide(position)
                continue
            number = next(self._numbers)
            most = None if self._most is None else self._most - made
            task = Task(number, position.turns, below, race.is_total, most, _LONGEST)
            self._crew.start(task)
            out[number] = _Out(position, below, self._crew.now())
            position.is_out = True
            if len(out) >= size:
                return
        self._divide_one(out)

    def _divide_one(self, out: dict[int, _Out]) -> None:
        """Have the position divided that is searched longest, for who has no work."""
        at_work = {n: each for n, each in out.items() if not each.is_called_off}
        if not at_work or any(each.is_to_be_divided for each in at_work.values()):
            return
        number = min(at_work, key=lambda number: at_work[number].begin)
        if self._crew.now() - out[number].begin >= self._patience:
            out[number].is_to_be_divided = True
            self._crew.call_off(number)

    def _take(self, done: _Out, report: Report) -> None:
        """Learn from a task, or divide what takes too long."""
        position = done.position
        position.is_out = False
        self._looked_at += report.looked_at
        value = report.value
        if not report.has_ended:
            if not done.is_called_off:
                self._race.divide(position)
        elif value is None:
            self._race.learn(position, done.below, NEVER, None)
        else:
            least = value if self._race.is_total else 0
            self._race.learn(position, least, value, report.first)

    def _end(self, out: dict[int, _Out]) -> None:
        """Call off all that is out, wait for it, and note what is known."""
        for each in out.values():
            each.position.is_out = False
        with self._noting_trouble():
            for number in out:
                self._crew.call_off(number)
            while out:
                for number, _ in self._crew.wait(TICK):
                    out.pop(number)
        if self._notebook:
            with self._noting_trouble():
                self._notebook.write(self._race.root)

    @contextmanager
    def _noting_trouble(self) -> Iterator[None]:
        try:
            yield
        except (CrewLostError, OSError) as error:
            self.trouble = self.trouble or str(error)

    def _standing(self, out: dict[int, _Out]) -> Standing:
        root = self._race.root
        turns = max((len(each.position.turns) for each in out.values()), default=0)
        known = root.upper if root.first else None
        return Standing(root.lower, known, turns + 1, self._looked_at)
