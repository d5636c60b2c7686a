"""
Take the pictures in `docs/`: LibreOffice, a browser and matplotlib in given states.

    make pictures
    make pictures PICTURES="board calc"
"""

import io
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE
from typing import Final, Literal

from browser import open_tab
from libreoffice import URLS, WORKBOOK, Calc, Document, environment, run, skip_reason
from rich.console import Console
from rich.text import Text
from test_calc_window import MouseAndKeys, new_screen, opened, panes_of

from xl_mastermind.game.rules import Rules
from xl_mastermind.plugins.match.match_sheet import match_layout
from xl_mastermind.solve.evaluation import play
from xl_mastermind.workbook_files.edition import Edition

DOCS: Final = Path(__file__).parents[1] / "docs"

RULES: Final = Rules(4, 6)
NUMBER: Final = 382
"""The game of the pictures; its code is 4536."""

FIRST_DAY: Final = 46_327.8
"""The start of the first game in the picture of Scores: 2026-11-01, 19:12."""

HINT: Final = ""
GUESSES: Final = ("1122", "1344", HINT, HINT, "4536")
"""The guesses of that game; `HINT` runs the button."""

OTHERS: Final = {
    17: "entropy",
    1169: "most-parts",
    2611: "minimax",
    31: "",
    5: "expected-size",
}
"""More games of Scores by number, with the strategy of the user; "" for Solve."""

RESULT_LINES: Final = (
    "Ann: Mastermind #382 in 5",
    "Bob: Mastermind #382 in 4",
    "Eva: Mastermind #382 in 6",
    "Jim: Mastermind #382 in 4",
    "Max: Mastermind #382: not found in 10",
    "Ann: Mastermind #383 in 4",
    "Bob: Mastermind #383 in 5",
    "Eva: Mastermind #383 in 4",
    "Jim: Mastermind #383 in 7",
    "Mastermind #384 in 3",
)
"""Lines of boards with names; the last one has no name."""


class Screen:
    """The window of a LibreOffice on a virtual screen."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self._hands = MouseAndKeys(document.calc.environ)

    def take(self, name: str, height: int | None = None) -> None:
        """Save the screen, or the first pixels of the sheet."""
        crop = ["-crop", f"1285x{height}+{self._corner}", "+repage"] if height else []
        self._hands.do("mousemove", "1365", "767")
        pixels = self._pixels()
        while (next_pixels := self._pixels()) != pixels:
            pixels = next_pixels
        file = DOCS / f"{name}.png"
        self._import(*crop, "-colors", "255", f"PNG8:{file}")
        print(f"took {file}")

    def _pixels(self) -> bytes:
        """Return the picture of the screen after a second."""
        time.sleep(1)
        return self._import("ppm:-")

    def _import(self, *options: str) -> bytes:
        """Run ImageMagick's `import` for the screen."""
        command = ["import", "-window", "root", *options]
        environ = self._hands.environ
        return subprocess.run(command, env=environ, check=True, stdout=PIPE).stdout

    @property
    def _corner(self) -> str:
        window = self.document.model.CurrentController.Frame.ComponentWindow
        corners = [pane.getLocationOnScreen() for pane in panes_of(window)]
        x, y = min((corner.X, corner.Y) for corner in corners)
        return f"{x}+{y}"


@contextmanager
def workbook(edition: Edition) -> Iterator[Document]:
    """Yield the workbook in a window, of a user who has run `setup`."""
    if reason := skip_reason():
        sys.exit(reason)
    file = WORKBOOK.with_suffix(edition)
    command = (sys.executable, "-m", "xl_mastermind", "open", str(file), "--in", "calc")
    with tempfile.TemporaryDirectory() as folder:
        environ = environment(Path(folder) / "home")
        run("setup", environ=environ).check_returncode()
        with new_screen(environ, Path(folder)) as screen:
            office = Calc(screen, "--nofirststartwizard")
            try:
                urls = URLS if edition is Edition.MACROS else {}
                document = opened(office, *command, urls=urls)
                document.wait_for_all_sheets()
                yield document
            finally:
                office.close()


def type_game(document: Document, number: int, guesses: Sequence[str]) -> None:
    document.write("game_number", (number,))
    for attempt, guess in enumerate(guesses, 1):
        if guess == HINT:
            document.run_button("hint")
        else:
            document.guess(attempt, guess)


def select(document: Document, area: str, row: int = 0) -> None:
    cell = document.cells(area).getCellByPosition(0, row)
    document.model.CurrentController.select(cell)


def take_board(*_: str) -> None:
    with workbook(Edition.PLAIN) as document:
        type_game(document, NUMBER, ["1122", "1344", "3526"])
        select(document, "guess_input", 3)
        Screen(document).take("board", 496)


def take_match(*_: str) -> None:
    results = match_layout().ranges["results"]
    with workbook(Edition.PLAIN) as document:
        document.show_sheet(results.sheet)
        sheet = document.model.Sheets.getByName(results.sheet)
        for row, line in enumerate((*RESULT_LINES, None), results.top):
            cell = sheet.getCellByPosition(results.left, row)
            if line:
                cell.setString(line)
        document.model.CurrentController.select(cell)
        Screen(document).take("match", 540)


