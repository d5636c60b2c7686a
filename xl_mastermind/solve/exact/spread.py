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
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.codes import codebook, feedback_table
from xl_mastermind.game.rules import Code, Turn
from xl_mastermind.solve.exact.bounds import (
    UNLIMITED,
    Bounds,
    Limit,
    Standing,
    UnreachableError,
)
from xl_mastermind.solve.exact.crew import Crew, CrewLostError, Job, Report, Task, Value
from xl_mastermind.solve.exact.notebook import Notebook
from xl_mastermind.solve.exact.problem import Problem
from xl_mastermind.solve.exact.race import NEVER, Choice, Position, Race
from xl_mastermind.solve.exact.search import Search
from xl_mastermind.solve.exact.watch import TICK, interrupted_by
from xl_mastermind.solve.trees import Tree

_PATIENCE: Final = 30.0
"""Seconds that a position is searched before it is divided for those without work."""

_LONGEST: Final = 600.0
"""Seconds after which it is divided in any case, so that there is something to note."""

_PAIRS: Final = 1 << 23
"""Pairs of guess and candidate that are compared at a time."""

_PAUSE: Final = 30.0
"""Seconds between two times that notes are written."""


# What workers do: by name, so that any process finds it


def _total(
    search: Search,
    left: NDArray[np.int64],
    history: tuple[Code, ...],
    *,
    below: int,
    most: int | None,
) -> Value:
    return search.total(left, history, most=most, below=below), search.first


def _within(
    search: Search, left: NDArray[np.int64], history: tuple[Code, ...], *, below: int
) -> Value:
    enough = search.within(below - 1, left, history)
    return below - 1 if enough else None, search.first or search.first_of(left)


@dataclass
class _Out:
    """A position that is searched since some time, for a value below another."""

    position: Position
    below: int
    begin: float
    is_called_off: bool = False
    is_to_be_divided: bool = False


_JobFor: TypeAlias = Callable[[Position, int], Job]
"""Returns how to search a position for a value below another."""


