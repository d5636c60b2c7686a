"""
What numba keeps on disk: how it is written, and made anew where it does not fit.

`parting` and `exact` load their kernels with this, and compile them.
"""

from collections.abc import Callable, Hashable, Iterator
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any, Final

_LOCK: Final = "xl-mastermind.lock"
"""Stands beside what numba keeps; who writes there holds it."""


@cache
def write_in_turn(kernel: ModuleType) -> ModuleType:
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

    for each in _functions(kernel):
        kept = each._cache._cache_file  # noqa: SLF001, numba has no other way
        kept.save = partial(save, Path(each.stats.cache_path) / _LOCK, kept.save)
    return kernel


def run_compiled(kernel: ModuleType, job: Callable[[], object]) -> None:
    """
    Run what compiles a kernel, or loads what has been compiled of it.

    What an older version has left may name classes that are no more. It is removed
    then, and the job runs again.
    """
    try:
        job()
    except AttributeError:
        folder = Path(next(_functions(kernel)).stats.cache_path)
        name = kernel.__name__.rpartition(".")[2]
        for file in folder.glob(f"{name}.*.nbi"):
            file.unlink(missing_ok=True)
        job()


def _functions(kernel: ModuleType) -> Iterator[Any]:
    """Yield the compiled functions of a kernel."""
    return (each for each in vars(kernel).values() if hasattr(each, "stats"))
