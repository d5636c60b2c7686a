"""
How much quicker a search is by many workers: simulated, and measured with two.

    python benchmarks/cluster.py 4x8

It prints tables and draws the picture of the page on exact search.

A run is simulated event by event. Each task is really searched, and its CPU seconds are
what it takes its worker; a large search is stood for by a smaller one, each second of
which counts as so many. What the search that hands out the tasks needs itself, and what
a task needs to travel, count as they are.
"""

import argparse
import heapq
import time
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from distributed import LocalCluster
from matplotlib.figure import Figure
from rich.console import Console
from rich.table import Table

from xl_mastermind.game.rules import Rules
from xl_mastermind.solve.exact.cluster import Cluster
from xl_mastermind.solve.exact.crew import Crew, Report, Task, Worker
from xl_mastermind.solve.exact.problem import Problem
from xl_mastermind.solve.exact.search import Search
from xl_mastermind.solve.exact.spread import SpreadSearch

PICTURE: Final = Path(__file__).parents[1] / "docs" / "cluster.png"

WORKERS: Final = [1, 4, 16, 64, 256]

MEMORIES: Final = 32
"""More workers share these in twos, fours and eights, for want of room."""

TRAVEL: Final = 0.01
"""Seconds until a task is with its worker, and its report is back."""

HEARD: Final = 0.1
"""Seconds until a worker hears that its task is called off."""

console = Console()


class Run(NamedTuple):
    """What so many workers need; `work` is that of all, in those of one thread."""

    workers: int
    seconds: float
    ratio: float
    busy: float
    tasks: int
    work: float


class Event(NamedTuple):
    """A task ends."""

    end: float
    number: int
    worker: int
    report: Report


class Timed(Search):
    """A search that counts the CPU seconds in which it finds totals."""

    spent = 0.0

    def total(self, *given: Any, **named: Any) -> int | None:  # noqa: ANN401, as there
        begin = time.thread_time()
        try:
            return super().total(*given, **named)
        finally:
            self.spent += time.thread_time() - begin

    def take_spent(self) -> float:
        """Return the seconds since this was asked last."""
        spent, self.spent = self.spent, 0.0
        return spent


def _as_is(search: Search) -> Search:
    return search


class Simulated:
    """A crew of so many, each second of whose searches counts as `factor`."""

    def __init__(self, size: int, factor: float) -> None:
        self._size, self._factor = size, factor
        self._out: list[Event] = []
        self._free = [*range(size)]
        self.time = self.busy = 0.0
        self.tasks = 0

    def begin(self, problem: Problem) -> None:
        begin = time.process_time()
        count = min(self._size, MEMORIES)
        self._searches = [Timed(problem) for _ in range(count)]
        self._workers = [Worker(partial(_as_is, each)) for each in self._searches]
        self.time += (time.process_time() - begin) / count
        self._mark = time.process_time()

    def size(self) -> int:
        return self._size

    def now(self) -> float:
        return self.time

    def start(self, task: Task) -> None:
        self._pass()
        worker = self._free.pop()
        begin = time.process_time()
        most = 2 * task.seconds / self._factor
        number = worker % len(self._workers)
        report = self._workers[number].work(task._replace(seconds=most))
        spent = self._searches[number].take_spent()
        needed = time.process_time() - begin + spent * (self._factor - 1)
        if needed > task.seconds:
            needed, report = task.seconds, Report(has_ended=False)
        event = Event(self.time + TRAVEL + needed, task.number, worker, report)
        heapq.heappush(self._out, event)
        self.busy += needed
        self.tasks += 1
        self._mark = time.process_time()

    def wait(self, seconds: float) -> list[tuple[int, Report]]:
        self._pass()
        if self._out[0].end > self.time + seconds:
            self.time += seconds
            return []
        event = heapq.heappop(self._out)
        self.time = max(self.time, event.end)
        self._free.append(event.worker)
        return [(event.number, event.report)]

    def call_off(self, number: int) -> None:
        self._pass()
        (event,) = (each for each in self._out if each.number == number)
        end = min(event.end, self.time + HEARD)
        self._out.remove(event)
        self.busy -= event.end - end
        self._out.append(event._replace(end=end, report=Report(has_ended=False)))
        heapq.heapify(self._out)

    def _pass(self) -> None:
        """Let the time pass that was spent on handing out."""
        self.time += time.process_time() - self._mark
        self._mark = time.process_time()


