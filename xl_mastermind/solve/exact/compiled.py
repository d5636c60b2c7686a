"""
Loads what numba compiles, and compiles it once, while others go on.

numba keeps what it compiles on disk, so that this takes half a minute once and a
moment later. The command line prepares; ratings ask, and do without until it is ready.
"""

import hashlib
import importlib
import os
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import cache
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from xl_mastermind.files import write_file
from xl_mastermind.game.rules import Rules
from xl_mastermind.solve.exact.problem import (
    MOST_FEEDBACKS,
    ExactSearchError,
    Problem,
    word_width,
)

STEPS: Final = 150
"""Functions that are compiled by default, more or less."""

SMALL_GAMES: Final = {16: Rules(2, 3), 32: Rules(5, 2), 64: Rules(8, 2)}
"""One for each width of a table's words; the last is for seven pegs and more."""

TICK: Final = 0.1
"""Seconds between looks at what runs, so that Ctrl-C is heard."""

_LOADING: Final = 4.0
"""Seconds in which compiled code is loaded."""

_COMPILER: Final = ThreadPoolExecutor(1)
"""Compiles while others go on."""

_JOBS: "Final[dict[tuple[int, bool], tuple[Future[None], float]]]" = {}
"""
Each compilation that was asked for, and by when what was compiled is loaded.

The key says for words of which width, and whether worst cases are searched too, which
takes half as long again.
"""

_ADVICE: Final = "exact search needs numba: pip install 'xl-mastermind[exact]'"
_NO_FOLDER: Final = (
    "exact search needs a folder where numba can keep what it compiles: set"
    " NUMBA_CACHE_DIR to one"
)


@cache
def load_kernel(name: str, width: int = 0) -> ModuleType:
    """
    Return a module that numba compiles, such as `solve.parting_kernel`.

    Raises
    ------
    ExactSearchError
        If numba cannot compile it.

    Notes
    -----
    numba keeps what it compiles beside a module, for the time at which its file was
    written. So the module is loaded from a copy of its text in the user's cache folder,
    which is named by a hash of that text, of numba's version and of the processor: a
    second clone or environment compiles nothing, and what an older version has left is
    never read. Where no copy can be written, the module itself is loaded.

    Each width of words has a copy of its own, whose functions are compiled for one list
    of types. Two processes that compiled the same function for different types at the
    same time could leave an index that leads to the other's code (numba 0.68,
    `IndexDataCacheFile.save`).
    """
    try:
        from numba.core import config  # noqa: PLC0415, takes long

        module = _load(f"xl_mastermind.{name}", width)
    except ImportError as error:
        raise ExactSearchError(f"{_ADVICE} ({error})") from None
    except RuntimeError:  # neither beside the package nor in the user's folders
        raise ExactSearchError(_NO_FOLDER) from None
    if config.DISABLE_JIT:  # type: ignore[attr-defined]
        raise ExactSearchError("exact search needs NUMBA_DISABLE_JIT to be unset")
    return module


def _load(name: str, width: int) -> ModuleType:
    """Return a module, from the copy for words of a width if there can be one."""
    found = find_spec(name)
    if found is None or found.origin is None:
        raise ImportError(f"expected a module {name}, got none")
    copy = _shared_copy(Path(found.origin), width)
    spec = spec_from_file_location(f"{name}_{width}", copy) if copy else None
    if spec is None or spec.loader is None:
        return importlib.import_module(name)
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def _shared_copy(source: Path, width: int) -> Path | None:
    """Return a copy of a module in the user's cache folder, if it can be there."""
    import numba  # noqa: PLC0415, takes long
    from llvmlite.binding import get_host_cpu_name  # noqa: PLC0415, as numba

    text = source.read_bytes()
    made_by = numba.__version__, str(sys.implementation.cache_tag), get_host_cpu_name()
    key = hashlib.sha256("\n".join(made_by).encode() + text).hexdigest()[:16]
    file = cache_folder() / f"{source.stem}-{key}-{width}" / source.name
    try:
        if not file.exists() or file.read_bytes() != text:
            write_file(file, text)
            os.utime(file, (0, 0))  # whoever writes it, for numba it is the same
    except OSError:
        return None
    return file


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
    worst_case: bool = False,
    advance: Callable[[int], object] | None = None,
) -> None:
    """
    Compile the search of some games, if it has not been, if asked of worst cases too.

    By default it is all of up to six pegs, and what compares guesses. `say` is
    called with a line if this takes a while, `advance` now and then with the number of
    functions compiled since. Without numba nothing is done.
    """
    from xl_mastermind.solve import parting  # noqa: PLC0415, which loads from here

    widths = [*dict.fromkeys(map(_width_of, games))] or [16, 32]
    try:
        load_kernel("solve.exact.kernel", widths[0])
    except ExactSearchError:
        return
    from numba.core.event import install_recorder  # noqa: PLC0415, takes long

    worst_case = worst_case or not games
    jobs: list[Future[Any]] = [
        _job(width, worst_case=worst_case)[0] for width in widths
    ]
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


def is_compiled(rules: Rules) -> bool:
    """
    Return whether an exact search of a game can begin at once.

    Loading it takes a moment when this is first asked. If it must be compiled
    instead, that goes on meanwhile, for the next time that somebody asks.
    """
    if not find_spec("numba"):
        return False
    job, end = _job(_width_of(rules), worst_case=False)
    done = wait([job], max(0, end - time.monotonic())).done
    return bool(done) and job.exception() is None


def is_compiling() -> bool:
    """Return whether a search that was asked for is still being loaded or compiled."""
    return not all(job.done() for job, _ in _JOBS.values())


def _width_of(rules: Rules) -> int:
    """Return the width of the words in the tables of a game."""
    return word_width(min(len(rules.feedbacks), MOST_FEEDBACKS))


def _job(width: int, *, worst_case: bool) -> "tuple[Future[None], float]":
    """Return an entry of `_JOBS`; the first time it is put there."""
    key = width, worst_case
    if key not in _JOBS:
        end = time.monotonic() + _LOADING
        game = SMALL_GAMES[width]
        _JOBS[key] = _COMPILER.submit(_compile, game, worst_case=worst_case), end
    return _JOBS[key]


def _compile(rules: Rules, *, worst_case: bool) -> None:
    from xl_mastermind.solve.exact.search import Search  # noqa: PLC0415, loads from here

    search = Search(Problem.of_game(rules))
    search.choose()
    if worst_case:
        search.worst_case()
