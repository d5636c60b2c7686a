"""
Compiles what numba compiles, once, while others go on.

That takes half a minute once, and a moment later. The command line prepares; ratings
ask, and do without until it is ready.
"""

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import cache
from importlib.util import find_spec
from typing import Any, Final, TypeAlias

from xl_mastermind.game.rules import Rules
from xl_mastermind.solve import compare_guesses
from xl_mastermind.solve.exact.kernel_loader import load_kernel
from xl_mastermind.solve.exact.problem import ExactSearchError, Problem, width_of
from xl_mastermind.solve.exact.search import Search
from xl_mastermind.solve.interrupts import TICK

Run: TypeAlias = Callable[[Search], object]
"""A method of a search: `total`, `choose`, which compiles more, or `worst_case`."""

COMPILED_FUNCTION_COUNT: Final = 95
"""About how many functions numba compiles by default: the length of the bar."""

GAMES_BY_WORD_WIDTH: Final = {16: Rules(2, 3), 32: Rules(5, 2), 64: Rules(8, 2)}
"""One for each width of a table's words; the last is for seven pegs and more."""

_LOADING: Final = 4.0
"""Seconds in which compiled code is loaded."""


def compile_kernels(
    say: Callable[[str], object],
    *games: Rules,
    run: Run = Search.choose,
    advance: Callable[[int], object] | None = None,
) -> None:
    """
    Compile what a search runs, if numba is there and it has not been.

    By default it is for all games of up to six pegs, and what compares guesses as
    well. `say` is called with a line if this takes a while, `advance` now and then
    with the number of functions compiled since.
    """
    widths = {*map(width_of, games)} or {16, 32}
    try:
        load_kernel("solve.exact.kernel", min(widths))
    except ExactSearchError:
        return
    from numba.core.event import install_recorder  # noqa: PLC0415, an extra

    jobs: list[Future[Any]] = [_compiling(width, run)[0] for width in sorted(widths)]
    if not games:
        jobs.append(compare_guesses.loading())
    said, before = False, 0
    with install_recorder("numba:compile") as recorder:  # not what is only loaded
        while wait(jobs, TICK).not_done:  # in threads, so that Ctrl-C is heard
            if recorder.buffer and not said:
                say("Compiling the exact search, once: about half a minute ...")
                said = True
            if advance:
                done = sum(event.is_end for _, event in tuple(recorder.buffer))
                advance(done - before)
                before = done


def is_compiled(rules: Rules) -> bool | None:
    """
    Return whether an exact search of a game can begin at once; none, if soon.

    Loading it takes a moment when this is first asked. If it must be compiled
    instead, that goes on meanwhile, for the next time that this is asked.
    """
    if not find_spec("numba"):
        return False
    job, end = _compiling(width_of(rules), Search.choose)
    done = wait([job], max(0, end - time.monotonic())).done
    return job.exception() is None if done else None


@cache
def _compiling(width: int, run: Run) -> tuple[Future[None], float]:
    """Return the job that compiles, and the time until which loading is waited for."""
    job = ThreadPoolExecutor(1).submit(_compile, GAMES_BY_WORD_WIDTH[width], run)
    return job, time.monotonic() + _LOADING


def _compile(rules: Rules, run: Run) -> None:
    run(Search(Problem.from_game(rules)))
