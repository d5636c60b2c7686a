"""Loads modules that numba compiles, which keeps on disk what it has compiled."""

import hashlib
import os
import sys
import threading
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

from xl_mastermind.files import write_file
from xl_mastermind.solve.exact.problem import ExactSearchError

_LOCK: Final = threading.Lock()
"""One thread at a time loads a module."""


def load_kernel(name: str, width: int = 0) -> ModuleType:
    """Return a module that numba compiles, such as `solve.compare_guesses_kernel`."""
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
        import numba  # noqa: PLC0415, 1.3 s, an extra
        from llvmlite.binding import get_host_cpu_name  # noqa: PLC0415, as numba
    except ImportError as error:
        raise ExactSearchError(
            "exact search needs numba; install it, in xl-mastermind's folder, with:"
            f' pip install ".[exact]" ({error})'
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
