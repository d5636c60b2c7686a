"""
Writes files whole, and says beforehand what keeps one from being written.

All floors may use it.
"""

import contextlib
import errno
import os
import re
import secrets
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Final

_BINARY: Final[int] = getattr(os, "O_BINARY", 0)
"""On Windows, what keeps line ends as they are."""


def write_file(path: Path, content: bytes | str, mode: int | None = None) -> None:
    """
    Write a file whole, or leave what was there.

    The content goes to a draft in the same folder, which then takes the file's
    place. A full disk, a kill or Ctrl-C leaves the old file as it was. A link stays
    a link, and the file it leads to is written. Missing folders are made.

    Parameters
    ----------
    path : Path
        The file. A device or a pipe is written to directly.
    content : bytes or str
        All of it; text is written in UTF-8, its line ends as they are.
    mode : int, optional
        Its permissions, such as ``0o600``; by default those of the old file, or
        the usual ones of a new file.

    Raises
    ------
    OSError
        If the file cannot be written; the error names `path`.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "new" / "game.txt"
    ...     write_file(file, "1122")
    ...     file.read_text("utf-8"), [other.name for other in file.parent.iterdir()]
    ('1122', ['game.txt'])
    """
    data = _as_bytes(content)
    with naming(path):
        old = _mode_of(path)
        if old is not None and not stat.S_ISREG(old):
            path.write_bytes(data)
            return
        target = path.resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        if mode is None and old is not None:
            mode = stat.S_IMODE(old)
        _replace(target, data, mode)


def write_new_file(path: Path, content: bytes | str) -> None:
    """
    Write a file whole, or not at all; what is there is never replaced.

    Raises
    ------
    FileExistsError
        If there is a file, or anything else, of this name.
    OSError
        If the file cannot be written; the error names `path`.

    Examples
    --------
    >>> write_new_file(Path(), "1122")
    Traceback (most recent call last):
      ...
    FileExistsError: [Errno 17] File exists: '.'
    """
    with naming(path):
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        with _draft_of(path, _as_bytes(content), None) as draft:
            try:
                os.link(draft, path)
            except FileExistsError:
                raise
            except OSError:  # not every file system has hard links
                path.touch(exist_ok=False)
                draft.replace(path)


def write_beside(workbook: Path, stem: str, ending: str, content: bytes | str) -> Path:
    """
    Write a file beside a workbook and return its path; no other file is replaced.

    It lies among the user's documents if the workbook lies in no folder, or in one
    where nothing can be written. Where another file has its name, a number follows
    the `stem`; a file that says just the same is left as it is.

    Raises
    ------
    OSError
        If the file cannot be written there either.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     workbook = Path(folder) / "Mine.xlsm"
    ...     for said in ("one", "two", "one"):
    ...         print(write_beside(workbook, "game", ".html", said).name)
    game.html
    game 2.html
    game.html
    """
    if workbook.is_absolute():
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
        with contextlib.suppress(FileExistsError):
            write_new_file(path, content)
            return path
    raise AssertionError  # numbers do not end


def _as_bytes(content: bytes | str) -> bytes:
    return content.encode("utf-8") if isinstance(content, str) else content


def check_place(path: Path, *, force: bool = False) -> None:
    """
    Find out whether `write_file` can write a file; nothing is written.

    Parameters
    ----------
    path : Path
        The file.
    force : bool
        Whether a file that is read-only may be replaced.

    Raises
    ------
    OSError
        If it cannot, or if the file is read-only; the error names `path`.

    Examples
    --------
    >>> check_place(Path("here") / "game.html")
    >>> check_place(Path(), force=True)
    Traceback (most recent call last):
      ...
    IsADirectoryError: [Errno 21] Is a directory: '.'
    """
    with naming(path):
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
    # Root may write to all files, also to those that nobody is to write to.
    return not mode & 0o222 or not os.access(path, os.W_OK)


def lock_on(path: Path) -> Path | None:
    """
    Return the lock that says that a program has a file open, if there is one.

    LibreOffice's is `.~lock.NAME#`, Excel's `~$NAME`; programs that are killed leave
    theirs behind. A lock counts unless nobody can be behind it. On Windows that is so
    if both files can be written to. Elsewhere it is so for LibreOffice's if this user
    wrote it on this computer and none of his programs has the file open; Excel's
    does not tell on which computer it was written, and counts.

    Examples
    --------
    >>> lock_on(Path("game.xlsm"))
    """
    target = path.resolve()
    for name in (f".~lock.{target.name}#", f"~${target.name}"):
        lock = target.with_name(name)
        if lock.exists() and not _is_left_behind(lock, target):
            return lock
    return None


def _is_left_behind(lock: Path, file: Path) -> bool:
    if sys.platform == "win32":  # where nobody writes to what a program has open
        return _is_free(lock) and _is_free(file)
    if lock.name.startswith("~$"):
        return False
    try:
        # Name, user, computer, time and profile; commas in them have a backslash.
        computer = re.split(r"(?<!\\),", lock.read_text("utf-8"))[2]
        owner = lock.stat().st_uid
    except (OSError, ValueError, IndexError):
        return False
    if _short(computer) != _short(socket.gethostname()):
        return False
    return os.getuid() in (0, owner) and not _is_open(file)


def _short(computer: str) -> str:
    return computer.partition(".")[0].lower()


def _is_free(file: Path) -> bool:
    try:
        file.open("r+b").close()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True


def _is_open(file: Path) -> bool:
    """Return whether a program of this user has a file open, or may have it."""
    processes = Path("/proc")
    if not (processes / "self" / "fd").is_dir():  # macOS
        try:
            found = subprocess.run(  # noqa: S603 - a list of our own, no shell
                ["lsof", "-t", "--", file],  # noqa: S607 - wherever it lies
                capture_output=True,
                check=False,
            )
        except OSError:
            return True
        return bool(found.stdout)
    for process in processes.glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it has ended, or is somebody else's
            if any(_leads_to(file, link) for link in (process / "fd").iterdir()):
                return True
    return False


def _leads_to(file: Path, link: Path) -> bool:
    with contextlib.suppress(OSError):  # it was closed meanwhile
        return link.samefile(file)
    return False


@contextlib.contextmanager
def naming(path: Path) -> Iterator[None]:
    """
    Let errors name a file: not its draft or a folder, nor nothing.

    Examples
    --------
    >>> with naming(Path("game.html")):
    ...     raise OSError(28, "No space left on device")
    Traceback (most recent call last):
      ...
    OSError: [Errno 28] No space left on device: 'game.html'
    """
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


def _replace(target: Path, data: bytes, mode: int | None) -> None:
    with _draft_of(target, data, mode) as draft:
        draft.replace(target)


@contextlib.contextmanager
def _draft_of(target: Path, data: bytes, mode: int | None) -> Iterator[Path]:
    """Write the content to a file beside `target`, which is gone in the end."""
    draft = _draft_beside(target)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY
    try:
        handle = os.open(draft, flags, 0o666 if mode is None else mode & 0o600)
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(handle)  # some disks say only now that they are full
        if mode is not None:
            draft.chmod(mode)
        yield draft
    finally:
        with contextlib.suppress(OSError):  # it may have become the target
            draft.unlink()
