"""
Compile the kernels with numba, in the background.

This takes half a minute once, and a moment later. The command line waits for it;
ratings are estimated until it is done.
"""

import logging
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import cache
from typing import Any, Final, TypeAlias

from xl_mastermind.game.rules import Rules
from xl_mastermind.lab.exact.kernel_loader import load_kernel
from xl_mastermind.lab.exact.problem import Problem, width_of
from xl_mastermind.lab.exact.search import Search
from xl_mastermind.lab.interrupts import TICK
from xl_mastermind.solve import compare_guesses
from xl_mastermind.solve.search_errors import ExactSearchError

_LOG: Final = logging.getLogger(__name__)

SearchMethod: TypeAlias = Callable[[Search], object]
"""A method of `Search`; `choose` compiles more than `total`."""

GAMES_BY_WORD_WIDTH: Final = {16: Rules(2, 3), 32: Rules(5, 2), 64: Rules(8, 2)}
"""A small game for each width of a table's words; the last for seven pegs or more."""

_LOADING_TIMEOUT: Final = 4.0
"""Seconds to wait for compiled code to be loaded."""


def compile_kernels(
    *games: Rules,
    run: SearchMethod = Search.choose,
    report: Callable[[str], object] = _LOG.info,
) -> None:
    """
    Compile a search method for some games, if numba is installed.

    By default compile it for all games of up to six pegs, with the comparison of
    guesses. Call `report` with a line if this takes a while.
    """
    widths = {*map(width_of, games)} or {16, 32}
    try:
        load_kernel("lab.exact.kernel", min(widths))
    except ExactSearchError:
        return
    from numba.core.event import install_recorder  # noqa: PLC0415, an extra

    jobs: list[Future[Any]] = [
        _start_compilation(width, run)[0] for width in sorted(widths)
    ]
    if not games:
        jobs.append(compare_guesses.load_in_background())
    is_reported = False
    with install_recorder("numba:compile") as recorder:  # it skips loaded code
        # Waiting in short steps lets Ctrl-C interrupt this thread.
        while wait(jobs, TICK).not_done:
            if recorder.buffer and not is_reported:
                report("Compiling the exact search, once: about half a minute ...")
                is_reported = True


def is_compiled(rules: Rules) -> bool | None:
    """
    Return whether the search of a game is compiled, None while it is being compiled.

    The first call waits for it to be loaded, and otherwise starts the compilation.
    """
    job, end = _start_compilation(width_of(rules), Search.choose)
    done = wait([job], max(0, end - time.monotonic())).done
    return job.exception() is None if done else None


@cache
def _start_compilation(width: int, run: SearchMethod) -> tuple[Future[None], float]:
    """Return the job that compiles, and the end of waiting for it to be loaded."""
    job = ThreadPoolExecutor(1).submit(_compile, GAMES_BY_WORD_WIDTH[width], run)
    return job, time.monotonic() + _LOADING_TIMEOUT


def _compile(rules: Rules, run: SearchMethod) -> None:
    run(Search(Problem.from_game(rules)))
