"""
Loads what numba compiles, and compiles it once, while others go on.

numba keeps what it compiles on disk, so that this takes half a minute once and a
moment later. The command line prepares; ratings ask, and do without until it is ready.
"""

import hashlib
import os
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import cache
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from xl_mastermind.files import write_file
from xl_mastermind.game.rules import Rules
from xl_mastermind.solve.exact.problem import ExactSearchError, Problem, width_of

STEPS: Final = 150
"""Functions that are compiled by default, more or less."""

SMALL_GAMES: Final = {16: Rules(2, 3), 32: Rules(5, 2), 64: Rules(8, 2)}
"""One for each width of a table's words; the last is for seven pegs and more."""

TICK: Final = 0.1
"""Seconds between looks at what runs, so that Ctrl-C is heard."""

_LOADING: Final = 4.0
"""Seconds in which compiled code is loaded."""

_LOCK: Final = threading.Lock()
"""One thread at a time loads a module."""

_COMPILER: Final = ThreadPoolExecutor(1)
"""Compiles while others go on."""

_JOBS: "Final[dict[int, tuple[Future[None], float]]]" = {}
"""By the width of words, each job asked for, and until when loading is waited for."""


def load_kernel(name: str, width: int = 0) -> ModuleType:
    """Return a module that numba compiles, such as `solve.parting_kernel`."""
    with _LOCK:  # all threads have the same, or each would compile its own
        return _load_kernel(name, width)


@cache
def _load_kernel(name: str, width: int) -> ModuleType:
    # numba keeps what it compiles beside a module, for the time at which its file was
    # written. So the module is loaded from a copy of its text in the user's cache
    # folder, which is named by a hash of that text, of numba's version and of the
    # processor: a second clone or environment compiles nothing, and what an older
    # version has left is never read. Where no copy can be written, the module itself is
    # loaded.
    #
    # Each width of words has a copy of its own, whose functions are compiled for one
    # list of types. Two processes that compiled the same function for different types
    # at the same time could leave an index that leads to the other's code (numba 0.68,
    # `IndexDataCacheFile.save`).
    try:
        import numba  # noqa: PLC0415, takes long
        from llvmlite.binding import get_host_cpu_name  # noqa: PLC0415, as numba
    except ImportError as error:
        raise ExactSearchError(
            f"exact search needs numba: pip install 'xl-mastermind[exact]' ({error})"
        ) from None
    if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
        raise ExactSearchError("exact search needs NUMBA_DISABLE_JIT to be unset")
    source = Path(__file__).parents[2].joinpath(*name.split(".")).with_suffix(".py")
    text, name = source.read_bytes(), f"xl_mastermind.{name}"
    made_by = numba.__version__, str(sys.implementation.cache_tag), get_host_cpu_name()
    key = hashlib.sha256("\n".join(made_by).encode() + text).hexdigest()[:16]
    file = cache_folder() / f"{source.stem}-{key}-{width}" / source.name
    try:
        if not file.exists() or file.read_bytes() != text:
            write_file(file, text)
            os.utime(file, (0, 0))  # whoever writes it, for numba it is the same
        spec = spec_from_file_location(f"{name}_{width}", file)
    except OSError:
        spec = None
    try:
        if spec is None or spec.loader is None:
            return import_module(name)
        module = sys.modules[spec.name] = module_from_spec(spec)
        spec.loader.exec_module(module)
    except RuntimeError:  # neither beside the package nor in the user's folders
        raise ExactSearchError(
            "exact search needs a folder where numba can keep what it compiles: set"
            " NUMBA_CACHE_DIR to one"
        ) from None
    return module


def cache_folder() -> Path:
    """Return the folder for this package among the user's caches."""
    home = Path.home()
    usual: dict[str, Path] = {
        "win32": Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local"),
        "darwin": home / "Library" / "Caches",
    }
    other = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    base = Path(chosen) if chosen else usual.get(sys.platform, other)
    return base / "xl-mastermind"


def prepare(
    say: Callable[[str], object],
    *games: Rules,
    advance: Callable[[int], object] | None = None,
) -> None:
    """Compile the search of some games, if numba is there and it has not been."""
    # By default it is all of up to six pegs, and what compares guesses. `say` is called
    # with a line if this takes a while, `advance` now and then with the number of
    # functions compiled since.
    from xl_mastermind.solve import parting  # noqa: PLC0415, which loads from here

    widths = {*map(width_of, games)} or {16, 32}
    try:
        load_kernel("solve.exact.kernel", min(widths))
    except ExactSearchError:
        return
    from numba.core.event import install_recorder  # noqa: PLC0415, takes long

    jobs: list[Future[Any]] = [_job(width)[0] for width in sorted(widths)]
    if not games:
        jobs.append(parting.loading())
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
    """Return whether an exact search of a game can begin at once; none, if soon."""
    # Loading it takes a moment when this is first asked. If it must be compiled
    # instead, that goes on meanwhile, for the next time that somebody asks.
    if not find_spec("numba"):
        return False
    job, end = _job(width_of(rules))
    done = wait([job], max(0, end - time.monotonic())).done
    return job.exception() is None if done else None


def _job(width: int) -> "tuple[Future[None], float]":
    """Return an entry of `_JOBS`; the first time it is put there."""
    if width not in _JOBS:
        job = _COMPILER.submit(_compile, SMALL_GAMES[width])
        _JOBS[width] = job, time.monotonic() + _LOADING
    return _JOBS[width]


def _compile(rules: Rules) -> None:
    from xl_mastermind.solve.exact.search import Search  # noqa: PLC0415, loads from here

    search = Search(Problem.of_game(rules))
    search.choose()
    search.worst_case()
