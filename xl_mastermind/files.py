"""
Finds the files that the package brings along, and writes files whole.

It says beforehand what keeps one from being written.

All layers may use it.
"""

import contextlib
import errno
import os
import secrets
import stat
import threading
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Final

_BINARY: Final[int] = getattr(os, "O_BINARY", 0)
"""On Windows, what keeps line ends as they are."""

_umask_lock = threading.Lock()

ADD_IN_SUFFIX: Final = ".xlam"
"""The ending of the add-in for Excel, which is no edition: it has no boards."""

EXTENSION_SUFFIX: Final = ".oxt"
"""The ending of LibreOffice's extension."""


def bundled_file(name: str) -> Path:
    """Return one of the files of `workbook/`, from the package or the checkout."""
    package = Path(__file__).parent
    inside = package / "workbook"
    folder = inside if inside.is_dir() else package.parent / "workbook"
    return folder / name


def write_file(path: Path, content: bytes | str, mode: int | None = None) -> None:
    """
    Write a file whole, or leave what was there; an error names `path`.

    The content goes to a draft in the same folder, which then takes the file's place.
    A full disk, a kill or Ctrl-C leaves the old file as it was. A link stays a link,
    and the file it leads to is written. A device or a pipe is written to directly.
    Missing folders are made. Without a `mode`, permissions are those of the old file,
    or the usual ones.
    """
    data = _as_bytes(content)
    with reraise_with_path(path):
        old = _mode_of(path)
        if old is not None and not stat.S_ISREG(old):
            path.write_bytes(data)
            return
        target = path.resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        if mode is None and old is not None:
            mode = stat.S_IMODE(old)
        _replace(target, data, mode)


def write_file_beside(
    workbook: Path, stem: str, ending: str, content: bytes | str
) -> Path:
    """
    Write a file beside a workbook and return its path; no other file is replaced.

    It lies among the user's documents if the workbook lies in no folder, or in one
    where nothing can be written. Where another file has its name, a number follows
    the `stem`; a file that says just the same is left as it is.
    """
    if workbook.is_absolute() and workbook.parent.is_dir():
        with contextlib.suppress(OSError):  # such as a folder for reading only
            return _write_numbered(workbook.parent, stem, ending, content)
    documents = Path.home() / "Documents"
    folder = documents if documents.is_dir() else Path.home()
    return _write_numbered(folder, stem, ending, content)


def _write_numbered(folder: Path, stem: str, ending: str, content: bytes | str) -> Path:
    for number in count(1):
        mark = f" {number}" if number > 1 else ""
        path = folder / f"{stem}{mark}{ending}"
        with contextlib.suppress(OSError):  # what cannot be read is another file
            if path.is_file() and path.read_bytes() == _as_bytes(content):
                return path
        if not os.path.lexists(path):
            write_file(path, content)
            return path
    raise AssertionError  # numbers do not end


def _as_bytes(content: bytes | str) -> bytes:
    return content.encode("utf-8") if isinstance(content, str) else content


def check_writable(path: Path, *, force: bool = False) -> None:
    """Raise an OSError that names `path` if `write_file` cannot write it."""
    with reraise_with_path(path):
        old = _mode_of(path)
        if old is not None and stat.S_ISDIR(old):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if old is not None and not stat.S_ISREG(old):
            return
        if old is not None and not force and _is_read_only(path, old):
            raise PermissionError(errno.EACCES, "the file is read-only")
        folder = path.resolve().parent
        while not os.path.lexists(folder):
            folder = folder.parent
        # Only trying tells it everywhere: rights, file systems and limits differ.
        trial = _draft_beside(folder / path.name)
        try:
            _replace(trial, b"", None)
        finally:
            with contextlib.suppress(OSError):
                trial.unlink()


def _is_read_only(path: Path, mode: int) -> bool:
    # Root may write to all files, also to those that are read-only.
    return not mode & 0o222 or not os.access(path, os.W_OK)


@contextlib.contextmanager
def reraise_with_path(path: Path) -> Iterator[None]:
    """Let errors name a file: not its draft or a folder, nor nothing."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def _mode_of(path: Path) -> int | None:
    """Return the kind and the permissions of a file, `None` if there is none."""
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None


def _draft_beside(target: Path) -> Path:
    # A short name of its own: the file's own may be as long as names can be.
    return target.with_name(f".xl-mastermind-{secrets.token_hex(6)}")


def _usual_mode() -> int:
    """Return the permissions of a new file."""
    with _umask_lock:
        # It is only told to those who set it. What another thread makes in between may
        # be read by fewer, not by more.
        mask = os.umask(0o077)
        os.umask(mask)
    return 0o666 & ~mask


def _replace(target: Path, data: bytes, mode: int | None) -> None:
    """Write the content to a draft beside `target`, which then takes its place."""
    draft = _draft_beside(target)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY
    if mode is None:
        mode = _usual_mode()
    try:
        handle = os.open(draft, flags, 0o600)  # no other user may read half a file
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(handle)  # some disks say only now that they are full
        draft.chmod(mode)
        draft.replace(target)
    finally:
        with contextlib.suppress(OSError):  # it may have become the target
            draft.unlink()
