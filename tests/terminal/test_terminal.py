"""The command in a process of its own, with a pipe or a terminal at its ends."""

import os
import pty
import re
import select
import subprocess
import sys
import termios
from collections.abc import Sequence
from pathlib import Path
from typing import Self

import pytest
from command_line import press_ctrl_c, run, run_process


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "utf-8", "utf-16"])
def test_help_suits_each_encoding(encoding: str) -> None:
    # Windows writes files and pipes in another encoding than Unicode.
    output = run_process(
        "--help", env={"PYTHONIOENCODING": encoding}, encoding=encoding
    )
    assert (output.returncode, output.stderr) == (0, "")
    assert "play" in output.stdout


@pytest.mark.slow
@pytest.mark.table("encoding", "answer")
@pytest.mark.parametrize("colour", [{}, {"FORCE_COLOR": "1"}], ids=["plain", "colour"])
def test_pegs_have_ascii_fallbacks(
    encoding: str, answer: str, colour: dict[str, str]
) -> None:
    output = run_process(
        *("solve", "--secret", "3625"),
        env={"PYTHONIOENCODING": encoding, **colour},
        encoding=encoding,
    )
    assert output.stdout.count(answer) == 2  # of the fourth guess, and for friends
    assert "?" not in output.stdout


OVERRIDES = ("COLUMNS", "FORCE_COLOR", "NO_COLOR")
"""They override the properties of the terminal."""


class Terminal:
    """A program in a terminal, and its output."""

    def __init__(
        self,
        *words: str,
        columns: int = 80,
        env: dict[str, str] | None = None,
        program: Sequence[str] = (sys.executable, "-m", "xl_mastermind"),
    ) -> None:
        self._mine, its = pty.openpty()
        termios.tcsetwinsize(its, (24, columns))
        self._command = subprocess.Popen(  # noqa: S603, our own program
            [*program, *words],
            stdin=its,
            stdout=its,
            stderr=its,
            env={k: v for k, v in os.environ.items() if k not in OVERRIDES}
            | (env or {}),
            start_new_session=True,
        )
        os.close(its)
        self.shown = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._command.kill()
        self._command.wait()
        os.close(self._mine)

    def read_until(self, text: str) -> str:
        """Read until new output ends with `text`, or the program ends."""
        start = len(self.shown)
        while not self.shown[start:].endswith(text):
            ready, _, _ = select.select([self._mine], [], [], 120)
            assert ready, f"nothing came after {self.shown[-200:]!r}"
            try:
                read = os.read(self._mine, 4096)
            except OSError:  # Linux raises it after the other side is closed
                break
            if not read:
                break
            self.shown += read.decode()
        return self.shown[start:]

    def type(self, text: str) -> None:
        os.write(self._mine, text.encode())

    def interrupt(self) -> None:
        press_ctrl_c(self._command)

    def wait(self) -> int:
        self.read_until("\0")
        return self._command.wait()


ROOT = Path(__file__).parents[2]
MAKE_PLAY = ("make", "--directory", str(ROOT), "--old-file", ".venv/play", "play")

installed = pytest.mark.skipif(
    not (ROOT / ".venv/bin/xl-mastermind").exists(), reason="no environment of make"
)


@installed
def test_make_play_asks_for_the_first_guess() -> None:
    with Terminal(program=(*MAKE_PLAY, "PLAYED=played/a.xlsm")) as terminal:
        terminal.read_until("1 of 10 > ")
        terminal.type("quit\n")
        assert terminal.wait() == 0
        assert ".xlsm" not in terminal.shown


