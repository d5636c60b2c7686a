"""The command as a process: Ctrl-C at any moment, streams that are closed or full."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from command_line import press_ctrl_c, run

PYTHON = sys.executable

ENTRIES = {
    "script": [str(Path(PYTHON).with_name("xl-mastermind"))],
    "module": [PYTHON, "-m", "xl_mastermind"],
}
"""The ways to start the program."""


def begin(words: Sequence[str], **options: Any) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    options = {"stdin": pipe, "stdout": pipe, "stderr": pipe} | options
    return subprocess.Popen(
        words, env=os.environ | options.pop("env", {}), encoding="utf-8", **options
    )


OTHER_PLAYERS_GAME = ("play", "--codemaker", "person")

INTERRUPTED = "xl-mastermind: interrupted\n"


# Ctrl-C


@pytest.mark.parametrize("imports", [0, 30, 180])
@pytest.mark.parametrize("entry", ENTRIES)
def test_ctrl_c_prints_one_line_during_imports(entry: str, imports: int) -> None:
    environment = {"PYTHONPROFILEIMPORTTIME": "1"}  # Python prints its imports
    with begin([*ENTRIES[entry], "evaluate"], env=environment) as command:
        assert command.stderr
        for line in command.stderr:
            if line.endswith(" signal\n"):  # the first that our entry imports
                break
        for _ in range(imports):
            assert command.stderr.readline()
        command.send_signal(signal.SIGINT)
        rest = [line for line in command.stderr if not line.startswith("import time:")]
    assert (command.returncode, rest) == (1, [INTERRUPTED])


def test_second_ctrl_c_ends_the_command() -> None:
    with begin([*ENTRIES["module"], *OTHER_PLAYERS_GAME]) as command:
        assert command.stdout
        while not command.stdout.readline().startswith("Guess 1"):
            pass
        command.send_signal(signal.SIGINT)
        press_ctrl_c(command)
        errors = command.communicate()[1]
    assert command.returncode == 1
    assert {*errors.splitlines(keepends=True)} == {INTERRUPTED}


def test_background_command_ignores_ctrl_c() -> None:
    ignoring_shell = [
        "sh",
        "-c",
        'trap "" INT; "$@"',
        "sh",
        *ENTRIES["module"],
        *OTHER_PLAYERS_GAME,
    ]
    with begin(ignoring_shell, start_new_session=True) as command:
        assert command.stdout
        while not command.stdout.readline().startswith("Guess 1"):
            pass
        os.killpg(command.pid, signal.SIGINT)
        errors = command.communicate("quit\n")[1]
    assert (command.returncode, errors) == (0, "")


LOST = """
import os, signal, sys
from xl_mastermind import __main__, cli

class Dropped:
    def __del__(self):  # Python prints an error of this method and continues
        interrupt()

def interrupt():
    os.kill(os.getpid(), signal.SIGINT)

def wrapped():
    try:
        interrupt()
    except KeyboardInterrupt:
        raise RuntimeError("not imported")

def main(on_load):
    on_load()
    return {"dropped": lambda: Dropped() and 0, "wrapped": wrapped}[sys.argv[1]]()