class SpreadSearch:
    """
    An exact search whose `optimum` and `worst_case` are spread over a crew.

    They prove the same as those of a `Search`.

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

        def job(position: Position, below: int) -> Job:
            rest = None if most is None else most - len(position.turns)
            return partial(_total, below=below, most=rest)

        self._begin(sum, "total" if most is None else f"total within {most}", ())
        race, root = self._race, self._race.root
        upper, greatest, rough = self._search.rough_tree()
        if most is None or greatest <= most:
            race.learn(root, 0, upper, rough.guess)
        self._settle(job, limit)
        if root.lower >= NEVER:
            raise UnreachableError.of(most, root.count)
        return Bounds(root.lower, root.upper if root.first else None, root.first)

    def worst_case(
        self, limit: Limit = UNLIMITED, *, opening: Sequence[Code] = ()
    ) -> Bounds:
        """Return the least greatest number of guesses; see `Search.worst_case`."""

        def job(_: Position, below: int) -> Job:
            return partial(_within, below=below)

        end = limit.deadline()
        self._begin(max, "greatest number", opening)
        race, root = self._race, self._race.root
        _, upper, rough = self._search.rough_tree(opening)
        race.learn(root, 0, upper, rough.guess)
        while root.lower < root.upper:
            race.ceiling = root.lower + 1
            rest = Limit(end - time.monotonic(), limit.progress)
            if not self._settle(job, rest):
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
                grown = {
                    given: self._grow(after, parts[given], rest)
                    for after in choice.positions
                    if after.count > 2 and (given := after.turns[-1].feedback)
                }
                return Tree(
                    choice.guess, {g: tree for g, tree in grown.items() if tree}
                )
        past = tuple(turn.guess for turn in position.turns)
        return self._search.grow(left, past, guess=position.first, most=most)

    # Positions, and the guesses that may be best in them

    def _begin(
        self,
        combine: Callable[[Iterable[int]], int],
        question: str,
        opening: Sequence[Code],
    ) -> None:
        """Begin with what is noted, or with nothing known."""
        self.trouble = ""
        self._looked_at = 0
        self._opening = opening
        self._is_total = combine is sum
        root = self._position((), self.problem.everything)
        self._race = Race(root, NEVER, combine, self._follow)
        if self._notes:
            written = map(self.problem.rules.format_code, opening)
            question = " ".join([question, *(["after", *written] if opening else [])])
            self._notebook = Notebook(self._notes, self.problem, question)
            self._recall(root)
            self._notebook.write(root)

    def _recall(self, position: Position) -> None:
        """Find out what is noted of a position, and of those after it."""
        noted = self._notebook.noted.get(position.turns)
        if not noted:
            return
        if noted.guesses is not None:
            self._divide(position)
        for choice in position.choices:
            if choice.guess in (noted.guesses or ()):
                self._race.open(choice)
                for after in choice.positions:
                    self._recall(after)
        self._race.learn(position, noted.lower, noted.upper, noted.first)

    def _position(self, turns: tuple[Turn, ...], left: NDArray[np.int64]) -> Position:
        """Return a position with what its best guess could do at every turn."""
        count = len(left)
        if len(turns) < len(self._opening):
            return Position(turns, count, 1)
        least = int(self._needs(np.array(count), self._search.most_parts(left)))
        if count > 2:
            return Position(turns, count, least)
        return Position(turns, count, least, least, self._search.first_of(left))

    def _needs(self, sizes: NDArray[np.integer], parts: int) -> NDArray[np.integer]:
        """Return what sets need at least if no guess has more than so many parts."""
        totals, greatest = self._search.needs(sizes, parts)
        return totals if self._is_total else greatest

    def _follow(self, choice: Choice) -> list[Position]:
        """Return the positions after a choice."""
        before = choice.position.turns
        parts = self.problem.parts(choice.guess, self.problem.left_after(before))
        positions = [
            self._position((*before, Turn(choice.guess, given)), part)
            for given, part in parts.items()
            if given != self.problem.rules.win
        ]
        # The largest takes longest, and is to begin first.
        return sorted(positions, key=lambda position: position.count, reverse=True)

    def _divide(self, position: Position) -> None:
        """Find the guesses that may be best in a position, and what they promise."""
        made = len(position.turns)
        if made < len(self._opening):
            found = [(1, self._opening[made])]
        else:
            found = sorted(self._promises(position))
        self._race.divide(position, [Choice(c, position, least) for least, c in found])

    def _promises(self, position: Position) -> Iterator[tuple[int, Code]]:
        """Yield the guesses that differ, with what is needed at least after them."""
        problem, rules = self.problem, self.problem.rules
        left = problem.left_after(position.turns)
        guesses = problem.guesses
        if problem.symmetric and len(guesses) == rules.code_count:
            past = (*problem.history, *(turn.guess for turn in position.turns))
            members = codebook(rules).indices(problem.candidates[left])
            guesses = guesses[problem.different_guesses(past, members)]
        parts = self._search.most_parts(left)
        kinds = (rules.pegs + 1) ** 2
        combine, cost = (np.sum, len(left)) if self._is_total else (np.max, 1)
        step = max(1, _PAIRS // len(left))
        for begin in range(0, len(guesses), step):
            some = guesses[begin : begin + step]
            table = feedback_table(rules, some, problem.candidates[left])
            rows = np.arange(len(some))[:, np.newaxis] * kinds
            sizes = np.bincount((table + rows).ravel(), minlength=kinds * len(some))
            sizes = sizes.reshape(-1, kinds)
            splits = sizes.max(axis=1) < len(left)
            sizes[:, rules.pegs * (rules.pegs + 1)] = 0  # what wins needs no more
            least = combine(self._needs(sizes, parts), axis=1) + cost
            codes = map(tuple, some[splits].tolist())
            yield from zip(least[splits].tolist(), codes, strict=True)

    # Work for others

    def _settle(self, job: _JobFor, limit: Limit) -> bool:
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
                    self._hand_out(job, out)
                    if not out:  # what was divided has settled it
                        continue
                    for number, report in self._crew.wait(min(TICK, rest)):
                        self._take(out.pop(number), report)
                    if limit.progress:
                        limit.progress(self._standing(out))
                    if time.monotonic() > next_notes:
                        self._note()
                        next_notes = time.monotonic() + _PAUSE
        finally:
            self._end(out)
        return self._race.is_settled

    def _hand_out(self, job: _JobFor, out: dict[int, _Out]) -> None:
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
            if len(position.turns) < max(1, len(self._opening)):
                self._divide(position)
                continue
            what = job(position, below)
            task = Task(next(self._numbers), position.turns, what, _LONGEST)
            self._crew.start(task)
            out[task.number] = _Out(position, below, self._crew.now())
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
        if report.value:
            value, first = report.value
            if value is None:
                self._race.learn(position, done.below, NEVER, None)
            else:
                least = value if self._is_total else 0
                self._race.learn(position, least, value, first)
        elif not done.is_called_off:
            self._divide(position)

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
        with self._noting_trouble():
            self._note()

    @contextmanager
    def _noting_trouble(self) -> Iterator[None]:
        try:
            yield
        except (CrewLostError, OSError) as error:
            self.trouble = self.trouble or str(error)

    def _note(self) -> None:
        if self._notes:
            self._notebook.write(self._race.root)

    def _standing(self, out: dict[int, _Out]) -> Standing:
        root = self._race.root
        turns = max((len(each.position.turns) for each in out.values()), default=0)
        known = None if root.upper >= NEVER else root.upper
        return Standing(root.lower, known, turns + 1, self._looked_at)