@installed
def test_make_play_solves_a_game_without_a_terminal(tmp_path: Path) -> None:
    played = tmp_path / "played" / "MasterMind.xlsm"
    done = subprocess.run(  # noqa: S603, our own program
        [*MAKE_PLAY, f"PLAYED={played}"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
        text=True,
    )
    assert "\x1b[" not in done.stdout
    assert re.findall(r"\S+\.xlsm", done.stdout)[-1] == str(played)
    assert played.is_file()


COLOURS = r"\x1b\[[0-9;]*m"

OTHER_PLAYERS_GAME = "play --codemaker person"


def test_answers_are_typed_in_a_terminal() -> None:
    with Terminal(*OTHER_PLAYERS_GAME.split()) as terminal:
        assert "of 1,296" in terminal.read_until("> ")
        terminal.type("12\n")
        assert "Please type an answer such as" in terminal.read_until("> ")
        terminal.type("1a\n")
        assert "44 of 256" in terminal.read_until("> ")
        terminal.type("4 0\n")
        assert terminal.wait() == 0
        assert "You found it in 2; " in terminal.shown


LAST_LINES = {
    OTHER_PLAYERS_GAME: "It could still be 1111.",
    "play --number 382": "The code was 4536.",
    "puzzle --number 382 --play": "The code is 3163.",
}
"""Commands with a prompt, and their last lines after the end of the input."""


@pytest.mark.slow
@pytest.mark.parametrize("words", LAST_LINES)
def test_ctrl_d_ends_a_command_with_a_prompt(words: str) -> None:
    with Terminal(*words.split()) as terminal:
        terminal.read_until("> ")
        terminal.type("\x04")
        assert terminal.wait() == 0
        assert terminal.shown.splitlines()[-1] == LAST_LINES[words]


@pytest.mark.parametrize("words", LAST_LINES)
def test_ctrl_c_ends_a_command_with_a_prompt(words: str) -> None:
    with Terminal(*words.split()) as terminal:
        terminal.read_until("> ")
        terminal.interrupt()
        assert terminal.wait() == 1
        *_, prompt, output = terminal.shown.splitlines()
        assert prompt.rstrip("^C").endswith("> ")
        assert re.sub(COLOURS, "", output).endswith(": interrupted")
        assert "Traceback" not in terminal.shown


@pytest.mark.parametrize("env", [{}, {"NO_COLOR": "1"}], ids=["colour", "no colour"])
def test_tiles_have_colours_unless_the_user_refuses(env: dict[str, str]) -> None:
    with Terminal("play", "--number", "382", env={"TERM": "xterm"} | env) as terminal:
        terminal.read_until("> ")
        terminal.type("1122\n")
        terminal.read_until("> ")
        assert bool(re.search(r"\x1b\[[0-9;]*4[0-9]", terminal.shown)) is (not env)


def test_pegs_differ_on_sixteen_colours() -> None:
    words = ("next", "--game", "8x8", "--first", "12345678")
    with Terminal(*words, env={"TERM": "xterm"}) as terminal:
        assert terminal.wait() == 0
    fills = re.findall(r"\x1b\[[0-9;]*;([0-9]+)m [1-8] ", terminal.shown)
    assert len({*fills}) == len(fills) == 8


@pytest.mark.table("words", "styled")
def test_help_and_errors_have_colours(words: str, styled: list[str]) -> None:
    with Terminal(*words.split(), env={"TERM": "xterm"}) as terminal:
        terminal.wait()
    assert not re.search(r"m +[a-z]+:\x1b", terminal.shown)  # no heading in a text
    for text in styled:
        assert re.search(rf"\x1b\[1;3[0-9]m{text}\x1b\[0m", terminal.shown), text


NARROW = {
    "play --number 382": ["help", "1122", "3345", "explain", "show", "4653", "4536"],
    OTHER_PLAYERS_GAME: ["help", "1a", "12", "1344:3,0", "quit"],
    "solve --secret 3625 --rate": [],
    "evaluate --game 3x4 --strategy all": [],
    "next 1122:1,0 --pattern 3???": [],
    "solve --strategy magic": [],
    "solve --help": [],
}
"""Commands that print long lines, and the typed lines."""


@pytest.mark.slow
@pytest.mark.parametrize("words", NARROW)
def test_terminal_breaks_lines_between_words(words: str) -> None:
    outputs = []
    for columns in (40, 200):
        with Terminal(*words.split(), columns=columns) as terminal:
            for line in NARROW[words]:
                terminal.read_until("> ")
                terminal.type(f"{line}\n")
            terminal.wait()
            outputs.append(re.sub(COLOURS, "", terminal.shown))
    narrow, wide = outputs
    assert max(map(len, narrow.splitlines())) <= 40
    if "evaluate" not in words:  # its table has another form in narrow terminals
        assert narrow.split() == wide.split()
    assert "…" not in narrow


def test_main_keeps_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMPTY", "")
    before = {**os.environ}
    assert run("swap", "1").code == 0
    assert before == {**os.environ}


@pytest.mark.slow
def test_empty_variables_are_ignored() -> None:
    names = ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "COLUMNS", "HOME")
    with Terminal("next", env={"TERM": "xterm"}) as unset:
        assert unset.wait() == 0
    with Terminal("next", env={"TERM": "xterm"} | dict.fromkeys(names, "")) as empty:
        assert empty.wait() == 0
    assert empty.shown == unset.shown
    assert "\x1b[" in empty.shown
