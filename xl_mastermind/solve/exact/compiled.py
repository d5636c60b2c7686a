"""
Compiles the exact search while others go on, and says whether it has been.

numba keeps what it compiles on disk, so that this takes a minute once and a moment
later. The command line prepares; ratings ask, and do without until it is ready.
"""

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from importlib.util import find_spec
from typing import Any, Final

from xl_mastermind.game.rules import Rules
from xl_mastermind.solve import parting
from xl_mastermind.solve.exact.bounds import ExactSearchError
from xl_mastermind.solve.exact.engine import load_kernel
from xl_mastermind.solve.exact.problem import Problem
from xl_mastermind.solve.exact.search import Search
from xl_mastermind.solve.exact.watch import TICK

_LOADING: Final = 4.0
"""Seconds in which compiled code is loaded."""

SMALL_GAMES: Final = (Rules(2, 3), Rules(5, 2), Rules(8, 2))
"""One of each width of the table's words; the last is for seven pegs and more."""

_COMPILER: Final = ThreadPoolExecutor(1)
"""Compiles while others go on."""

_JOBS: "Final[dict[Rules, tuple[Future[None], float]]]" = {}
"""For each small game its compilation, and by when what was compiled is loaded."""


STEPS: Final = 130
"""Functions that are compiled by default, more or less."""


def prepare(
    say: Callable[[str], object],
    *games: Rules,
    advance: Callable[[int], object] | None = None,
) -> None:
    """
    Compile the search of some games, if it has not been.

    By default it is that of up to six pegs, and what compares guesses. `say` is
    called with a line if this takes a while, `advance` now and then with the number of
    functions compiled since. Without numba nothing is done.
    """
    try:
        load_kernel()
    except ExactSearchError:
        return
    from numba.core.event import install_recorder  # noqa: PLC0415, as the kernel

    said, before = False, 0
    with install_recorder("numba:compile") as compiled:  # not what is only loaded
        jobs: list[Future[Any]] = [
            _job(game)[0] for game in {*map(_like, games or SMALL_GAMES[:2])}
        ]
        if not games:
            jobs.append(parting.loading())
        while wait(jobs, TICK).not_done:  # elsewhere, so that Ctrl-C is heard
            if compiled.buffer and not said:
                say("Compiling the exact search, once: about a minute ...")
                said = True
            if advance:
                done = sum(event.is_end for _, event in tuple(compiled.buffer))
                advance(done - before)
                before = done


def is_compiled(rules: Rules) -> bool:
    """
    Return whether an exact search of a game can begin at once.

    Loading it takes a moment when this is first asked. If it must be compiled
    instead, that goes on meanwhile, for the next time that somebody asks.
    """
    if not find_spec("numba"):
        return False
    job, end = _job(_like(rules))
    done = wait([job], max(0, end - time.monotonic())).done
    return bool(done) and job.exception() is None


def is_compiling() -> bool:
    """Return whether a search that was asked for is still being loaded or compiled."""
    return not all(job.done() for job, _ in _JOBS.values())


def _like(rules: Rules) -> Rules:
    """Return a small game whose table has words of the same width."""
    return SMALL_GAMES[sum(len(rules.feedbacks) >= width for width in (16, 32))]


def _job(rules: Rules) -> "tuple[Future[None], float]":
    """Return the entry of a small game in `_JOBS`; the first time it is put there."""
    if rules not in _JOBS:
        end = time.monotonic() + _LOADING
        _JOBS[rules] = _COMPILER.submit(_compile, rules), end
    return _JOBS[rules]


def _compile(rules: Rules) -> None:
    def work() -> None:
        search = Search(Problem.of_game(rules))
        search.choose()
        search.worst_case()

    parting.run_compiled(load_kernel(), work)
