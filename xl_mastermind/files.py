"""Writes files whole: beside the old one, then in its place. All floors may use it."""

import contextlib
import os
import secrets
import stat
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
    data = content.encode("utf-8") if isinstance(content, str) else content
    try:
        old = _mode_of(path)
        if old is not None and not stat.S_ISREG(old):
            path.write_bytes(data)
            return
        target = path.resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        if mode is None and old is not None:
            mode = stat.S_IMODE(old)
        _replace(target, data, mode)
    except OSError as error:  # which may name the draft or a folder, or nothing
        raise OSError(error.errno, error.strerror, str(path)) from None


def _mode_of(path: Path) -> int | None:
    """Return the kind and the permissions of a file, `None` if there is none."""
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None


def _replace(target: Path, data: bytes, mode: int | None) -> None:
    # A short name of its own: the file's own may be as long as names can be.
    draft = target.with_name(f".xl-mastermind-{secrets.token_hex(6)}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY
    try:
        handle = os.open(draft, flags, 0o666 if mode is None else mode & 0o600)
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(handle)  # some disks say only now that they are full
        if mode is not None:
            draft.chmod(mode)
        draft.replace(target)
    finally:
        with contextlib.suppress(OSError):  # it is gone where all went well
            draft.unlink()