def take_sheets(*names: str) -> None:
    """Take these pictures of the workbook with macros."""
    with workbook(Edition.MACROS) as document:
        screen = Screen(document)
        type_game(document, NUMBER, GUESSES)
        document.run_button("explain")
        select(document, "guess_input", 5)
        if "calc" in names:
            screen.take("calc")
        if "scores" in names:
            _play_scores(document)
            screen.take("scores", 540)
        if "analysis" in names:
            document.show_sheet("Mastermind").run_button("new_game")
            type_game(document, NUMBER, ["1122"])
            document.show_sheet("Analysis").write("analysis_strategy", ("Knuth",))
            select(document, "split_guess")
            document.run_button("analyse")
            screen.take("analysis", 540)
        if "compare" in names:
            document.show_sheet("Compare").write("compared_code", (4563,))
            select(document, "compared_code")
            document.run_button("compare")
            screen.take("compare", 540)


def _play_scores(document: Document) -> None:
    for number, strategy in OTHERS.items():
        document.show_sheet("Mastermind").run_button("new_game")
        turns = (
            play(RULES, RULES.code_from_number(number), strategy) if strategy else ()
        )
        type_game(
            document, number, [RULES.format_code(turn.guess) for turn, _ in turns]
        )
        document.run_button("explain" if strategy else "solve")
    table = document.model.DatabaseRanges.getByName("Scores").ReferredCells
    document.show_sheet("Scores")
    for game in range(1 + len(OTHERS)):
        table.getCellByPosition(1, game + 1).setValue(FIRST_DAY + game * 1.02)
    document.model.CurrentController.select(table.getCellByPosition(0, 1))


def take_strategies(*_: str) -> None:
    plot = ["--strategy", "all", "--plot", str(DOCS / "strategies.png")]
    run("evaluate", *plot, environ=os.environ).check_returncode()
    print(f"took {DOCS / 'strategies.png'}")


def take_terminal(*_: str) -> None:
    """Take a game in a terminal: its output as a page, with the typed lines."""
    lines = ["1122", "hint", "3345", "4653", "4536"]
    game = ["play", "--number", str(NUMBER)]
    printed = subprocess.run(
        [sys.executable, "-m", "xl_mastermind", *game],
        env=os.environ | {"FORCE_COLOR": "1", "COLORTERM": "truecolor"},
        input="".join(f"{line}\n" for line in lines),
        stdout=PIPE,
        check=True,
        text=True,
    ).stdout
    typed = iter(lines)
    prompts = re.compile(r"^[0-9]+ of [0-9]+ > ", re.MULTILINE)
    echoed = prompts.sub(lambda match: f"{match[0]}{next(typed)}\n", printed)
    console = Console(record=True, width=76, file=io.StringIO())
    console.print(Text.from_ansi(f"$ xl-mastermind {' '.join(game)}\n{echoed}"))
    style = "margin: 0; padding: 12px; display: inline-block; font: 15px monospace"
    code = console.export_html(inline_styles=True, code_format="{code}")
    for tab in open_tab(width=1000, is_mobile=False):
        tab.set_content(f'<pre style="{style}">{code}</pre>')
        tab.locator("pre").screenshot(path=DOCS / "terminal.png")
    print(f"took {DOCS / 'terminal.png'}")


def take_worksheet(*_: str) -> None:
    """Take the first page of a worksheet, as a browser prints it on A4."""
    puzzles = ["--number", str(NUMBER), "--count", "6", "--level", "easy"]
    style = "section + section {display: none} body {padding: 24px 0}"
    _take_page("worksheet", "puzzle", *puzzles, media="print", width=794, style=style)


def take_ranking(*_: str) -> None:
    lines, style = "\n".join(RESULT_LINES), "div:nth-of-type(n + 3) {display: none}"
    _take_page("ranking", "match", "-", text=lines, width=480, style=style)


def _take_page(
    name: str,
    *words: str,
    width: int,
    style: str,
    media: Literal["print", "screen"] = "screen",
    text: str = "",
) -> None:
    """Take a web page that a command writes, with a style that hides other parts."""
    file = DOCS / f"{name}.png"
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "page.html")
        command = [sys.executable, "-m", "xl_mastermind", *words, "--html", str(page)]
        subprocess.run(command, input=text, text=True, check=True, stdout=PIPE)
        for tab in open_tab(width=width, is_mobile=False):
            tab.set_viewport_size({"width": width, "height": 200})
            tab.emulate_media(media=media)
            tab.goto(page.as_uri())
            tab.add_style_tag(content=style)
            tab.screenshot(path=file, full_page=True)
    subprocess.run(["mogrify", "-colors", "64", file], check=True)  # noqa: S607 - of ImageMagick
    print(f"took {file}")


_SHEETS: Final = ("calc", "scores", "analysis", "compare")

PICTURES: Final[dict[str, Callable[..., None]]] = {
    "board": take_board,
    "match": take_match,
    **dict.fromkeys(_SHEETS, take_sheets),
    "strategies": take_strategies,
    "terminal": take_terminal,
    "worksheet": take_worksheet,
    "ranking": take_ranking,
}


def main(names: list[str]) -> None:
    """Take these pictures, or all."""
    if wrong := {*names} - {*PICTURES}:
        sys.exit(f"expected {', '.join(PICTURES)}, got {', '.join(sorted(wrong))}")
    wanted = names or [*PICTURES]
    for take in dict.fromkeys(PICTURES[name] for name in wanted):
        take(*wanted)


if __name__ == "__main__":
    main(sys.argv[1:])