def simulate(problem: Problem, factor: float) -> list[Run]:
    """Return how so many workers do, beside one thread alone."""
    begin = time.process_time()
    least = Search(problem).optimum().lower
    alone = (time.process_time() - begin) * factor
    runs = []
    for count in WORKERS:
        crew = Simulated(count, factor)
        assert SpreadSearch(problem, crew).optimum().lower == least
        busy = crew.busy / crew.time / count
        run = Run(
            count, crew.time, alone / crew.time, busy, crew.tasks, crew.busy / alone
        )
        runs.append(run)
    return runs


def as_table(runs: list[Run], title: str) -> Table:
    table = Table(
        "workers", "time", "times as quick", "busy", "tasks", "work", title=title
    )
    for run in runs:
        table.add_row(
            f"{run.workers}", f"{run.seconds:,.0f} s", f"{run.ratio:.1f}",
            f"{run.busy:.0%}", f"{run.tasks:,}", f"{run.work:.2f}",
        )  # fmt: skip
    return table


def draw(curves: dict[str, list[Run]]) -> None:
    """Draw how many times quicker so many workers are."""
    figure = Figure((7, 4), layout="constrained")
    axes = figure.subplots()
    axes.loglog(WORKERS, WORKERS, color="0.8", label="if nothing were done twice")
    for (game, runs), mark in zip(curves.items(), "os^", strict=False):
        ratios = [run.ratio for run in runs]
        axes.loglog(WORKERS, ratios, marker=mark, label=game)
    axes.set_xticks(WORKERS, [f"{count}" for count in WORKERS], minor=False)
    axes.set_yticks(WORKERS, [f"{count}" for count in WORKERS], minor=False)
    axes.minorticks_off()
    axes.set(xlabel="workers of one thread", ylabel="times as quick as one thread")
    axes.grid(alpha=0.3)
    axes.legend(frameon=False)
    figure.savefig(PICTURE, dpi=110, metadata={"Software": None})
    console.print(f"drawn: {PICTURE}")


def measure(problem: Problem) -> None:
    """Print how long one thread takes, and one and two real workers."""
    seconds = {}
    begin = time.monotonic()
    least = Search(problem).optimum().lower
    seconds["one thread"] = time.monotonic() - begin
    for count in (1, 2):
        with (
            LocalCluster(
                n_workers=count, threads_per_worker=1, dashboard_address=":0"
            ) as dask,
            closing(Cluster(dask.scheduler_address)) as crew,
        ):
            _warm(crew)
            begin = time.monotonic()
            assert SpreadSearch(problem, crew).optimum().lower == least
            seconds[f"{count} Dask workers"] = time.monotonic() - begin
    for name, spent in seconds.items():
        ratio = seconds["one thread"] / spent
        console.print(
            f"{name}: {spent:.1f} s, {ratio:.2f} times as quick as one thread"
        )


def _warm(crew: Crew) -> None:
    """Have the workers load what is compiled."""
    SpreadSearch(Problem.of_game(Rules(4, 4)), crew).optimum()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=["4x8"])
    parser.add_argument("--factor", type=float, default=200)
    given = parser.parse_args()
    curves = {}
    for game in given.games:
        problem = Problem.of_game(Rules.parse(game))
        measure(problem)
        curves[game] = simulate(problem, given.factor)
        title = f"{game}, each second as {given.factor:g}"
        console.print(as_table(curves[game], title))
    draw(curves)


if __name__ == "__main__":
    main()
