"""Find bundled files; write files completely or not at all."""

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Final

ADD_IN_SUFFIX: Final = ".xlam"
"""The suffix of Excel's add-in, which has no boards."""

EXTENSION_SUFFIX: Final = ".oxt"
_BINARY_FLAG: Final[int] = getattr(os, "O_BINARY", 0)
"""On Windows this flag of `os.open` keeps line ends unchanged."""


def bundled_file(name: str) -> Path:
    """Return the path of a file of `workbook/`, in the package or the checkout."""
    package = Path(__file__).parent
    in_package = package / "workbook"
    folder = in_package if in_package.is_dir() else package.parent / "workbook"
    return folder / name


def write_file(path: Path, content: bytes | str, mode: int | None = None) -> None:
    """
    Write a file completely, or keep the old file; an error names `path`.

    Write to a draft in the same folder, then rename it: a full disk, a kill or Ctrl-C
    leaves the old file unchanged. Follow a symbolic link. Write directly to a device or
    a pipe. Create missing folders. Without `mode`, keep the permissions of the old
    file; a new file gets the user's default.
    """
    data = content.encode("utf-8") if isinstance(content, str) else content
    with reraise_with_path(path):
        old_mode = _file_mode(path)
        if old_mode is not None and not stat.S_ISREG(old_mode):
            path.write_bytes(data)
            return
        target = path.resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        if mode is None and old_mode is not None:
            mode = stat.S_IMODE(old_mode)
        _replace_file(target, data, mode)


def write_document(stem: str, suffix: str, content: bytes) -> Path:
    """Write a document, with a number if its name is taken, and return its path."""
    documents = Path.home() / "Documents"
    folder = documents if documents.is_dir() else Path.home()
    path, numbers = folder / f"{stem}{suffix}", count(2)
    while os.path.lexists(path):
        path = folder / f"{stem} {next(numbers)}{suffix}"
    write_file(path, content)
    return path


def check_writable(path: Path, *, force: bool = False) -> None:
    """Raise an OSError that names `path` if `write_file` cannot write it."""
    with reraise_with_path(path):
        mode = _file_mode(path)
        if mode is not None and stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if mode is not None and not stat.S_ISREG(mode):
            return
        # Root may write to read-only files too.
        is_writable = mode is None or (mode & 0o222 and os.access(path, os.W_OK))
        if not force and not is_writable:
            raise PermissionError(errno.EACCES, "the file is read-only")
        folder = path.resolve().parent
        while not os.path.lexists(folder):
            folder = folder.parent
        # Only a trial is reliable, because rights, file systems and limits differ.
        trial = _draft_path(folder / path.name)
        try:
            _replace_file(trial, b"", None)
        finally:
            with contextlib.suppress(OSError):
                trial.unlink()


@contextlib.contextmanager
def reraise_with_path(path: Path) -> Iterator[None]:
    """Re-raise OSErrors with `path` as the file name."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def _file_mode(path: Path) -> int | None:
    """Return the type and permissions of a file, `None` if it does not exist."""
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None


def _draft_path(target: Path) -> Path:
    # `target` may already have the maximum length of a name, so this name is short.
    return target.with_name(f".xl-mastermind-{secrets.token_hex(6)}")


def _replace_file(target: Path, data: bytes, mode: int | None) -> None:
    """Write a draft beside `target`, then rename it to `target`."""
    draft = _draft_path(target)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY_FLAG
    # Other users must not read the draft of a private file.
    draft_mode = 0o666 if mode is None else 0o600
    try:
        handle = os.open(draft, flags, draft_mode)
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(handle)  # some disks report only now that they are full
        if mode is not None:
            draft.chmod(mode)
        draft.replace(target)
    finally:
        with contextlib.suppress(OSError):  # the draft may be `target` already
            draft.unlink()
