"""Files are written whole, or stay as they were."""

import os
import stat
from pathlib import Path

import pytest

from xl_mastermind.files import check_writable, write_document, write_file


def test_write_keeps_line_ends_and_letters(tmp_path: Path) -> None:
    file = tmp_path / "ä ● %TEMP%.txt"
    write_file(file, "●\r\n\n")
    assert file.read_bytes() == "●\r\n\n".encode()


def test_write_follows_a_dangling_link(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "game.txt")
    write_file(link, "1122")
    assert link.is_symlink()
    assert (tmp_path / "game.txt").read_text("utf-8") == "1122"


@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o077, 0o600)])
def test_new_file_has_default_permissions(tmp_path: Path, mask: int, mode: int) -> None:
    file = tmp_path / "game.txt"
    before = os.umask(mask)
    try:
        write_file(file, "1122")
    finally:
        os.umask(before)
    assert stat.S_IMODE(file.stat().st_mode) == mode


@pytest.mark.parametrize("mode", [None, 0o644])
@pytest.mark.parametrize("old", ["old", ""])
def test_file_is_synced_before_it_appears(
    old: str, mode: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.txt"
    if old:
        write_file(file, old)
    made, synced = [], []
    make = os.open

    def opened(path: Path, flags: int, mode: int = 0o777) -> int:
        made.append(mode)
        return make(path, flags, mode)

    def fsync(handle: int) -> None:
        seen = file.read_text() if file.exists() else ""
        synced.append((os.fstat(handle).st_size, seen))

    monkeypatch.setattr(os, "open", opened)
    monkeypatch.setattr(os, "fsync", fsync)
    write_file(file, "whole", mode=mode)
    assert made == [0o600 if old or mode else 0o666]
    assert synced == [(5, old)]


def test_write_sets_requested_permissions(tmp_path: Path) -> None:
    file = tmp_path / "calc.json"
    file.touch(0o644)
    write_file(file, "{}", mode=0o600)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_write_accepts_a_pipe() -> None:
    reader, writer = os.pipe()
    write_file(Path(f"/proc/self/fd/{writer}"), "1122")
    os.close(writer)
    with os.fdopen(reader) as stream:
        assert stream.read() == "1122"


# Beforehand


def test_check_writable_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    check_writable(tmp_path / "new" / "folder" / "game.txt")
    check_writable(file)
    check_writable(Path(os.devnull))
    assert not [*tmp_path.iterdir()]
    write_file(file, "old")
    check_writable(file)
    assert file.read_text("utf-8") == "old"
    assert [*tmp_path.iterdir()] == [file]


def test_document_replaces_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    (tmp_path / "board.xlsm").symlink_to(tmp_path / "gone")
    (tmp_path / "board 2.xlsm").write_text("mine")
    file = write_document("board", ".xlsm", b"new")
    assert (file.name, file.read_bytes()) == ("board 3.xlsm", b"new")