cli.main = main
__main__.main()
"""


@pytest.mark.parametrize("way", ["dropped", "wrapped"])
def test_lost_interruption_ends_the_command(way: str) -> None:
    with begin([PYTHON, "-c", LOST, way]) as command:
        errors = command.communicate()[1]
    assert (command.returncode, errors) == (1, INTERRUPTED)


SEARCH = [*ENTRIES["module"], "optimum", "--game", "3x9", "--workers", "2", "--json"]
COMPILING = "Compiling the exact search, once: about half a minute ...\n"


GUESS = [*ENTRIES["module"], "next", "--game", "3x9", "--strategy", "optimal"]


@pytest.mark.slow
@pytest.mark.parametrize("words", [SEARCH, GUESS])
def test_compilation_is_announced_and_interrupted(
    words: list[str], tmp_path: Path
) -> None:
    with begin(words, env={"NUMBA_CACHE_DIR": str(tmp_path)}) as command:
        assert command.stderr
        assert command.stderr.readline() == COMPILING
        while command.poll() is None and not [*tmp_path.rglob("*.nbc")]:
            time.sleep(0.1)
        command.send_signal(signal.SIGINT)
        outputs = command.communicate()  # after the last process has ended
    assert (command.returncode, *outputs) == (1, "", INTERRUPTED)


# Streams

COMMANDS = {
    "solve": ["--secret", "3625"],
    "puzzle --html page.html": ["--number", "382"],
    "next --json": ["--pattern", "????"],
    "evaluate --json": ["--strategy", "first-consistent", "--first", "all"],
    "build": [],
    "--help": [],
}
"""Commands of each way of writing, and other words to make them short, or long."""

# For two of them errors come at once as well.
WAYS = [*((words, "") for words in COMMANDS), ("next --json", "1"), ("--help", "1")]

streams = pytest.mark.skipif(
    not Path("/dev/full").exists(), reason="there is no disk that is always full"
)


def shell(words: str, form: str, folder: Path, unbuffered: str = "") -> tuple[int, str]:
    line = [*ENTRIES["script"], *words.split(), *COMMANDS.get(words, [])]
    with begin(
        ["sh", "-c", f'"$@" {form}', "sh", *line],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        env={"PYTHONUNBUFFERED": unbuffered},
    ) as command:
        errors = command.communicate()[1]
    return command.returncode, errors


FULL = "xl-mastermind: no space left on device: standard output\n"


@pytest.mark.slow
@streams
@pytest.mark.parametrize(("words", "unbuffered"), WAYS)
def test_full_output_prints_one_line(
    words: str, unbuffered: str, tmp_path: Path
) -> None:
    assert shell(words, ">/dev/full", tmp_path, unbuffered) == (1, FULL)


@pytest.mark.slow
@streams
@pytest.mark.table("words", "forms", "exit_code", "errors")
def test_closed_or_full_streams_set_the_exit_code(
    words: str, forms: list[str], exit_code: int, errors: str, tmp_path: Path
) -> None:
    for form in forms:
        assert shell(words, form, tmp_path) == (exit_code, errors), form
        assert not [*tmp_path.iterdir()]


@pytest.mark.slow
@streams
@pytest.mark.parametrize(("words", "unbuffered"), WAYS)
def test_closed_pipe_prints_nothing(
    words: str, unbuffered: str, tmp_path: Path
) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with begin(
        [*ENTRIES["module"], *words.split(), *COMMANDS[words]],
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        stdout=writing,
        env={"PYTHONUNBUFFERED": unbuffered},
    ) as command:
        os.close(writing)
        errors = command.communicate()[1]
    assert (command.returncode, errors) == (1, "")


@pytest.mark.slow
@streams
@pytest.mark.parametrize("form", ["<&-", "0>/dev/null"])
def test_unreadable_input_prints_one_line(form: str, tmp_path: Path) -> None:
    exit_code, errors = shell("play", form, tmp_path)
    assert (exit_code, errors.count("\n")) == (1, 1)
    assert "standard input" in errors


@pytest.mark.slow
@streams
def test_file_never_replaces_a_closed_stream(tmp_path: Path) -> None:
    # A tree is written as text; the last message would follow it.
    run("optimum", "--game", "2x3", "--tree", str(tmp_path / "tree.txt"))
    tree = (tmp_path / "tree.txt").read_text()
    (tmp_path / "tree.txt").unlink()
    shell("optimum --game 2x3 --tree tree.txt", "<&- 2>&-", tmp_path)
    assert (tmp_path / "tree.txt").read_text() == tree


LITTLE_MEMORY = """
import resource, sys
from xl_mastermind.cli import main, solve

pages = int(open("/proc/self/statm").read().split()[0])
limit = pages * resource.getpagesize() + (1 << 25)
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
sys.exit(main(["next", "--game", "8x8"]))
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="who knows its size?")
def test_large_game_announces_its_memory() -> None:
    with begin([PYTHON, "-c", LITTLE_MEMORY]) as command:
        out, err = command.communicate()
    assert (command.returncode, out) == (1, "")
    assert err.splitlines() == [
        "8x8 has 16,777,216 codes: this takes about 1.3 GB of memory",
        "xl-mastermind: not enough memory",
    ]


def test_play_accepts_undecodable_input() -> None:
    with begin(
        [*ENTRIES["module"], *OTHER_PLAYERS_GAME], env={"PYTHONUTF8": "1"}
    ) as command:
        assert command.stdin
        os.write(command.stdin.fileno(), b"1 0\n\xe9\xff\n1 1\n")
        out, err = command.communicate()
    assert (command.returncode, err) == (0, "")
    assert "Guess 3" in out
