"""Load the modules that numba compiles and caches on disk."""

import hashlib
import io
import os
import pickletools
import sys
import threading
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Final

from xl_mastermind.files import write_file
from xl_mastermind.solve.search_errors import ExactSearchError

_LOCK: Final = threading.Lock()
"""Held while a module is loaded."""


def load_kernel(name: str, width: int = 0) -> ModuleType:
    """Return a compiled module, such as `lab.compare_guesses_kernel`."""
    with _LOCK:  # two threads would compile the same code twice
        return _load_whole_kernel(name, width)


@cache
def _load_whole_kernel(name: str, width: int) -> ModuleType:
    module, stem = _load_kernel(name, width), name.rpartition(".")[2]
    statistics = [getattr(value, "stats", None) for value in vars(module).values()]
    for folder in {Path(found.cache_path) for found in statistics if found}:
        for file in folder.glob(f"{stem}.*"):
            # numba compiles a function whose file is missing. It raises an error if the
            # file is cut.
            if not _is_whole(file):
                file.unlink(missing_ok=True)
    return module


def _compiler_key() -> tuple[str, str, str]:
    """Return the versions of numba and Python, and the processor, or raise an error."""
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
    return numba.__version__, str(sys.implementation.cache_tag), get_host_cpu_name()


def _load_kernel(name: str, width: int) -> ModuleType:
    # numba caches compiled code beside a module's file, for its modification time. The
    # module is therefore loaded from a copy in the user's cache folder, named by a hash
    # of its name and text, numba's version and the processor: other clones compile
    # nothing, and no outdated code is used. Compiled code imports its module by name,
    # so a moved kernel needs a new folder; its arguments are tuples of its own types.
    # If no copy can be written, the module itself is loaded.
    #
    # Each word width has its own copy, compiled for one list of types: two processes
    # that compile the same function for different types at the same time can save an
    # index that leads to the other's code (numba 0.68, `IndexDataCacheFile.save`).
    compiler = _compiler_key()
    source = Path(__file__).parents[2].joinpath(*name.split(".")).with_suffix(".py")
    text, name = source.read_bytes(), f"xl_mastermind.{name}"
    words = "\n".join((name, *compiler))
    key = hashlib.sha256(words.encode() + text).hexdigest()[:16]
    file = cache_folder() / f"{source.stem}-{key}-{width}" / source.name
    try:
        if not file.exists() or file.read_bytes() != text:
            write_file(file, text)
            os.utime(file, (0, 0))  # numba caches code for one modification time
        spec = spec_from_file_location(f"{name}_{width}", file)
    except OSError:
        spec = None
    try:
        if spec is None or spec.loader is None:
            return import_module(name)
        module = sys.modules[spec.name] = module_from_spec(spec)
        spec.loader.exec_module(module)
    except RuntimeError:  # numba found no folder for its cache
        raise ExactSearchError(
            "exact search needs a folder for numba's compiled code: set"
            " NUMBA_CACHE_DIR to one"
        ) from None
    return module


@cache
def is_cached(function: str) -> bool:
    """Return whether a process has compiled a function of a kernel, in any version."""
    folder = cache_folder()
    # With NUMBA_CACHE_DIR, numba writes beside this package's folder.
    files = chain(folder.glob("**/*.nbc"), folder.parent.glob("*kernel-*/*.nbc"))
    return any(f".{function}-" in file.stem for file in files)


def _is_whole(file: Path) -> bool:
    pickle_count = {".nbi": 2, ".nbc": 1}.get(file.suffix, 0)
    if not pickle_count:
        return True
    stream = io.BytesIO(file.read_bytes())
    try:
        for _ in range(pickle_count):
            for _ in pickletools.genops(stream):  # a cut file raises an error
                pass
    except ValueError:
        return False
    return True


def cache_folder() -> Path:
    """Return this package's folder in the user's cache folder."""
    home = Path.home()
    folders = {
        "win32": Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local"),
        "darwin": home / "Library" / "Caches",
    }
    default = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    numba_folder = os.environ.get("NUMBA_CACHE_DIR")
    folder = folders.get(sys.platform, default)
    return Path(numba_folder or folder) / "xl-mastermind"
