"""A real window, with a real mouse, under the default macro security."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from libreoffice import WORKBOOK, Calc, Document

pytestmark = pytest.mark.calc

PROGRAMS = ("Xvfb", "openbox", "xdotool", "import")
PICTURE = Path(os.environ.get("SCREENSHOT", os.devnull))
"""Where a picture of the window is kept, if somebody wants one."""


@pytest.fixture
def screen(
    calc_environment: dict[str, str], tmp_path: Path
) -> Iterator[dict[str, str]]:
    """Return an environment with a screen that nobody sees."""
    if missing := [name for name in PROGRAMS if shutil.which(name) is None]:
        pytest.skip(f"not installed: {', '.join(missing)}")
    reader, writer = os.pipe()
    words = ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1366x768x24"]
    server = subprocess.Popen(words, pass_fds=[writer], stderr=subprocess.DEVNULL)
    os.close(writer)
    with os.fdopen(reader) as numbers:
        display = f":{numbers.readline().strip()}"
    # A LibreOffice that runs without a window must not open the board instead.
    own = tmp_path / "config"
    lock = shutil.ignore_patterns(".lock")
    shutil.copytree(calc_environment["XDG_CONFIG_HOME"], own, ignore=lock)
    environ = calc_environment | {"DISPLAY": display, "XDG_CONFIG_HOME": str(own)}
    manager = subprocess.Popen(["openbox"], env=environ, stderr=subprocess.DEVNULL)
    yield environ
    for process in (manager, server):
        process.terminate()
        process.wait()


def wait_for(condition: Callable[[], object], what: str) -> None:
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.1)


class Hands:
    """Mouse and keyboard."""

    def __init__(self, environ: dict[str, str]) -> None:
        self.environ = environ

    def do(self, *words: str) -> str:
        done = subprocess.run(
            ["xdotool", *words],
            env=self.environ,
            check=False,
            capture_output=True,
            encoding="utf-8",
        )
        return done.stdout

    def click(self, control: Any) -> None:
        middle = (0, 0)
        # LibreOffice learns where its window is when the mouse comes.
        while middle != (middle := _middle(control)):
            self.do("mousemove", *map(str, middle))
            time.sleep(1)
        self.do("click", "1")

    def type(self, text: str) -> None:
        for key in text:
            self.do("key", {"\t": "Tab", "\n": "Return"}.get(key, key))

    def take_picture(self) -> None:
        subprocess.run(
            ["import", "-window", "root", f"png:{PICTURE}"],
            env=self.environ,
            check=True,
        )

    def has_window(self, title: str) -> bool:
        return bool(self.do("search", "--onlyvisible", "--name", title))


def _middle(control: Any) -> tuple[int, int]:
    shown = control.getAccessibleContext()
    corner, size = shown.getLocationOnScreen(), shown.getSize()
    return corner.X + size.Width // 2, corner.Y + size.Height // 2


def button(document: Document, caption: str) -> Any:
    form = document.sheet.DrawPage.Forms.getByIndex(0)
    controls = [form.getByIndex(index) for index in range(form.Count)]
    (control,) = [one for one in controls if one.Label == caption]
    return document.model.CurrentController.getControl(control)


@pytest.fixture
def office(screen: dict[str, str]) -> Iterator[Calc]:
    """Return a LibreOffice with a window."""
    calc = Calc(screen, "--nofirststartwizard")
    yield calc
    calc.close()


@pytest.fixture
def hands(screen: dict[str, str]) -> Hands:
    return Hands(screen)


def opened(office: Calc, hands: Hands, title: str, *command: str) -> Document:
    """
    Open a file by a command, and return the document once it plays.

    A program that opens a file in a window through UNO may wait for ever: LibreOffice
    then draws its menu in another thread than all the rest.
    """
    subprocess.run(command, env=office.environ, check=True)

    def is_there() -> bool:
        # LibreOffice 7.4 says in a box first that macros are disabled.
        hands.do("key", "Return")
        return hands.has_window(title)

    wait_for(is_there, title)
    wait_for(office.desktop.getCurrentComponent, title)
    document = Document(office, office.desktop.getCurrentComponent())
    frame = document.model.CurrentController.Frame
    frame.ContainerWindow.setPosSize(0, 20, 1366, 748, 15)
    wait_for(lambda: office.workers, "the worker")
    return document


PLAY = (sys.executable, "-m", "xl_mastermind", "open")


def test_a_game_with_mouse_and_keyboard(office: Calc, hands: Hands) -> None:
    play = *PLAY, str(WORKBOOK), "--in", "calc"
    document = opened(office, hands, "Untitled 1", *play)
    hands.click(button(document, "New Game"))
    wait_for(
        lambda: document.one("message") == "A new code is hidden. Your guess.",
        "New Game",
    )
    # The sheet has the keyboard again, the first peg is still selected.
    time.sleep(1)
    hands.type("1\t1\t2\t2\t")
    wait_for(lambda: document.one("codes_left") != "", "the answer")
    hands.click(button(document, "Hint"))
    wait_for(lambda: document.read("codes_left")[1][0] != "", "Hint")
    time.sleep(1)
    hands.take_picture()
    # One hint in a hundred is the code: then there is nothing left to solve.
    is_over = document.one("code_status") == "found"
    hands.click(button(document, "Solve"))
    answer = "This game is over" if is_over else "Solved in "
    wait_for(lambda: str(document.one("message")).startswith(answer), "Solve")
    assert document.one("code_status") == "found"
