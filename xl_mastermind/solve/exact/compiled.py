"""
Compiles the exact search while others go on, and says whether it has been.

numba keeps what it compiles on disk, so that this takes half a minute once and a
moment later. The command line prepares; ratings ask, and do without until it is ready.
"""

import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from importlib.util import find_spec
from typing import Any, Final

from xl_mastermind.game.rules import Rules
from xl_mastermind.solve import parting
from xl_mastermind.solve.exact.problem import ExactSearchError, Problem
from xl_mastermind.solve.exact.search import TICK, Search, load_kernel

_LOADING: Final = 4.0
"""Seconds in which compiled code is loaded."""

SMALL_GAMES: Final = (Rules(2, 3), Rules(5, 2), Rules(8, 2))
"""One of each width of the table's words; the last is for seven pegs and more."""

_COMPILER: Final = ThreadPoolExecutor(1)
"""Compiles while others go on."""

_ELSEWHERE: Final = ThreadPoolExecutor()
"""Wait for processes that compile."""

_SCRIPT: Final = """
import os, sys
from xl_mastermind.game.rules import Rules
from xl_mastermind.solve.exact.compiled import prepare
try:
    prepare(id, Rules.parse(sys.argv[1]), advance=lambda done: print(done, flush=True))
finally:
    os._exit(0)
"""
"""
Compiles the search of a game, and says how many functions were added.

When nobody listens any more it ends at once, as at Ctrl-C.
"""

_JOBS: "Final[dict[Rules, tuple[Future[None], float]]]" = {}
"""For each small game its compilation, and by when what was compiled is loaded."""


STEPS: Final = 150
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

    first, *others = dict.fromkeys(map(_like, games or SMALL_GAMES[:2]))
    jobs: list[Future[Any]] = [_job(first)[0]]
    if not games:
        jobs.append(parting.loading())
    said, before = False, 0
    elsewhere: list[int] = []
    with install_recorder("numba:compile") as here:  # not what is only loaded
        # In threads, so that Ctrl-C is heard.
        while (waiting := wait(jobs, TICK).not_done) or others:
            if here.buffer and not said:
                say("Compiling the exact search, once: about half a minute ...")
                said = True
                jobs += [
                    _ELSEWHERE.submit(_compile_elsewhere, game, elsewhere)
                    for game in others
                ]
            elif not waiting:  # the others are loaded, or compiled here if need be
                jobs, others = [_job(game)[0] for game in others], []
            if advance:
                done = sum(event.is_end for _, event in tuple(here.buffer))
                done += sum(elsewhere)
                advance(done - before)
                before = done


def _compile_elsewhere(rules: Rules, done: list[int]) -> None:
    """Have another process compile a search, on another core, and note its steps."""
    command = [sys.executable, "-P", "-c", _SCRIPT, str(rules)]
    with subprocess.Popen(  # noqa: S603, our own program
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8"
    ) as process:
        for steps in process.stdout or ():
            done.append(int(steps))  # noqa: PERF401, others look at it meanwhile


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
    search = Search(Problem.of_game(rules))
    search.choose()
    search.worst_case()
