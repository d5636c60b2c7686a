"""Files that the command line writes: complete, and never by mistake."""

import contextlib
import resource
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import make_folder, path_below_file, run, unwritable_path

from xl_mastermind.cli import solve, study
from xl_mastermind.lab import command as lab_command

COMMANDS = {
    "MasterMind.xlsm": "build",
    "played.xlsm": "solve --secret 3625 --output",
    "puzzles.html": "puzzle --number 382 --html",
    "MasterMind.oxt": "build",
    "MasterMind.xlam": "build",
    "picture.png": "evaluate --game 2x2 --strategy knuth --plot",
    "picture.svg": "evaluate --game 2x2 --strategy knuth --plot",
    "tree.txt": "optimum --game 3x4 --tree",
}
"""The commands that write files, which come last in them."""


def takes_force(name: str) -> bool:
    return COMMANDS[name].startswith("build") or name == "played.xlsm"


def words(file: Path) -> list[str]:
    force = ["--force"] if takes_force(file.name) else []
    return [*COMMANDS[file.name].split(), str(file), *force]


def command(file: Path) -> list[str]:
    return [sys.executable, "-m", "xl_mastermind", *words(file)]


def an_old_file(path: Path) -> Path:
    path.parent.mkdir()
    path.write_bytes(b"old")
    return path


@pytest.fixture(params=["MasterMind.xlsm", "puzzles.html", "tree.txt", "picture.svg"])
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return an old file of each way of writing."""
    return an_old_file(tmp_path / "here" / request.param)


def is_alone(file: Path) -> bool:
    return [*file.parent.iterdir()] == [file]


# Where a file cannot be written whole


@pytest.mark.slow
def test_file_size_limit_keeps_the_old_file(file: Path) -> None:
    before = file.read_bytes()

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (20, 20))

    said = subprocess.run(  # noqa: S603 - our own program
        command(file),
        capture_output=True,
        check=False,
        text=True,
        preexec_fn=limited,
    )
    assert said.returncode == 2
    assert said.stderr == f"xl-mastermind: file too large: {file}\n"
    assert file.read_bytes() == before
    assert is_alone(file)


def is_being_written(file: Path) -> bool:
    """Return whether there is a draft beside a file; what tries a place is empty."""
    with contextlib.suppress(FileNotFoundError):
        return any(f.stat().st_size for f in file.parent.iterdir() if f != file)
    return False


@pytest.mark.slow
@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGINT])
def test_stopped_writer_leaves_a_complete_file(
    ending: signal.Signals, file: Path
) -> None:
    before = file.read_bytes()
    with subprocess.Popen(  # noqa: S603 - our own program
        command(file), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as writer:
        while writer.poll() is None and not is_being_written(file):
            time.sleep(0.001)
        writer.send_signal(ending)
    after = file.read_bytes()
    if ending == signal.SIGINT:
        assert is_alone(file)
    if after != before:
        assert run(*words(file)).code == 0
        assert file.read_bytes() == after


# Links, modes, names


def test_write_keeps_links_and_modes(file: Path) -> None:
    before = file.read_bytes()
    file.chmod(0o640)
    link = file.parent.with_name("there") / file.name
    link.parent.mkdir()
    link.symlink_to(file)
    done = run(*words(link))
    assert (done.code, done.err) == (0, "")
    assert link.is_symlink()
    assert file.read_bytes() != before
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert is_alone(file)


def test_write_keeps_a_read_only_file(file: Path) -> None:
    before = file.read_bytes()
    file.chmod(0o444)
    by_name = [*COMMANDS[file.name].split(), str(file)]
    said = run(*by_name)
    assert (said.code, said.out) == (2, "")
    assert said.err == f"xl-mastermind: the file is read-only: {file}\n"
    assert file.read_bytes() == before
    if by_name[0] in ("build", "puzzle"):
        assert run(*by_name, "--force").code == 0
        assert file.read_bytes() != before
        assert stat.S_IMODE(file.stat().st_mode) == 0o444


@pytest.mark.parametrize("name", COMMANDS)
def test_output_escapes_file_names(name: str, tmp_path: Path) -> None:
    path = tmp_path / f"\x1b]0;mine\x07\u202e{name}"
    said = run(*COMMANDS[name].split(), str(path))
    assert (said.code, said.err) == (0, "")
    assert path.is_file()
    assert all(map(str.isprintable, said.lines))


# Before anything is played


@pytest.fixture
def player(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace playing, counting and searching by errors."""

    def never(*_: object, **__: object) -> None:
        raise AssertionError("it began")

    for module, name in (
        (solve, "play_with_samples"),
        (study, "evaluate_strategy"),
        (lab_command, "Search"),
    ):
        monkeypatch.setattr(module, name, never)


def a_read_only_file(path: Path) -> Path:
    path.touch(0o444)
    return path


def too_long(path: Path) -> Path:
    return path.with_name("a" * 300 + path.suffix)


@pytest.mark.parametrize(
    "place",
    [*(make_folder, path_below_file, a_read_only_file, unwritable_path, too_long)],
)
@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.usefixtures("player")
def test_unwritable_path_fails_before_the_work(
    name: str, place: Callable[[Path], Path], tmp_path: Path
) -> None:
    path = place(tmp_path / name)
    said = run(*COMMANDS[name].split(), str(path))
    assert (said.code, said.out) == (2, "")
    assert said.err.count("\n") == 1
    assert said.err.endswith(f": {path}\n")


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.usefixtures("player")
def test_missing_folder_fails_before_the_work(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "missing"
    said = run(*COMMANDS[name].split(), str(folder / name))
    assert (said.code, said.out) == (2, "")
    assert said.err == f"xl-mastermind: the folder does not exist: {folder}\n"


# Files that are there


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in COMMANDS if takes_force(name)])
def test_existing_file_is_replaced_by_force_only(name: str, tmp_path: Path) -> None:
    path = an_old_file(tmp_path / "here" / name)
    before = path.read_bytes()
    said = run(*COMMANDS[name].split(), str(path))
    assert (said.code, said.out) == (2, "")
    assert said.err == (
        f"xl-mastermind: the file exists; --force replaces it: {path}\n"
    )
    assert path.read_bytes() == before
    assert run(*words(path)).code == 0
    assert path.read_bytes() != before


@pytest.mark.parametrize(("chat", "option"), [("a.csv", "--csv"), ("a.html", "--html")])
def test_match_keeps_the_file_that_it_reads(
    chat: str, option: str, tmp_path: Path
) -> None:
    path, link = tmp_path / chat, tmp_path / f"link {chat}"
    path.write_text("Ann: Mastermind #382 in 4\n", encoding="utf-8")
    link.symlink_to(path)
    for output in (path, link):
        said = run("match", str(path), option, str(output))
        assert (said.code, said.out) == (2, "")
        message = "expected another file than the command reads"
        assert said.err == f"xl-mastermind: {message}, got {output}\n"
    assert path.read_text("utf-8").startswith("Ann:")


def test_link_to_another_format_is_refused(tmp_path: Path) -> None:
    thesis, link = tmp_path / "thesis.docx", tmp_path / "tree.txt"
    thesis.write_text("mine")
    link.symlink_to(thesis)
    said = run(*COMMANDS["tree.txt"].split(), str(link))
    assert (said.code, said.out, thesis.read_text()) == (2, "", "mine")
    assert said.err.endswith(f" ending in .txt or .dot, got {thesis}\n")
