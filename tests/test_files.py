"""Files are written whole, or stay as they were."""

import errno
import os
import socket
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from xl_mastermind.files import check_place, lock_on, write_file, write_new_file


def alone(file: Path) -> bool:
    """Return whether nothing is left beside a file."""
    return [*file.parent.iterdir()] == [file]


def test_a_file_is_written_anew(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    write_file(file, "old")
    write_file(file, b"new")
    assert file.read_bytes() == b"new"
    assert alone(file)


def test_line_ends_and_letters_stay_as_they_are(tmp_path: Path) -> None:
    file = tmp_path / "ä ● %TEMP%.txt"
    write_file(file, "●\r\n\n")
    assert file.read_bytes() == "●\r\n\n".encode()


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    file, link = tmp_path / "far" / "game.txt", tmp_path / "link"
    write_file(file, "old")
    link.symlink_to(file)
    write_file(link, "new")
    assert link.is_symlink()
    assert file.read_text("utf-8") == "new"
    assert alone(file)


def test_a_link_to_a_file_that_is_not_there_yet_leads_to_it(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "game.txt")
    write_file(link, "1122")
    assert link.is_symlink()
    assert (tmp_path / "game.txt").read_text("utf-8") == "1122"


@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o077, 0o600)])
def test_a_new_file_has_the_usual_permissions(
    tmp_path: Path, mask: int, mode: int
) -> None:
    file = tmp_path / "game.txt"
    before = os.umask(mask)
    try:
        write_file(file, "1122")
    finally:
        os.umask(before)
    assert stat.S_IMODE(file.stat().st_mode) == mode


def test_permissions_that_are_asked_for_win(tmp_path: Path) -> None:
    file = tmp_path / "calc.json"
    file.touch(0o644)
    write_file(file, "{}", mode=0o600)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_pipe_is_written_to() -> None:
    reader, writer = os.pipe()
    write_file(Path(f"/proc/self/fd/{writer}"), "1122")
    os.close(writer)
    with os.fdopen(reader) as stream:
        assert stream.read() == "1122"


# Beforehand


def test_a_place_is_found_good_and_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    check_place(tmp_path / "new" / "folder" / "game.txt")
    check_place(file)
    check_place(Path(os.devnull))
    assert not [*tmp_path.iterdir()]
    write_file(file, "old")
    check_place(file)
    assert file.read_text("utf-8") == "old"
    assert alone(file)


def lock_in(folder: Path, computer: str) -> Path:
    lock = folder / ".~lock.game.xlsm#"
    lock.write_text(f"Ada\\, Countess,ada,{computer},21.11.2026 12:00,file:///home;")
    return lock


def test_a_lock_of_this_computer_counts_while_a_program_has_the_file(
    tmp_path: Path,
) -> None:
    file = tmp_path / "game.xlsm"
    file.touch()
    lock = lock_in(tmp_path, socket.gethostname().upper() + ".example.org")
    assert lock_on(file) is None
    with subprocess.Popen(["tail", "-f", file]) as program:  # noqa: S603, S607 - ours
        while not (tail := lock_on(file)):
            time.sleep(0.01)
        program.kill()
    assert tail == lock
    assert lock_on(file) is None


@pytest.mark.skipif(sys.platform == "win32", reason="Windows asks nobody")
def test_where_there_is_no_proc_lsof_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.xlsm"
    file.touch()
    lock = lock_in(tmp_path, socket.gethostname())
    lsof = tmp_path / "lsof"  # says as the one of macOS who has a file open
    lsof.write_text(f'#!/bin/sh\n[ "$3" = {file} ] && cat {tmp_path}/open\n')
    is_dir = Path.is_dir
    is_here = lambda path: path.parts[1] != "proc" and is_dir(path)  # noqa: E731
    monkeypatch.setattr(Path, "is_dir", is_here)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    lsof.chmod(0o755)
    assert lock_on(file) is None
    (tmp_path / "open").write_text("4711\n")
    assert lock_on(file) == lock
    monkeypatch.setenv("PATH", "")  # there is none, and nobody knows
    assert lock_on(file) == lock


def test_a_lock_that_may_be_somebodys_counts(tmp_path: Path) -> None:
    file = tmp_path / "game.xlsm"
    lock = lock_in(tmp_path, "engine")
    assert lock_on(file) == lock
    lock.write_text("")
    assert lock_on(file) == lock
    lock.unlink()
    assert lock_on(file) is None
    lock = tmp_path / "~$game.xlsm"
    lock.touch()
    assert lock_on(file) == lock


# Files that are new


@pytest.mark.parametrize("has_links", [True, False])
def test_a_new_file_takes_no_others_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, has_links: bool
) -> None:
    def link(*_: object) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    if not has_links:
        monkeypatch.setattr(os, "link", link)
    file = tmp_path / "scores.csv"
    write_new_file(file, "new")
    assert alone(file)
    monkeypatch.setattr(os.path, "lexists", lambda _: False)  # it has come just now
    with pytest.raises(FileExistsError) as caught:
        write_new_file(file, "newer")
    assert caught.value.filename == str(file)
    assert file.read_text("utf-8") == "new"
    assert alone(file)


def test_a_link_that_leads_nowhere_is_no_place_for_a_new_file(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "gone")
    with pytest.raises(FileExistsError):
        write_new_file(link, "new")


def test_a_new_file_has_its_name_only_when_it_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "scores.csv"
    there: list[bool] = []
    monkeypatch.setattr(os, "fsync", lambda _: there.append(file.exists()))
    write_new_file(file, "new")  # a kill before its end leaves no empty file
    assert there == [False]
    assert file.read_text("utf-8") == "new"
