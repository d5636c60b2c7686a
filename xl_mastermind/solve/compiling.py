"""
Loads what numba compiles, from a folder that all copies of this version share.

`parting` and `exact` load their kernels with this.
"""

import hashlib
import importlib
import os
import sys
from collections.abc import Callable, Hashable
from functools import cache, partial
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from xl_mastermind.files import write_file

_LOCK: Final = "xl-mastermind.lock"
"""Stands beside what numba keeps; who writes there holds it."""


@cache
def load_kernel_module(name: str) -> ModuleType:
    """
    Return a module that numba compiles, such as `solve.parting_kernel`.

    Notes
    -----
    numba keeps what it compiles beside a module, for the time at which its file was
    written. So the module is loaded from a copy of its text in the user's cache folder,
    which is named by a hash of that text, of numba's version and of the processor: a
    second clone or environment compiles nothing, and what an older version has left is
    never read. Where no copy can be written, the module itself is loaded.
    """
    whole_name = f"xl_mastermind.{name}"
    package, _, last = whole_name.rpartition(".")
    parent = importlib.import_module(package)
    source = Path(parent.__path__[0]) / f"{last}.py"
    copy = _shared_copy(source.read_bytes(), last)
    if copy is None or whole_name in sys.modules:
        return _writing_in_turn(importlib.import_module(whole_name))
    spec = spec_from_file_location(whole_name, copy)
    if spec is None or spec.loader is None:  # only a file without .py has none
        raise ImportError(f"expected a module of Python, got {copy}")
    module = module_from_spec(spec)
    sys.modules[whole_name] = module
    spec.loader.exec_module(module)
    setattr(parent, last, module)
    return _writing_in_turn(module)


def _shared_copy(text: bytes, name: str) -> Path | None:
    """Return a file with this text in the user's cache folder, if it can be there."""
    import numba  # noqa: PLC0415, takes long
    from llvmlite.binding import get_host_cpu_name  # noqa: PLC0415, as numba

    made_by = (
        numba.__version__,
        str(sys.implementation.cache_tag),
        get_host_cpu_name(),
    )
    key = hashlib.sha256("\n".join(made_by).encode() + text).hexdigest()[:16]
    file = cache_folder() / f"{name}-{key}" / f"{name}.py"
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


def _writing_in_turn(kernel: ModuleType) -> ModuleType:
    """
    Return a kernel, after seeing to it that processes write what they compile in turn.

    numba (0.68, `IndexDataCacheFile.save`) reads an index, chooses a file that is not
    named in it, and writes both. Two processes that do so at once may leave an index
    that leads to the other's code.
    """
    from filelock import FileLock  # noqa: PLC0415, only where numba is

    def save(
        lock: Path, inner: Callable[..., None], key: Hashable, data: object
    ) -> None:
        with FileLock(lock):
            inner(key, data)

    for each in vars(kernel).values():
        if hasattr(each, "stats"):  # a compiled function
            kept: Any = each._cache._cache_file  # noqa: SLF001, numba has no other way
            kept.save = partial(save, Path(each.stats.cache_path) / _LOCK, kept.save)
    return kernel
